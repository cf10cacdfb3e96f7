//! Why a piece cannot be put on the board, or a Shogi piece not be promoted.

use super::super::board::Cube;
use super::super::describe::with_article;
use super::super::moves::Move;
use super::super::notation::write;
use super::super::pieces::{Role, seat_name};
use super::super::position::TowerGame;
use super::super::shogi::BarredDrop;
use super::super::twist::Field;
use crate::notation::ParsedMove;
use crate::rules::RuleError;
use crate::rules::wording::capital;

const UNPROMOTED: &str = "Pieces are dropped unpromoted.";

impl TowerGame {
    /// Why nothing can be put on a cube so.
    pub(super) fn why_no_drop(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let refuse = |sentence: String| RuleError::illegal(sentence).at([to]);
        if self.rules.shogi {
            return self.why_no_shogi_drop(wanted, to);
        }
        if self.effects.is_none() {
            return RuleError::illegal("Pieces are dropped only in the Shogi Tower Game.");
        }
        let source = self.in_force().find(|mutator| mutator.field().is_some());
        let Some(source) = source.filter(|mutator| mutator.field() != Some(Field::Left)) else {
            return refuse("Nothing is dropped in this game.".to_owned());
        };
        if !self.is_placing() && source.places() {
            return refuse("Anywhere: every piece is placed, so now they move.".to_owned());
        }
        let named = wanted
            .letter
            .as_deref()
            .and_then(|text| self.piece_named(text));
        let Some(piece) = named.filter(|piece| piece.second.is_none()) else {
            return RuleError::unreadable(format!(
                "Say which piece is put on the board, as in N@{to}."
            ));
        };
        let name = piece.name(&self.rules);
        if let Some(other) = self.piece(to) {
            return refuse(format!(
                "Pieces are put on empty cubes, and {} is on {to}.",
                with_article(&other.name(&self.rules))
            ));
        }
        let mut moves = self.free_moves();
        moves.retain(|mv| mv.from.is_none() && mv.piece == piece && mv.to == to);
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        if self.is_placing() {
            let hand = self.hands[self.turn.index()];
            if hand.count(piece.role) == 0 {
                return refuse(format!("{} has no {name} to place.", seat_name(self.turn)));
            }
            if hand.count(Role::King) > 0 && piece.role != Role::King {
                return refuse("Anywhere: the king is placed first.".to_owned());
            }
            return refuse(format!("Anywhere: {to} is not in your own half."));
        }
        if !self.may_drop(piece.role, to) {
            return refuse(format!(
                "A pawn may not be put on {to}, on the first or last rank."
            ));
        }
        if source.field() == Some(Field::Prison) {
            return refuse(self.why_not_freed(piece.role, to));
        }
        refuse(format!(
            "{} has no {name} to drop. {}",
            seat_name(self.turn),
            source.rule()
        ))
    }

    /// That pieces are placed before any moves.
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

    /// Why a piece cannot be dropped in Shogi.
    fn why_no_shogi_drop(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let refuse = |sentence: String| RuleError::illegal(sentence).at([to]);
        let named = wanted.letter.as_deref();
        let Some(piece) = named.and_then(|letter| self.piece_named(letter)) else {
            return RuleError::unreadable(format!("Say which piece is dropped, as in P@{to}."));
        };
        if piece.promoted {
            return refuse(UNPROMOTED.to_owned());
        }
        let name = piece.name(&self.rules);
        if let Some(barred) = self.bars_drop(piece, to) {
            return refuse(match barred {
                BarredDrop::NotInHand => {
                    format!("{} has no {name} in hand.", seat_name(self.turn))
                }
                BarredDrop::Taken(other) => format!(
                    "Pieces are dropped on empty cubes, and {} is on {to}.",
                    with_article(&other.name(&self.rules))
                ),
                BarredDrop::DeadEnd => format!(
                    "{} may not be dropped on {to}, where it could never move again.",
                    capital(&with_article(&name))
                ),
                BarredDrop::TwoPawns(pawn) => format!(
                    "Two pawns (nifu): you have an unpromoted pawn on {pawn} already, on the same file."
                ),
            });
        }
        let mv = Move::drop(self.turn, piece.role, to);
        match self.bar(&mv, &self.check_info()) {
            Some(bar) => self.why_bar(&mv, bar),
            None => refuse(format!("Written {}.", write(&mv))),
        }
    }

    /// Why a Shogi move that was found may not promote, or may not but promote.
    pub(in super::super) fn why_not_promoted(&self, mv: &Move, promotes: bool) -> RuleError {
        let name = mv.piece.name(&self.rules);
        let sentence = if !promotes {
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
                "The {name} is promoted only by a move that begins or ends in the last three ranks, which {} is not.",
                mv.to
            )
        };
        RuleError::illegal(sentence).suggest(vec![write(mv)])
    }
}
