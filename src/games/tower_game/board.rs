//! The tower itself: cubes, vectors, sets of cubes, and distances between cubes.
//!
//! A cube is column, row, rank (`cc1`), after the inventor's example of cube ea1, the diagrams' "bottom right": columns
//! run left to right, rows bottom to top, and the rank is the level of the tower.

use std::fmt;

/// Columns, and rows, of a rank.
pub const WIDTH: u8 = 5;

/// Cubes of a rank.
pub const PER_RANK: u8 = WIDTH * WIDTH;

/// Ranks of the tallest tower, that of Shogi.
pub const MOST_RANKS: u8 = 9;

/// Cubes of the tallest tower.
pub const MOST_CUBES: usize = (MOST_RANKS * PER_RANK) as usize;

/// A cube of the tower, counted rank by rank from the bottom, row by row from a, column by column from a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube(u8);

impl Cube {
    /// The cube in that column, row and rank, each counted from 0; `None` where even the tallest tower has none.
    pub fn new(column: u8, row: u8, rank: u8) -> Option<Cube> {
        (column < WIDTH && row < WIDTH && rank < MOST_RANKS)
            .then(|| Cube::on_file(row * WIDTH + column, rank))
    }

    /// The cube of a file (row times five and column, 0 to 24) and a rank from 0 to 8.
    pub const fn on_file(file: u8, rank: u8) -> Cube {
        Cube(rank * PER_RANK + file)
    }

    /// Its number, 0 to 224.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its column from 0 (a) to 4 (e).
    pub fn column(self) -> u8 {
        self.0 % WIDTH
    }

    /// Its row from 0 (a) to 4 (e).
    pub fn row(self) -> u8 {
        self.0 / WIDTH % WIDTH
    }

    /// Its rank from 0.
    pub fn rank(self) -> u8 {
        self.0 / PER_RANK
    }

    /// Its file: row times five and column.
    pub fn file(self) -> u8 {
        self.0 % PER_RANK
    }

    /// The cube with column and row exchanged, such as `ca2` for `ac2`.
    pub fn swapped(self) -> Cube {
        Cube::on_file(self.column() * WIDTH + self.row(), self.rank())
    }

    /// Its name, such as `cc1`.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The name of its file, such as `cc`.
    pub fn file_name(self) -> String {
        file_name(self.file())
    }

    /// The cube of a lower-case name. The caller checks with its [`Space`] that the tower is so tall.
    pub fn parse(text: &str) -> Option<Cube> {
        let [column, row, rank @ b'1'..=b'9'] = *text.as_bytes() else {
            return None;
        };
        Cube::new(
            column.checked_sub(b'a')?,
            row.checked_sub(b'a')?,
            rank - b'1',
        )
    }
}

/// The names of the cubes, in bytes and as texts.
static LETTERS: [[u8; 3]; MOST_CUBES] = {
    let mut letters = [[0; 3]; MOST_CUBES];
    let mut index = 0;
    while index < MOST_CUBES as u8 {
        let file = index % PER_RANK;
        letters[index as usize] = [
            b'a' + file % WIDTH,
            b'a' + file / WIDTH,
            b'1' + index / PER_RANK,
        ];
        index += 1;
    }
    letters
};

static NAMES: [&str; MOST_CUBES] = {
    let mut names = [""; MOST_CUBES];
    let mut index = 0;
    while index < MOST_CUBES {
        if let Ok(name) = str::from_utf8(&LETTERS[index]) {
            names[index] = name;
        }
        index += 1;
    }
    names
};

impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of a file: its column's and its row's letter.
pub fn file_name(file: u8) -> String {
    [file % WIDTH, file / WIDTH]
        .iter()
        .map(|letter| char::from(b'a' + letter))
        .collect()
}

/// A way through the tower: columns to the right, rows up the page, ranks up the tower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vector {
    /// Columns towards e.
    pub column: i8,
    /// Rows towards e.
    pub row: i8,
    /// Ranks up.
    pub rank: i8,
}

impl Vector {
    /// The vector with these parts.
    pub const fn new(column: i8, row: i8, rank: i8) -> Vector {
        Vector { column, row, rank }
    }

    /// Multiplies the vector by a number.
    pub const fn times(self, count: i8) -> Vector {
        Vector::new(self.column * count, self.row * count, self.rank * count)
    }

    /// Adds two vectors.
    pub const fn plus(self, other: Vector) -> Vector {
        Vector::new(
            self.column + other.column,
            self.row + other.row,
            self.rank + other.rank,
        )
    }

    /// The inner product; for two directions of one length it tells the angle between them.
    pub const fn dot(self, other: Vector) -> i8 {
        self.column * other.column + self.row * other.row + self.rank * other.rank
    }
}

/// Number of differences between two cubes that a tower can have.
pub const DIFFERENCES: usize = 9 * 9 * 17;

