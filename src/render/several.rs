//! Several grids for a telephone: those where something happens stand two in a row, the others three, and those where
//! nobody stands become strips.

use std::ops::Range;

use super::arrange::{FEED, PHONE, READABLE, SCREEN, into_strip, is_empty, is_whole};
use super::layout::{Layout, cell_of};
use crate::scene::{Grid, LabelStyle, Mark, Scene};

/// The fewest grids that are arranged so: fewer are large in any order.
const FEWEST: usize = 5;
/// The most: of so many grids all orders are looked at.
const MOST: usize = 9;
/// How many stand in a row, at most.
const ACROSS: usize = 3;
/// How large the cells of a row are that has fewer.
const LARGE: f32 = 1.5;
/// How many pixels the others have, against the scene's.
const SMALLER: (i32, i32) = (13, 15);
/// What a row takes above its cells, in cells: the heading.
const HEADING: f32 = 0.75;
/// What coordinates take below them.
const COORDINATES: f32 = 0.6;
/// What a tray or the note of whose turn it is takes.
const TRAY: f32 = 1.3;
/// How wide a full row is: its cells, the coordinates beside them, borders.
const MARGIN: f32 = 1.35;
/// So many of the best arrangements are measured.
const TRIED: usize = 4;

/// A row: which grids, and whether they are strips.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    grids: Range<usize>,
    strips: bool,
}

impl Row {
    fn scale(&self) -> f32 {
        if self.grids.len() < ACROSS {
            LARGE
        } else {
            1.0
        }
    }
}

/// The scene with rows of different sizes, where all that can be read is the larger for it.
pub fn by_weight(scene: &Scene) -> Option<Scene> {
    let whole = scene.grids.iter().take_while(|grid| is_whole(grid)).count();
    let (boards, second) = scene.grids.split_at_checked(whole)?;
    if usize::from(scene.columns) != ACROSS
        || !(FEWEST..=MOST).contains(&whole)
        || second.iter().any(is_whole)
        // Without a heading or coordinates it is no rank of a board.
        || boards
            .iter()
            .any(|grid| grid.badge.is_none() || grid.labels.is_empty())
    {
        return None;
    }
    let side = boards.first()?;
    let alike = |grid: &Grid| {
        (grid.width, grid.height, &grid.labels) == (side.width, side.height, &side.labels)
    };
    if !boards.iter().all(alike) {
        return None;
    }
    let empty: Vec<bool> = boards.iter().map(is_empty).collect();
    let weights: Vec<f32> = boards.iter().map(weight).collect();
    let mut found: Vec<(f32, Vec<Row>)> = orders(&empty)
        .into_iter()
        .map(|rows| (score(scene, side, &rows, &weights), rows))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(TRIED).find_map(|(_, rows)| {
        let arranged = in_rows(scene, &rows, second);
        (Layout::of(&arranged).least_cell() >= READABLE).then_some(arranged)
    })
}

/// How much happens on a grid: most where the last move ended, a royal piece is threatened or a piece is chosen.
pub fn weight(grid: &Grid) -> f32 {
    let marks = || grid.cells.iter().flatten().flat_map(|cell| &cell.marks);
    let main = |mark: &Mark| matches!(mark, Mark::To | Mark::Danger | Mark::Chosen);
    if marks().any(main) {
        2.0
    } else if marks().any(|mark| *mark != Mark::Trail) {
        1.0
    } else {
        0.0
    }
}

/// All ways to put the grids in rows, in their order: strips in a row of their own, as many as follow each other.
fn orders(empty: &[bool]) -> Vec<Vec<Row>> {
    let between = empty.len().saturating_sub(1);
    let ways = (0..1_u32 << between).filter_map(|breaks| {
        let mut rows: Vec<Row> = Vec::new();
        for (index, strips) in empty.iter().copied().enumerate() {
            let row = rows.last_mut().filter(|row| row.strips == strips);
            let breaks = index > 0 && breaks >> (index - 1) & 1 == 1;
            match (row, breaks) {
                // What must be so is asked for in one way alone.
                (Some(_), true) if strips => return None,
                (None, false) if index > 0 => return None,
                (Some(row), false) if strips || row.grids.len() < ACROSS => row.grids.end += 1,
                (Some(_), false) => return None,
                _ => rows.push(Row {
                    grids: index..index + 1,
                    strips,
                }),
            }
        }
        Some(rows)
    });
    ways.collect()
}

