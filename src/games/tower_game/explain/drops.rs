//! Reasons why a piece cannot be put on the board, or a Shogi piece cannot be promoted.

use super::super::board::Cube;
use super::super::describe::with_article;
use super::super::moves::Move;
use super::super::notation::write;
use super::super::pieces::{Role, seat_name};
use super::super::position::{Mutator, TowerGame};
use super::super::twist::Field;
use crate::notation::ParsedMove;
use crate::rules::RuleError;
use crate::rules::wording::capital;

const UNPROMOTED: &str = "Pieces are dropped unpromoted.";

impl TowerGame {
    /// Explains why the drop on a cube is impossible.
    pub(super) fn why_no_drop(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let refuse = |sentence: String| RuleError::illegal(sentence).at([to]);
        let source = self.in_force().find(|mutator| mutator.field().is_some());
        let source = source.filter(|mutator| mutator.field() != Some(Field::Left));
        if source.is_none() && !self.rules.shogi {
            return refuse(if self.effects.is_none() {
                "Pieces are dropped only in the Shogi Tower Game.".to_owned()
            } else {
                "Nothing is dropped in this game.".to_owned()
            });
        }
        if !self.is_placing() && source.is_some_and(Mutator::places) {
            return refuse("Anywhere: every piece is placed, so now they move.".to_owned());
        }
        let named = wanted.letter.as_deref();
        let named = named.and_then(|text| self.piece_named(text));
        let Some(piece) = named.filter(|piece| piece.second.is_none()) else {
            return RuleError::unreadable(format!(
                "Say which piece is put on the board, as in N@{to}."
            ));
        };
        if piece.promoted {
            return refuse(UNPROMOTED.to_owned());
        }
        let (side, name) = (seat_name(self.turn), piece.name(&self.rules));
        if self.rules.shogi && self.hands[self.turn.index()].count(piece.role) == 0 {
            return refuse(format!("{side} has no {name} in hand."));
        }
        if let Some(other) = self.get(to) {
            return refuse(format!(
                "Pieces are put on empty squares, and {} is on {to}.",
                with_article(&other.name(&self.rules))
            ));
        }
        let mut moves = self.free_moves();
        moves.retain(|mv| mv.from.is_none() && mv.piece == piece && mv.to == to);
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        let Some(source) = source else {
            return refuse(match self.pawn_of_file(self.turn, to) {
                Some(pawn) if !self.is_dead_end(piece, to) => format!(
                    "Two pawns (nifu): you have an unpromoted pawn on {pawn} already, on the same file."
                ),
                _ => format!(
                    "{} may not be dropped on {to}, where it could never move again.",
                    capital(&with_article(&name))
                ),
            });
        };
        if self.is_placing() {
            let hand = self.hands[self.turn.index()];
            if hand.count(piece.role) == 0 {
                return refuse(format!("{side} has no {name} to place."));
            }
            if hand.count(Role::King) > 0 && piece.role != Role::King {
                return refuse("Anywhere: the king is placed first.".to_owned());
            }
            return refuse(format!("Anywhere: {to} is not in your own half."));
        }
        if !self.may_drop(piece.role, to) {
            return refuse(format!(
                "A pawn may not be put on {to}, on the first or last level."
            ));
        }
        if source.field() == Some(Field::Prison) {
            return refuse(self.why_not_freed(piece.role, to));
        }
        refuse(format!("{side} has no {name} to drop. {}", source.rule()))
    }

    /// Explains that pieces are placed before any moves.
    pub(super) fn why_placing(&self) -> RuleError {
        let hand = self.hands[self.turn.index()];
        let next = match hand.count(Role::King) {
            0 => hand.iter().next().map(|(role, _)| role),
            _ => Some(Role::King),
        };
        let example = next.map_or(String::new(), |role| {
            format!(", as in {}@{}", role.letter(), self.king_home(self.turn))
        });
        RuleError::illegal(format!(
            "Anywhere: nobody moves before every piece is placed. {} places a piece on their own half{example}; {} left.",
            seat_name(self.turn),
            hand.total()
        ))
    }

    /// Explains why a Shogi move must promote, or why it may not.
    pub(in super::super) fn why_not_promoted(&self, mv: &Move) -> RuleError {
        let name = mv.piece.name(&self.rules);
        let sentence = if mv.plus {
            format!(
                "The {name} must be promoted on {}: it could never move again.",
                mv.to
            )
        } else if mv.from.is_none() {
            UNPROMOTED.to_owned()
        } else if mv.piece.promoted || mv.piece.role == Role::King {
            format!("The {name} cannot be promoted.")
        } else {
            format!(
                "The {name} is promoted only by a move that begins or ends in the last three levels, which {} is not.",
                mv.to
            )
        };
        RuleError::illegal(sentence).suggest(vec![write(mv)])
    }
}
