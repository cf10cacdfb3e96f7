//! Events of the clocks.

use crate::match_state::{Due, Effect, Event, MatchError, MatchState};

impl MatchState {
    pub(super) fn take_clock(
        &mut self,
        event: &Event,
        now: i64,
    ) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Flagged { seat, wait } => {
                self.must_be_their_turn(*seat)?;
                self.timer = Some(self.claim(now, *wait));
                Ok(Vec::new())
            }
            Event::Excused { seat, user } => {
                self.must_be_their_turn(*seat)?;
                self.excused.push(*user);
                self.refresh(*seat, now);
                Ok(Vec::new())
            }
            Event::Gifted {
                seat,
                user,
                seconds,
            } => {
                self.must_be_their_turn(*seat)?;
                self.gifts.push(*user);
                self.timer = match self.timer {
                    Some(timer) if timer.due == Due::Clock => Some(timer.extended(*seconds)),
                    Some(timer) if timer.due != Due::Silence => {
                        Some(self.clock(*seat, now, *seconds))
                    }
                    other => other,
                };
                Ok(Vec::new())
            }
            Event::Away { seat, until } => {
                self.must_be_played()?;
                self.must_exist(*seat)?;
                let left = self.left(now);
                self.away.retain(|(away, _)| away != seat);
                self.away.push((*seat, *until));
                self.restart_clock(*seat, now, left);
                Ok(Vec::new())
            }
            Event::Back { seat } => {
                self.must_be_played()?;
                let left = self.left(now);
                self.away.retain(|(away, _)| away != seat);
                self.restart_clock(*seat, now, left);
                Ok(Vec::new())
            }
            Event::Unreachable { seat, since } => {
                self.must_be_their_turn(*seat)?;
                self.stop_clock(*since, now)
                    .then(Vec::new)
                    .ok_or(MatchError::Inconsistent)
            }
            Event::Reached { seat } => {
                self.must_be_their_turn(*seat)?;
                let left = self.stopped.take().ok_or(MatchError::Inconsistent)?;
                self.timer = Some(self.clock(*seat, now, left));
                Ok(Vec::new())
            }
            // An event of another group.
            _ => Err(MatchError::Inconsistent),
        }
    }
}
