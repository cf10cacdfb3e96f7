//! Moves: their data, the list of legal ones, and their effects. Rearrangements and multi-moves, which are not listed,
//! have separate files.

use super::board::{Square, SquareSet, Tower, is_promotion_square};
use super::pieces::{Parts, Piece, Role};
use super::powers::Powers;
use super::steps::passed;
use super::turn::{Move, MoveEffect, Step};
use super::{EnPassant, FourTowers, Returning};
use crate::rules::Seat;

impl FourTowers {
    /// Returns every step that the side to move can make by movement and the towers' powers, safe for its king or not.
    pub(super) fn pseudo_steps(&self, powers: &Powers) -> Vec<Step> {
        let mut steps = Vec::with_capacity(256);
        for from in self.board.of(self.turn) {
            self.steps_from(powers, from, &mut steps);
        }
        steps
    }

    /// Adds the [`FourTowers::pseudo_steps`] of one square's piece and its parts; none if the piece is not the
    /// mover's.
    pub(super) fn steps_from(&self, powers: &Powers, from: Square, steps: &mut Vec<Step>) {
        let Some(piece) = self.board.get(from).filter(|piece| piece.seat == self.turn) else {
            return;
        };
        let direct = powers.direct(from, self.board.occupied());
        self.steps_of(powers, piece, piece.role, from, direct, steps);
        for &part in piece.role.leavers() {
            if powers.may_leave(part, piece.role, from) {
                self.steps_of(powers, piece, part, from, direct, steps);
            }
        }
    }

    /// Adds the steps of a piece, or of a part of it.
    fn steps_of(
        &self,
        powers: &Powers,
        piece: Piece,
        role: Role,
        from: Square,
        direct: SquareSet,
        steps: &mut Vec<Step>,
    ) {
        let seat = self.turn;
        let reach = self.reach(powers, seat, role, from);
        let friends = self.board.of(seat);
        let own_ground = friends.union(self.board.of(seat.other()));
        let step = |effect, to| Step {
            role,
            from,
            effect,
            to,
            promotion: None,
        };
        for to in reach.empty.union(direct.without(own_ground)) {
            promoting(seat, step(MoveEffect::Quiet, to), steps);
        }
        for to in reach.enemies {
            if let Some(victim) = self.board.get(to)
                && victim.role != Role::King
                && powers.may_capture(role, from, victim.role, to)
            {
                promoting(seat, step(MoveEffect::Capture, to), steps);
            }
        }
        if role.is_pawnlike() {
            for to in self.passed.squares() {
                if !self.taken_in_passing(powers, role, from, to).is_empty() {
                    promoting(seat, step(MoveEffect::Capture, to), steps);
                }
            }
        }
        for to in reach.joins.union(direct.intersection(friends)) {
            if let Some(friend) = self.board.get(to)
                && role.fused(friend.role).is_some()
                && powers.may_attach(role, from, friend.role, to)
            {
                steps.push(step(MoveEffect::Attach, to));
            }
        }
        if role == piece.role && role != Role::Pawn {
            let swaps = if from.tower().is_some() {
                reach.friends
            } else {
                reach.friends.intersection(Tower::SQUARES)
            };
            for to in swaps {
                if self.board.get(to).is_some_and(|friend| friend.role != role) {
                    steps.push(step(MoveEffect::Swap, to));
                }
            }
        }
    }

    /// Returns the squares of the pieces that a pawn or lancer takes en passant by a capture on an empty square. Each
    /// victim is judged "as if the victim had stopped on the square passed" (ruling), so it does not block its captor.
    pub(super) fn taken_in_passing(
        &self,
        powers: &Powers,
        role: Role,
        from: Square,
        to: Square,
    ) -> SquareSet {
        self.passed
            .iter()
            .filter(|(over, _)| *over == to)
            .filter_map(|(_, at)| {
                let mut stopped = self.clone();
                let victim = stopped.board.take(at)?;
                stopped.board.put(to, victim);
                stopped
                    .reach(powers, self.turn, role, from)
                    .enemies
                    .contains(to)
                    .then_some(at)
            })
            .collect()
    }

    /// Returns the squares on which the piece taken on a tower in the previous turn may return.
    pub(super) fn return_squares(&self) -> SquareSet {
        self.returning.map_or(SquareSet::EMPTY, |returning| {
            returning.tower.touches().without(self.board.occupied())
        })
    }

