//! A game in words.

use super::{Position, Reach};
use crate::engine;

/// What is said of a position and its moves.
pub trait Describe: Position {
    /// The move in words, before it is played.
    fn describe(&self, mv: &Self::Move) -> String;

    /// The position in words, piece by piece, in at most `limit` characters, for those who cannot see it.
    fn alt_text(&self, limit: usize) -> String;

    /// A warning for the side to move: what attacks its royal piece.
    fn check_warning(&self) -> Option<String> {
        None
    }

    /// Royal pieces of the sides that are not to move which are in check or could be taken: one line each. With
    /// [`Describe::check_warning`] it says everything that the picture rings.
    fn exposed(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the piece on a square can do, as if it were its owner's turn; `square` is what a [`View`](crate::scene::View) takes as its
    /// `reach`. The same moves as the picture marks for it. `None` where nothing stands there.
    fn reach(&self, _square: &str) -> Option<Reach> {
        None
    }

    /// What else must be seen with the board, one sentence each: hands, powers in force, who is out, the pool.
    /// While the game is being played.
    fn status_lines(&self) -> Vec<String> {
        Vec::new()
    }

    /// What of [`Describe::status_lines`] is still to be said once the game is over, one sentence each.
    fn results(&self) -> Vec<String> {
        Vec::new()
    }

    /// Rules in force now that a beginner may not have met.
    fn topics(&self) -> Vec<Topic> {
        Vec::new()
    }

    /// Why a move is good, in one sentence for players. The default speaks of a king and of checkmate.
    fn reason(&self, why: &engine::Why) -> String {
        why.sentence("king", "checkmate")
    }
}

/// A rule that a player may not have met before and that is in force now, shown once to each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// What it is remembered by: the game's key, a colon and a word, such as `tower:rook`.
    pub key: String,
    /// One line that explains it.
    pub line: String,
}
