//! Events of a match. A row of the store holds the same data: see [`Record`](super::Record), whose columns hold the
//! fields below under their names or the names they are renamed to.

use serde::{Deserialize, Serialize};

use super::{Ending, Terms, UserId};
use crate::rules::Seat;

/// An event: one thing that happened to a match. The whole state of a match follows from its events in their order; an
/// event is never changed or removed, except that another id replaces that of a user whose data are erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Event {
    /// A user opened a table and takes a place at it.
    Opened {
        /// The opener.
        user: UserId,
        /// The seat that the opener wants; `None` leaves the choice to chance.
        #[serde(rename = "seat")]
        wish: Option<Seat>,
    },
    /// A user was invited: a place is reserved.
    Invited {
        /// The invited user.
        user: UserId,
    },
    /// A user took a place at an open table.
    Joined {
        /// The user.
        user: UserId,
        /// The seat that the user wants; `None` leaves the choice to chance.
        #[serde(rename = "seat")]
        wish: Option<Seat>,
    },
    /// A guest of an open table wants another seat than before.
    Wished {
        /// The guest.
        user: UserId,
        /// The seat that the guest wants; `None` leaves the choice to chance.
        #[serde(rename = "seat")]
        wish: Option<Seat>,
    },
    /// A user declined an invitation.
    Declined {
        /// The invited user.
        user: UserId,
    },
    /// A guest gave up the place at an open table.
    Left {
        /// The guest.
        user: UserId,
    },
    /// Options were set before the game began, by chance or by the opener: `seed=1234`. An empty value leaves an
    /// option to its default, or to chance.
    Drawn {
        /// Keys and values joined by `=`, separated by spaces.
        text: String,
    },
    /// A user got a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// The user who holds the seat from now on.
        user: UserId,
    },
    /// The game began.
    Began {
        /// The seat that moves first.
        next: Seat,
    },
    /// A player made a move.
    Moved {
        /// The seat that moved.
        seat: Seat,
        /// The player.
        user: UserId,
        /// The move, as canonical text.
        text: String,
        /// The seat whose turn it is afterwards.
        next: Seat,
    },
    /// A move that a player had planned was made.
    Answered {
        /// The seat that moved.
        seat: Seat,
        /// The player who planned the move.
        user: UserId,
        /// The move, as canonical text.
        text: String,
        /// The seat whose turn it is afterwards.
        next: Seat,
    },
    /// Chance decided something within the game (a die).
    Rolled {
        /// The outcome, as move text.
        text: String,
        /// The seat whose turn it is afterwards.
        next: Seat,
    },
    /// A player resigned.
    Resigned {
        /// The seat that resigned.
        seat: Seat,
        /// The player.
        user: UserId,
        /// The move text by which the seat leaves a game that goes on; `None` if the match ends.
        text: Option<String>,
        /// The seat whose turn it is afterwards.
        next: Seat,
    },
    /// The match ended.
    Ended {
        /// The ending.
        #[serde(rename = "text", with = "as_text")]
        ending: Ending,
    },
    /// The terms of a table were set or changed.
    Agreed {
        /// The new terms.
        #[serde(rename = "text", with = "as_text")]
        terms: Terms,
    },
    /// The player to move ran out of time: the opponents may claim, give time, or wait.
    Flagged {
        /// The seat to move.
        seat: Seat,
        /// The time after which the seat loses without a claim, in seconds; `None` in records of earlier versions, by
        /// which a match of two fell silent instead.
        #[serde(rename = "text", default, with = "as_text_if_any")]
        wait: Option<i64>,
    },
    /// The player to move ran out of time, is excused this once, and gets new time.
    Excused {
        /// The seat to move.
        seat: Seat,
        /// The excused player.
        user: UserId,
    },
    /// A seat was opened for anyone to take over.
    Vacated {
        /// The seat.
        seat: Seat,
        /// The player who offers the seat; `None` if the player ran out of time.
        user: Option<UserId>,
    },
    /// A player keeps the seat offered before.
    Kept {
        /// The seat.
        seat: Seat,
    },
    /// Another user took over a seat.
    Substituted {
        /// The seat.
        seat: Seat,
        /// The user who holds the seat from now on.
        user: UserId,
    },
    /// A player lost on time.
    TimedOut {
        /// The seat that lost.
        seat: Seat,
        /// The player who claimed the win; `None` if the clock alone decided.
        #[serde(rename = "user")]
        claimed: Option<UserId>,
        /// The move text by which the seat leaves a game that goes on; `None` if the match ends.
        text: Option<String>,
        /// The seat whose turn it is afterwards.
        next: Seat,
    },
    /// An opponent gave the player to move more time.
    Gifted {
        /// The seat to move.
        seat: Seat,
        /// The opponent who gave time.
        user: UserId,
        /// The time given, in seconds.
        #[serde(rename = "text", with = "as_text")]
        seconds: i64,
    },
    /// A player went on vacation.
    Away {
        /// The player's seat.
        seat: Seat,
        /// The end of the vacation, in seconds of the Unix epoch.
        #[serde(rename = "text", with = "as_text")]
        until: i64,
    },
    /// A player returned from vacation early.
    Back {
        /// The player's seat.
        seat: Seat,
    },
    /// The player to move cannot be notified of the turn: the clock stops, and the time since then is given back.
    Unreachable {
        /// The seat to move.
        seat: Seat,
        /// The time at which the clock stopped, in seconds of the Unix epoch.
        #[serde(rename = "text", with = "as_text")]
        since: i64,
    },
    /// The player to move was unreachable, and has now been notified or has come: the clock runs again.
    Reached {
        /// The seat to move.
        seat: Seat,
    },
    /// A move was taken back with all events after it. The events remain in the record; the board and the turn return
    /// to their state after event `to`.
    Undone {
        /// The seat that made the move.
        seat: Seat,
        /// The number of the event after which the match goes on.
        #[serde(rename = "text", with = "as_text")]
        to: u32,
    },
    /// A moderator of the server intervened. [`Event::Ended`] follows if this ends the match.
    Moderated {
        /// The moderator.
        user: UserId,
        /// The moderator's action.
        #[serde(rename = "text")]
        action: Moderation,
        /// The seat concerned, if any.
        seat: Option<Seat>,
    },
    /// A user's data were erased: another id replaced the user's in every event.
    Erased {
        /// The replacement id.
        user: UserId,
    },
}

