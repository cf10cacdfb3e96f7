//! Tasks for one person: the positions of courses, and puzzles. A task is shown, answered by a move, and
//! judged with a reason.

pub(super) mod daily_puzzle;
mod goal;
pub(super) mod mining;
pub(super) mod puzzle;
pub(super) mod tutorial;
pub(super) mod view;

use futures_util::future::BoxFuture;

use crate::app::play::walk::Walk;
use crate::app::texts::sentence;
use crate::app::{App, AppError, Request, run_blocking};
use crate::notation::{is_bare_square, is_pawn_move};
use crate::rules::Game;
use view::{SoloTask, TaskState, TaskSteps, TaskView, TypedTask, alt, gone, seen_by_mover};

impl App {
    /// Shows a task in its current state.
    ///
    /// # Errors
    /// No such task, or it has gone on.
    pub async fn pose(&self, request: Request, task: &SoloTask) -> Result<TaskView, AppError> {
        match task {
            SoloTask::Exercise { key, step } => self.exercise(request, key, *step).await,
            SoloTask::Puzzle { id, ply } => self.puzzle(request, *id, *ply).await,
        }
    }

    /// Judges a typed or chosen move in a task.
    ///
    /// # Errors
    /// No such task, or it has gone on.
    pub fn answer_task<'a>(
        &'a self,
        request: Request,
        task: &'a SoloTask,
        text: &'a str,
    ) -> BoxFuture<'a, Result<TaskView, AppError>> {
        Box::pin(async move {
            match task {
                SoloTask::Exercise { key, step } => {
                    self.answer_exercise(request, key, *step, text).await
                }
                SoloTask::Puzzle { id, ply } => self.answer_puzzle(request, *id, *ply, text).await,
            }
        })
    }

    /// Judges a typed move in a task, but asks first if only a square was typed and no pawn would move there, as in a
    /// match.
    ///
    /// # Errors
    /// Those of [`App::answer_task`].
    pub async fn answer_typed(
        &self,
        request: Request,
        task: &SoloTask,
        text: &str,
    ) -> Result<TypedTask, AppError> {
        if is_bare_square(text) {
            let task_view = self.pose(request, task).await?;
            let game = self.task_game(request, task).await?;
            let typed = text.to_owned();
            if task_view.state == TaskState::Open
                && let Some(asked) =
                    run_blocking(move || asked(&*game, task_view, &typed)).await??
            {
                return Ok(asked);
            }
        }
        let task_view = self.answer_task(request, task, text).await?;
        Ok(TypedTask::Judged(Box::new(task_view)))
    }

    async fn task_game(
        &self,
        request: Request,
        task: &SoloTask,
    ) -> Result<Box<dyn Game>, AppError> {
        match task {
            SoloTask::Exercise { key, step } => crate::app::task::tutorial::game(key, *step),
            SoloTask::Puzzle { id, ply } => self.puzzle_game(request, *id, *ply).await,
        }
    }

    /// Follows a path through the guided menu of a task.
    ///
    /// # Errors
    /// No such task, or it has gone on; no such choice.
    pub async fn task_steps(
        &self,
        request: Request,
        task: &SoloTask,
        path: &[u16],
    ) -> Result<TaskSteps, AppError> {
        let task_view = self.pose(request, task).await?;
        let game = self.task_game(request, task).await?;
        let path = path.to_vec();
        run_blocking(move || steps(&*game, task_view, &path)).await?
    }
}

/// Returns the choices at the end of the path. A whole move ends it.
fn steps(game: &dyn Game, task_view: TaskView, path: &[u16]) -> Result<TaskSteps, AppError> {
    let walk = Walk::new(game, path).ok_or_else(gone)?;
    let text = &walk.text;
    let view = seen_by_mover(game);
    // A whole move is shown by the board after it.
    let (display, words, alt, preview) = if walk.whole {
        let mut after = game.boxed_clone();
        let played = after.play(text)?;
        let alt = alt(&task_view.heading, &*after);
        let scene = after.scene(&view);
        (played.display, sentence(&played.words), alt, Some(scene))
    } else {
        let marked = (!text.is_empty()).then(|| game.preview(text, &view));
        let alt = task_view.alt.clone();
        (text.clone(), String::new(), alt, marked.flatten())
    };
    Ok(TaskSteps {
        alt,
        task_view,
        walk,
        display,
        words,
        preview,
    })
}

/// Returns the question about a bare square to which a piece other than a pawn would move; `None` otherwise.
fn asked(game: &dyn Game, task_view: TaskView, text: &str) -> Result<Option<TypedTask>, AppError> {
    let meant = game.parse_move(text).ok();
    let is_bare = game.names_square(text);
    let Some(meant) = meant.filter(|meant| is_bare && !is_pawn_move(meant)) else {
        return Ok(None);
    };
    let mut after = game.boxed_clone();
    let played = after.play(&meant)?;
    Ok(Some(TypedTask::Asked {
        task_view: Box::new(TaskView {
            scene: after.scene(&seen_by_mover(game)),
            alt: alt(&task_view.heading, &*after),
            ..task_view
        }),
        display: played.display,
        words: sentence(&played.words),
        text: meant,
    }))
}
