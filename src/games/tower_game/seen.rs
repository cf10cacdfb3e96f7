//! The part of a position that a viewer is shown (Kriegspiel).

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
