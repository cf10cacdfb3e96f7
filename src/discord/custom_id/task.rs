//! Actions of the buttons and menus of lessons and puzzles.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Path;
use super::fields::{checked, read};
use crate::app::SoloTask;

/// An action of lessons and puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskAction {
    /// Shows a task.
    #[serde(rename = "task")]
    Show(SoloTask),
    /// Shows a position of a course, whether or not those before it are done.
    #[serde(rename = "taskskip")]
    Skip {
        /// The course's key.
        #[serde(deserialize_with = "key")]
        key: String,
        /// The index of the position, from 0.
        step: u8,
    },
    /// Shows the choices at `path` in the guided menu of a task.
    #[serde(rename = "taskmenu")]
    Choose {
        /// The task.
        task: SoloTask,
        /// The path so far.
        path: Path,
        /// The index of the page of answers, from 0.
        page: u16,
    },
    /// A select menu of the answers; its value is the index of one.
    #[serde(rename = "taskpick")]
    Pick {
        /// The task.
        task: SoloTask,
        /// The path so far.
        path: Path,
    },
    /// Answers with the move at the end of `path`.
    #[serde(rename = "taskgo")]
    Go {
        /// The task.
        task: SoloTask,
        /// The path to the move.
        path: Path,
    },
    /// Opens the form to type a move; the form has the same `custom_id`.
    #[serde(rename = "tasktype")]
    Type(SoloTask),
    /// Answers with a move, after the question whether that move was meant.
    #[serde(rename = "taskanswer")]
    Answer {
        /// The task.
        task: SoloTask,
        /// The canonical text of the move.
        text: String,
    },
    /// Shows the board of a task in parts, each large: the part where the last move ended.
    #[serde(rename = "tasklarger")]
    Larger(SoloTask),
    /// Shows another part of the board of a task.
    #[serde(rename = "taskpart")]
    Part {
        /// The task.
        task: SoloTask,
        /// The index of the part, from 0.
        part: u16,
    },
    /// Shows the solution of a puzzle.
    #[serde(
        rename = "tasksolution",
        serialize_with = "write_puzzle",
        deserialize_with = "read_puzzle"
    )]
    Solution {
        /// The puzzle.
        id: u64,
        /// Number of moves that had been made in the puzzle.
        ply: u8,
    },
    /// Opens the puzzle of a post for the user who presses the button.
    #[serde(rename = "tasksolve")]
    Solve(#[serde(serialize_with = "write_hex", deserialize_with = "read_hex")] u64),
    /// Shows another puzzle, of the game with this key, or of any game.
    #[serde(rename = "tasknext")]
    Next(#[serde(deserialize_with = "key_or_any")] Option<String>),
    /// Shows another puzzle, of the game and the theme of this one.
    #[serde(rename = "tasklike")]
    Another(#[serde(serialize_with = "write_hex", deserialize_with = "read_hex")] u64),
    /// Begins the game with this key against the weakest machine, after the last lesson.
    #[serde(rename = "taskplay")]
    Play(#[serde(deserialize_with = "key")] String),
    /// Shows the lesson of the game with this key that comes next for the user who presses the button.
    #[serde(rename = "tasklearn")]
    Learn(#[serde(deserialize_with = "key")] String),
    /// A select menu of games.
    #[serde(rename = "taskgames")]
    Menu(TaskMenu),
}

/// A select menu of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskMenu {
    /// Games to play against the machine; its value is the game's key.
    Play,
    /// Courses; its value is the position to go on with.
    Learn,
}

impl TaskAction {
    /// Returns the value of a position of a course in the menu of courses.
    pub(in crate::discord) fn lesson(key: &str, step: u8) -> String {
        let key = key.to_owned();
        Written(&SoloTask::Exercise { key, step }).to_string()
    }
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

impl Serialize for SoloTask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Written(self))
    }
}

impl<'de> Deserialize<'de> for SoloTask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checked(deserializer, |text: &str| {
            let [kind, which, at] = text.split('.').collect::<Vec<_>>().try_into().ok()?;
            match kind {
                "e" => Some(SoloTask::Exercise {
                    key: Some(which).filter(|key| is_key(key))?.to_owned(),
                    step: read(at)?,
                }),
                "p" => Some(SoloTask::Puzzle {
                    id: from_hex(which)?,
                    ply: read(at)?,
                }),
                _ => None,
            }
        })
    }
}

/// Writes a puzzle and the number of moves made in it like their task.
fn write_puzzle<S: Serializer>(id: &u64, ply: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    SoloTask::Puzzle { id: *id, ply: *ply }.serialize(serializer)
}

fn read_puzzle<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u64, u8), D::Error> {
    checked(deserializer, |task| match task {
        SoloTask::Puzzle { id, ply } => Some((id, ply)),
        SoloTask::Exercise { .. } => None,
    })
}

/// Writes a puzzle in 16 hexadecimal digits.
fn write_hex<S: Serializer>(id: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{id:016x}"))
}

fn read_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    checked(deserializer, from_hex)
}

fn from_hex(text: &str) -> Option<u64> {
    let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

/// Reads a game's key.
fn key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    checked(deserializer, |key: String| is_key(&key).then_some(key))
}

/// Reads a game's key, if it is not any game.
fn key_or_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    checked(deserializer, |key: Option<String>| {
        key.as_deref().is_none_or(is_key).then_some(key)
    })
}

/// True if a text may be a game's key.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
