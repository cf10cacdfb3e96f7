//! The pieces: their roles, owners and names; and pieces held off the board.

use std::borrow::Cow;

use super::move_pattern::MovePattern;
use super::options::{Riders, Rules};
use crate::notation::letter_text;
use crate::rules::Seat;

/// The kind of a piece. Under tripunch the same six are the planar and the leap-riders.
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

    /// Pieces of the original game's home ranks other than the king, the strongest first: the roles that a pawn may
    /// be promoted to.
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

    /// True if the game of these rules has the role.
    pub fn is_in(self, rules: &Rules) -> bool {
        match self {
            Role::Fool => !rules.shogi && rules.riders == Riders::Linear,
            Role::Silver | Role::Gold | Role::Lance => rules.shogi,
            _ => true,
        }
    }
}

/// A seat's name at the beginning of a sentence.
pub fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// A board: with Alice there are two, else A alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Board {
    /// The board of the initial position.
    A,
    /// The board to which moves go over.
    B,
}

impl Board {
    /// The other board.
    pub fn other(self) -> Board {
        match self {
            Board::A => Board::B,
            Board::B => Board::A,
        }
    }

    /// 0 or 1.
    pub fn index(self) -> usize {
        usize::from(self == Board::B)
    }

    /// `A` or `B`.
    pub fn name(self) -> &'static str {
        match self {
            Board::A => "A",
            Board::B => "B",
        }
    }
}

/// A piece, or a compound of two, on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The owner.
    pub seat: Seat,
    /// The role; in Shogi the unpromoted one; of a compound the first part's.
    pub role: Role,
    /// The second part of a compound (Fusion), later than the first in the order K R B M N C J.
    pub second: Option<Role>,
    /// True if it is promoted (Shogi; in the other games a promoted pawn has its new role).
    pub promoted: bool,
    /// True if it was a pawn, where the game remembers that (Crazyhouse).
    pub was_pawn: bool,
    /// Its board (Alice).
    pub board: Board,
}

impl Piece {
    /// A single unpromoted piece on board A.
    pub const fn new(seat: Seat, role: Role) -> Piece {
        Piece {
            seat,
            role,
            second: None,
            promoted: false,
            was_pawn: false,
            board: Board::A,
        }
    }

    /// Two pieces in one.
    pub fn joined(seat: Seat, one: Role, other: Role) -> Piece {
        Piece {
            second: Some(one.max(other)),
            ..Piece::new(seat, one.min(other))
        }
    }

    /// The roles it is made of.
    pub fn parts(self) -> impl Iterator<Item = Role> {
        [Some(self.role), self.second].into_iter().flatten()
    }

    /// A part of it as a piece.
    pub fn part(self, role: Role) -> Piece {
        let second = None;
        Piece {
            role,
            second,
            ..self
        }
    }

    /// True if a king is in it.
    pub fn has_king(self) -> bool {
        self.role == Role::King || self.second == Some(Role::King)
    }

    /// True if it is an unpromoted pawn.
    pub fn is_pawn(self) -> bool {
        self.role == Role::Pawn && !self.promoted
    }

    /// The role that it has in hand after its capture (Crazyhouse).
    pub fn in_hand(self) -> Role {
        if self.was_pawn { Role::Pawn } else { self.role }
    }

    /// Its letter in move texts, of a compound its letters: upper case, with `+` before it if it is promoted.
    pub fn letter(self) -> Cow<'static, str> {
        match self.second {
            None if self.promoted => format!("+{}", self.role.letter()).into(),
            None => letter_text(self.role.letter()),
            Some(_) => self.parts().map(Role::letter).collect(),
        }
    }

    /// The pattern by which it attacks and, pawns aside, moves.
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

    /// The piece's name in lower case, such as `nightrider`, `promoted rook` or `rook-bishop`.
    pub fn name(self, rules: &Rules) -> Cow<'static, str> {
        match self.second {
            None => self.name_of_one(rules).into(),
            Some(_) => {
                let names: Vec<&str> = self
                    .parts()
                    .map(|role| self.part(role).name_of_one(rules))
                    .collect();
                names.join("-").into()
            }
        }
    }

    /// The name of the piece, or of the first part of a compound.
    pub fn name_of_one(self, rules: &Rules) -> &'static str {
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

/// Pieces off the board, counted by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; Role::ALL.len()]);

/// Roles that can be off a board, in the order of position texts.
pub const HAND_ORDER: [Role; 11] = [
    Role::Pawn,
    Role::Lance,
    Role::Knight,
    Role::Captain,
    Role::Jester,
    Role::Silver,
    Role::Gold,
    Role::Bishop,
    Role::Merchant,
    Role::Rook,
    Role::King,
];

impl Hand {
    /// Number of pieces of a role.
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

    /// Sets the count of a role.
    pub fn set(&mut self, role: Role, count: u8) {
        self.0[role as usize] = count;
    }

    /// True if it has no piece.
    pub fn is_empty(self) -> bool {
        self == Hand::default()
    }

    /// Number of pieces.
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// The roles with their counts, in the order of position texts.
    pub fn iter(self) -> impl Iterator<Item = (Role, u8)> {
        HAND_ORDER
            .into_iter()
            .map(move |role| (role, self.count(role)))
            .filter(|(_, count)| *count > 0)
    }

    /// True if it has any piece but pawns.
    pub fn has_pieces(self) -> bool {
        self.iter().any(|(role, _)| role != Role::Pawn)
    }
}
