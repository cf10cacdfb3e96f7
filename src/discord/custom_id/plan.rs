//! Actions of the buttons and menus of a player's plan.

use serde::{Deserialize, Serialize};

use super::At;
use crate::app::PlanEdit;
use crate::match_state::GameId;

/// An action on the user's plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanAction {
    /// Shows the user's plan.
    #[serde(rename = "planned")]
    Show(GameId),
    /// A select menu of the lines of the user's plan; its value is a line's number.
    #[serde(rename = "planmenu")]
    Menu(At),
    /// Shows the possible changes to a line of the user's plan.
    #[serde(rename = "planpick")]
    Pick {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
    },
    /// Changes a line of the user's plan.
    #[serde(rename = "planedit")]
    Edit {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
        /// The change.
        edit: PlanEdit,
    },
}
