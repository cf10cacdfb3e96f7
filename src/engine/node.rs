//! Parameters of a node of the search tree: depth and window.

use super::WIN;

/// The alpha-beta window: the range of relevant values, in hundredths of a pawn.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window of all values.
    pub const OPEN: Window = Window {
        alpha: -WIN,
        beta: WIN,
    };

    /// Returns a null window, which only decides if a value exceeds `alpha`.
    pub fn narrow(alpha: i32) -> Self {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Returns the window as the other team sees it.
    pub fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns true if the exact value matters, beyond a comparison with a bound.
    pub fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// Parameters of the search of a position.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Number of plies left before the leaves.
    pub depth: i32,
    /// The window for the team to move.
    pub window: Window,
    /// Number of plies from the root to the position.
    pub ply: usize,
    /// True if an opponent has chosen freely since the root's seat moved.
    pub spent: bool,
}
