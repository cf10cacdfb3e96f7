//! Sets of squares, of towers and of arenas.

use super::{Arena, SQUARES, Square, Tower};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(super) u128);

impl SquareSet {
    /// The set without squares.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// The set of all squares.
    pub const ALL: SquareSet = SquareSet((1 << SQUARES) - 1);

    /// Returns true if the set contains a square.
    pub fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Removes a square.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    /// Returns the squares in either set.
    pub fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// Returns the squares in both sets.
    pub fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// Returns the squares in this set that are not in the other.
    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// Returns true if the set has no squares.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
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

/// Joins sets.
impl FromIterator<SquareSet> for SquareSet {
    fn from_iter<I: IntoIterator<Item = SquareSet>>(sets: I) -> Self {
        sets.into_iter().fold(SquareSet::EMPTY, SquareSet::union)
    }
}

/// A set of towers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TowerSet(pub(super) u8);

impl TowerSet {
    /// Returns every set of towers.
    pub fn every() -> impl Iterator<Item = TowerSet> {
        (0..16).map(TowerSet)
    }

    /// Adds a tower.
    pub fn insert(&mut self, tower: Tower) {
        self.0 |= 1 << tower as u8;
    }

    /// Returns true if the set contains a tower.
    pub fn contains(self, tower: Tower) -> bool {
        self.0 & (1 << tower as u8) != 0
    }

    /// Returns the number of towers.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the towers in either set.
    pub fn union(self, other: TowerSet) -> TowerSet {
        TowerSet(self.0 | other.0)
    }
}

/// A set of arenas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArenaSet(u16);

impl ArenaSet {
    /// Returns true if the set contains an arena.
    pub fn contains(self, arena: Arena) -> bool {
        self.0 & (1 << arena.0) != 0
    }

    /// Returns the set without an arena.
    pub fn without(self, arena: Arena) -> ArenaSet {
        ArenaSet(self.0 & !(1 << arena.0))
    }

    /// Returns the number of arenas.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the squares of all arenas in the set.
    pub fn squares(self) -> SquareSet {
        self.map(Arena::squares).collect()
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
