//! Directions, rays and leaps over any kind of square; names and sets of squares. Independent of every game.

/// Directions along rows and columns.
pub const ORTHOGONALS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Directions along diagonals.
pub const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// All eight directions.
pub const COMPASS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// The eight leaps of a knight.
pub const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Files, and ranks, of the largest board whose squares have names here.
const SIDE: usize = 16;

/// Name of every square in three bytes; those of the lower ranks take two.
static LETTERS: [[u8; 3]; SIDE * SIDE] = {
    let mut letters = [[0; 3]; SIDE * SIDE];
    let mut index = 0;
    while index < letters.len() {
        let file = b'a' + (index % SIDE) as u8;
        let rank = (index / SIDE + 1) as u8;
        letters[index] = if rank < 10 {
            [file, b'0' + rank, 0]
        } else {
            [file, b'1', b'0' + rank - 10]
        };
        index += 1;
    }
    letters
};

static NAMES: [&str; SIDE * SIDE] = {
    let mut names = [""; SIDE * SIDE];
    let mut index = 0;
    while index < names.len() {
        let (name, _) = LETTERS[index].split_at(if index / SIDE < 9 { 2 } else { 3 });
        if let Ok(name) = str::from_utf8(name) {
            names[index] = name;
        }
        index += 1;
    }
    names
};

/// Returns the name of a square, `a1` to `p16`, by its file and rank, each from 0 to 15.
pub fn square_name(file: u8, rank: u8) -> &'static str {
    NAMES[usize::from(rank) * SIDE + usize::from(file)]
}

/// Returns the squares of a set of at most 64, as numbers from 0: the bits of a word, from the lowest.
pub fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (lowest < 64).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// Returns the squares reached from `from`, itself excluded, by repeating `step` until it leaves the board.
pub fn ray<S: Copy>(from: S, step: impl Fn(S) -> Option<S>) -> impl Iterator<Item = S> {
    std::iter::successors(step(from), move |&square| step(square))
}

/// Returns the squares reached from `from` by one step along each of `vectors`.
pub fn leaps<'v, S: Copy + 'v, V: Copy>(
    from: S,
    vectors: &'v [V],
    shift: impl Fn(S, V) -> Option<S> + 'v,
) -> impl Iterator<Item = S> + 'v {
    vectors
        .iter()
        .filter_map(move |&vector| shift(from, vector))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_by_file_and_rank() {
        let names = [(0, 0, "a1"), (7, 8, "h9"), (10, 9, "k10"), (15, 15, "p16")];
        for (file, rank, name) in names {
            assert_eq!(square_name(file, rank), name);
        }
    }

    #[test]
    fn the_members_of_a_set_come_in_their_order() {
        assert_eq!(members(0).count(), 0);
        let set = 1 | 1 << 5 | 1 << 63;
        assert_eq!(members(set).collect::<Vec<_>>(), [0, 5, 63]);
        assert_eq!(members(u64::MAX).count(), 64);
    }
}
