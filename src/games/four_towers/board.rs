//! The 85 squares, the nine arenas, the four towers, and how squares lie to each other, with and without knights
//! on the towers (Figures 1 and 8 of the seed).

use std::fmt;

use crate::geometry::KNIGHT;
use crate::rules::Seat;

/// How many squares there are.
pub const SQUARES: usize = 85;

/// No square, in the tables.
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

/// A square, numbered as the position text goes: rank 11 from c, down to rank 1. Half a turn of the board takes
/// square `n` to square `84 - n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// File and rank of every square, both from 0.
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

/// The square of a file and a rank, both from 0.
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
    /// The square of a file and a rank, both from 0; `None` where the board has none.
    pub const fn at(file: i8, rank: i8) -> Option<Square> {
        match lookup(file, rank) {
            NONE => None,
            square => Some(Square(square)),
        }
    }

    /// The square of that name, in lower case.
    pub fn named(name: &str) -> Option<Square> {
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

    /// Every square, in the order of the position text.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The square as an index, 0 to 84.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file, 0 for a.
    pub const fn file(self) -> i8 {
        PLACES[self.index()].0 as i8
    }

    /// Its rank, 0 for the first.
    pub const fn rank(self) -> i8 {
        PLACES[self.index()].1 as i8
    }

    /// The square that half a turn of the board takes it to.
    pub const fn rotated(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// The arena it lies in; `None` for the towers.
    pub const fn arena(self) -> Option<Arena> {
        match HOMES[self.index()] {
            (NONE, ..) => None,
            (arena, ..) => Some(Arena(arena)),
        }
    }

    /// Its column and row within its arena, 0 to 2 from the lower left. (0, 0) for the towers.
    pub const fn place(self) -> (u8, u8) {
        let (_, x, y) = HOMES[self.index()];
        (x, y)
    }

    /// The tower that it is.
    pub fn tower(self) -> Option<Tower> {
        Tower::ALL.into_iter().find(|tower| tower.square() == self)
    }

    /// The next square in a direction, with knights on `knights`.
    ///
    /// "As if the four arenas are lined up perfectly" (Figure 8): an orthogonal step out of an arena into its
    /// orthogonal neighbour keeps its row or column within the arena where a tower with a knight touches both.
    pub fn step(self, direction: Direction, knights: TowerSet) -> Option<Square> {
        match STEPS[knights.0 as usize][direction.0 as usize][self.index()] {
            NONE => None,
            square => Some(Square(square)),
        }
    }

    /// The squares a knight's leap away.
    pub fn leaps(self) -> SquareSet {
        SquareSet(LEAPS[self.index()])
    }

    /// Every square on an empty board in a direction from here, with knights on `knights`.
    pub fn ray(self, direction: Direction, knights: TowerSet) -> SquareSet {
        SquareSet(RAYS[knights.0 as usize][direction.0 as usize][self.index()])
    }

    /// Every square on an empty board's rows and columns from here, with knights on `knights`.
    pub fn lines(self, knights: TowerSet) -> SquareSet {
        let rays = &RAYS[knights.0 as usize];
        SquareSet((0..4).fold(0, |set, direction| set | rays[direction][self.index()]))
    }

    /// Every square on an empty board's diagonals from here.
    pub fn diagonals(self) -> SquareSet {
        SquareSet((4..8).fold(0, |set, direction| set | RAYS[0][direction][self.index()]))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(f, "{file}{}", self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A 3x3 arena, I to IX, numbered from 0: row by row from White's lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arena(u8);

/// The numerals of the arenas.
const NUMERALS: [&str; 9] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

impl Arena {
    /// The arenas, I to IX.
    pub fn all() -> impl Iterator<Item = Arena> {
        (0..9).map(Arena)
    }

    /// Its numeral.
    pub fn numeral(self) -> &'static str {
        NUMERALS[self.index()]
    }

    /// The arena of that numeral, in any case.
    pub fn named(numeral: &str) -> Option<Arena> {
        NUMERALS
            .iter()
            .position(|name| name.eq_ignore_ascii_case(numeral))
            .map(|index| Arena(index as u8))
    }

    /// The arena as an index, 0 to 8.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column and row among the arenas, 0 to 2.
    pub const fn place(self) -> (u8, u8) {
        (self.0 % 3, self.0 / 3)
    }

    /// Its square in that column and row, 0 to 2 each.
    pub const fn square(self, x: u8, y: u8) -> Square {
        let (file, rank) = corner(self.0);
        Square(lookup(file + x as i8, rank + y as i8))
    }

    /// Its nine squares.
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

/// File and rank, from 0, of an arena's lower left square.
const fn corner(arena: u8) -> (i8, i8) {
    let (x, y) = ((arena % 3) as i8, (arena / 3) as i8);
    (3 * x + y, 2 - x + 3 * y)
}

/// Arena, column and row within it of every square.
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

/// A tower.
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
    /// The towers, in the order the machine notation lists them.
    pub const ALL: [Tower; 4] = [Tower::D5, Tower::G4, Tower::E8, Tower::H7];

    /// Its square.
    pub const fn square(self) -> Square {
        Square(match self {
            Tower::D5 => const { lookup(3, 4) },
            Tower::G4 => const { lookup(6, 3) },
            Tower::E8 => const { lookup(4, 7) },
            Tower::H7 => const { lookup(7, 6) },
        })
    }

    /// The four arenas that touch it: lower left, lower right, upper left, upper right.
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

    /// The squares of those arenas.
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

/// Some of the towers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TowerSet(u8);

impl TowerSet {
    /// The sets that hold all of `least` and nothing outside `most`.
    pub fn between(least: TowerSet, most: TowerSet) -> impl Iterator<Item = TowerSet> {
        TowerSet::every().filter(move |set| set.0 & least.0 == least.0 && set.0 & !most.0 == 0)
    }

    /// Every set of towers.
    pub fn every() -> impl Iterator<Item = TowerSet> {
        (0..16).map(TowerSet)
    }

    /// Adds a tower.
    pub fn insert(&mut self, tower: Tower) {
        self.0 |= 1 << tower as u8;
    }

    /// Whether it holds a tower.
    pub fn contains(self, tower: Tower) -> bool {
        self.0 & (1 << tower as u8) != 0
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Those in either.
    pub fn union(self, other: TowerSet) -> TowerSet {
        TowerSet(self.0 | other.0)
    }
}

/// One of the eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(u8);

/// File and rank change of the directions: up, right, down, left, then the diagonals from up-right on, clockwise.
const VECTORS: [(i8, i8); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];

impl Direction {
    /// Along rows and columns.
    pub const ORTHOGONAL: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];
    /// Along diagonals.
    pub const DIAGONAL: [Direction; 4] = [Direction(4), Direction(5), Direction(6), Direction(7)];
    /// To the left and to the right.
    pub const SIDEWAYS: [Direction; 2] = [Direction(1), Direction(3)];

    /// Straight ahead for a side.
    pub fn forward(side: Seat) -> Direction {
        Direction(if side == Seat::WHITE { 0 } else { 2 })
    }

    /// Straight back for a side.
    pub fn back(side: Seat) -> Direction {
        Direction::forward(side.other())
    }

    /// The two diagonals ahead for a side.
    pub fn forward_diagonals(side: Seat) -> [Direction; 2] {
        if side == Seat::WHITE {
            [Direction(4), Direction(7)]
        } else {
            [Direction(5), Direction(6)]
        }
    }

    /// All eight.
    pub fn all() -> impl Iterator<Item = Direction> {
        (0..8).map(Direction)
    }
}

/// Next square by knights' towers, direction and square.
static STEPS: [[[u8; SQUARES]; 8]; 16] = {
    let mut steps = [[[NONE; SQUARES]; 8]; 16];
    let mut knights = 0;
    while knights < 16 {
        let mut direction = 0;
        while direction < 8 {
            let mut square = 0;
            while square < SQUARES {
                steps[knights][direction][square] = next(knights as u8, direction, square);
                square += 1;
            }
            direction += 1;
        }
        knights += 1;
    }
    steps
};

const fn next(knights: u8, direction: usize, square: usize) -> u8 {
    let (dx, dy) = VECTORS[direction];
    let (arena, x, y) = HOMES[square];
    if direction < 4 && arena != NONE {
        let (x, y) = (x as i8 + dx, y as i8 + dy);
        let leaves = x < 0 || x > 2 || y < 0 || y > 2;
        let (column, row) = ((arena % 3) as i8 + dx, (arena / 3) as i8 + dy);
        let exists = column >= 0 && column <= 2 && row >= 0 && row <= 2;
        if leaves && exists {
            let neighbour = (3 * row + column) as u8;
            if touching_both(arena, neighbour) & knights != 0 {
                let (file, rank) = corner(neighbour);
                return lookup(file + (x + 3) % 3, rank + (y + 3) % 3);
            }
        }
    }
    let (file, rank) = PLACES[square];
    lookup(file as i8 + dx, rank as i8 + dy)
}

/// The towers, as the bits of a [`TowerSet`], that touch both arenas.
const fn touching_both(one: u8, other: u8) -> u8 {
    let mut set = 0;
    let mut tower = 0;
    while tower < 4 {
        let arenas = Tower::ALL[tower].arenas();
        let (mut n, mut found) = (0, 0);
        while n < 4 {
            if arenas[n].0 == one || arenas[n].0 == other {
                found += 1;
            }
            n += 1;
        }
        if found == 2 {
            set |= 1 << tower;
        }
        tower += 1;
    }
    set
}

static LEAPS: [u128; SQUARES] = {
    let mut leaps = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = PLACES[square];
        let mut n = 0;
        while n < 8 {
            let to = lookup(file as i8 + KNIGHT[n].0, rank as i8 + KNIGHT[n].1);
            if to != NONE {
                leaps[square] |= 1 << to;
            }
            n += 1;
        }
        square += 1;
    }
    leaps
};

/// The squares ahead by knights' towers, direction and square.
static RAYS: [[[u128; SQUARES]; 8]; 16] = {
    let mut rays = [[[0; SQUARES]; 8]; 16];
    let mut knights = 0;
    while knights < 16 {
        let mut direction = 0;
        while direction < 8 {
            let mut square = 0;
            while square < SQUARES {
                let mut at = STEPS[knights][direction][square];
                while at != NONE {
                    rays[knights][direction][square] |= 1 << at;
                    at = STEPS[knights][direction][at as usize];
                }
                square += 1;
            }
            direction += 1;
        }
        knights += 1;
    }
    rays
};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Every square.
    pub const ALL: SquareSet = SquareSet((1 << SQUARES) - 1);

    /// Whether it holds a square.
    pub fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    /// Those in either.
    pub fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// Those in both.
    pub fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// Those in this one only.
    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square(square))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// Squares from which a pawn may always double-step: "on a square where one of the pawns of its side started
/// the game", or "positioned behind the starting pawn position for its side".
pub fn is_double_step_square(side: Seat, square: Square) -> bool {
    /// White's foremost starting pawn of every file, as a rank from 0; -1 where there is none.
    const FOREMOST: [i8; 11] = [3, 3, 3, 3, 2, 2, 2, 2, 2, -1, -1];
    let square = if side == Seat::WHITE {
        square
    } else {
        square.rotated()
    };
    square.rank() <= FOREMOST[square.file() as usize]
}

/// Squares on which a pawn or lancer of that side promotes: "the last square in any file that was occupied by
/// enemy pieces at the beginning of the game".
pub fn is_promotion_square(side: Seat, square: Square) -> bool {
    let square = if side == Seat::WHITE {
        square
    } else {
        square.rotated()
    };
    let (arena, _, y) = HOMES[square.index()];
    arena != NONE && arena >= 6 && y == 2
}
