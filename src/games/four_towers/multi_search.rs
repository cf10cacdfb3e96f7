//! Search for a multi-move that ends out of check, for positions in which no single move does.
//!
//! The search tries every step in every order, except where one of four rules excludes any success. Each rule is
//! argued where it is applied: [`Search::was_tried`], [`UpperBound::of`], [`Search::worthwhile`] and
//! [`Search::steps`]. The rules rest on three facts about multi-moves:
//!
//! - Enemies stay on their squares, and so do friends on towers, since steps start in arenas. Powers are only gained.
//! - A friend ends an attack on the king only by entering its line or by a power on a tower. Leaving a square never
//!   ends an attack.
//! - Dragons move like all pieces moved so far, so further steps take no movement from them. Only the first step by a
//!   piece that dragons learn from makes them forget: it replaces the memory of its side's previous turn.

mod bound;
mod mobility;

use rustc_hash::FxHashSet;

use super::FourTowers;
use super::board::{Arena, ArenaSet, Square, SquareSet, Tower, is_promotion_square};
use super::multi_move::Underway;
use super::pieces::{Parts, PieceKind};
use super::turn::{MoveEffect, Step};
use bound::UpperBound;
use mobility::Mobility;

impl FourTowers {
    /// Returns true if a legal multi-move exists, given that the side to move has no legal step, return or
    /// rearrangement.
    pub(super) fn has_multi(&self) -> bool {
        self.multi_towers()
            .into_iter()
            .any(|tower| saves(self, tower))
    }
}

/// Returns true if some multi-move by the dragon on a tower ends out of check, given that no single move does.
fn saves(position: &FourTowers, tower: Tower) -> bool {
    if position.board.king(position.turn).is_none() {
        // Any step would be a legal move.
        return false;
    }
    let arenas = tower.arenas().into_iter().collect();
    let mut search = Search {
        mobility: Mobility::new(position, arenas),
        tried: FxHashSet::default(),
    };
    search.succeeds(
        &Underway::new(position),
        SquareSet::EMPTY,
        arenas,
        SquareSet::ALL,
    )
}

struct Search {
    mobility: Mobility,
    tried: FxHashSet<Key>,
}

/// The state that determines the rest of a multi-move.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    own: SquareSet,
    /// Squares on which steps have ended; `kinds` are the roles there now, in the order of the squares.
    landed: SquareSet,
    kinds: [Option<PieceKind>; 4],
    movement: Parts,
    left: ArenaSet,
}

impl Search {
    /// Returns true if a multi-move can end out of check from here with one step from each of some of the arenas
    /// `left`. Steps so far ended on the squares `landed`; the king must end on one of `kings`.
    fn succeeds(
        &mut self,
        partial: &Underway,
        landed: SquareSet,
        left: ArenaSet,
        kings: SquareSet,
    ) -> bool {
        if left.len() <= 2 && partial.is_safe() {
            return true;
        }
        if left.len() == 0 || self.was_tried(partial, landed, left) {
            return false;
        }
        let bound = UpperBound::of(&mut self.mobility, partial, left, kings);
        if bound.kings.is_empty() {
            return false;
        }
        left.into_iter().any(|arena| {
            let rest = left.without(arena);
            self.steps(partial, arena, rest, &bound)
                .into_iter()
                .any(|step| {
                    let mut next = partial.clone();
                    next.take(&step);
                    let mut landed = landed;
                    landed.remove(step.from);
                    landed.insert(step.to);
                    self.succeeds(&next, landed, rest, bound.kings)
                })
        })
    }

    /// Returns true if the same pieces were on the same squares before, with the same arenas left. Success depends on
    /// nothing else, and that search failed.
    fn was_tried(&mut self, partial: &Underway, landed: SquareSet, left: ArenaSet) -> bool {
        let board = &partial.position.board;
        let mut kinds = [None; 4];
        for (kind, at) in kinds.iter_mut().zip(landed) {
            *kind = board.on(at).map(|piece| piece.kind);
        }
        !self.tried.insert(Key {
            own: board.of(partial.position.turn),
            landed,
            kinds,
            movement: partial.movement,
            left,
        })
    }

