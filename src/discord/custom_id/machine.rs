//! Actions of the buttons about the machine: their part of a `custom_id`, after `m:`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::At;
use super::fields::checked;
use crate::engine::Level;
use crate::match_state::GameId;

/// An action about the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MachineAction {
    /// Asks for the level that takes the free seats of the user's open table.
    Levels(GameId),
    /// A select menu of levels; its value is the level's number.
    #[serde(rename = "menu")]
    LevelMenu(GameId),
    /// Gives the free seats of the user's open table to the machine.
    Fill {
        /// The table.
        game: GameId,
        /// The machine's level.
        level: &'static Level,
    },
    /// Begins another game against the machine.
    Again {
        /// The game that is over.
        game: GameId,
        /// The machine's level.
        level: &'static Level,
    },
    /// Shows the first part of a hint: what there is to see, without a move.
    Hint(At),
    /// Shows everybody in the channel the board of a private match.
    Show(GameId),
    /// Shows the move that a hint is about.
    #[serde(rename = "move")]
    HintMove(At),
    /// Gives a hint for the next move of a line on a private board.
    #[serde(rename = "line")]
    HintLine {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// Number of moves of the line before the hint.
        at: u16,
    },
    /// Shows the moves that cost the user most.
    Review(GameId),
    /// Begins a game against the machine from a position of a match that is over.
    GoOn {
        /// The match that is over.
        game: GameId,
        /// The ply of the move before which the game goes on.
        ply: u32,
        /// The machine's level.
        level: &'static Level,
    },
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for &'static Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checked(deserializer, Level::numbered)
    }
}
