//! What stands on a cube under mutators, and what is held beside the board.

use super::super::men::{Man, Piece};
use super::super::options::Rules;
use crate::rules::Seat;

/// A man, or a compound of two, on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Whose it is.
    pub seat: Seat,
    /// What it is; the first part of a compound.
    pub piece: Piece,
    /// The second part of a compound (Fusion), later than the first in the order K R B M N C J.
    pub second: Option<Piece>,
    /// Whether it was a pawn, where that is to be remembered (Crazyhouse).
    pub promoted: bool,
    /// Whether it stands on board B (Alice).
    pub on_b: bool,
}

impl Unit {
    /// A man with nothing special about it.
    pub const fn new(seat: Seat, piece: Piece) -> Unit {
        Unit {
            seat,
            piece,
            second: None,
            promoted: false,
            on_b: false,
        }
    }

    /// Two men in one.
    pub fn joined(seat: Seat, one: Piece, other: Piece) -> Unit {
        Unit {
            second: Some(one.max(other)),
            ..Unit::new(seat, one.min(other))
        }
    }

    /// What it is made of.
    pub fn parts(self) -> impl Iterator<Item = Piece> {
        [Some(self.piece), self.second].into_iter().flatten()
    }

    /// Whether a king is in it.
    pub fn has_king(self) -> bool {
        self.piece == Piece::King || self.second == Some(Piece::King)
    }

    /// Whether it is a pawn.
    pub fn is_pawn(self) -> bool {
        self.piece == Piece::Pawn
    }

    /// The board it stands on: 0 for A, 1 for B.
    pub fn board(self) -> usize {
        usize::from(self.on_b)
    }

    /// Its letter in move texts, of a compound its letters.
    pub fn letter(self) -> String {
        self.parts().map(Piece::letter).collect()
    }

    /// What it is called, lower case, such as `rook` or `rook-bishop`.
    pub fn name(self, rules: &Rules) -> String {
        let names: Vec<&str> = self
            .parts()
            .map(|piece| Man::new(self.seat, piece).name(rules))
            .collect();
        names.join("-")
    }
}

/// Men beside the board, counted by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; Piece::ALL.len()]);

/// What can be beside a board, in the order of position texts.
pub const HAND_ORDER: [Piece; 8] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Captain,
    Piece::Jester,
    Piece::Bishop,
    Piece::Merchant,
    Piece::Rook,
    Piece::King,
];

impl Hand {
    /// How many of a piece are there.
    pub fn count(self, piece: Piece) -> u8 {
        self.0[piece as usize]
    }

    /// Puts one in.
    pub fn add(&mut self, piece: Piece) {
        self.set(piece, self.count(piece).saturating_add(1));
    }

    /// Takes one out.
    pub fn remove(&mut self, piece: Piece) {
        self.set(piece, self.count(piece).saturating_sub(1));
    }

    /// Says how many of a piece are there.
    pub fn set(&mut self, piece: Piece, count: u8) {
        self.0[piece as usize] = count;
    }

    /// Whether nothing is there.
    pub fn is_empty(self) -> bool {
        self == Hand::default()
    }

    /// How many men are there.
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// What is there, with how many, in the order of position texts.
    pub fn iter(self) -> impl Iterator<Item = (Piece, u8)> {
        HAND_ORDER
            .into_iter()
            .map(move |piece| (piece, self.count(piece)))
            .filter(|(_, count)| *count > 0)
    }

    /// Whether anything but pawns is there.
    pub fn has_pieces(self) -> bool {
        self.iter().any(|(piece, _)| piece != Piece::Pawn)
    }
}
