//! Actions of the buttons and menus of tables, and of those that look for an opponent.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::{checked, write_joined};
use crate::match_state::{GameId, UserId};
use crate::rules::Seat;

/// A setting that a menu on an open table's message changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableSetting {
    /// The named variant.
    Variant,
    /// The time to think.
    Clock,
    /// The opener's side.
    Side,
    /// The first twist.
    Twist,
    /// The second twist.
    #[serde(rename = "twist2")]
    SecondTwist,
}

/// A match's home, once it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Home {
    /// A thread, which is made for it.
    #[serde(rename = "t")]
    Thread,
    /// The channel of its table.
    #[serde(rename = "h")]
    Here,
}

/// An action on a table, or one that looks for an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LobbyAction {
    /// Takes a seat.
    Join {
        /// The table.
        game: GameId,
        /// The seat; `None` for any.
        seat: Option<Seat>,
        /// The match's home when it starts.
        home: Home,
    },
    /// Takes a seat at a table that becomes one of several games.
    JoinAs {
        /// The table.
        game: GameId,
        /// The key of the game that it becomes; `None` leaves the choice to chance.
        key: Option<String>,
        /// The match's home when it starts.
        home: Home,
    },
    /// Takes a seat at a table shown in a list, away from its message.
    Sit {
        /// The table.
        game: GameId,
        /// The key of the game that the table becomes, if it offers several, or [`ANY`](super::ANY); `None` asks for
        /// it.
        #[serde(serialize_with = "write_ask", deserialize_with = "read_ask")]
        key: Option<String>,
    },
    /// Shows a page of the open tables.
    Tables {
        /// The index of the page, from 0.
        page: u32,
    },
    /// Shows a page of the offered seats of matches being played.
    Seats {
        /// The index of the page, from 0.
        page: u32,
    },
    /// A select menu of games to play with anybody; its values are the games' keys.
    SeekMenu,
    /// Looks for anybody who plays one of the chosen games.
    #[serde(skip_deserializing)]
    Seek {
        /// The games' keys.
        #[serde(serialize_with = "write_joined")]
        keys: Vec<String>,
    },
    /// Declines an invitation, or leaves a table; a table that nobody else waits at is closed.
    Leave {
        /// The table.
        game: GameId,
        /// The match's home when it starts.
        home: Home,
    },
    /// Closes a table, as its opener.
    Close(GameId),
    /// Opens a table like a closed one, as its opener.
    Reopen(GameId),
    /// A menu that changes an open table.
    TableMenu {
        /// The table.
        game: GameId,
        /// The match's home when it starts.
        home: Home,
        /// The setting that the menu changes.
        setting: TableSetting,
    },
    /// Changes a setting of an open table to the value chosen in its menu.
    SetTable {
        /// The table.
        game: GameId,
        /// The match's home when it starts.
        home: Home,
        /// The setting.
        setting: TableSetting,
        /// The chosen value.
        value: String,
    },
    /// Opens a table of a game and invites a user to it.
    Challenge {
        /// The game's key.
        key: String,
        /// The invited user.
        user: UserId,
    },
}

/// The word in the place of a game's key while the game must still be asked for.
const ASK: &str = "ask";

fn write_ask<S: Serializer>(key: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(key.as_deref().unwrap_or(ASK))
}

fn read_ask<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    checked(from, |key: String| {
        (!key.contains(':')).then(|| Some(key).filter(|key| key != ASK))
    })
}
