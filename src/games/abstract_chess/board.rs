//! The board of eight by eight squares and the pieces on it.

use std::fmt;

use crate::geometry::{members, square_name};
use crate::rules::Seat;

/// A square, counted from a1 along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in that file and rank, both from 0; `None` off the board.
    pub fn new(file: i8, rank: i8) -> Option<Self> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| Square(rank.unsigned_abs() * 8 + file.unsigned_abs()))
    }

    /// The square of that name, such as `c1`.
    pub fn read(name: &str) -> Option<Self> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
            return None;
        };
        Some(Square((rank - b'1') * 8 + (file - b'a')))
    }

    /// The file, from 0 for `a`.
    pub fn file(self) -> i8 {
        (self.0 % 8).cast_signed()
    }

    /// The rank, from 0 for `1`.
    pub fn rank(self) -> i8 {
        (self.0 / 8).cast_signed()
    }

    /// The square `files` to the right and `ranks` up.
    pub fn shift(self, (files, ranks): (i8, i8)) -> Option<Self> {
        Self::new(self.file() + files, self.rank() + ranks)
    }

    /// How far `to` lies to the right and up.
    pub fn towards(self, to: Square) -> (i8, i8) {
        (to.file() - self.file(), to.rank() - self.rank())
    }

    /// Whether the two touch, orthogonally or diagonally.
    pub fn touches(self, other: Square) -> bool {
        let (files, ranks) = self.towards(other);
        self != other && files.abs() <= 1 && ranks.abs() <= 1
    }

    /// Its name, such as `c1`.
    pub fn name(self) -> &'static str {
        square_name(self.0 % 8, self.0 / 8)
    }

    /// All of them, a1 b1 ... h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a piece is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Regular stones on each other, 1 to 6.
    Stack(u8),
    /// A royal stone, which belongs to no stack.
    Royal,
}

/// The letters of stacks of one to six stones, then the royal stone's.
const LETTERS: [char; 7] = ['P', 'N', 'B', 'R', 'T', 'Q', 'K'];

impl Role {
    /// The most stones a stack may have.
    pub const MOST: u8 = 6;

    /// Its letter in machine notation, upper case.
    pub fn letter(self) -> char {
        match self {
            Role::Stack(stones) => LETTERS[usize::from(stones.clamp(1, Self::MOST)) - 1],
            Role::Royal => 'K',
        }
    }

    /// What an upper-case letter stands for.
    pub fn of_letter(letter: char) -> Option<Self> {
        let index = LETTERS.iter().position(|&known| known == letter)?;
        let stones = u8::try_from(index + 1).ok()?;
        Some(if stones > Self::MOST {
            Role::Royal
        } else {
            Role::Stack(stones)
        })
    }

    /// The regular stones in it: none in a royal stone.
    pub fn stones(self) -> u8 {
        match self {
            Role::Stack(stones) => stones,
            Role::Royal => 0,
        }
    }

    /// Its name for players.
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

    /// The piece of chess that it is written as, which players may call it too; `None` for a five-stack, whose letter is no
    /// piece's.
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

/// A stack or a royal stone, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub role: Role,
}

/// The pieces on their squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Option<Piece>; 64],
    /// Where each side has pieces, bit by square.
    sides: [u64; 2],
}

impl Board {
    /// A board without pieces.
    pub fn empty() -> Self {
        Board {
            squares: [None; 64],
            sides: [0; 2],
        }
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[usize::from(square.0)]
    }

    /// Puts a piece on a square, or empties it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let bit = 1 << square.0;
        for side in &mut self.sides {
            *side &= !bit;
        }
        if let Some(piece) = piece {
            self.sides[piece.owner.index()] |= bit;
        }
        self.squares[usize::from(square.0)] = piece;
    }

    /// A side's pieces with their squares, a1 b1 ... h8.
    pub fn pieces(&self, owner: Seat) -> impl Iterator<Item = (Square, Role)> {
        let squares = members(self.sides[owner.index()]).map(Square);
        squares.filter_map(|square| Some((square, self.at(square)?.role)))
    }

    /// Where a side's royal stone stands; `None` once it has been captured.
    pub fn royal(&self, owner: Seat) -> Option<Square> {
        self.pieces(owner)
            .find(|(_, role)| *role == Role::Royal)
            .map(|(square, _)| square)
    }

    /// The placement, rank 8 first, upper case White's.
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
                text.push(if piece.owner == Seat::WHITE {
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
    /// What is wrong with it, as the end of the sentence "The placement ...".
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
                        let owner = if symbol.is_ascii_uppercase() {
                            Seat::WHITE
                        } else {
                            Seat::BLACK
                        };
                        let square = Square::new(file, row).ok_or_else(too_many)?;
                        board.put(square, Some(Piece { owner, role }));
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

/// Writes a run of empty squares, if there is one.
fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push(char::from(b'0' + *gap));
        *gap = 0;
    }
}
