//! Writing and reading entries of the move list: pieces's moves, `roll:4`, `drop:green`.

use super::board::{Role, SEATS, Square, seat_name};
use super::explain;
use super::moves::Move;
use super::position::{Die, FourSeasons};
use crate::notation::{self, MoveText};
use crate::rules::{RuleError, Seat};

/// The parts of an entry's canonical text. A roll or a drop has its word in front and its value behind.
pub fn move_text(position: &FourSeasons, mv: &Move) -> MoveText {
    let bare = |to: String, tail: String| MoveText {
        letter: String::new(),
        from: String::new(),
        op: ':',
        to,
        promotion: None,
        tail,
    };
    match *mv {
        Move::Piece { from, to } => {
            let piece = position.board.get(from);
            let promotes = piece
                .is_some_and(|piece| matches!(piece.role, Role::Pawn(facing) if facing.is_far(to)));
            MoveText {
                letter: piece
                    .map(|piece| piece.role.letter().to_string())
                    .unwrap_or_default(),
                from: from.to_string(),
                op: if position.board.get(to).is_some() {
                    'x'
                } else {
                    '-'
                },
                to: to.to_string(),
                promotion: promotes.then(|| "Q".to_owned()),
                tail: String::new(),
            }
        }
        Move::Roll(number) => bare(format!("roll{number}"), String::new()),
        Move::Drop(seat) => bare(
            format!("drop{}", seat_name(seat).to_lowercase()),
            String::new(),
        ),
    }
}

/// An entry's canonical text.
pub fn write(position: &FourSeasons, mv: &Move) -> String {
    match mv {
        Move::Piece { .. } => move_text(position, mv).to_string(),
        Move::Roll(number) => format!("roll:{number}"),
        Move::Drop(seat) => drop_text(*seat),
    }
}

/// The text by which a seat leaves the game.
pub fn drop_text(seat: Seat) -> String {
    format!("drop:{}", seat_name(seat).to_lowercase())
}

/// The legal entry of exactly that canonical text.
pub fn exact(position: &FourSeasons, text: &str) -> Option<Move> {
    let mv = event(text).or_else(|| {
        let origin = text.get(1..3).and_then(Square::parse)?;
        let to = text.get(4..6).and_then(Square::parse)?;
        Some(Move::Piece { from: origin, to })
    })?;
    (position.allows(&mv) && write(position, &mv) == text).then_some(mv)
}

/// A roll or a drop, in any case.
fn event(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    if let Some(number) = text.strip_prefix("roll:") {
        let number = number
            .parse()
            .ok()
            .filter(|number| (1..=6).contains(number))?;
        return Some(Move::Roll(number));
    }
    SEATS
        .into_iter()
        .find(|seat| drop_text(*seat) == text)
        .map(Move::Drop)
}

/// Reads an entry, leniently.
///
/// # Errors
/// Unreadable, illegal or ambiguous.
pub fn read(position: &FourSeasons, text: &str) -> Result<Move, RuleError> {
    if let Some(mv) = event(&notation::strip(text)) {
        return if position.allows(&mv) {
            Ok(mv)
        } else {
            Err(explain::event(position, &mv))
        };
    }
    if position.die == Die::Due {
        return Err(RuleError::illegal(
            "The die must be rolled before the move.",
        ));
    }
    notation::read_among(position, &position.legal(), text)
}
