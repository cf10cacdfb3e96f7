//! Marseillais: two moves a turn, with one piece or two.
//!
//! Source: 1925; balanced by Robert Bruce, 1963: White's first turn has one move.
//!
//! - Every move is a separate entry. A first move that gives check ends the turn; so does a move that leaves no second,
//!   or that ends the game. Neither move may leave the own king attacked.
//! - En passant: with the first move, and with the second right after another such capture, against any double step of
//!   the enemy's last turn whose pawn is still on its cube and whose passed cube is empty. Where two Berlin pawns have
//!   passed the same cube, the captor names the pawn.
//! - With another mutator each of the two is a whole move with all that follows it.

use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Field, Page};

/// See the top of the file.
pub struct Marseillais;

impl Mutator for Marseillais {
    fn key(&self) -> &'static str {
        "marseillais"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Turn
    }

    fn rule(&self) -> &'static str {
        "Marseillais: two moves a turn, with one piece or two; White's first turn has one. A first move that gives check ends the \
         turn."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "A turn has **two moves**, with one piece or with two. Only White's first turn has one. A first move \
                   that gives check ends the turn. After each of the two moves your king must be safe.\n\nEn passant is \
                   possible with the first move; with the second one only right after another such capture.",
            shown: "One turn of White: the rook went from aa1 to aa3, then the knight from ca1 to cb3.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R1N2 w - - 2 0",
                "Raa1-aa3 Nca1-cb3",
                "",
            ],
            ranks: &[3, 1],
        }
    }

    fn field(&self) -> Option<Field> {
        Some(Field::Left)
    }

    fn keeps_passed(&self) -> bool {
        true
    }

    fn keeps_turn(&self, game: &mut TowerGame) -> bool {
        if game.left < 2 {
            return false;
        }
        game.left = 1;
        game.end().is_none() && !game.in_check(game.turn.other()) && game.can_move()
    }
}
