//! Status of a game: ongoing, or its result and reason.

use std::fmt;

use super::Seat;

/// The reason why a game ended, in the words of the machine notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and cannot be saved.
    Checkmate,
    /// The royal stone was taken (Abstract Chess).
    RoyalCaptured,
    /// The side to move has no legal move.
    Stalemate,
    /// No sequence of moves ends the game in anything but a draw.
    Dead,
    /// A position occurred once too often.
    Repetition,
    /// Too many plies without a capture or another step that cannot be undone.
    NoProgress,
    /// All other players are out (Four Seasons).
    LastStanding,
    /// Every piece of a kind is gone.
    Extinction,
    /// The winner has no piece left (a mutator of the Tower Game).
    GaveAll,
    /// The remaining players agreed to a draw; no move leads to it.
    Agreement,
    /// Reason that a game brings along: see [`GameInfo::reasons`](super::GameInfo::reasons).
    Own(&'static OwnReason),
}

/// A reason that one game alone has.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct OwnReason {
    /// Key in machine notation: lower-case letters and `-`. Stored, so it must never change.
    pub key: &'static str,
    /// Words that follow "White wins: " or "A draw: ", such as `every king was captured`. An ending that may be either
    /// has two reasons if the words differ.
    pub words: &'static str,
}

impl Reason {
    /// Reasons that belong to no single game.
    pub(super) const COMMON: [Reason; 10] = [
        Reason::Checkmate,
        Reason::RoyalCaptured,
        Reason::Stalemate,
        Reason::Dead,
        Reason::Repetition,
        Reason::NoProgress,
        Reason::LastStanding,
        Reason::Extinction,
        Reason::GaveAll,
        Reason::Agreement,
    ];

    /// Returns the reason in two or three words, for pictures.
    pub fn remark(self) -> String {
        match self {
            Reason::Own(own) => own.words.to_owned(),
            Reason::GaveAll => "nothing left to lose".to_owned(),
            Reason::Dead => "nobody can win".to_owned(),
            Reason::Agreement => "agreed".to_owned(),
            _ => self.key().replace('-', " "),
        }
    }

    /// Returns the reason in machine notation.
    pub(super) fn key(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::RoyalCaptured => "royal-captured",
            Reason::Stalemate => "stalemate",
            Reason::Dead => "dead",
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

/// The status of a game: ongoing, or its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game goes on.
    Ongoing,
    /// A seat has won.
    Won {
        /// Seat that won.
        winner: Seat,
        /// Reason of the win.
        reason: Reason,
    },
    /// The game is drawn.
    Drawn(Reason),
    /// A stalemate that counts three quarters for the seat that gave it (the Tower Game).
    Stalemate {
        /// Seat that gave it.
        by: Seat,
    },
}

impl Status {
    /// True if the game is over.
    pub fn is_over(self) -> bool {
        self != Status::Ongoing
    }

    /// Returns the points of `seat` in quarters (4 a win, 2 a draw, 3 and 1 a Tower Game stalemate); `None` while the
    /// game goes on. In a game of four a draw counts 2 for each seat here; placings are
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
