//! Limits on what one person may have and do.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::app::AppError;
use crate::match_state::UserId;

/// Limits on what one person may have and do. The defaults are more than a player needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Matches open or under way in which one person has a place, at least 1.
    pub games: u32,
    /// Matches against the machine in which one person has moved lately.
    pub machines: u32,
    /// Open tables of one person: a sixth seldom finds the players that five did not.
    pub tables: u32,
    /// Unanswered invitations by one person to another.
    pub invitations: u32,
    /// Invitations by one person to another in 24 hours, answered or not: each of them rings.
    pub invitations_a_day: u32,
    /// Unanswered invitations by all people to one person.
    pub pending: u32,
    /// Matches that one person may import in 24 hours.
    pub imports_a_day: u32,
    /// Events of one match after which it accepts no move and no takeback, since every look at its record reads them
    /// all. An imported game has at most two thousand moves.
    pub events: u32,
    /// Moves taken back in one match.
    pub takebacks: u32,
    /// Matches that one person may begin in 24 hours, finished or not: each of them is stored.
    pub begun_a_day: u32,
    /// Notes of one person, in all matches together.
    pub notes: u32,
    /// Positions searched for each move in a review of a game.
    pub review_nodes: u64,
    /// Positions searched for each move when a finished match is searched for puzzles.
    pub mining_nodes: u64,
    /// Seconds between two mentions of the role that a server has set for a game, so that its holders are not rung for
    /// each table.
    pub mention_every: i64,
}

/// Advice on going on with a match that has reached a limit.
const ELSEWHERE: &str = "`/export` gives you its moves, and `/import` makes a new board of them.";

impl Limits {
    /// Refuses a move in a match with the maximum number of events. Resigning and agreement still end it.
    pub(super) fn must_have_room(&self, events: u32) -> Result<(), AppError> {
        if events < self.events {
            return Ok(());
        }
        Err(AppError::Plain(format!(
            "This game has {} moves and other events, which is the limit. {ELSEWHERE}",
            self.events
        )))
    }

    /// Refuses another takeback once `before` takebacks have reached the limit.
    pub(super) fn must_allow_takeback(&self, before: u32) -> Result<(), AppError> {
        if before < self.takebacks {
            return Ok(());
        }
        Err(AppError::Plain(format!(
            "{} moves have been taken back in this game, which is the limit. {ELSEWHERE}",
            self.takebacks
        )))
    }
}

/// Positions searched for each move, as for the puzzles that come with the program.
const MINING_NODES: u64 = 8_000;

impl Limits {
    /// Practically no limits, for tests that do much as one person.
    pub const UNLIMITED: Limits = Limits {
        games: u32::MAX,
        machines: u32::MAX,
        tables: u32::MAX,
        invitations: u32::MAX,
        invitations_a_day: u32::MAX,
        pending: u32::MAX,
        imports_a_day: u32::MAX,
        events: u32::MAX,
        takebacks: u32::MAX,
        begun_a_day: u32::MAX,
        notes: u32::MAX,
        review_nodes: crate::engine::notes::NODES,
        mining_nodes: MINING_NODES,
        mention_every: 0,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            games: crate::config::GAMES_PER_PERSON,
            machines: 10,
            tables: 5,
            invitations: 3,
            invitations_a_day: 10,
            pending: 20,
            imports_a_day: 20,
            events: 5_000,
            takebacks: 500,
            begun_a_day: 200,
            notes: 1_000,
            review_nodes: crate::engine::notes::NODES,
            mining_nodes: MINING_NODES,
            mention_every: 600,
        }
    }
}

/// The people with a task in progress that each may have only once at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Busy(Arc<Mutex<HashSet<UserId>>>);

/// A person's slot, freed when this is dropped.
#[derive(Debug)]
pub(super) struct Occupied {
    busy: Busy,
    user: UserId,
}

impl Busy {
    /// Takes a person's slot; `None` if it is taken.
    pub fn occupy(&self, user: UserId) -> Option<Occupied> {
        let mut people = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !people.insert(user) {
            return None;
        }
        let busy = self.clone();
        Some(Occupied { busy, user })
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let mut people = self.busy.0.lock().unwrap_or_else(PoisonError::into_inner);
        people.remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_once_and_is_free_again_after_use() {
        let busy = Busy::default();
        let first = busy.occupy(UserId(1));
        assert!(first.is_some() && busy.occupy(UserId(1)).is_none());
        assert!(busy.occupy(UserId(2)).is_some());
        drop(first);
        assert!(busy.occupy(UserId(1)).is_some());
    }
}
