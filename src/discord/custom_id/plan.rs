//! What the buttons and menus of somebody's plan ask for.

use std::fmt;

use super::{at, fields, match_number, number};
use crate::app::PlanEdit;
use crate::match_state::GameId;

/// What can be done with a line of a plan, as it is written.
const EDITS: [(&str, PlanEdit); 4] = [
    ("out", PlanEdit::Out),
    ("first", PlanEdit::First),
    ("up", PlanEdit::Up),
    ("down", PlanEdit::Down),
];

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanAction {
    /// See one's plan.
    Show {
        /// For which match.
        game: GameId,
    },
    /// A select menu of the lines of one's plan: its value is a line's number.
    Menu {
        /// For which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// See what can be done with a line of one's plan.
    Pick {
        /// For which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
    },
    /// Do that with a line of one's plan.
    Edit {
        /// For which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
        /// What.
        edit: PlanEdit,
    },
}

impl PlanAction {
    /// Reads what follows the version; `None` where it is not one of these.
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

    /// What a value taken from its menu asks for; `None` where it is no menu or the value is no number.
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

    /// Whether it is a menu.
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
