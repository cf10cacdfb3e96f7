//! The pieces by themselves, for the sheet of pieces.

use super::TowerGame;
use super::board::Cube;
use super::men::{Man, Piece};
use super::scene::{bare_slice, place, token};
use crate::rules::sheet::Specimen;
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
    let plain = Piece::ALL
        .into_iter()
        .filter(|piece| piece.is_in(&rules))
        .map(|piece| Man::new(seat, piece));
    let mut men: Vec<Man> = plain.collect();
    if rules.shogi {
        // All generals by promotion move alike: the pawn's stands for them.
        let promoted = [Piece::Rook, Piece::Bishop, Piece::Merchant, Piece::Pawn];
        men.extend(promoted.map(|piece| Man {
            promoted: true,
            ..Man::new(seat, piece)
        }));
    }
    men.into_iter()
        .map(|man| {
            let reached = |enemy: Option<Cube>| {
                let mut shown = TowerGame::empty(rules);
                shown.men[own.index()] = Some(man);
                if let Some(cube) = enemy {
                    shown.men[cube.index()] = Some(Man::new(seat.other(), Piece::Pawn));
                }
                let mut moves = Vec::new();
                shown.moves_from(own, man, &mut moves);
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
            let scene = board(&TowerGame::empty(rules), own, man, marks);
            Specimen::new(man.name(&rules), man.letter(), scene, [])
        })
        .collect()
}

/// The slices, the highest first, with the piece and what it can do.
fn board(game: &TowerGame, own: Cube, man: Man, marks: [(&Vec<Cube>, Mark); 2]) -> Scene {
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
        cell.token = Some(token(&game.rules, man, None));
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
