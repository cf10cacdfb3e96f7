//! Search below a root move: principal-variation search between two teams, the root's seat with its partners and all
//! others.
//!
//! With two seats this is plain alpha-beta. With four, the replies between two turns of the root's seat are searched
//! in turn order, but only one of them may be any move; the others are the first in move order (BRS+, Markus Esser and
//! others, 2013). Values are in hundredths of a pawn for the mover's team. A position in which chance decides has the
//! mean value of the outcomes.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashSet;

use super::hooks::Search;
use super::node::{Node, Window};
use super::order::{Order, all_moves};
use super::pruning::{Pruned, Pruning};
use super::table::{Bound, Table};
use super::{Limits, PROVEN, WIN};
use crate::rules::{Seat, Status, digest};

/// The value of a stalemate that counts three quarters for the seat that gave it: above any advantage, below a mate.
const STALEMATE: i32 = 3_000;

/// A number mixed into the key of a position in which an opponent has chosen freely already.
const SPENT: u64 = 0xd6e8_feb8_6659_fd93;

/// A search from one root.
pub(super) struct Searcher<'a, P: Search> {
    root: Seat,
    seats: usize,
    limits: Limits<'a>,
    /// The depth of the current iteration, in plies.
    depth: u8,
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// True if the limits were reached; the value of the current node is then meaningless.
    pub stopped: bool,
    /// True if a position was met that may have legal moves which were not searched.
    pub incomplete: bool,
    table: Table,
    /// The keys of the positions from the root to the current node.
    path: Vec<u64>,
    /// Digests of the game's earlier positions, for repetitions.
    seen: &'a FxHashSet<u128>,
    pub(super) order: Order,
    position: std::marker::PhantomData<P>,
}

impl<'a, P: Search> Searcher<'a, P> {
    pub fn new(root: Seat, seats: usize, limits: Limits<'a>, seen: &'a FxHashSet<u128>) -> Self {
        Searcher {
            root,
            seats,
            limits,
            depth: 0,
            nodes: 0,
            stopped: false,
            incomplete: false,
            table: Table::new(limits.nodes),
            path: Vec::with_capacity(64),
            seen,
            order: Order::new(),
            position: std::marker::PhantomData,
        }
    }

    /// Returns true if it is the turn of the root's team.
    pub(super) fn is_own(&self, position: &P) -> bool {
        position.is_together(position.turn(), self.root)
    }

    /// Returns the static evaluation of a position, for the team to move.
    pub fn static_value(&self, position: &P) -> i32 {
        let own = position.evaluation().of(self.root, self.seats);
        if self.is_own(position) { own } else { -own }
    }

    /// Returns a root move's value for the root's seat, exact if it exceeds `alpha`; `after` is the position after the
    /// move. Once other moves have raised alpha, a move is first searched with a null window.
    pub fn value_of(&mut self, before: &P, after: &P, depth: u8, alpha: i32) -> i32 {
        self.depth = depth;
        self.path.clear();
        self.path.push(before.key());
        let node = |window| Node {
            depth: i32::from(depth) - 1,
            window,
            ply: 1,
            spent: false,
        };
        if alpha > -WIN {
            let value = self.child(before, after, node(Window::narrow(alpha)));
            if value <= alpha || self.stopped {
                return value;
            }
        }
        self.child(before, after, node(Window { alpha, beta: WIN }))
    }

    /// Returns the value of a position after a move, for the team that made the move.
    pub fn child(&mut self, before: &P, after: &P, node: Node) -> i32 {
        if self.is_own(before) == self.is_own(after) {
            self.node(after, node)
        } else {
            let window = node.window.flipped();
            -self.node(after, Node { window, ..node })
        }
    }

    /// Converts a value for the root's seat to one for the team to move.
    pub(super) fn for_mover(&self, position: &P, own: i32) -> i32 {
        if self.is_own(position) { own } else { -own }
    }

    /// Returns the value of a position in which no move was found.
    pub(super) fn ended(&self, position: &P, ply: usize) -> i32 {
        let distance = i32::try_from(ply).unwrap_or(0);
        let own = match position.status() {
            Status::Won { winner, .. } if position.is_together(winner, self.root) => WIN - distance,
            Status::Won { .. } => distance - WIN,
            Status::Stalemate { by } if by == self.root => STALEMATE - distance,
            Status::Stalemate { .. } => distance - STALEMATE,
            Status::Drawn(_) => 0,
            Status::Ongoing => return self.static_value(position),
        };
        self.for_mover(position, own)
    }

