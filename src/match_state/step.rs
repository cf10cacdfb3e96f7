//! One event: whether it can happen, what it makes of the match, and what follows.

use super::{
    DAY, Due, Effect, Event, Guest, MatchError, MatchState, Moderation, Phase, Tenure, Timer,
    UserId,
};
use crate::rules::Seat;

impl MatchState {
    /// The match after `event` at the time `now` (seconds of the Unix epoch), and what follows from it.
    ///
    /// # Errors
    /// Why it cannot happen to this match as it stands.
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
            Event::Opened { user, wish } => {
                if self.opener.is_some() {
                    return Err(MatchError::Nonsense);
                }
                self.opener = Some(*user);
                self.since = now;
                self.admit(*user, *wish)
            }
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
                    // The opener may have asked to play several seats: there the table itself invites them. The
                    // machine takes as many as it is given.
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
                if let Some(seat) = wish {
                    self.must_exist(*seat)?;
                    if self.owner(*seat).is_some_and(|owner| owner != *user) {
                        return Err(MatchError::SeatTaken(*seat));
                    }
                }
                let guest = self.guests.iter_mut().find(|guest| guest.user == *user);
                guest.ok_or(MatchError::NotHere)?.wish = *wish;
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
                    let heir = self.guests.first().ok_or(MatchError::Nonsense)?;
                    self.opener = Some(heir.user);
                }
                Ok(Vec::new())
            }
            Event::Drawn { text } => {
                self.must_be_open()?;
                text.contains('=')
                    .then(Vec::new)
                    .ok_or(MatchError::Nonsense)
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
                    return Err(MatchError::Nonsense);
                }
                self.phase = Phase::Playing;
                self.guests.clear();
                let start = self.terms.and_then(|terms| terms.pace.start());
                self.banks = start.map_or_else(Vec::new, |start| vec![start; self.tenures.len()]);
                self.turn_to(*next, now)
            }
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
                    return Err(MatchError::Nonsense);
                }
                self.phase = Phase::Over(ending.clone());
                self.guests.clear();
                self.invited.clear();
                self.turn = None;
                self.since = now;
                self.timer = None;
                self.stopped = None;
                self.offered.clear();
                self.freed.clear();
                Ok(vec![Effect::Over])
            }
            Event::Agreed { terms } => {
                self.must_be_open()?;
                self.terms = Some(*terms);
                self.timer = Some(Timer {
                    due: Due::Filling,
                    runs: now,
                    at: now + i64::from(terms.open) * DAY,
                });
                Ok(Vec::new())
            }
            Event::Flagged { seat } => {
                self.must_be_their_turn(*seat)?;
                self.timer = Some(self.claim(now));
                Ok(Vec::new())
            }
            Event::Excused { seat, user } => {
                self.must_be_their_turn(*seat)?;
                self.excused.push(*user);
                self.refresh(*seat, now);
                Ok(Vec::new())
            }
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
                        self.timer = Some(MatchState::window(now));
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
                if !self.vacant().contains(seat) {
                    return Err(MatchError::NotVacant);
                }
                let ply = self.ply;
                let held = |tenure: &&mut Tenure| tenure.seat == *seat && tenure.until.is_none();
                let before = self.tenures.iter_mut().find(held);
                before.ok_or(MatchError::Nonsense)?.until = Some(ply);
                self.tenures.push(Tenure {
                    seat: *seat,
                    user: *user,
                    from: ply,
                    until: None,
                });
                self.offered.retain(|offered| offered != seat);
                self.freed.retain(|freed| freed != seat);
                self.away.retain(|(away, _)| away != seat);
                let fresh = self.terms.and_then(|terms| terms.pace.fresh());
                if let (Some(fresh), Some(bank)) = (fresh, self.banks.get_mut(seat.index())) {
                    *bank = fresh.max(*bank);
                }
                if self.turn == Some(*seat) {
                    self.start_timer(now);
                }
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
                    Some(timer) if timer.due == Due::Clock => Some(Timer {
                        at: timer.at.saturating_add(*seconds),
                        ..timer
                    }),
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
                    .ok_or(MatchError::Nonsense)
            }
            Event::Reached { seat } => {
                self.must_be_their_turn(*seat)?;
                let left = self.stopped.take().ok_or(MatchError::Nonsense)?;
                self.timer = Some(self.clock(*seat, now, left));
                Ok(Vec::new())
            }
            Event::Moderated { deed, seat, .. } => {
                match (deed, seat) {
                    (Moderation::Close, _) => self.must_be_open()?,
                    (Moderation::End, _) => self.must_be_played()?,
                    (Moderation::Hide, _) => self.hidden = true,
                    (Moderation::Show, _) => self.hidden = false,
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
                    (Moderation::Free, _) => return Err(MatchError::Nonsense),
                }
                Ok(Vec::new())
            }
            Event::Erased { .. } => Ok(Vec::new()),
            // It needs the match as it was: see `MatchState::undo`.
            Event::Undone { .. } => Err(MatchError::Nonsense),
        }
    }

    /// A seat leaves a game; what is left of the match, if anything, is for the next.
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

    /// New time for the seat to move.
    fn refresh(&mut self, seat: Seat, now: i64) {
        if let Some(fresh) = self.terms.and_then(|terms| terms.pace.fresh()) {
            self.timer = Some(self.clock(seat, now, fresh));
        }
    }

    /// A vacation begins or ends: what is left of the seat's time is left.
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

    /// Gives a place at the open table, and says when that was the last one.
    fn admit(&mut self, user: UserId, wish: Option<Seat>) -> Result<Vec<Effect>, MatchError> {
        if let Some(seat) = wish {
            self.must_exist(seat)?;
            if self.owner(seat).is_some() {
                return Err(MatchError::SeatTaken(seat));
            }
        }
        self.guests.push(Guest { user, wish });
        let full = self.guests.len() == usize::from(self.size);
        Ok(if full { vec![Effect::Full] } else { Vec::new() })
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