/// How well a telephone shows it among messages: the size of cells where something happens, and of the smallest ones. An
/// arrangement that is too small even after a tap is worth nothing.
fn score(scene: &Scene, side: &Grid, rows: &[Row], weights: &[f32]) -> f32 {
    let (across, down) = (f32::from(side.width), f32::from(side.height));
    let mut width: f32 = 0.0;
    let mut height = TRAY * (scene.trays.len() + usize::from(scene.turn.is_some())) as f32;
    for (index, row) in rows.iter().enumerate() {
        if row.strips {
            height += HEADING;
            continue;
        }
        let boards = across * row.scale() * row.grids.len() as f32;
        width = width.max(boards + MARGIN);
        height += down * row.scale() + HEADING;
        if names_columns(rows, index) {
            height += COORDINATES;
        }
    }
    let tapped = (PHONE / width).min(SCREEN / height);
    let feed = (PHONE / width).min(FEED / height);
    let (mut least, mut touched, mut sum) = (f32::MAX, 0.0, 0.0);
    for row in rows.iter().filter(|row| !row.strips) {
        let cell = row.scale() * feed;
        if row.scale() * tapped < READABLE - 1.0 {
            return 0.0;
        }
        least = least.min(cell);
        for weight in weights.get(row.grids.clone()).unwrap_or_default() {
            touched += cell * weight;
            sum += weight;
        }
    }
    if sum > 0.0 {
        least + touched / sum
    } else {
        least
    }
}

/// Whether a row's columns are named below it: not where the row below has the same ones.
fn names_columns(rows: &[Row], index: usize) -> bool {
    let (Some(row), below) = (rows.get(index), rows.get(index + 1)) else {
        return false;
    };
    !row.strips && below.is_none_or(|below| below.strips || below.grids.len() != row.grids.len())
}

/// A grid with those coordinates alone that its place in a row leaves it: beside the row's first, below a row that names
/// its columns.
pub fn for_row(grid: &Grid, first: bool, named: bool) -> Grid {
    let mut grid = grid.clone();
    let (width, height) = (f32::from(grid.width), f32::from(grid.height));
    grid.ends_row = false;
    grid.labels.retain(|label| {
        let beside = label.x < 0.0 || label.x > width;
        let beyond = label.y < 0.0 || label.y > height;
        label.style != LabelStyle::Coordinate || (first || !beside) && (named || !beyond)
    });
    grid
}

fn in_rows(scene: &Scene, rows: &[Row], second: &[Grid]) -> Scene {
    let mut arranged = scene.clone();
    arranged.grids.clear();
    for (index, row) in rows.iter().enumerate() {
        let boards = scene.grids.get(row.grids.clone()).unwrap_or_default();
        for (column, grid) in boards.iter().enumerate() {
            let mut grid = grid.clone();
            let last = column + 1 == boards.len();
            if row.strips {
                into_strip(&mut grid);
                grid.ends_row = last;
                arranged.grids.push(grid);
                continue;
            }
            grid = for_row(&grid, column == 0, names_columns(rows, index));
            grid.scale = row.scale();
            grid.ends_row = last;
            arranged.grids.push(grid);
        }
    }
    // A second view takes the room beside an only grid; it shows nothing new.
    if rows
        .last()
        .is_some_and(|row| row.grids.len() == 1 && !row.strips)
    {
        if let Some(grid) = arranged.grids.last_mut() {
            grid.ends_row = false;
        }
        arranged.grids.extend(second.iter().cloned());
    }
    if let Some(grid) = arranged.grids.last_mut() {
        grid.ends_row = true;
    }
    arranged.columns = u8::try_from(MOST).unwrap_or(u8::MAX);
    // With cells half as large again the file has as many bytes as before.
    let cell = cell_of(scene) * SMALLER.0 / SMALLER.1;
    arranged.cell = u16::try_from(cell).unwrap_or(arranged.cell);
    arranged
}
