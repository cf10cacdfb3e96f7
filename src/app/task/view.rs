//! Views of tasks.

use crate::app::AppError;
use crate::app::play::walk::Walk;
use crate::app::texts::{ALT_LIMIT, cut};
use crate::rules::{Course, Game};
use crate::scene::{Scene, View};

/// A task and its progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoloTask {
    /// A position of a course.
    Exercise {
        /// The course's key.
        key: String,
        /// The number of the position, from 0.
        step: u8,
    },
    /// A puzzle.
    Puzzle {
        /// The puzzle's id.
        id: u64,
        /// Number of moves made in it, including the opponent's.
        ply: u8,
    },
}

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// The task waits for a move.
    Open,
    /// The move was wrong; another may be tried.
    Missed,
    /// The task is done.
    Done,
}

/// A view of a task.
#[derive(Clone, Debug)]
pub struct TaskView {
    /// The task, as its buttons carry it.
    pub task: SoloTask,
    /// The game's key.
    pub key: &'static str,
    /// The heading.
    pub heading: String,
    /// The text, a paragraph each, in Discord markdown.
    pub lines: Vec<String>,
    /// The task's state.
    pub state: TaskState,
    /// The picture.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
    /// Number of tasks in the series; 0 for a task outside a series.
    pub of: u8,
    /// The course that comes after this one.
    pub then: Option<&'static Course>,
}

/// A move in a task that is put together step by step, as far as chosen.
#[derive(Clone, Debug)]
pub struct TaskSteps {
    /// The task.
    pub task_view: TaskView,
    /// The choices made so far and the next ones.
    pub walk: Walk,
    /// A whole move in display notation.
    pub display: String,
    /// A whole move in words, one sentence; empty before.
    pub words: String,
    /// The board with the choices so far, if the game draws it.
    pub preview: Option<Scene>,
    /// The board in words: at most 1,024 characters.
    pub alt: String,
}

/// The result of a move typed in a task.
#[derive(Clone, Debug)]
pub enum TypedTask {
    /// The move is judged.
    Judged(Box<TaskView>),
    /// Only a square was typed, and no pawn would move there: nothing is judged yet.
    Asked {
        /// The task, with the board after the move.
        task_view: Box<TaskView>,
        /// The canonical text of the move that was understood.
        text: String,
        /// The move in display notation.
        display: String,
        /// The move in words, one sentence.
        words: String,
    },
}

/// Returns the refusal of a button whose task or choice does not exist.
pub(in crate::app) fn gone() -> AppError {
    AppError::Stale("This is no longer there. Please begin again.".to_owned())
}

/// Returns the board from the side of the player to move.
pub(in crate::app) fn seen_by_mover(game: &dyn Game) -> View {
    View {
        from: Some(game.turn()),
        ..View::default()
    }
}

/// Returns a board in words.
pub(in crate::app) fn alt(heading: &str, game: &dyn Game) -> String {
    let begin = format!("{heading}. ");
    let room = ALT_LIMIT.saturating_sub(begin.chars().count());
    cut(&format!("{begin}{}", game.alt_text(room)), ALT_LIMIT)
}
