//! Events by which a table is opened and the game begins.

use crate::match_state::{DAY, Due, Effect, Event, MatchError, MatchState, Phase, Tenure, Timer};

impl MatchState {
    pub(super) fn take_seating(
        &mut self,
        event: &Event,
        now: i64,
    ) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Opened { user, wish } => {
                if self.opener.is_some() {
                    return Err(MatchError::Inconsistent);
                }
                self.opener = Some(*user);
                self.since = now;
                self.admit(*user, *wish)
            }
            Event::Agreed { terms } => {
                self.must_be_open()?;
                let waits = self.terms.map(|before| before.open);
                self.terms = Some(*terms);
                if let Some(opener) = self.opener {
                    self.give_second_side(opener)?;
                }
                // A table whose terms change keeps its deadline for filling.
                if waits != Some(terms.open) {
                    self.timer = Some(Timer {
                        due: Due::Filling,
                        runs: now,
                        at: now + i64::from(terms.open) * DAY,
                        rests: false,
                    });
                }
                Ok(Vec::new())
            }
            Event::Drawn { text } => {
                self.must_be_open()?;
                text.contains('=')
                    .then(Vec::new)
                    .ok_or(MatchError::Inconsistent)
            }
            Event::Seated { seat, user } => {
                self.must_be_open()?;
                self.must_exist(*seat)?;
                if self.tenures.iter().any(|tenure| tenure.seat == *seat) {
                    return Err(MatchError::SeatTaken(*seat));
                }
                self.tenures.push(Tenure {
                    seat: *seat,
                    user: *user,
                    from: self.ply,
                    until: None,
                });
                Ok(Vec::new())
            }
            Event::Began { next } => {
                self.must_be_open()?;
                if self.tenures.len() != usize::from(self.size) {
                    return Err(MatchError::Inconsistent);
                }
                self.phase = Phase::Playing;
                self.guests.clear();
                let start = self.terms.and_then(|terms| terms.pace.start());
                self.banks = start.map_or_else(Vec::new, |start| vec![start; self.tenures.len()]);
                self.turn_to(*next, now)
            }
            // An event of another group.
            _ => Err(MatchError::Inconsistent),
        }
    }
}
