//! Entering a move step by step.

use super::Notation;
use crate::notation;
use crate::scene::{Scene, View};

/// The choices offered on the way to a move. The defaults list pieces, then their moves.
pub trait Entry: Notation {
    /// Returns the move as a list of choices shows it: at most 100 characters.
    fn label(&self, mv: &Self::Move) -> String {
        self.display(mv)
    }

    /// Returns the next steps from `partial`, which is empty or the text of a [`Choice`] that was not whole.
    fn choices(&self, partial: &str) -> Choices {
        notation::choices(self, partial)
    }

    /// Returns at most `limit` ways to continue a typed text, best first.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        notation::complete(self, typed, limit)
    }

    /// Returns the picture of a move that is not complete yet.
    fn preview(&self, _partial: &str, _view: &View) -> Option<Scene> {
        None
    }
}

/// A step on the way to a move, for autocomplete and for the guided select menus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Text after this step: a whole move's canonical text, or the beginning of one, which [`Entry::choices`] takes as
    /// its next `partial`.
    pub text: String,
    /// Text shown: at most 100 characters.
    pub label: String,
    /// True if `text` is a whole legal move.
    pub whole: bool,
}

impl Choice {
    /// The beginning of a move.
    pub fn part(text: String, label: String) -> Self {
        Choice {
            text,
            label,
            whole: false,
        }
    }
}

/// The next steps after a partial move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Question, such as "Which piece?".
    pub prompt: String,
    /// Answers, in the order to show them. There may be any number: the caller divides them into pages or cuts the
    /// list.
    pub options: Vec<Choice>,
}
