//! The next deadline of a match, and its consequences. A deadline is a stored time, not a countdown: the program
//! detects that it has passed when it next reads the match.

use serde::{Deserialize, Serialize};

use super::terms::{ABANDONED_AFTER, CLAIM_WINDOW, DAY, SEAT_WINDOW};
use super::{MatchState, Pace, Phase, UserId};
use crate::rules::Seat;

/// The kind of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// The time in which the table must be filled.
    Filling,
    /// The time of the player to move.
    Clock,
    /// The time in which anyone may take over the seat of the player to move, who ran out of time.
    Window,
    /// The time in which the opponents of a player who ran out of time may claim, give a day, or wait. After it the
    /// seat loses without a claim.
    Claim,
    /// The silence after which an untimed match ends.
    Silence,
}

/// A period that ends with a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// The kind of the deadline.
    pub due: Due,
    /// The beginning of the period, in seconds of the Unix epoch; in the future if the player is on vacation till
    /// then.
    pub runs: i64,
    /// The deadline, in seconds of the Unix epoch.
    pub at: i64,
    /// True if the period rests at weekends: from Saturday 0:00 to Monday 0:00 UTC no time passes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rests: bool,
}

/// A week, and its part from Monday to Friday, in seconds.
const WEEK: i64 = 7 * DAY;
const WORKDAYS: i64 = 5 * DAY;

/// The first Monday of the Unix epoch.
const MONDAY: i64 = 4 * DAY;

/// Returns the time from the first Monday of the Unix epoch to `at` without weekends, in seconds.
fn without_weekends(at: i64) -> i64 {
    let since = at - MONDAY;
    since.div_euclid(WEEK) * WORKDAYS + since.rem_euclid(WEEK).min(WORKDAYS)
}

/// Returns the time that is `seconds` after `at`, or before it if negative, weekends not counted. It is on a workday
/// unless `seconds` is 0.
fn after_workdays(at: i64, seconds: i64) -> i64 {
    if seconds == 0 {
        return at;
    }
    // The end of a week's workdays is Friday's midnight, not Sunday's.
    let last = without_weekends(at) + seconds - 1;
    MONDAY + last.div_euclid(WORKDAYS) * WEEK + last.rem_euclid(WORKDAYS) + 1
}

/// The consequence of a deadline that has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// Closes the table.
    Close,
    /// Ends the untimed match without a result.
    Abandon,
    /// Excuses the player to move, once, with new time.
    Excuse(Seat),
    /// Opens the seat of the player to move to anyone.
    Vacate(Seat),
    /// Lets the opponents claim.
    Flag(Seat),
    /// Makes the player to move lose on time: the seat drops out, or the match ends.
    TimeOut(Seat),
}

impl Expiry {
    /// Returns true if the player to move keeps thinking and only the clock changes, so that the consequence can be
    /// recorded together with a move.
    pub fn leaves_the_turn(self) -> bool {
        matches!(self, Expiry::Flag(_) | Expiry::Excuse(_))
    }
}

