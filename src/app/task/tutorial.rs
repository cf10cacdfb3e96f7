//! Guided first games: the list of them, a person's progress, and the judgement of moves.

use super::view::{SoloTask, TaskState, TaskView, alt, gone};
use crate::app::{App, AppError, Request, run_blocking};
use crate::games::{self, GAMES};
use crate::match_state::UserId;
use crate::rules::{Exercise, Game, GameInfo, Outcome, Seat};
use crate::scene::View;

/// A person's progress in a guided first game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The game's key.
    pub key: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// Number of positions done.
    pub done: u8,
    /// Number of positions.
    pub of: u8,
}

impl App {
    /// Returns a person's progress in each guided first game, in the order of the games.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn tutorials(&self, user: UserId) -> Result<Vec<Progress>, AppError> {
        let reached = self.store.tutorials(user).await?;
        let taught = GAMES.iter().filter(|kind| !kind.tutorial.is_empty());
        Ok(taught
            .map(|kind| {
                let step = reached.iter().find(|(key, _)| key == kind.key);
                let of = count(kind);
                Progress {
                    key: kind.key,
                    name: kind.name,
                    done: step.map_or(0, |(_, step)| *step).min(of),
                    of,
                }
            })
            .collect())
    }

    /// Returns the next position of a game's guided first game for a person; after the last one the first again.
    ///
    /// # Errors
    /// No such game, or it has no guided first game.
    pub async fn next_exercise(&self, user: UserId, key: &str) -> Result<SoloTask, AppError> {
        let all = self.tutorials(user).await?;
        let Some(progress) = all.into_iter().find(|one| one.key == key) else {
            return Err(AppError::Plain(match games::find(key) {
                Some(kind) => format!(
                    "There are no lessons for {} yet. `/rules` explains the game.",
                    kind.name
                ),
                None => "There is no such game.".to_owned(),
            }));
        };
        Ok(SoloTask::Exercise {
            key: key.to_owned(),
            step: if progress.done < progress.of {
                progress.done
            } else {
                0
            },
        })
    }

    /// Skips to a position without the ones before it; the number after the last one is the end.
    ///
    /// # Errors
    /// No such position.
    pub async fn skip_to(
        &self,
        request: Request,
        key: &str,
        step: u8,
    ) -> Result<TaskView, AppError> {
        let of = games::find(key).map_or(0, count);
        let task_view = if of > 0 && step == of {
            let last = self.exercise(request, key, step - 1).await?;
            TaskView {
                lines: Vec::new(),
                state: TaskState::Done,
                ..last
            }
        } else {
            self.exercise(request, key, step).await?
        };
        self.store
            .reach_step(request.user, task_view.key, step, self.sources.clock.now())
            .await?;
        Ok(task_view)
    }

    pub(in crate::app) async fn exercise(
        &self,
        _request: Request,
        key: &str,
        step: u8,
    ) -> Result<TaskView, AppError> {
        let (kind, exercise) = find(key, step)?;
        run_blocking(move || -> Result<TaskView, AppError> {
            let game = exercise.game(kind)?;
            let lines = vec![exercise.text.to_owned(), task_line(exercise)];
            let view = View {
                from: Some(game.turn()),
                reach: exercise.marked.map(str::to_owned),
                ..View::default()
            };
            Ok(task_view(kind, step, &*game, &view, lines, TaskState::Open))
        })
        .await?
    }

    pub(in crate::app) async fn answer_exercise(
        &self,
        request: Request,
        key: &str,
        step: u8,
        text: &str,
    ) -> Result<TaskView, AppError> {
        let (kind, exercise) = find(key, step)?;
        let text = text.to_owned();
        let task_view = run_blocking(move || answered(kind, exercise, step, &text)).await??;
        if task_view.state == TaskState::Done {
            let now = self.sources.clock.now();
            self.store
                .reach_step(request.user, kind.key, step.saturating_add(1), now)
                .await?;
        }
        Ok(task_view)
    }
}

fn answered(
    kind: &'static GameInfo,
    exercise: &'static Exercise,
    step: u8,
    text: &str,
) -> Result<TaskView, AppError> {
    let before = exercise.game(kind)?;
    let view = seen_by(before.turn());
    Ok(match exercise.parse_move(kind, text)? {
        Outcome::Done {
            sentence,
            after,
            played,
        } => {
            let lines = vec![format!("✅ `{}` {sentence}", played.display)];
            task_view(kind, step, &*after, &view, lines, TaskState::Done)
        }
        Outcome::Missed { reason } => {
            let view = View {
                reach: exercise.marked.map(str::to_owned),
                ..view
            };
            let lines = vec![format!("❌ {reason}"), task_line(exercise)];
            task_view(kind, step, &*before, &view, lines, TaskState::Missed)
        }
    })
}

/// Returns the position, ready to be played.
pub(in crate::app) fn game(key: &str, step: u8) -> Result<Box<dyn Game>, AppError> {
    let (kind, exercise) = find(key, step)?;
    Ok(exercise.game(kind)?)
}

fn find(key: &str, step: u8) -> Result<(&'static GameInfo, &'static Exercise), AppError> {
    let kind = games::find(key).ok_or_else(gone)?;
    let exercise = kind.tutorial.get(usize::from(step)).ok_or_else(gone)?;
    Ok((kind, exercise))
}

fn count(kind: &GameInfo) -> u8 {
    u8::try_from(kind.tutorial.len()).unwrap_or(u8::MAX)
}

fn seen_by(seat: Seat) -> View {
    View {
        from: Some(seat),
        ..View::default()
    }
}

fn task_line(exercise: &Exercise) -> String {
    format!("**Your task:** {}", exercise.task)
}

fn task_view(
    kind: &'static GameInfo,
    step: u8,
    game: &dyn Game,
    view: &View,
    lines: Vec<String>,
    state: TaskState,
) -> TaskView {
    let title = kind
        .tutorial
        .get(usize::from(step))
        .map_or("", |one| one.title);
    let of = count(kind);
    let heading = format!("{}, lesson {} of {of}: {title}", kind.name, step + 1);
    TaskView {
        task: SoloTask::Exercise {
            key: kind.key.to_owned(),
            step,
        },
        key: kind.key,
        alt: alt(&heading, game),
        heading,
        lines,
        state,
        scene: game.scene(view),
        of,
    }
}
