//! Specimens of the pieces, for the sheet of pieces.

use super::board::{Board, Facing, Piece, Role, Square};
use super::position::FourSeasons;
use super::scene;
use crate::rules::Seat;
use crate::rules::Specimen;

/// Roles of the sheet, with a pawn that faces up the board.
pub const ROLES: [Role; 6] = [
    Role::King,
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::Pawn(Facing::Up),
];

/// Returns every role on d4, with its moves.
pub fn specimens(game: &FourSeasons) -> Vec<Specimen> {
    let Some(own) = Square::parse("d4") else {
        return Vec::new();
    };
    ROLES
        .into_iter()
        .map(|role| {
            let board = |enemy: Option<Square>| {
                let piece = |owner, role| {
                    Some(Piece {
                        owner: Some(owner),
                        role,
                        former: None,
                    })
                };
                let mut shown = game.clone();
                shown.board = Board::empty();
                shown.extra_state.trail = None;
                shown.board.set(own, piece(Seat(0), role));
                if let Some(square) = enemy {
                    shown.board.set(square, piece(Seat(1), Role::Queen));
                }
                scene::lesson(&shown, Some(&own.to_string()))
            };
            let enemies = Square::all().filter(|square| *square != own);
            let with_enemy = enemies.map(|square| board(Some(square)));
            Specimen::new(role.name(), role.letter(), board(None), with_enemy)
        })
        .collect()
}
