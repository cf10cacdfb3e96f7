//! The ways to a move for somebody who is choosing one.

use super::Notation;
use crate::notation;
use crate::scene::{Scene, View};

/// What is offered on the way to a move. The defaults list pieces, then their moves.
pub trait Entry: Notation {
    /// The move as a list to choose from shows it: at most 100 characters.
    fn label(&self, mv: &Self::Move) -> String {
        self.display(mv)
    }

    /// The steps to a move from `partial`, which is empty or the text of a [`Choice`] that was not whole.
    fn choices(&self, partial: &str) -> Choices {
        notation::choices(self, partial)
    }

    /// At most `limit` ways to go on from what was typed, best first.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        notation::complete(self, typed, limit)
    }

    /// The picture of a move that is still being put together.
    fn preview(&self, _partial: &str, _view: &View) -> Option<Scene> {
        None
    }
}

/// A step on the way to a move, for autocomplete and for the guided select menus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is typed so far when it is taken: a whole move's canonical text, or the beginning of one, which
    /// [`Entry::choices`] takes as its next `partial`.
    pub text: String,
    /// What is shown: at most 100 characters.
    pub label: String,
    /// True where `text` is a whole legal move.
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

/// The steps that can be taken from where a partial move stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The question, such as "Which piece?".
    pub prompt: String,
    /// The answers, in the order to show them. Any number: who shows them pages or cuts.
    pub options: Vec<Choice>,
}
