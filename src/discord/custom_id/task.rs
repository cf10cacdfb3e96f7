//! Actions of the buttons and menus of lessons and puzzles, and their `custom_id`s.

use std::fmt;

use super::{Path, VERSION, fields, number};
use crate::app::SoloTask;

/// An action of lessons and puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskAction {
    /// Shows a task.
    Show(SoloTask),
    /// Shows a position of a course, whether or not those before it are done.
    Skip {
        /// The course's key.
        key: String,
        /// The index of the position, from 0.
        step: u8,
    },
    /// Shows the choices at `path` in the guided menu of a task.
    Choose {
        /// The task.
        task: SoloTask,
        /// The path so far.
        path: Path,
        /// The index of the page of answers, from 0.
        page: u16,
    },
    /// A select menu of the answers; its value is the index of one.
    Pick {
        /// The task.
        task: SoloTask,
        /// The path so far.
        path: Path,
    },
    /// Answers with the move at the end of `path`.
    Go {
        /// The task.
        task: SoloTask,
        /// The path to the move.
        path: Path,
    },
    /// Opens the form to type a move; the form has the same `custom_id`.
    Type(SoloTask),
    /// Answers with a move, after the question whether that move was meant.
    Answer {
        /// The task.
        task: SoloTask,
        /// The canonical text of the move.
        text: String,
    },
    /// Shows the board of a task in parts, each large.
    Larger {
        /// The task.
        task: SoloTask,
        /// The index of the part, from 0; `None` for the part where the last move ended.
        part: Option<u16>,
    },
    /// Shows the solution of a puzzle.
    Solution {
        /// The puzzle.
        id: u64,
        /// Number of moves that had been made in the puzzle.
        ply: u8,
    },
    /// Opens the puzzle of a post for the user who presses the button.
    Solve {
        /// The puzzle.
        id: u64,
    },
    /// Shows another puzzle.
    Next {
        /// The game's key; `None` for any game.
        key: Option<String>,
    },
    /// Shows another puzzle of the game and the theme of one.
    Another {
        /// The puzzle that it is like.
        id: u64,
    },
    /// Begins a game against the weakest machine, after the last lesson.
    Play {
        /// The game's key.
        key: String,
    },
    /// Shows the lesson that comes next for the user who presses the button.
    Learn {
        /// The game's key.
        key: String,
    },
    /// A select menu of games to play against the machine; its value is the game's key.
    PlayMenu,
    /// A select menu of courses; its value is the position to go on with.
    LearnMenu,
}

impl TaskAction {
    /// Reads the text after the version; `None` if it is not an action of lessons and puzzles.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<TaskAction> {
        Some(match verb {
            "task" => TaskAction::Show(read(rest)?),
            "taskskip" => {
                let [key, step] = fields(rest)?;
                let (key, step) = (word(key)?, number(step)?);
                TaskAction::Skip { key, step }
            }
            "taskmenu" => {
                let [task, path, page] = fields(rest)?;
                TaskAction::Choose {
                    task: read(task)?,
                    path: Path::parse(path)?,
                    page: number(page)?,
                }
            }
            "taskpick" => {
                let [task, path] = fields(rest)?;
                let (task, path) = (read(task)?, Path::parse(path)?);
                TaskAction::Pick { task, path }
            }
            "taskgo" => {
                let [task, path] = fields(rest)?;
                let (task, path) = (read(task)?, Path::parse(path)?);
                TaskAction::Go { task, path }
            }
            "tasktype" => TaskAction::Type(read(rest)?),
            "taskanswer" => {
                let (task, text) = rest.split_once(':')?;
                let (task, text) = (read(task)?, text.to_owned());
                TaskAction::Answer { task, text }
            }
            "tasklarger" => TaskAction::Larger {
                task: read(rest)?,
                part: None,
            },
            "taskpart" => {
                let [task, part] = fields(rest)?;
                let (task, part) = (read(task)?, Some(number(part)?));
                TaskAction::Larger { task, part }
            }
            "tasksolution" => match read(rest)? {
                SoloTask::Puzzle { id, ply } => TaskAction::Solution { id, ply },
                SoloTask::Exercise { .. } => return None,
            },
            "tasksolve" => TaskAction::Solve { id: hex(rest)? },
            "tasklike" => TaskAction::Another { id: hex(rest)? },
            "tasknext" => TaskAction::Next {
                key: match rest {
                    "any" => None,
                    key => Some(word(key)?),
                },
            },
            "taskplay" => TaskAction::Play { key: word(rest)? },
            "tasklearn" => TaskAction::Learn { key: word(rest)? },
            "taskgames" if rest == "play" => TaskAction::PlayMenu,
            "taskgames" if rest == "learn" => TaskAction::LearnMenu,
            _ => return None,
        })
    }

    /// Returns the action of a value chosen in this menu; `None` if it is no menu or the value is no number.
    pub(in crate::discord) fn chosen(self, value: &str) -> Option<TaskAction> {
        match self {
            TaskAction::Pick { task, path } => Some(TaskAction::Choose {
                task,
                path: path.then(number(value)?),
                page: 0,
            }),
            TaskAction::PlayMenu => Some(TaskAction::Play { key: word(value)? }),
            TaskAction::LearnMenu => match read(value)? {
                lesson @ SoloTask::Exercise { .. } => Some(TaskAction::Show(lesson)),
                SoloTask::Puzzle { .. } => None,
            },
            _ => None,
        }
    }

    /// Returns the value of a position of a course in the menu of courses.
    pub(in crate::discord) fn lesson(key: &str, step: u8) -> String {
        let key = key.to_owned();
        Written(&SoloTask::Exercise { key, step }).to_string()
    }

    /// True for a menu.
    pub(in crate::discord) fn is_of_menu(&self) -> bool {
        matches!(
            self,
            TaskAction::Pick { .. } | TaskAction::PlayMenu | TaskAction::LearnMenu
        )
    }
}

