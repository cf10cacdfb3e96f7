//! Hiding: what the rules keep from some viewers.

use super::{Position, Viewer};

/// Views of a position for each viewer. The defaults hide nothing.
pub trait Hidden: Position {
    /// True if something is hidden from some viewers until the game is over. Constant from the first move to the last;
    /// false after the end that the rules make.
    fn hides(&self) -> bool {
        false
    }

    /// Returns the position without anything hidden from `viewer`, so that nothing derived from it (pictures, words,
    /// choices, suggestions) can reveal it. It is never played on. A game that hides nothing returns a copy.
    fn seen_by(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    /// True if `viewer` may know a move that has been played.
    fn shows_move(&self, _mv: &Self::Move, _viewer: Viewer) -> bool {
        true
    }

    /// Returns moves that the side to move may try, the best first, as far as this position can judge them; `seed`
    /// decides between equals. Called on the result of [`Hidden::seen_by`] for that side, so that nothing hidden can
    /// count; while the game goes on, at least one of them can be played.
    fn tries(&self, _seed: u64) -> Vec<String> {
        Vec::new()
    }

    /// Returns what every viewer may learn of the position though pieces are hidden, in the words of its rules
    /// (`check rank`).
    fn announced(&self) -> Vec<String> {
        Vec::new()
    }
}
