//! The matches last used, so that they are not replayed from their events at every key while somebody types a move. It only
//! saves time: who takes a match from it checks its ply against the store.
//!
//! A crate such as `quick_cache` would take over the eight lines that choose which match goes; what a later state, an
//! outage and the log ask of a cache would stay.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::loaded::LoadedMatch;
use crate::match_state::GameId;

/// How many matches are kept: as many as are played at the same time on a busy evening. Each takes some ten kilobytes.
const CAPACITY: usize = 512;

/// The matches last used.
#[derive(Debug, Default)]
pub(super) struct MatchCache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    /// Counts the uses.
    now: u64,
    /// The number of the last outage: a match that has not seen it shows deadlines as they were before it.
    outage: i64,
    /// The match and when it was last used.
    matches: HashMap<GameId, (u64, Arc<LoadedMatch>)>,
    /// The matches whose board cannot be worked out, as far as the log tells of them.
    lost: HashSet<GameId>,
    /// The running matches of earlier rules that have not been opened since the start.
    outdated: Vec<GameId>,
}

impl MatchCache {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The match as it was when it was last used, if it is here.
    pub fn get(&self, game: GameId) -> Option<Arc<LoadedMatch>> {
        let mut entries = self.entries();
        entries.now += 1;
        let now = entries.now;
        let (used, loaded) = entries.matches.get_mut(&game)?;
        *used = now;
        Some(Arc::clone(loaded))
    }

    /// Whether it is the first time that the board of this match cannot be worked out.
    pub fn is_newly_lost(&self, game: GameId) -> bool {
        let mut entries = self.entries();
        entries.lost.insert(game)
    }

    /// Notes the running matches of earlier rules.
    pub fn put_outdated(&self, mut outdated: Vec<GameId>) {
        outdated.reverse();
        let mut entries = self.entries();
        entries.outdated = outdated;
    }

    /// At most `count` of the running matches of earlier rules that are noted, and how many are left.
    pub fn take_outdated(&self, count: usize) -> (Vec<GameId>, usize) {
        let mut entries = self.entries();
        let left = entries.outdated.len().saturating_sub(count);
        let mut taken = entries.outdated.split_off(left);
        taken.reverse();
        (taken, left)
    }

    /// Forgets every match that has not seen this outage, of which no event tells.
    pub fn forget_before(&self, outage: i64) {
        let mut entries = self.entries();
        entries.outage = entries.outage.max(outage);
        let last = entries.outage;
        entries
            .matches
            .retain(|_, (_, loaded)| loaded.state.outage() >= last);
    }

    /// Forgets a match that turned out not to be as it is stored.
    pub fn forget(&self, game: GameId) {
        let mut entries = self.entries();
        entries.matches.remove(&game);
    }

    /// Keeps a match, unless a later state of it is here or it has not seen the last outage; the one longest unused goes.
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
