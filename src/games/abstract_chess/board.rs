//! Board of eight by eight squares, and the pieces on it.

use std::fmt;

use crate::geometry::{members, square_name};
use crate::rules::Seat;

/// A square, numbered from a1 along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square in a file and a rank, both counted from 0; `None` off the board.
    pub fn new(file: i8, rank: i8) -> Option<Self> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| Square(rank.unsigned_abs() * 8 + file.unsigned_abs()))
    }

    /// Returns the square with a name, such as `c1`.
    pub fn parse(name: &str) -> Option<Self> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
            return None;
        };
        Some(Square((rank - b'1') * 8 + (file - b'a')))
    }

    /// Returns the file, 0 for `a`.
    pub fn file(self) -> i8 {
        (self.0 % 8).cast_signed()
    }

    /// Returns the rank, 0 for `1`.
    pub fn rank(self) -> i8 {
        (self.0 / 8).cast_signed()
    }

    /// Returns the square `files` to the right and `ranks` up; `None` off the board.
    pub fn shift(self, (files, ranks): (i8, i8)) -> Option<Self> {
        Self::new(self.file() + files, self.rank() + ranks)
    }

    /// Returns the displacement to `to`: files to the right and ranks up.
    pub fn towards(self, to: Square) -> (i8, i8) {
        (to.file() - self.file(), to.rank() - self.rank())
    }

    /// Returns true if the squares touch, orthogonally or diagonally.
    pub fn touches(self, other: Square) -> bool {
        let (files, ranks) = self.towards(other);
        self != other && files.abs() <= 1 && ranks.abs() <= 1
    }

    /// Returns the square's name, such as `c1`.
    pub fn name(self) -> &'static str {
        square_name(self.0 % 8, self.0 / 8)
    }

    /// Returns all squares, a1 b1 ... h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A role: a stack of some height, or a royal stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Regular stones in one stack, 1 to 6.
    Stack(u8),
    /// A royal stone, which belongs to no stack.
    Royal,
}

/// The letters of stacks of one to six stones, then the royal stone's.
const LETTERS: [char; 7] = ['P', 'N', 'B', 'R', 'T', 'Q', 'K'];

impl Role {
    /// Upper bound of the stones in a stack.
    pub const MOST: u8 = 6;

    /// Returns the role's letter in machine notation, in upper case.
    pub fn letter(self) -> char {
        match self {
            Role::Stack(stones) => LETTERS[usize::from(stones.clamp(1, Self::MOST)) - 1],
            Role::Royal => 'K',
        }
    }

    /// Returns the role with an upper-case letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        let index = LETTERS.iter().position(|&known| known == letter)?;
        let stones = u8::try_from(index + 1).ok()?;
        Some(if stones > Self::MOST {
            Role::Royal
        } else {
            Role::Stack(stones)
        })
    }

    /// Returns the number of regular stones: none in a royal stone.
    pub fn stones(self) -> u8 {
        match self {
            Role::Stack(stones) => stones,
            Role::Royal => 0,
        }
    }

    /// Returns the role's name for players.
    pub fn name(self) -> &'static str {
        match self {
            Role::Royal => "royal stone",
            Role::Stack(1) => "single stone",
            Role::Stack(2) => "two-stack",
            Role::Stack(3) => "three-stack",
            Role::Stack(4) => "four-stack",
            Role::Stack(5) => "five-stack",
            Role::Stack(_) => "six-stack",
        }
    }

    /// Returns the chess piece whose letter the role has, a name that players may use too; `None` for a five-stack,
    /// whose letter is no chess piece's.
    pub fn chess_name(self) -> Option<&'static str> {
        match self {
            Role::Royal => Some("king"),
            Role::Stack(1) => Some("pawn"),
            Role::Stack(2) => Some("knight"),
            Role::Stack(3) => Some("bishop"),
            Role::Stack(4) => Some("rook"),
            Role::Stack(5) => None,
            Role::Stack(_) => Some("queen"),
        }
    }
}

/// A stack or a royal stone, and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns the piece.
    pub seat: Seat,
    /// The piece's role.
    pub role: Role,
}

/// The pieces on their squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Option<Piece>; 64],
    /// Squares of each side's pieces, as bits.
    sides: [u64; 2],
}

impl Board {
    /// Returns a board without pieces.
    pub fn empty() -> Self {
        Board {
            squares: [None; 64],
            sides: [0; 2],
        }
    }

    /// Returns the piece on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[usize::from(square.0)]
    }

    /// Puts a piece on a square, or empties the square.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let bit = 1 << square.0;
        for side in &mut self.sides {
            *side &= !bit;
        }
        if let Some(piece) = piece {
            self.sides[piece.seat.index()] |= bit;
        }
        self.squares[usize::from(square.0)] = piece;
    }

    /// Returns a side's pieces with their squares, a1 b1 ... h8.
    pub fn pieces(&self, seat: Seat) -> impl Iterator<Item = (Square, Role)> {
        let squares = members(self.sides[seat.index()]).map(Square);
        squares.filter_map(|square| Some((square, self.get(square)?.role)))
    }

    /// Returns the square of a side's royal stone; `None` once it has been captured.
    pub fn royal(&self, seat: Seat) -> Option<Square> {
        self.pieces(seat)
            .find(|(_, role)| *role == Role::Royal)
            .map(|(square, _)| square)
    }

    /// Returns the placement, rank 8 first, in upper case for White.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(72);
        for rank in self.squares.chunks_exact(8).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            let mut gap = 0;
            for piece in rank {
                let Some(piece) = piece else {
                    gap += 1;
                    continue;
                };
                push_gap(&mut text, &mut gap);
                let letter = piece.role.letter();
                text.push(if piece.seat == Seat::WHITE {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
            push_gap(&mut text, &mut gap);
        }
        text
    }

    /// Reads a placement.
    ///
    /// # Errors
    /// Returns the fault of the text, as the end of the sentence "The placement ...".
    pub fn from_text(text: &str) -> Result<Self, String> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!(
                "has {} ranks instead of 8, parted by \"/\"",
                ranks.len()
            ));
        }
        let mut board = Board::empty();
        for (row, rank) in (0..8i8).rev().zip(ranks) {
            let name = row + 1;
            let too_many = || format!("has more than 8 squares on rank {name}");
            let mut file = 0i8;
            let mut after_gap = false;
            for symbol in rank.chars() {
                let gap = symbol.to_digit(10);
                match gap {
                    Some(1..=8) if after_gap => {
                        return Err(format!("has two numbers in a row on rank {name}"));
                    }
                    Some(count @ 1..=8) => file += i8::try_from(count).unwrap_or(8),
                    _ => {
                        let Some(role) = Role::of_letter(symbol.to_ascii_uppercase()) else {
                            return Err(format!(
                                "has \"{}\" on rank {name}, which is neither one of PNBRTQK nor a number of empty squares",
                                crate::notation::excerpt(&symbol.to_string())
                            ));
                        };
                        let seat = if symbol.is_ascii_uppercase() {
                            Seat::WHITE
                        } else {
                            Seat::BLACK
                        };
                        let square = Square::new(file, row).ok_or_else(too_many)?;
                        board.put(square, Some(Piece { seat, role }));
                        file += 1;
                    }
                }
                after_gap = gap.is_some();
                if file > 8 {
                    return Err(too_many());
                }
            }
            if file != 8 {
                return Err(format!("has {file} squares instead of 8 on rank {name}"));
            }
        }
        Ok(board)
    }
}

/// Writes a run of empty squares, unless it is empty.
fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push(char::from(b'0' + *gap));
        *gap = 0;
    }
}
