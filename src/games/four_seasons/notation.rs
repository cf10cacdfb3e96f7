//! Notation of the entries of the move list: pieces' moves, `roll:4`, `drop:green`.

use super::board::{Role, SEATS, Square, drop_text, seat_name};
use super::die::Die;
use super::moves::Move;
use super::position::FourSeasons;
use super::{board, describe, explain};
use crate::notation::{self, MoveText, ParsedMove};
use crate::rules::{Notation, Position, RuleError};

impl Notation for FourSeasons {
    fn exact(&self, text: &str) -> Option<Move> {
        let mv = event(text).or_else(|| {
            let origin = text.get(1..3).and_then(Square::parse)?;
            let to = text.get(4..6).and_then(Square::parse)?;
            Some(Move::Piece { from: origin, to })
        })?;
        (self.is_legal(&mv) && self.write(&mv) == text).then_some(mv)
    }

    /// Reads an entry leniently.
    ///
    /// # Errors
    /// The text is unreadable, illegal or ambiguous.
    fn read(&self, text: &str) -> Result<Move, RuleError> {
        if let Some(mv) = event(&notation::strip(text)) {
            return if self.is_legal(&mv) {
                Ok(mv)
            } else {
                Err(explain::event(self, &mv))
            };
        }
        if let Some(refusal) = explain::no_such_throw(&notation::strip(text)) {
            return Err(refusal);
        }
        if self.die == Die::Due {
            return Err(RuleError::illegal(
                "The die must be rolled before the move.",
            ));
        }
        notation::read_among(self, &self.legal_moves(), text)
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        let bare = |to: String, tail: String| MoveText {
            letter: "".into(),
            from: "".into(),
            op: ':',
            to: to.into(),
            promotion: None,
            tail,
        };
        match *mv {
            Move::Piece { from, to } => {
                let piece = self.board.get(from);
                let promotes = piece.is_some_and(
                    |piece| matches!(piece.role, Role::Pawn(facing) if facing.is_far(to)),
                );
                MoveText {
                    letter: piece
                        .map(|piece| notation::letter_text(piece.role.letter()))
                        .unwrap_or_default(),
                    from: from.name().into(),
                    op: if self.board.get(to).is_some() {
                        'x'
                    } else {
                        '-'
                    },
                    to: to.name().into(),
                    promotion: promotes.then_some("Q".into()),
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

    fn write(&self, mv: &Move) -> String {
        match mv {
            Move::Piece { .. } => self.move_text(mv).text(),
            Move::Roll(number) => format!("roll:{number}"),
            Move::Drop(seat) => drop_text(*seat),
        }
    }

    fn display(&self, mv: &Move) -> String {
        match mv {
            Move::Roll(number) => {
                let seat = board::seat_name(self.turn);
                format!("{seat} throws {number}: {}", describe::die_name(*number))
            }
            _ => self.write(mv),
        }
    }

    fn is_square(&self, text: &str) -> bool {
        board::Square::parse(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        matches!(text, "K" | "Q" | "R" | "N" | "B" | "P")
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        explain::piece(self, wanted)
    }
}

/// Reads a roll or a drop, in either case.
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
