//! Actions of the buttons and menus of a move's guided entry.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::At;
use super::fields::{checked, read};
use crate::match_state::GameId;

/// A path through the choices of a guided menu: at each step the index of the answer, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<u16>);

impl Path {
    /// Returns the path with one more step.
    pub fn then(&self, index: u16) -> Path {
        let mut steps = self.0.clone();
        steps.push(index);
        Path(steps)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("-")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checked(deserializer, |text: &str| match text {
            "" => Some(Path::default()),
            _ => text.split('-').map(read).collect::<Option<_>>().map(Path),
        })
    }
}

/// A step in the guided menu of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GuideAction {
    /// Opens the guided menu in the place of a move that was shown before it is made.
    Another(At),
    /// Opens the guided menu.
    Start(At),
    /// Shows the choices at `path`.
    Choose {
        /// The match.
        game: GameId,
        /// The ply at which the menu was opened.
        ply: u32,
        /// The path so far.
        path: Path,
        /// The index of the page of answers, from 0.
        page: u16,
    },
    /// A select menu of the guided entry; its value is the index of the answer at `path`.
    Pick {
        /// The match.
        game: GameId,
        /// The ply at which the menu was opened.
        ply: u32,
        /// The path so far.
        path: Path,
        /// The index of the page that is shown; it tells apart the menus of one message.
        page: u16,
    },
    /// Opens the form in which a move is typed, and is the form's `custom_id`.
    Type(At),
    /// Plays the move at the end of `path`.
    Go {
        /// The match.
        game: GameId,
        /// The ply at which the menu was opened.
        ply: u32,
        /// The path to the move.
        path: Path,
    },
}
