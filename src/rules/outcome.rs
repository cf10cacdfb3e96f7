//! Whether a game goes on, and how and why it ended.

use std::fmt;

use super::Seat;

/// Why a game is over, in the words of the machine notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// The royal stone was taken (Abstract Chess).
    RoyalCaptured,
    /// Nothing to move.
    Stalemate,
    /// The same position once too often.
    Repetition,
    /// Too long without a capture or another step that cannot be undone.
    NoProgress,
    /// Nobody else is left (Four Seasons).
    LastStanding,
    /// Every piece of a kind is gone.
    Extinction,
    /// The winner has no piece left (a mutator of the Tower Game).
    GaveAll,
    /// Those still in have agreed to a draw; no move leads to it.
    Agreement,
    /// One that a game brings along: see [`GameInfo::reasons`](super::GameInfo::reasons).
    Own(&'static OwnReason),
}

/// A reason that one game alone has.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct OwnReason {
    /// In machine notation: lower-case letters and `-`. It is stored, so it must stay as it is.
    pub key: &'static str,
    /// In words, as they stand after "White wins: " or "A draw: ", such as `every king was captured`. An ending that may be
    /// either has two reasons where the words differ.
    pub words: &'static str,
}

impl Reason {
    /// Every reason that is no game's own.
    pub(super) const COMMON: [Reason; 9] = [
        Reason::Checkmate,
        Reason::RoyalCaptured,
        Reason::Stalemate,
        Reason::Repetition,
        Reason::NoProgress,
        Reason::LastStanding,
        Reason::Extinction,
        Reason::GaveAll,
        Reason::Agreement,
    ];

    /// In machine notation.
    pub(super) fn key(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::RoyalCaptured => "royal-captured",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no-progress",
            Reason::LastStanding => "last-standing",
            Reason::Extinction => "extinction",
            Reason::GaveAll => "gave-all",
            Reason::Agreement => "agreement",
            Reason::Own(own) => own.key,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Whether a game goes on, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Somebody is to move.
    Ongoing,
    /// One seat has won.
    Won {
        /// Who won.
        winner: Seat,
        /// By what.
        reason: Reason,
    },
    /// Nobody has won.
    Drawn(Reason),
    /// A stalemate that counts three quarters for the seat that gave it (the Tower Game).
    Stalemate {
        /// Who gave it.
        by: Seat,
    },
}

impl Status {
    /// True once the game is over.
    pub fn is_over(self) -> bool {
        self != Status::Ongoing
    }

    /// What the ended game counts for `seat`, in quarters of a point (4 a win, 2 a draw, 3 and 1 a Tower Game
    /// stalemate); `None` while it goes on. In a game of four a draw counts 2 for everyone here; placings are
    /// [`Position::placings`](super::Position::placings).
    pub fn quarters(self, seat: Seat) -> Option<u8> {
        match self {
            Status::Ongoing => None,
            Status::Won { winner, .. } => Some(if winner == seat { 4 } else { 0 }),
            Status::Drawn(_) => Some(2),
            Status::Stalemate { by } => Some(if by == seat { 3 } else { 1 }),
        }
    }
}