    /// Returns every legal move that is listed, in a stable order.
    pub(super) fn listed(&self) -> Vec<Move> {
        let powers = Powers::of(&self.board);
        let shields = self.shields(&powers);
        let mut steps = self.pseudo_steps(&powers);
        steps.retain(|step| self.spares(step, shields) || self.is_safe_after_step(&powers, step));
        let returns = self
            .return_squares()
            .map(Move::Return)
            .filter(|mv| self.is_safe_after(mv));
        let mut listed: Vec<Move> = steps.into_iter().map(Move::Step).collect();
        listed.extend(returns);
        listed
    }

    /// Returns true if a move of any kind is legal, listed or not. Every text that is read as a move is judged here.
    pub(super) fn permits(&self, mv: &Move) -> bool {
        let possible = match mv {
            Move::Step(step) => {
                let mut steps = Vec::new();
                self.steps_from(&Powers::of(&self.board), step.from, &mut steps);
                steps.contains(step)
            }
            Move::Return(to) => self.return_squares().contains(*to),
            Move::Rearrange(arena, puts) => self.judge_rearrangement(*arena, puts).is_ok(),
            Move::Multi(steps) => self.judge_multi(steps).is_ok(),
        };
        possible && self.is_safe_after(mv)
    }

    /// Returns true if any listed move is legal.
    pub(super) fn has_listed(&self) -> bool {
        let powers = Powers::of(&self.board);
        let mut steps = Vec::with_capacity(64);
        for from in self.board.of(self.turn) {
            steps.clear();
            self.steps_from(&powers, from, &mut steps);
            if steps
                .iter()
                .any(|step| self.is_safe_after_step(&powers, step))
            {
                return true;
            }
        }
        self.return_squares()
            .any(|to| self.is_safe_after(&Move::Return(to)))
    }

    /// Returns true if a move leaves the mover's king out of check.
    pub(super) fn is_safe_after(&self, mv: &Move) -> bool {
        let mut next = self.clone();
        next.make(mv);
        !next.in_check(self.turn)
    }

    pub(super) fn is_safe_after_step(&self, powers: &Powers, step: &Step) -> bool {
        let mut next = self.clone();
        next.make_step(powers, step);
        let Some(king) = next.board.king(self.turn) else {
            return true;
        };
        let is_on_tower = |square: Square| square.tower().is_some();
        let changes_powers =
            is_on_tower(step.from) || is_on_tower(step.to) || step.is_en_passant(self);
        let powers = if changes_powers {
            Powers::of(&next.board)
        } else {
            *powers
        };
        next.attackers(powers, self.turn, king).next().is_none()
    }

    /// Returns the squares that a piece must leave for a step to expose the mover's king: the king's square, those
    /// between the king and an enemy on a line with it, and the towers. If the king is in check, or a dragon may learn
    /// to give check, these are all squares.
    fn shields(&self, powers: &Powers) -> SquareSet {
        let Some(king) = self.board.king(self.turn) else {
            return SquareSet::ALL;
        };
        let knights = powers.knights();
        let mut enemies = (self.board.of(self.turn.other())).intersection(king.origins(knights));
        let between = enemies.flat_map(|at| at.lines_to(king, knights).map(|(_, between)| between));
        let shielded: SquareSet = between.collect();
        let may_learn = |at| {
            let is_dragon = (self.board.get(at)).is_some_and(|it| it.role == Role::Dragon);
            is_dragon && self.moves_like(powers, at, king, Parts::ALL)
        };
        if self.in_check(self.turn) || enemies.any(may_learn) {
            return SquareSet::ALL;
        }
        let mut shields = shielded.union(Tower::SQUARES);
        shields.insert(king);
        shields
    }

    /// Returns true if a step affects [`FourTowers::shields`] at most by adding a piece, and changes no tower's power.
    fn spares(&self, step: &Step, shields: SquareSet) -> bool {
        // A capture en passant empties a third square.
        !shields.contains(step.from) && step.to.tower().is_none() && !step.is_en_passant(self)
    }

    /// Plays a pseudo-legal move.
    pub(super) fn make(&mut self, mv: &Move) {
        match mv {
            Move::Step(step) => {
                let powers = Powers::of(&self.board);
                self.make_step(&powers, step);
            }
            Move::Return(to) => self.make_return(*to),
            Move::Rearrange(_, puts) => self.make_rearrangement(puts),
            Move::Multi(steps) => self.make_multi(steps),
        }
    }

    fn make_step(&mut self, powers: &Powers, step: &Step) {
        let seat = self.turn;
        let outcome = self.move_piece(powers, step);
        if !outcome.movement.is_empty() {
            self.memory[seat.index()] = outcome.movement;
        }
        self.passed = EnPassant::default();
        if let Some((over, at)) = outcome.passed
            && self.board.is_empty(over)
        {
            self.passed.add(over, at);
        }
        self.returning = outcome.returning;
        self.end_turn();
        if outcome.is_progress {
            self.no_progress = 0;
        }
    }