/// An action of a server's moderator on a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moderation {
    /// Closes a table whose game has not begun.
    Close,
    /// Ends a running game, which then counts for no player.
    End,
    /// Hides the match from everybody but its players.
    Hide,
    /// Shows a hidden match again.
    Show,
    /// Opens a seat of a game of more than two players to anyone.
    Free,
    /// Removes a player's opened notes about a match that is over.
    Notes,
}

impl Moderation {
    /// All actions.
    pub const ALL: [Moderation; 6] = [
        Moderation::Close,
        Moderation::End,
        Moderation::Hide,
        Moderation::Show,
        Moderation::Free,
        Moderation::Notes,
    ];

    /// Returns the action in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Moderation::Close => "close",
            Moderation::End => "end",
            Moderation::Hide => "hide",
            Moderation::Show => "show",
            Moderation::Free => "free",
            Moderation::Notes => "notes",
        }
    }

    /// Returns the action with a key.
    pub fn from_key(key: &str) -> Option<Moderation> {
        Moderation::ALL.into_iter().find(|one| one.key() == key)
    }
}

impl Event {
    /// Returns true if the event changes the position, the turn or the guests of the open table, which voids offers
    /// and buttons made before it.
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

    /// Returns the seat whose turn it is afterwards, if the event names it.
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

    /// Returns the canonical text of the move on the board, if any.
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

/// Conversion of values other than texts for the column `text`, which may be empty.
mod as_text_if_any {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom))
            .transpose()
    }
}

/// Conversion of values other than texts for the column `text`.
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
