//! The pieces: what they are, whose they are, and what they are called.

use std::borrow::Cow;

use super::move_pattern::MovePattern;
use super::options::{Riders, Rules};
use crate::notation::letter_text;
use crate::rules::Seat;

/// What a piece is. Under tripunch the same six are the planar and the leap-riders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The royal piece.
    King,
    /// Rook, or base.
    Rook,
    /// Bishop, or scientist.
    Bishop,
    /// Merchant, or reporter.
    Merchant,
    /// Knight, or nightrider.
    Knight,
    /// Captain, or captain-rider.
    Captain,
    /// Jester, or jester-rider.
    Jester,
    /// A king that is not royal, only by promotion.
    Fool,
    /// Silver general (Shogi).
    Silver,
    /// Gold general (Shogi).
    Gold,
    /// Lance (Shogi).
    Lance,
    /// Pawn.
    Pawn,
}

impl Role {
    /// Every piece of every set, the strongest first.
    pub const ALL: [Role; 12] = [
        Role::King,
        Role::Rook,
        Role::Bishop,
        Role::Merchant,
        Role::Knight,
        Role::Captain,
        Role::Jester,
        Role::Fool,
        Role::Silver,
        Role::Gold,
        Role::Lance,
        Role::Pawn,
    ];

    /// What stands on a home rank of the original game beside the king, the strongest first: what a pawn may become.
    pub const OFFICERS: [Role; 6] = [
        Role::Rook,
        Role::Bishop,
        Role::Merchant,
        Role::Knight,
        Role::Captain,
        Role::Jester,
    ];

    /// Its letter, upper case.
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Merchant => 'M',
            Role::Knight => 'N',
            Role::Captain => 'C',
            Role::Jester => 'J',
            Role::Fool => 'F',
            Role::Silver => 'S',
            Role::Gold => 'G',
            Role::Lance => 'L',
            Role::Pawn => 'P',
        }
    }

    /// The piece of an upper-case letter.
    pub fn of_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Whether the game of these rules has it.
    pub fn is_in(self, rules: &Rules) -> bool {
        match self {
            Role::Fool => !rules.shogi && rules.riders == Riders::Linear,
            Role::Silver | Role::Gold | Role::Lance => rules.shogi,
            _ => true,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is; in Shogi what it is unpromoted.
    pub role: Role,
    /// Whether it is promoted (Shogi; a pawn promoted in the other games is what it became).
    pub promoted: bool,
}

impl Piece {
    /// An unpromoted piece.
    pub const fn new(seat: Seat, role: Role) -> Piece {
        Piece {
            seat,
            role,
            promoted: false,
        }
    }

    /// Its letter in move texts: upper case, with `+` before it if it is promoted.
    pub fn letter(self) -> Cow<'static, str> {
        let letter = letter_text(self.role.letter());
        if self.promoted {
            format!("+{letter}").into()
        } else {
            letter
        }
    }

    /// What it attacks and, pawns aside, moves like.
    pub fn move_pattern(self, rules: &Rules) -> MovePattern {
        let tripunch = rules.riders != Riders::Linear;
        match self.role {
            Role::King | Role::Fool => MovePattern::King,
            Role::Rook if self.promoted => MovePattern::CrownedRook,
            Role::Bishop if self.promoted => MovePattern::CrownedBishop,
            Role::Merchant if self.promoted => MovePattern::CrownedMerchant,
            _ if self.promoted => MovePattern::Uranium,
            Role::Rook if tripunch => MovePattern::Base,
            Role::Rook => MovePattern::Rook,
            Role::Bishop if tripunch => MovePattern::Scientist,
            Role::Bishop => MovePattern::Bishop,
            Role::Merchant if tripunch => MovePattern::Reporter,
            Role::Merchant => MovePattern::Merchant,
            Role::Knight if tripunch => MovePattern::Nightrider,
            Role::Knight if rules.shogi => MovePattern::ShogiKnight,
            Role::Knight => MovePattern::Knight,
            Role::Captain if tripunch => MovePattern::CaptainRider,
            Role::Captain if rules.shogi => MovePattern::ShogiCaptain,
            Role::Captain => MovePattern::Captain,
            Role::Jester if tripunch => MovePattern::JesterRider,
            Role::Jester if rules.shogi => MovePattern::ShogiJester,
            Role::Jester => MovePattern::Jester,
            Role::Silver => MovePattern::Silver,
            Role::Gold => MovePattern::Gold,
            Role::Lance => MovePattern::Lance,
            Role::Pawn if rules.shogi || rules.berlin => MovePattern::Ahead,
            Role::Pawn => MovePattern::Pawn,
        }
    }

    /// What it is called, lower case, such as `nightrider` or `promoted rook`.
    pub fn name(self, rules: &Rules) -> &'static str {
        match self.move_pattern(rules) {
            MovePattern::King if self.role == Role::Fool => "fool",
            MovePattern::King => "king",
            MovePattern::Rook => "rook",
            MovePattern::Bishop => "bishop",
            MovePattern::Merchant => "merchant",
            MovePattern::Knight | MovePattern::ShogiKnight => "knight",
            MovePattern::Captain | MovePattern::ShogiCaptain => "captain",
            MovePattern::Jester | MovePattern::ShogiJester => "jester",
            MovePattern::Base => "base",
            MovePattern::Scientist => "scientist",
            MovePattern::Reporter => "reporter",
            MovePattern::Nightrider => "nightrider",
            MovePattern::CaptainRider => "captain-rider",
            MovePattern::JesterRider => "jester-rider",
            MovePattern::Pawn | MovePattern::Ahead => "pawn",
            MovePattern::Lance => "lance",
            MovePattern::Silver => "silver general",
            MovePattern::Gold => "gold general",
            MovePattern::Uranium => "uranium general",
            MovePattern::CrownedRook => "promoted rook",
            MovePattern::CrownedBishop => "promoted bishop",
            MovePattern::CrownedMerchant => "promoted merchant",
        }
    }
}
