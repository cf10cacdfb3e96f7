//! Buttons of the slash commands that stand in one file each.

use std::fmt;

use super::at;
use crate::match_state::GameId;

/// Their names, which each command's file gives again: no other is read.
const BUTTONS: [&str; 2] = ["claim", "gift"];

/// A press of a button that belongs to a slash command's own file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandPress {
    /// Which button: one of `BUTTONS`.
    pub button: &'static str,
    /// In which match.
    pub game: GameId,
    /// The ply of the message.
    pub ply: u32,
}

impl CommandPress {
    /// Reads what follows the version; `None` where it is none of these.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<Self> {
        let button = BUTTONS.into_iter().find(|button| *button == verb)?;
        let (game, ply) = at(rest)?;
        Some(CommandPress { button, game, ply })
    }
}

impl fmt::Display for CommandPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.button, self.game.0, self.ply)
    }
}
