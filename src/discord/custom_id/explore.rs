//! What the buttons and menus of a private board to try moves on ask for.

use std::fmt;

use super::{at, fields, match_number, number};
use crate::match_state::GameId;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplorePress {
    /// Open a private board to try moves on.
    Open {
        /// Of which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Step to a place in the line that the message shows.
    Look {
        /// Of which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
        /// After how many moves.
        at: u16,
    },
    /// A select menu of what can be tried next: its value begins with `=` for a whole move, or `~` for a part of one.
    TryMenu {
        /// Of which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
        /// After how many moves of the line.
        at: u16,
        /// What has been chosen of the next move.
        typed: String,
    },
    /// Try this next: as the menu's value has it.
    Try {
        /// Of which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
        /// After how many moves of the line.
        at: u16,
        /// What.
        text: String,
    },
    /// Play the first move of the line that the message shows.
    PlayLine {
        /// In which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
    },
    /// Make a plan of the line that the message shows.
    PlanLine {
        /// In which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
    },
}

impl ExplorePress {
    /// Reads what follows the version; `None` where it is none of these.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<ExplorePress> {
        Some(match verb {
            "explore" => {
                let (game, ply) = at(rest)?;
                ExplorePress::Open { game, ply }
            }
            "look" => {
                let [game, ply, at] = fields(rest)?;
                ExplorePress::Look {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    at: number(at)?,
                }
            }
            "try" | "tried" => {
                let mut parts = rest.splitn(4, ':');
                let game = match_number(parts.next()?)?;
                let (ply, at) = (number(parts.next()?)?, number(parts.next()?)?);
                let text = parts.next()?.to_owned();
                if verb == "try" {
                    ExplorePress::TryMenu {
                        game,
                        ply,
                        at,
                        typed: text,
                    }
                } else {
                    ExplorePress::Try {
                        game,
                        ply,
                        at,
                        text,
                    }
                }
            }
            "playline" => {
                let (game, ply) = at(rest)?;
                ExplorePress::PlayLine { game, ply }
            }
            "planline" => {
                let (game, ply) = at(rest)?;
                ExplorePress::PlanLine { game, ply }
            }
            _ => return None,
        })
    }

    /// What a value taken from its menu asks for; `None` where it is no menu.
    pub(super) fn chosen(self, value: &str) -> Option<ExplorePress> {
        match self {
            ExplorePress::TryMenu { game, ply, at, .. } => Some(ExplorePress::Try {
                game,
                ply,
                at,
                text: value.to_owned(),
            }),
            _ => None,
        }
    }

    /// Whether it is a menu, or what a menu alone asks for: never a button's.
    pub(super) fn is_of_menu(&self) -> bool {
        matches!(
            self,
            ExplorePress::TryMenu { .. } | ExplorePress::Try { .. }
        )
    }
}

impl fmt::Display for ExplorePress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplorePress::Open { game, ply } => write!(f, "explore:{}:{ply}", game.0),
            ExplorePress::Look { game, ply, at } => write!(f, "look:{}:{ply}:{at}", game.0),
            ExplorePress::TryMenu {
                game,
                ply,
                at,
                typed,
            } => write!(f, "try:{}:{ply}:{at}:{typed}", game.0),
            ExplorePress::Try {
                game,
                ply,
                at,
                text,
            } => write!(f, "tried:{}:{ply}:{at}:{text}", game.0),
            ExplorePress::PlayLine { game, ply } => write!(f, "playline:{}:{ply}", game.0),
            ExplorePress::PlanLine { game, ply } => write!(f, "planline:{}:{ply}", game.0),
        }
    }
}
