//! Seats, and viewers of a game.

/// A side of a match, counted from 0 in the order of [`GameInfo::seats`](super::GameInfo::seats).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The first of two seats, whatever the game calls it.
    pub const WHITE: Seat = Seat(0);
    /// The second of two seats.
    pub const BLACK: Seat = Seat(1);

    /// Returns the seat as an index into [`GameInfo::seats`](super::GameInfo::seats).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the other of two seats; a third seat is returned unchanged.
    pub fn other(self) -> Seat {
        match self {
            Seat::WHITE => Seat::BLACK,
            Seat::BLACK => Seat::WHITE,
            seat => seat,
        }
    }
}

/// A viewer of a game, which decides what may be shown if the rules hide something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The public, spectators included: sees what all may know.
    Public,
    /// Player of a seat.
    Seat(Seat),
    /// Viewer who sees all: the program, and everybody once the game is over.
    Umpire,
}
