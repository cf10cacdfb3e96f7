//! Looking ahead: principal-variation search with two teams, the root's seat against all others.
//!
//! With two seats that is plain alpha-beta. With four, the replies between two turns of the root's seat are searched
//! in turn order, but only one of them may be any move; the others are the one that is ordered first (BRS+, Markus
//! Esser and others, 2013). Values are in hundredths of a pawn from the side of the mover's team. Where chance
//! decides, a position is worth the mean of the outcomes.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashSet;

use super::hooks::{Search, Stakes};
use super::table::{Bound, Table};
use super::{Limits, PROVEN, WIN};
use crate::rules::{Seat, Status, digest};

/// The value of a stalemate that counts three quarters for the seat that gave it: better than any advantage, worse than
/// a mate.
const STALEMATE: i32 = 3_000;

/// How many plies of captures are looked at beyond the depth.
const CAPTURE_PLIES: u8 = 6;

/// By how much a side must be behind for a capture to be too little, beyond what it takes.
const CAPTURE_MARGIN: i32 = 150;

/// By how much a quiet move may better a position, one ply and two plies before the end.
const QUIET_MARGIN: [i32; 3] = [0, 120, 250];

/// Entries of the history of quiet moves.
const QUIET: usize = 1 << 14;

/// The deepest ply at which killers are kept.
const PLIES: usize = 64;

/// Mixed into the key of a position in which an opponent has chosen freely already.
const SPENT: u64 = 0xd6e8_feb8_6659_fd93;

/// A window of values that are of interest.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The same seen from the other team.
    fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// One search, from one root.
pub(super) struct Searcher<'a, P: Search> {
    root: Seat,
    seats: usize,
    limits: Limits<'a>,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Whether the limits were reached; what was being looked at is then worth nothing.
    pub stopped: bool,
    /// Whether a position was met that may have legal moves which were not looked at.
    pub incomplete: bool,
    table: Table,
    /// The keys of the positions from the root to here.
    path: Vec<u64>,
    /// Digests of the positions that the game has been in.
    seen: &'a FxHashSet<u128>,
    killers: Vec<[u16; 2]>,
    history: Vec<i32>,
    position: std::marker::PhantomData<P>,
}

impl<'a, P: Search> Searcher<'a, P> {
    pub fn new(root: Seat, seats: usize, limits: Limits<'a>, seen: &'a FxHashSet<u128>) -> Self {
        Searcher {
            root,
            seats,
            limits,
            nodes: 0,
            stopped: false,
            incomplete: false,
            table: Table::new(limits.nodes),
            path: Vec::with_capacity(PLIES),
            seen,
            killers: vec![[u16::MAX; 2]; PLIES],
            history: vec![0; QUIET],
            position: std::marker::PhantomData,
        }
    }

    /// Whether it is the turn of the root's seat.
    fn is_own(&self, position: &P) -> bool {
        position.turn() == self.root
    }

    /// The value of a position by the eye, for the team to move.
    pub fn eye(&self, position: &P) -> i32 {
        let own = position.worth().of(self.root, self.seats);
        if self.is_own(position) { own } else { -own }
    }

    /// A root move's value for the root's seat, with exact values between `alpha` and `beta`; `after` is the position
    /// after it.
    pub fn value_of(&mut self, before: &P, after: &P, depth: u8, alpha: i32, beta: i32) -> i32 {
        self.path.clear();
        self.path.push(before.key());
        let depth = i32::from(depth) - 1;
        self.child(before, after, depth, Window { alpha, beta }, 1, false)
    }

    /// The value of a position after a move, for the team that made it.
    fn child(
        &mut self,
        before: &P,
        after: &P,
        depth: i32,
        window: Window,
        ply: usize,
        spent: bool,
    ) -> i32 {
        if self.is_own(before) == self.is_own(after) {
            self.node(after, depth, window, ply, spent)
        } else {
            -self.node(after, depth, window.flipped(), ply, spent)
        }
    }

