//! Why a piece cannot be dropped, or a Shogi piece not be promoted.

use super::super::TowerGame;
use super::super::board::Cube;
use super::super::men::{Man, Piece};
use super::super::moves::Move;
use super::super::notation::spell;
use super::super::words::with_article;
use super::seat_name;
use crate::notation::Wanted;
use crate::rules::Rejection;
use crate::rules::wording::capital;

impl TowerGame {
    /// Why nothing can be dropped so.
    pub(super) fn why_no_drop(&self, wanted: &Wanted, to: Cube) -> Rejection {
        let refuse = |sentence: String| Rejection::illegal(sentence).at([to]);
        if !self.rules.shogi {
            return Rejection::illegal("Only in the Shogi Tower Game are pieces dropped.");
        }
        let Some((piece, promoted)) = wanted
            .letter
            .as_deref()
            .and_then(|letter| self.piece_named(letter))
        else {
            return Rejection::unreadable("Say which piece is dropped, as in P@cc5.");
        };
        if promoted {
            return refuse("Pieces are dropped unpromoted.".to_owned());
        }
        let man = Man::new(self.turn, piece);
        let name = man.name(&self.rules);
        if self.hands[self.turn.index()][piece as usize] == 0 {
            return refuse(format!("{} has no {name} in hand.", seat_name(self.turn)));
        }
        if let Some(other) = self.man(to) {
            return refuse(format!(
                "Pieces are dropped on empty cubes; on {to} stands {}.",
                with_article(other.name(&self.rules))
            ));
        }
        if self.is_dead_end(man, to) {
            return refuse(format!(
                "{} may not be dropped on {to}, where it could never move again.",
                capital(&with_article(name))
            ));
        }
        if piece == Piece::Pawn
            && let Some(pawn) = self.pawn_of_file(self.turn, to)
        {
            return refuse(format!(
                "Two pawns (nifu): you have an unpromoted pawn on {pawn} already, on the same file."
            ));
        }
        let mv = Move {
            man,
            from: None,
            to,
            captured: None,
            promotion: None,
            castles: false,
        };
        if let Some(by) = self.exposed_to(&mv, &self.guard(self.turn)) {
            return self.why_exposed(&mv, by);
        }
        if self.mates_by_pawn_drop(&mv) {
            return refuse("A pawn may not be dropped to give checkmate.".to_owned());
        }
        refuse(format!("Written {}.", spell(&mv)))
    }

    /// Why a Shogi move that was found may not promote, or may not but promote.
    pub(in super::super) fn why_not_promoted(&self, mv: &Move, promotes: bool) -> Rejection {
        let name = mv.man.name(&self.rules);
        let sentence = if !promotes {
            format!(
                "The {name} must be promoted on {}: it could never move again.",
                mv.to
            )
        } else if mv.from.is_none() {
            "Pieces are dropped unpromoted.".to_owned()
        } else if mv.man.promoted || mv.man.piece == Piece::King {
            format!("The {name} cannot be promoted.")
        } else {
            format!(
                "The {name} is promoted only by a move that begins or ends in the last three ranks, which {} is not.",
                mv.to
            )
        };
        Rejection::illegal(sentence).suggest(vec![spell(mv).to_string()])
    }
}