    /// Returns the steps to try from an arena when others can follow from `rest`.
    ///
    /// A pawn that promotes on a square it cannot leave promotes only to a queen: the role of a blocking piece makes
    /// no difference on a square that is not a tower.
    fn steps(
        &mut self,
        partial: &Underway,
        arena: Arena,
        rest: ArenaSet,
        bound: &UpperBound,
    ) -> Vec<Step> {
        let position = &partial.position;
        let side = position.turn;
        let paths = self.paths(partial, rest, bound);
        let mut steps = Vec::new();
        for (from, kind) in position.board.movable(side, arena.squares()) {
            for to in self.worthwhile(partial, kind, from, rest, bound, paths) {
                let step = |promotion| Step {
                    kind,
                    from,
                    effect: MoveEffect::Quiet,
                    to,
                    promotion,
                };
                if !kind.is_pawnlike() || !is_promotion_square(side, to) {
                    steps.push(step(None));
                } else if rest.squares().contains(to) {
                    steps.extend(PieceKind::PROMOTIONS.map(|kind| step(Some(kind))));
                } else {
                    steps.push(step(Some(PieceKind::Queen)));
                }
            }
        }
        steps
    }

    /// Returns the squares to which a piece's step is worth trying.
    ///
    /// The king's steps lead to a square where it may end. If no step can be spared, the others end attacks.
    /// Otherwise:
    ///
    /// In a shortest multi-move no step can be left out: the rest would be a shorter multi-move that ends out of
    /// check, or a legal single move, which does not exist. So every step except the king's does one of these:
    ///
    /// - It ends on a useful square: in a line to the king, or on a tower where its power matters.
    /// - It ends in an arena that is left, and the same piece reaches a useful square from there.
    /// - It leaves a square that a later step passes or reaches. Its destination then does not matter, and one square
    ///   represents all squares that are neither useful nor passed later, if one exists.
    /// - It is the first step by a piece that dragons learn from, and makes them forget. Its destination does not
    ///   matter.
    ///
    /// Any other step can be left out with all later steps of its piece: the other steps remain possible, the step
    /// blocks no attack, and dragons learn less.
    fn worthwhile(
        &mut self,
        partial: &Underway,
        kind: PieceKind,
        from: Square,
        rest: ArenaSet,
        bound: &UpperBound,
        paths: SquareSet,
    ) -> SquareSet {
        let position = &partial.position;
        let reach = position.reach(&bound.powers, position.turn, kind, from, true);
        let empty = reach.empty;
        if kind == PieceKind::King {
            return empty
                .filter(|to| {
                    let ahead = self.mobility.reach(kind, *to, rest);
                    bound.kings.contains(*to) || !ahead.intersection(bound.kings).is_empty()
                })
                .collect();
        }
        let useful = bound.useful_to(kind);
        let mut onto = empty.intersection(useful);
        if !bound.has_spare_step {
            return onto;
        }
        for to in empty.intersection(rest.squares()).without(onto) {
            let ahead = self.mobility.reach(kind, to, rest);
            let promotes = kind.is_pawnlike() && is_promotion_square(position.turn, to);
            if promotes || !ahead.intersection(useful).is_empty() {
                onto.insert(to);
            }
        }
        let forgets = bound.dragons_may_forget && !kind.is_pawnlike();
        if paths.contains(from) || forgets {
            match empty.without(useful).without(paths).next() {
                Some(aside) => onto.insert(aside),
                None => onto = empty,
            }
        }
        onto
    }

    /// Returns the squares that later steps, those from the arenas `rest`, may pass or reach on behalf of a useful
    /// one: steps of the king, of pieces that can reach a useful square, and of pieces in the way of these.
    fn paths(&mut self, partial: &Underway, rest: ArenaSet, bound: &UpperBound) -> SquareSet {
        if !bound.has_spare_step {
            return SquareSet::EMPTY;
        }
        let position = &partial.position;
        let pieces: Vec<_> = position
            .board
            .movable(position.turn, rest.squares())
            .map(|(from, kind)| (from, kind, self.mobility.reach(kind, from, rest)))
            .collect();
        let mut paths = SquareSet::EMPTY;
        // A step that makes way for another precedes it.
        for _ in rest {
            for (from, kind, reach) in &pieces {
                let is_useful = *kind == PieceKind::King
                    || bound.dragons_may_forget && !kind.is_pawnlike()
                    || !reach.intersection(bound.useful_to(*kind)).is_empty();
                if is_useful || paths.contains(*from) {
                    paths = paths.union(*reach);
                }
            }
        }
        paths
    }
}
