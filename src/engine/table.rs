//! Transposition table: positions already searched.

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The stored value is exact.
    Exact,
    /// The true value is at least the stored one.
    AtLeast,
    /// The true value is at most the stored one.
    AtMost,
}

/// The search's result for a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// Value for the side to move; a proven win counts from this position, not from the root.
    pub value: i32,
    /// Index of the best move in the list of candidates; `u16::MAX` if unknown.
    pub best: u16,
    /// Depth of the search, in plies.
    pub depth: i8,
    /// The relation of `value` to the true one.
    pub bound: Bound,
}

const EMPTY: Entry = Entry {
    key: 0,
    value: 0,
    best: u16::MAX,
    depth: i8::MIN,
    bound: Bound::AtMost,
};

/// Upper bound of the entries of a table: 6 MB.
const MAX_ENTRIES: usize = 1 << 18;

/// A hash table of searched positions: each key has one slot, and an entry yields to a deeper search or another
/// position.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// Returns a table for a search with this number of nodes.
    pub fn new(nodes: u64) -> Self {
        let wanted = usize::try_from(nodes)
            .unwrap_or(MAX_ENTRIES)
            .clamp(1 << 10, MAX_ENTRIES);
        Table {
            entries: vec![EMPTY; wanted.next_power_of_two()],
        }
    }

    fn slot(&self, key: u64) -> usize {
        // A hash by multiplication is best in its upper bits.
        (key >> 40) as usize & (self.entries.len() - 1)
    }

    /// Returns the entry of the position with a key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.depth > i8::MIN).then_some(entry)
    }

    /// Stores the result for a position.
    pub fn put(&mut self, key: u64, value: i32, depth: i8, bound: Bound, best: u16) {
        let slot = self.slot(key);
        let old = &mut self.entries[slot];
        if old.key == key && old.depth > depth && bound != Bound::Exact {
            return;
        }
        let best = if best == u16::MAX && old.key == key {
            old.best
        } else {
            best
        };
        *old = Entry {
            key,
            value,
            best,
            depth,
            bound,
        };
    }
}
