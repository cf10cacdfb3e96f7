//! The actions that buttons and select menus ask for, and their `custom_id`s.
//!
//! A `custom_id` carries everything: the version, the match, the ply at which it was made, the path through a guided
//! menu. The bot remembers nothing in between, so buttons outlive restarts. People can forge a `custom_id`; it is
//! read strictly, and its action is checked like any other request.

mod at;
mod event;
mod explore;
mod fields;
mod guide;
mod list;
mod lobby;
mod machine;
mod plan;
mod season;
mod task;

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use self::fields::{Writer, checked, read, read_joined, write_joined};
use self::task::is_key;
use crate::app::{ListFilter, OfferKind, SoloTask};
use crate::match_state::GameId;
use crate::rules::Seat;
use crate::tournament::TournamentId;

pub use at::At;
pub use event::EventButton;
pub use explore::ExploreAction;
pub use fields::ANY;
pub use guide::{GuideAction, Path};
pub use lobby::{Home, LobbyAction, TableSetting};
pub use machine::MachineAction;
pub use plan::PlanAction;
pub use season::SeasonButton;
pub use task::{TaskAction, TaskMenu};

/// The version of the scheme; raised when a `custom_id` changes its meaning.
const VERSION: &str = "r1";

/// Discord's limit for a `custom_id`, in characters.
pub const LIMIT: usize = 100;

/// The action of a button or select menu. Its verb is the variant's name in small letters, or the one it is renamed to;
/// skipped variants are tables of further verbs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CustomId {
    /// An action on a table, or one that looks for an opponent.
    #[serde(skip)]
    Lobby(LobbyAction),
    /// Shows the board from the user's side.
    View(At),
    /// A step in the guided menu of moves.
    #[serde(skip)]
    Guide(GuideAction),
    /// Shows further actions on a match: resigning, offers, trying moves.
    More(At),
    /// Shows the effect of a suggested move before it is made.
    See {
        /// The match.
        game: GameId,
        /// The ply at which the move was suggested.
        ply: u32,
        /// The canonical text of the move.
        #[serde(deserialize_with = "some_text")]
        text: String,
    },
    /// Plays a move, such as one suggested after a refused move.
    Play {
        /// The match.
        game: GameId,
        /// The ply at which the move was suggested.
        ply: u32,
        /// The text of the move.
        #[serde(deserialize_with = "some_text")]
        text: String,
    },
    /// Shows the board in parts, each large.
    Larger(At),
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
    Pieces(GameId),
    /// A select menu of the pieces of a match; its value is the index of a piece.
    PieceMenu(GameId),
    /// Shows one piece.
    Piece {
        /// The match.
        game: GameId,
        /// The index of the piece on the sheet, from 0.
        piece: u16,
    },
    /// Shows the board of a private match against the machine again, as it is now.
    Board(GameId),
    /// Shows another page of the user's list of matches.
    Games {
        /// The index of the page, from 0.
        page: u16,
        /// The matches listed.
        #[serde(default, skip_serializing_if = "is_default")]
        filter: ListFilter,
    },
    /// Lists the moves.
    Moves(GameId),
    /// Asks whether to resign; the answer has a button that confirms it.
    Resign(At),
    /// Resigns, after the question.
    #[serde(rename = "resigned")]
    ResignConfirmed(At),
    /// An action about the machine.
    #[serde(rename = "m")]
    Machine(MachineAction),
    /// Claims against a player who has run out of time, without a question.
    Claim(At),
    /// Claims, after the question.
    #[serde(rename = "yesclaim")]
    ClaimConfirmed(At),
    /// Gives a day to a player who has run out of time.
    Gift(At),
    /// Asks before a draw is offered.
    AskDraw(At),
    /// Offers a draw or agrees to one, after the question.
    OfferDraw(At),
    /// An action on a private board to try moves on.
    #[serde(skip)]
    Explore(ExploreAction),
    /// Answers no to a question about a match: the game goes on.
    Cancel,
    /// Opens a game's rules.
    Learn {
        /// The game's key.
        key: String,
        /// The keys of the twists with which it is played.
        #[serde(
            default,
            serialize_with = "write_joined",
            deserialize_with = "read_joined",
            skip_serializing_if = "Vec::is_empty"
        )]
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
    #[serde(rename = "lessons")]
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
    #[serde(skip)]
    Plan(PlanAction),
    /// Erases the user's data, after the question.
    Erase,
    /// Ends a match as a moderator, after the question.
    EndGame(At),
    /// Answers no to a question about anything else: nothing is done.
    Nothing,
    /// A select menu of the user's matches; its value is the match to show.
    Show,
    /// An action of lessons and puzzles.
    #[serde(skip)]
    Task(TaskAction),
    /// A button of an event.
    Event {
        /// The button.
        button: EventButton,
        /// The event.
        event: TournamentId,
    },
    /// A button of a season.
    Season {
        /// The button.
        button: SeasonButton,
        /// The season.
        season: TournamentId,
    },
    /// A select menu of earlier seasons; its value is the season to show.
    #[serde(rename = "pastseason")]
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
        let text = id.strip_prefix(VERSION)?.strip_prefix(':')?;
        let custom_id = read(text)
            .or_else(|| read(text).map(CustomId::Lobby))
            .or_else(|| read(text).map(CustomId::Guide))
            .or_else(|| read(text).map(CustomId::Plan))
            .or_else(|| read(text).map(CustomId::Task))
            .or_else(|| read(text).map(CustomId::Explore))?;
        // Any text that would be written differently is refused: leading zeros, further fields.
        (custom_id.to_string() == id).then_some(custom_id)
    }

    /// Returns the action of values chosen in this menu; `None` if it is no menu, or does not offer them.
    pub fn chosen(self, values: &[String]) -> Option<CustomId> {
        if let (CustomId::Lobby(LobbyAction::SeekMenu), [_, ..]) = (&self, values) {
            let keys = values.to_vec();
            return Some(CustomId::Lobby(LobbyAction::Seek { keys }));
        }
        let [value] = values else { return None };
        Some(match self {
            CustomId::Lobby(LobbyAction::TableMenu {
                game,
                home,
                setting,
            }) => CustomId::Lobby(LobbyAction::SetTable {
                game,
                home,
                setting,
                value: value.clone(),
            }),
            CustomId::Guide(GuideAction::Pick {
                game, ply, path, ..
            }) => CustomId::Guide(GuideAction::Choose {
                game,
                ply,
                path: path.then(read(value)?),
                page: 0,
            }),
            CustomId::Explore(ExploreAction::Menu { game, ply, at, .. }) => {
                let text = value.clone();
                CustomId::Explore(ExploreAction::Try {
                    game,
                    ply,
                    at,
                    text,
                })
            }
            CustomId::Plan(PlanAction::Menu(At { game, ply })) => {
                CustomId::Plan(PlanAction::Pick {
                    game,
                    ply,
                    line: read(value)?,
                })
            }
            CustomId::Task(TaskAction::Pick { task, path }) => CustomId::Task(TaskAction::Choose {
                task,
                path: path.then(read(value)?),
                page: 0,
            }),
            CustomId::Task(TaskAction::Menu(TaskMenu::Play)) if is_key(value) => {
                CustomId::Task(TaskAction::Play(value.clone()))
            }
            CustomId::Task(TaskAction::Menu(TaskMenu::Learn)) => match read(value)? {
                lesson @ SoloTask::Exercise { .. } => CustomId::Task(TaskAction::Show(lesson)),
                SoloTask::Puzzle { .. } => return None,
            },
            CustomId::Machine(MachineAction::LevelMenu(game)) => {
                let level = read(value)?;
                CustomId::Machine(MachineAction::Fill { game, level })
            }
            CustomId::PieceMenu(game) => CustomId::Piece {
                game,
                piece: read(value)?,
            },
            CustomId::RulesMenu { key, .. } => CustomId::Rules {
                key,
                page: read(value)?,
            },
            CustomId::Show => CustomId::View(At {
                game: read(value)?,
                ply: u32::MAX,
            }),
            CustomId::SeasonMenu => CustomId::Season {
                button: SeasonButton::Table,
                season: read(value)?,
            },
            _ => return None,
        })
    }

    /// True for a menu, and for an action that only a menu asks for, never a button.
    pub fn is_of_menu(&self) -> bool {
        matches!(
            self,
            CustomId::Lobby(
                LobbyAction::SeekMenu
                    | LobbyAction::Seek { .. }
                    | LobbyAction::TableMenu { .. }
                    | LobbyAction::SetTable { .. }
            ) | CustomId::Guide(GuideAction::Pick { .. })
                | CustomId::Plan(PlanAction::Menu(_))
                | CustomId::Task(TaskAction::Pick { .. } | TaskAction::Menu(_))
                | CustomId::Machine(MachineAction::LevelMenu(_))
                | CustomId::Explore(ExploreAction::Menu { .. } | ExploreAction::Try { .. })
                | CustomId::PieceMenu(_)
                | CustomId::RulesMenu { .. }
                | CustomId::Show
                | CustomId::SeasonMenu
        )
    }
}

