//! What runs out next in a match, and what happens then. A deadline is a time that is stored, not a countdown: it is
//! found to have passed when somebody looks.

use serde::{Deserialize, Serialize};

use super::terms::{ABANDONED_AFTER, CLAIM_WINDOW, DAY, SEAT_WINDOW};
use super::{MatchState, Pace, Phase, UserId};
use crate::rules::Seat;

/// What runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// The time in which the table must be filled.
    Filling,
    /// The time of the player to move.
    Clock,
    /// The time in which anyone may take over the seat of the player to move, who has thought too long.
    Window,
    /// The time in which the opponents of a player who has thought too long may claim, give a day, or wait.
    Claim,
    /// The silence after which an untimed match ends.
    Silence,
}

/// Something that runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// What.
    pub due: Due,
    /// Since when it runs (it may be in the future: the player is on vacation till then), in seconds of the Unix
    /// epoch.
    pub runs: i64,
    /// When it has run out, in seconds of the Unix epoch.
    pub at: i64,
}

/// What happens to a match whose timer has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// The table is closed.
    Close,
    /// The match ends without a result.
    Abandon,
    /// The player to move is excused, once, and has time again.
    Excuse(Seat),
    /// Anyone may take over the seat of the player to move.
    Vacate(Seat),
    /// The opponents may claim.
    Flag(Seat),
    /// The player to move has lost by time: the seat drops out, or the match ends.
    TimeOut(Seat),
}

impl Expiry {
    /// Whether the player to move goes on thinking as if nothing but their clock had changed, so that it can happen
    /// together with their move.
    pub fn leaves_the_turn(self) -> bool {
        matches!(self, Expiry::Flag(_) | Expiry::Excuse(_))
    }
}

impl Timer {
    /// The parts of the time, in percent, at whose end the player is reminded.
    pub fn reminders(self) -> &'static [u8] {
        match self.due {
            Due::Clock => &[50, 80, 95],
            Due::Silence => &[25, 50],
            Due::Filling | Due::Window | Due::Claim => &[],
        }
    }

    /// When that part of the time is over, in seconds of the Unix epoch.
    fn part(self, percent: u8) -> i64 {
        self.runs + (self.at - self.runs) * i64::from(percent) / 100
    }

    /// When there is something to do next, after `now`: a reminder or the end. The end is not skipped though it has
    /// passed.
    pub fn next(self, now: i64) -> i64 {
        let parts = self.reminders().iter().map(|percent| self.part(*percent));
        parts
            .filter(|at| *at > now)
            .min()
            .map_or(self.at, |at| at.min(self.at))
    }

    /// The last reminder whose time has come by `now`, in percent.
    pub fn reminded(self, now: i64) -> Option<u8> {
        let parts = self.reminders().iter().copied();
        parts.filter(|percent| self.part(*percent) <= now).max()
    }

    /// How far it moves for a time from `from` to `until` in which nobody could have acted; or, where `until` lies
    /// before `from`, because the clock was set back. What is left of it stays the same.
    pub fn given_back(self, from: i64, until: i64) -> i64 {
        if until < from {
            return if self.runs <= from { until - from } else { 0 };
        }
        if self.at <= from {
            return 0;
        }
        (until - from.max(self.runs)).max(0)
    }
}

impl MatchState {
    /// What happens now that the timer has run out; `None` while it has not, or where there is not one.
    pub fn expired(&self, now: i64) -> Option<Expiry> {
        let timer = self.timer.filter(|timer| timer.at <= now)?;
        let terms = self.terms?;
        if self.phase == Phase::Open {
            return Some(Expiry::Close);
        }
        let seat = self.turn?;
        let two = self.size <= 2;
        Some(match timer.due {
            Due::Filling => Expiry::Close,
            Due::Silence => Expiry::Abandon,
            Due::Clock if two && terms.hard => Expiry::TimeOut(seat),
            Due::Clock if two => Expiry::Flag(seat),
            Due::Clock if !self.is_excused(self.owner(seat)?) => Expiry::Excuse(seat),
            Due::Clock => Expiry::Vacate(seat),
            Due::Window if terms.hard => Expiry::TimeOut(seat),
            Due::Window => Expiry::Flag(seat),
            Due::Claim if two => Expiry::Abandon,
            Due::Claim => Expiry::TimeOut(seat),
        })
    }

    /// What runs out next.
    pub fn timer(&self) -> Option<Timer> {
        self.timer
    }

    /// Whether the player of the seat to move has thought too long, and the match goes on without asking them.
    pub fn is_absent(&self, seat: Seat) -> bool {
        self.turn == Some(seat)
            && self
                .timer
                .is_some_and(|timer| matches!(timer.due, Due::Window | Due::Claim))
    }

    /// Whether a player has been excused already for thinking too long.
    pub fn is_excused(&self, user: UserId) -> bool {
        self.excused.contains(&user)
    }

