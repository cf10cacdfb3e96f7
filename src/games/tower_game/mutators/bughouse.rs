//! Bughouse: two towers, four players, two teams.
//!
//! Source: FICS. The match of two boards is [`super::super::table_of_four`]; this file has the rules on each board:
//! Crazyhouse, but captured pieces go to the partner on the other board.

use super::super::moves::Move;
use super::super::pieces::Piece;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Field, Page};

/// Its key.
pub const KEY: &str = "bughouse";

/// See the top of the file.
pub struct Bughouse;

impl Mutator for Bughouse {
    fn key(&self) -> &'static str {
        KEY
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Bughouse: what you capture goes to your partner's hand on the other board. Instead of moving, drop one on an empty \
         square, as in N@cc5."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Two towers, **A** and **B**, and two teams of two. White on A (`white-a`) and Black on B (`black-b`) \
                   play together against White on B (`white-b`) and Black on A (`black-a`). What you capture goes to \
                   your **partner's hand** on the other board, a promoted piece as a pawn. It keeps its colour, which \
                   is your partner's.\n\nInstead of moving you can drop a piece from your hand on your own board: \
                   `N@dc3`. Pawns are not dropped on the first or the last level.\n\nThe turns go white-a, white-b, \
                   black-a, black-b. The first checkmate ends the game on both boards. Mate is judged when the turn of \
                   the player in check comes, with what is in the hand then: the partner may have sent a piece. A \
                   player who is not in check and cannot move is skipped.",
            shown: "On A white-a took a knight on aa3 with the rook. It went to the hand of black-b, who can drop it on \
                    the squares of B with a dot.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/n4|5/5/5/5/5|4K/5/5/5/R4 4k/5/5/5/5|5/5/5/5/5|5/5/2P2/5/5|5/5/5/5/5|4K/5/5/5/5 wa - - - - - - 0",
                "A:Raa1xaa3 B:Kee1-ed1 A:Kee5-ed5",
                "N@",
            ],
            ranks: &[3, 1],
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

    fn follow(&self, game: &mut TowerGame, mv: &Move, _captured: Option<Piece>) {
        if mv.from.is_none() {
            game.hands[mv.piece.seat.index()].remove(mv.piece.role);
        }
    }
}
