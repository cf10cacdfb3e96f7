//! The part of a position that a viewer is shown (Kriegspiel).

use super::board::Cube;
use crate::rules::{Seat, Viewer};

/// The knowledge of a viewer who is shown a part of the position.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The viewer.
    pub viewer: Viewer,
    /// True if the side to move is in check.
    pub check: bool,
    /// The umpire's announcements.
    pub said: Vec<String>,
    /// The seat whose turn it is.
    pub turn: Seat,
    /// Number of captures that the pawns of that side have.
    pub tries: usize,
}

/// A capture that the umpire announces.
#[derive(Clone, Copy, Debug)]
pub struct Gone {
    /// The captured piece's cube.
    pub cube: Cube,
    /// True if the captured piece was a pawn.
    pub is_pawn: bool,
    /// True if it was captured en passant.
    pub in_passing: bool,
}
