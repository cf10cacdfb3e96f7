//! Actions of the buttons about the machine: their part of a `custom_id`, after `m:`.

use std::fmt;

use super::{fields, match_number, number};
use crate::engine::Level;
use crate::match_state::GameId;

/// An action about the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineAction {
    /// Asks for the level that takes the free seats of the user's open table.
    Levels {
        /// The table.
        game: GameId,
    },
    /// A select menu of levels; its value is the level's number.
    LevelMenu {
        /// The table.
        game: GameId,
    },
    /// Gives the free seats of the user's open table to the machine.
    Fill {
        /// The table.
        game: GameId,
        /// The machine's level.
        level: &'static Level,
    },
    /// Begins another game against the machine.
    Again {
        /// The game that is over.
        game: GameId,
        /// The machine's level.
        level: &'static Level,
    },
    /// Shows the first part of a hint: what there is to see, without a move.
    Hint {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Shows everybody in the channel the board of a private match.
    Show {
        /// The match.
        game: GameId,
    },
    /// Shows the move that a hint is about.
    HintMove {
        /// The match.
        game: GameId,
        /// The ply at which the hint was given.
        ply: u32,
    },
    /// Gives a hint for the next move of a line on a private board.
    HintLine {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// Number of moves of the line before the hint.
        at: u16,
    },
    /// Shows the moves that cost the user most.
    Review {
        /// The match.
        game: GameId,
    },
    /// Begins a game against the machine from a position of a match that is over.
    GoOn {
        /// The match that is over.
        game: GameId,
        /// The ply of the move before which the game goes on.
        ply: u32,
        /// The machine's level.
        level: &'static Level,
    },
}

impl MachineAction {
    pub(super) fn parse(text: &str) -> Option<MachineAction> {
        let level = |text: &str| Level::numbered(number(text)?);
        let (verb, rest) = text.split_once(':')?;
        Some(match verb {
            "levels" => MachineAction::Levels {
                game: match_number(rest)?,
            },
            "menu" => MachineAction::LevelMenu {
                game: match_number(rest)?,
            },
            "fill" => {
                let [game, number] = fields(rest)?;
                MachineAction::Fill {
                    game: match_number(game)?,
                    level: level(number)?,
                }
            }
            "again" => {
                let [game, number] = fields(rest)?;
                MachineAction::Again {
                    game: match_number(game)?,
                    level: level(number)?,
                }
            }
            "hint" => {
                let (game, ply) = super::at(rest)?;
                MachineAction::Hint { game, ply }
            }
            "move" => {
                let (game, ply) = super::at(rest)?;
                MachineAction::HintMove { game, ply }
            }
            "line" => {
                let [game, ply, at] = fields(rest)?;
                MachineAction::HintLine {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    at: number(at)?,
                }
            }
            "show" => MachineAction::Show {
                game: match_number(rest)?,
            },
            "review" => MachineAction::Review {
                game: match_number(rest)?,
            },
            "goon" => {
                let [game, ply, strength] = fields(rest)?;
                MachineAction::GoOn {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    level: level(strength)?,
                }
            }
            _ => return None,
        })
    }

    /// Returns the action of a value chosen in this menu; `None` if it is no menu, or does not offer the value.
    pub fn chosen(self, value: &str) -> Option<MachineAction> {
        match self {
            MachineAction::LevelMenu { game } => Some(MachineAction::Fill {
                game,
                level: Level::numbered(number(value)?)?,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for MachineAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MachineAction::Levels { game } => write!(f, "levels:{}", game.0),
            MachineAction::LevelMenu { game } => write!(f, "menu:{}", game.0),
            MachineAction::Fill { game, level } => write!(f, "fill:{}:{}", game.0, level.number),
            MachineAction::Again { game, level } => write!(f, "again:{}:{}", game.0, level.number),
            MachineAction::Hint { game, ply } => write!(f, "hint:{}:{ply}", game.0),
            MachineAction::HintMove { game, ply } => write!(f, "move:{}:{ply}", game.0),
            MachineAction::HintLine { game, ply, at } => {
                write!(f, "line:{}:{ply}:{at}", game.0)
            }
            MachineAction::Show { game } => write!(f, "show:{}", game.0),
            MachineAction::Review { game } => write!(f, "review:{}", game.0),
            MachineAction::GoOn { game, ply, level } => {
                write!(f, "goon:{}:{ply}:{}", game.0, level.number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::discord::custom_id::CustomId;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        for id in [
            "r1:m:levels:7",
            "r1:m:menu:7",
            "r1:m:fill:7:8",
            "r1:m:again:7:1",
            "r1:m:hint:7:40",
            "r1:m:move:7:40",
            "r1:m:line:7:40:3",
            "r1:m:review:7",
            "r1:m:show:7",
            "r1:m:goon:7:40:3",
        ] {
            assert_eq!(
                CustomId::parse(id)
                    .and_then(|custom_id| custom_id.id())
                    .as_deref(),
                Some(id)
            );
        }
        for id in [
            "r1:m:",
            "r1:m:fill:7",
            "r1:m:fill:7:9",
            "r1:m:fill:7:0",
            "r1:m:fill:07:1",
            "r1:m:fill:0:1",
            "r1:m:again:7:1:1",
            "r1:m:hint:7:-1",
            "r1:m:line:7:40",
            "r1:m:line:7:40:-1",
            "r1:m:goon:7:40:300",
            "r1:m:other:7",
        ] {
            assert_eq!(CustomId::parse(id), None, "{id}");
        }
    }
}
