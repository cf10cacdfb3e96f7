//! The die of a game with dice.

use std::fmt;

use super::board::Piece;
use crate::rules::RuleError;

/// The die before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// No roll is due: the game has no dice, or is over.
    None,
    /// The player to move must roll.
    Due,
    /// A throw of the die, 1 to 6.
    Shows(u8),
}

impl Die {
    /// Returns true if a piece may move (rule 15).
    pub fn allows(self, piece: Piece) -> bool {
        match self {
            Die::None => true,
            Die::Due => false,
            Die::Shows(number) => piece.role.die() == number,
        }
    }

    /// Reads the die of a position text.
    ///
    /// # Errors
    /// Refuses a text that shows no die of a game with dice or without.
    pub fn parse(text: &str, dice: bool) -> Result<Die, RuleError> {
        match (text, dice) {
            ("-", false) => Ok(Die::None),
            (_, false) => Err(RuleError::position("Without dice the die is \"-\".")),
            ("-" | "?", true) => Ok(Die::Due),
            (number, true) => match *number.as_bytes() {
                [digit @ b'1'..=b'6'] => Ok(Die::Shows(digit - b'0')),
                _ => Err(RuleError::position(
                    "The die is \"-\", \"?\" or a number from 1 to 6.",
                )),
            },
        }
    }
}

/// Writes the die as position texts do.
impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Die::None => f.write_str("-"),
            Die::Due => f.write_str("?"),
            Die::Shows(number) => write!(f, "{number}"),
        }
    }
}
