//! What can happen to a match. A row of the store holds the same: see [`Record`](super::Record), whose columns the fields
//! below are written to under their own names or the ones that they are renamed to.

use serde::{Deserialize, Serialize};

use super::{Ending, Terms, UserId};
use crate::rules::Seat;

/// One thing that happened to a match. All that there is to know about a match follows from these in their order;
/// none of them is ever changed or taken out, but that another id takes the place of somebody's who has it erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Event {
    /// A table was opened; the opener sits on it.
    Opened {
        /// Who opened it.
        user: UserId,
        /// The seat the opener wants; `None` leaves it to chance.
        #[serde(rename = "seat")]
        wish: Option<Seat>,
    },
    /// Somebody was invited: a place is kept for them.
    Invited {
        /// Who.
        user: UserId,
    },
    /// Somebody took a place at an open table.
    Joined {
        /// Who.
        user: UserId,
        /// The seat they want; `None` leaves it to chance.
        #[serde(rename = "seat")]
        wish: Option<Seat>,
    },
    /// Somebody at an open table wants another seat than before.
    Wished {
        /// Who.
        user: UserId,
        /// The seat they want; `None` leaves it to chance.
        #[serde(rename = "seat")]
        wish: Option<Seat>,
    },
    /// An invitation was declined.
    Declined {
        /// Who declined.
        user: UserId,
    },
    /// Somebody gave up their place at an open table.
    Left {
        /// Who.
        user: UserId,
    },
    /// Options were set before the game began, by chance or by the one who opened the table: `seed=1234`. Nothing behind
    /// the sign leaves one to its default, or to chance.
    Drawn {
        /// Key and value, joined by `=`; spaces between several.
        text: String,
    },
    /// A seat was given to somebody.
    Seated {
        /// Which seat.
        seat: Seat,
        /// Its new owner.
        user: UserId,
    },
    /// The game began.
    Began {
        /// Who moves first.
        next: Seat,
    },
    /// A move was made.
    Moved {
        /// For which seat.
        seat: Seat,
        /// By whom.
        user: UserId,
        /// Canonical text.
        text: String,
        /// Whose turn it is then.
        next: Seat,
    },
    /// A move was made for a player by what they had asked for beforehand.
    Answered {
        /// For which seat.
        seat: Seat,
        /// Whose wish it was.
        user: UserId,
        /// Canonical text.
        text: String,
        /// Whose turn it is then.
        next: Seat,
    },
    /// Chance decided something within the game (a die).
    Rolled {
        /// The move text of the outcome.
        text: String,
        /// Whose turn it is then.
        next: Seat,
    },
    /// A player gave up.
    Resigned {
        /// Which seat.
        seat: Seat,
        /// By whom.
        user: UserId,
        /// The move text by which the seat leaves a game that goes on; `None` where the match ends with it.
        text: Option<String>,
        /// Whose turn it is then.
        next: Seat,
    },
    /// The match ended.
    Ended {
        /// How.
        #[serde(rename = "text", with = "as_text")]
        ending: Ending,
    },
    /// The terms of a table that has just been opened, or what they are changed to.
    Agreed {
        /// The terms.
        #[serde(rename = "text", with = "as_text")]
        terms: Terms,
    },
    /// The player to move has thought too long: the opponents may claim, give time, or wait.
    Flagged {
        /// The seat to move.
        seat: Seat,
    },
    /// The player to move has thought too long, is excused this once, and has time again.
    Excused {
        /// The seat to move.
        seat: Seat,
        /// Who is excused.
        user: UserId,
    },
    /// Anyone may take over a seat.
    Vacated {
        /// Which seat.
        seat: Seat,
        /// The player, where they offer it themselves; `None` where they have thought too long.
        user: Option<UserId>,
    },
    /// A player keeps the seat that they had offered.
    Kept {
        /// Which seat.
        seat: Seat,
    },
    /// Somebody else took over a seat.
    Substituted {
        /// Which seat.
        seat: Seat,
        /// Its new owner.
        user: UserId,
    },
    /// A player has lost by time.
    TimedOut {
        /// Which seat.
        seat: Seat,
        /// Who claimed it; `None` where the clock alone decided.
        #[serde(rename = "user")]
        claimed: Option<UserId>,
        /// The move text by which the seat leaves a game that goes on; `None` where the match ends with it.
        text: Option<String>,
        /// Whose turn it is then.
        next: Seat,
    },
    /// An opponent gave the player to move more time.
    Gifted {
        /// The seat to move.
        seat: Seat,
        /// Who gave it.
        user: UserId,
        /// How much, in seconds.
        #[serde(rename = "text", with = "as_text")]
        seconds: i64,
    },
    /// A player is on vacation.
    Away {
        /// The seat of theirs.
        seat: Seat,
        /// Until when, in seconds of the Unix epoch.
        #[serde(rename = "text", with = "as_text")]
        until: i64,
    },
    /// A player came back from vacation early.
    Back {
        /// The seat of theirs.
        seat: Seat,
    },
    /// The player to move cannot be notified that it is their turn: the clock stops, and what they have had to think since
    /// then is given back.
    Unreachable {
        /// The seat to move.
        seat: Seat,
        /// Since when, in seconds of the Unix epoch.
        #[serde(rename = "text", with = "as_text")]
        since: i64,
    },
    /// The player to move, whose clock was stopped, has been notified or has come: it goes on.
    Reached {
        /// The seat to move.
        seat: Seat,
    },
    /// A move was taken back, and all that followed it. The events stay; the board and the turn are again what they
    /// were after event `to`.
    Undone {
        /// Whose move it was.
        seat: Seat,
        /// The event after which the match goes on.
        #[serde(rename = "text", with = "as_text")]
        to: u32,
    },
    /// A moderator of the server intervened. [`Event::Ended`] follows where that ends the match.
    Moderated {
        /// The moderator.
        user: UserId,
        /// What they did.
        #[serde(rename = "text")]
        action: Moderation,
        /// The seat concerned, where it is one.
        seat: Option<Seat>,
    },
    /// Somebody had what is kept about them erased: in every event their id was replaced by another.
    Erased {
        /// The id that stands for them now.
        user: UserId,
    },
}

