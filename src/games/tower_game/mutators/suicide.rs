//! Suicide: a side without pieces wins, and a side that can capture must.
//!
//! Source: FICS *Suicide Chess*. Any capture will do, en passant too. No castling.
//!
//! - If the side to move has no move, the side with fewer pieces wins; equal numbers are a draw.
//! - Inventor's page: "promotion to a Fool is not necessary, since you can promote to a King".
//! - Rulings: this is the game that is called Suicide, not Giveaway, where the side that cannot move always wins; the
//!   Tower's 3/4 is for kings that are hard to mate, and here nobody mates.

use super::super::moves::Move;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};
use super::extinction::winner;
use crate::rules::{Reason, Status};

/// See the top of the file.
pub struct Suicide;

impl Mutator for Suicide {
    fn key(&self) -> &'static str {
        "suicide"
    }

    fn changes(&self) -> Changes {
        Changes::Goal
    }

    fn rule(&self) -> &'static str {
        "Suicide: if you can capture, you must; the side with no pieces left wins. Kings are pieces like others."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "The side that has **lost everything wins**. If you can capture, you must; of several captures you \
                   may choose. The king is a piece like others: no check and no castling. Pawns can become kings, but \
                   not fools.\n\nIf you have pieces but no move, the side with fewer pieces wins; with the same number \
                   it is a draw.",
            shown: "White's rook can take the pawn on aa3, so it must.",
            board: [
                "5/5/2r2/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/2K2/5/R4 w - - 0",
                "",
                "aa1",
            ],
            ranks: &[3, 1],
        }
    }

    fn knows_check(&self, _game: &TowerGame) -> bool {
        false
    }

    fn castles(&self) -> bool {
        false
    }

    fn wants_loss(&self) -> bool {
        true
    }

    fn start(&self, game: &mut TowerGame) {
        game.castling = [[false; 4]; 2];
    }

    fn narrow(&self, moves: &mut Vec<Move>) {
        if moves.iter().any(|mv| mv.captured().is_some()) {
            moves.retain(|mv| mv.captured().is_some());
        }
    }

    fn end(&self, game: &TowerGame) -> Option<Status> {
        // If both have won, the mover counts: here the winner is the side with no pieces left.
        let seat = winner(game, |seat| game.pieces_of(seat.other()).next().is_none())?;
        Some(Status::Won {
            winner: seat,
            reason: Reason::GaveAll,
        })
    }

    fn stuck(&self, game: &TowerGame) -> Option<Status> {
        let pieces = |seat| game.pieces_of(seat).count();
        let (own, others) = (pieces(game.turn), pieces(game.turn.other()));
        Some(match own.cmp(&others) {
            std::cmp::Ordering::Equal => Status::Drawn(Reason::Stalemate),
            less => Status::Won {
                winner: if less.is_lt() {
                    game.turn
                } else {
                    game.turn.other()
                },
                reason: Reason::Stalemate,
            },
        })
    }
}
