//! Events of the guests of an open table.

use crate::match_state::{Effect, Event, MatchError, MatchState};

impl MatchState {
    pub(super) fn take_guests(
        &mut self,
        event: &Event,
        _now: i64,
    ) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Invited { user } => {
                self.must_be_open()?;
                self.must_be_new(*user)?;
                if self.places() == 0 {
                    return Err(MatchError::NoPlace);
                }
                self.invited.push(*user);
                Ok(Vec::new())
            }
            Event::Joined { user, wish } => {
                self.must_be_open()?;
                if let Some(index) = self.invited.iter().position(|invited| invited == user) {
                    self.invited.remove(index);
                } else if self.opener != Some(*user) && !user.is_machine() {
                    // The opener may have asked to play several seats: then the table itself invites the opener. The
                    // machine takes any number of seats.
                    self.must_be_new(*user)?;
                }
                if self.places() == 0 {
                    return Err(if self.invited.is_empty() {
                        MatchError::NoPlace
                    } else {
                        MatchError::Kept
                    });
                }
                self.admit(*user, *wish)
            }
            Event::Declined { user } => {
                self.must_be_open()?;
                let before = self.invited.len();
                self.invited.retain(|invited| invited != user);
                (self.invited.len() < before)
                    .then(Vec::new)
                    .ok_or(MatchError::NotHere)
            }
            Event::Wished { user, wish } => {
                self.must_be_open()?;
                let mut wishes = [*wish, wish.map(|seat| self.facing(seat))];
                if self.sides_of(Some(*user)) < 2 {
                    wishes[1] = None;
                }
                for seat in wishes.into_iter().flatten() {
                    self.must_exist(seat)?;
                    if self.owner(seat).is_some_and(|owner| owner != *user) {
                        return Err(MatchError::SeatTaken(seat));
                    }
                }
                let two = self.sides_of(Some(*user)) > 1;
                let mut guests = self.guests.iter_mut().filter(|guest| guest.user == *user);
                guests.next().ok_or(MatchError::NotHere)?.wish = wishes[0];
                if let Some(guest) = guests.next().filter(|_| two) {
                    guest.wish = wishes[1];
                }
                Ok(Vec::new())
            }
            Event::Left { user } => {
                self.must_be_open()?;
                let before = self.guests.len();
                self.guests.retain(|guest| guest.user != *user);
                if self.guests.len() == before {
                    return Err(MatchError::NotHere);
                }
                if self.opener == Some(*user) {
                    let heir = self.guests.iter().find(|guest| !guest.user.is_machine());
                    let heir = heir.ok_or(MatchError::Inconsistent)?;
                    let heir = heir.user;
                    self.opener = Some(heir);
                    self.give_second_side(heir)?;
                }
                Ok(Vec::new())
            }
            // An event of another group.
            _ => Err(MatchError::Inconsistent),
        }
    }
}
