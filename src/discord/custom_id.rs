//! The actions that buttons and select menus ask for, and their `custom_id`s.
//!
//! A `custom_id` carries everything: the version, the match, the ply at which it was made, the path through a guided
//! menu. The bot remembers nothing in between, so buttons outlive restarts. People can forge a `custom_id`; it is
//! read strictly, and its action is checked like any other request.

mod command;
mod event;
mod guide;
mod lobby;
mod machine;
mod plan;
mod season;
mod task;

use std::fmt;

use crate::app::{ListFilter, OfferKind};
use crate::match_state::{GameId, UserId};
use crate::rules::Seat;

pub use command::{ASK_DRAW, CLAIM, CommandAction, EXPLORE, GIFT, PLAY_LINE};
pub use event::{EventAction, EventButton};
pub use guide::{GuideAction, Path};
pub use lobby::{ANY, LobbyAction, TableSetting};
pub use machine::MachineAction;
pub use plan::PlanAction;
pub use season::{SeasonAction, SeasonButton};
pub use task::{TaskAction, typed};

/// The version of the scheme; raised when a `custom_id` changes its meaning.
const VERSION: &str = "r1";

/// Discord's limit for a `custom_id`, in characters.
pub const LIMIT: usize = 100;

/// The action of a button or select menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// An action on a table, or one that looks for an opponent.
    Lobby(LobbyAction),
    /// Shows the board from the user's side.
    View {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// A step in the guided menu of moves.
    Guide(GuideAction),
    /// Shows further actions on a match: resigning, offers, trying moves.
    More {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Shows the effect of a suggested move before it is made.
    See {
        /// The match.
        game: GameId,
        /// The ply at which the move was suggested.
        ply: u32,
        /// The canonical text of the move.
        text: String,
    },
    /// Plays a move, such as one suggested after a refused move.
    Play {
        /// The match.
        game: GameId,
        /// The ply at which the move was suggested.
        ply: u32,
        /// The text of the move.
        text: String,
    },
    /// Shows the board in parts, each large.
    Larger {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Shows another part of the board.
    Part {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The index of the part, from 0.
        part: u16,
    },
    /// Shows the sheet of pieces.
    Pieces {
        /// The match.
        game: GameId,
    },
    /// A select menu of the pieces of a match; its value is the index of a piece.
    PieceMenu {
        /// The match.
        game: GameId,
    },
    /// Shows one piece.
    Piece {
        /// The match.
        game: GameId,
        /// The index of the piece on the sheet, from 0.
        piece: u16,
    },
    /// Shows the board of a private match against the machine again, as it is now.
    Board {
        /// The match.
        game: GameId,
    },
    /// Shows another page of the user's list of matches.
    Games {
        /// The index of the page, from 0.
        page: u16,
        /// The matches listed.
        filter: ListFilter,
    },
    /// Lists the moves.
    Moves {
        /// The match.
        game: GameId,
    },
    /// Asks whether to resign; the answer has a button that confirms it.
    Resign {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Resigns, after the question.
    ResignConfirmed {
        /// The match.
        game: GameId,
        /// The ply at which the confirming button was made.
        ply: u32,
    },
    /// An action about the machine.
    Machine(MachineAction),
    /// A button or menu of a slash command's own file.
    Own(CommandAction),
    /// Answers no to a question about a match: the game goes on.
    Cancel,
    /// Opens a game's rules.
    Learn {
        /// The game's key.
        key: String,
        /// The keys of the twists with which it is played.
        twists: Vec<String>,
    },
    /// Shows a page of a game's rules.
    Rules {
        /// The game's key.
        key: String,
        /// The index of the page, from 0.
        page: u16,
    },
    /// A select menu of a game's rules; its value is the index of a page.
    RulesMenu {
        /// The game's key.
        key: String,
        /// The index of the menu within the message, from 0: each menu holds up to 25 pages.
        menu: u8,
    },
    /// Offers something, or agrees to it.
    Offer {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Declines an offer.
    Decline {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Takes over a seat.
    Take {
        /// The match.
        game: GameId,
        /// The seat.
        seat: Seat,
    },
    /// An action on the user's plan.
    Plan(PlanAction),
    /// Erases the user's data, after the question.
    Erase,
    /// Ends a match as a moderator, after the question.
    EndGame {
        /// The match.
        game: GameId,
        /// The ply at which the confirming button was made.
        ply: u32,
    },
    /// Answers no to a question about anything else: nothing is done.
    Nothing,
    /// A select menu of the user's matches; its value is the match to show.
    Show,
    /// An action of lessons and puzzles.
    Task(TaskAction),
    /// An action on an event.
    Event(EventAction),
    /// An action on a season.
    Season(SeasonAction),
    /// A select menu of earlier seasons; its value is the season to show.
    SeasonMenu,
}

impl CustomId {
    /// Returns the `custom_id`, or `None` if it would be longer than Discord allows.
    pub fn id(&self) -> Option<String> {
        let text = self.to_string();
        (text.chars().count() <= LIMIT).then_some(text)
    }

    /// Reads a `custom_id`; `None` if the bot does not write one like it.
    pub fn parse(id: &str) -> Option<CustomId> {
        if id.chars().count() > LIMIT {
            return None;
        }
        let rest = id.strip_prefix(VERSION)?.strip_prefix(':')?;
        let (verb, rest) = rest.split_once(':').unwrap_or((rest, ""));
        let custom_id = CustomId::parse_own(verb, rest)
            .or_else(|| LobbyAction::parse(verb, rest).map(CustomId::Lobby))
            .or_else(|| GuideAction::parse(verb, rest).map(CustomId::Guide))
            .or_else(|| PlanAction::parse(verb, rest).map(CustomId::Plan))
            .or_else(|| TaskAction::parse(verb, rest).map(CustomId::Task))
            .or_else(|| EventAction::parse(verb, rest).map(CustomId::Event))
            .or_else(|| SeasonAction::parse(verb, rest).map(CustomId::Season))
            .or_else(|| CommandAction::parse(verb, rest).map(CustomId::Own))?;
        // Any text that would be written differently is refused: leading zeros, further fields.
        (custom_id.to_string() == id).then_some(custom_id)
    }

    /// Reads an action on a match as a whole, or one that is about no match.
    fn parse_own(verb: &str, rest: &str) -> Option<CustomId> {
        Some(match verb {
            "m" => CustomId::Machine(MachineAction::parse(rest)?),
            "cancel" => CustomId::Cancel,
            "erase" => CustomId::Erase,
            "nothing" => CustomId::Nothing,
            "show" => CustomId::Show,
            "pastseason" => CustomId::SeasonMenu,
            "games" => {
                let (page, filter) = rest.split_once(':').unwrap_or((rest, ""));
                CustomId::Games {
                    page: number(page)?,
                    filter: list_filter(filter)?,
                }
            }
            "learn" => {
                // Buttons of earlier posts name no twists.
                let (key, twists) = rest.split_once(':').unwrap_or((rest, ""));
                let twists = twists.split('+').filter(|twist| !twist.is_empty());
                CustomId::Learn {
                    key: key.to_owned(),
                    twists: twists.map(str::to_owned).collect(),
                }
            }
            "rules" => {
                let [key, page] = fields(rest)?;
                CustomId::Rules {
                    key: key.to_owned(),
                    page: number(page)?,
                }
            }
            "lessons" => {
                let [key, menu] = fields(rest)?;
                CustomId::RulesMenu {
                    key: key.to_owned(),
                    menu: number(menu)?,
                }
            }
            "moves" => CustomId::Moves {
                game: match_number(rest)?,
            },
            "board" => CustomId::Board {
                game: match_number(rest)?,
            },
            "pieces" => CustomId::Pieces {
                game: match_number(rest)?,
            },
            "piecemenu" => CustomId::PieceMenu {
                game: match_number(rest)?,
            },
            "piece" => {
                let [game, piece] = fields(rest)?;
                CustomId::Piece {
                    game: match_number(game)?,
                    piece: number(piece)?,
                }
            }
            "take" => {
                let [game, seat] = fields(rest)?;
                CustomId::Take {
                    game: match_number(game)?,
                    seat: Seat(number(seat)?),
                }
            }
            _ => return CustomId::parse_at(verb, rest),
        })
    }

    /// Reads an action that begins with a match and the ply of the message.
    fn parse_at(verb: &str, rest: &str) -> Option<CustomId> {
        let mut parts = rest.splitn(3, ':');
        let (game, ply) = (match_number(parts.next()?)?, number(parts.next()?)?);
        let third = parts.next();
        Some(match (verb, third) {
            ("view", None) => CustomId::View { game, ply },
            ("more", None) => CustomId::More { game, ply },
            ("larger", None) => CustomId::Larger { game, ply },
            ("resign", None) => CustomId::Resign { game, ply },
            ("resigned", None) => CustomId::ResignConfirmed { game, ply },
            ("endgame", None) => CustomId::EndGame { game, ply },
            ("part", Some(part)) => CustomId::Part {
                game,
                ply,
                part: number(part)?,
            },
            ("see", Some(text)) if !text.is_empty() => CustomId::See {
                game,
                ply,
                text: text.to_owned(),
            },
            ("play", Some(text)) if !text.is_empty() => CustomId::Play {
                game,
                ply,
                text: text.to_owned(),
            },
            ("offer" | "decline", Some(kind)) => {
                let kind = OfferKind::ALL.into_iter().find(|one| one.key() == kind)?;
                if verb == "offer" {
                    CustomId::Offer { game, ply, kind }
                } else {
                    CustomId::Decline { game, ply, kind }
                }
            }
            _ => return None,
        })
    }

    /// Returns the action of values chosen in this menu; `None` if it is no menu, or does not offer them.
    pub fn chosen(self, values: &[String]) -> Option<CustomId> {
        if let CustomId::Lobby(menu) = self {
            return menu.chosen(values).map(CustomId::Lobby);
        }
        let [value] = values else { return None };
        Some(match self {
            CustomId::Guide(menu) => CustomId::Guide(menu.chosen(value)?),
            CustomId::Own(menu) => CustomId::Own(menu.chosen(value)?),
            CustomId::Plan(menu) => CustomId::Plan(menu.chosen(value)?),
            CustomId::Task(menu) => CustomId::Task(menu.chosen(value)?),
            CustomId::Machine(menu) => CustomId::Machine(menu.chosen(value)?),
            CustomId::PieceMenu { game } => CustomId::Piece {
                game,
                piece: number(value)?,
            },
            CustomId::RulesMenu { key, .. } => CustomId::Rules {
                key,
                page: number(value)?,
            },
            CustomId::Show => CustomId::View {
                game: match_number(value)?,
                ply: u32::MAX,
            },
            CustomId::SeasonMenu => CustomId::Season(SeasonAction::chosen(value)?),
            _ => return None,
        })
    }

    /// True for a menu, and for an action that only a menu asks for, never a button.
    pub fn is_of_menu(&self) -> bool {
        match self {
            CustomId::Lobby(action) => action.is_of_menu(),
            CustomId::Guide(action) => action.is_of_menu(),
            CustomId::Own(action) => action.is_of_menu(),
            CustomId::Plan(action) => action.is_of_menu(),
            CustomId::Task(action) => action.is_of_menu(),
            CustomId::Machine(action) => matches!(action, MachineAction::LevelMenu { .. }),
            CustomId::PieceMenu { .. }
            | CustomId::RulesMenu { .. }
            | CustomId::Show
            | CustomId::SeasonMenu => true,
            _ => false,
        }
    }
}

impl CustomId {
    /// Returns the match of the action; `None` if it has no match, or the `custom_id` alone does not name it.
    pub fn game(&self) -> Option<GameId> {
        match self {
            CustomId::View { game, .. }
            | CustomId::Board { game }
            | CustomId::Moves { game }
            | CustomId::More { game, .. }
            | CustomId::Resign { game, .. }
            | CustomId::Play { game, .. }
            | CustomId::Offer { game, .. }
            | CustomId::Guide(
                GuideAction::Start { game, .. }
                | GuideAction::Another { game, .. }
                | GuideAction::Choose { game, .. }
                | GuideAction::Pick { game, .. }
                | GuideAction::Type { game, .. }
                | GuideAction::Go { game, .. },
            )
            | CustomId::Machine(
                MachineAction::Hint { game, .. } | MachineAction::HintMove { game, .. },
            )
            | CustomId::Own(CommandAction {
                button: EXPLORE,
                game,
                ..
            })
            | CustomId::Lobby(
                LobbyAction::Join { game, .. }
                | LobbyAction::JoinAs { game, .. }
                | LobbyAction::Close { game }
                | LobbyAction::Reopen { game },
            ) => Some(*game),
            _ => None,
        }
    }
}

/// True if a button or menu opens a table.
pub fn opens_table(id: &str) -> bool {
    let custom_id = CustomId::parse(id);
    matches!(
        custom_id,
        Some(CustomId::Lobby(
            LobbyAction::SeekMenu | LobbyAction::Challenge { .. } | LobbyAction::Reopen { .. }
        ))
    )
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            CustomId::Lobby(action) => write!(f, "{action}"),
            CustomId::Guide(action) => write!(f, "{action}"),
            CustomId::Plan(action) => write!(f, "{action}"),
            CustomId::Task(action) => write!(f, "{action}"),
            CustomId::Event(action) => write!(f, "{action}"),
            CustomId::Season(action) => write!(f, "{action}"),
            CustomId::Learn { key, twists } if twists.is_empty() => write!(f, "learn:{key}"),
            CustomId::Learn { key, twists } => write!(f, "learn:{key}:{}", twists.join("+")),
            CustomId::View { game, ply } => write!(f, "view:{}:{ply}", game.0),
            CustomId::Play { game, ply, text } => write!(f, "play:{}:{ply}:{text}", game.0),
            CustomId::Larger { game, ply } => write!(f, "larger:{}:{ply}", game.0),
            CustomId::Part { game, ply, part } => write!(f, "part:{}:{ply}:{part}", game.0),
            CustomId::Pieces { game } => write!(f, "pieces:{}", game.0),
            CustomId::PieceMenu { game } => write!(f, "piecemenu:{}", game.0),
            CustomId::Piece { game, piece } => write!(f, "piece:{}:{piece}", game.0),
            CustomId::Board { game } => write!(f, "board:{}", game.0),
            CustomId::Games { page, filter } if *filter == ListFilter::default() => {
                write!(f, "games:{page}")
            }
            CustomId::Games { page, filter } => {
                let over = if filter.over { "over" } else { "running" };
                let key = filter.key.as_deref().unwrap_or_default();
                let with = filter
                    .with
                    .map_or_else(String::new, |user| user.0.to_string());
                write!(f, "games:{page}:{over}:{key}:{with}")
            }
            CustomId::More { game, ply } => write!(f, "more:{}:{ply}", game.0),
            CustomId::See { game, ply, text } => write!(f, "see:{}:{ply}:{text}", game.0),
            CustomId::Moves { game } => write!(f, "moves:{}", game.0),
            CustomId::Resign { game, ply } => write!(f, "resign:{}:{ply}", game.0),
            CustomId::ResignConfirmed { game, ply } => write!(f, "resigned:{}:{ply}", game.0),
            CustomId::Machine(custom_id) => write!(f, "m:{custom_id}"),
            CustomId::Cancel => f.write_str("cancel"),
            CustomId::Erase => f.write_str("erase"),
            CustomId::Nothing => f.write_str("nothing"),
            CustomId::EndGame { game, ply } => write!(f, "endgame:{}:{ply}", game.0),
            CustomId::Rules { key, page } => write!(f, "rules:{key}:{page}"),
            CustomId::RulesMenu { key, menu } => write!(f, "lessons:{key}:{menu}"),
            CustomId::Show => f.write_str("show"),
            CustomId::SeasonMenu => f.write_str("pastseason"),
            CustomId::Offer { game, ply, kind } => {
                write!(f, "offer:{}:{ply}:{}", game.0, kind.key())
            }
            CustomId::Decline { game, ply, kind } => {
                write!(f, "decline:{}:{ply}:{}", game.0, kind.key())
            }
            CustomId::Own(action) => write!(f, "{action}"),
            CustomId::Take { game, seat } => write!(f, "take:{}:{}", game.0, seat.0),
        }
    }
}

/// Splits a text into exactly `N` fields.
fn fields<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split(':').collect::<Vec<_>>().try_into().ok()
}

/// Reads which of the user's matches are listed.
fn list_filter(text: &str) -> Option<ListFilter> {
    if text.is_empty() {
        return Some(ListFilter::default());
    }
    let [over, key, with] = fields(text)?;
    Some(ListFilter {
        over: match over {
            "over" => true,
            "running" => false,
            _ => return None,
        },
        key: Some(key.to_owned()).filter(|key| !key.is_empty()),
        with: match with {
            "" => None,
            with => Some(UserId(number(with)?)),
        },
    })
}

/// Reads a match and a ply.
fn at(text: &str) -> Option<(GameId, u32)> {
    let [game, ply] = fields(text)?;
    Some((match_number(game)?, number(ply)?))
}

/// Reads the number of a match, as the store counts them: from 1.
fn match_number(text: &str) -> Option<GameId> {
    number::<i64>(text).filter(|id| *id > 0).map(GameId)
}

/// Reads a number written in digits only.
fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests;
