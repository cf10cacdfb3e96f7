//! The sheet of a game's pieces: each with its sign, its letter and its moves, taken from the rules.
//!
//! A game lists its pieces as [`Specimen`]s, boards on which a single piece and its moves are marked; for a game that
//! does not, the pieces are found by playing it. [`sheet`] arranges them in one picture and describes them in words.

use super::{Game, Specimen};
use crate::scene::crop::{Window, crop};
use crate::scene::{Badge, Grid, Ground, Ink, Mark, Scene, Stroke, Token};

/// The sheet of a game's pieces.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Picture of all pieces.
    pub scene: Scene,
    /// Remarks about what the picture cannot show of how the pieces move; may be empty.
    pub note: String,
    /// Description of the picture in words.
    pub words: String,
    /// The pieces one by one.
    pub entries: Vec<Entry>,
}

/// A piece of a [`Sheet`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name and letter, such as `Knight (N)`.
    pub name: String,
    /// Name, letter and moves in words.
    pub words: String,
    /// Whole board that shows the piece's moves.
    pub scene: Scene,
}

/// Distance from a piece up to which its moves are shown, in squares; an arrow means that a line of them goes on.
const AROUND: u8 = 2;
/// Cells that a piece with its heading takes, across and down.
const ROOM: (f32, f32) = (5.3, 6.1);
/// Area of a picture among messages on a desktop, in CSS pixels; below it the width on a phone.
const DESKTOP: (f32, f32) = (550.0, 350.0);
const PHONE: f32 = 360.0;
/// Size of the piece itself next to its levels, relative to their cells.
const PIECE: f32 = 3.0;
/// Size of headings if levels are shown: a picture of so many boards is shown small.
const HEADING: f32 = 2.1;
/// Size of the heading of the piece itself, whose cell is larger.
const NAME: f32 = 1.3;

/// Explanation of the headings of a piece's levels.
const LEVELS: &str = "Next to a piece is its own level, then others: +1 is the level above, −1 the one below, ±2 both \
                      the second above and the second below.";

/// Returns every piece of a game in one picture, and in words.
pub fn sheet(game: &dyn Game) -> Sheet {
    let specimens = game.specimens();
    let levels = specimens.iter().any(|one| one.scene.grids.len() > 1);
    let (mut grids, mut entries) = (Vec::new(), Vec::new());
    let mut columns = columns_of(specimens.len());
    let mut words = vec![if levels {
        "Each piece is alone. A dot is where it can move, a ring where it can capture."
    } else {
        "Each piece is alone on an empty board. A dot is where it can move, a ring where it can capture; an arrow says \
         that it can go on further."
    }
    .to_owned()];
    let shown = if levels { LEVELS } else { "" };
    let note = [shown.to_owned(), game.sheet_note()]
        .join(" ")
        .trim()
        .to_owned();
    words.extend((!note.is_empty()).then(|| note.clone()));
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
            // Two pieces in a row, each with three levels: about as wide as high.
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
            // Headings have a separate size: small cells leave them legible.
            cell: if levels { 32 } else { 28 },
            trays: Vec::new(),
            turn: None,
        },
        note,
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
        note: specimen.heading.clone(),
        lit: false,
    }
}

/// Returns the number of columns that gives so many pieces the largest cells, on both desktop and phone.
fn columns_of(pieces: usize) -> u8 {
    let cell = |columns: &u8| {
        let rows = pieces.div_ceil(usize::from(*columns)) as f32;
        let (width, height) = (ROOM.0 * f32::from(*columns), ROOM.1 * rows);
        (DESKTOP.0 / width)
            .min(DESKTOP.1 / height)
            .min(PHONE / width)
    };
    let by_size = |a: &u8, b: &u8| cell(a).total_cmp(&cell(b));
    (2..=6).max_by(by_size).unwrap_or(3)
}

/// Returns the squares around a piece. A line of moves that goes on beyond them ends in an arrow; if other moves go
/// further, the squares shown reach as far.
fn around(specimen: &Specimen, grid: &Grid, at: (u8, u8)) -> Grid {
    let reach = if goes_on_otherwise(grid, at) {
        AROUND + 1
    } else {
        AROUND
    };
    let window = Window::spanning(at, at).grown(reach, 1, (grid.width, grid.height));
    let mut part = crop(grid, window);
    part.labels.clear();
    part.strokes.clear();
    if reach == AROUND {
        let own = (at.0 - window.x, at.1 - window.y);
        for way in WAYS {
            if !marks(grid, at, way, AROUND + 1).is_empty() {
                into_arrow(&mut part, own, way);
            }
        }
    }
    part.badge = Some(heading(specimen));
    part
}

