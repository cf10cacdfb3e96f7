//! Sets of squares and of towers.

use super::{Arena, SQUARES, Square, Tower};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(super) u128);

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

/// Some of the towers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TowerSet(pub(super) u8);

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

/// Some of the arenas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArenaSet(u16);

impl ArenaSet {
    /// Whether it holds an arena.
    pub fn contains(self, arena: Arena) -> bool {
        self.0 & (1 << arena.0) != 0
    }

    /// Without an arena.
    pub fn without(self, arena: Arena) -> ArenaSet {
        ArenaSet(self.0 & !(1 << arena.0))
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The squares of them all.
    pub fn squares(self) -> SquareSet {
        self.map(Arena::squares)
            .fold(SquareSet::EMPTY, SquareSet::union)
    }
}

impl Iterator for ArenaSet {
    type Item = Arena;

    fn next(&mut self) -> Option<Arena> {
        if self.0 == 0 {
            return None;
        }
        let arena = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Arena(arena))
    }
}

impl FromIterator<Arena> for ArenaSet {
    fn from_iter<I: IntoIterator<Item = Arena>>(arenas: I) -> Self {
        ArenaSet(arenas.into_iter().fold(0, |set, arena| set | 1 << arena.0))
    }
}