impl fmt::Display for TaskAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskAction::Show(task) => write!(f, "task:{}", Written(task)),
            TaskAction::Skip { key, step } => write!(f, "taskskip:{key}:{step}"),
            TaskAction::Choose { task, path, page } => {
                write!(f, "taskmenu:{}:{path}:{page}", Written(task))
            }
            TaskAction::Pick { task, path } => write!(f, "taskpick:{}:{path}", Written(task)),
            TaskAction::Go { task, path } => write!(f, "taskgo:{}:{path}", Written(task)),
            TaskAction::Type(task) => write!(f, "tasktype:{}", Written(task)),
            TaskAction::Answer { task, text } => write!(f, "taskanswer:{}:{text}", Written(task)),
            TaskAction::Larger { task, part: None } => write!(f, "tasklarger:{}", Written(task)),
            TaskAction::Larger {
                task,
                part: Some(part),
            } => write!(f, "taskpart:{}:{part}", Written(task)),
            TaskAction::Solution { id, ply } => {
                write!(
                    f,
                    "tasksolution:{}",
                    Written(&SoloTask::Puzzle { id: *id, ply: *ply })
                )
            }
            TaskAction::Solve { id } => write!(f, "tasksolve:{id:016x}"),
            TaskAction::Another { id } => write!(f, "tasklike:{id:016x}"),
            TaskAction::Next { key } => {
                write!(f, "tasknext:{}", key.as_deref().unwrap_or("any"))
            }
            TaskAction::Play { key } => write!(f, "taskplay:{key}"),
            TaskAction::Learn { key } => write!(f, "tasklearn:{key}"),
            TaskAction::PlayMenu => f.write_str("taskgames:play"),
            TaskAction::LearnMenu => f.write_str("taskgames:learn"),
        }
    }
}

/// Returns the task that a form with this `custom_id` answers; `None` if it is not a form of a task.
pub fn typed(custom_id: &str) -> Option<SoloTask> {
    let rest = custom_id
        .strip_prefix(VERSION)?
        .strip_prefix(":tasktype:")?;
    let task = read(rest)?;
    (format!("{VERSION}:tasktype:{}", Written(&task)) == custom_id).then_some(task)
}

/// A task in a `custom_id`: `e.abstract.3` or `p.0123456789abcdef.2`.
struct Written<'t>(&'t SoloTask);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SoloTask::Exercise { key, step } => write!(f, "e.{key}.{step}"),
            SoloTask::Puzzle { id, ply } => write!(f, "p.{id:016x}.{ply}"),
        }
    }
}

fn read(text: &str) -> Option<SoloTask> {
    let [kind, which, at] = text.split('.').collect::<Vec<_>>().try_into().ok()?;
    match kind {
        "e" => Some(SoloTask::Exercise {
            key: word(which)?,
            step: number(at)?,
        }),
        "p" => Some(SoloTask::Puzzle {
            id: hex(which)?,
            ply: number(at)?,
        }),
        _ => None,
    }
}

fn hex(text: &str) -> Option<u64> {
    let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

/// Reads a game's key.
fn word(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
    fits.then(|| text.to_owned())
}
