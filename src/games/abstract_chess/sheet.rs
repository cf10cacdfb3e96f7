//! Specimens of the pieces, for the sheet of pieces.

use super::AbstractChess;
use super::board::{Board, Piece, Role, Square};
use crate::rules::Specimen;
use crate::rules::{Depict, Seat};
use crate::scene::View;

/// Returns every stack from the lowest, and the royal stone.
pub fn roles() -> impl Iterator<Item = Role> {
    (1..=Role::MOST).map(Role::Stack).chain([Role::Royal])
}

/// Returns every role on d4, with its moves under the rules of this game.
pub fn specimens(game: &AbstractChess) -> Vec<Specimen> {
    let Some(own) = Square::parse("d4") else {
        return Vec::new();
    };
    roles()
        .map(|role| {
            let piece = |seat, role| Some(Piece { seat, role });
            let board = |enemy: Option<Square>| {
                let mut shown = game.clone();
                shown.board = Board::empty();
                shown.board.put(own, piece(Seat::WHITE, role));
                if let Some(square) = enemy {
                    shown.board.put(square, piece(Seat::BLACK, Role::Stack(1)));
                }
                let view = View {
                    reach: Some(own.to_string()),
                    ..View::default()
                };
                shown.scene(None, &view)
            };
            let enemies = Square::all().filter(|square| *square != own);
            let with_enemy = enemies.map(|square| board(Some(square)));
            Specimen::new(role.name(), role.letter(), board(None), with_enemy)
        })
        .collect()
}
