//! Specimens of the pieces, for the sheet of pieces.

use super::board::{Board, Cell, PROMOTIONS, Piece, Role};
use super::position::FourFold;
use crate::rules::Specimen;
use crate::rules::{Depict, Seat};
use crate::scene::View;

/// Returns the king, the roles that a pawn may promote to, and the pawn.
pub fn roles() -> impl Iterator<Item = Role> {
    let others = PROMOTIONS.into_iter().chain([Role::Pawn]);
    [Role::King].into_iter().chain(others)
}

/// Returns every role on h8, with its moves alone.
pub fn specimens() -> Vec<Specimen> {
    let Some(own) = Cell::parse("h8") else {
        return Vec::new();
    };
    roles()
        .map(|role| {
            let board = |enemy: Option<Cell>| {
                let mut board = Board::empty();
                let piece = |seat, role| Some(Piece { seat, role });
                board.set(own, piece(Seat::WHITE, role));
                if let Some(cell) = enemy {
                    board.set(cell, piece(Seat::BLACK, Role::Pawn));
                }
                let position = FourFold {
                    board,
                    turn: Seat::WHITE,
                    no_progress: 0,
                };
                let view = View {
                    reach: Some(own.to_string()),
                    ..View::default()
                };
                position.scene(None, &view)
            };
            // Captures are possible only here: riders capture along their lines, other pieces nearby.
            let within = |cell: &Cell| {
                let (dx, dy) = ((cell.x() - own.x()).abs(), (cell.y() - own.y()).abs());
                *cell != own && (dx.max(dy) <= 3 || dx == 0 || dy == 0 || dx == dy)
            };
            let with_enemy = Cell::all().filter(within).map(|cell| board(Some(cell)));
            Specimen::new(role.name(), role.letter(), board(None), with_enemy)
        })
        .collect()
}
