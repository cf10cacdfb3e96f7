//! Perft: counts the sequences of moves from a position.

use super::{Occurrence, Playable, digest, ended_by_count, occurrence};

/// Returns the number of sequences of `depth` moves, at least 1, from an ongoing position, the last in `history`.
///
/// A position that itself ends the game lists no moves, so only endings by count need to be judged.
pub(super) fn count<P: Playable>(position: &P, history: &mut Vec<Occurrence>, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let reached = history.len();
    let mut sum = 0;
    for mv in &moves {
        let mut next = position.clone();
        next.play(mv);
        // Before the last move a new position need not be recorded: it repeats no other, and no later one repeats it.
        // The newest in `history` is then one that the game went on from, which ends nothing now either. Its key need
        // not be written if no earlier position had the same seat to move.
        let may_repeat = |seen: &Occurrence| seen.turn == next.turn();
        if next.counts_as_occurrence() && (depth > 2 || history.iter().any(may_repeat)) {
            let digest = digest(&next.repetition_key());
            let is_noted = depth > 2 || history.iter().any(|seen| seen.position == digest);
            history.extend(is_noted.then(|| occurrence(&next, digest)));
        }
        if ended_by_count(&next, history).is_none() {
            sum += count(&next, history, depth - 1);
        }
        history.truncate(reached);
    }
    sum
}
