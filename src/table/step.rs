//! One event: whether it can happen, what it makes of the match, and what follows.

use super::{Effect, Event, Fault, Guest, Phase, Table, Tenure, UserId};
use crate::rules::Seat;

impl Table {
    /// The match after `event` at the time `now` (seconds of the Unix epoch), and what follows from it.
    ///
    /// # Errors
    /// Why it cannot happen to this match as it stands.
    pub fn step(&self, event: &Event, now: i64) -> Result<(Table, Vec<Effect>), Fault> {
        let mut next = self.clone();
        next.ply += 1;
        let effects = next.take(event, now)?;
        Ok((next, effects))
    }

    fn take(&mut self, event: &Event, now: i64) -> Result<Vec<Effect>, Fault> {
        match event {
            Event::Opened { user, wish } => {
                if self.opener.is_some() {
                    return Err(Fault::Nonsense);
                }
                self.opener = Some(*user);
                self.since = now;
                self.admit(*user, *wish)
            }
            Event::Invited { user } => {
                self.must_be_open()?;
                self.must_be_new(*user)?;
                if self.places() == 0 {
                    return Err(Fault::NoPlace);
                }
                self.invited.push(*user);
                Ok(Vec::new())
            }
            Event::Joined { user, wish } => {
                self.must_be_open()?;
                if let Some(index) = self.invited.iter().position(|invited| invited == user) {
                    self.invited.remove(index);
                } else if self.opener != Some(*user) {
                    // The opener may have asked to play several seats: there the table itself invites them.
                    self.must_be_new(*user)?;
                }
                if self.places() == 0 {
                    return Err(if self.invited.is_empty() {
                        Fault::NoPlace
                    } else {
                        Fault::Kept
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
                    .ok_or(Fault::NotHere)
            }
            Event::Left { user } => {
                self.must_be_open()?;
                let before = self.guests.len();
                self.guests.retain(|guest| guest.user != *user);
                (self.guests.len() < before)
                    .then(Vec::new)
                    .ok_or(Fault::NotHere)
            }
            Event::Drawn { text } => {
                self.must_be_open()?;
                text.contains('=').then(Vec::new).ok_or(Fault::Nonsense)
            }
            Event::Seated { seat, user } => {
                self.must_be_open()?;
                self.must_exist(*seat)?;
                if self.tenures.iter().any(|tenure| tenure.seat == *seat) {
                    return Err(Fault::SeatTaken(*seat));
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
                    return Err(Fault::Nonsense);
                }
                self.phase = Phase::Playing;
                self.guests.clear();
                self.turn_to(*next, now)
            }
            Event::Moved {
                seat, user, next, ..
            } => {
                self.must_be_played()?;
                if self.owner(*seat) != Some(*user) {
                    return Err(Fault::NotAPlayer);
                }
                if self.turn != Some(*seat) {
                    return Err(Fault::NotTheirTurn);
                }
                self.moves += 1;
                // A new round begins when the order of play comes back to a seat at or before the last mover's.
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
                    return Err(Fault::NotAPlayer);
                }
                if self.is_out(*seat) {
                    return Err(Fault::Out);
                }
                self.out.push(*seat);
                if self.turn == Some(*next) {
                    return Ok(Vec::new());
                }
                self.turn_to(*next, now)
            }
            Event::Ended { ending } => {
                if matches!(self.phase, Phase::Over(_)) {
                    return Err(Fault::Over);
                }
                let begun = self.phase == Phase::Playing;
                let expected = if begun { usize::from(self.size) } else { 0 };
                if ending.quarters.len() != expected || ending.placings.len() != expected {
                    return Err(Fault::Nonsense);
                }
                self.phase = Phase::Over(ending.clone());
                self.guests.clear();
                self.invited.clear();
                self.turn = None;
                self.since = now;
                Ok(vec![Effect::Over])
            }
        }
    }

    /// Gives a place at the open table, and says when that was the last one.
    fn admit(&mut self, user: UserId, wish: Option<Seat>) -> Result<Vec<Effect>, Fault> {
        if let Some(seat) = wish {
            self.must_exist(seat)?;
            if self.owner(seat).is_some() {
                return Err(Fault::SeatTaken(seat));
            }
        }
        self.guests.push(Guest { user, wish });
        let full = self.guests.len() == usize::from(self.size);
        Ok(if full { vec![Effect::Full] } else { Vec::new() })
    }

    fn turn_to(&mut self, seat: Seat, now: i64) -> Result<Vec<Effect>, Fault> {
        self.must_exist(seat)?;
        self.turn = Some(seat);
        self.since = now;
        Ok(vec![Effect::Turn(seat)])
    }

    fn must_exist(&self, seat: Seat) -> Result<(), Fault> {
        (seat.0 < self.size).then_some(()).ok_or(Fault::NoSuchSeat)
    }

    fn must_be_new(&self, user: UserId) -> Result<(), Fault> {
        let here = self.guests.iter().any(|guest| guest.user == user);
        if here || self.invited.contains(&user) {
            return Err(Fault::AlreadyHere);
        }
        Ok(())
    }
}
