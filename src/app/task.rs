//! Tasks for one person alone: the positions of a guided first game, and puzzles. A task is shown, answered by a move,
//! and judged with a reason.

use super::steps::reach_key;
use super::task_view::{SoloTask, TaskSteps, TaskView, gone, seen_by_mover};
use super::{App, AppError, Request, run_blocking};
use crate::rules::{Choices, Game};

impl App {
    /// Shows a task as it stands.
    ///
    /// # Errors
    /// There is no such task, or it has gone on.
    pub async fn pose(&self, request: Request, task: &SoloTask) -> Result<TaskView, AppError> {
        match task {
            SoloTask::Exercise { key, step } => self.exercise(request, key, *step).await,
            SoloTask::Puzzle { id, ply } => self.puzzle(request, *id, *ply).await,
        }
    }

    /// Judges a typed or chosen move in a task.
    ///
    /// # Errors
    /// There is no such task, or it has gone on.
    pub async fn answer_task(
        &self,
        request: Request,
        task: &SoloTask,
        text: &str,
    ) -> Result<TaskView, AppError> {
        match task {
            SoloTask::Exercise { key, step } => {
                self.answer_exercise(request, key, *step, text).await
            }
            SoloTask::Puzzle { id, ply } => self.answer_puzzle(request, *id, *ply, text).await,
        }
    }

    /// Walks the guided menu of a task.
    ///
    /// # Errors
    /// There is no such task, or it has gone on; there is no such choice.
    pub async fn task_steps(
        &self,
        request: Request,
        task: &SoloTask,
        path: &[u16],
    ) -> Result<TaskSteps, AppError> {
        let task_view = self.pose(request, task).await?;
        let game = match task {
            SoloTask::Exercise { key, step } => super::tutorial::game(key, *step)?,
            SoloTask::Puzzle { id, ply } => self.puzzle_game(request, *id, *ply).await?,
        };
        let path = path.to_vec();
        run_blocking(move || walk(&*game, task_view, &path)).await?
    }
}

/// The choices at the end of the way. A whole move ends it.
fn walk(game: &dyn Game, task_view: TaskView, path: &[u16]) -> Result<TaskSteps, AppError> {
    let (mut text, mut whole) = (String::new(), false);
    let mut choices = game.choices("");
    for step in path {
        let taken = choices.options.into_iter().nth(usize::from(*step));
        let taken = taken.ok_or_else(gone)?;
        (text, whole) = (taken.text, taken.whole);
        choices = if whole {
            Choices::default()
        } else {
            game.choices(&text)
        };
    }
    let preview = if text.is_empty() {
        None
    } else {
        game.preview(&text, &seen_by_mover(game))
    };
    let reach = game.reach(&reach_key(&text)).filter(|_| !whole);
    Ok(TaskSteps {
        task_view,
        reach,
        text,
        whole,
        choices,
        preview,
    })
}
