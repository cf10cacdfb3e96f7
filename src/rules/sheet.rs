//! The sheet of a game's pieces: each with its sign, its letter and its moves, as the rules themselves give them.
//!
//! A game lists its pieces as [`Specimen`]s, boards where one piece stands alone and its moves are marked; a game that
//! does not is shown by what happens in a game of it. [`sheet`] puts them side by side and says them in words.

use super::{Game, Specimen};
use crate::scene::crop::{Window, crop};
use crate::scene::{Badge, Grid, Ground, Scene, Token};

/// All pieces of a game.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The picture.
    pub scene: Scene,
    /// The same in words.
    pub words: String,
    /// The pieces one by one.
    pub entries: Vec<Entry>,
}

/// A piece of a [`Sheet`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name and letter, such as `Knight (N)`.
    pub name: String,
    /// Its name, its letter and its moves in words.
    pub words: String,
    /// The whole board that shows its moves.
    pub scene: Scene,
}

/// How far from a piece its moves are shown, in squares.
const AROUND: u8 = 3;
/// Up to so many pieces are shown in two columns, more in three.
const FEW: usize = 6;
/// How large a piece is drawn beside the levels that it moves on, against their cells.
const PIECE: f32 = 2.7;

/// Every piece of a game in one picture, and in words.
pub fn sheet(game: &dyn Game) -> Sheet {
    let specimens = game.specimens();
    let levels = specimens.iter().any(|one| one.scene.grids.len() > 1);
    let (mut grids, mut entries) = (Vec::new(), Vec::new());
    let mut columns = if specimens.len() <= FEW { 2 } else { 3 };
    let mut words = vec![if levels {
        "Each piece stands alone; the boards show its own level and the levels above. A dot is where it can move, a ring where it \
         can capture."
    } else {
        "Each piece stands alone on an empty board. A dot is where it can move, a ring where it can capture."
    }
    .to_owned()];
    for specimen in &specimens {
        let Some((own, at, token)) = specimen.place() else {
            continue;
        };
        let mark = if specimen.letter.is_empty() {
            String::new()
        } else {
            format!(" ({})", specimen.letter)
        };
        let name = format!("{}{mark}", capital(&specimen.name));
        let entry = Entry {
            words: format!("{name}: {}.", specimen.moves_in_words()),
            scene: specimen.scene.clone(),
            name,
        };
        words.push(entry.words.clone());
        entries.push(entry);
        if levels {
            // Two pieces side by side, each with three levels: about as wide as high.
            columns = 8;
            grids.push(caption(specimen, token));
            grids.extend(slices(specimen, own));
        } else if let Some(grid) = specimen.scene.grids.get(own) {
            grids.push(around(specimen, grid, at));
        }
    }
    Sheet {
        scene: Scene {
            grids,
            columns,
            cell: if levels { 32 } else { 44 },
            trays: Vec::new(),
            turn: None,
        },
        words: words.join("\n"),
        entries,
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn heading(specimen: &Specimen) -> Badge {
    Badge {
        text: specimen.letter.clone(),
        note: specimen.name.clone(),
        lit: false,
    }
}

/// The squares around a piece.
fn around(specimen: &Specimen, grid: &Grid, (x, y): (u8, u8)) -> Grid {
    let window = Window::spanning((x, y), (x, y)).grown(AROUND, 1, (grid.width, grid.height));
    let mut part = crop(grid, window);
    part.labels.clear();
    part.strokes.clear();
    part.badge = Some(heading(specimen));
    part
}

/// The piece itself, with its letter and its name.
fn caption(specimen: &Specimen, token: &Token) -> Grid {
    let mut grid = Grid::blank(1, 1);
    if let Some(cell) = grid.cell_mut(0, 0) {
        cell.ground = Ground::Light;
        cell.token = Some(token.clone());
    }
    grid.scale = PIECE;
    grid.badge = Some(heading(specimen));
    grid
}

/// A piece's own level and two more: those above, or where it moves otherwise up than down, one below and one above.
fn slices(specimen: &Specimen, own: usize) -> Vec<Grid> {
    let moves = specimen.moves();
    let down = moves.iter().any(|([.., up], ..)| *up < 0);
    let mut near = moves.iter().filter(|([.., up], ..)| up.abs() <= 2);
    let same = near.all(|([right, forward, up], goes, captures)| {
        moves.contains(&([*right, *forward, -up], *goes, *captures))
    });
    let shown: [(isize, &str); 3] = match (same, down) {
        (true, _) => [(0, "same level"), (1, "1 up or down"), (2, "2 up or down")],
        (false, false) => [(0, "same level"), (1, "1 up"), (2, "2 up")],
        (false, true) => [(-1, "1 down"), (0, "same level"), (1, "1 up")],
    };
    shown
        .into_iter()
        .filter_map(|(up, note)| {
            let mut grid = specimen
                .scene
                .grids
                .get(own.checked_add_signed(-up)?)?
                .clone();
            grid.labels.clear();
            grid.strokes.clear();
            grid.badge = Some(Badge {
                text: String::new(),
                note: note.to_owned(),
                lit: false,
            });
            Some(grid)
        })
        .collect()
}
