//! A game in words.

use super::{Position, Reach};
use crate::engine;

/// Descriptions of a position and its moves.
pub trait Describe: Position {
    /// Describes a move before it is played.
    fn describe(&self, mv: &Self::Move) -> String;

    /// Describes the position piece by piece, in at most `limit` characters, for people who cannot see it.
    fn alt_text(&self, limit: usize) -> String;

    /// Returns a warning for the side to move: what attacks its royal piece.
    fn check_warning(&self) -> Option<String> {
        None
    }

    /// Returns royal pieces of the sides not to move that are in check or could be taken: one line each. Together with
    /// [`Describe::check_warning`] it covers everything that the picture rings.
    fn exposed(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the moves of the piece on a square, as if it were its owner's turn; `square` is the
    /// [`reach`](crate::scene::View::reach) of a [`View`](crate::scene::View). They equal the moves marked in the
    /// picture. `None` if the square is empty.
    fn reach(&self, _square: &str) -> Option<Reach> {
        None
    }

    /// Returns what must be known besides the board, one sentence each: hands, powers in force, players out, the pool.
    /// Called while the game is being played.
    fn status_lines(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns those of the [`Describe::status_lines`] that still matter once the game is over, one sentence each.
    fn results(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns rules now in force that a beginner may not have met.
    fn topics(&self) -> Vec<Topic> {
        Vec::new()
    }

    /// Explains why a move is good, in one sentence for players. The default mentions a king and checkmate.
    fn reason(&self, why: &engine::Why) -> String {
        why.sentence("king", "checkmate")
    }
}

/// A rule now in force that a player may not have met, shown once to each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Key under which it is remembered: the game's key, a colon and a word, such as `tower:rook`.
    pub key: String,
    /// Explanation in one line.
    pub line: String,
}
