//! The roles, the parts they are fused from, and the pieces on the board.

use std::fmt;

use super::board::{Direction, SQUARES, Square, SquareSet};
use crate::rules::Seat;
use crate::rules::wording::listed;

/// A role: a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Moves one step in any direction; captures along queen lines from a tower.
    King,
    /// Rook and bishop.
    Queen,
    /// Rook, bishop and knight.
    Wizard,
    /// Rook and knight.
    Marshall,
    /// Bishop and knight.
    Cardinal,
    /// A simple piece.
    Rook,
    /// A simple piece.
    Bishop,
    /// A simple piece.
    Knight,
    /// Moves like the pieces that the two sides moved last.
    Dragon,
    /// Two pawns.
    Lancer,
    /// A simple piece that fuses only with another pawn.
    Pawn,
}

use Role::{Bishop, Cardinal, Dragon, King, Knight, Lancer, Marshall, Pawn, Queen, Rook, Wizard};

impl Role {
    /// Every role, the most valuable first.
    pub const ALL: [Role; 11] = [
        King, Queen, Wizard, Marshall, Cardinal, Rook, Bishop, Knight, Dragon, Lancer, Pawn,
    ];

    /// The roles that a pawn or lancer may promote to, in the order of the rules' list.
    pub const PROMOTIONS: [Role; 8] = [
        Queen, Marshall, Cardinal, Wizard, Rook, Bishop, Knight, Dragon,
    ];

    /// Returns the role's letter, in upper case.
    pub fn letter(self) -> char {
        match self {
            King => 'K',
            Queen => 'Q',
            Wizard => 'W',
            Marshall => 'M',
            Cardinal => 'C',
            Rook => 'R',
            Bishop => 'B',
            Knight => 'N',
            Dragon => 'D',
            Lancer => 'L',
            Pawn => 'P',
        }
    }

    /// Returns the role with an upper-case letter.
    pub fn of_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Returns the role's name.
    pub fn name(self) -> &'static str {
        match self {
            King => "king",
            Queen => "queen",
            Wizard => "wizard",
            Marshall => "marshall",
            Cardinal => "cardinal",
            Rook => "rook",
            Bishop => "bishop",
            Knight => "knight",
            Dragon => "dragon",
            Lancer => "lancer",
            Pawn => "pawn",
        }
    }

    /// Returns the kinds of movement the role is made of; none for pawns, lancers and dragons.
    pub fn parts(self) -> Parts {
        match self {
            King => Parts::KING,
            Queen => Parts::ROOK.with(Parts::BISHOP),
            Wizard => Parts::ROOK.with(Parts::BISHOP).with(Parts::KNIGHT),
            Marshall => Parts::ROOK.with(Parts::KNIGHT),
            Cardinal => Parts::BISHOP.with(Parts::KNIGHT),
            Rook => Parts::ROOK,
            Bishop => Parts::BISHOP,
            Knight => Parts::KNIGHT,
            Dragon | Lancer | Pawn => Parts::NONE,
        }
    }

    /// Returns true for a rook, bishop or knight, or a piece fused from these.
    fn is_officer(self) -> bool {
        self != King && !self.parts().is_empty()
    }

    /// Returns true for a pawn or a lancer.
    pub fn is_pawnlike(self) -> bool {
        matches!(self, Pawn | Lancer)
    }

    /// Returns the role made of exactly these rook, bishop and knight parts.
    fn of_parts(parts: Parts) -> Option<Role> {
        [Queen, Wizard, Marshall, Cardinal, Rook, Bishop, Knight]
            .into_iter()
            .find(|role| role.parts() == parts)
    }

    /// Returns the role that two fused pieces make; `None` if they cannot fuse. Their parts must be disjoint and one
    /// of the two simple; a pawn fuses only with a pawn.
    pub fn fused(self, other: Role) -> Option<Role> {
        if self == Pawn && other == Pawn {
            return Some(Lancer);
        }
        let (mine, theirs) = (self.parts(), other.parts());
        if !self.is_officer()
            || !other.is_officer()
            || mine.overlaps(theirs)
            || (mine.len() > 1 && theirs.len() > 1)
        {
            return None;
        }
        Role::of_parts(mine.with(theirs))
    }

    /// Returns the proper parts that may leave the piece, simple ones first; none for simple pieces, kings and
    /// dragons.
    pub fn leavers(self) -> &'static [Role] {
        match self {
            Queen => &[Rook, Bishop],
            Marshall => &[Rook, Knight],
            Cardinal => &[Bishop, Knight],
            Wizard => &[Rook, Bishop, Knight, Queen, Marshall, Cardinal],
            Lancer => &[Pawn],
            King | Rook | Bishop | Knight | Dragon | Pawn => &[],
        }
    }

    /// Returns the role that remains when `part` leaves.
    pub fn rest(self, part: Role) -> Option<Role> {
        if self == Lancer && part == Pawn {
            return Some(Pawn);
        }
        if !self.leavers().contains(&part) {
            return None;
        }
        Role::of_parts(self.parts().without(part.parts()))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of the four kinds of movement that dragons can copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u8);

