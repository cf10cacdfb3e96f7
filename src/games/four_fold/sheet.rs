//! The pieces by themselves, for the sheet of pieces.

use super::board::{Board, Cell, Man, PROMOTIONS, Rank};
use super::position::FourFold;
use super::scene;
use crate::rules::Seat;
use crate::rules::sheet::Specimen;
use crate::scene::View;

/// Every piece on h8, with what it can do alone.
pub fn specimens() -> Vec<Specimen> {
    let Some(own) = Cell::parse("h8") else {
        return Vec::new();
    };
    let ranks = [Rank::King]
        .into_iter()
        .chain(PROMOTIONS)
        .chain([Rank::Pawn]);
    ranks
        .map(|rank| {
            let board = |enemy: Option<Cell>| {
                let mut board = Board::empty();
                let man = |side, rank| Some(Man { side, rank });
                board.set(own, man(Seat::WHITE, rank));
                if let Some(cell) = enemy {
                    board.set(cell, man(Seat::BLACK, Rank::Pawn));
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
                scene::board(&position, None, &view)
            };
            let near = |cell: &Cell| {
                let (dx, dy) = (cell.x() - own.x(), cell.y() - own.y());
                *cell != own && dx.abs() <= 3 && dy.abs() <= 3
            };
            let with_enemy = Cell::all().filter(near).map(|cell| board(Some(cell)));
            Specimen::new(rank.name(), rank.letter(), board(None), with_enemy)
        })
        .collect()
}
