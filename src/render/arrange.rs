//! The arrangement of a scene for telephones, where a picture is shown 360 pixels wide.
//!
//! Assumptions about Discord there, in CSS pixels: a message's only picture takes its full width, about `PHONE`; the
//! channel shows it at most about 400 high, and after a tap it fills the screen, `PHONE` by `SCREEN`. Two pictures of a
//! message would be cut to half that width, so a message has one.
//!
//! No game is known here. If several grids make a board, each has the same place and size in every picture of it,
//! whatever is on them, so that between two turns only the pieces move: the grids share their coordinates, and of two
//! boards the one behind is smaller. [`parts`] shows each grid by itself.
//!
//! All cells of a grid have one size, so that diagonals stay straight and no cell shifts from move to move.

use std::borrow::Cow;

use super::layout::Layout;
use super::measure::{READABLE, is_whole};
use super::picture::MOST_PIXELS;
use crate::scene::crop::{Names, Window, crop, names};
use crate::scene::{Cell, Grid, Label, LabelStyle, Mark, Scene};

/// Maximum number of grids of five columns that fit side by side in readable cells.
const MOST_ACROSS: u8 = 3;
/// Side of the cells of two boards in pixels; larger cells make the file larger than a telephone shows at once.
const CELL_OF_TWO: u16 = 46;
/// Maximum number of pixels of several grids; more make the file larger than a telephone shows at once.
const LARGEST: f32 = 1_500_000.0;

/// Maximum number of cells in a row of the part around the last move; wider boards have such a part, in larger cells.
const WIDE: u8 = 11;

/// A part of a board by itself.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part's name, from its coordinates or its heading: `a-h, 1-8`, or `5`.
    pub name: String,
    /// The picture of the part.
    pub scene: Scene,
}

/// Returns the scene arranged for a single picture.
pub fn still(scene: &Scene) -> Cow<'_, Scene> {
    let mut arranged = in_rows(scene);
    // A telephone scales down a picture that is higher than its screen anyway.
    if arranged.grids.len() > 1 {
        let layout = Layout::of(&arranged);
        let area = layout.width as f32 * layout.height as f32;
        if area > LARGEST && area <= MOST_PIXELS as f32 {
            let cell = f32::from(arranged.cell) * (LARGEST / area).sqrt();
            arranged.to_mut().cell = cell as u16;
        }
    }
    arranged
}

fn in_rows(scene: &Scene) -> Cow<'_, Scene> {
    if scene.grids.len() < 2 || readable(scene) {
        return Cow::Borrowed(scene);
    }
    match behind(scene) {
        Some(behind) => Cow::Owned(one_behind(scene, behind)),
        // A reader who asks for more columns than a telephone can show uses a larger screen.
        None if scene.columns > MOST_ACROSS && !is_abreast(scene) => Cow::Borrowed(scene),
        None => Cow::Owned(in_columns(scene)),
    }
}

/// Returns the scene arranged for a frame of a moving picture. All frames have one size, little more than half that of
/// a single picture, since there are many of them.
pub fn moving(scene: &Scene) -> Scene {
    let mut arranged = if scene.grids.len() < 2 || readable(scene) {
        scene.clone()
    } else {
        in_columns(scene)
    };
    if !is_abreast(scene) {
        // The board in front may change with every move.
        arranged.grids.sort_by_key(|grid| grid.board);
    }
    arranged.cell = (arranged.cell * 11 / 20).max(20);
    arranged
}

/// True if a scene has two boards side by side.
fn is_abreast(scene: &Scene) -> bool {
    let boards = || scene.grids.iter().map(|grid| grid.board);
    !boards().is_sorted() && !boards().rev().is_sorted()
}

/// Returns the index of the first grid of the board behind another; `None` if no board is behind.
fn behind(scene: &Scene) -> Option<usize> {
    let first = scene.grids.first()?.board;
    let behind = scene.grids.iter().position(|grid| grid.board != first)?;
    (!is_abreast(scene)).then_some(behind)
}

