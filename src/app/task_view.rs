//! A task as it is to be shown.

use super::AppError;
use super::texts::{ALT_LIMIT, cut};
use super::walk::Walk;
use crate::rules::Game;
use crate::scene::{Scene, View};

/// Which task is meant, and how far it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoloTask {
    /// A position of a guided first game.
    Exercise {
        /// The game's key.
        key: String,
        /// The number of the position, from 0.
        step: u8,
    },
    /// A puzzle.
    Puzzle {
        /// Which.
        id: u64,
        /// How many moves had been made in it, the opponent's included.
        ply: u8,
    },
}

/// How a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It waits for a move.
    Open,
    /// The move was wrong; another may be tried.
    Missed,
    /// It is done.
    Done,
}

/// A task as it is to be shown.
#[derive(Clone, Debug)]
pub struct TaskView {
    /// Which task, and what its buttons carry.
    pub task: SoloTask,
    /// The game's key.
    pub key: &'static str,
    /// The heading.
    pub heading: String,
    /// What is said, a paragraph each, in Discord markdown.
    pub lines: Vec<String>,
    /// How it stands.
    pub state: TaskState,
    /// The picture.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
    /// How many tasks there are in the row, 0 where there is not one.
    pub of: u8,
}

/// A move in a task that is put together step by step, as far as it has come.
#[derive(Clone, Debug)]
pub struct TaskSteps {
    /// The task.
    pub task_view: TaskView,
    /// What has been chosen so far, and what can be chosen next.
    pub walk: Walk,
    /// A whole move in display notation.
    pub display: String,
    /// A whole move in words, one sentence; empty before.
    pub words: String,
    /// The board with what has been chosen so far, where the game draws it.
    pub preview: Option<Scene>,
    /// That board in words: at most 1,024 characters.
    pub alt: String,
}

/// What came of a move that was typed in a task.
#[derive(Clone, Debug)]
pub enum TypedTask {
    /// It is judged.
    Judged(Box<TaskView>),
    /// Only a square was typed, and no pawn would go there: nothing is judged yet.
    Asked {
        /// The task, with the board after the move.
        task_view: Box<TaskView>,
        /// The move that is meant, canonical text.
        text: String,
        /// The same in display notation.
        display: String,
        /// The same in words, one sentence.
        words: String,
    },
}

/// That a button asks for something that there is not, or not any more.
pub(super) fn gone() -> AppError {
    AppError::Stale("This is no longer there. Please begin again.".to_owned())
}

/// A board as the side to move sees it.
pub(super) fn seen_by_mover(game: &dyn Game) -> View {
    View {
        from: Some(game.turn()),
        ..View::default()
    }
}

/// A board in words.
pub(super) fn alt(heading: &str, game: &dyn Game) -> String {
    let begin = format!("{heading}. ");
    let room = ALT_LIMIT.saturating_sub(begin.chars().count());
    cut(&format!("{begin}{}", game.alt_text(room)), ALT_LIMIT)
}
