//! The pieces by themselves, for the sheet of pieces.

use super::Stacks;
use super::board::{Board, Piece, Role, Square};
use crate::rules::Specimen;
use crate::rules::{Depict, Seat};
use crate::scene::View;

/// Every stack from the lowest, and the royal stone.
pub fn roles() -> impl Iterator<Item = Role> {
    (1..=Role::MOST).map(Role::Stack).chain([Role::Royal])
}

/// Every stack and the royal stone on d4, with what the rules of this game let them do.
pub fn specimens(game: &Stacks) -> Vec<Specimen> {
    let Some(own) = Square::read("d4") else {
        return Vec::new();
    };
    roles()
        .map(|body| {
            let piece = |owner, body| Some(Piece { owner, body });
            let board = |enemy: Option<Square>| {
                let mut shown = game.clone();
                shown.board = Board::empty();
                shown.board.put(own, piece(Seat::WHITE, body));
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
            Specimen::new(body.name(), body.letter(), board(None), with_enemy)
        })
        .collect()
}