/// True if a grid has cells; false for a place that a scene leaves free.
fn is_there(grid: &Grid) -> bool {
    grid.cells.iter().any(Option::is_some)
}

/// Returns the board in several large parts: the grids one by one, or the quarters of a single grid. The surroundings
/// of the last move come before the quarters of a wide grid.
pub fn parts(scene: &Scene) -> Vec<Part> {
    if let [grid] = scene.grids.as_slice() {
        let event = happening(grid).map(|window| Part {
            name: "last move".to_owned(),
            scene: alone(crop(grid, window)),
        });
        let quarters = quarters(grid).into_iter().map(|window| {
            let part = crop(grid, window);
            Part {
                name: span(&part),
                scene: alone(part),
            }
        });
        return event.into_iter().chain(quarters).collect();
    }
    let several = scene.grids.iter().any(|grid| grid.board > 0);
    let whole = scene.grids.iter();
    whole
        .filter(|grid| is_whole(grid) && is_there(grid))
        .enumerate()
        .map(|(index, grid)| {
            let heading = grid.badge.as_ref().map(|badge| {
                if several {
                    format!("{} {}", badge.note, badge.text)
                } else {
                    badge.text.clone()
                }
            });
            Part {
                name: heading.unwrap_or_else(|| (index + 1).to_string()),
                scene: alone(grid.clone()),
            }
        })
        .collect()
}

/// Returns the index of the part in which the last move ended, the first to show; 0 if none has.
pub fn first_of(parts: &[Part]) -> usize {
    let ended = |part: &Part| {
        let mut cells = part.scene.grids.iter().flat_map(|grid| &grid.cells);
        cells.any(|cell| {
            cell.as_ref()
                .is_some_and(|cell| cell.marks.contains(&Mark::To))
        })
    };
    parts.iter().position(ended).unwrap_or(0)
}

fn readable(scene: &Scene) -> bool {
    Layout::of(scene).least_cell() >= READABLE
}

/// Returns a scene of one grid, about 720 pixels wide.
fn alone(grid: Grid) -> Scene {
    let cells = u16::from(grid.width.max(grid.height).max(1));
    Scene {
        cell: (720 / cells).clamp(24, 120),
        grids: vec![grid],
        columns: 1,
        trays: Vec::new(),
        turn: None,
    }
}

/// Returns the number of cells that belong together: 2 if a coarser board is laid over the grid, else 1.
fn step(grid: &Grid) -> u8 {
    let coarse = |label: &Label| label.style == LabelStyle::Coarse;
    if grid.labels.iter().any(coarse) { 2 } else { 1 }
}

