//! The part of a position that a viewer is shown (Kriegspiel).

use std::fmt;

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
    pub said: Vec<Announcement>,
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

/// An announcement of the umpire, to both players; displayed in machine notation.
#[derive(Clone, Debug)]
pub enum Announcement {
    /// The last capture.
    Gone(Gone),
    /// A check: the line to the attacker as the king sees it, or the leaper.
    Check(String),
    /// Number of captures that the pawns of the side to move have, at least 1.
    Tries(usize),
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Announcement::Gone(gone) => {
                let what = if gone.is_pawn { "pawn" } else { "piece" };
                let how = if gone.in_passing { " en passant" } else { "" };
                write!(f, "{what} gone on {}{how}", gone.cube)
            }
            Announcement::Check(line) => write!(f, "check {line}"),
            Announcement::Tries(tries) => write!(f, "pawn tries {tries}"),
        }
    }
}