/// The shape of the space that is played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    /// Number of ranks: 8, 5 in the chamber, 9 in Shogi.
    pub ranks: u8,
    /// True if columns and rows wrap round (inventor's page: "The North and South sides of the tower are connected,
    /// and so are the West and East sides"); ranks never do.
    pub toroidal: bool,
}

impl Space {
    /// Every cube, from rank 1 up.
    pub fn cubes(self) -> impl Iterator<Item = Cube> {
        (0..self.ranks * PER_RANK).map(Cube)
    }

    /// True if the tower is tall enough to have the cube.
    pub fn has(self, cube: Cube) -> bool {
        cube.rank() < self.ranks
    }

    /// Shifts a cube by a vector; `None` outside the tower.
    pub fn shift(self, cube: Cube, by: Vector) -> Option<Cube> {
        let rank = cube.rank().checked_add_signed(by.rank)?;
        if rank >= self.ranks {
            return None;
        }
        let (mut column, mut row) = (
            i16::from(cube.column()) + i16::from(by.column),
            i16::from(cube.row()) + i16::from(by.row),
        );
        if self.toroidal {
            column = column.rem_euclid(i16::from(WIDTH));
            row = row.rem_euclid(i16::from(WIDTH));
        }
        Cube::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?, rank)
    }

    /// The vector between two cubes; on a toroidal board with columns and rows from 0 to 4.
    pub fn difference(self, from: Cube, to: Cube) -> Vector {
        let part = |from: u8, to: u8| to.cast_signed() - from.cast_signed();
        self.reduced(Vector::new(
            part(from.column(), to.column()),
            part(from.row(), to.row()),
            part(from.rank(), to.rank()),
        ))
    }

    /// The vector as [`Space::difference`] gives it.
    pub fn reduced(self, vector: Vector) -> Vector {
        if self.toroidal {
            let width = WIDTH.cast_signed();
            Vector::new(
                vector.column.rem_euclid(width),
                vector.row.rem_euclid(width),
                vector.rank,
            )
        } else {
            vector
        }
    }

    /// The number, below [`DIFFERENCES`], of a vector between two cubes of some tower; `None` if it is too long to
    /// be one.
    pub fn difference_index(self, vector: Vector) -> Option<usize> {
        let Vector { column, row, rank } = self.reduced(vector);
        if column.abs() > 4 || row.abs() > 4 || rank.abs() > 8 {
            return None;
        }
        let part = |value: i8| usize::try_from(value).ok();
        Some((part(column + 4)? * 9 + part(row + 4)?) * 17 + part(rank + 8)?)
    }
}

/// A set of cubes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeSet([u64; 4]);

impl CubeSet {
    /// Every cube of any tower.
    pub const ALL: CubeSet = CubeSet([u64::MAX; 4]);

    /// Adds a cube.
    pub fn insert(&mut self, cube: Cube) {
        self.0[usize::from(cube.0 >> 6)] |= 1 << (cube.0 & 63);
    }

    /// Takes a cube out.
    pub fn remove(&mut self, cube: Cube) {
        self.0[usize::from(cube.0 >> 6)] &= !(1 << (cube.0 & 63));
    }

    /// True if the set contains a cube.
    pub fn contains(self, cube: Cube) -> bool {
        self.0[usize::from(cube.0 >> 6)] >> (cube.0 & 63) & 1 == 1
    }

    /// Cubes that both sets contain.
    pub fn intersection(self, other: CubeSet) -> CubeSet {
        CubeSet(std::array::from_fn(|part| self.0[part] & other.0[part]))
    }

    /// Cubes that either set contains.
    pub fn union(self, other: CubeSet) -> CubeSet {
        CubeSet(std::array::from_fn(|part| self.0[part] | other.0[part]))
    }

    /// Cubes of this set that are not in the other one.
    pub fn without(self, other: CubeSet) -> CubeSet {
        CubeSet(std::array::from_fn(|part| self.0[part] & !other.0[part]))
    }

    /// True if the sets have no cube in common.
    pub fn is_disjoint(&self, other: CubeSet) -> bool {
        let parts = self.0.iter().zip(other.0);
        parts.fold(0, |common, (own, other)| common | (own & other)) == 0
    }

    /// True if the set has no cube.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// Number of cubes in the set.
    pub fn len(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    /// The cubes in it, in order.
    pub fn iter(self) -> impl Iterator<Item = Cube> {
        (0..4u8).flat_map(move |part| {
            let mut rest = self.0[usize::from(part)];
            std::iter::from_fn(move || {
                let low = u8::try_from(rest.trailing_zeros())
                    .ok()
                    .filter(|low| *low < 64)?;
                rest &= rest - 1;
                Some(Cube(part * 64 + low))
            })
        })
    }
}

impl FromIterator<Cube> for CubeSet {
    fn from_iter<I: IntoIterator<Item = Cube>>(cubes: I) -> Self {
        let mut set = CubeSet::default();
        for cube in cubes {
            set.insert(cube);
        }
        set
    }
}
