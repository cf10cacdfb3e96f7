//! What the buttons about the machine ask for: their part of a `custom_id`, after `m:`.

use std::fmt;

use super::{fields, match_number, number};
use crate::engine::Level;
use crate::match_state::GameId;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachinePress {
    /// Choose the level that takes the free seats of one's open table.
    Levels {
        /// Which table.
        game: GameId,
    },
    /// A select menu of levels: its value is the level's number.
    LevelMenu {
        /// Which table.
        game: GameId,
    },
    /// Give the free seats of one's open table to the machine.
    Fill {
        /// Which table.
        game: GameId,
        /// At which level.
        level: &'static Level,
    },
    /// Play a game against the machine again.
    Again {
        /// The game that is over.
        game: GameId,
        /// At which level.
        level: &'static Level,
    },
    /// What to look at.
    Hint {
        /// In which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// The move that the hint is about.
    HintMove {
        /// In which match.
        game: GameId,
        /// The ply the hint was given at.
        ply: u32,
    },
    /// A hint for the next move of a line that is tried on a private board.
    HintLine {
        /// In which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// After how many moves of the line.
        at: u16,
    },
    /// What one could have done better.
    Review {
        /// In which match.
        game: GameId,
    },
    /// Go on against the machine from a position of a match that is over.
    GoOn {
        /// Of which match.
        game: GameId,
        /// Before the move at this ply.
        ply: u32,
        /// At which level.
        level: &'static Level,
    },
}

impl MachinePress {
    pub(super) fn parse(text: &str) -> Option<MachinePress> {
        let level = |text: &str| Level::numbered(number(text)?);
        let (verb, rest) = text.split_once(':')?;
        Some(match verb {
            "levels" => MachinePress::Levels {
                game: match_number(rest)?,
            },
            "menu" => MachinePress::LevelMenu {
                game: match_number(rest)?,
            },
            "fill" => {
                let [game, number] = fields(rest)?;
                MachinePress::Fill {
                    game: match_number(game)?,
                    level: level(number)?,
                }
            }
            "again" => {
                let [game, number] = fields(rest)?;
                MachinePress::Again {
                    game: match_number(game)?,
                    level: level(number)?,
                }
            }
            "hint" => {
                let (game, ply) = super::at(rest)?;
                MachinePress::Hint { game, ply }
            }
            "move" => {
                let (game, ply) = super::at(rest)?;
                MachinePress::HintMove { game, ply }
            }
            "line" => {
                let [game, ply, at] = fields(rest)?;
                MachinePress::HintLine {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    at: number(at)?,
                }
            }
            "review" => MachinePress::Review {
                game: match_number(rest)?,
            },
            "goon" => {
                let [game, ply, strength] = fields(rest)?;
                MachinePress::GoOn {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    level: level(strength)?,
                }
            }
            _ => return None,
        })
    }

    /// The same as a choice from a menu; `None` where it is no menu of ours or no choice in it.
    pub fn chosen(self, value: &str) -> Option<MachinePress> {
        match self {
            MachinePress::LevelMenu { game } => Some(MachinePress::Fill {
                game,
                level: Level::numbered(number(value)?)?,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for MachinePress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MachinePress::Levels { game } => write!(f, "levels:{}", game.0),
            MachinePress::LevelMenu { game } => write!(f, "menu:{}", game.0),
            MachinePress::Fill { game, level } => write!(f, "fill:{}:{}", game.0, level.number),
            MachinePress::Again { game, level } => write!(f, "again:{}:{}", game.0, level.number),
            MachinePress::Hint { game, ply } => write!(f, "hint:{}:{ply}", game.0),
            MachinePress::HintMove { game, ply } => write!(f, "move:{}:{ply}", game.0),
            MachinePress::HintLine { game, ply, at } => {
                write!(f, "line:{}:{ply}:{at}", game.0)
            }
            MachinePress::Review { game } => write!(f, "review:{}", game.0),
            MachinePress::GoOn { game, ply, level } => {
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
