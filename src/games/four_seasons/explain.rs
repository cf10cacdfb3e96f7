//! Refusals of illegal moves, in the terms of the rules and the squares.

use super::board::{Piece, Role, Square, seat_name};
use super::describe::{self, the};
use super::die::Die;
use super::moves::{self, Move};
use super::position::FourSeasons;
use crate::notation::{ParsedMove, excerpt, spelt_wrong};
use crate::rules::wording::{capital, listed};
use crate::rules::{Notation, Position, RuleError};

/// Returns the refusal of a roll or a drop.
pub fn event(position: &FourSeasons, mv: &Move) -> RuleError {
    match mv {
        Move::Drop(seat) => RuleError::illegal(format!("{} is out already.", seat_name(*seat))),
        _ if !position.settings.dice => RuleError::illegal("This game is played without dice."),
        _ => RuleError::illegal("The die has been rolled already."),
    }
}

/// Returns the refusal of a text in the form of a roll with an impossible number; `None` for other texts.
pub fn no_such_throw(text: &str) -> Option<RuleError> {
    let number = text.to_ascii_lowercase();
    let number = number.strip_prefix("roll:")?;
    let is_number = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| RuleError::illegal(format!("A die shows 1 to 6, not {}.", excerpt(number))))
}

/// Returns the refusal of a text that fits no legal move.
pub fn piece(position: &FourSeasons, wanted: &ParsedMove) -> RuleError {
    let from = wanted.from.as_deref().and_then(Square::parse);
    let to = wanted.to.as_deref().and_then(Square::parse);
    match (from, to) {
        (Some(from), Some(to)) => from_to(position, wanted, from, to),
        (Some(from), None) => origin_only(position, from),
        (None, Some(to)) => target_only(position, wanted, to),
        (None, None) => RuleError::unreadable("A move names a square from a1 to h8."),
    }
}

/// Returns the piece that the side to move may move from a square, the die apart, or the refusal.
fn own_piece(position: &FourSeasons, from: Square) -> Result<Piece, RuleError> {
    let turn = position.turn;
    let Some(piece) = position.board.get(from) else {
        return Err(RuleError::nothing_on(from));
    };
    match piece.seat {
        Some(seat) if seat == turn => Ok(piece),
        Some(seat) => Err(RuleError::illegal(format!(
            "{} belongs to {}, and it is {}'s turn.",
            capital(&the(piece, from)),
            seat_name(seat),
            seat_name(turn)
        ))
        .at([from])),
        None => Err(RuleError::illegal(format!(
            "{} is frozen: it belongs to nobody and never moves.",
            capital(&the(piece, from))
        ))
        .at([from])),
    }
}

/// Returns the refusal of a piece that the die does not let move.
fn against_die(position: &FourSeasons, piece: Piece, from: Square) -> Option<RuleError> {
    match position.die {
        Die::Shows(number) if !position.die.allows(piece) => Some(
            RuleError::illegal(format!(
                "The die shows {number}: only a {} may move, not {}.",
                describe::die_name(number),
                the(piece, from)
            ))
            .at([from]),
        ),
        _ => None,
    }
}

/// Returns the refusal of a text that names only a square, with the moves from there if any.
fn origin_only(position: &FourSeasons, from: Square) -> RuleError {
    let piece = match own_piece(position, from) {
        Ok(piece) => piece,
        Err(rejection) => return rejection,
    };
    if let Some(rejection) = against_die(position, piece, from) {
        return rejection;
    }
    let texts: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| matches!(mv, Move::Piece { from: origin, .. } if *origin == from))
        .map(|mv| position.write(mv))
        .collect();
    if texts.is_empty() {
        RuleError::illegal(format!("{} has no legal move.", capital(&the(piece, from)))).at([from])
    } else {
        crate::notation::ambiguous(texts)
    }
}

/// Returns the refusal of a text that names a destination but no origin.
fn target_only(position: &FourSeasons, wanted: &ParsedMove, to: Square) -> RuleError {
    let candidates: Vec<(Square, Piece)> = position
        .board
        .pieces_of(position.turn)
        .filter(|(square, piece)| {
            let name = square.to_string();
            wanted
                .letter
                .as_ref()
                .is_none_or(|letter| letter.starts_with(piece.role.letter()))
                && wanted.from.as_ref().is_none_or(|from| {
                    name.starts_with(from.as_str()) || name.ends_with(from.as_str())
                })
        })
        .collect();
    let name = wanted.letter.as_deref().map_or("piece", role_name);
    if let [(from, _)] = candidates[..] {
        return from_to(position, wanted, from, to);
    }
    match candidates
        .iter()
        .find(|(from, _)| moves::pseudo_legal(&position.board, *from).contains(&to))
    {
        Some((from, _)) => from_to(position, wanted, *from, to),
        None if candidates.is_empty() => {
            let seat = seat_name(position.turn);
            let place = wanted.from.as_ref().map(|from| format!(" on {from}"));
            let place = place.unwrap_or_default();
            RuleError::illegal(format!("{seat} has no {name}{place}.")).at([to])
        }
        None => RuleError::illegal(format!(
            "None of {}'s {name}s can reach {to}.",
            seat_name(position.turn)
        ))
        .at([to]),
    }
}

