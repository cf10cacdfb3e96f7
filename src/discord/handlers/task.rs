//! Lessons and puzzles: their buttons and their form.

use super::{Answer, Asker, Handlers, Response};
use crate::app::{AppError, MachineGame, PuzzlePost, SoloTask, TaskView};
use crate::discord::commands::play;
use crate::discord::custom_id::{CustomId, TaskAction};
use crate::discord::reply::{Question, Reply};
use crate::discord::{board, texts};
use crate::engine::LEVELS;
use crate::rules::Options;

impl Handlers {
    pub(super) async fn task_action(
        &self,
        asker: Asker,
        custom_id: TaskAction,
    ) -> Result<Answer, AppError> {
        let request = asker.request;
        let task_view = match custom_id {
            TaskAction::Show(task) => self.app.pose(request, &task).await?,
            TaskAction::Skip { key, step } => self.app.skip_to(request, &key, step).await?,
            TaskAction::Choose { task, path, page } => {
                let steps = self.app.task_steps(request, &task, &path.0).await?;
                let scene = steps.preview.as_ref().unwrap_or(&steps.task_view.scene);
                let drawn = self.picture(scene).await;
                let reply = board::task_steps(&steps, &path, usize::from(page), drawn);
                return Ok(Answer::update(reply));
            }
            TaskAction::Go { task, path } => {
                let steps = self.app.task_steps(request, &task, &path.0).await?;
                if !steps.whole {
                    return Err(AppError::Stale(texts::UNKNOWN_BUTTON.to_owned()));
                }
                self.app.answer_task(request, &task, &steps.text).await?
            }
            TaskAction::Type(task) => {
                let id = CustomId::Task(TaskAction::Type(task)).to_string();
                let (title, label) = (texts::TYPE_TITLE, texts::TYPE_FIELD);
                return Ok(Answer {
                    first: Response::Ask(Question { id, title, label }),
                    then: None,
                    keep: None,
                });
            }
            TaskAction::Solution { id, ply } => self.app.show_solution(request, id, ply).await?,
            // Everybody has a board of their own, beside the post.
            TaskAction::Solve { id } => {
                let task_view = self.app.begin_puzzle(request, id).await?;
                return Ok(Answer::say(self.pictured(&task_view).await));
            }
            TaskAction::Play { key } => {
                let new = MachineGame {
                    game: key,
                    options: Options::new(),
                    seat: None,
                    level: &LEVELS[0],
                };
                return play::begin(self, asker, new).await;
            }
            TaskAction::Next { key } => self.app.next_puzzle(request, key.as_deref()).await?,
            // A menu, which `request::custom_id` has turned into what it chooses.
            TaskAction::Pick { .. } => {
                return Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON)));
            }
        };
        Ok(Answer::update(self.pictured(&task_view).await))
    }

    /// Answers the form in which a move was typed.
    pub(super) async fn typed_task(&self, asker: Asker, task: &SoloTask, text: &str) -> Answer {
        let done = match self.app.answer_task(asker.request, task, text).await {
            Ok(task_view) => Ok(Answer::update(self.pictured(&task_view).await)),
            Err(refusal) => Err(refusal),
        };
        let answer = done.unwrap_or_else(super::refused);
        if asker.in_private {
            answer
        } else {
            answer.aside()
        }
    }

    /// The message of a puzzle of the day.
    pub async fn puzzle_post(&self, post: &PuzzlePost) -> Reply {
        let drawn = self.picture(&post.scene).await;
        board::puzzle_post(post, drawn)
    }

    pub(in crate::discord) async fn pictured(&self, task_view: &TaskView) -> Reply {
        let drawn = self.picture(&task_view.scene).await;
        board::task_view(task_view, drawn)
    }
}
