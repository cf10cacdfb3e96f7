//! Matches that could not be processed, kept in memory only.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::match_state::GameId;

/// Time for which a match that could not be processed is left alone at first, in seconds: until the next tick. It
/// doubles with each further failure, up to [`LATER`].
pub(in crate::app) const SOON: i64 = 10;

/// Maximum time for which a match that cannot be processed is left alone, in seconds.
pub(in crate::app) const LATER: i64 = 3_600;

/// Matches that could not be processed when they were due: number of failures, and the time until which to leave them
/// alone.
#[derive(Debug, Default)]
pub(in crate::app) struct Failing(Mutex<HashMap<GameId, (u32, i64)>>);

impl Failing {
    pub(in crate::app) fn lock(&self) -> MutexGuard<'_, HashMap<GameId, (u32, i64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the matches to leave alone at `now`.
    pub fn left_alone(&self, now: i64) -> Vec<GameId> {
        let failing = self.lock();
        let rests = failing.iter().filter(|(_, (_, until))| {
            // A time further ahead means that the clock was set back.
            (1..=LATER).contains(&(until - now))
        });
        rests.map(|(game, _)| *game).collect()
    }

    /// Leaves a match alone for a while and returns for how long, in seconds.
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