/// What a moderator of a server does with a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moderation {
    /// Closes a table whose game has not begun.
    Close,
    /// Ends a running game; it counts for nobody.
    End,
    /// Hides the match from everybody who does not play in it.
    Hide,
    /// Ends the hiding.
    Show,
    /// Opens a seat of more than two to anyone.
    Free,
}

impl Moderation {
    /// Each of them.
    pub const ALL: [Moderation; 5] = [
        Moderation::Close,
        Moderation::End,
        Moderation::Hide,
        Moderation::Show,
        Moderation::Free,
    ];

    /// In machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Moderation::Close => "close",
            Moderation::End => "end",
            Moderation::Hide => "hide",
            Moderation::Show => "show",
            Moderation::Free => "free",
        }
    }

    /// The one of that key.
    pub fn from_key(key: &str) -> Option<Moderation> {
        Moderation::ALL.into_iter().find(|one| one.key() == key)
    }
}

impl Event {
    /// Whether it changes the position, whose turn it is, or who is at the open table: offers and buttons made
    /// before it are void.
    pub fn changes_position(&self) -> bool {
        !matches!(
            self,
            Event::Flagged { .. }
                | Event::Excused { .. }
                | Event::Vacated { .. }
                | Event::Kept { .. }
                | Event::Substituted { .. }
                | Event::Gifted { .. }
                | Event::Away { .. }
                | Event::Back { .. }
                | Event::Unreachable { .. }
                | Event::Reached { .. }
                | Event::Moderated { .. }
                | Event::Erased { .. }
        )
    }

    /// Whose turn it is after it, where it says so.
    pub fn next(&self) -> Option<Seat> {
        match self {
            Event::Began { next }
            | Event::Moved { next, .. }
            | Event::Answered { next, .. }
            | Event::Rolled { next, .. }
            | Event::Resigned { next, .. }
            | Event::TimedOut { next, .. } => Some(*next),
            _ => None,
        }
    }

    /// What was played on the board, in canonical text.
    pub fn move_text(&self) -> Option<String> {
        match self {
            Event::Moved { text, .. }
            | Event::Answered { text, .. }
            | Event::Rolled { text, .. } => Some(text.clone()),
            Event::Resigned { text, .. } | Event::TimedOut { text, .. } => text.clone(),
            _ => None,
        }
    }
}

/// What stands in the column `text` though it is no text in the event.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
