//! Moves that the search leaves out, or searches less deep.

use super::hooks::Search;
use super::node::Node;
use super::{Limits, PROVEN};

/// Futility margins: possible gain of a quiet move, one ply and two plies before the leaves.
const FUTILITY_MARGIN: [i32; 3] = [0, 120, 250];

/// A position with the facts by which its quiet moves are left out. A side in check must search every way out of it.
pub(super) struct Pruning<'a, P> {
    position: &'a P,
    /// The static value, for the team to move.
    pub value: i32,
    depth: i32,
    /// True if every move must be searched to the full depth.
    full_width: bool,
    /// The most that a quiet move gains; `None` where quiet moves are not left out for their value.
    margin: Option<i32>,
    /// Number of legal moves after which quiet ones are left out.
    late: u32,
    /// True if the side to move is in check; found out only where it decides.
    check: Option<bool>,
}

/// The part of a position's moves that is left out.
pub(super) enum Pruned {
    /// No move.
    Nothing,
    /// This move, worth as much as this at most.
    Move(i32),
    /// This move and those after it.
    Rest,
}

impl<'a, P: Search> Pruning<'a, P> {
    /// Returns the facts for a node, whose position has a static value for the team to move.
    pub fn new(position: &'a P, value: i32, node: Node, limits: &Limits) -> Self {
        let depth = usize::try_from(node.depth).unwrap_or(usize::MAX);
        let late = match depth {
            1 | 2 if !node.window.is_open() => P::LATE_MOVES[usize::from(depth == 2)],
            _ => u32::MAX,
        };
        let full_width = limits.full_width;
        Pruning {
            position,
            value,
            depth: node.depth,
            full_width,
            margin: (FUTILITY_MARGIN.get(depth).copied()).filter(|_| !full_width),
            late: if full_width { u32::MAX } else { late },
            check: None,
        }
    }

    /// Returns true if the side to move is in check.
    pub fn is_check(&mut self) -> bool {
        *self.check.get_or_insert_with(|| self.position.check())
    }

    /// Decides if a quiet move is left out after a number of legal moves, the best of which has a value.
    ///
    /// Futility pruning: no quiet move gains enough to raise `alpha`. Late move pruning: the moves after this one are
    /// quiet too, and moves in the order of the search that come so late seldom raise it.
    pub fn of_quiet(&mut self, legal: u32, best: i32, alpha: i32) -> Pruned {
        if legal == 0 || best <= -PROVEN {
            return Pruned::Nothing;
        }
        let most = self.margin.map(|margin| self.value + margin);
        if let Some(most) = most.filter(|most| *most <= alpha)
            && !self.is_check()
        {
            return Pruned::Move(most);
        }
        if legal >= self.late && self.value <= alpha && !self.is_check() {
            return Pruned::Rest;
        }
        Pruned::Nothing
    }

    /// Late move reductions: returns the number of plies by which the search of a quiet move is less deep, the first
    /// legal move being number 1.
    pub fn reduction(&mut self, legal: u32) -> i32 {
        if self.depth < 3 || self.full_width || legal <= 4 || self.is_check() {
            return 0;
        }
        match legal {
            ..=16 => 1,
            17..=60 => 2,
            _ => 3,
        }
    }
}
