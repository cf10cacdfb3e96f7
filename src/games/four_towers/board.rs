//! The 85 squares, the nine arenas and the four towers (Figure 1 of the inventor's page).

mod lines;
mod sets;

use std::fmt;

pub use self::lines::Direction;
pub use self::sets::{ArenaSet, SquareSet, TowerSet};
use crate::geometry::square_name;
use crate::rules::Seat;

/// Number of squares.
pub const SQUARES: usize = 85;

/// Marker for an absent square or arena in the tables.
const NONE: u8 = u8::MAX;

/// First file (0 is a) and number of squares of every rank, from rank 11 down to rank 1.
pub const RANKS: [(u8, u8); 11] = [
    (2, 3),
    (2, 6),
    (2, 9),
    (1, 10),
    (1, 10),
    (1, 9),
    (0, 10),
    (0, 10),
    (0, 9),
    (3, 6),
    (6, 3),
];

/// A square, numbered in the order of the position text: from c11 in rank 11 to i1 in rank 1. Half a turn of the board
/// takes square `n` to square `84 - n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// File and rank of every square, both counted from 0.
const PLACES: [(u8, u8); SQUARES] = {
    let mut places = [(0, 0); SQUARES];
    let (mut row, mut next) = (0, 0);
    while row < 11 {
        let (first, count) = RANKS[row];
        let mut column = 0;
        while column < count {
            places[next] = (first + column, 10 - row as u8);
            next += 1;
            column += 1;
        }
        row += 1;
    }
    places
};

/// Returns the number of the square at a file and a rank, both counted from 0, or [`NONE`].
const fn lookup(file: i8, rank: i8) -> u8 {
    if file < 0 || rank < 0 || file > 10 || rank > 10 {
        return NONE;
    }
    let row = (10 - rank) as usize;
    let (first, count) = RANKS[row];
    if (file as u8) < first || file as u8 >= first + count {
        return NONE;
    }
    let (mut above, mut before) = (0, 0);
    while above < row {
        before += RANKS[above].1;
        above += 1;
    }
    before + file as u8 - first
}

impl Square {
    /// Returns the square at a file and a rank, both counted from 0; `None` if the board has no such square.
    pub const fn at(file: i8, rank: i8) -> Option<Square> {
        match lookup(file, rank) {
            NONE => None,
            square => Some(Square(square)),
        }
    }

    /// Returns the square with a name in lower case, such as `k11`.
    pub fn parse(name: &str) -> Option<Square> {
        let file = name.bytes().next()?;
        let rank = name.get(1..)?;
        if !file.is_ascii_lowercase()
            || rank.starts_with('0')
            || !rank.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let rank: i8 = rank.parse().ok()?;
        Square::at((file - b'a') as i8, rank - 1)
    }

    /// Returns every square, in the order of the position text.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// Returns the square as an index, 0 to 84.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square's file, 0 for a.
    pub const fn file(self) -> i8 {
        PLACES[self.index()].0 as i8
    }

    /// Returns the square's rank, 0 for the first.
    pub const fn rank(self) -> i8 {
        PLACES[self.index()].1 as i8
    }