    /// The value of an outcome for the root's seat, for the team to move in a position.
    fn for_mover(&self, position: &P, own: i32) -> i32 {
        if self.is_own(position) { own } else { -own }
    }

    /// The value of a position in which no move was found.
    fn ended(&self, position: &P, ply: usize) -> i32 {
        let distance = i32::try_from(ply).unwrap_or(0);
        let own = match position.status() {
            Status::Won { winner, .. } if winner == self.root => WIN - distance,
            Status::Won { .. } => distance - WIN,
            Status::Stalemate { by } if by == self.root => STALEMATE - distance,
            Status::Stalemate { .. } => distance - STALEMATE,
            Status::Drawn(_) => 0,
            Status::Ongoing => return self.eye(position),
        };
        self.for_mover(position, own)
    }

    /// The value of a position at the end of a full look: by the eye, unless the game is over.
    fn at_the_end(&self, position: &P, ply: usize) -> i32 {
        if position.status().is_over() {
            self.ended(position, ply)
        } else {
            self.eye(position)
        }
    }

    /// Whether there is nothing more to look for: the node budget is used up, or somebody has asked to stop.
    fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let asked = self.nodes.is_multiple_of(256)
            && self
                .limits
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.stopped |= asked || self.nodes > self.limits.nodes;
        self.stopped
    }

    /// Whether the position counts as a draw: it has been on the board before, or too long nothing has happened.
    fn is_draw(&self, position: &P, key: u64, ply: usize) -> bool {
        if position.no_progress() >= position.no_progress_limit() || self.path.contains(&key) {
            return true;
        }
        // The game's own past is known by digests of texts, which cost more: it is looked up where it decides.
        ply <= 2 && !self.seen.is_empty() && self.seen.contains(&digest_of(position))
    }

    fn node(&mut self, position: &P, depth: i32, window: Window, ply: usize, spent: bool) -> i32 {
        if self.must_stop() {
            return 0;
        }
        if !position.is_playing(self.root) {
            let lost = i32::try_from(ply).unwrap_or(0) - WIN;
            return self.for_mover(position, lost);
        }
        let spent = spent && !self.is_own(position);
        let chances = position.chance();
        if !chances.is_empty() {
            return self.mean(position, &chances, depth, ply, spent);
        }
        let key = position.key() ^ if spent { SPENT } else { 0 };
        if self.is_draw(position, key, ply) {
            return 0;
        }
        if depth <= 0 {
            return if self.limits.full_width {
                self.at_the_end(position, ply)
            } else {
                self.quiet(position, window, 0, None)
            };
        }
        self.incomplete |= position.may_compose();
        let Window { mut alpha, beta } = window;
        let known = self.table.get(key);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
        {
            let value = from_table(known.value, ply);
            match known.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= beta => return value,
                Bound::AtMost if value <= alpha => return value,
                _ => {}
            }
        }
        let eye = self.eye(position);
        self.path.push(key);
        if self.is_refuted_by_passing(position, depth, beta, eye, ply) {
            self.path.pop();
            return beta;
        }
        let first = known.map_or(u16::MAX, |known| known.best);
        let moves = self.ordered(position, first, ply);
        let mut best = -WIN;
        let mut best_index = u16::MAX;
        let mut legal = 0_u32;
        let full = alpha;
        // The move after which the freedom to choose goes on to the next opponent.
        let mut first_reply = true;
        for &(index, ref mv, stakes) in &moves {
            let is_quiet = stakes.gain <= 0;
            if legal > 0
                && is_quiet
                && depth <= 2
                && !self.limits.full_width
                && best > -PROVEN
                && eye + QUIET_MARGIN[usize::try_from(depth).unwrap_or(0)] <= alpha
            {
                continue;
            }
            let mut after = position.clone();
            if !after.advance(mv) {
                continue;
            }
            legal += 1;
            let value = self.reply(
                position,
                &after,
                depth,
                Window { alpha, beta },
                ply,
                (legal, is_quiet, spent),
                std::mem::take(&mut first_reply),
            );
            if self.stopped {
                self.path.pop();
                return 0;
            }
            if value > best {
                best = value;
                best_index = index;
            }
            if value > alpha {
                alpha = value;
            }
            if alpha >= beta {
                if is_quiet {
                    self.praise(stakes.quiet, depth, ply);
                }
                break;
            }
            if spent {
                // This opponent does not choose: the move that is ordered first stands for all.
                break;
            }
        }
        self.path.pop();
        if legal == 0 {
            return self.ended(position, ply);
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > full {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        self.table
            .put(key, to_table(best, ply), depth, bound, best_index);
        best
    }

    /// The value of a move for the team that makes it: a narrow look first, and less deep for what is ordered late.
    #[allow(clippy::too_many_arguments)]
    fn reply(
        &mut self,
        position: &P,
        after: &P,
        depth: i32,
        Window { alpha, beta }: Window,
        ply: usize,
        (legal, is_quiet, spent): (u32, bool, bool),
        is_first: bool,
    ) -> i32 {
        let many = self.seats > 2;
        let is_opponent = many && !self.is_own(position);
        // Having chosen freely, the opponents after this one do not.
        let spends = spent || is_opponent;
        let reduction = match legal {
            _ if !is_quiet || depth < 3 || self.limits.full_width => 0,
            0..=4 => 0,
            5..=16 => 1,
            17..=60 => 2,
            _ => 3,
        };
        let narrow = Window {
            alpha,
            beta: alpha + 1,
        };
        let open = Window { alpha, beta };
        let mut value = if legal == 1 {
            self.child(position, after, depth - 1, open, ply + 1, spends)
        } else {
            let depth_now = depth - 1 - reduction.min(depth - 1);
            let mut value = self.child(position, after, depth_now, narrow, ply + 1, spends);
            if value > alpha && reduction > 0 && !self.stopped {
                value = self.child(position, after, depth - 1, narrow, ply + 1, spends);
            }
            if value > alpha && value < beta && !self.stopped {
                value = self.child(position, after, depth - 1, open, ply + 1, spends);
            }
            value
        };
        // The same move, with the freedom left to the opponent after this one: the better of both for their team.
        if is_first && is_opponent && !spent && !self.is_own(after) && !self.stopped {
            let other = self.child(position, after, depth - 1, open, ply + 1, false);
            value = value.max(other);
        }
        value
    }

    /// The mean over what chance may bring, for the team to move.
    fn mean(
        &mut self,
        position: &P,
        chances: &[String],
        depth: i32,
        ply: usize,
        spent: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.eye(position);
        }
        let open = Window {
            alpha: -WIN,
            beta: WIN,
        };
        let (mut sum, mut count) = (0_i64, 0_i64);
        for text in chances {
            let Some(mv) = position.exact(text) else {
                continue;
            };
            let mut after = position.clone();
            if !after.advance(&mv) {
                continue;
            }
            // A throw that loses the turn ends the line here.
            let depth = if after.turn() == position.turn() {
                depth
            } else {
                0
            };
            let value = if self.is_own(position) == self.is_own(&after) {
                self.node(&after, depth, open, ply, spent)
            } else {
                -self.node(&after, depth, open.flipped(), ply, spent)
            };
            if self.stopped {
                return 0;
            }
            sum += i64::from(value);
            count += 1;
        }
        match count {
            0 => self.eye(position),
            _ => i32::try_from(sum / count).unwrap_or(0),
        }
    }

    /// Whether the mover is so well off that even giving the turn away leaves the opponent too little.
    fn is_refuted_by_passing(
        &mut self,
        position: &P,
        depth: i32,
        beta: i32,
        eye: i32,
        ply: usize,
    ) -> bool {
        if self.limits.full_width
            || self.seats != 2
            || depth < 3
            || eye < beta
            || beta.abs() >= PROVEN
            || position.check()
        {
            return false;
        }
        let mut passed = position.clone();
        if !passed.pass() {
            return false;
        }
        let window = Window {
            alpha: beta - 1,
            beta,
        };
        let value = self.child(position, &passed, depth - 3, window, ply + 1, false);
        !self.stopped && value >= beta
    }

    /// Captures that follow, cut hard: all of them at the first ply; then none that costs more than it takes unless it
    /// takes back; from the third on only on the square of the last one.
    fn quiet(&mut self, position: &P, window: Window, ply: u8, last: Option<u16>) -> i32 {
        if ply > 0 && self.must_stop() {
            return 0;
        }
        let Window { mut alpha, beta } = window;
        let eye = self.eye(position);
        let mut best = eye;
        if best >= beta || ply >= CAPTURE_PLIES {
            return best;
        }
        alpha = alpha.max(best);
        let mut captures: Vec<(Stakes, P::Move)> = position
            .candidates(true)
            .into_iter()
            .map(|mv| (position.stakes(&mv), mv))
            .filter(|(stakes, _)| {
                let takes_back = last == Some(stakes.target);
                stakes.gain > 0
                    && eye + stakes.gain + CAPTURE_MARGIN > alpha
                    && match ply {
                        0 => true,
                        1 => takes_back || stakes.cost <= stakes.gain,
                        _ => takes_back,
                    }
            })
            .collect();
        captures.sort_by_key(|(stakes, _)| (-stakes.gain, stakes.cost));
        for (stakes, mv) in captures {
            let mut after = position.clone();
            if !after.advance(&mv) {
                continue;
            }
            let target = Some(stakes.target);
            let window = Window { alpha, beta };
            let value = if self.is_own(position) == self.is_own(&after) {
                self.quiet(&after, window, ply + 1, target)
            } else {
                -self.quiet(&after, window.flipped(), ply + 1, target)
            };
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The candidates of a position with their indices, in the order in which they are looked at: the best one known,
    /// captures by what they win, moves that were good elsewhere.
    fn ordered(&self, position: &P, first: u16, ply: usize) -> Vec<(u16, P::Move, Stakes)> {
        let killers = self.killers.get(ply).copied().unwrap_or([u16::MAX; 2]);
        let mut moves: Vec<(i32, u16, P::Move, Stakes)> = (0..u16::MAX)
            .zip(position.candidates(false))
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
    fn praise(&mut self, quiet: u16, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != quiet
        {
            *killers = [quiet, killers[0]];
        }
        let entry = &mut self.history[usize::from(quiet) & (QUIET - 1)];
        *entry = (*entry + depth * depth).min(1_000_000);
    }

    /// What the search expects to be played from a position on, at most `plies` moves, as far as the table knows.
    pub fn expected(&self, position: &P, plies: usize) -> Vec<String> {
        let mut line = Vec::new();
        let mut here = position.clone();
        let mut keys = Vec::new();
        while line.len() < plies && here.chance().is_empty() {
            let key = here.key();
            let Some(known) = self.table.get(key).filter(|_| !keys.contains(&key)) else {
                break;
            };
            keys.push(key);
            let best = here
                .candidates(false)
                .into_iter()
                .nth(usize::from(known.best));
            let Some(mv) = best.filter(|mv| here.is_legal(mv)) else {
                break;
            };
            line.push(here.write(&mv));
            here.play(&mv);
        }
        line
    }
}

/// The digest by which a game's past is remembered.
fn digest_of<P: Search>(position: &P) -> u128 {
    let text = position.to_text();
    digest(text.rsplit_once(' ').map_or(&text[..], |(rest, _)| rest))
}

/// A proven win as it is stored: counted from the position, wherever it is met again.
fn to_table(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value >= PROVEN => value + ply,
        value if value <= -PROVEN => value - ply,
        value => value,
    }
}

/// The inverse of [`to_table`].
fn from_table(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value >= PROVEN => value - ply,
        value if value <= -PROVEN => value + ply,
        value => value,
    }
}
