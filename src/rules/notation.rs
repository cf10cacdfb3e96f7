//! Writing and reading the moves of a game.

use super::{Position, RuleError};
use crate::notation::{self, MoveText, ParsedMove};

/// Conversion between a move and its text.
pub trait Notation: Position {
    /// Returns the parts of a legal move that a text may name it by. [`Notation::write`] may omit some of them.
    fn move_text(&self, mv: &Self::Move) -> MoveText;

    /// True if a text names a square of the board (`c1`, `cc1`), lower case.
    fn is_square(&self, text: &str) -> bool;

    /// Returns the move's canonical text.
    fn write(&self, mv: &Self::Move) -> String {
        self.move_text(mv).text()
    }

    /// Returns the move in display notation, without `+` and `#`.
    fn display(&self, mv: &Self::Move) -> String {
        self.write(mv)
    }

    /// Returns the legal move whose canonical text is exactly `text`, listed or not. Stored games are replayed with it:
    /// a game with many moves should override the default, which writes them all.
    fn exact(&self, text: &str) -> Option<Self::Move> {
        self.legal_moves()
            .into_iter()
            .find(|mv| self.write(mv) == text)
    }

    /// Reads a move leniently. A canonical text means its own move, whatever else it could mean.
    ///
    /// # Errors
    /// The text is unreadable, illegal or ambiguous; the reason is in the terms of the rules.
    fn read(&self, text: &str) -> Result<Self::Move, RuleError> {
        notation::read(self, text)
    }

    /// True if a pawn's move is written without its letter, so that a text without a letter means a pawn wherever
    /// possible.
    fn pawns_unlettered(&self) -> bool {
        false
    }

    /// True if a text is a piece letter of this game, upper case (`N`, `+R`). The default knows only the letters of the
    /// moves that are legal now: override it if a piece may have no move, so that its name still reads.
    fn is_letter(&self, text: &str) -> bool {
        !text.is_empty() && (self.legal_moves().iter()).any(|mv| self.move_text(mv).letter == text)
    }

    /// Explains why no legal move fits a parsed text: one or two sentences in the terms of the rules and the squares.
    /// The listed moves are passed for suggestions.
    fn explain(&self, wanted: &ParsedMove, _legal: &[MoveText]) -> RuleError {
        let named = wanted.to.iter().cloned();
        RuleError::illegal("No move that the rules allow here fits that.").at(named)
    }
}
