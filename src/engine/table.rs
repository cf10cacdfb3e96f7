//! The table of positions already looked at.

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
    /// How deep it was looked at.
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
const MOST: usize = 1 << 18;

/// Positions already looked at, by key: each entry has one place, and gives way to a deeper look or another position.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table for a search of so many nodes.
    pub fn new(nodes: u64) -> Self {
        let wanted = usize::try_from(nodes).unwrap_or(MOST).clamp(1 << 10, MOST);
        Table {
            entries: vec![EMPTY; wanted.next_power_of_two()],
        }
    }

    fn place(&self, key: u64) -> usize {
        // The upper bits: a hash by multiplication is best there.
        (key >> 40) as usize & (self.entries.len() - 1)
    }

    /// What is known of the position with that key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key && entry.depth > i8::MIN).then_some(entry)
    }

    /// Notes what was found.
    pub fn put(&mut self, key: u64, value: i32, depth: i8, bound: Bound, best: u16) {
        let place = self.place(key);
        let old = &mut self.entries[place];
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