    fn make_return(&mut self, to: Square) {
        if let Some(returning) = self.returning.take() {
            let (seat, role) = (self.turn, returning.role);
            self.board.put(to, Piece { seat, role });
            // "The return is considered a move by the piece": by the piece's normal movement, wherever it is put.
            if !role.parts().is_empty() {
                self.memory[seat.index()] = role.parts();
            }
        }
        self.passed = EnPassant::default();
        self.end_turn();
        self.no_progress = 0;
    }

    /// Ends a turn without progress.
    pub(super) fn end_turn(&mut self) {
        self.no_progress = self.no_progress.saturating_add(1);
        self.turn = self.turn.other();
    }

    /// Moves the pieces of a pseudo-legal step on the board, and returns the further consequences.
    pub(super) fn move_piece(&mut self, powers: &Powers, step: &Step) -> Outcome {
        let &Step {
            role,
            from,
            effect,
            to,
            promotion,
        } = step;
        let mut outcome = Outcome::default();
        let Some(piece) = self.board.get(from) else {
            return outcome;
        };
        let seat = piece.seat;
        let whole = piece.role == role;
        outcome.movement = match role {
            Role::King => Parts::KING,
            _ if whole => powers.movement(role, from),
            _ => role.parts(),
        };
        outcome.is_progress = role.is_pawnlike() || effect == MoveEffect::Capture;
        let in_passing = if effect == MoveEffect::Capture && self.board.is_empty(to) {
            self.taken_in_passing(powers, role, from, to)
        } else {
            SquareSet::EMPTY
        };
        self.board.take(from);
        if let Some(rest) = piece.role.rest(role) {
            self.board.put(from, Piece { seat, role: rest });
        }
        let met = self.board.take(to);
        for at in in_passing {
            self.board.take(at);
        }
        let arrived = match (effect, met) {
            (MoveEffect::Attach, Some(friend)) => role.fused(friend.role).unwrap_or(role),
            (MoveEffect::Swap, Some(friend)) => {
                self.board.put(from, friend);
                role
            }
            (MoveEffect::Capture, Some(victim)) => {
                outcome.returning = to.tower().map(|tower| Returning {
                    role: victim.role,
                    tower,
                });
                promotion.unwrap_or(role)
            }
            _ => promotion.unwrap_or(role),
        };
        self.board.put(
            to,
            Piece {
                seat,
                role: arrived,
            },
        );
        // A double step that ends in an attachment gives no en passant: no pawn is left on its destination (ruling).
        if arrived == role && effect != MoveEffect::Attach {
            outcome.passed = passed(powers, seat, role, from, to).map(|over| (over, to));
        }
        outcome
    }
}

/// Consequences of a step besides the change on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// The movement that dragons learn; none from pawns, lancers and dragons.
    pub movement: Parts,
    /// The square passed and the destination of a pawn's or lancer's two-square movement.
    pub passed: Option<(Square, Square)>,
    /// The piece captured on a tower.
    pub returning: Option<Returning>,
    /// True for captures and movements of pawns and lancers.
    pub is_progress: bool,
}

/// Adds a step, or its eight promotions if a pawn or lancer ends its move on a promotion square.
pub(super) fn promoting(seat: Seat, step: Step, steps: &mut Vec<Step>) {
    if step.role.is_pawnlike() && is_promotion_square(seat, step.to) {
        steps.extend(Role::PROMOTIONS.map(|role| Step {
            promotion: Some(role),
            ..step
        }));
    } else {
        steps.push(step);
    }
}

impl Step {
    /// Returns true if a part leaves a compound.
    pub fn is_detachment(&self, position: &FourTowers) -> bool {
        position
            .board
            .get(self.from)
            .is_some_and(|piece| piece.role != self.role)
    }

    /// Returns true if the step captures en passant.
    pub fn is_en_passant(&self, position: &FourTowers) -> bool {
        self.effect == MoveEffect::Capture && position.board.is_empty(self.to)
    }

    /// Returns true if only a rook or bishop on a tower allows the step.
    pub fn is_direct(&self, position: &FourTowers, powers: &Powers) -> bool {
        let Some(piece) = position.board.get(self.from) else {
            return false;
        };
        let reach = position.reach(powers, piece.seat, self.role, self.from);
        matches!(self.effect, MoveEffect::Quiet | MoveEffect::Attach)
            && !reach.empty.union(reach.joins).contains(self.to)
    }
}
