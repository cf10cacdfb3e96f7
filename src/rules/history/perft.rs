//! How many sequences of moves lead on from a position: perft.

use super::{Occurrence, Playable, digest, ended_by_count, occurrence};

/// The number of sequences of `depth` moves, 1 at least, from a position that goes on, which `history` ends with.
///
/// Where a position itself ends the game it lists no moves, so only what is counted has to be judged.
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
        // Before the last move a new position need not be noted: it repeats none, and nothing comes back to it. The newest
        // in `history` is then one that the game went on from, which ends nothing now either. Nor need its key be written
        // where none before it had the same seat to move.
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
