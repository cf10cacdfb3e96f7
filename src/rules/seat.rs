//! Who sits at the board, and who looks at it.

/// A place at the board, counted from 0 in the order of [`GameInfo::seats`](super::GameInfo::seats).
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

    /// The seat as an index into [`GameInfo::seats`](super::GameInfo::seats).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other one of two seats. A third seat has no other one: it is given back as it is.
    pub fn other(self) -> Seat {
        match self {
            Seat::WHITE => Seat::BLACK,
            Seat::BLACK => Seat::WHITE,
            seat => seat,
        }
    }
}

/// Who looks at a game. Where its rules hide something, it depends on this what they may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Everybody, also those who do not play: what all may know.
    Public,
    /// The player of a seat.
    Seat(Seat),
    /// Who may know everything: the program, and everybody once the game is over.
    Umpire,
}
