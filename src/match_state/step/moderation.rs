//! Events of moderators.

use crate::match_state::{Effect, Event, MatchError, MatchState, Moderation};

impl MatchState {
    pub(super) fn take_moderation(
        &mut self,
        event: &Event,
        _now: i64,
    ) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Moderated { action, seat, .. } => {
                match (action, seat) {
                    (Moderation::Close, _) => self.must_be_open()?,
                    (Moderation::End, _) => self.must_be_played()?,
                    (Moderation::Hide, _) => self.hidden = true,
                    (Moderation::Show, _) => self.hidden = false,
                    (Moderation::Notes, _) => {}
                    (Moderation::Free, Some(seat)) if self.size > 2 => {
                        self.must_be_played()?;
                        self.must_exist(*seat)?;
                        if self.is_out(*seat) {
                            return Err(MatchError::Out);
                        }
                        if !self.is_freed(*seat) {
                            self.freed.push(*seat);
                        }
                    }
                    (Moderation::Free, _) => return Err(MatchError::Inconsistent),
                }
                Ok(Vec::new())
            }
            // An event of another group.
            _ => Err(MatchError::Inconsistent),
        }
    }
}