impl Parts {
    /// The set without movement.
    pub const NONE: Parts = Parts(0);
    /// A king's step.
    pub const KING: Parts = Parts(1);
    /// A rook's lines.
    pub const ROOK: Parts = Parts(2);
    /// A bishop's lines.
    pub const BISHOP: Parts = Parts(4);
    /// A knight's leap.
    pub const KNIGHT: Parts = Parts(8);

    /// All four kinds of movement.
    pub const ALL: Parts = Parts(15);

    /// Each kind of movement with its letter and name, in the order of the position text.
    pub const EACH: [(Parts, char, &'static str); 4] = [
        (Parts::KING, 'K', "king"),
        (Parts::ROOK, 'R', "rook"),
        (Parts::BISHOP, 'B', "bishop"),
        (Parts::KNIGHT, 'N', "knight"),
    ];

    /// Returns the kind of movement that goes along lines in a direction.
    pub fn along(direction: Direction) -> Parts {
        if direction.is_diagonal() {
            Parts::BISHOP
        } else {
            Parts::ROOK
        }
    }

    /// Returns the kinds of movement in either set.
    pub const fn with(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// Returns this set without the kinds of movement in the other.
    pub const fn without(self, other: Parts) -> Parts {
        Parts(self.0 & !other.0)
    }

    /// Returns true if the sets share a kind of movement.
    pub const fn overlaps(self, other: Parts) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if the set has no kind of movement.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of kinds of movement.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the names of the kinds of movement, in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Parts::EACH
            .into_iter()
            .filter(move |(part, ..)| self.overlaps(*part))
            .map(|(.., name)| name)
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        Parts::EACH
            .into_iter()
            .filter(|(part, ..)| self.overlaps(*part))
            .try_for_each(|(_, letter, _)| write!(f, "{letter}"))
    }
}

/// A piece: a role and the side that owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns the piece.
    pub seat: Seat,
    /// The piece's role.
    pub role: Role,
}

impl Piece {
    /// Returns the piece's letter in the position text: upper case for White.
    pub fn symbol(self) -> char {
        let letter = self.role.letter();
        if self.seat == Seat::WHITE {
            letter
        } else {
            letter.to_ascii_lowercase()
        }
    }
}

/// The pieces by square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Option<Piece>; SQUARES],
    sides: [SquareSet; 2],
    kings: [Option<Square>; 2],
}

impl Board {
    /// Returns a board without pieces.
    pub fn empty() -> Self {
        Board {
            squares: [None; SQUARES],
            sides: [SquareSet::EMPTY; 2],
            kings: [None; 2],
        }
    }

    /// Returns the piece on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Returns true if a square is empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.squares[square.index()].is_none()
    }

    /// Puts a piece on a square, replacing any piece there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.squares[square.index()] = Some(piece);
        self.sides[piece.seat.index()].insert(square);
        if piece.role == King {
            self.kings[piece.seat.index()] = Some(square);
        }
    }

    /// Removes the piece on a square and returns it.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.sides[piece.seat.index()].remove(square);
        if piece.role == King && self.kings[piece.seat.index()] == Some(square) {
            self.kings[piece.seat.index()] = None;
        }
        Some(piece)
    }

    /// Returns the squares of a side's pieces.
    pub fn of(&self, seat: Seat) -> SquareSet {
        self.sides[seat.index()]
    }

    /// Returns the squares of all pieces.
    pub fn occupied(&self) -> SquareSet {
        self.sides[0].union(self.sides[1])
    }

    /// Returns a side's pieces on some squares that can make a step of a multi-move: all but dragons.
    pub fn movable(&self, seat: Seat, squares: SquareSet) -> impl Iterator<Item = (Square, Role)> {
        self.of(seat)
            .intersection(squares)
            .filter_map(|at| Some((at, self.get(at)?.role)))
            .filter(|(_, role)| *role != Dragon)
    }

    /// Returns the square of a side's king, if it has one.
    pub fn king(&self, seat: Seat) -> Option<Square> {
        self.kings[seat.index()]
    }
}

/// Returns the name of a side.
pub fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// Returns the movements by name: "a knight's move", "a rook's and a bishop's move".
pub fn moves_named(parts: Parts) -> String {
    let names: Vec<String> = parts.names().map(|name| format!("a {name}'s")).collect();
    if names.is_empty() {
        return "no move".to_owned();
    }
    format!("{} move", listed(&names))
}
