//! Terms of a match: the players' thinking time, and the consequences of exceeding it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::UserId;
use crate::engine::Level;

/// A day, in seconds.
pub const DAY: i64 = 86_400;

/// The choices of days per move.
pub const DAYS_PER_MOVE: [u8; 7] = [1, 2, 3, 5, 7, 10, 14];

/// The silence after which an untimed match ends: 60 days, in seconds.
pub const ABANDONED_AFTER: i64 = 60 * DAY;

/// The time in which anyone may take over the seat of a player who ran out of time: 3 days, in seconds.
pub const SEAT_WINDOW: i64 = 3 * DAY;

/// The time in which the opponents of a player who ran out of time in a soft match may claim. After it the seat loses
/// without a claim: 7 days, in seconds. With more than two players it follows [`SEAT_WINDOW`].
pub const CLAIM_WINDOW: i64 = 7 * DAY;

/// The pace of a match: a player's thinking time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// A number of days for every move: one of [`DAYS_PER_MOVE`].
    PerMove {
        /// Days, from 1 to 14.
        days: u8,
    },
    /// A bank of time for the whole match, to which every move adds.
    Bank {
        /// Days at the start, from 1 to 60.
        days: u8,
        /// Days that every move adds, from 0 to 14.
        add: u8,
        /// Upper bound of the days that can be saved, from `days` to 60.
        cap: u8,
    },
    /// No bound; the match ends after a silence of [`ABANDONED_AFTER`].
    Untimed,
}

/// The terms of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The players' thinking time.
    pub pace: Pace,
    /// True if the clock alone decides. Otherwise the opponents may claim, give a day, or wait.
    pub hard: bool,
    /// Number of days that the table waits to be filled, from 1 to 30.
    pub open: u8,
    /// The level of the machine that takes over an abandoned seat in games of more than two players, who accept this
    /// by joining. `None` leaves such a seat to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<u8>,
    /// True if the match changes no rating.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
    /// True if the clocks rest at weekends: see [`Timer::rests`](super::Timer::rests).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rests: bool,
    /// True if the clocks run on while their players are on vacation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub runs: bool,
    /// The number of people in a game of four seats, 2 or 3, if they are fewer than the seats. Of two, each leads two
    /// sides that face each other; of three, the opener does. `None` for one seat each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<u8>,
}

impl Pace {
    /// A bank of 7 days, to which every move adds one, up to 14.
    pub const BANK: Pace = Pace::Bank {
        days: 7,
        add: 1,
        cap: 14,
    };

    /// Returns the thinking time of a seat at the start, in seconds; `None` without a clock.
    pub fn start(self) -> Option<i64> {
        match self {
            Pace::PerMove { days } | Pace::Bank { days, .. } => Some(i64::from(days) * DAY),
            Pace::Untimed => None,
        }
    }

    /// Returns the time of a player who is excused for running out of time, or who takes over a seat, in seconds: the
    /// time of one move, or with a bank the days that a move adds, but at least two.
    pub fn fresh(self) -> Option<i64> {
        match self {
            Pace::PerMove { days } => Some(i64::from(days) * DAY),
            Pace::Bank { add, .. } => Some(i64::from(add.max(2)) * DAY),
            Pace::Untimed => None,
        }
    }

    /// Returns the time of a seat for its next move, after a move that was made with `left` seconds left.
    pub fn after_move(self, left: i64) -> Option<i64> {
        match self {
            Pace::PerMove { days } => Some(i64::from(days) * DAY),
            Pace::Bank { add, cap, .. } => {
                let more = left.max(0) + i64::from(add) * DAY;
                Some(more.min(i64::from(cap) * DAY))
            }
            Pace::Untimed => None,
        }
    }
}

impl Default for Terms {
    /// Returns a bank of 7 days to which every move adds one, up to 14; soft; a week to fill the table.
    fn default() -> Self {
        Terms {
            pace: Pace::BANK,
            hard: false,
            open: 7,
            machine: None,
            unrated: false,
            rests: false,
            runs: false,
            people: None,
        }
    }
}

