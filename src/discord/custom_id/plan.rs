//! Actions of the buttons and menus of a player's plan.

use std::fmt;

use super::{at, fields, match_number, number};
use crate::app::PlanEdit;
use crate::match_state::GameId;

/// The changes to a line of a plan, each with its name in a `custom_id`.
const EDITS: [(&str, PlanEdit); 4] = [
    ("out", PlanEdit::Out),
    ("first", PlanEdit::First),
    ("up", PlanEdit::Up),
    ("down", PlanEdit::Down),
];

/// An action on the user's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanAction {
    /// Shows the user's plan.
    Show {
        /// The match.
        game: GameId,
    },
    /// A select menu of the lines of the user's plan; its value is a line's number.
    Menu {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Shows the possible changes to a line of the user's plan.
    Pick {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
    },
    /// Changes a line of the user's plan.
    Edit {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
        /// The change.
        edit: PlanEdit,
    },
}

impl PlanAction {
    /// Reads the text after the version; `None` if it is not an action on a plan.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<PlanAction> {
        Some(match verb {
            "planned" => PlanAction::Show {
                game: match_number(rest)?,
            },
            "planmenu" => {
                let (game, ply) = at(rest)?;
                PlanAction::Menu { game, ply }
            }
            "planpick" => {
                let [game, ply, line] = fields(rest)?;
                PlanAction::Pick {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    line: number(line)?,
                }
            }
            "planedit" => {
                let [game, ply, line, edit] = fields(rest)?;
                PlanAction::Edit {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    line: number(line)?,
                    edit: EDITS.iter().find(|(name, _)| *name == edit)?.1,
                }
            }
            _ => return None,
        })
    }

    /// Returns the action of a value chosen in this menu; `None` if it is no menu or the value is no number.
    pub(super) fn chosen(self, value: &str) -> Option<PlanAction> {
        match self {
            PlanAction::Menu { game, ply } => Some(PlanAction::Pick {
                game,
                ply,
                line: number(value)?,
            }),
            _ => None,
        }
    }

    /// True for a menu.
    pub(super) fn is_of_menu(&self) -> bool {
        matches!(self, PlanAction::Menu { .. })
    }
}

impl fmt::Display for PlanAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanAction::Show { game } => write!(f, "planned:{}", game.0),
            PlanAction::Menu { game, ply } => write!(f, "planmenu:{}:{ply}", game.0),
            PlanAction::Pick { game, ply, line } => write!(f, "planpick:{}:{ply}:{line}", game.0),
            PlanAction::Edit {
                game,
                ply,
                line,
                edit,
            } => {
                let known = EDITS.iter().find(|(_, one)| one == edit);
                let edit = known.map_or("", |(name, _)| name);
                write!(f, "planedit:{}:{ply}:{line}:{edit}", game.0)
            }
        }
    }
}
