//! Wins that are forced by a move and the move after it, found by looking at every reply.
//!
//! The search looks late at quiet moves, and less deep, so that it overlooks some of these wins within a level's
//! positions. Here nothing is judged: most first moves fail at the first reply that is tried, since the reply that saved
//! the other side from one move mostly saves it from the next one, too.

use super::hooks::Search;
use super::threats::wins_at_once;
use crate::rules::Seat;

/// A look for one move after which every reply loses.
pub(super) struct MateInTwo<P: Search> {
    mover: Seat,
    /// How many positions may still be looked at.
    left: u64,
    /// Replies that have saved the other side, the latest last.
    refutations: Vec<P::Move>,
}

impl<P: Search> MateInTwo<P> {
    /// For the side to move in a game of two seats; at most `limit` positions are looked at.
    pub fn new(mover: Seat, limit: u64) -> Self {
        MateInTwo {
            mover,
            left: limit,
            refutations: Vec::new(),
        }
    }

    /// Whether the mover, having come to this position, wins with the next move whatever the reply; false also where the
    /// limit is reached first.
    pub fn is_forced(&mut self, after: &P) -> bool {
        if after.turn() == self.mover || !after.chance().is_empty() {
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

    /// Whether the mover has a move that wins at once, by the royal piece.
    fn wins(&mut self, position: &P) -> bool {
        if position.turn() != self.mover
            || position.status().is_over()
            || !position.chance().is_empty()
        {
            return false;
        }
        position.candidates(false).iter().any(|mv| {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            wins_at_once(position, mv, true)
        })
    }
}
