//! Events by which seats change owners.

use crate::match_state::{Effect, Event, MatchError, MatchState, Tenure};

impl MatchState {
    pub(super) fn take_owners(
        &mut self,
        event: &Event,
        now: i64,
    ) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Vacated { seat, user } => {
                self.must_be_played()?;
                match user {
                    Some(user) if self.owner(*seat) != Some(*user) => {
                        return Err(MatchError::NotAPlayer);
                    }
                    Some(_) if self.is_out(*seat) => return Err(MatchError::Out),
                    Some(_) if self.offered.contains(seat) => {}
                    Some(_) => self.offered.push(*seat),
                    None => {
                        self.must_be_their_turn(*seat)?;
                        self.timer = Some(self.window(now));
                    }
                }
                Ok(Vec::new())
            }
            Event::Kept { seat } => {
                self.must_be_played()?;
                if self.is_freed(*seat) {
                    return Err(MatchError::Freed);
                }
                self.offered.retain(|offered| offered != seat);
                Ok(Vec::new())
            }
            Event::Substituted { seat, user } => {
                self.must_be_played()?;
                if !self.vacant().contains(seat) && self.kept_for(*seat).is_none() {
                    return Err(MatchError::NotVacant);
                }
                let ply = self.ply;
                let held = |tenure: &&mut Tenure| tenure.seat == *seat && tenure.until.is_none();
                let before = self.tenures.iter_mut().find(held);
                before.ok_or(MatchError::Inconsistent)?.until = Some(ply);
                self.tenures.push(Tenure {
                    seat: *seat,
                    user: *user,
                    from: ply,
                    until: None,
                });
                self.offered.retain(|offered| offered != seat);
                self.freed.retain(|freed| freed != seat);
                self.away.retain(|(away, _)| away != seat);
                self.kept.retain(|(kept, _)| kept != seat);
                if user.is_machine() {
                    self.kept.push((*seat, now));
                }
                let fresh = self.terms.and_then(|terms| terms.pace.fresh());
                if let (Some(fresh), Some(bank)) = (fresh, self.banks.get_mut(seat.index())) {
                    *bank = fresh.max(*bank);
                }
                if self.turn == Some(*seat) {
                    self.start_timer(now);
                }
                Ok(Vec::new())
            }
            // An event of another group.
            _ => Err(MatchError::Inconsistent),
        }
    }
}
