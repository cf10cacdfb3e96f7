//! Rays and leaps over any kind of square. No game is in it.

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
