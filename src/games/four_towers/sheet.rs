//! Specimens of the pieces, for the sheet of pieces.

use super::board::Square;
use super::pieces::{Board, Parts, Piece, Role};
use super::{EnPassant, FourTowers};
use crate::rules::Specimen;
use crate::rules::{Depict, Seat};
use crate::scene::View;

/// Returns every role on e5, in the middle of the middle arena, with its moves. Dragons have learned nothing yet.
pub fn specimens() -> Vec<Specimen> {
    let Some(own) = Square::parse("e5") else {
        return Vec::new();
    };
    Role::ALL
        .into_iter()
        .map(|role| {
            let board = |enemy: Option<Square>| {
                let mut board = Board::empty();
                let seat = Seat::WHITE;
                board.put(own, Piece { seat, role });
                if let Some(square) = enemy {
                    let (seat, role) = (Seat::BLACK, Role::Pawn);
                    board.put(square, Piece { seat, role });
                }
                let position = FourTowers {
                    board,
                    turn: Seat::WHITE,
                    memory: [Parts::NONE; 2],
                    passed: EnPassant::default(),
                    returning: None,
                    no_progress: 0,
                };
                let view = View {
                    reach: Some(own.to_string()),
                    ..View::default()
                };
                position.scene(None, &view)
            };
            let enemies = Square::all().filter(|square| *square != own);
            let with_enemy = enemies.map(|square| board(Some(square)));
            Specimen::new(role.name(), role.letter(), board(None), with_enemy)
        })
        .collect()
}
