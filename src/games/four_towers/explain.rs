//! Refusals of illegal moves, in the terms of the rules and the squares, with the power that forbids the move, if one
//! does.

mod by_tower;
mod composite;
mod exposed;
mod movement;

use super::FourTowers;
use super::board::Square;
use by_tower::fitting;
use exposed::exposes;
use movement::{no_way, nobody};

use super::pieces::{Piece, Role, seat_name};
use super::powers::Powers;
use super::turn::{Move, MoveEffect, Step, spell_step};
use crate::notation::ParsedMove;
use crate::rules::{Notation, Position, RuleError};

pub use composite::{
    no_dragon, no_multi, no_multi_part, no_rearrangement, no_return, unsafe_composite,
};

/// Returns the refusal of a text that fits no legal move.
pub fn explain(position: &FourTowers, wanted: &ParsedMove) -> RuleError {
    let from = wanted.from.as_deref().and_then(Square::parse);
    let role = wanted
        .letter
        .as_ref()
        .and_then(|letter| Role::of_letter(letter.chars().next()?));
    let Some(to) = wanted.to.as_deref().and_then(Square::parse) else {
        return only_a_piece(position, from);
    };
    let powers = Powers::of(&position.board);
    let pseudo = position.pseudo_steps(&powers);
    // Moves that only the king's safety forbids.
    if let Some(step) = fitting(&pseudo, wanted) {
        return exposes(position, &Move::Step(step));
    }
    if wanted.op == Some('@') {
        return no_return(position, to);
    }
    if let Some(refusal) = otherwise_written(position, &pseudo, wanted, to) {
        return refusal;
    }
    // Moves that would be legal with a promotion named or left out.
    let loose = ParsedMove {
        promotion: None,
        ..wanted.clone()
    };
    if wanted.promotion.is_some()
        && let Some(step) = fitting(&pseudo, &loose)
    {
        let text = spell_step(&step);
        return RuleError::illegal(if step.promotion.is_some() {
            format!(
                "A pawn or lancer becomes a queen, marshall, cardinal, wizard, rook, bishop, knight or dragon on {to}: \
                 write {}{}{}{}=Q, for instance.",
                text.letter, text.from, text.op, text.to
            )
        } else if step.effect == MoveEffect::Attach {
            format!("An attachment promotes nothing: the two pawns make a lancer on {to}.")
        } else {
            format!("Nothing promotes on {to}.")
        })
        .at([to]);
    }
    if let Some(from) = from
        && let Some(refusal) = wrong_start(position, from, role)
    {
        return refusal;
    }
    if let Some(refusal) = by_tower::forbidden(position, wanted) {
        return refusal;
    }
    let from = from.or_else(|| only_one(position, role));
    if let Some(from) = from
        && let Some(moving) = role.or(position.board.get(from).map(|piece| piece.role))
        && let Some(refusal) = by_tower::bent(position, &powers, moving, from, to)
    {
        return refusal;
    }
    match from {
        Some(from) => no_way(position, &powers, from, role, to, wanted),
        None => nobody(position, role, to),
    }
}

