//! The pieces by themselves, for the sheet of pieces.

use super::TowerGame;
use super::board::Cube;
use super::pieces::{Piece, Role};
use super::scene::{bare_slice, place, token};
use crate::rules::Specimen;
use crate::scene::{Grid, Mark, Scene};

/// Every piece in the middle of the tower, with what it can do there under this game's rules, and in Shogi every
/// promoted one too. The side is the one that starts on rank 1, and the tower has walls: what goes through them is said
/// by the rules.
pub fn specimens(game: &TowerGame) -> Vec<Specimen> {
    let mut rules = game.rules;
    rules.space.toroidal = false;
    let Some(own) = Cube::new(2, 2, rules.space.ranks / 2) else {
        return Vec::new();
    };
    let seat = rules.bottom();
    let plain = Role::ALL
        .into_iter()
        .filter(|role| role.is_in(&rules))
        .map(|role| Piece::new(seat, role));
    let mut pieces: Vec<Piece> = plain.collect();
    if rules.shogi {
        // All generals by promotion move alike: the pawn's stands for them.
        let promoted = [Role::Rook, Role::Bishop, Role::Merchant, Role::Pawn];
        pieces.extend(promoted.map(|role| Piece {
            promoted: true,
            ..Piece::new(seat, role)
        }));
    }
    pieces
        .into_iter()
        .map(|piece| {
            let reached = |enemy: Option<Cube>| {
                let mut shown = TowerGame::empty(rules);
                shown.pieces[own.index()] = Some(piece);
                if let Some(cube) = enemy {
                    shown.pieces[cube.index()] = Some(Piece::new(seat.other(), Role::Pawn));
                }
                let mut moves = Vec::new();
                shown.moves_from(own, piece, &mut moves);
                moves
            };
            let goes: Vec<Cube> = reached(None).iter().map(|mv| mv.to).collect();
            let others = rules.space.cubes().filter(|cube| *cube != own);
            let captured: Vec<Cube> = others
                .filter(|cube| {
                    reached(Some(*cube))
                        .iter()
                        .any(|mv| mv.captured == Some(*cube))
                })
                .collect();
            let marks = [(&goes, Mark::Reach), (&captured, Mark::Capture)];
            let scene = board(&TowerGame::empty(rules), own, piece, marks);
            Specimen::new(piece.name(&rules), piece.letter(), scene, [])
        })
        .collect()
}

/// The slices, the highest first, with the piece and what it can do.
fn board(game: &TowerGame, own: Cube, piece: Piece, marks: [(&Vec<Cube>, Mark); 2]) -> Scene {
    let ranks = game.rules.space.ranks;
    let mut grids: Vec<Grid> = (0..ranks)
        .rev()
        .map(|rank| bare_slice(rank, false))
        .collect();
    for (cubes, mark) in marks {
        for cube in cubes {
            add(&mut grids, ranks, *cube, mark);
        }
    }
    add(&mut grids, ranks, own, Mark::Chosen);
    let (x, y) = place(own, false);
    let slice = grids.get_mut(usize::from(ranks - 1 - own.rank()));
    if let Some(cell) = slice.and_then(|grid| grid.cell_mut(x, y)) {
        cell.token = Some(token(&game.rules, piece, None));
    }
    Scene {
        grids,
        columns: 3,
        cell: 56,
        trays: Vec::new(),
        turn: None,
    }
}

/// Marks a cube, once.
fn add(grids: &mut [Grid], ranks: u8, cube: Cube, mark: Mark) {
    let (x, y) = place(cube, false);
    let slice = grids.get_mut(usize::from(ranks - 1 - cube.rank()));
    if let Some(cell) = slice.and_then(|grid| grid.cell_mut(x, y))
        && !cell.marks.contains(&mark)
    {
        cell.marks.push(mark);
    }
}
