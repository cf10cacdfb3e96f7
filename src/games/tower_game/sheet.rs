//! The pieces by themselves, for the sheet of pieces.

use super::TowerGame;
use super::board::Cube;
use super::options::Rules;
use super::pieces::{Piece, Role};
use super::scene::slice::{bare_slice, place};
use super::scene::token::token;
use crate::rules::Specimen;
use crate::scene::{Grid, Mark, Scene};

/// Every piece of the game, and in Shogi every promoted one too.
pub fn shown(rules: &Rules) -> Vec<Piece> {
    let mut pieces = pieces(rules);
    if rules.shogi {
        // All generals by promotion move alike: the pawn's stands for them.
        let promoted = [Role::Rook, Role::Bishop, Role::Merchant, Role::Pawn];
        pieces.extend(promoted.map(|role| Piece {
            promoted: true,
            ..Piece::new(rules.bottom(), role)
        }));
    }
    pieces
}

/// The names and letters of pieces.
pub fn names(pieces: &[Piece], rules: &Rules) -> Vec<(String, String)> {
    let named = |piece: &Piece| (piece.name(rules).to_owned(), piece.letter().into_owned());
    pieces.iter().map(named).collect()
}

/// Every piece that [`shown`] lists, with what it can do.
pub fn specimens(game: &TowerGame) -> Vec<Specimen> {
    alone(game.rules, shown(&game.rules), |rules, pieces| {
        let mut shown = TowerGame::empty(rules);
        let mut moves = Vec::new();
        for (cube, piece) in pieces {
            shown.set(*cube, Some(*piece));
        }
        if let Some((own, piece)) = pieces.first() {
            shown.moves_from(*own, *piece, &mut moves);
        }
        moves.iter().map(|mv| (mv.to, mv.captured)).collect()
    })
}

/// Every piece of these rules, of the side that starts on rank 1.
pub fn pieces(rules: &Rules) -> Vec<Piece> {
    let roles = Role::ALL.into_iter().filter(|role| role.is_in(rules));
    let seat = rules.bottom();
    roles.map(|role| Piece::new(seat, role)).collect()
}

/// Pieces each by itself in the middle of the tower, with what it can do there. `moves` says where the first of the pieces
/// on a board goes, and what it captures there. The tower has walls: what goes through them is said by the rules.
pub fn alone(
    mut rules: Rules,
    pieces: Vec<Piece>,
    moves: impl Fn(Rules, &[(Cube, Piece)]) -> Vec<(Cube, Option<Cube>)>,
) -> Vec<Specimen> {
    rules.space.toroidal = false;
    let Some(own) = Cube::new(2, 2, rules.space.ranks / 2) else {
        return Vec::new();
    };
    let specimen = |piece: Piece| {
        let goes = moves(rules, &[(own, piece)]);
        let goes: Vec<Cube> = goes.into_iter().map(|(to, _)| to).collect();
        let enemy = Piece::new(piece.seat.other(), Role::Pawn);
        let is_captured = |cube: &Cube| {
            let moves = moves(rules, &[(own, piece), (*cube, enemy)]);
            moves.iter().any(|(_, captured)| *captured == Some(*cube))
        };
        let others = rules.space.cubes().filter(|cube| *cube != own);
        let captured: Vec<Cube> = others.filter(is_captured).collect();
        let marks = [(&goes, Mark::Reach), (&captured, Mark::Capture)];
        let scene = board(&rules, own, piece, marks);
        let name = piece.name(&rules);
        let mut specimen = Specimen::new(name, piece.letter(), scene, []);
        // What is promoted has a plus before its letter, and all generals are known by their first names.
        let short = name.trim_start_matches("promoted ");
        short
            .trim_end_matches(" general")
            .clone_into(&mut specimen.heading);
        specimen
    };
    pieces.into_iter().map(specimen).collect()
}

/// The slices, the highest first, with the piece and what it can do.
fn board(rules: &Rules, own: Cube, piece: Piece, marks: [(&Vec<Cube>, Mark); 2]) -> Scene {
    let ranks = rules.space.ranks;
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
    let (x, y) = place(cube, false);
    let slice = grids.get_mut(usize::from(ranks - 1 - cube.rank()));
    if let Some(cell) = slice.and_then(|grid| grid.cell_mut(x, y))
        && !cell.marks.contains(&mark)
    {
        cell.marks.push(mark);
    }
}
