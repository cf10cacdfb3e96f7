//! How a node of the search tree is searched: how deep, and within which window.

use super::WIN;

/// The alpha-beta window: the values that are of interest, in hundredths of a pawn.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// Every value.
    pub const OPEN: Window = Window {
        alpha: -WIN,
        beta: WIN,
    };

    /// A null window: just enough to learn whether a value is above `alpha`.
    pub fn narrow(alpha: i32) -> Self {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The same seen from the other team.
    pub fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether the value itself is wanted, not only whether it is above a bound.
    pub fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// How a position is searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// How many plies are left before the leaves.
    pub depth: i32,
    /// For the team to move.
    pub window: Window,
    /// How many plies the position is away from the root.
    pub ply: usize,
    /// Whether an opponent has chosen freely since the root's seat moved.
    pub spent: bool,
}
