//! How the moves of a game are written and read.

use super::{Position, RuleError};
use crate::notation::{self, MoveText, ParsedMove};

/// From a move to its text and back.
pub trait Notation: Position {
    /// How a legal move is spelt: the parts that a text may name it by. [`Notation::write`] need not write them all.
    fn move_text(&self, mv: &Self::Move) -> MoveText;

    /// Whether a text names a square of the board (`c1`, `cc1`), lower case.
    fn is_square(&self, text: &str) -> bool;

    /// The move's canonical text.
    fn write(&self, mv: &Self::Move) -> String {
        self.move_text(mv).text()
    }

    /// The move for people to read, without `+` and `#`.
    fn display(&self, mv: &Self::Move) -> String {
        self.write(mv)
    }

    /// The legal move whose canonical text is exactly `text`, listed or not. This is how stored games are replayed:
    /// a game with many moves should do better than the default, which writes them all.
    fn exact(&self, text: &str) -> Option<Self::Move> {
        self.legal_moves()
            .into_iter()
            .find(|mv| self.write(mv) == text)
    }

    /// Reads a move, leniently. A canonical text means itself, whatever else it could mean.
    ///
    /// # Errors
    /// Unreadable, illegal or ambiguous, with the reason in the terms of the rules.
    fn read(&self, text: &str) -> Result<Self::Move, RuleError> {
        notation::read(self, text)
    }

    /// True if a pawn's move is written without its letter, so that a text without one means a pawn wherever a pawn can be meant.
    fn pawns_unlettered(&self) -> bool {
        false
    }

    /// True if `+` behind a move says that it gives check.
    fn marks_check(&self) -> bool {
        true
    }

    /// Whether a text is a piece letter of this game, upper case (`N`, `+R`).
    fn is_letter(&self, text: &str) -> bool {
        !text.is_empty() && (self.legal_moves().iter()).any(|mv| self.move_text(mv).letter == text)
    }

    /// Why no legal move fits what was read: one or two sentences in the terms of the rules and of the squares. The moves
    /// that are listed come along, for suggestions.
    fn explain(&self, wanted: &ParsedMove, _legal: &[MoveText]) -> RuleError {
        let named = wanted.to.iter().cloned();
        RuleError::illegal("No move that the rules allow here fits that.").at(named)
    }
}
