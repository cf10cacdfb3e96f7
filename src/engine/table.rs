//! The transposition table: positions already searched.

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// Its value for the side to move; a proven win counts from this position, not from the root.
    pub value: i32,
    /// The index of the best move in the list of candidates; `u16::MAX` where none is known.
    pub best: u16,
    /// How deep it was searched, in plies.
    pub depth: i8,
    /// What `value` says.
    pub bound: Bound,
}

const EMPTY: Entry = Entry {
    key: 0,
    value: 0,
    best: u16::MAX,
    depth: i8::MIN,
    bound: Bound::AtMost,
};

/// The most entries of a table: 6 MB.
const MAX_ENTRIES: usize = 1 << 18;

/// Positions already searched, by key: each entry has one slot, and gives way to a deeper search or another position.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table for a search of so many nodes.
    pub fn new(nodes: u64) -> Self {
        let wanted = usize::try_from(nodes)
            .unwrap_or(MAX_ENTRIES)
            .clamp(1 << 10, MAX_ENTRIES);
        Table {
            entries: vec![EMPTY; wanted.next_power_of_two()],
        }
    }

    fn slot(&self, key: u64) -> usize {
        // The upper bits: a hash by multiplication is best there.
        (key >> 40) as usize & (self.entries.len() - 1)
    }

    /// The entry of the position with that key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.depth > i8::MIN).then_some(entry)
    }

    /// Stores what was found.
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
