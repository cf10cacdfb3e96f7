//! The slices of the tower: one grid for every rank.

use super::super::board::{Cube, WIDTH};
use super::super::options::Rules;
use super::super::pieces::seat_name;
use crate::rules::Seat;
use crate::scene::{Badge, Grid, Ground, Mark, Scene, TurnPlace};

/// An empty slice of a rank, as White sees it.
pub fn bare_slice(rank: u8) -> Grid {
    let mut grid = Grid::blank(WIDTH, WIDTH);
    for file in 0..WIDTH * WIDTH {
        let cube = Cube::on_file(file, rank);
        let (x, y) = place(cube);
        if let Some(cell) = grid.cell_mut(x, y) {
            cell.ground = ground(cube);
        }
    }
    grid.coordinates(letters(), letters().rev());
    grid.badge = Some(Badge {
        text: (rank + 1).to_string(),
        note: String::new(),
        lit: false,
    });
    grid
}

/// An empty slice of a rank, turned round.
pub fn turned_slice(rank: u8) -> Grid {
    let mut grid = bare_slice(rank);
    grid.cells.reverse();
    grid.labels.clear();
    grid.coordinates(letters().rev(), letters());
    grid
}

fn letters() -> impl DoubleEndedIterator<Item = String> {
    (b'a'..b'a' + WIDTH).map(|letter| char::from(letter).to_string())
}

/// The piece that a partial move is about, as a view asks for it.
pub fn reach_of(partial: &str) -> Option<String> {
    let role = partial.split(' ').next()?;
    let reach = match role.find('@') {
        Some(at) => role.get(..=at)?,
        None => role
            .trim_start_matches(|c: char| !c.is_ascii_lowercase())
            .get(..3)?,
    };
    Some(reach.to_owned())
}

/// The picture of a partial move, with goals marked only on its chosen rank, as in `Ncb1 rank 3`.
pub fn on_chosen_rank(mut scene: Scene, partial: &str) -> Scene {
    let Some((_, rank)) = partial.rsplit_once(" rank ") else {
        return scene;
    };
    let is_target = |mark: &Mark| matches!(mark, Mark::Reach | Mark::Capture | Mark::Special);
    for grid in &mut scene.grids {
        if grid.badge.as_ref().is_some_and(|badge| badge.text == rank) {
            continue;
        }
        for cell in grid.cells.iter_mut().flatten() {
            cell.marks.retain(|mark| !is_target(mark));
        }
    }
    scene
}

/// The place of a cube on its slice, as White sees it.
pub fn place(cube: Cube) -> (u8, u8) {
    (cube.column(), WIDTH - 1 - cube.row())
}

/// The ground of a cube: light where column, row and rank, from 0, add up to an even number.
fn ground(cube: Cube) -> Ground {
    if (cube.column() + cube.row() + cube.rank()).is_multiple_of(2) {
        Ground::Light
    } else {
        Ground::Dark
    }
}

/// The note next to the number in a slice's heading.
pub fn side_note(rules: &Rules, rank: u8) -> String {
    let sides = [Seat::WHITE, Seat::BLACK];
    let own = |own: u8| {
        sides
            .into_iter()
            .find(|seat| rank == rules.rank_for(*seat, own))
            .map(seat_name)
    };
    if let Some(side) = own(0) {
        return format!("{side} home");
    }
    if rules.shogi {
        return sides
            .into_iter()
            .find(|seat| rules.last_rank(*seat).abs_diff(rank) < 3)
            .map(|seat| format!("{} promotes", seat_name(seat)))
            .unwrap_or_default();
    }
    own(1)
        .map(|side| format!("{side} pawns"))
        .unwrap_or_default()
}

/// Slices arranged in a picture.
pub struct Arranged {
    /// The slices, and any other grids.
    pub grids: Vec<Grid>,
    /// Number of grids side by side.
    pub columns: u8,
    /// The size of a cell in pixels.
    pub cell: u16,
    /// The place for the turn.
    pub turn: TurnPlace,
}

/// Arranges slices, from the viewer's home up, as one climbs: the lower half below, each row from left to right.
pub fn wide(mut slices: Vec<Grid>) -> Arranged {
    let ranks = slices.len();
    let upper = slices.split_off(if ranks == 5 { 0 } else { 4 });
    Arranged {
        grids: [upper, slices].concat(),
        columns: if ranks == 8 { 4 } else { 5 },
        cell: 56,
        turn: if ranks == 9 {
            TurnPlace::NextPanel
        } else {
            TurnPlace::Below
        },
    }
}

/// Arranges slices, from the viewer's home up, in a square: nine fill it; with fewer there is room for the tower seen
/// from the side.
pub fn square(mut slices: Vec<Grid>, side: Option<Grid>) -> Arranged {
    slices.reverse();
    let turn = if slices.len() == 9 {
        TurnPlace::Below
    } else {
        slices.extend(side);
        TurnPlace::NextPanel
    };
    Arranged {
        grids: slices,
        columns: 3,
        cell: 60,
        turn,
    }
}

/// The size of a cell of two boards in pixels: the picture must not be larger than that of one board.
pub const CELL: u16 = 42;

/// Arranges two boards, the first on the left: two slices of each in a row, the far ranks first.
pub fn side_by_side(mut a: Vec<Grid>, mut b: Vec<Grid>) -> Arranged {
    a.reverse();
    b.reverse();
    let mut grids = Vec::new();
    for (left, right) in a.chunks(2).zip(b.chunks(2)) {
        for (board, pair) in [left, right].into_iter().enumerate() {
            grids.extend(pair.iter().cloned());
            if pair.len() < 2 {
                grids.push(nothing(board));
            }
        }
    }
    Arranged {
        grids,
        columns: 4,
        cell: CELL,
        turn: TurnPlace::Below,
    }
}

/// An empty place among the slices.
pub fn nothing(board: usize) -> Grid {
    let mut grid = Grid::blank(WIDTH, WIDTH);
    grid.board = u8::try_from(board).unwrap_or_default();
    grid.cells.fill(None);
    grid.badge = Some(Badge {
        text: String::new(),
        note: String::new(),
        lit: false,
    });
    grid
}
