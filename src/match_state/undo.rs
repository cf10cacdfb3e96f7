//! Takebacks. The record keeps all events: one event names the event that the match returns to, and the board, the
//! turn and the players' times return to their state after that event. The owners of the seats stay.

use super::{MatchError, MatchState, Phase};
use crate::rules::Seat;

impl MatchState {
    /// Returns the match after a takeback, at the time `now`, of the move that followed `earlier`, this match at that
    /// time. `moved` is the time of that move: the player has the time that was left then. Both are in seconds of the
    /// Unix epoch.
    ///
    /// # Errors
    /// `earlier` was not that seat's turn, or a seat has left the game since.
    pub fn undo(
        &self,
        earlier: &MatchState,
        seat: Seat,
        moved: i64,
        now: i64,
    ) -> Result<MatchState, MatchError> {
        self.must_be_played()?;
        if earlier.phase != Phase::Playing
            || earlier.turn != Some(seat)
            || earlier.ply >= self.ply
            || earlier.out != self.out
        {
            return Err(MatchError::Inconsistent);
        }
        let mut next = self.clone();
        next.ply += 1;
        next.changed = next.ply;
        next.turn = earlier.turn;
        next.moves = earlier.moves;
        next.round = earlier.round;
        next.mover = earlier.mover;
        next.since = now;
        next.banks.clone_from(&earlier.banks);
        next.start_timer(now);
        let counts = next
            .timer
            .is_some_and(|timer| timer.due == super::Due::Clock);
        if counts {
            next.timer = Some(next.clock(seat, now, earlier.left(moved)));
        }
        Ok(next)
    }
}
