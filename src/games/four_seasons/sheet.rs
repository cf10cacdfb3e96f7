//! The pieces by themselves, for the sheet of pieces.

use super::board::{Board, Facing, Man, Rank, Square};
use super::position::FourSeasons;
use super::scene;
use crate::rules::Seat;
use crate::rules::sheet::Specimen;

/// Every piece on d4, with what it can do. Pawns face up the board here.
pub fn specimens(game: &FourSeasons) -> Vec<Specimen> {
    let Some(own) = Square::parse("d4") else {
        return Vec::new();
    };
    let ranks = [
        Rank::King,
        Rank::Rook,
        Rank::Knight,
        Rank::Bishop,
        Rank::Queen,
        Rank::Pawn(Facing::Up),
    ];
    ranks
        .into_iter()
        .map(|rank| {
            let board = |enemy: Option<Square>| {
                let man = |owner, rank| {
                    Some(Man {
                        owner: Some(owner),
                        rank,
                        former: None,
                    })
                };
                let mut shown = game.clone();
                shown.board = Board::empty();
                shown.board.set(own, man(Seat(0), rank));
                if let Some(square) = enemy {
                    shown.board.set(square, man(Seat(1), Rank::Queen));
                }
                scene::lesson(&shown, Some(&own.to_string()))
            };
            let enemies = Square::all().filter(|square| *square != own);
            let with_enemy = enemies.map(|square| board(Some(square)));
            Specimen::new(rank.name(), rank.letter(), board(None), with_enemy)
        })
        .collect()
}
