//! The matches used last, so that they are not replayed at every key while somebody types a move. The cache only saves
//! time: whoever takes a match from it checks its number of events against the store.
//!
//! A crate such as `quick_cache` would replace only the eviction; the rules about later states, outages and the log
//! would remain.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::loaded::LoadedMatch;
use crate::match_state::GameId;

/// Maximum number of matches kept: as many as are played at the same time on a busy evening.
const CAPACITY: usize = 512;

/// The matches used last.
#[derive(Debug, Default)]
pub(in crate::app) struct MatchCache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    /// Number of uses so far.
    now: u64,
    /// The last outage: a match that has not seen it shows deadlines from before it.
    outage: i64,
    /// The matches, each with the number of its last use.
    matches: HashMap<GameId, (u64, Arc<LoadedMatch>)>,
    /// Matches whose board cannot be worked out, as far as the log has reported them.
    lost: HashSet<GameId>,
    /// Running matches of earlier rules that have not been opened since the start.
    outdated: Vec<GameId>,
}

impl MatchCache {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the match as it was at its last use; `None` if it is not here.
    pub fn get(&self, game: GameId) -> Option<Arc<LoadedMatch>> {
        let mut entries = self.entries();
        entries.now += 1;
        let now = entries.now;
        let (used, loaded) = entries.matches.get_mut(&game)?;
        *used = now;
        Some(Arc::clone(loaded))
    }

    /// True if this is the first report that the board of this match cannot be worked out.
    pub fn is_newly_lost(&self, game: GameId) -> bool {
        let mut entries = self.entries();
        entries.lost.insert(game)
    }

    /// Records the running matches of earlier rules.
    pub fn put_outdated(&self, mut outdated: Vec<GameId>) {
        outdated.reverse();
        let mut entries = self.entries();
        entries.outdated = outdated;
    }

    /// Takes at most `count` of the running matches of earlier rules; returns them and the number left.
    pub fn take_outdated(&self, count: usize) -> (Vec<GameId>, usize) {
        let mut entries = self.entries();
        let left = entries.outdated.len().saturating_sub(count);
        let mut taken = entries.outdated.split_off(left);
        taken.reverse();
        (taken, left)
    }

    /// Drops every match that has not seen this outage, since outages leave no events.
    pub fn forget_before(&self, outage: i64) {
        let mut entries = self.entries();
        entries.outage = entries.outage.max(outage);
        let last = entries.outage;
        entries
            .matches
            .retain(|_, (_, loaded)| loaded.state.outage() >= last);
    }

    /// Drops a match that differs from the stored one.
    pub fn forget(&self, game: GameId) {
        let mut entries = self.entries();
        entries.matches.remove(&game);
    }

    /// Keeps a match, unless a later state of it is here or it has not seen the last outage. The match longest unused
    /// makes room.
    pub fn put(&self, loaded: Arc<LoadedMatch>) {
        let mut entries = self.entries();
        entries.now += 1;
        let (now, game) = (entries.now, loaded.id);
        if loaded.state.outage() < entries.outage {
            return;
        }
        if let Some((_, kept)) = entries.matches.get(&game)
            && kept.state.ply() > loaded.state.ply()
        {
            return;
        }
        entries.matches.insert(game, (now, loaded));
        if entries.matches.len() > CAPACITY {
            let oldest = entries.matches.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(oldest) = oldest.map(|(game, _)| *game) {
                entries.matches.remove(&oldest);
            }
        }
    }
}
