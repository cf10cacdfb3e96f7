//! Why a text was refused.

use std::fmt;

/// What is wrong with a text that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// It cannot be read as a move of this game.
    Unreadable,
    /// It reads as a move that the rules forbid.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
    /// The game is over.
    Finished,
    /// The options name no playable game.
    BadOptions,
    /// The position text is not one.
    BadPosition,
}

/// Why a text was refused, as data and as a sentence that a player understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct RuleError {
    /// What is wrong.
    pub kind: RuleErrorKind,
    /// One or two sentences in the terms of the rules and of the squares, ending in a full stop.
    pub sentence: String,
    /// The squares concerned, in machine notation; may be empty.
    pub squares: Vec<String>,
    /// Legal moves (canonical text) that may have been meant: up to 3, or up to 10 where several fit.
    pub suggestions: Vec<String>,
}

impl RuleError {
    /// A refusal without squares or suggestions.
    pub fn new(kind: RuleErrorKind, sentence: impl Into<String>) -> Self {
        RuleError {
            kind,
            sentence: sentence.into(),
            squares: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// The text reads as a move that the rules forbid.
    pub fn illegal(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::Illegal, sentence)
    }

    /// The text does not read as a move.
    pub fn unreadable(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::Unreadable, sentence)
    }

    /// The square that a move is to begin on is empty.
    pub fn nothing_on(square: impl fmt::Display) -> Self {
        Self::illegal(format!("There is nothing on {square}.")).at([square])
    }

    /// On the square that a move is to begin on stands another piece of the side to move than the text says.
    pub fn other_piece(square: impl fmt::Display, is: &str, named: &str) -> Self {
        let sentence = format!("The piece on {square} is your {is}, not a {named}.");
        Self::illegal(sentence).at([square])
    }

    /// A letter names none of the game's pieces, whose letters are these.
    pub fn no_such_piece(letter: &str, letters: &[String]) -> Self {
        Self::illegal(format!(
            "There is no piece called {letter} here: the letters are {}.",
            letters.join(" ")
        ))
    }

    /// The options name no playable game.
    pub fn options(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::BadOptions, sentence)
    }

    /// The position text is not one.
    pub fn position(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::BadPosition, sentence)
    }

    /// The game is over.
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

    /// Adds legal moves that may have been meant.
    pub fn suggest(mut self, suggestions: Vec<String>) -> Self {
        self.suggestions = suggestions;
        self
    }
}