impl Timer {
    /// Returns the parts of the period, in percent, at whose end the player is reminded, or those who may claim or are
    /// invited. A turn that runs out calls the player three times: when it begins, once before its end, and at its end.
    pub fn reminders(self) -> &'static [u8] {
        match self.due {
            Due::Clock => &[75],
            Due::Silence => &[25, 50],
            Due::Claim | Due::Filling => &[50],
            Due::Window => &[],
        }
    }

    /// Returns a period that rests at weekends.
    pub fn resting(runs: i64, at: i64) -> Timer {
        Timer {
            due: Due::Clock,
            runs,
            at,
            rests: true,
        }
    }

    /// Returns the time that passes for the period from one moment to another, in seconds.
    fn passes(self, from: i64, until: i64) -> i64 {
        if self.rests {
            without_weekends(until) - without_weekends(from)
        } else {
            until - from
        }
    }

    /// Returns the moment at which `seconds` have passed for the period since `from`.
    fn after(self, from: i64, seconds: i64) -> i64 {
        if self.rests {
            after_workdays(from, seconds)
        } else {
            from.saturating_add(seconds)
        }
    }

    /// Returns the timer with a deadline that is later by this many seconds.
    pub(super) fn extended(self, seconds: i64) -> Timer {
        Timer {
            at: self.after(self.at, seconds),
            ..self
        }
    }

    /// Returns the time left at `now`, in seconds.
    fn left(self, now: i64) -> i64 {
        self.passes(now.max(self.runs), self.at).max(0)
    }

    /// Returns the end of a part of the period, in seconds of the Unix epoch.
    fn part(self, percent: u8) -> i64 {
        let part = self.passes(self.runs, self.at) * i64::from(percent) / 100;
        self.after(self.runs, part)
    }

    /// Returns the time of the next reminder or of the deadline after `now`. A deadline is returned even if it has
    /// passed.
    pub fn next(self, now: i64) -> i64 {
        let parts = self.reminders().iter().map(|percent| self.part(*percent));
        parts
            .filter(|at| *at > now)
            .min()
            .map_or(self.at, |at| at.min(self.at))
    }

    /// Returns true if a reminder is due by `now`.
    pub fn reminded(self, now: i64) -> bool {
        let mut parts = self.reminders().iter();
        parts.any(|percent| self.part(*percent) <= now)
    }

    /// Returns true for the time for a claim of a match of two in a record of an earlier version, which did not lead to
    /// a win. Such a flag is raised anew, so that the player has the time that is due from then on.
    fn is_outdated(self) -> bool {
        self.due == Due::Claim && self.passes(self.runs, self.at) > CLAIM_WINDOW
    }

    /// Returns the moments of the period, such as its deadline and the next reminder, moved by a time from `from` to
    /// `until` in which no player could act or, if `until` is before `from`, because the clock was set back. The
    /// remaining time is unchanged.
    pub fn given_back(self, from: i64, until: i64, moments: [i64; 3]) -> [i64; 3] {
        let concerned = if until < from {
            self.runs <= from
        } else {
            self.at > from
        };
        if !concerned {
            return moments;
        }
        let shift = if until < from {
            self.passes(from, until)
        } else {
            self.passes(from.max(self.runs), until).max(0)
        };
        moments.map(|moment| self.after(moment, shift))
    }
}

