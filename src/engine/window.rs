//! What is asked of a look at a position: how deep, and which values are of interest.

use super::WIN;

/// A window of values that are of interest.
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

    /// Just enough to learn whether a value is above `alpha`.
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

/// How a position is looked at.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// How many plies ahead.
    pub depth: i32,
    /// Which values are of interest, for the team to move.
    pub window: Window,
    /// How many plies the position is away from the root.
    pub ply: usize,
    /// Whether an opponent has chosen freely since the root's seat moved.
    pub spent: bool,
}
