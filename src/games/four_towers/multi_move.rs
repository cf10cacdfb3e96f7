//! Multi-moves, which a dragon on a tower gives its owner: "non-capturing moves with, in a single turn, up to four
//! pieces", each starting in a different arena of the tower (Figure 5).

use super::board::{Arena, Square, Tower};
use super::moves::promoting;
use super::pieces::{Parts, Role};
use super::powers::Powers;
use super::turn::{MoveEffect, Step};
use super::{EnPassant, FourTowers};

/// A reason why steps do not make a multi-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiMoveError {
    /// The player has no dragon on a tower.
    NoDragon,
    /// Fewer than two or more than four steps.
    Count,
    /// The step with this number, counted from 0, starts outside the arenas of the dragon's tower.
    Outside(usize),
    /// The step with this number starts in the same arena as an earlier one.
    SameArena(usize),
    /// The step with this number is not an ordinary movement of its piece onto an empty square.
    NoStep(usize),
}

/// A position in the middle of a multi-move.
#[derive(Clone, Debug)]
pub struct Underway {
    /// The position so far; its turn is still the mover's, and its memories are those before the turn.
    pub position: FourTowers,
    /// The kinds of movement of the pieces moved so far.
    pub(super) movement: Parts,
    passed: EnPassant,
    is_progress: bool,
}

impl Underway {
    /// Returns the multi-move before its first step.
    pub fn new(position: &FourTowers) -> Self {
        Underway {
            position: position.clone(),
            movement: Parts::NONE,
            passed: EnPassant::default(),
            is_progress: false,
        }
    }

    /// Plays one step, which must be pseudo-legal here.
    pub fn take(&mut self, step: &Step) {
        let powers = Powers::of(&self.position.board);
        let outcome = self.position.move_piece(&powers, step);
        self.movement = self.movement.with(outcome.movement);
        self.is_progress |= outcome.is_progress;
        self.passed.forget(step.from);
        if let Some((over, at)) = outcome.passed {
            self.passed.add(over, at);
        }
    }

    /// Returns the position after the multi-move if it ends here.
    pub(super) fn end(mut self) -> FourTowers {
        let seat = self.position.turn;
        if !self.movement.is_empty() {
            self.position.memory[seat.index()] = self.movement;
        }
        let board = &self.position.board;
        self.passed.keep(|over| board.is_empty(over));
        self.position.passed = self.passed;
        self.position.returning = None;
        self.position.end_turn();
        if self.is_progress {
            self.position.no_progress = 0;
        }
        self.position
    }

    /// Returns true if the mover's king is out of check when the multi-move ends here.
    pub fn is_safe(&self) -> bool {
        self.checkers().is_empty()
    }

    /// Returns the squares of the pieces that give check to the mover's king when the multi-move ends here.
    pub(super) fn checkers(&self) -> Vec<Square> {
        let seat = self.position.turn;
        self.clone().end().checkers(seat).collect()
    }

    /// Returns the steps of a multi-move that the piece on a square can make: ordinary movements onto empty squares,
    /// none for dragons.
    pub fn steps_from(&self, from: Square) -> Vec<Step> {
        let position = &self.position;
        let seat = position.turn;
        let powers = Powers::of(&position.board);
        let Some(piece) = position
            .board
            .get(from)
            .filter(|piece| piece.seat == seat && piece.role != Role::Dragon)
        else {
            return Vec::new();
        };
        let onto = position.reach(&powers, seat, piece.role, from).empty;
        let mut steps = Vec::new();
        for to in onto {
            let step = Step {
                role: piece.role,
                from,
                effect: MoveEffect::Quiet,
                to,
                promotion: None,
            };
            promoting(seat, step, &mut steps);
        }
        steps
    }
}

impl FourTowers {
    /// Returns the towers of the mover's dragons, in the order of [`Tower::ALL`].
    pub(super) fn multi_towers(&self) -> Vec<Tower> {
        Powers::of(&self.board).dragons(self.turn).collect()
    }

    /// Decides if the steps make a multi-move, apart from the king's safety.
    pub(super) fn judge_multi(&self, steps: &[Step]) -> Result<(), MultiMoveError> {
        let towers = self.multi_towers();
        if towers.is_empty() {
            return Err(MultiMoveError::NoDragon);
        }
        if !(2..=4).contains(&steps.len()) {
            return Err(MultiMoveError::Count);
        }
        let verdicts = towers
            .into_iter()
            .map(|tower| starts_fit(tower, steps.iter().map(|step| step.from)));
        // The refusal refers to the dragon for which the most steps fit.
        verdicts
            .reduce(|best, other| match (best, other) {
                (Ok(()), _) | (_, Ok(())) => Ok(()),
                (Err(one), Err(other)) => Err(if one.number() >= other.number() {
                    one
                } else {
                    other
                }),
            })
            .unwrap_or(Err(MultiMoveError::NoDragon))?;
        let mut underway = Underway::new(self);
        for (number, step) in steps.iter().enumerate() {
            if !underway.steps_from(step.from).contains(step) {
                return Err(MultiMoveError::NoStep(number));
            }
            underway.take(step);
        }
        Ok(())
    }

    /// Plays the steps as one turn.
    pub(super) fn make_multi(&mut self, steps: &[Step]) {
        let mut underway = Underway::new(self);
        for step in steps {
            underway.take(step);
        }
        *self = underway.end();
    }
}

impl MultiMoveError {
    fn number(self) -> usize {
        match self {
            MultiMoveError::Outside(number)
            | MultiMoveError::SameArena(number)
            | MultiMoveError::NoStep(number) => number,
            MultiMoveError::NoDragon | MultiMoveError::Count => 0,
        }
    }
}

/// Decides if steps from these squares start in different arenas of one tower.
fn starts_fit(tower: Tower, starts: impl Iterator<Item = Square>) -> Result<(), MultiMoveError> {
    let mut used: Vec<Arena> = Vec::new();
    for (number, from) in starts.enumerate() {
        let Some(arena) = from.arena().filter(|arena| tower.arenas().contains(arena)) else {
            return Err(MultiMoveError::Outside(number));
        };
        if used.contains(&arena) {
            return Err(MultiMoveError::SameArena(number));
        }
        used.push(arena);
    }
    Ok(())
}
