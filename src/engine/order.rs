//! Move ordering: the best known move, captures, killers, then the history of quiet moves.

use super::hooks::{Search, Stakes};

/// Number of entries of the history table.
const HISTORY: usize = 1 << 14;

/// Number of plies that have killers.
const PLIES: usize = 64;

/// The killer moves and the history table: quiet moves that have caused cutoffs.
pub(super) struct Order {
    killers: Vec<[u16; 2]>,
    history: Vec<i32>,
}

/// Returns the candidates of a position, followed by unlisted moves. The transposition table stores indices in this
/// list.
pub(super) fn all_moves<P: Search>(position: &P) -> Vec<P::Move> {
    let mut moves = position.candidates();
    moves.extend(position.unlisted());
    moves
}

impl Order {
    /// Returns the ordering with empty tables.
    pub fn new() -> Self {
        Order {
            killers: vec![[u16::MAX; 2]; PLIES],
            history: vec![0; HISTORY],
        }
    }

    /// Returns the moves of a position in order, each with its index in `moves`; `first` is the index of the best
    /// known move.
    pub fn ordered<P: Search>(
        &self,
        position: &P,
        moves: Vec<P::Move>,
        first: u16,
        ply: usize,
    ) -> Vec<(u16, P::Move, Stakes)> {
        let killers = self.killers.get(ply).copied().unwrap_or([u16::MAX; 2]);
        let mut moves: Vec<(i32, u16, P::Move, Stakes)> = (0..u16::MAX)
            .zip(moves)
            .map(|(index, mv)| {
                let stakes = position.stakes(&mv);
                let order = if index == first {
                    i32::MAX
                } else if stakes.gain > 0 {
                    10_000_000 + stakes.gain * 64 - stakes.cost
                } else if killers[0] == stakes.quiet {
                    9_000_001
                } else if killers[1] == stakes.quiet {
                    9_000_000
                } else {
                    self.history[usize::from(stakes.quiet) & (HISTORY - 1)]
                };
                (order, index, mv, stakes)
            })
            .collect();
        moves.sort_unstable_by_key(|(order, index, ..)| (-i64::from(*order), *index));
        moves
            .into_iter()
            .map(|(_, index, mv, stakes)| (index, mv, stakes))
            .collect()
    }

    /// Records a quiet move that has caused a cutoff.
    pub fn record_cutoff(&mut self, quiet: u16, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != quiet
        {
            *killers = [quiet, killers[0]];
        }
        let entry = &mut self.history[usize::from(quiet) & (HISTORY - 1)];
        *entry = (*entry + depth * depth).min(1_000_000);
    }
}
