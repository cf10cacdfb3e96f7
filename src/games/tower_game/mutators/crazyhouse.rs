//! Crazyhouse: captured pieces change sides and are dropped.
//!
//! Source: the chess servers, as FICS plays it.
//!
//! - A captured piece goes to the captor's hand and changes sides, a promoted one as a pawn. Instead of a move, drop
//!   one on any empty cube, with check or mate too; pawns not on the first or the last rank; from the second they have
//!   the double step.
//! - Dropped rooks do not castle.
//! - Ruling: none of the Shogi Tower's bans (two pawns on a file, mate by a dropped pawn).

use super::super::moves::Move;
use super::super::pieces::Piece;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Field, Page};

/// See the top of the file.
pub struct Crazyhouse;

impl Mutator for Crazyhouse {
    fn key(&self) -> &'static str {
        "crazyhouse"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Crazyhouse: a captured piece is yours, a promoted one as a pawn. Instead of moving, drop one on an empty square, as in \
         N@cc5; pawns not on the first or last level."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "What you capture is **yours**. It changes its colour and goes to your hand, a promoted piece as a \
                   pawn. Instead of moving you can **drop** one on any empty square: `N@dc3`. A drop may give check, and \
                   even mate.\n\nPawns are not dropped on the first or the last level. From the second level a dropped \
                   pawn may go two steps. A dropped rook cannot castle. A promoted piece carries a mark, because it \
                   goes to the hand as a pawn.",
            shown: "White has a knight in hand. A dot is where it can be dropped.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|4K/5/5/5/5 w - - N1 0",
                "",
                "N@",
            ],
            ranks: &[3, 2],
        }
    }

    fn field(&self) -> Option<Field> {
        Some(Field::Hand)
    }

    fn remembers_pawns(&self) -> bool {
        true
    }

    fn moves(&self, game: &TowerGame, moves: &mut Vec<Move>) {
        game.drops(game.hands[game.turn.index()], moves);
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, captured: Option<Piece>) {
        let hand = &mut game.hands[mv.piece.seat.index()];
        if mv.from.is_none() {
            hand.remove(mv.piece.role);
        }
        if let Some(piece) = captured {
            hand.add(piece.in_hand());
        }
    }
}