impl Terms {
    /// Checks that a match can be played on these terms.
    ///
    /// # Errors
    /// Returns a sentence about the fault.
    pub fn check(&self) -> Result<(), String> {
        match self.pace {
            Pace::PerMove { days } if !DAYS_PER_MOVE.contains(&days) => {
                return Err("A move can have 1, 2, 3, 5, 7, 10 or 14 days.".to_owned());
            }
            Pace::Bank { days, add, cap }
                if !(1..=60).contains(&days) || add > 14 || cap < days || cap > 60 =>
            {
                return Err(
                    "A bank has 1 to 60 days, a move adds at most 14, and the most that can be saved is from the days \
                     at the beginning up to 60."
                        .to_owned(),
                );
            }
            _ => {}
        }
        if !(1..=30).contains(&self.open) {
            return Err("A table can wait 1 to 30 days for players.".to_owned());
        }
        if self
            .machine
            .is_some_and(|number| Level::numbered(number).is_none())
        {
            return Err("The machine has the levels 1 to 8.".to_owned());
        }
        if self.people.is_some_and(|people| !(2..=3).contains(&people)) {
            return Err("A game of four can have two or three people instead.".to_owned());
        }
        if self.rests && self.pace == Pace::Untimed {
            return Err("An untimed game has no clock that could rest at weekends.".to_owned());
        }
        Ok(())
    }

    /// Returns the terms of a match that is opened with these users in the seats: one seat each, unless those who lead
    /// two sides lead sides that face each other.
    pub fn for_seats(self, seats: &[Option<UserId>], opener: UserId) -> Terms {
        let faces = |seat: usize| seats[seat] == seats[(seat + seats.len() / 2) % seats.len()];
        let once = |user: UserId| seats.iter().filter(|other| **other == Some(user)).count() == 1;
        let fits = seats.iter().enumerate().all(|(seat, user)| match user {
            Some(user) if self.people == Some(3) && *user != opener => once(*user),
            Some(_) => faces(seat),
            None => true,
        });
        Terms {
            people: self.people.filter(|_| fits),
            ..self
        }
    }

    /// Returns the machine that takes over an abandoned seat.
    pub fn stand_in(&self) -> Option<UserId> {
        let level = self.machine.and_then(Level::numbered)?;
        Some(UserId::machine(level))
    }

    /// Reads the text of terms: `move:3 soft open:7`, `untimed soft open:7 machine:5 unrated`, `bank:7+1/14 hard open:7 rests`.
    pub fn from_text(text: &str) -> Option<Terms> {
        let mut words = text.split(' ');
        let (name, value) = words.next()?.split_once(':').unwrap_or(("untimed", ""));
        let pace = match name {
            "move" => Pace::PerMove {
                days: value.parse().ok()?,
            },
            "bank" => {
                let (days, rest) = value.split_once('+')?;
                let (add, cap) = rest.split_once('/')?;
                Pace::Bank {
                    days: days.parse().ok()?,
                    add: add.parse().ok()?,
                    cap: cap.parse().ok()?,
                }
            }
            "untimed" if text.starts_with("untimed ") => Pace::Untimed,
            _ => return None,
        };
        let hard = match words.next()? {
            "hard" => true,
            "soft" => false,
            _ => return None,
        };
        let open = words.next()?.strip_prefix("open:")?.parse().ok()?;
        let mut terms = Terms {
            pace,
            hard,
            open,
            machine: None,
            unrated: false,
            rests: false,
            runs: false,
            people: None,
        };
        for word in words {
            match word.split_once(':') {
                Some(("machine", level)) => terms.machine = Some(level.parse().ok()?),
                Some(("people", number)) => terms.people = Some(number.parse().ok()?),
                None if word == "unrated" => terms.unrated = true,
                None if word == "rests" => terms.rests = true,
                None if word == "runs" => terms.runs = true,
                _ => return None,
            }
        }
        (terms.to_string() == text && terms.check().is_ok()).then_some(terms)
    }
}

impl FromStr for Terms {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Terms::from_text(text).ok_or("no terms of a match")
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pace {
            Pace::PerMove { days } => write!(f, "move:{days}")?,
            Pace::Bank { days, add, cap } => write!(f, "bank:{days}+{add}/{cap}")?,
            Pace::Untimed => f.write_str("untimed")?,
        }
        let hard = if self.hard { "hard" } else { "soft" };
        write!(f, " {hard} open:{}", self.open)?;
        if let Some(number) = self.machine {
            write!(f, " machine:{number}")?;
        }
        f.write_str(if self.unrated { " unrated" } else { "" })?;
        f.write_str(if self.rests { " rests" } else { "" })?;
        f.write_str(if self.runs { " runs" } else { "" })?;
        match self.people {
            Some(number) => write!(f, " people:{number}"),
            None => Ok(()),
        }
    }
}
