//! Forced wins in two moves, found by trying every reply.
//!
//! The main search reaches quiet moves late and less deep, so it overlooks some of these wins within a level's nodes.
//! This one evaluates nothing: most first moves fail at the first reply tried, since the reply that saved the other
//! side from one move mostly saves it from the next one too.

use std::sync::atomic::{AtomicBool, Ordering};

use super::hooks::Search;
use super::threats::wins_by_royal;
use crate::rules::Seat;

/// A search for one move after which every reply loses.
pub(super) struct MateInTwo<'a, P: Search> {
    mover: Seat,
    /// Number of positions looked at; `limit` is its upper bound.
    looked: u64,
    limit: u64,
    /// A flag by which another thread ends the search.
    stop: Option<&'a AtomicBool>,
    /// Replies that saved the other side, the latest last.
    refutations: Vec<P::Move>,
}

impl<'a, P: Search> MateInTwo<'a, P> {
    /// Returns the search for the side to move in a game of two seats, bounded by `limit` positions and by the flag
    /// `stop`.
    pub fn new(mover: Seat, limit: u64, stop: Option<&'a AtomicBool>) -> Self {
        MateInTwo {
            mover,
            looked: 0,
            limit,
            stop,
            refutations: Vec::new(),
        }
    }

    /// Returns the number of positions looked at.
    pub fn looked(&self) -> u64 {
        self.looked
    }

    /// Counts a position. Returns false if the limit is reached or the flag is set.
    fn may_look(&mut self) -> bool {
        let is_asked = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
        if self.looked.is_multiple_of(256) && self.stop.is_some_and(is_asked) {
            self.limit = self.looked;
        }
        let may = self.looked < self.limit;
        self.looked += u64::from(may);
        may
    }

    /// Returns true if the mover, having reached this position, wins with its next move whatever the reply; false also
    /// if the limit is reached first.
    pub fn is_forced(&mut self, after: &P) -> bool {
        if self.looked >= self.limit || after.turn() == self.mover || !after.chance().is_empty() {
            return false;
        }
        let mut replies = after.legal_moves();
        for refutation in &self.refutations {
            if let Some(index) = replies.iter().position(|reply| reply == refutation) {
                replies[..=index].rotate_right(1);
            }
        }
        let saves = |reply: &&P::Move| {
            let mut replied = after.clone();
            replied.advance(reply) && !self.wins(&replied)
        };
        if let Some(refutation) = replies.iter().find(saves) {
            self.refutations.retain(|known| known != refutation);
            self.refutations.push(refutation.clone());
            return false;
        }
        !replies.is_empty() && !after.has_unlisted_moves()
    }

    /// Returns true if the mover has a move that wins at once by attacking or taking the royal piece.
    fn wins(&mut self, position: &P) -> bool {
        if position.turn() != self.mover
            || position.status().is_over()
            || !position.chance().is_empty()
        {
            return false;
        }
        position
            .candidates()
            .iter()
            .any(|mv| self.may_look() && wins_by_royal(position, mv))
    }
}