/// The eight directions along rows, columns and diagonals.
const WAYS: [(i16, i16); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// Returns the marks `far` squares from a piece in one direction.
fn marks(grid: &Grid, at: (u8, u8), way: (i16, i16), far: u8) -> &[Mark] {
    let along = |from: u8, step: i16, length: u8| {
        let to = u8::try_from(i16::from(from) + step * i16::from(far)).ok()?;
        (to < length).then_some(to)
    };
    let cell = along(at.0, way.0, grid.width)
        .zip(along(at.1, way.1, grid.height))
        .and_then(|(x, y)| {
            let index = usize::from(y) * usize::from(grid.width) + usize::from(x);
            grid.cells.get(index)?.as_ref()
        });
    cell.map_or(&[], |cell| &cell.marks)
}

/// True if a mark three squares from a piece is not at the end of a line of the same marks.
fn goes_on_otherwise(grid: &Grid, at: (u8, u8)) -> bool {
    let window = Window::spanning(at, at).grown(AROUND + 1, 1, (grid.width, grid.height));
    let further = AROUND + 1;
    (window.y..window.y + window.height).any(|y| {
        (window.x..window.x + window.width).any(|x| {
            let off = (
                i16::from(x) - i16::from(at.0),
                i16::from(y) - i16::from(at.1),
            );
            let is_further = off.0.abs().max(off.1.abs()) == i16::from(further);
            let there = marks(grid, (x, y), (0, 0), 0);
            if !is_further || there.is_empty() {
                return false;
            }
            let way = (off.0.signum(), off.1.signum());
            let on_line = off == (way.0 * i16::from(further), way.1 * i16::from(further));
            !on_line || marks(grid, at, way, AROUND) != there
        })
    })
}

/// Turns the last square of a line into an arrow, since the line goes on.
fn into_arrow(part: &mut Grid, (x, y): (u8, u8), way: (i16, i16)) {
    let centre = |from: u8, step: i16| f32::from(from) + 0.5 + f32::from(step) * f32::from(AROUND);
    let (to_x, to_y) = (centre(x, way.0), centre(y, way.1));
    if let Some(cell) = part.cell_mut(to_x as u8, to_y as u8) {
        cell.marks.clear();
        let step = |from: f32, step: i16, part: f32| from + f32::from(step) * part;
        part.strokes.push(Stroke::Arrow {
            from: (step(to_x, way.0, -0.4), step(to_y, way.1, -0.4)),
            to: (step(to_x, way.0, 0.4), step(to_y, way.1, 0.4)),
            ink: Ink::Reach,
        });
    }
}

/// Returns the piece itself as a grid, with its letter and name.
fn caption(specimen: &Specimen, token: &Token) -> Grid {
    let mut grid = Grid::blank(1, 1);
    if let Some(cell) = grid.cell_mut(0, 0) {
        cell.ground = Ground::Light;
        cell.token = Some(token.clone());
    }
    grid.scale = PIECE;
    grid.heading = NAME;
    grid.badge = Some(heading(specimen));
    grid
}

/// Returns a piece's own level and two more: one and two away, if it moves up and down alike; otherwise the two on
/// which it has the most moves, of equal ones the higher and the nearer.
fn slices(specimen: &Specimen, own: usize) -> Vec<Grid> {
    let moves = specimen.moves();
    let mut near = moves.iter().filter(|([.., up], ..)| up.abs() <= 2);
    let same = near.all(|([right, forward, up], goes, captures)| {
        moves.contains(&([*right, *forward, -up], *goes, *captures))
    });
    let shown = if same {
        vec![(0, "same"), (1, "±1"), (2, "±2")]
    } else {
        let mut others = [(1, "+1"), (2, "+2"), (-1, "−1"), (-2, "−2")];
        let on = |level: isize| {
            let there = moves
                .iter()
                .filter(|([.., up], ..)| isize::from(*up) == level);
            there.count()
        };
        others.sort_by_key(|(level, _)| std::cmp::Reverse(on(*level)));
        let mut shown = vec![(0, "same"), others[0], others[1]];
        shown.sort_unstable();
        shown
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
            grid.heading = HEADING;
            grid.badge = Some(Badge {
                text: String::new(),
                note: note.to_owned(),
                lit: false,
            });
            Some(grid)
        })
        .collect()
}
