//! Application of one event: its validity, the next state, and its effects.

mod clock;
mod guests;
mod moderation;
mod owners;
mod play;
mod seating;

use super::{Due, Effect, Event, Guest, MatchError, MatchState, UserId};
use crate::rules::Seat;

impl MatchState {
    /// Returns the match after `event` at the time `now` (seconds of the Unix epoch), and the effects of the event.
    ///
    /// # Errors
    /// Returns the reason why the event cannot happen to this match in its current state.
    pub fn step(&self, event: &Event, now: i64) -> Result<(MatchState, Vec<Effect>), MatchError> {
        let mut next = self.clone();
        next.ply += 1;
        let effects = next.take(event, now)?;
        if event.changes_position() {
            next.changed = next.ply;
        }
        Ok((next, effects))
    }

    fn take(&mut self, event: &Event, now: i64) -> Result<Vec<Effect>, MatchError> {
        match event {
            Event::Opened { .. }
            | Event::Agreed { .. }
            | Event::Drawn { .. }
            | Event::Seated { .. }
            | Event::Began { .. } => self.take_seating(event, now),
            Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Declined { .. }
            | Event::Wished { .. }
            | Event::Left { .. } => self.take_guests(event, now),
            Event::Moved { .. }
            | Event::Answered { .. }
            | Event::Rolled { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::Ended { .. } => self.take_play(event, now),
            Event::Flagged { .. }
            | Event::Excused { .. }
            | Event::Gifted { .. }
            | Event::Away { .. }
            | Event::Back { .. }
            | Event::Unreachable { .. }
            | Event::Reached { .. } => self.take_clock(event, now),
            Event::Vacated { .. } | Event::Kept { .. } | Event::Substituted { .. } => {
                self.take_owners(event, now)
            }
            Event::Moderated { .. } => self.take_moderation(event, now),
            Event::Erased { .. } => Ok(Vec::new()),
            // The event needs an earlier state of the match: see `MatchState::undo`.
            Event::Undone { .. } => Err(MatchError::Inconsistent),
        }
    }

    /// Drops a seat out of the game and passes the turn to `next`.
    fn drop_out(&mut self, seat: Seat, next: Seat, now: i64) -> Result<Vec<Effect>, MatchError> {
        self.must_exist(seat)?;
        if self.is_out(seat) {
            return Err(MatchError::Out);
        }
        self.out.push(seat);
        self.offered.retain(|offered| *offered != seat);
        self.freed.retain(|freed| *freed != seat);
        if self.turn == Some(next) {
            return Ok(Vec::new());
        }
        self.turn_to(next, now)
    }

    /// Gives the seat to move new time.
    fn refresh(&mut self, seat: Seat, now: i64) {
        if let Some(fresh) = self.terms.and_then(|terms| terms.pace.fresh()) {
            self.timer = Some(self.clock(seat, now, fresh));
        }
    }

    /// Restarts the clock of a seat whose vacation begins or ends, with the same time left.
    fn restart_clock(&mut self, seat: Seat, now: i64, left: i64) {
        if self.turn == Some(seat) && self.timer.is_some_and(|timer| timer.due == Due::Clock) {
            self.timer = Some(self.clock(seat, now, left));
        }
    }

    fn must_be_their_turn(&self, seat: Seat) -> Result<(), MatchError> {
        self.must_be_played()?;
        (self.turn == Some(seat))
            .then_some(())
            .ok_or(MatchError::NotTheirTurn)
    }

    /// Gives a user a place at the open table, and reports if it was the last one.
    fn admit(&mut self, user: UserId, wish: Option<Seat>) -> Result<Vec<Effect>, MatchError> {
        if let Some(seat) = wish {
            self.must_exist(seat)?;
            if self.owner(seat).is_some() {
                return Err(MatchError::SeatTaken(seat));
            }
        }
        self.guests.push(Guest { user, wish });
        self.give_second_side(user)?;
        // A table must belong to a person: a machine, which cannot close it, yields it to the first person who joins.
        if self.opener.is_some_and(UserId::is_machine) && !user.is_machine() {
            self.opener = Some(user);
        }
        let full = self.guests.len() == usize::from(self.size);
        Ok(if full { vec![Effect::Full] } else { Vec::new() })
    }

    /// Gives a guest who leads two sides the second one, across the board from the first where that one is free.
    fn give_second_side(&mut self, user: UserId) -> Result<(), MatchError> {
        let mut sides = self.guests.iter().filter(|guest| guest.user == user);
        let (first, second) = (sides.next(), sides.next());
        let (Some(first), None) = (first, second) else {
            return Ok(());
        };
        if self.sides_of(Some(user)) < 2 {
            return Ok(());
        }
        if self.guests.len() == usize::from(self.size) {
            return Err(MatchError::NoPlace);
        }
        let wish = first.wish.map(|seat| self.facing(seat));
        let wish = wish.filter(|seat| self.owner(*seat).is_none());
        self.guests.push(Guest { user, wish });
        Ok(())
    }

    fn turn_to(&mut self, seat: Seat, now: i64) -> Result<Vec<Effect>, MatchError> {
        self.must_exist(seat)?;
        self.turn = Some(seat);
        self.since = now;
        self.gifts.clear();
        self.start_timer(now);
        Ok(vec![Effect::Turn(seat)])
    }

    fn must_exist(&self, seat: Seat) -> Result<(), MatchError> {
        (seat.0 < self.size)
            .then_some(())
            .ok_or(MatchError::NoSuchSeat)
    }

    fn must_be_new(&self, user: UserId) -> Result<(), MatchError> {
        let here = self.guests.iter().any(|guest| guest.user == user);
        if here || self.invited.contains(&user) {
            return Err(MatchError::AlreadyHere);
        }
        Ok(())
    }
}
