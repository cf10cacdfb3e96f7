//! Actions of the buttons and menus of a private board to try moves on.

use serde::{Deserialize, Serialize};

use super::At;
use crate::match_state::GameId;

/// An action on a private board to try moves on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExploreAction {
    /// Opens a private board.
    #[serde(rename = "explore")]
    Open(At),
    /// Shows another place of the line that the message shows.
    Look {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// Number of moves of the line after which the position is shown.
        at: u16,
    },
    /// A select menu of moves to try next; its value begins with `=` for a whole move, or `~` for a part of one.
    #[serde(rename = "try")]
    Menu {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// Number of moves of the line before the chosen move.
        at: u16,
        /// The part of the move chosen so far; it may be empty.
        text: String,
    },
    /// Adds the move or the part of one that was chosen in the menu to the line.
    #[serde(rename = "tried")]
    Try {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// Number of moves of the line before the chosen move.
        at: u16,
        /// The chosen value.
        text: String,
    },
    /// Plays the first move of the line that the message shows; a move shown before it is made has this button, too.
    #[serde(rename = "playline")]
    Play(At),
    /// Makes a plan of the line that the message shows.
    #[serde(rename = "planline")]
    Plan(At),
}
