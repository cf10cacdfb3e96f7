//! Refusals of returns, rearrangements and multi-moves.

use super::super::FourTowers;
use super::super::board::{Arena, Square};
use super::super::multi_move::{MultiMoveError, Underway};
use super::super::pieces::Role;
use super::super::powers::Powers;
use super::super::rearrange::RearrangementError;
use super::super::turn::{Move, MoveEffect, Step};
use super::exposed::exposes;
use super::movement::{blocked, no_lancer_move, no_pawn_move};
use crate::rules::RuleError;

/// Returns the refusal of a return to a square.
pub fn no_return(position: &FourTowers, to: Square) -> RuleError {
    let Some(returning) = position.returning else {
        return RuleError::illegal(
            "There is no piece to return. A piece can come back only in the turn right after an enemy landed on its tower \
             and captured it there.",
        );
    };
    let (role, tower) = (returning.role, returning.tower);
    if !tower.touches().contains(to) {
        return RuleError::illegal(format!(
            "Your {role} was taken on {tower} and comes back in one of the arenas round it ({}), not on {to}.",
            tower.arenas().map(|arena| arena.numeral()).join(", ")
        ))
        .at([to]);
    }
    if let Some(piece) = position.board.get(to) {
        return RuleError::illegal(format!(
            "Your {role} comes back on an empty square, and the {} is on {to}.",
            piece.role
        ))
        .at([to]);
    }
    exposes(position, &Move::Return(to))
}

/// Returns the refusal of a rearrangement.
pub fn no_rearrangement(position: &FourTowers, arena: Arena, why: RearrangementError) -> RuleError {
    let sentence = match why {
        RearrangementError::NoWizard => {
            let arenas = Powers::of(&position.board).rearrangeable(position.turn);
            if arenas.is_empty() {
                "You have no wizard on a tower, so you cannot rearrange.".to_owned()
            } else {
                let list: Vec<_> = arenas.iter().map(|arena| arena.numeral()).collect();
                format!(
                    "Your wizard does not touch arena {arena}; you can rearrange in {}.",
                    list.join(", ")
                )
            }
        }
        RearrangementError::Nothing => {
            format!("Say who goes where in arena {arena}, such as I:Na3-b4,Rb4-a3.")
        }
        RearrangementError::Outside(square) => {
            format!("{square} is not in arena {arena}: a rearrangement stays within one arena.")
        }
        RearrangementError::NotOwn(square) => match position.board.get(square) {
            Some(piece) => format!(
                "The {} on {square} is your opponent's: only your own pieces can be rearranged.",
                piece.role
            ),
            None => return RuleError::nothing_on(square),
        },
        RearrangementError::Stays(square) => format!(
            "A rearrangement lists only the pieces that go to another square; the one on {square} would stay."
        ),
        RearrangementError::Twice(square) => format!("The piece on {square} is named twice."),
        RearrangementError::Crowded(square) => format!("Two pieces would go to {square}."),
        RearrangementError::Enemy(square) => {
            format!("An enemy is on {square}: a rearrangement captures nothing.")
        }
        RearrangementError::Held(square) => format!(
            "Your own piece on {square} would have to go to another square in the same rearrangement."
        ),
        RearrangementError::Same => {
            "Putting like pieces in each other's places changes nothing.".to_owned()
        }
    };
    RuleError::illegal(sentence)
}

/// Returns the refusal of a rearrangement or multi-move that leaves the mover's king in check.
pub fn unsafe_composite(position: &FourTowers, mv: &Move) -> RuleError {
    exposes(position, mv)
}

/// Returns the refusal of a multi-move by a side without a dragon on a tower.
pub fn no_dragon() -> RuleError {
    RuleError::illegal(
        "You can move several pieces in one turn only while your dragon is on a tower, and none is.",
    )
}

/// Returns the refusal of steps that do not make a multi-move.
pub fn no_multi(position: &FourTowers, steps: &[Step], why: MultiMoveError) -> RuleError {
    let arenas = || {
        let lists: Vec<String> = position
            .multi_towers()
            .into_iter()
            .map(|tower| {
                format!(
                    "{} (dragon on {tower})",
                    tower.arenas().map(|arena| arena.numeral()).join(", ")
                )
            })
            .collect();
        lists.join(" or ")
    };
    let from = |number: usize| {
        steps
            .get(number)
            .map_or(String::new(), |step| step.from.to_string())
    };
    RuleError::illegal(match why {
        MultiMoveError::NoDragon => return no_dragon(),
        MultiMoveError::Count => "A multi-move has two to four moves.".to_owned(),
        MultiMoveError::Outside(number) => format!(
            "Each move of a multi-move starts in an arena round your dragon's tower, {}; {} is in none of these.",
            arenas(),
            from(number)
        ),
        MultiMoveError::SameArena(number) => format!(
            "Each move of a multi-move starts in a different arena; the one from {} starts where an earlier one did.",
            from(number)
        ),
        MultiMoveError::NoStep(number) => format!(
            "The move from {} is no ordinary move onto an empty square.",
            from(number)
        ),
    })
}

/// Returns the refusal of one step of a multi-move at the point where it would be made.
pub fn no_multi_part(underway: &Underway, made: &[Step], from: Square, to: Square) -> RuleError {
    let position = &underway.position;
    let then = if made.is_empty() { "" } else { " by then" };
    let sentence = match position.board.get(from) {
        None if made.is_empty() => return RuleError::nothing_on(from),
        None => format!("There is nothing on {from} by then."),
        Some(piece) if piece.seat != position.turn => {
            format!("The {} on {from} is not yours.", piece.role)
        }
        Some(piece) if piece.role == Role::Dragon => {
            "No dragon takes part in a multi-move.".to_owned()
        }
        Some(_)
            if !position
                .multi_towers()
                .iter()
                .any(|tower| tower.touches().contains(from)) =>
        {
            return no_multi(
                position,
                &[Step {
                    role: Role::Pawn,
                    from,
                    effect: MoveEffect::Quiet,
                    to,
                    promotion: None,
                }],
                MultiMoveError::Outside(0),
            );
        }
        Some(piece) => match position.board.get(to) {
            Some(met) => format!(
                "In a multi-move every piece goes to an empty square, and the {} is on {to}{then}.",
                met.role
            ),
            None => {
                let powers = Powers::of(&position.board);
                match piece.role {
                    Role::Pawn => no_pawn_move(position, &powers, from, to),
                    Role::Lancer => no_lancer_move(position, &powers, from, to),
                    role => format!(
                        "The {role} on {from} can't reach {to}{then} by its ordinary movement{}.",
                        blocked(position, &powers, powers.movement(role, from), from, to)
                    ),
                }
            }
        },
    };
    RuleError::illegal(sentence).at([from, to])
}