impl CustomId {
    /// Returns the match of the action; `None` if it has no match, or the `custom_id` alone does not name it.
    pub fn game(&self) -> Option<GameId> {
        match self {
            CustomId::View(At { game, .. })
            | CustomId::Board(game)
            | CustomId::Moves(game)
            | CustomId::More(At { game, .. })
            | CustomId::Resign(At { game, .. })
            | CustomId::Play { game, .. }
            | CustomId::Offer { game, .. }
            | CustomId::Guide(
                GuideAction::Start(At { game, .. })
                | GuideAction::Another(At { game, .. })
                | GuideAction::Choose { game, .. }
                | GuideAction::Pick { game, .. }
                | GuideAction::Type(At { game, .. })
                | GuideAction::Go { game, .. },
            )
            | CustomId::Machine(
                MachineAction::Hint(At { game, .. }) | MachineAction::HintMove(At { game, .. }),
            )
            | CustomId::Explore(ExploreAction::Open(At { game, .. }))
            | CustomId::Lobby(
                LobbyAction::Join { game, .. }
                | LobbyAction::JoinAs { game, .. }
                | LobbyAction::Close(game)
                | LobbyAction::Reopen(game),
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
            LobbyAction::SeekMenu | LobbyAction::Challenge { .. } | LobbyAction::Reopen(_)
        ))
    )
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VERSION)?;
        match self {
            CustomId::Lobby(action) => action.serialize(Writer(f)),
            CustomId::Guide(action) => action.serialize(Writer(f)),
            CustomId::Plan(action) => action.serialize(Writer(f)),
            CustomId::Task(action) => action.serialize(Writer(f)),
            CustomId::Explore(action) => action.serialize(Writer(f)),
            own => own.serialize(Writer(f)),
        }
    }
}

/// Reads a text that is not empty.
fn some_text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    checked(from, |text: String| (!text.is_empty()).then_some(text))
}

fn is_default(filter: &ListFilter) -> bool {
    *filter == ListFilter::default()
}

#[cfg(test)]
mod tests;
