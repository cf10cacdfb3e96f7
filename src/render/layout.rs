//! The layout of a picture: grids in rows and columns, their headings and coordinates, trays, and the turn's note. All
//! lengths are pixels.

mod grid;

use crate::scene::{Scene, TrayPlace, TurnPlace};

pub use grid::{GridPlace, Reach};
use grid::{RowNames, place_grid};

use super::measure::{BETWEEN, MOST, PAGE, PHONE, READABLE, SCREEN, cell_of, is_whole};
use super::rows::Rows;
use super::trays::{Chip, TrayPlaced, least_width, place_tray, whole_width};
use super::turn_box::{self, TurnBox, place_turn, strip_width};

/// Gap between two trays in one row.
const APART: i32 = 24;

/// The places of all parts of a picture.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Pixels across.
    pub width: i32,
    /// Pixels down.
    pub height: i32,
    /// Side of the scene's cells.
    pub cell: i32,
    /// The places of the grids, in the scene's order.
    pub grids: Vec<GridPlace>,
    /// The places of the trays, in the scene's order.
    pub trays: Vec<TrayPlaced>,
    /// The box of the turn's note.
    pub turn: Option<TurnBox>,
}

impl Layout {
    /// Measures a scene. The coordinates of a single grid are around it; if its cells would be too small to be read on
    /// a telephone, those to its left and right move onto its outer cells, which leaves more room for the cells.
    pub fn of(scene: &Scene) -> Self {
        let around = Self::measured(scene, RowNames::Around);
        if scene.grids.len() != 1 || around.least_cell() >= READABLE {
            return around;
        }
        Self::measured(scene, RowNames::OnCells)
    }

    fn measured(scene: &Scene, row_names: RowNames) -> Self {
        let cell = cell_of(scene);
        let grids = scene.grids.iter().take(MOST);
        let (mut grids, reaches): (Vec<GridPlace>, Vec<Reach>) =
            grids.map(|grid| place_grid(grid, cell, row_names)).unzip();
        let rows = Rows::of(&scene.grids, usize::from(scene.columns.max(1)), &reaches);
        let inner = inner_width(scene, rows.width());
        let indent = PAGE + (inner - rows.width()) / 2;
        let unplaced = TrayPlaced {
            chip: Chip::roomy(cell),
            title: None,
            items: Vec::new(),
        };
        let mut trays = vec![unplaced; scene.trays.len().min(MOST)];
        let mut y = PAGE;
        place_trays_above(scene, &mut trays, inner, &mut y);
        let last_row = place_rows(&rows, &mut grids, indent, &mut y);
        let mut turn = place_turn(scene, &rows, &grids, &reaches, [indent, last_row]);
        y += 8;
        let free = place_trays_below(scene, &mut trays, inner, &mut y);
        if let Some(marked) = scene.turn.as_ref().filter(|_| turn.is_none()) {
            let beside = || {
                let (last, reach) = (grids.last()?, reaches.last()?);
                turn_box::beside_last(scene, &rows, last, reach, [last_row, PAGE + inner])
            };
            turn = Some(turn_box::below(marked, cell, free, beside, inner, &mut y));
        }
        let mut width = inner + 2 * PAGE;
        let mut height = y;
        // A corner that a scene places outside its board must not be cut off.
        if let Some(TurnBox { area, .. }) = turn {
            width = width.max(area[0].saturating_add(area[2]).saturating_add(PAGE));
            height = height.max(area[1].saturating_add(area[3]));
        }
        Layout {
            width,
            height,
            cell,
            grids,
            trays,
            turn,
        }
    }
}

/// Returns the width that the boards, the trays and the strip below them need together.
fn inner_width(scene: &Scene, boards: i32) -> i32 {
    let cell = cell_of(scene);
    let trays = scene.trays.iter().map(|tray| least_width(tray, cell));
    let strip = scene
        .turn
        .as_ref()
        .filter(|turn| turn.place == TurnPlace::Below)
        .map(|turn| strip_width(turn, cell));
    trays.chain(strip).max().unwrap_or(0).max(boards).max(1)
}

