//! The making of a move and its consequences.

use super::board::{Cube, CubeSet};
use super::moves::{EnPassant, Move, MoveKind, beside};
use super::pieces::{Piece, Role};
use super::position::{KING_GONE, TowerGame};
use super::seen::Gone;
use crate::rules::{Reason, Seat, Status};

impl TowerGame {
    /// Moves the piece, removes the captured one and promotes a pawn, before any consequence. Returns the captured
    /// piece.
    pub(super) fn step(&mut self, mv: &Move) -> Option<Piece> {
        let captured = mv.captured().and_then(|cube| self.take(cube));
        let mut piece = mv.piece;
        match (mv.from, mv.kind) {
            (Some(from), MoveKind::Parts) => self.part(from, piece.role),
            (Some(from), _) => {
                self.take(from);
            }
            _ => {}
        }
        if piece.is_pawn()
            && let Some(role) = mv.promotion
            && mv.to.rank() == self.rules.last_rank(piece.seat)
        {
            piece.role = role;
            piece.was_pawn = self.effects.iter().any(|mutator| mutator.remembers_pawns());
        }
        piece.promoted |= mv.plus;
        if mv.kind == MoveKind::Joins
            && let Some(friend) = self.take(mv.to)
        {
            piece = Piece::joined(piece.seat, piece.role, friend.role);
        }
        self.put(mv.to, piece);
        if mv.kind == MoveKind::Castles {
            self.put(beside(mv.to), Piece::new(piece.seat, Role::Rook));
        }
        captured
    }

    /// Leaves the part of a compound that does not move.
    fn part(&mut self, from: Cube, leaving: Role) {
        if let Some(piece) = self.take(from) {
            let stays = piece.parts().find(|part| *part != leaving);
            self.put(from, Piece::new(piece.seat, stays.unwrap_or(piece.role)));
        }
    }

    /// Plays a move that may leave its king attacked.
    pub(super) fn make(&mut self, mv: &Move) {
        // The position before the move decides which rules are in force.
        let in_force = self.in_force();
        let placing = in_force.clone().any(|mutator| mutator.is_whole_list(self));
        let (seat, left) = (self.turn, self.left);
        let keeps_passed = self.effects.iter().any(|mutator| mutator.keeps_passed());
        // Elsewhere a double step can be met by the next move alone.
        let kept = self.passed.into_iter().flatten().filter(|_| keeps_passed);
        let (theirs, own): (Vec<EnPassant>, Vec<EnPassant>) =
            kept.partition(|chance| self.get(chance.pawn).is_some_and(|pawn| pawn.seat != seat));
        let homes = self.homes();
        self.touched = CubeSet::default();
        self.gone = mv.captured().and_then(|cube| {
            Some(Gone {
                cube,
                is_pawn: self.get(cube)?.is_pawn(),
                in_passing: mv.is_en_passant(),
            })
        });
        let captured = self.step(mv);
        if self.rules.shogi {
            self.hold(mv, captured);
        }
        for mutator in in_force.clone() {
            mutator.follow(self, mv, captured);
        }
        self.lose_castling(&homes);
        for mutator in in_force.clone() {
            mutator.grant_castling(self, mv);
        }
        let turned = !self.all(|mutator| mutator.captures()) && !self.touched.is_empty();
        let progress = captured.is_some()
            || mv.piece.is_pawn()
            || mv.from.is_none()
            || mv.promotion.is_some()
            || mv.plus
            || turned;
        self.no_progress = if progress {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        let step = self.double_step(mv);
        // After an en passant capture the enemy's other double steps can still be met.
        self.passed = match step {
            None if keeps_passed && mv.is_en_passant() => self.chances(theirs),
            _ => [step, None],
        };
        if in_force.clone().any(|mutator| mutator.keeps_turn(self)) {
            self.first = Some(*mv);
            return;
        }
        if keeps_passed {
            let kept = own
                .into_iter()
                .filter(|chance| mv.from != Some(chance.pawn));
            self.passed = self.chances(kept.chain(step).collect());
        }
        self.first = self.first.filter(|_| left == 1);
        // While pieces are placed, the next move may be the game's first.
        self.left = if placing { 1 } else { 2 };
        self.turn = seat.other();
    }

    /// The pieces on the home cubes of kings and rooks, by seat; all `None` for a seat that can have no right to
    /// castle.
    fn homes(&self) -> [[Option<Piece>; 5]; 2] {
        [Seat::WHITE, Seat::BLACK].map(|seat| {
            if self.castling[seat.index()] == [false; 4] && !self.unmoved[seat.index()] {
                return [None; 5];
            }
            std::array::from_fn(|index| {
                let cube = match index {
                    4 => self.king_home(seat),
                    corner => self.corner(seat, corner),
                };
                self.get(cube)
            })
        })
    }

    /// Removes castling rights where the piece on the king's or the rook's home cube has changed.
    fn lose_castling(&mut self, before: &[[Option<Piece>; 5]; 2]) {
        let now = self.homes();
        for (seat, (now, before)) in now.iter().zip(before).enumerate() {
            if now[4] != before[4] {
                self.castling[seat] = [false; 4];
                self.unmoved[seat] = false;
            }
            for index in 0..4 {
                self.castling[seat][index] &= now[index] == before[index];
            }
        }
    }

    /// Returns the double steps that can still be met, at most two, in the order of their texts.
    fn chances(&self, mut all: Vec<EnPassant>) -> [Option<EnPassant>; 2] {
        all.retain(|chance| {
            self.get(chance.passed).is_none() && self.get(chance.pawn).is_some_and(Piece::is_pawn)
        });
        all.sort_by_key(|chance| (chance.passed.name(), chance.pawn.name()));
        let mut kept = [None; 2];
        for (place, chance) in kept.iter_mut().zip(all) {
            *place = Some(chance);
        }
        kept
    }

    /// The chance that a move leaves if it was a double step.
    fn double_step(&self, mv: &Move) -> Option<EnPassant> {
        let from = mv.from?;
        let seat = mv.piece.seat;
        let double = mv.piece.is_pawn()
            && from.rank() == self.rules.rank_for(seat, 1)
            && from.rank().abs_diff(mv.to.rank()) == 2
            && self.effects.iter().all(|mutator| mutator.passes());
        if !double {
            return None;
        }
        let space = self.rules.space;
        self.quiet_ways(seat).iter().find_map(|&way| {
            let passed = space.shift(from, way)?;
            let pawn = mv.to;
            (space.shift(passed, way)? == pawn).then_some(EnPassant { passed, pawn })
        })
    }

    /// The result that the board shows, if the game has ended.
    pub(super) fn end(&self) -> Option<Status> {
        if self.effects.is_none() {
            return None;
        }
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
            reason: Reason::Own(&KING_GONE),
        })
    }
}
