//! The men: what they are, whose they are, and what they are called.

use super::gait::Gait;
use super::options::{Riders, Rules};
use crate::rules::Seat;

/// What a man is. Under tripunch the same six are the planar and the leap-riders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
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

impl Piece {
    /// Every piece of every set, the strongest first.
    pub const ALL: [Piece; 12] = [
        Piece::King,
        Piece::Rook,
        Piece::Bishop,
        Piece::Merchant,
        Piece::Knight,
        Piece::Captain,
        Piece::Jester,
        Piece::Fool,
        Piece::Silver,
        Piece::Gold,
        Piece::Lance,
        Piece::Pawn,
    ];

    /// Its letter, upper case.
    pub const fn letter(self) -> char {
        match self {
            Piece::King => 'K',
            Piece::Rook => 'R',
            Piece::Bishop => 'B',
            Piece::Merchant => 'M',
            Piece::Knight => 'N',
            Piece::Captain => 'C',
            Piece::Jester => 'J',
            Piece::Fool => 'F',
            Piece::Silver => 'S',
            Piece::Gold => 'G',
            Piece::Lance => 'L',
            Piece::Pawn => 'P',
        }
    }

    /// The piece of an upper-case letter.
    pub fn of_letter(letter: char) -> Option<Piece> {
        Piece::ALL
            .into_iter()
            .find(|piece| piece.letter() == letter)
    }

    /// Whether the game of these rules has it.
    pub fn is_in(self, rules: &Rules) -> bool {
        match self {
            Piece::Fool => !rules.shogi && rules.riders == Riders::Linear,
            Piece::Silver | Piece::Gold | Piece::Lance => rules.shogi,
            _ => true,
        }
    }
}

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub seat: Seat,
    /// What it is; in Shogi what it is unpromoted.
    pub piece: Piece,
    /// Whether it is promoted (Shogi; a pawn promoted in the other games is what it became).
    pub promoted: bool,
}

impl Man {
    /// An unpromoted man.
    pub const fn new(seat: Seat, piece: Piece) -> Man {
        Man {
            seat,
            piece,
            promoted: false,
        }
    }

    /// Its letter in move texts: upper case, with `+` before it if it is promoted.
    pub fn letter(self) -> String {
        let plus = if self.promoted { "+" } else { "" };
        format!("{plus}{}", self.piece.letter())
    }

    /// What it attacks and, pawns aside, moves like.
    pub fn gait(self, rules: &Rules) -> Gait {
        let tripunch = rules.riders != Riders::Linear;
        match self.piece {
            Piece::King | Piece::Fool => Gait::King,
            Piece::Rook if self.promoted => Gait::CrownedRook,
            Piece::Bishop if self.promoted => Gait::CrownedBishop,
            Piece::Merchant if self.promoted => Gait::CrownedMerchant,
            _ if self.promoted => Gait::Uranium,
            Piece::Rook if tripunch => Gait::Base,
            Piece::Rook => Gait::Rook,
            Piece::Bishop if tripunch => Gait::Scientist,
            Piece::Bishop => Gait::Bishop,
            Piece::Merchant if tripunch => Gait::Reporter,
            Piece::Merchant => Gait::Merchant,
            Piece::Knight if tripunch => Gait::Nightrider,
            Piece::Knight if rules.shogi => Gait::ShogiKnight,
            Piece::Knight => Gait::Knight,
            Piece::Captain if tripunch => Gait::CaptainRider,
            Piece::Captain if rules.shogi => Gait::ShogiCaptain,
            Piece::Captain => Gait::Captain,
            Piece::Jester if tripunch => Gait::JesterRider,
            Piece::Jester if rules.shogi => Gait::ShogiJester,
            Piece::Jester => Gait::Jester,
            Piece::Silver => Gait::Silver,
            Piece::Gold => Gait::Gold,
            Piece::Lance => Gait::Lance,
            Piece::Pawn if rules.shogi || rules.berlin => Gait::Ahead,
            Piece::Pawn => Gait::Pawn,
        }
    }

    /// What it is called, lower case, such as `nightrider` or `promoted rook`.
    pub fn name(self, rules: &Rules) -> &'static str {
        match self.gait(rules) {
            Gait::King if self.piece == Piece::Fool => "fool",
            Gait::King => "king",
            Gait::Rook => "rook",
            Gait::Bishop => "bishop",
            Gait::Merchant => "merchant",
            Gait::Knight | Gait::ShogiKnight => "knight",
            Gait::Captain | Gait::ShogiCaptain => "captain",
            Gait::Jester | Gait::ShogiJester => "jester",
            Gait::Base => "base",
            Gait::Scientist => "scientist",
            Gait::Reporter => "reporter",
            Gait::Nightrider => "nightrider",
            Gait::CaptainRider => "captain-rider",
            Gait::JesterRider => "jester-rider",
            Gait::Pawn | Gait::Ahead => "pawn",
            Gait::Lance => "lance",
            Gait::Silver => "silver general",
            Gait::Gold => "gold general",
            Gait::Uranium => "uranium general",
            Gait::CrownedRook => "promoted rook",
            Gait::CrownedBishop => "promoted bishop",
            Gait::CrownedMerchant => "promoted merchant",
        }
    }
}
