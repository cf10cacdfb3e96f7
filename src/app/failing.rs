//! The matches that could not be dealt with, in memory alone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::match_state::GameId;

/// For how long a match that could not be dealt with is left alone, in seconds, at first: it is tried again at the next
/// tick. Each time it fails again the time doubles, up to [`LATER`].
pub(super) const SOON: i64 = 10;

/// The longest time for which a match that cannot be dealt with is left alone, in seconds.
pub(super) const LATER: i64 = 3_600;

/// The matches that could not be dealt with when they were due: how often, and until when they are left alone.
#[derive(Debug, Default)]
pub(super) struct Failing(Mutex<HashMap<GameId, (u32, i64)>>);

impl Failing {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<GameId, (u32, i64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The matches that are left alone at `now`.
    pub fn left_alone(&self, now: i64) -> Vec<GameId> {
        let failing = self.lock();
        let rests = failing.iter().filter(|(_, (_, until))| {
            // Further ahead only if the clock was set back.
            (1..=LATER).contains(&(until - now))
        });
        rests.map(|(game, _)| *game).collect()
    }

    /// Leaves a match alone for a while, and says how long, in seconds.
    pub fn leave_alone(&self, game: GameId, now: i64) -> i64 {
        let mut failing = self.lock();
        let (times, until) = failing.entry(game).or_default();
        let seconds = (SOON << (*times).min(16)).min(LATER);
        *times += 1;
        *until = now + seconds;
        seconds
    }

    pub fn recovered(&self, game: GameId) {
        self.lock().remove(&game);
    }
}