    /// The seats that anyone may take over: offered by their players, freed by a moderator, or by the clock where more
    /// than two play.
    pub fn vacant(&self) -> Vec<Seat> {
        let seats = (0..self.size).map(Seat);
        seats
            .filter(|seat| {
                self.offered.contains(seat)
                    || self.is_freed(*seat)
                    || (self.size > 2 && self.is_absent(*seat))
            })
            .collect()
    }

    /// Until when the player of a seat is on vacation, in seconds of the Unix epoch; `None` where they are not at
    /// `now`.
    pub fn away_until(&self, seat: Seat, now: i64) -> Option<i64> {
        let away = self.away.iter().find(|(away, _)| *away == seat)?;
        Some(away.1).filter(|until| *until > now)
    }

    /// What a seat has to think: for the seat to move what was left when its turn began, in seconds; `None` where
    /// nobody counts.
    pub fn bank(&self, seat: Seat) -> Option<i64> {
        self.banks.get(seat.index()).copied()
    }

    /// Gives back a time in which the bot was away.
    pub fn give_back(&mut self, outage: i64, from: i64, until: i64) {
        if outage <= self.outage {
            return;
        }
        self.outage = outage;
        if let Some(timer) = &mut self.timer {
            let more = timer.given_back(from, until);
            timer.at += more;
            timer.runs += more;
        }
    }

    /// Every outage up to this number was over before the match was looked at.
    pub fn has_seen(&mut self, outage: i64) {
        self.outage = self.outage.max(outage);
    }

    /// The number of the last outage that has been given back.
    pub fn outage(&self) -> i64 {
        self.outage
    }

    /// Whether the clock of the seat to move has been stopped because its player cannot be reached.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Stops the clock of the seat to move as it was at `since`; true where one runs. A match of which nothing is heard
    /// for very long ends all the same.
    pub(super) fn stop_clock(&mut self, since: i64, now: i64) -> bool {
        let Some(timer) = self.timer.filter(|timer| timer.due == Due::Clock) else {
            return false;
        };
        self.stopped = Some((timer.at - since.max(timer.runs)).max(0));
        self.timer = Some(Timer {
            due: Due::Silence,
            runs: now,
            at: now + ABANDONED_AFTER,
        });
        true
    }

    /// Starts what runs for the seat to move.
    pub(super) fn start_timer(&mut self, now: i64) {
        self.stopped = None;
        let (Some(terms), Some(seat)) = (self.terms, self.turn) else {
            self.timer = None;
            return;
        };
        if !self.is_timed(seat) {
            self.timer = None;
            return;
        }
        self.timer = Some(match (terms.pace, self.bank(seat)) {
            (Pace::Untimed, _) | (_, None) => Timer {
                due: Due::Silence,
                runs: now,
                at: now + ABANDONED_AFTER,
            },
            (_, Some(bank)) => self.clock(seat, now, bank),
        });
    }

    /// A clock with so many seconds, which runs from `now` or from the end of a vacation.
    pub(super) fn clock(&self, seat: Seat, now: i64, seconds: i64) -> Timer {
        let runs = self.away_until(seat, now).unwrap_or(now);
        Timer {
            due: Due::Clock,
            runs,
            at: runs + seconds,
        }
    }

    /// What the clock of the seat to move shows, in seconds.
    pub(super) fn left(&self, now: i64) -> i64 {
        match self.timer {
            Some(timer) if timer.due == Due::Clock => (timer.at - now.max(timer.runs)).max(0),
            _ => self.stopped.unwrap_or(0),
        }
    }

    /// Whether a user has given time to the seat to move since its turn began.
    pub fn has_given(&self, user: UserId) -> bool {
        self.gifts.contains(&user)
    }

    /// A move takes from what the seat has, and adds to it. The one who moves after their time was over, and was let, has a
    /// day at least for the next move: a store to which nothing is added would be empty for ever.
    pub(super) fn charge(&mut self, seat: Seat, now: i64) {
        if !self.is_timed(seat) {
            return;
        }
        let left = self.left(now);
        let least = if left == 0 { DAY } else { 0 };
        let next = self.terms.and_then(|terms| terms.pace.after_move(left));
        let next = next.map(|next| next.max(least));
        if let (Some(next), Some(bank)) = (next, self.banks.get_mut(seat.index())) {
            *bank = next;
        }
    }

    /// The window in which anyone may take over the seat to move.
    pub(super) fn window(now: i64) -> Timer {
        Timer {
            due: Due::Window,
            runs: now,
            at: now + SEAT_WINDOW,
        }
    }

    /// The time in which the opponents may claim.
    pub(super) fn claim(&self, now: i64) -> Timer {
        let wait = if self.size <= 2 {
            ABANDONED_AFTER
        } else {
            CLAIM_WINDOW
        };
        Timer {
            due: Due::Claim,
            runs: now,
            at: now + wait,
        }
    }
}
