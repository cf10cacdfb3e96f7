//! Events of play: moves, and the end of the match.

use crate::match_state::{Effect, Event, MatchError, MatchState, Phase};

impl MatchState {
    pub(super) fn take_play(&mut self, event: &Event, now: i64) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Moved {
                seat, user, next, ..
            }
            | Event::Answered {
                seat, user, next, ..
            } => {
                self.must_be_played()?;
                if self.owner(*seat) != Some(*user) {
                    return Err(MatchError::NotAPlayer);
                }
                if self.turn != Some(*seat) {
                    return Err(MatchError::NotTheirTurn);
                }
                self.moves += 1;
                self.charge(*seat, now);
                // A new round begins when the turn order returns to a seat at or before the last mover's.
                if self.mover.is_none_or(|mover| *seat <= mover) {
                    self.round += 1;
                }
                self.mover = Some(*seat);
                self.turn_to(*next, now)
            }
            Event::Rolled { next, .. } => {
                self.must_be_played()?;
                if self.turn == Some(*next) {
                    return Ok(Vec::new());
                }
                self.turn_to(*next, now)
            }
            Event::Resigned {
                seat, user, next, ..
            } => {
                self.must_be_played()?;
                if self.owner(*seat) != Some(*user) {
                    return Err(MatchError::NotAPlayer);
                }
                self.drop_out(*seat, *next, now)
            }
            Event::TimedOut { seat, next, .. } => {
                self.must_be_played()?;
                if self.turn != Some(*seat) {
                    return Err(MatchError::NotTheirTurn);
                }
                self.drop_out(*seat, *next, now)
            }
            Event::Ended { ending } => {
                if matches!(self.phase, Phase::Over(_)) {
                    return Err(MatchError::Over);
                }
                let begun = self.phase == Phase::Playing;
                let expected = if begun { usize::from(self.size) } else { 0 };
                if ending.quarters.len() != expected || ending.placings.len() != expected {
                    return Err(MatchError::Inconsistent);
                }
                self.phase = Phase::Over(ending.clone());
                let guests = std::mem::take(&mut self.guests);
                let invited = std::mem::take(&mut self.invited);
                if !begun {
                    self.closed_with = (guests, invited);
                }
                self.turn = None;
                self.since = now;
                self.timer = None;
                self.stopped = None;
                self.offered.clear();
                self.freed.clear();
                Ok(vec![Effect::Over])
            }
            // An event of another group.
            _ => Err(MatchError::Inconsistent),
        }
    }
}