    /// Returns the square's name, such as `k11`.
    pub fn name(self) -> &'static str {
        let (file, rank) = PLACES[self.index()];
        square_name(file, rank)
    }

    /// Returns the square reached by half a turn of the board.
    pub const fn rotated(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// Returns the arena that contains the square; `None` for a tower.
    pub const fn arena(self) -> Option<Arena> {
        match HOMES[self.index()] {
            (NONE, ..) => None,
            (arena, ..) => Some(Arena(arena)),
        }
    }

    /// Returns the square's column and row within its arena, 0 to 2 from the lower left; (0, 0) for a tower.
    pub const fn place(self) -> (u8, u8) {
        let (_, x, y) = HOMES[self.index()];
        (x, y)
    }

    /// Returns the tower on this square, if any.
    pub fn tower(self) -> Option<Tower> {
        Tower::ALL.into_iter().find(|tower| tower.square() == self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A 3x3 arena, I to IX, numbered from 0 row by row, starting at White's lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arena(u8);

/// Roman numerals of the arenas.
const NUMERALS: [&str; 9] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

impl Arena {
    /// Returns the arenas, I to IX.
    pub fn all() -> impl Iterator<Item = Arena> {
        (0..9).map(Arena)
    }

    /// Returns the arena's numeral.
    pub fn numeral(self) -> &'static str {
        NUMERALS[self.index()]
    }

    /// Returns the arena with a numeral, in either case.
    pub fn parse(numeral: &str) -> Option<Arena> {
        NUMERALS
            .iter()
            .position(|name| name.eq_ignore_ascii_case(numeral))
            .map(|index| Arena(index as u8))
    }

    /// Returns the arena as an index, 0 to 8.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the arena's column and row among the arenas, 0 to 2.
    pub const fn place(self) -> (u8, u8) {
        (self.0 % 3, self.0 / 3)
    }

    /// Returns the arena's square at a column and a row, 0 to 2 each.
    pub const fn square(self, x: u8, y: u8) -> Square {
        const SQUARES: [[u8; 9]; 9] = {
            let mut squares = [[0; 9]; 9];
            let mut n = 0;
            while n < 81 {
                let (file, rank) = corner(n / 9);
                let (x, y) = ((n % 3) as i8, (n % 9 / 3) as i8);
                squares[n as usize / 9][n as usize % 9] = lookup(file + x, rank + y);
                n += 1;
            }
            squares
        };
        Square(SQUARES[self.index()][(3 * y + x) as usize])
    }

    /// Returns the arena's nine squares.
    pub const fn squares(self) -> SquareSet {
        const ARENAS: [u128; 9] = {
            let mut arenas = [0; 9];
            let mut n = 0;
            while n < 81 {
                let square = Arena(n / 9).square(n % 3, n % 9 / 3);
                arenas[n as usize / 9] |= 1 << square.0;
                n += 1;
            }
            arenas
        };
        SquareSet(ARENAS[self.index()])
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.numeral())
    }
}

/// Returns file and rank, counted from 0, of an arena's lower left square.
const fn corner(arena: u8) -> (i8, i8) {
    let (x, y) = ((arena % 3) as i8, (arena / 3) as i8);
    (3 * x + y, 2 - x + 3 * y)
}

/// Arena of every square, with the square's column and row within it.
const HOMES: [(u8, u8, u8); SQUARES] = {
    let mut homes = [(NONE, 0, 0); SQUARES];
    let mut arena = 0;
    while arena < 9 {
        let (file, rank) = corner(arena);
        let mut n = 0;
        while n < 9 {
            let (x, y) = (n % 3, n / 3);
            homes[lookup(file + x as i8, rank + y as i8) as usize] = (arena, x as u8, y as u8);
            n += 1;
        }
        arena += 1;
    }
    homes
};

/// A tower: a square outside the arenas that touches four of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tower {
    /// Touches I, II, IV and V.
    D5,
    /// Touches II, III, V and VI.
    G4,
    /// Touches IV, V, VII and VIII.
    E8,
    /// Touches V, VI, VIII and IX.
    H7,
}

impl Tower {
    /// All towers, in the order in which machine notation lists them.
    pub const ALL: [Tower; 4] = [Tower::D5, Tower::G4, Tower::E8, Tower::H7];

    /// Returns the tower's square.
    pub const fn square(self) -> Square {
        Square(match self {
            Tower::D5 => const { lookup(3, 4) },
            Tower::G4 => const { lookup(6, 3) },
            Tower::E8 => const { lookup(4, 7) },
            Tower::H7 => const { lookup(7, 6) },
        })
    }

    /// The squares of all four towers.
    pub const SQUARES: SquareSet = SquareSet(
        1 << Tower::D5.square().0
            | 1 << Tower::G4.square().0
            | 1 << Tower::E8.square().0
            | 1 << Tower::H7.square().0,
    );

    /// Returns the four arenas that touch the tower: lower left, lower right, upper left, upper right.
    pub const fn arenas(self) -> [Arena; 4] {
        let first = match self {
            Tower::D5 => 0,
            Tower::G4 => 1,
            Tower::E8 => 3,
            Tower::H7 => 4,
        };
        [
            Arena(first),
            Arena(first + 1),
            Arena(first + 3),
            Arena(first + 4),
        ]
    }

    /// Returns the squares of the four arenas that touch the tower.
    pub fn touches(self) -> SquareSet {
        const TOUCHED: [SquareSet; 4] = {
            let mut touched = [SquareSet(0); 4];
            let mut tower = 0;
            while tower < 4 {
                let arenas = Tower::ALL[tower].arenas();
                let mut n = 0;
                while n < 4 {
                    touched[tower].0 |= arenas[n].squares().0;
                    n += 1;
                }
                tower += 1;
            }
            touched
        };
        TOUCHED[self as usize]
    }
}

impl fmt::Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.square(), f)
    }
}

/// Returns true if a pawn may always double-step from a square: "on a square where one of the pawns of its side
/// started the game", or "positioned behind the starting pawn position for its side".
pub fn is_double_step_square(seat: Seat, square: Square) -> bool {
    /// White's foremost starting pawn of every file, as a rank from 0; -1 for a file without a pawn.
    const FOREMOST: [i8; 11] = [3, 3, 3, 3, 2, 2, 2, 2, 2, -1, -1];
    let square = if seat == Seat::WHITE {
        square
    } else {
        square.rotated()
    };
    square.rank() <= FOREMOST[square.file() as usize]
}

/// Returns true if a side's pawn or lancer promotes on a square: "the last square in any file that was occupied by
/// enemy pieces at the beginning of the game".
pub fn is_promotion_square(seat: Seat, square: Square) -> bool {
    let square = if seat == Seat::WHITE {
        square
    } else {
        square.rotated()
    };
    let (arena, _, y) = HOMES[square.index()];
    arena != NONE && arena >= 6 && y == 2
}
