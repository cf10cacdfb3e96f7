//! Refusals of a text, and their reasons.

use std::fmt;

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// The text cannot be read as a move of this game.
    Unreadable,
    /// Refuses a text that reads as a move which the rules forbid.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
    /// Refuses a move in a finished game.
    Finished,
    /// Refuses options that name no playable game.
    BadOptions,
    /// The position text is not valid.
    BadPosition,
}

/// A refused text's reason, as data and as a sentence that a player understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct RuleError {
    /// Kind of the refusal.
    pub kind: RuleErrorKind,
    /// Reason in one or two sentences in the terms of the rules and the squares, ending in a full stop.
    pub sentence: String,
    /// Squares concerned, in machine notation; may be empty.
    pub squares: Vec<String>,
    /// Legal moves (canonical text) that the player may have wanted: up to 3, or up to 10 if several fit.
    pub suggestions: Vec<String>,
}

impl RuleError {
    /// Returns a refusal without squares or suggestions.
    pub fn new(kind: RuleErrorKind, sentence: impl Into<String>) -> Self {
        RuleError {
            kind,
            sentence: sentence.into(),
            squares: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// Refuses a text that reads as a move which the rules forbid.
    pub fn illegal(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::Illegal, sentence)
    }

    /// Refuses a text that does not read as a move.
    pub fn unreadable(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::Unreadable, sentence)
    }

    /// Refuses a move whose square of origin is empty.
    pub fn nothing_on(square: impl fmt::Display) -> Self {
        Self::illegal(format!("There is nothing on {square}.")).at([square])
    }

    /// Refuses a move whose origin holds another piece of the side to move than the text names.
    pub fn other_piece(square: impl fmt::Display, is: &str, named: &str) -> Self {
        let sentence = format!("The piece on {square} is your {is}, not a {named}.");
        Self::illegal(sentence).at([square])
    }

    /// Refuses a letter that names none of the game's pieces, whose letters are `letters`.
    pub fn no_such_piece(letter: &str, letters: &[String]) -> Self {
        Self::illegal(format!(
            "There is no piece called {letter} here: the letters are {}.",
            letters.join(" ")
        ))
    }

    /// Refuses options that name no playable game.
    pub fn options(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::BadOptions, sentence)
    }

    /// Refuses a position text that is not valid.
    pub fn position(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::BadPosition, sentence)
    }

    /// Refuses a move in a finished game.
    pub fn finished() -> Self {
        Self::new(
            RuleErrorKind::Finished,
            "The game is over: there is nothing left to move.",
        )
    }

    /// Names the squares concerned.
    pub fn at<S: ToString>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.squares = squares
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        self
    }

    /// Adds legal moves that the player may have wanted.
    pub fn suggest(mut self, suggestions: Vec<String>) -> Self {
        self.suggestions = suggestions;
        self
    }
}
