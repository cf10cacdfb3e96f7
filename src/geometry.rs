//! Directions, rays and leaps over any kind of square. No game is in it.

/// Along rows and columns: file and rank change.
pub const ORTHOGONALS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Along diagonals.
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

/// The squares met from `from`, itself excluded, by repeating `step` until it leaves the board.
pub fn ray<S: Copy>(from: S, step: impl Fn(S) -> Option<S>) -> impl Iterator<Item = S> {
    std::iter::successors(step(from), move |&square| step(square))
}

/// The squares that single steps by each of `vectors` reach from `from`.
pub fn leaps<'v, S: Copy + 'v, V: Copy>(
    from: S,
    vectors: &'v [V],
    shift: impl Fn(S, V) -> Option<S> + 'v,
) -> impl Iterator<Item = S> + 'v {
    vectors
        .iter()
        .filter_map(move |&vector| shift(from, vector))
}