/// Returns the window around the cells of the last move; `None` if the board's quarters show them as large, or if they
/// are too far apart.
fn happening(grid: &Grid) -> Option<Window> {
    if grid.width <= WIDE {
        return None;
    }
    let across = usize::from(grid.width);
    let touched = |cell: &Cell| {
        let last = |mark: &Mark| matches!(mark, Mark::From | Mark::To);
        cell.marks.iter().any(last)
    };
    let places = grid.cells.iter().enumerate().filter_map(|(index, cell)| {
        let (x, y) = (index % across, index / across);
        let place = (u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        cell.as_ref().is_some_and(touched).then_some(place)
    });
    let ends = places.fold(None, |ends, (x, y)| {
        let (low, high) = ends.unwrap_or(((x, y), (x, y)));
        let (low_x, low_y): (u8, u8) = low;
        let (high_x, high_y): (u8, u8) = high;
        Some(((low_x.min(x), low_y.min(y)), (high_x.max(x), high_y.max(y))))
    });
    let (low, high) = ends?;
    let window = Window::spanning(low, high).grown(2, step(grid), (grid.width, grid.height));
    (window.width <= WIDE && window.height <= WIDE).then_some(window)
}

fn quarters(grid: &Grid) -> Vec<Window> {
    let step = step(grid);
    let half = |side: u8| side.div_ceil(2).div_ceil(step) * step;
    let halves = |side: u8| {
        let first = half(side).min(side);
        [(0, first), (first, side - first)]
    };
    halves(grid.height)
        .into_iter()
        .flat_map(|(y, height)| {
            halves(grid.width).map(|(x, width)| Window {
                x,
                y,
                width,
                height,
            })
        })
        .filter(|window| window.width > 0 && window.height > 0)
        .collect()
}

/// Returns the first and the last of a grid's columns and rows as text.
fn span(grid: &Grid) -> String {
    let labels = grid.labels.iter();
    let named = labels.filter_map(|label| Some((names(grid, label)?, label)));
    let (columns, rows): (Vec<_>, Vec<_>) =
        named.partition(|(names, _)| matches!(names, Names::Column(_)));
    let ends = |labels: &[(Names, &Label)]| match labels {
        [] => String::new(),
        [(_, only)] => only.text.clone(),
        [(_, first), .., (_, last)] => {
            // The lower name comes first, from whichever side the viewer looks.
            let (first, last) = (&first.text, &last.text);
            let key = |text: &String| (text.len(), text.clone());
            let (low, high) = if key(first) <= key(last) {
                (first, last)
            } else {
                (last, first)
            };
            format!("{low}–{high}")
        }
    };
    let (columns, rows) = (ends(&columns), ends(&rows));
    match (columns.is_empty(), rows.is_empty()) {
        (false, false) => format!("{columns}, {rows}"),
        _ => columns + &rows,
    }
}

/// Returns the grids in their columns, with shared coordinates written once.
fn in_columns(scene: &Scene) -> Scene {
    let mut arranged = scene.clone();
    let across = usize::from(scene.columns.max(1));
    // A second view that would need its own row shows nothing new.
    while arranged.grids.len() % across == 1
        && arranged.grids.last().is_some_and(|grid| !is_whole(grid))
    {
        arranged.grids.pop();
    }
    if shares_coordinates(&arranged.grids) {
        share_coordinates(&mut arranged.grids, across);
    }
    arranged
}

/// Returns the board in front in rows as wide as a telephone, and below it the board that begins with the grid at
/// `behind`, with one more grid in a row.
fn one_behind(scene: &Scene, behind: usize) -> Scene {
    let mut arranged = scene.clone();
    let mut second = arranged.grids.split_off(behind);
    let across = usize::from(MOST_ACROSS);
    let boards = [(&mut arranged.grids, across), (&mut second, across + 1)];
    for (grids, across) in boards {
        grids.retain(is_there);
        if shares_coordinates(grids) {
            share_coordinates(grids, across);
        }
        for row in grids.chunks_mut(across) {
            for grid in row.iter_mut() {
                grid.scale *= f32::from(MOST_ACROSS) / across as f32;
            }
            if let Some(last) = row.last_mut() {
                last.ends_row = true;
            }
        }
    }
    arranged.grids.extend(second);
    arranged.cell = CELL_OF_TWO;
    arranged
}

/// True if all whole grids have equal sizes and coordinates, which then need to be written only once.
fn shares_coordinates(grids: &[Grid]) -> bool {
    let mut whole = grids.iter().filter(|grid| is_whole(grid));
    let Some(first) = whole.next() else {
        return false;
    };
    whole.all(|grid| {
        (grid.width, grid.height) == (first.width, first.height) && grid.labels == first.labels
    })
}

/// Removes all coordinates but those left of the first column of grids and below the last grid of each column.
fn share_coordinates(grids: &mut [Grid], across: usize) {
    let mut below = vec![false; across];
    let count = grids.len();
    for (back, grid) in grids.iter_mut().rev().enumerate() {
        let column = (count - 1 - back) % across;
        if !is_whole(grid) || grid.height == 0 {
            continue;
        }
        let (width, height) = (f32::from(grid.width), f32::from(grid.height));
        let has_below = below.get(column).copied().unwrap_or(false);
        grid.labels.retain(|label| {
            let beside = label.x < 0.0 || label.x > width;
            let beyond = label.y < 0.0 || label.y > height;
            label.style != LabelStyle::Coordinate || !(beside && column > 0 || beyond && has_below)
        });
        if let Some(below) = below.get_mut(column) {
            *below = true;
        }
    }
}
