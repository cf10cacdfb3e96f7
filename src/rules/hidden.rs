//! What the rules hide from some of those who look.

use super::{Position, Viewer};

/// What may be shown to whom. The defaults hide nothing.
pub trait Hidden: Position {
    /// Whether something is hidden from some of those who look until the game is over. The same from the first move to
    /// the last, and false after the end that the rules make.
    fn hides(&self) -> bool {
        false
    }

    /// The position as it may be shown: what is hidden from `viewer` is not in it, so that nothing that is made of it
    /// (pictures, words, choices, suggestions) can tell it. It is not played on. A game that hides nothing is shown as
    /// it is.
    fn seen_by(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    /// Whether `viewer` may know a move that has been played.
    fn shows_move(&self, _mv: &Self::Move, _viewer: Viewer) -> bool {
        true
    }

    /// What the side to move may try, the best first, as far as it can be judged by what is here; `seed` decides between
    /// what is alike. Asked of what [`Hidden::seen_by`] gives to that side, so that nothing hidden can count; where the
    /// game goes on, one of them can be played.
    fn tries(&self, _seed: u64) -> Vec<String> {
        Vec::new()
    }

    /// What everybody is shown of the position, though pieces are hidden, in the words of its rules (`check rank`).
    fn announced(&self) -> Vec<String> {
        Vec::new()
    }
}
