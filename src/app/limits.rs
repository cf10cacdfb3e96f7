//! The bounds on what one person may have and do.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::AppError;
use crate::match_state::UserId;

/// The bounds on what one person may have and do. Their defaults are more than anybody needs who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Matches open or under way in which one person has a place, from 1.
    pub games: u32,
    /// Matches against the machine in which one person has moved lately.
    pub machines: u32,
    /// Open tables of one person: a game that nobody comes to is seldom filled by opening it a sixth time.
    pub tables: u32,
    /// Invitations by one person to one other that are not answered yet.
    pub invitations: u32,
    /// Invitations by one person to one other in 24 hours, whatever becomes of them: each of them rings.
    pub invitations_a_day: u32,
    /// Invitations by all people to one that are not answered yet.
    pub pending: u32,
    /// Matches that one person may import in 24 hours.
    pub imports_a_day: u32,
    /// Events of one match after which no move is made or taken back in it any more: whoever looks at its record reads all of
    /// them. The longest game that can be brought in has two thousand moves.
    pub events: u32,
    /// Moves taken back in one match.
    pub takebacks: u32,
    /// Matches that one person may begin in 24 hours, whatever becomes of them: each of them is kept.
    pub begun_a_day: u32,
    /// Notes of one person, in all matches together.
    pub notes: u32,
    /// Positions looked at for each move when somebody looks back at a game.
    pub review_nodes: u64,
    /// Positions looked at for each move when a match that is over is looked through for puzzles.
    pub mining_nodes: u64,
    /// Seconds between two mentions of the role that a server has set for a game: the one who has that role wants to know
    /// that somebody looks for players, not of each table.
    pub mention_every: i64,
}

/// How a match that is full goes on.
const ELSEWHERE: &str = "`/export` gives you its moves, and `/import` makes a new board of them.";

impl Limits {
    /// Refuses a move in a match that has `events`, which are as many as it can have. It can still be given up, or ended by agreement.
    pub(super) fn must_have_room(&self, events: u32) -> Result<(), AppError> {
        if events < self.events {
            return Ok(());
        }
        Err(AppError::Plain(format!(
            "So much has happened in this game ({} moves and other events) that no more moves can be made in it. \
             {ELSEWHERE}",
            self.events
        )))
    }

    /// Refuses to take back one move more where so many have been.
    pub(super) fn must_allow_takeback(&self, before: u32) -> Result<(), AppError> {
        if before < self.takebacks {
            return Ok(());
        }
        Err(AppError::Plain(format!(
            "{} moves have been taken back in this game, and no more can be. {ELSEWHERE}",
            self.takebacks
        )))
    }
}

/// As the puzzles that come with the program are looked for.
const MINING_NODES: u64 = 8_000;

impl Limits {
    /// No limit worth the name, for tests that do much as one person.
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

/// The people for whom something is being done that is done once at a time for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Busy(Arc<Mutex<HashSet<UserId>>>);

/// Somebody's one place; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Occupied {
    busy: Busy,
    user: UserId,
}

impl Busy {
    /// Takes somebody's place; `None` where it is taken.
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