/// Places the trays above the boards from `y` on, and moves `y` to their end.
fn place_trays_above(scene: &Scene, placed: &mut [TrayPlaced], inner: i32, y: &mut i32) {
    let trays = scene.trays.iter().zip(placed);
    for (tray, placed) in trays.filter(|(tray, _)| tray.place == TrayPlace::Above) {
        *placed = place_tray(tray, cell_of(scene), PAGE, y, inner);
    }
}

/// Places the trays below the boards from `y` on, and moves `y` to their end. Below two boards there is little room, so
/// trays that fit side by side share a row. Returns the upper left corner of the rest of the last row, if any.
fn place_trays_below(
    scene: &Scene,
    placed: &mut [TrayPlaced],
    inner: i32,
    y: &mut i32,
) -> Option<[i32; 2]> {
    let (cell, right) = (cell_of(scene), PAGE + inner);
    let mut free: Option<[i32; 2]> = None;
    let trays = scene.trays.iter().zip(placed);
    for (tray, placed) in trays.filter(|(tray, _)| tray.place == TrayPlace::Below) {
        if let Some([left, top]) = free
            && left + whole_width(tray, cell) <= right
        {
            let mut below = top;
            *placed = place_tray(tray, cell, left, &mut below, right - left);
            free = Some([placed.right() + APART, top]);
            continue;
        }
        let top = *y;
        *placed = place_tray(tray, cell, PAGE, y, inner);
        let one_row = !placed.items.is_empty() && placed.items.iter().all(|item| item[1] == top);
        free =
            (turn_box::is_of_two_boards(scene) && one_row).then(|| [placed.right() + APART, top]);
    }
    free
}

/// Places the grids row by row from `y` on, and moves `y` to their end. Returns the top of the last row.
fn place_rows(rows: &Rows, grids: &mut [GridPlace], indent: i32, y: &mut i32) -> i32 {
    let mut next = grids.iter_mut();
    let mut last_row = *y;
    for (index, row) in rows.rows.iter().enumerate() {
        let mut x = indent;
        for ((left, right), place) in row.columns.iter().zip(next.by_ref()) {
            place.x = x + left;
            place.y = *y + row.top;
            x += left + right + BETWEEN;
        }
        last_row = *y;
        let is_last = index + 1 == rows.rows.len();
        *y += row.top + row.bottom + if is_last { 0 } else { BETWEEN };
    }
    last_row
}

/// The least height of a band: each has its own table of codes in the file.
const LEAST_BAND: i32 = 32;
/// The height below which bands stay: a change anywhere in a band changes all of it.
const MOST_BAND: i32 = 128;

impl Layout {
    /// Returns the rows before which the picture of a scene is cut into bands: between rows of cells, since a move
    /// changes only a few of them.
    pub fn cuts(&self, scene: &Scene) -> Vec<i32> {
        let grids = scene.grids.iter().zip(&self.grids);
        let mut edges: Vec<i32> = grids
            .filter(|(grid, _)| is_whole(grid))
            .flat_map(|(grid, place)| {
                let rows = 0..=i32::from(grid.height);
                rows.map(|row| place.y + row * place.cell)
            })
            .collect();
        edges.push(self.height);
        edges.sort_unstable();
        let mut cuts = Vec::new();
        let mut last = 0;
        for edge in edges {
            let high = edge - last;
            if high < LEAST_BAND {
                continue;
            }
            let parts = high / MOST_BAND + 1;
            cuts.extend((1..=parts).map(|part| last + high * part / parts));
            last = edge;
        }
        cuts
    }

    /// Returns the side of a grid's cells when a telephone shows the whole picture after a tap, in CSS pixels.
    pub fn on_phone(&self, cell: i32) -> f32 {
        let scale = (PHONE / self.width.max(1) as f32).min(SCREEN / self.height.max(1) as f32);
        cell as f32 * scale
    }

    /// Returns the side of the smallest cells of grids at about the scene's own scale on a telephone, in CSS pixels.
    pub fn least_cell(&self) -> f32 {
        let largest = self
            .grids
            .iter()
            .filter(|place| place.has_cells)
            .map(|place| place.cell)
            .min_by_key(|cell| {
                let whole = *cell * 5 >= self.cell * 4;
                (!whole, *cell)
            });
        largest.map_or(f32::MAX, |cell| self.on_phone(cell))
    }
}
