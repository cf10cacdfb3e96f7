//! Alice: two towers, and every move goes through the looking-glass.
//!
//! Source: V. R. Parton, 1953.
//!
//! - All pieces start on board A. A piece moves and captures on its own board, then goes over to the corresponding cube
//!   of the other board, which must be empty. Pieces of the other board block only that landing, no line.
//! - A move must also be legal on the board where it is made: if the own king is there, he may not be attacked between
//!   the move and the going over; and at the end he may not be attacked on his board.
//! - Castling from A only, judged there; king and rook go over, so both cubes must be empty on B. Promotion on both
//!   boards.
//! - Ruling: no en passant, since sources differ and the pawn that made the double step is on the other board.

use super::super::moves::{Bar, Move, MoveKind, beside};
use super::super::pieces::Piece;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Alice;

impl Mutator for Alice {
    fn key(&self) -> &'static str {
        "alice"
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Alice: there are two boards, A and B. A piece moves and captures on its own board, then goes over to the same square of \
         the other one, which must be empty."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "There are two towers, **A** and **B**. All pieces start on A. A piece moves on its own board as \
                   usual, then it **goes over** to the same square of the other board. That square must be empty. Apart \
                   from it, pieces of the other board are in nobody's way.\n\nYour king must be safe twice. On the \
                   board of the move he must not be attacked before your piece goes over, if he is there. At the \
                   end he must not be attacked where he is then. You can castle only on A. There is no en passant.",
            shown: "The rook went from aa1 to aa3 on A and then over to aa3 on B. On A it is drawn faintly: no piece of \
                    A can end its move on that square.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
                "Raa1-aa3",
                "",
            ],
            ranks: &[3, 1],
        }
    }

    fn has_board_b(&self) -> bool {
        true
    }

    fn passes(&self) -> bool {
        false
    }

    fn bar_midway(&self, _before: &TowerGame, midway: &TowerGame, mv: &Move) -> Option<Bar> {
        // Castling is judged by its three cubes.
        if mv.kind == MoveKind::Castles {
            return None;
        }
        midway.exposed_midway(mv).map(Bar::ExposedMidway)
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, _captured: Option<Piece>) {
        let rook = (mv.kind == MoveKind::Castles).then(|| beside(mv.to));
        for cube in [Some(mv.to), rook].into_iter().flatten() {
            if let Some(piece) = game.take(cube) {
                game.put(
                    cube,
                    Piece {
                        board: piece.board.other(),
                        ..piece
                    },
                );
            }
        }
    }

    fn in_words(&self, _game: &TowerGame, mv: &Move) -> Option<String> {
        Some(format!(
            "goes over to board {}",
            mv.piece.board.other().name()
        ))
    }
}
