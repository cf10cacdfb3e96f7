//! Lessons and puzzles: their buttons and their form.

use super::{Answer, Asker, Handlers, InvokedFrom, Response};
use crate::app::{AppError, MachineGame, PuzzlePost, SoloTask, TaskView, TypedTask};
use crate::discord::custom_id::{CustomId, TaskAction};
use crate::discord::reply::{Question, Reply};
use crate::discord::{board, texts};
use crate::engine::LEVELS;
use crate::games;
use crate::render;
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
                let reply = board::task_steps(&steps, usize::from(page), drawn);
                return Ok(Answer::update(reply));
            }
            TaskAction::Go { task, path } => {
                let steps = self.app.task_steps(request, &task, &path.0).await?;
                if !steps.walk.whole {
                    return Err(AppError::Stale(texts::UNKNOWN_BUTTON.to_owned()));
                }
                self.app
                    .answer_task(request, &task, &steps.walk.text)
                    .await?
            }
            TaskAction::Answer { task, text } => {
                self.app.answer_task(request, &task, &text).await?
            }
            // The parts are shown next to the task, which is answered below its board.
            TaskAction::Larger(task) => {
                return self.task_part(asker, task, None).await.map(Answer::say);
            }
            TaskAction::Part { task, part } => {
                let reply = self.task_part(asker, task, Some(usize::from(part))).await;
                return reply.map(Answer::update);
            }
            TaskAction::Type(task) => {
                let id = CustomId::Task(TaskAction::Type(task)).to_string();
                let question = Question {
                    id,
                    title: texts::TYPE_TITLE,
                    label: texts::TYPE_FIELD,
                    placeholder: texts::TYPE_PLACEHOLDER,
                };
                return Ok(Answer {
                    first: Response::Ask(question),
                    then: None,
                    keep: None,
                });
            }
            TaskAction::Solution { id, ply } => self.app.show_solution(request, id, ply).await?,
            // Each solver has a separate board, below the post.
            TaskAction::Solve(id) => {
                let task_view = self.app.begin_puzzle(request, id).await?;
                return Ok(Answer::say(self.pictured(&task_view).await));
            }
            TaskAction::Play(key) => {
                let first = games::find(&key).and_then(|kind| kind.variants.first());
                let new = MachineGame {
                    game: key,
                    options: first.map_or_else(Options::new, |variant| {
                        variant.options.iter().copied().collect()
                    }),
                    seat: None,
                    level: &LEVELS[0],
                    private: true,
                };
                let begun = self.app.play_machine(request, new).await?;
                let answer = self.privately(asker, &begun, &[], InvokedFrom::Words);
                return Ok(answer.await);
            }
            TaskAction::Learn(key) => {
                let task = self.app.next_exercise(request.user, &key).await?;
                let task_view = self.app.pose(request, &task).await?;
                return Ok(Answer::say(self.pictured(&task_view).await));
            }
            TaskAction::Another(id) => self.app.another_puzzle(request, id).await?,
            TaskAction::Next(key) => self.app.next_puzzle(request, key.as_deref()).await?,
            // A menu, which `request::component` has turned into the chosen action.
            TaskAction::Pick { .. } | TaskAction::Menu(_) => {
                return Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON)));
            }
        };
        Ok(Answer::update(self.pictured(&task_view).await))
    }

    /// Answers the form in which a move was typed.
    pub(super) async fn typed_task(&self, asker: Asker, task: &SoloTask, text: &str) -> Answer {
        let done = self.typed_answer(asker, task, text).await;
        let answer = done.map_or_else(super::refused, Answer::update);
        if asker.in_private {
            answer
        } else {
            answer.aside()
        }
    }

    /// Returns the answer to a move that was typed in a task.
    pub(in crate::discord) async fn typed_answer(
        &self,
        asker: Asker,
        task: &SoloTask,
        text: &str,
    ) -> Result<Reply, AppError> {
        match self.app.answer_typed(asker.request, task, text).await? {
            TypedTask::Judged(task_view) => Ok(self.pictured(&task_view).await),
            TypedTask::Asked {
                task_view,
                text,
                display,
                words,
            } => {
                let drawn = self.picture(&task_view.scene).await;
                Ok(board::task_asked(&task_view, text, &display, words, drawn))
            }
        }
    }

    /// Returns a part of a task's board; without a number the part where the last move ended.
    async fn task_part(
        &self,
        asker: Asker,
        task: SoloTask,
        at: Option<usize>,
    ) -> Result<Reply, AppError> {
        let task_view = self.app.pose(asker.request, &task).await?;
        let parts = render::enlargements(&task_view.scene);
        let at = at.unwrap_or_else(|| render::first_of(&parts));
        let drawn = match parts.get(at) {
            Some(part) => self.picture(&part.scene).await,
            None => None,
        };
        Ok(board::task_part(&task, &parts, at, drawn))
    }

    /// Returns the message of a puzzle of the day.
    pub async fn puzzle_post(&self, post: &PuzzlePost) -> Reply {
        let drawn = self.picture(&post.scene).await;
        board::puzzle_post(post, drawn)
    }

    pub(in crate::discord) async fn pictured(&self, task_view: &TaskView) -> Reply {
        let drawn = self.picture(&task_view.scene).await;
        board::task_view(task_view, drawn)
    }
}
