//! What playing a move does.

use super::super::board::Cube;
use super::super::moves::EnPassant;
use super::super::pieces::Role;
use super::moves::{Move, MoveKind};
use super::{Mutated, Unit};
use crate::rules::{Reason, Seat, Status};

impl Mutated {
    /// Moves the piece, takes the captured one away and promotes a pawn: what comes before all that follows. Gives the
    /// captured piece.
    pub(super) fn step(&mut self, mv: &Move) -> Option<Unit> {
        let captured = mv.captured().and_then(|cube| self.take(cube));
        let mut unit = mv.unit;
        match (mv.from, mv.kind) {
            (Some(from), MoveKind::Parts) => self.part(from, unit.role),
            (Some(from), _) => {
                self.take(from);
            }
            _ => {}
        }
        if unit.is_pawn()
            && let Some(role) = mv.promotion
            && mv.to.rank() == self.rules.last_rank(unit.seat)
        {
            unit.role = role;
            unit.promoted = self.effects.iter().any(|mutator| mutator.remembers_pawns());
        }
        if mv.kind == MoveKind::Joins
            && let Some(friend) = self.take(mv.to)
        {
            unit = Unit::joined(unit.seat, unit.role, friend.role);
        }
        self.put(mv.to, unit);
        if mv.kind == MoveKind::Castles {
            self.put(Mutated::beside(mv.to), Unit::new(unit.seat, Role::Rook));
        }
        captured
    }

    /// What follows a move.
    pub(super) fn follow(&mut self, mv: &Move, captured: Option<Unit>) {
        for mutator in self.in_force() {
            mutator.follow(self, mv, captured);
        }
    }

    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: &Move) {
        let before = self.clone();
        self.touched = super::CubeSet::default();
        self.gone = mv
            .captured()
            .and_then(|cube| Some((cube, self.unit(cube)?.is_pawn(), mv.is_en_passant())));
        let captured = self.step(mv);
        // Which rules are in force is settled by the position before.
        for mutator in before.in_force() {
            mutator.follow(self, mv, captured);
        }
        self.lose_castling(&before);
        for mutator in before.in_force() {
            mutator.grant_castling(self, mv);
        }
        let progress = captured.is_some()
            || mv.unit.is_pawn()
            || mv.from.is_none()
            || mv.promotion.is_some()
            || self.turned_since(&before);
        self.no_progress = if progress {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        self.end_turn(&before, mv);
    }

    /// Whether a piece has changed sides where it stands.
    fn turned_since(&self, before: &Mutated) -> bool {
        !self.all(|mutator| mutator.captures())
            && self
                .all_units()
                .any(|(cube, unit)| before.unit(cube).is_some_and(|was| was.seat != unit.seat))
    }

    /// Castling rights go when anything changes on the home cube of the king or of the rook.
    fn lose_castling(&mut self, before: &Mutated) {
        for seat in [Seat::WHITE, Seat::BLACK] {
            let changed = |game: &Mutated, cube: Cube| game.unit(cube) != before.unit(cube);
            if changed(self, self.king_home(seat)) {
                self.castling[seat.index()] = [false; 4];
                self.unmoved[seat.index()] = false;
            }
            for index in 0..4 {
                if changed(self, self.corner(seat, index)) {
                    self.castling[seat.index()][index] = false;
                }
            }
        }
    }

    /// Passes the turn on, unless the same side moves again.
    fn end_turn(&mut self, before: &Mutated, mv: &Move) {
        let seat = before.turn;
        let step = self.double_step(mv);
        let left = before.passed.into_iter().flatten().filter(|chance| {
            // After such a capture the enemy's other double steps can still be met.
            mv.is_en_passant() && before.is_enemy_pawn(chance, seat)
        });
        self.passed = if step.is_some() {
            [step, None]
        } else {
            chances(left.collect())
        };
        self.lapse();
        let again = before
            .in_force()
            .any(|mutator| mutator.keeps_turn(before, self));
        if again {
            self.first = Some(*mv);
            return;
        }
        let own = before.passed.into_iter().flatten().filter(|chance| {
            before.effects.iter().any(|mutator| mutator.keeps_passed())
                && !before.is_enemy_pawn(chance, seat)
                && mv.from != Some(chance.pawn)
        });
        self.passed = chances(own.chain(step).collect());
        self.lapse();
        self.first = before.first.filter(|_| before.left == 1);
        self.turn = seat.other();
        self.left = 2;
        for mutator in before.in_force() {
            if mutator.is_whole_list(before) {
                // Pieces are still being placed: the first move after it is the first of the game.
                self.left = 1;
            }
        }
        if self.turn == seat {
            self.first = None;
        }
    }

    fn is_enemy_pawn(&self, chance: &EnPassant, seat: Seat) -> bool {
        self.unit(chance.pawn).is_some_and(|unit| unit.seat != seat)
    }

    /// Forgets the double steps that cannot be met any more.
    fn lapse(&mut self) {
        let there = |game: &Mutated, chance: &EnPassant| {
            game.unit(chance.passed).is_none() && game.unit(chance.pawn).is_some_and(Unit::is_pawn)
        };
        let kept: Vec<EnPassant> = self
            .passed
            .into_iter()
            .flatten()
            .filter(|chance| there(self, chance))
            .collect();
        self.passed = chances(kept);
    }

    /// The chance that a move leaves if it was a double step.
    fn double_step(&self, mv: &Move) -> Option<EnPassant> {
        let from = mv.from?;
        let seat = mv.unit.seat;
        let double = mv.unit.is_pawn()
            && from.rank() == self.rules.rank_for(seat, 1)
            && from.rank().abs_diff(mv.to.rank()) == 2
            && self.effects.iter().all(|mutator| mutator.passes());
        if !double {
            return None;
        }
        let space = self.rules.space;
        self.quiet_ways(seat).into_iter().find_map(|way| {
            let once = space.shift(from, way)?;
            (space.shift(once, way)? == mv.to).then_some(EnPassant {
                passed: once,
                pawn: mv.to,
            })
        })
    }

    /// Who has won by what the board shows, if anybody.
    pub(super) fn end(&self) -> Option<Status> {
        if let Some(status) = self.in_force().find_map(|mutator| mutator.end(self)) {
            return Some(status);
        }
        if self.effects.has_goal() || !self.in_force().any(|mutator| mutator.loses_kings()) {
            return None;
        }
        // After the first move of a turn (Marseillais) the side that has lost its king is not to move yet.
        let lost = [self.turn, self.turn.other()]
            .into_iter()
            .find(|seat| self.king(*seat).is_none())?;
        Some(Status::Won {
            winner: lost.other(),
            reason: Reason::Own(&super::KING_GONE),
        })
    }
}

/// The first two chances by their texts.
fn chances(mut all: Vec<EnPassant>) -> [Option<EnPassant>; 2] {
    all.sort_by_key(|chance| (chance.passed.to_string(), chance.pawn.to_string()));
    let mut kept = [None; 2];
    for (place, chance) in kept.iter_mut().zip(all) {
        *place = Some(chance);
    }
    kept
}
