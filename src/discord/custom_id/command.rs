//! Buttons of the slash commands that stand in one file each.

use std::fmt;

use super::{GameId, at};

/// A press of a button that belongs to a slash command's own file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandPress {
    /// Which button: lower-case letters. Whether there is a command with such a button is not known here.
    pub button: String,
    /// In which match.
    pub game: GameId,
    /// The ply of the message.
    pub ply: u32,
}

impl CommandPress {
    /// Reads a button's name and the fields that follow it.
    pub(super) fn parse(button: &str, fields: &str) -> Option<Self> {
        let (game, ply) = at(fields)?;
        let is_name = !button.is_empty() && button.bytes().all(|byte| byte.is_ascii_lowercase());
        is_name.then(|| CommandPress {
            button: button.to_owned(),
            game,
            ply,
        })
    }
}

impl fmt::Display for CommandPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.button, self.game.0, self.ply)
    }
}
