//! Search for a multi-move that ends out of check, for positions in which no single move does.
//!
//! The search tries every step in every order, except those that a shortest multi-move does not need
//! ([`Search::steps`]).

use rustc_hash::{FxHashMap, FxHashSet};

use super::FourTowers;
use super::board::{Arena, ArenaSet, Square, SquareSet, Tower, TowerSet, is_promotion_square};
use super::moves::promoting;
use super::multi_move::Underway;
use super::pieces::{Board, Parts, Role};
use super::powers::Powers;
use super::turn::{MoveEffect, Step};

impl FourTowers {
    /// Returns true if a legal multi-move exists, given that the side to move has no legal step, return or
    /// rearrangement.
    pub(super) fn has_multi(&self) -> bool {
        // Without a king any step would be a legal move.
        self.board.king(self.turn).is_some()
            && self.multi_towers().into_iter().any(|tower| {
                let arenas = tower.arenas().into_iter().collect();
                Search::new(self).succeeds(&Underway::new(self), arenas)
            })
    }
}

struct Search {
    /// The position without the mover's pieces.
    bare: FourTowers,
    reaches: FxHashMap<(Role, Square, ArenaSet), SquareSet>,
    lines: FxHashMap<Square, SquareSet>,
    /// The states searched before. Success depends on nothing else, and these failed.
    tried: FxHashSet<(Board, Parts, ArenaSet)>,
}

impl Search {
    fn new(position: &FourTowers) -> Self {
        let mut bare = position.clone();
        for at in position.board.of(position.turn) {
            bare.board.take(at);
        }
        Search {
            bare,
            reaches: FxHashMap::default(),
            lines: FxHashMap::default(),
            tried: FxHashSet::default(),
        }
    }

    /// Returns true if a multi-move can end out of check from here with one step from each of some of the arenas
    /// `left`.
    fn succeeds(&mut self, partial: &Underway, left: ArenaSet) -> bool {
        let checkers = partial.checkers();
        if left.len() <= 2 && checkers.is_empty() {
            return true;
        }
        // The last steps take less time than a look-up.
        let board = &partial.position.board;
        if left.len() >= 2 && !self.tried.insert((board.clone(), partial.movement, left)) {
            return false;
        }
        left.into_iter().any(|arena| {
            let rest = left.without(arena);
            let useful = self.useful(partial, &checkers, rest);
            self.steps(partial, arena, rest, useful)
                .into_iter()
                .any(|step| {
                    let mut next = partial.clone();
                    next.take(&step);
                    self.succeeds(&next, rest)
                })
        })
    }

    /// Returns the squares where a piece may end a check before it or after steps from the arenas `rest`: the towers,
    /// and the squares in lines to the king, wherever it can end.
    fn useful(&mut self, partial: &Underway, checkers: &[Square], rest: ArenaSet) -> SquareSet {
        let board = &partial.position.board;
        let Some(king) = board.king(partial.position.turn) else {
            return SquareSet::EMPTY;
        };
        let lines = if rest.len() == 0 && !partial.movement.is_empty() {
            // Dragons forget no more, so the last step blocks every check, unless it is the king's or gains a power.
            let knights = Powers::of(board).knights();
            checkers
                .iter()
                .map(|checker| checker.lines_to(king, knights))
                .map(|lines| lines.map(|(_, line)| line).collect())
                .fold(SquareSet::ALL, SquareSet::intersection)
        } else {
            let mut ends = self.reach(Role::King, king, rest);
            ends.insert(king);
            ends.map(|end| self.lines_to(end)).collect()
        };
        lines.union(Tower::SQUARES)
    }

