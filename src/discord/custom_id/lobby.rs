//! What the buttons and menus of tables ask for, and those that look for an opponent.

use std::fmt;

use super::{fields, match_number, number};
use crate::match_state::{GameId, UserId};
use crate::rules::Seat;

/// What stands for any game.
pub const ANY: &str = "any";

/// What stands for asking which game.
const ASK: &str = "ask";

/// What a menu on an open table's message changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSetting {
    /// The named variant.
    Variant,
    /// How long the players may think.
    Clock,
    /// The opener's side.
    Side,
    /// The first twist.
    Twist,
    /// The second.
    SecondTwist,
}

/// What a table's menus change, as it is written.
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

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyAction {
    /// Take a seat, `None` for any; `thread` tells whether the match is to get a thread of its own when it starts.
    Join {
        /// Which table.
        game: GameId,
        /// Which seat.
        seat: Option<Seat>,
        /// Whether a thread is wanted.
        thread: bool,
    },
    /// Take a seat at a table that becomes one of several games; `None` leaves it to chance which.
    JoinAs {
        /// Which table.
        game: GameId,
        /// The key of the game it becomes.
        key: Option<String>,
        /// Whether a thread is wanted.
        thread: bool,
    },
    /// Take a seat at a table that is shown in a list, far from its message.
    Sit {
        /// Which table.
        game: GameId,
        /// The key of the game it becomes, where there are several, or [`ANY`]; `None` asks for it.
        key: Option<String>,
    },
    /// See a page of the open tables, from 0.
    Tables {
        /// Which page.
        page: u32,
    },
    /// A select menu of games to play with anybody: its values are their keys.
    SeekMenu,
    /// Play one of these games with anybody: the values of that menu that were taken.
    Seek {
        /// The games' keys.
        keys: Vec<String>,
    },
    /// Decline an invitation, or leave a table; where nobody else waits at it, it is closed.
    Leave {
        /// Which table.
        game: GameId,
        /// Whether a thread is wanted when it starts.
        thread: bool,
    },
    /// Close one's own table, the one who waits at it.
    Close {
        /// Which table.
        game: GameId,
    },
    /// A menu that changes an open table.
    TableMenu {
        /// Which table.
        game: GameId,
        /// Whether a thread is wanted when it starts.
        thread: bool,
        /// What it changes.
        setting: TableSetting,
    },
    /// Change an open table: the value of its menu that was taken.
    SetTable {
        /// Which table.
        game: GameId,
        /// Whether a thread is wanted when it starts.
        thread: bool,
        /// What is changed.
        setting: TableSetting,
        /// To what.
        value: String,
    },
    /// Open a table of a game and invite somebody to it.
    Challenge {
        /// The game's key.
        key: String,
        /// Who is invited.
        user: UserId,
    },
}

impl LobbyAction {
    /// Reads what follows the version; `None` where it is not one of these.
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

    /// What these values, taken from its menu, ask for; `None` where it is no menu or they are no choice in it.
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

    /// Whether it is a menu, or what a menu alone asks for: never a button's.
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
            LobbyAction::SeekMenu => f.write_str("seekmenu"),
            LobbyAction::Seek { keys } => write!(f, "seek:{}", keys.join(",")),
            LobbyAction::Leave { game, thread } => {
                write!(f, "leave:{}:{}", game.0, thread_letter(*thread))
            }
            LobbyAction::Close { game } => write!(f, "close:{}", game.0),
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

/// Whether a thread is wanted, as one letter: a thread, or here.
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

/// The key of a game, unless this word stands in its place.
fn unless(key: &str, word: &str) -> Option<String> {
    (key != word).then(|| key.to_owned())
}
