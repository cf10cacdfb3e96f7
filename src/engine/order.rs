//! The order in which the moves of a position are looked at.

use super::hooks::{Search, Stakes};

/// Entries of the history of quiet moves.
const QUIET: usize = 1 << 14;

/// The deepest ply at which killers are kept.
const PLIES: usize = 64;

/// What the search has learnt about which quiet moves refute others.
pub(super) struct Order {
    killers: Vec<[u16; 2]>,
    history: Vec<i32>,
}

/// The candidates of a position, and after them those that are not listed. The index of a move in it is what the table
/// of positions remembers.
pub(super) fn all_moves<P: Search>(position: &P) -> Vec<P::Move> {
    let mut moves = position.candidates(false);
    moves.extend(position.unlisted());
    moves
}

impl Order {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Order {
            killers: vec![[u16::MAX; 2]; PLIES],
            history: vec![0; QUIET],
        }
    }

    /// The moves of a position with their indices: the best one known, captures by what they win, moves that were good
    /// elsewhere. Those that are not listed come along where they are asked for.
    pub fn ordered<P: Search>(
        &self,
        position: &P,
        first: u16,
        ply: usize,
        composites: bool,
    ) -> Vec<(u16, P::Move, Stakes)> {
        let killers = self.killers.get(ply).copied().unwrap_or([u16::MAX; 2]);
        let moves = if composites {
            all_moves(position)
        } else {
            position.candidates(false)
        };
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
                    self.history[usize::from(stakes.quiet) & (QUIET - 1)]
                };
                (order, index, mv, stakes)
            })
            .collect();
        moves.sort_by_key(|(order, index, ..)| (-i64::from(*order), *index));
        moves
            .into_iter()
            .map(|(_, index, mv, stakes)| (index, mv, stakes))
            .collect()
    }

    /// Remembers a quiet move that refuted another.
    pub fn add_refutation(&mut self, quiet: u16, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != quiet
        {
            *killers = [quiet, killers[0]];
        }
        let entry = &mut self.history[usize::from(quiet) & (QUIET - 1)];
        *entry = (*entry + depth * depth).min(1_000_000);
    }
}