    /// Returns the steps to try from an arena when others can follow from the arenas `rest`.
    ///
    /// In a shortest multi-move that ends out of check no step can be left out: the rest would be a shorter one, or a
    /// legal single move, which does not exist. So each step does one of these:
    ///
    /// - It moves the king.
    /// - It ends on a useful square.
    /// - It ends in an arena of `rest`, where the piece can go on.
    /// - It leaves a square that a later step passes or reaches.
    /// - It is the first step by a piece that dragons learn from: they forget the mover's previous turn.
    ///
    /// Without any other step the later ones remain possible, as many lines are blocked, and dragons learn less.
    ///
    /// In the last two cases the destination makes no difference if it is not useful and no later step passes or
    /// reaches it, so one such square is tried for all.
    fn steps(
        &mut self,
        partial: &Underway,
        arena: Arena,
        rest: ArenaSet,
        useful: SquareSet,
    ) -> Vec<Step> {
        let position = &partial.position;
        let (board, seat) = (&position.board, position.turn);
        let powers = Powers::of(board);
        let later: SquareSet = board
            .movable(seat, rest.squares())
            .map(|(from, role)| self.reach(role, from, rest))
            .collect();
        let mut steps = Vec::new();
        for (from, role) in board.movable(seat, arena.squares()) {
            let empty = position.reach(&powers, seat, role, from).empty;
            let is_learned_first = partial.movement.is_empty() && !role.is_pawnlike();
            let mut onto = empty.intersection(useful.union(rest.squares()));
            if role == Role::King {
                onto = empty;
            } else if later.contains(from) || is_learned_first {
                match empty.without(useful).without(later).next() {
                    Some(aside) => onto.insert(aside),
                    None => onto = empty,
                }
            }
            for to in onto {
                let mut step = Step {
                    role,
                    from,
                    effect: MoveEffect::Quiet,
                    to,
                    promotion: None,
                };
                if rest.squares().contains(to) || !role.is_pawnlike() {
                    promoting(seat, step, &mut steps);
                } else {
                    // The role of a piece that moves no more matters on towers only, where no pawn promotes.
                    step.promotion = is_promotion_square(seat, to).then_some(Role::Queen);
                    steps.push(step);
                }
            }
        }
        steps
    }

    /// Returns the squares that a piece may pass or reach from a square in steps from different arenas of `left`, if
    /// friends were never in the way and every power on its side. A pawn that promotes on the way goes on like a
    /// wizard, which moves like every role it can promote to.
    fn reach(&mut self, role: Role, from: Square, left: ArenaSet) -> SquareSet {
        let Some(arena) = from.arena().filter(|arena| left.contains(*arena)) else {
            return SquareSet::EMPTY;
        };
        if let Some(reach) = self.reaches.get(&(role, from, left)) {
            return *reach;
        }
        let (bare, seat, rest) = (&self.bare, self.bare.turn, left.without(arena));
        // With a cardinal on a tower, knights and bishops move like each other.
        let like = match role {
            Role::Knight | Role::Bishop => Role::Cardinal,
            _ => role,
        };
        let first: SquareSet = TowerSet::every()
            .map(|knights| bare.reach(&Powers::relaxed(knights), seat, like, from))
            .map(|reach| reach.empty)
            .collect();
        let mut reach = first;
        for at in first.intersection(rest.squares()) {
            reach = reach.union(self.reach(role, at, rest));
            if role.is_pawnlike() && is_promotion_square(seat, at) {
                reach = reach.union(self.reach(Role::Wizard, at, rest));
            }
        }
        self.reaches.insert((role, from, left), reach);
        reach
    }

    /// Returns the squares between a king on a square and each enemy with no other enemy in between, whatever its role
    /// and wherever knights are on towers.
    fn lines_to(&mut self, king: Square) -> SquareSet {
        let enemies = self.bare.board.occupied();
        *self.lines.entry(king).or_insert_with(|| {
            TowerSet::every()
                .flat_map(|knights| enemies.flat_map(move |enemy| enemy.lines_to(king, knights)))
                .map(|(_, line)| line)
                .filter(|line| line.intersection(enemies).is_empty())
                .collect()
        })
    }
}