/// Returns the refusal of a text whose squares fit a move that is written with another operator.
fn otherwise_written(
    position: &FourTowers,
    pseudo: &[Step],
    wanted: &ParsedMove,
    to: Square,
) -> Option<RuleError> {
    let op = wanted.op?;
    let met = position.board.get(to);
    let is_friend = met.is_some_and(|piece| piece.seat == position.turn);
    if is_friend && matches!(op, '&' | '~') {
        return None;
    }
    let loose = ParsedMove {
        op: None,
        ..wanted.clone()
    };
    let fits: Vec<Step> = pseudo
        .iter()
        .filter(|step| loose.fits(&spell_step(step)))
        .copied()
        .collect();
    let powers = Powers::of(&position.board);
    let safe: Vec<String> = fits
        .iter()
        .filter(|step| position.is_safe_after_step(&powers, step))
        .map(|step| spell_step(step).text())
        .take(3)
        .collect();
    let Some(text) = safe.first() else {
        return fits
            .first()
            .map(|step| exposes(position, &Move::Step(*step)));
    };
    let sentence = match met {
        Some(friend) if is_friend => format!(
            "Your own {} is on {to}: {}.",
            friend.role,
            fusing_or_swapping(&safe)
        ),
        Some(enemy) => format!(
            "{}'s {} is on {to}, so that is a capture: {text}.",
            seat_name(enemy.seat),
            enemy.role
        ),
        None if text.contains('x') => {
            format!("{to} is empty: that is a capture in passing, written {text}.")
        }
        None => {
            let done = match op {
                'x' => "to capture",
                '&' => "to attach to",
                _ => "to swap with",
            };
            let pawnlike = fits.iter().any(|step| step.role.is_pawnlike());
            let late = if op == 'x' && pawnlike {
                movement::too_late(position, to)
            } else {
                ""
            };
            format!("There is nothing on {to} {done}: the move is {text}.{late}")
        }
    };
    Some(RuleError::illegal(sentence).at([to]).suggest(safe))
}

/// Returns the ways to write a move onto a friend: "to fuse with it, write Nb3&d2; to trade places with it, write
/// Nb3~d2".
fn fusing_or_swapping(texts: &[String]) -> String {
    let parts: Vec<String> = texts
        .iter()
        .map(|text| {
            let what = if text.contains('~') {
                "to trade places with it"
            } else {
                "to join it"
            };
            format!("{what}, write {text}")
        })
        .collect();
    parts.join("; ")
}

/// Returns the square of the mover's only piece of a role.
fn only_one(position: &FourTowers, role: Option<Role>) -> Option<Square> {
    let mut squares = position.board.of(position.turn).filter(|square| {
        position
            .board
            .get(*square)
            .is_some_and(|piece| Some(piece.role) == role)
    });
    let first = squares.next()?;
    squares.next().is_none().then_some(first)
}

fn only_a_piece(position: &FourTowers, from: Option<Square>) -> RuleError {
    let Some(from) = from else {
        return RuleError::illegal("Say where the piece goes, too.");
    };
    if let Some(refusal) = wrong_start(position, from, None) {
        return refusal;
    }
    let moves: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| matches!(mv, Move::Step(step) if step.from == from))
        .map(|mv| position.write(mv))
        .collect();
    let name = position
        .board
        .get(from)
        .map_or("piece", |piece| piece.role.name());
    if moves.is_empty() {
        let why = match position.board.get(from) {
            Some(Piece {
                role: Role::Dragon, ..
            }) if position.dragon_movement().is_empty() => {
                ": neither side has moved a piece yet that it could mimic"
            }
            _ => "",
        };
        return RuleError::illegal(format!("Your {name} on {from} cannot move now{why}."))
            .at([from]);
    }
    RuleError::illegal(format!("Say where your {name} on {from} goes, too."))
        .at([from])
        .suggest(moves.into_iter().take(3).collect())
}

/// Returns the refusal of a move's origin; `None` if the origin is fine.
fn wrong_start(position: &FourTowers, from: Square, role: Option<Role>) -> Option<RuleError> {
    let sentence = match position.board.get(from) {
        None => return Some(RuleError::nothing_on(from)),
        Some(piece) if piece.seat != position.turn => format!(
            "The {} on {from} is {}'s, and it is {}'s turn.",
            piece.role,
            seat_name(piece.seat),
            seat_name(position.turn)
        ),
        Some(piece) => {
            let role = role?;
            if role == piece.role || piece.role.leavers().contains(&role) {
                return None;
            }
            return Some(RuleError::other_piece(from, piece.role.name(), role.name()));
        }
    };
    Some(RuleError::illegal(sentence).at([from]))
}
