//! Actions of the buttons and menus of tables, and of those that look for an opponent.

use std::fmt;

use super::{fields, match_number, number};
use crate::match_state::{GameId, UserId};
use crate::rules::Seat;

/// The word for any game, in the place of a key.
pub const ANY: &str = "any";

/// The word for a game that must still be asked for, in the place of a key.
const ASK: &str = "ask";

/// A setting that a menu on an open table's message changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    SecondTwist,
}

/// The settings, each with its name in a `custom_id`.
const SETTINGS: [(&str, TableSetting); 5] = [
    ("variant", TableSetting::Variant),
    ("clock", TableSetting::Clock),
    ("side", TableSetting::Side),
    ("twist", TableSetting::Twist),
    ("twist2", TableSetting::SecondTwist),
];

impl TableSetting {
    fn read(text: &str) -> Option<TableSetting> {
        let known = SETTINGS.iter().find(|(name, _)| *name == text);
        known.map(|(_, setting)| *setting)
    }
}

impl fmt::Display for TableSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = SETTINGS.iter().find(|(_, setting)| setting == self);
        f.write_str(known.map_or("", |(name, _)| name))
    }
}

/// An action on a table, or one that looks for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyAction {
    /// Takes a seat.
    Join {
        /// The table.
        game: GameId,
        /// The seat; `None` for any.
        seat: Option<Seat>,
        /// True if the match gets its own thread when it starts.
        thread: bool,
    },
    /// Takes a seat at a table that becomes one of several games.
    JoinAs {
        /// The table.
        game: GameId,
        /// The key of the game that it becomes; `None` leaves the choice to chance.
        key: Option<String>,
        /// True if the match gets its own thread when it starts.
        thread: bool,
    },
    /// Takes a seat at a table shown in a list, away from its message.
    Sit {
        /// The table.
        game: GameId,
        /// The key of the game that the table becomes, if it offers several, or [`ANY`]; `None` asks for it.
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
    Seek {
        /// The games' keys.
        keys: Vec<String>,
    },
    /// Declines an invitation, or leaves a table; a table that nobody else waits at is closed.
    Leave {
        /// The table.
        game: GameId,
        /// True if the match gets its own thread when it starts.
        thread: bool,
    },
    /// Closes a table, as its opener.
    Close {
        /// The table.
        game: GameId,
    },
    /// Opens a table like a closed one, as its opener.
    Reopen {
        /// The closed table.
        game: GameId,
    },
    /// A menu that changes an open table.
    TableMenu {
        /// The table.
        game: GameId,
        /// True if the match gets its own thread when it starts.
        thread: bool,
        /// The setting that the menu changes.
        setting: TableSetting,
    },
    /// Changes a setting of an open table to the value chosen in its menu.
    SetTable {
        /// The table.
        game: GameId,
        /// True if the match gets its own thread when it starts.
        thread: bool,
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

impl LobbyAction {
    /// Reads the text after the version; `None` if it is not an action of tables.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<LobbyAction> {
        Some(match verb {
            "join" => {
                let [game, seat, thread] = fields(rest)?;
                LobbyAction::Join {
                    game: match_number(game)?,
                    seat: match seat {
                        "any" => None,
                        seat => Some(Seat(number(seat)?)),
                    },
                    thread: wants_thread(thread)?,
                }
            }
            "joinas" => {
                let [game, key, thread] = fields(rest)?;
                LobbyAction::JoinAs {
                    game: match_number(game)?,
                    key: unless(key, ANY),
                    thread: wants_thread(thread)?,
                }
            }
            "sit" => {
                let [game, key] = fields(rest)?;
                LobbyAction::Sit {
                    game: match_number(game)?,
                    key: unless(key, ASK),
                }
            }
            "tables" => LobbyAction::Tables {
                page: number(rest)?,
            },
            "seats" => LobbyAction::Seats {
                page: number(rest)?,
            },
            "seekmenu" => LobbyAction::SeekMenu,
            "leave" => {
                let [game, thread] = fields(rest)?;
                LobbyAction::Leave {
                    game: match_number(game)?,
                    thread: wants_thread(thread)?,
                }
            }
            "close" => LobbyAction::Close {
                game: match_number(rest)?,
            },
            "reopen" => LobbyAction::Reopen {
                game: match_number(rest)?,
            },
            "tablemenu" => {
                let [game, thread, setting] = fields(rest)?;
                LobbyAction::TableMenu {
                    game: match_number(game)?,
                    thread: wants_thread(thread)?,
                    setting: TableSetting::read(setting)?,
                }
            }
            "settable" => {
                let mut parts = rest.splitn(4, ':');
                LobbyAction::SetTable {
                    game: match_number(parts.next()?)?,
                    thread: wants_thread(parts.next()?)?,
                    setting: TableSetting::read(parts.next()?)?,
                    value: parts.next()?.to_owned(),
                }
            }
            "challenge" => {
                let [key, user] = fields(rest)?;
                LobbyAction::Challenge {
                    key: key.to_owned(),
                    user: UserId(number(user)?),
                }
            }
            _ => return None,
        })
    }

    /// Returns the action of values chosen in this menu; `None` if it is no menu, or does not offer them.
    pub(super) fn chosen(self, values: &[String]) -> Option<LobbyAction> {
        match (self, values) {
            (LobbyAction::SeekMenu, [_, ..]) => Some(LobbyAction::Seek {
                keys: values.to_vec(),
            }),
            (
                LobbyAction::TableMenu {
                    game,
                    thread,
                    setting,
                },
                [value],
            ) => Some(LobbyAction::SetTable {
                game,
                thread,
                setting,
                value: value.clone(),
            }),
            _ => None,
        }
    }

    /// True for a menu, and for an action that only a menu asks for, never a button.
    pub(super) fn is_of_menu(&self) -> bool {
        matches!(
            self,
            LobbyAction::SeekMenu
                | LobbyAction::Seek { .. }
                | LobbyAction::TableMenu { .. }
                | LobbyAction::SetTable { .. }
        )
    }
}

impl fmt::Display for LobbyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LobbyAction::Join { game, seat, thread } => {
                let thread = thread_letter(*thread);
                match seat {
                    None => write!(f, "join:{}:any:{thread}", game.0),
                    Some(seat) => write!(f, "join:{}:{}:{thread}", game.0, seat.0),
                }
            }
            LobbyAction::JoinAs { game, key, thread } => {
                let key = key.as_deref().unwrap_or(ANY);
                write!(f, "joinas:{}:{key}:{}", game.0, thread_letter(*thread))
            }
            LobbyAction::Sit { game, key } => {
                write!(f, "sit:{}:{}", game.0, key.as_deref().unwrap_or(ASK))
            }
            LobbyAction::Tables { page } => write!(f, "tables:{page}"),
            LobbyAction::Seats { page } => write!(f, "seats:{page}"),
            LobbyAction::SeekMenu => f.write_str("seekmenu"),
            LobbyAction::Seek { keys } => write!(f, "seek:{}", keys.join(",")),
            LobbyAction::Leave { game, thread } => {
                write!(f, "leave:{}:{}", game.0, thread_letter(*thread))
            }
            LobbyAction::Close { game } => write!(f, "close:{}", game.0),
            LobbyAction::Reopen { game } => write!(f, "reopen:{}", game.0),
            LobbyAction::TableMenu {
                game,
                thread,
                setting,
            } => {
                let thread = thread_letter(*thread);
                write!(f, "tablemenu:{}:{thread}:{setting}", game.0)
            }
            LobbyAction::SetTable {
                game,
                thread,
                setting,
                value,
            } => {
                let thread = thread_letter(*thread);
                write!(f, "settable:{}:{thread}:{setting}:{value}", game.0)
            }
            LobbyAction::Challenge { key, user } => write!(f, "challenge:{key}:{}", user.0),
        }
    }
}

/// Returns one letter for whether a thread is wanted: `t` for a thread, `h` for here.
fn thread_letter(thread: bool) -> &'static str {
    if thread { "t" } else { "h" }
}

fn wants_thread(letter: &str) -> Option<bool> {
    match letter {
        "t" => Some(true),
        "h" => Some(false),
        _ => None,
    }
}

/// Returns the key of a game; `None` if it is `word`.
fn unless(key: &str, word: &str) -> Option<String> {
    (key != word).then(|| key.to_owned())
}
