//! The pieces by themselves, for the sheet of pieces.

use super::board::Cube;
use super::options::Rules;
use super::pieces::{Piece, Role};
use super::position::TowerGame;
use super::scene::slice::{bare_slice, place};
use super::scene::token::token;
use crate::rules::Specimen;
use crate::scene::{Grid, Mark, Scene};

/// Every piece of the game, of the side that starts on rank 1, and in Shogi every promoted one too.
pub fn shown(game: &TowerGame) -> Vec<Piece> {
    let rules = &game.rules;
    let seat = rules.bottom();
    let mut roles: Vec<Role> = Role::ALL.to_vec();
    // Fools appear only by promotion.
    roles.retain(|role| {
        role.is_in(rules) && (*role != Role::Fool || game.promotions().contains(role))
    });
    let mut pieces: Vec<Piece> = roles.iter().map(|role| Piece::new(seat, *role)).collect();
    if rules.shogi {
        // All generals by promotion move alike: the pawn's represents them.
        let promoted = [Role::Rook, Role::Bishop, Role::Merchant, Role::Pawn];
        pieces.extend(promoted.map(|role| Piece {
            promoted: true,
            ..Piece::new(seat, role)
        }));
    }
    pieces
}

/// Specimens of the pieces, each alone in the middle of the tower with its moves. The tower has walls: the rules
/// explain movement through them.
pub fn specimens(game: &TowerGame) -> Vec<Specimen> {
    let mut rules = game.rules;
    rules.space.toroidal = false;
    let Some(own) = Cube::new(2, 2, rules.space.ranks / 2) else {
        return Vec::new();
    };
    let moves = |piece: Piece, other: Option<(Cube, Piece)>| {
        let mut alone = TowerGame::empty(rules, game.effects);
        alone.put(own, piece);
        if let Some((cube, other)) = other {
            alone.put(cube, other);
        }
        let mut moves = alone.pseudo_moves();
        moves.retain(|mv| mv.from == Some(own));
        moves
    };
    let specimen = |piece: Piece| {
        let goes: Vec<Cube> = moves(piece, None).iter().map(|mv| mv.to).collect();
        let enemy = Piece::new(piece.seat.other(), Role::Pawn);
        let is_captured = |cube: &Cube| {
            let moves = moves(piece, Some((*cube, enemy)));
            moves.iter().any(|mv| mv.captured() == Some(*cube))
        };
        let others = rules.space.cubes().filter(|cube| *cube != own);
        let captured: Vec<Cube> = others.filter(is_captured).collect();
        let marks = [(&goes, Mark::Reach), (&captured, Mark::Capture)];
        let scene = board(&rules, own, piece, marks);
        let name = piece.name(&rules);
        let mut specimen = Specimen::new(&name, piece.letter(), scene, []);
        // Promoted pieces have a plus before their letter; generals go by their first names.
        let short = name.trim_start_matches("promoted ");
        short
            .trim_end_matches(" general")
            .clone_into(&mut specimen.heading);
        specimen
    };
    shown(game).into_iter().map(specimen).collect()
}

/// The slices, the highest first, with the piece and its moves.
fn board(rules: &Rules, own: Cube, piece: Piece, marks: [(&Vec<Cube>, Mark); 2]) -> Scene {
    let ranks = rules.space.ranks;
    let mut grids: Vec<Grid> = (0..ranks).rev().map(bare_slice).collect();
    for (cubes, mark) in marks {
        for cube in cubes {
            add(&mut grids, ranks, *cube, mark);
        }
    }
    add(&mut grids, ranks, own, Mark::Chosen);
    let (x, y) = place(own);
    let slice = grids.get_mut(usize::from(ranks - 1 - own.rank()));
    if let Some(cell) = slice.and_then(|grid| grid.cell_mut(x, y)) {
        cell.token = Some(token(rules, piece, None));
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
    let (x, y) = place(cube);
    let slice = grids.get_mut(usize::from(ranks - 1 - cube.rank()));
    if let Some(cell) = slice.and_then(|grid| grid.cell_mut(x, y))
        && !cell.marks.contains(&mark)
    {
        cell.marks.push(mark);
    }
}
