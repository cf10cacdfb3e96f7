//! Courses of lessons: the list of them, a person's progress, and the judgement of moves.

use super::view::{SoloTask, TaskState, TaskView, alt, gone};
use crate::app::{App, AppError, Request, run_blocking};
use crate::games::{self, GAMES};
use crate::match_state::UserId;
use crate::rules::{Course, Exercise, Game, GameInfo, Outcome, Seat};
use crate::scene::View;

/// A person's progress in a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The game's key.
    pub game: &'static str,
    /// The course's key.
    pub key: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The subjects of the course.
    pub about: &'static str,
    /// True for a course after the first.
    pub further: bool,
    /// Number of positions done.
    pub done: u8,
    /// Number of positions.
    pub of: u8,
}

impl Progress {
    /// Returns the index of the next position; after the last one that of the first.
    pub fn next(&self) -> u8 {
        if self.done < self.of { self.done } else { 0 }
    }
}

impl App {
    /// Returns a person's progress in each course, in the order of the games.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn tutorials(&self, user: UserId) -> Result<Vec<Progress>, AppError> {
        let reached = self.store.tutorials(user).await?;
        Ok(courses()
            .map(|(kind, course)| {
                let step = reached.iter().find(|(key, _)| key == course.key);
                let (of, further) = (count(course), course.key != kind.key);
                Progress {
                    game: kind.key,
                    key: course.key,
                    name: kind.name,
                    about: if further { course.about } else { kind.summary },
                    further,
                    done: step.map_or(0, |(_, step)| *step).min(of),
                    of,
                }
            })
            .collect())
    }

    /// Returns a person's next position of a course or, with a game's key, of the game's first course with positions
    /// left; after the last position the first again.
    ///
    /// # Errors
    /// No such game or course.
    pub async fn next_exercise(&self, user: UserId, key: &str) -> Result<SoloTask, AppError> {
        let mut all = self.tutorials(user).await?;
        all.retain(|one| one.key == key || one.game == key);
        let open = all.iter().find(|one| one.done < one.of);
        let Some(progress) = open.or(all.first()) else {
            return Err(AppError::Plain(match games::find(key) {
                Some(kind) => format!(
                    "There are no lessons for {} yet. `/rules` explains the game.",
                    kind.name
                ),
                None => "There is no such game.".to_owned(),
            }));
        };
        Ok(SoloTask::Exercise {
            key: progress.key.to_owned(),
            step: progress.next(),
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
        let of = course(key).map_or(0, |(_, course)| count(course));
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
            .reach_step(request.user, key, step, self.sources.clock.now())
            .await?;
        Ok(task_view)
    }

    pub(in crate::app) async fn exercise(
        &self,
        _request: Request,
        key: &str,
        step: u8,
    ) -> Result<TaskView, AppError> {
        let (kind, course, exercise) = find(key, step)?;
        run_blocking(move || -> Result<TaskView, AppError> {
            let game = exercise.game(kind)?;
            let lines = vec![exercise.text.to_owned(), task_line(exercise)];
            let view = View {
                from: Some(game.turn()),
                reach: exercise.marked.map(str::to_owned),
                ..View::default()
            };
            let at = (kind, course, step);
            Ok(task_view(at, &*game, &view, lines, TaskState::Open))
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
        let (kind, course, exercise) = find(key, step)?;
        let text = text.to_owned();
        let at = (kind, course, step);
        let task_view = run_blocking(move || answered(at, exercise, &text)).await??;
        if task_view.state == TaskState::Done {
            let now = self.sources.clock.now();
            self.store
                .reach_step(request.user, course.key, step.saturating_add(1), now)
                .await?;
        }
        Ok(task_view)
    }
}

/// A position's game, course and index.
type At = (&'static GameInfo, &'static Course, u8);

fn answered(at: At, exercise: &'static Exercise, text: &str) -> Result<TaskView, AppError> {
    let before = exercise.game(at.0)?;
    let view = seen_by(before.turn());
    Ok(match exercise.parse_move(at.0, text)? {
        Outcome::Done {
            sentence,
            after,
            played,
        } => {
            let lines = vec![format!("✅ `{}` {sentence}", played.display)];
            task_view(at, &*after, &view, lines, TaskState::Done)
        }
        Outcome::Missed { reason } => {
            let view = View {
                reach: exercise.marked.map(str::to_owned),
                ..view
            };
            let lines = vec![format!("❌ {reason}"), task_line(exercise)];
            task_view(at, &*before, &view, lines, TaskState::Missed)
        }
    })
}

/// Returns the position, ready to be played.
pub(in crate::app) fn game(key: &str, step: u8) -> Result<Box<dyn Game>, AppError> {
    let (kind, _, exercise) = find(key, step)?;
    Ok(exercise.game(kind)?)
}

/// Returns every course with its game.
fn courses() -> impl Iterator<Item = (&'static GameInfo, &'static Course)> {
    let games = GAMES.iter().copied();
    games.flat_map(|kind| kind.tutorial.iter().map(move |course| (kind, course)))
}

fn course(key: &str) -> Option<(&'static GameInfo, &'static Course)> {
    courses().find(|(_, course)| course.key == key)
}

type Found = (&'static GameInfo, &'static Course, &'static Exercise);

fn find(key: &str, step: u8) -> Result<Found, AppError> {
    let (kind, course) = course(key).ok_or_else(gone)?;
    let exercise = course.exercises.get(usize::from(step));
    Ok((kind, course, exercise.ok_or_else(gone)?))
}

fn count(course: &Course) -> u8 {
    u8::try_from(course.exercises.len()).unwrap_or(u8::MAX)
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
    (kind, course, step): At,
    game: &dyn Game,
    view: &View,
    lines: Vec<String>,
    state: TaskState,
) -> TaskView {
    let title = course
        .exercises
        .get(usize::from(step))
        .map_or("", |one| one.title);
    let further = if course.key == kind.key {
        ""
    } else {
        "further "
    };
    let (name, of) = (kind.name, count(course));
    let heading = format!("{name}, {further}lesson {} of {of}: {title}", step + 1);
    let mut later = kind.tutorial.iter().skip_while(|one| one.key != course.key);
    TaskView {
        task: SoloTask::Exercise {
            key: course.key.to_owned(),
            step,
        },
        key: kind.key,
        alt: alt(&heading, game),
        heading,
        lines,
        state,
        scene: game.scene(view),
        of,
        then: later.nth(1),
    }
}
