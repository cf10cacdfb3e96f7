//! Refusals of moves that leave the king in check.

use super::super::FourTowers;
use super::super::pieces::{Role, moves_named};
use super::super::powers::Powers;
use super::super::turn::Move;
use crate::rules::{RuleError, Seat};

/// Returns the refusal of a move that would leave the mover's king in check.
pub fn exposes(position: &FourTowers, mv: &Move) -> RuleError {
    let seat = position.turn;
    let mut next = position.clone();
    next.make(mv);
    let (Some(king), Some(checker)) = (next.board.king(seat), next.checkers(seat).next()) else {
        return RuleError::illegal("That move is not legal now.");
    };
    let attacker = next
        .board
        .get(checker)
        .map_or("piece", |piece| piece.role.name());
    let mover = match mv {
        Move::Step(step) => format!("the {}", step.role),
        _ => "the pieces".to_owned(),
    };
    let learnt = next.memory[seat.index()];
    let before = position.checkers(seat).any(|square| square == checker);
    let dragon_learns = attacker == "dragon" && {
        let mut forgetful = next.clone();
        forgetful.memory[seat.index()] = position.memory[seat.index()];
        !before && !forgetful.checkers(seat).any(|square| square == checker)
    };
    let sentence = match mv {
        Move::Step(step) if step.role == Role::King && !dragon_learns => {
            format!("The {attacker} on {checker} would take your king on {king}.")
        }
        _ if dragon_learns => format!(
            "Moving {mover} would give the dragon on {checker} {}: check to your king on {king}.",
            moves_named(learnt)
        ),
        _ if before => format!(
            "Your king on {king} is attacked by the {attacker} on {checker}, and that does not end it."
        ),
        _ if is_power_lost(position, &next, seat) => format!(
            "Without the queen on its tower your king on {king} would be attacked by the {attacker} on {checker}."
        ),
        _ => format!(
            "Moving {mover} would expose your king on {king} to the {attacker} on {checker}."
        ),
    };
    RuleError::illegal(sentence).at([king, checker])
}

/// Returns true if a side's king has lost its queen's shelter.
fn is_power_lost(before: &FourTowers, after: &FourTowers, seat: Seat) -> bool {
    let shelters = |position: &FourTowers| {
        position
            .board
            .king(seat)
            .is_some_and(|king| Powers::of(&position.board).shelters(seat, king))
    };
    shelters(before) && !shelters(after)
}
