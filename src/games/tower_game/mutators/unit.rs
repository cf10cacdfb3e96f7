//! What stands on a cube under mutators, and what is held beside the board.

use std::borrow::Cow;

use super::super::options::Rules;
use super::super::pieces::{Piece, Role};
use crate::notation::letter_text;
use crate::rules::Seat;

/// A piece, or a compound of two, on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Whose it is.
    pub seat: Seat,
    /// What it is; the first part of a compound.
    pub role: Role,
    /// The second part of a compound (Fusion), later than the first in the order K R B M N C J.
    pub second: Option<Role>,
    /// Whether it was a pawn, where that is to be remembered (Crazyhouse).
    pub promoted: bool,
    /// Whether it stands on board B (Alice).
    pub on_b: bool,
}

impl Unit {
    /// A piece with nothing special about it.
    pub const fn new(seat: Seat, role: Role) -> Unit {
        Unit {
            seat,
            role,
            second: None,
            promoted: false,
            on_b: false,
        }
    }

    /// Two pieces in one.
    pub fn joined(seat: Seat, one: Role, other: Role) -> Unit {
        Unit {
            second: Some(one.max(other)),
            ..Unit::new(seat, one.min(other))
        }
    }

    /// What it is made of.
    pub fn parts(self) -> impl Iterator<Item = Role> {
        [Some(self.role), self.second].into_iter().flatten()
    }

    /// Whether a king is in it.
    pub fn has_king(self) -> bool {
        self.role == Role::King || self.second == Some(Role::King)
    }

    /// Whether it is a pawn.
    pub fn is_pawn(self) -> bool {
        self.role == Role::Pawn
    }

    /// The board it stands on: 0 for A, 1 for B.
    pub fn board(self) -> usize {
        usize::from(self.on_b)
    }

    /// Its letter in move texts, of a compound its letters.
    pub fn letter(self) -> Cow<'static, str> {
        match self.second {
            None => letter_text(self.role.letter()),
            Some(_) => self.parts().map(Role::letter).collect(),
        }
    }

    /// What it is called, lower case, such as `rook` or `rook-bishop`.
    pub fn name(self, rules: &Rules) -> String {
        let names: Vec<&str> = self
            .parts()
            .map(|role| Piece::new(self.seat, role).name(rules))
            .collect();
        names.join("-")
    }
}

/// Pieces beside the board, counted by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; Role::ALL.len()]);

/// What can be beside a board, in the order of position texts.
pub const HAND_ORDER: [Role; 8] = [
    Role::Pawn,
    Role::Knight,
    Role::Captain,
    Role::Jester,
    Role::Bishop,
    Role::Merchant,
    Role::Rook,
    Role::King,
];

impl Hand {
    /// How many of a piece are there.
    pub fn count(self, role: Role) -> u8 {
        self.0[role as usize]
    }

    /// Puts one in.
    pub fn add(&mut self, role: Role) {
        self.set(role, self.count(role).saturating_add(1));
    }

    /// Takes one out.
    pub fn remove(&mut self, role: Role) {
        self.set(role, self.count(role).saturating_sub(1));
    }

    /// Says how many of a piece are there.
    pub fn set(&mut self, role: Role, count: u8) {
        self.0[role as usize] = count;
    }

    /// Whether nothing is there.
    pub fn is_empty(self) -> bool {
        self == Hand::default()
    }

    /// How many pieces are there.
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// What is there, with how many, in the order of position texts.
    pub fn iter(self) -> impl Iterator<Item = (Role, u8)> {
        HAND_ORDER
            .into_iter()
            .map(move |role| (role, self.count(role)))
            .filter(|(_, count)| *count > 0)
    }

    /// Whether anything but pawns is there.
    pub fn has_pieces(self) -> bool {
        self.iter().any(|(role, _)| role != Role::Pawn)
    }
}