    /// Returns the value of a leaf of a full-width search: its static evaluation, unless the game is over.
    fn leaf_value(&self, position: &P, ply: usize) -> i32 {
        if position.status().is_over() {
            self.ended(position, ply)
        } else {
            self.static_value(position)
        }
    }

    /// Counts a node. Returns true if the search must end: the nodes are used up, or the flag is set.
    pub(super) fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let asked = self.nodes.is_multiple_of(256)
            && self
                .limits
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.stopped |= asked || self.nodes > self.limits.nodes;
        self.stopped
    }

    /// Returns true if the position counts as a draw: by repetition, or by too many plies without progress.
    fn is_draw(&self, position: &P, key: u64, ply: usize) -> bool {
        if position.no_progress() >= position.no_progress_limit() || self.path.contains(&key) {
            return true;
        }
        // Earlier positions of the game are known by digests of texts, which are costly, so they are looked up only
        // near the root.
        ply <= 2 && !self.seen.is_empty() && self.seen.contains(&digest_of(position))
    }

    /// Returns the value of a position for the team to move.
    pub(super) fn node(&mut self, position: &P, node: Node) -> i32 {
        if self.must_stop() {
            return 0;
        }
        let Node {
            mut depth,
            window,
            ply,
            ..
        } = node;
        if !position.is_playing(self.root) {
            let lost = i32::try_from(ply).unwrap_or(0) - WIN;
            return self.for_mover(position, lost);
        }
        let spent = node.spent && !self.is_own(position);
        let node = Node { spent, ..node };
        let chances = position.chance();
        if !chances.is_empty() {
            return self.mean(position, &chances, node);
        }
        let key = position.key() ^ if spent { SPENT } else { 0 };
        if self.is_draw(position, key, ply) {
            return 0;
        }
        if depth <= 0 && self.extends(position, ply) {
            depth = 1;
        }
        let node = Node { depth, ..node };
        if depth <= 0 {
            return if self.limits.full_width {
                self.leaf_value(position, ply)
            } else {
                self.quiescence(position, window, ply, 0, None)
            };
        }
        self.incomplete |= position.has_unlisted_moves();
        let known = self.table.get(key);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
        {
            let value = from_table(known.value, ply);
            match known.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= window.beta => return value,
                Bound::AtMost if value <= window.alpha => return value,
                _ => {}
            }
        }
        self.path.push(key);
        let first = known.map_or(u16::MAX, |known| known.best);
        let (best, best_index) = self.best_of(position, first, node);
        self.path.pop();
        if self.stopped {
            return 0;
        }
        let bound = if best >= window.beta {
            Bound::AtLeast
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        self.table
            .put(key, to_table(best, ply), depth, bound, best_index);
        best
    }

    /// Check extension: returns true if the search goes on beyond its depth, since a side in check may soon be mated.
    fn extends(&self, position: &P, ply: usize) -> bool {
        !self.limits.full_width && ply <= 2 * usize::from(self.depth) && position.check()
    }

    /// Returns the value and the index of the best move; `first` is the index of the move to search first.
    fn best_of(&mut self, position: &P, first: u16, node: Node) -> (i32, u16) {
        let Node { depth, ply, .. } = node;
        let Window { mut alpha, beta } = node.window;
        let value = self.static_value(position);
        let mut pruning = Pruning::new(position, value, node, &self.limits);
        if self.may_try_null_move(depth, beta, value)
            && !pruning.is_check()
            && self.is_refuted_by_null_move(position, node)
        {
            return (beta, first);
        }
        let moves = if node.window.is_open() && !self.limits.full_width {
            all_moves(position)
        } else {
            position.candidates()
        };
        let moves = self.order.ordered(position, moves, first, ply);
        let (mut best, mut best_index) = (-WIN, u16::MAX);
        let mut legal = 0_u32;
        for &(index, ref mv, stakes) in &moves {
            let is_quiet = stakes.gain <= 0;
            if is_quiet {
                match pruning.of_quiet(legal, best, alpha) {
                    Pruned::Nothing => {}
                    Pruned::Move(most) => {
                        best = best.max(most);
                        continue;
                    }
                    Pruned::Rest => break,
                }
            }
            let mut after = position.clone();
            if !after.advance(mv) {
                continue;
            }
            legal += 1;
            let reduction = if is_quiet {
                pruning.reduction(legal)
            } else {
                0
            };
            let window = Window { alpha, beta };
            let value = self.reply(
                position,
                &after,
                Node { window, ..node },
                reduction,
                legal == 1,
            );
            if self.stopped {
                return (0, first);
            }
            if value > best {
                best = value;
                best_index = index;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if is_quiet {
                    self.order.record_cutoff(stakes.quiet, depth, ply);
                }
                break;
            }
            if node.spent {
                // This opponent does not choose: the first move in order represents all.
                break;
            }
        }
        if legal == 0 {
            return (self.ended(position, ply), u16::MAX);
        }
        (best, best_index)
    }

    /// Returns the value of a move for the team that makes it: after the first move with a null window and `reduction`
    /// plies less deep, unless that raises alpha (principal-variation search with late move reductions).
    fn reply(
        &mut self,
        position: &P,
        after: &P,
        node: Node,
        reduction: i32,
        is_first: bool,
    ) -> i32 {
        let Window { alpha, beta } = node.window;
        let is_opponent = self.seats > 2 && !self.is_own(position);
        // After an opponent has chosen freely, the next opponents do not.
        let below = Node {
            depth: node.depth - 1,
            ply: node.ply + 1,
            spent: node.spent || is_opponent,
            ..node
        };
        let mut value = if is_first {
            self.child(position, after, below)
        } else {
            let narrow = Node {
                window: Window::narrow(alpha),
                ..below
            };
            let reduced = Node {
                depth: below.depth - reduction.min(below.depth),
                ..narrow
            };
            let mut value = self.child(position, after, reduced);
            if value > alpha && reduction > 0 && !self.stopped {
                value = self.child(position, after, narrow);
            }
            if value > alpha && value < beta && !self.stopped {
                value = self.child(position, after, below);
            }
            value
        };
        // The same move, with the free choice left to the next opponent: the better value for their team counts.
        if is_first && is_opponent && !node.spent && !self.is_own(after) && !self.stopped {
            let free = Node {
                spent: false,
                ..below
            };
            value = value.max(self.child(position, after, free));
        }
        value
    }

    /// Returns true if a null move is worth trying.
    fn may_try_null_move(&self, depth: i32, beta: i32, static_value: i32) -> bool {
        !self.limits.full_width
            && self.seats == 2
            && depth >= 3
            && static_value >= beta
            && beta.abs() < PROVEN
    }

    /// Null-move pruning: returns true if even passing keeps the mover's value at or above beta.
    fn is_refuted_by_null_move(&mut self, position: &P, node: Node) -> bool {
        let mut passed = position.clone();
        if !passed.pass() {
            return false;
        }
        let beta = node.window.beta;
        let below = Node {
            depth: node.depth - 3,
            window: Window::narrow(beta - 1),
            ply: node.ply + 1,
            spent: false,
        };
        let value = self.child(position, &passed, below);
        !self.stopped && value >= beta
    }

    /// Returns the principal variation from a position, at most `plies` moves, as far as the table has it.
    pub fn principal_variation(&self, position: &P, plies: usize) -> Vec<String> {
        let mut line = Vec::new();
        let mut here = position.clone();
        let mut keys = Vec::new();
        while line.len() < plies && here.chance().is_empty() {
            let key = here.key();
            let Some(known) = self.table.get(key).filter(|_| !keys.contains(&key)) else {
                break;
            };
            keys.push(key);
            let best = all_moves(&here).into_iter().nth(usize::from(known.best));
            let Some(mv) = best.filter(|mv| here.is_legal(mv)) else {
                break;
            };
            line.push(here.write(&mv));
            here.play(&mv);
        }
        line
    }
}

/// Returns the digest by which a game's earlier positions are known.
fn digest_of<P: Search>(position: &P) -> u128 {
    digest(&position.repetition_key())
}

/// Converts a proven win for the table: counted from the position, wherever it is met again.
fn to_table(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value >= PROVEN => value + ply,
        value if value <= -PROVEN => value - ply,
        value => value,
    }
}

/// Converts a value of the table back, the inverse of [`to_table`].
fn from_table(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value >= PROVEN => value - ply,
        value if value <= -PROVEN => value + ply,
        value => value,
    }
}
