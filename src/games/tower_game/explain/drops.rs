//! Why a piece cannot be dropped, or a Shogi piece not be promoted.

use super::super::TowerGame;
use super::super::board::Cube;
use super::super::describe::with_article;
use super::super::moves::Move;
use super::super::notation::move_text;
use super::super::pieces::{Piece, Role};
use super::super::shogi::BarredDrop;
use super::seat_name;
use crate::notation::ParsedMove;
use crate::rules::RuleError;
use crate::rules::wording::capital;

const UNPROMOTED: &str = "Pieces are dropped unpromoted.";

impl TowerGame {
    /// Why nothing can be dropped so.
    pub(super) fn why_no_drop(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let refuse = |sentence: String| RuleError::illegal(sentence).at([to]);
        if !self.rules.shogi {
            return RuleError::illegal("Pieces are dropped only in the Shogi Tower Game.");
        }
        let Some((role, promoted)) = wanted
            .letter
            .as_deref()
            .and_then(|letter| self.piece_named(letter))
        else {
            return RuleError::unreadable(format!("Say which piece is dropped, as in P@{to}."));
        };
        if promoted {
            return refuse(UNPROMOTED.to_owned());
        }
        let piece = Piece::new(self.turn, role);
        let name = piece.name(&self.rules);
        if let Some(barred) = self.bars_drop(piece, to) {
            return refuse(match barred {
                BarredDrop::NotInHand => {
                    format!("{} has no {name} in hand.", seat_name(self.turn))
                }
                BarredDrop::Taken(other) => format!(
                    "Pieces are dropped on empty cubes, and {} is on {to}.",
                    with_article(other.name(&self.rules))
                ),
                BarredDrop::DeadEnd => format!(
                    "{} may not be dropped on {to}, where it could never move again.",
                    capital(&with_article(name))
                ),
                BarredDrop::TwoPawns(pawn) => format!(
                    "Two pawns (nifu): you have an unpromoted pawn on {pawn} already, on the same file."
                ),
            });
        }
        let mv = Move::drop(piece, to);
        if let Some(by) = self.exposed_to(&mv, &self.check_info(self.turn)) {
            return self.why_exposed(&mv, by);
        }
        if self.mates_by_pawn_drop(&mv) {
            return refuse("A pawn may not be dropped to give checkmate.".to_owned());
        }
        refuse(format!("Written {}.", move_text(&mv)))
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
        RuleError::illegal(sentence).suggest(vec![move_text(mv).text()])
    }
}