impl MatchState {
    /// Returns the consequence of the deadline; `None` if the match has none, or it has not passed.
    pub fn expired(&self, now: i64) -> Option<Expiry> {
        let passed = |timer: &Timer| timer.at <= now || timer.is_outdated();
        let timer = self.timer.filter(passed)?;
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
            Due::Claim if timer.is_outdated() => Expiry::Flag(seat),
            Due::Claim => Expiry::TimeOut(seat),
        })
    }

    /// Returns the timer of the next deadline.
    pub fn timer(&self) -> Option<Timer> {
        self.timer
    }

    /// Returns true if the player of the seat to move ran out of time, and the match goes on without asking.
    pub fn is_absent(&self, seat: Seat) -> bool {
        self.turn == Some(seat)
            && self
                .timer
                .is_some_and(|timer| matches!(timer.due, Due::Window | Due::Claim))
    }

    /// Returns true if a player has already been excused for running out of time.
    pub fn is_excused(&self, user: UserId) -> bool {
        self.excused.contains(&user)
    }

    /// Returns the seats that anyone may take over: offered by their players, freed by a moderator, or, with more than
    /// two players, by the clock.
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

    /// Returns true if vacations stop the clocks.
    pub fn heeds_vacations(&self) -> bool {
        !self.terms.is_some_and(|terms| terms.runs)
    }

    /// Returns the end of the vacation of a seat's player, in seconds of the Unix epoch; `None` if the player is not
    /// on vacation at `now`.
    pub fn away_until(&self, seat: Seat, now: i64) -> Option<i64> {
        let away = self.away.iter().find(|(away, _)| *away == seat)?;
        Some(away.1).filter(|until| *until > now)
    }

    /// Returns the thinking time of a seat, in seconds: for the seat to move the time left when its turn began; `None`
    /// without a clock.
    pub fn bank(&self, seat: Seat) -> Option<i64> {
        self.banks.get(seat.index()).copied()
    }

    /// Gives back the time of an outage.
    pub fn give_back(&mut self, outage: i64, from: i64, until: i64) {
        if outage <= self.outage {
            return;
        }
        self.outage = outage;
        if let Some(timer) = &mut self.timer {
            [timer.runs, timer.at, _] = timer.given_back(from, until, [timer.runs, timer.at, 0]);
        }
    }

    /// Records that every outage up to this number was over before the match was looked at.
    pub fn has_seen(&mut self, outage: i64) {
        self.outage = self.outage.max(outage);
    }

    /// Returns the number of the last outage that was given back.
    pub fn outage(&self) -> i64 {
        self.outage
    }

    /// Returns true if the clock of the seat to move is stopped because its player is unreachable.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Stops the clock of the seat to move with the time it had at `since`; returns true if a clock was running. A
    /// match that stays silent for very long still ends.
    pub(super) fn stop_clock(&mut self, since: i64, now: i64) -> bool {
        let Some(timer) = self.timer.filter(|timer| timer.due == Due::Clock) else {
            return false;
        };
        self.stopped = Some(timer.left(since));
        self.timer = Some(self.period(Due::Silence, now, ABANDONED_AFTER));
        true
    }

    /// Starts the timer of the seat to move.
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
            (Pace::Untimed, _) | (_, None) => self.period(Due::Silence, now, ABANDONED_AFTER),
            (_, Some(bank)) => self.clock(seat, now, bank),
        });
    }

    /// Returns a clock of this length in seconds, which runs from `now` or from the end of a vacation.
    pub(super) fn clock(&self, seat: Seat, now: i64, seconds: i64) -> Timer {
        let runs = self.away_until(seat, now).unwrap_or(now);
        self.period(Due::Clock, runs, seconds)
    }

    /// Returns a period of this length in seconds, which rests at weekends if the terms say so.
    fn period(&self, due: Due, runs: i64, seconds: i64) -> Timer {
        let empty = Timer {
            due,
            runs,
            at: runs,
            rests: self.terms.is_some_and(|terms| terms.rests),
        };
        empty.extended(seconds)
    }

    /// Returns the time left on the clock of the seat to move, in seconds.
    pub(super) fn left(&self, now: i64) -> i64 {
        match self.timer {
            Some(timer) if timer.due == Due::Clock => timer.left(now),
            _ => self.stopped.unwrap_or(0),
        }
    }

    /// Returns true if a user has given time to the seat to move in its current turn.
    pub fn has_given(&self, user: UserId) -> bool {
        self.gifts.contains(&user)
    }

    /// Charges a move to the seat's time and adds the increment. A player who was allowed to move after running out of
    /// time gets at least a day for the next move: a bank without increment would otherwise remain empty.
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

    /// Returns the timer of the window in which anyone may take over the seat to move.
    pub(super) fn window(&self, now: i64) -> Timer {
        self.period(Due::Window, now, SEAT_WINDOW)
    }

    /// Returns the timer of the time in which the opponents may claim, `wait` seconds as recorded with the flag.
    pub(super) fn claim(&self, now: i64, wait: Option<i64>) -> Timer {
        let before = if self.size <= 2 {
            ABANDONED_AFTER
        } else {
            CLAIM_WINDOW
        };
        self.period(Due::Claim, now, wait.unwrap_or(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600;

    fn is_workday(at: i64) -> bool {
        (at - MONDAY).rem_euclid(WEEK) < WORKDAYS
    }

    /// Compared with hours counted one by one, over three weeks and across the beginning of the Unix epoch.
    #[test]
    fn time_without_weekends_is_the_hours_of_workdays() {
        for from in (-10 * DAY..11 * DAY).step_by(5 * HOUR as usize) {
            let mut passed = 0;
            for hour in 0..400 {
                let at = from + hour * HOUR;
                let timer = Timer::resting(from, at);
                assert_eq!(timer.passes(from, at), passed, "{from} {at}");
                assert_eq!(timer.passes(at, from), -passed);
                assert_eq!(timer.left(from), passed);
                let after = timer.after(from, passed);
                assert_eq!(timer.passes(from, after), passed);
                assert!(after <= at && (passed == 0 || is_workday(after - 1)));
                passed += if is_workday(at) { HOUR } else { 0 };
            }
        }
    }
}