/// Returns the role's name for a letter of a typed move.
fn role_name(letter: &str) -> &'static str {
    let roles = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Knight,
        Role::Bishop,
    ];
    let named = roles
        .into_iter()
        .find(|role| letter.starts_with(role.letter()));
    named.map_or("pawn", Role::name)
}

/// Returns the refusal of a move from `from` to `to`.
fn from_to(position: &FourSeasons, wanted: &ParsedMove, from: Square, to: Square) -> RuleError {
    let piece = match own_piece(position, from) {
        Ok(piece) => piece,
        Err(rejection) => return rejection,
    };
    let named = wanted.letter.as_deref().map(role_name);
    if let Some(named) = named.filter(|named| *named != piece.role.name()) {
        return RuleError::other_piece(from, piece.role.name(), named);
    }
    let who = capital(&the(piece, from));
    if from == to {
        return RuleError::illegal(format!("{who} is there already.")).at([from]);
    }
    if let Some(there) = position.board.get(to) {
        if there.seat == piece.seat {
            return RuleError::illegal(format!("Your own {} is on {to}.", there.role.name()))
                .at([to]);
        }
        if there.role == Role::King && moves::attacks(&position.board, from).contains(&to) {
            return RuleError::illegal(format!(
                "A king is never captured: the king on {to} is in check, and its owner must answer at the next turn."
            ))
            .at([to]);
        }
    }
    if !moves::pseudo_legal(&position.board, from).contains(&to) {
        return unreachable(position, piece, from, to);
    }
    if let Some(rejection) = against_die(position, piece, from) {
        return rejection;
    }
    let Some(exposed) = moves::exposed_king(&position.board, position.turn, from, to) else {
        // The move is legal but written in another way.
        return spelt_wrong(wanted, &position.move_text(&Move::Piece { from, to }));
    };
    let king = exposed.king;
    let attackers: Vec<Square> = moves::attackers(&exposed.after, king, position.turn).collect();
    let by = attackers.iter().filter_map(|at| {
        let piece = exposed.after.get(*at)?;
        Some(describe::owned(piece, *at))
    });
    let by: Vec<String> = by.collect();
    let sentence = if piece.role == Role::King {
        format!(
            "The king can't go to {to}: {} would attack it there.",
            listed(&by)
        )
    } else if position.threats_to(position.turn).is_empty() {
        format!(
            "{who} can't go to {to}: that would expose your king on {king} to {}.",
            listed(&by)
        )
    } else {
        format!(
            "{who} can't go to {to}: your king on {king} would still be attacked by {}.",
            listed(&by)
        )
    };
    RuleError::illegal(sentence).at(attackers)
}

/// Returns the refusal of a move that the piece's movement does not allow, or that is blocked.
fn unreachable(position: &FourSeasons, piece: Piece, from: Square, to: Square) -> RuleError {
    let who = capital(&the(piece, from));
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let mut unwalled = position.board.clone();
    unwalled.walls = false;
    let is_walled = moves::pseudo_legal(&unwalled, from).contains(&to);
    let reason = match piece.role {
        _ if is_walled => {
            "a drawn diagonal is in between, and in this game no piece crosses one".to_owned()
        }
        Role::King => "the king goes one square in any direction".to_owned(),
        Role::Queen => "the queen goes one square diagonally".to_owned(),
        Role::Bishop => "the bishop jumps exactly two squares diagonally".to_owned(),
        Role::Knight => "the knight goes two squares one way and one the other".to_owned(),
        Role::Rook if dx == 0 || dy == 0 => {
            let step = (dx.signum(), dy.signum());
            let blocker = crate::geometry::ray(from, |square| square.shifted(step))
                .take_while(|square| *square != to)
                .find_map(|square| {
                    position
                        .board
                        .get(square)
                        .map(|piece| describe::owned(piece, square))
                });
            match blocker {
                Some(blocker) => format!("{blocker} is in the way"),
                None => "the rook goes straight".to_owned(),
            }
        }
        Role::Rook => "the rook goes straight along files and ranks".to_owned(),
        Role::Pawn(facing) if facing.ahead() == (dx, dy) => {
            let there = position
                .board
                .get(to)
                .map(|piece| describe::owned(piece, to))
                .unwrap_or_default();
            format!("{there} is in front of it, and pawns capture diagonally forward")
        }
        Role::Pawn(facing) if facing.diagonals().contains(&(dx, dy)) => {
            format!("pawns go diagonally only to capture, and there is nothing on {to}")
        }
        Role::Pawn(facing) => {
            format!(
                "it has faced {} since the start, and goes one square that way",
                facing.edge()
            )
        }
    };
    RuleError::illegal(format!("{who} can't go to {to}: {reason}.")).at([from, to])
}
