//! The position of a match in which a button was made.

use serde::{Deserialize, Serialize};

use crate::app::MatchRef;
use crate::match_state::GameId;

/// A match, and the ply of the message that a button is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// The match.
    pub game: GameId,
    /// The ply of the message.
    pub ply: u32,
}

impl At {
    /// Returns the match for an action that is refused once the game has moved on.
    pub fn which(self) -> MatchRef {
        MatchRef::At(self.game, self.ply)
    }
}
