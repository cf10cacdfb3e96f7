//! Taking a move back. Nothing is taken out of the record: an event says how far back the match goes, and the board,
//! the turn and what the players had to think are again what they were there. Who holds which seat stays as it is.

use super::{MatchError, MatchState, Phase};
use crate::rules::Seat;

impl MatchState {
    /// The match after the move that followed `earlier`, this match as it was, has been taken back at the time `now`.
    /// `moved` is when that move was made: the player has left what they had then. Both are seconds of the Unix epoch.
    ///
    /// # Errors
    /// `earlier` was not that seat's turn, or somebody has left the game since.
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
