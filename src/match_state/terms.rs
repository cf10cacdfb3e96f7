//! The terms that a match is played on: how long a player may think, and what happens when they think longer.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::UserId;
use crate::engine::Level;

/// A day, in seconds.
pub const DAY: i64 = 86_400;

/// Days per move that can be chosen.
pub const DAYS_PER_MOVE: [u8; 7] = [1, 2, 3, 5, 7, 10, 14];

/// After how long without a move an untimed match ends, and one whose flagged player nobody claims against: 60 days,
/// in seconds.
pub const ABANDONED_AFTER: i64 = 60 * DAY;

/// How long the seat of a player who thinks too long is offered to anyone before it drops out: 3 days, in seconds.
pub const SEAT_WINDOW: i64 = 3 * DAY;

/// How long, after that window, the others of a soft match of more than two may wait before the seat drops out by
/// itself: 7 days, in seconds.
pub const CLAIM_WINDOW: i64 = 7 * DAY;

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// So many days for every move: one of [`DAYS_PER_MOVE`].
    PerMove {
        /// Days, from 1 to 14.
        days: u8,
    },
    /// A store of time for the whole match, to which every move adds.
    Bank {
        /// Days at the beginning, from 1 to 60.
        days: u8,
        /// Days that every move adds, from 0 to 14.
        add: u8,
        /// The most days that can be saved up, from `days` to 60.
        cap: u8,
    },
    /// As long as they like; the match ends after [`ABANDONED_AFTER`].
    Untimed,
}

/// The terms that a match is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// How long a player may think.
    pub pace: Pace,
    /// Whether the clock alone decides. Otherwise the opponents may claim, give a day, or wait.
    pub hard: bool,
    /// How many days the table waits to be filled, from 1 to 30.
    pub open: u8,
    /// The level of the machine that takes over a seat which is left, where more than two play; the one who sits down agrees
    /// to it. `None` leaves such a seat to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<u8>,
}

impl Pace {
    /// A store of 7 days, to which every move adds one, up to 14.
    pub const BANK: Pace = Pace::Bank {
        days: 7,
        add: 1,
        cap: 14,
    };

    /// What a seat begins with, in seconds; `None` where nobody counts.
    pub fn start(self) -> Option<i64> {
        match self {
            Pace::PerMove { days } | Pace::Bank { days, .. } => Some(i64::from(days) * DAY),
            Pace::Untimed => None,
        }
    }

    /// What a player gets who is excused for having thought too long, or who takes over a seat, in seconds: a move's
    /// time, or from a store that is empty what a move adds, but two days at least.
    pub fn fresh(self) -> Option<i64> {
        match self {
            Pace::PerMove { days } => Some(i64::from(days) * DAY),
            Pace::Bank { add, .. } => Some(i64::from(add.max(2)) * DAY),
            Pace::Untimed => None,
        }
    }

    /// What a seat has for its next move after a move for which it had `left` seconds when it was made.
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
    /// A store of 7 days with one more for every move, up to 14; soft; a week to find players.
    fn default() -> Self {
        Terms {
            pace: Pace::BANK,
            hard: false,
            open: 7,
            machine: None,
        }
    }
}

impl Terms {
    /// Whether these are terms that a match can be played on.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
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
        Ok(())
    }

    /// The machine that takes over a seat which is left.
    pub fn stand_in(&self) -> Option<UserId> {
        let level = self.machine.and_then(Level::numbered)?;
        Some(UserId::machine(level))
    }

    /// Reads what the terms are written as: `move:3 soft open:7`, `untimed soft open:7 machine:5`.
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
        let machine = match words.next() {
            None => None,
            Some(word) => Some(word.strip_prefix("machine:")?.parse().ok()?),
        };
        let terms = Terms {
            pace,
            hard,
            open,
            machine,
        };
        (words.next().is_none() && terms.check().is_ok()).then_some(terms)
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
        match self.machine {
            Some(number) => write!(f, " machine:{number}"),
            None => Ok(()),
        }
    }
}
