//! Lengths on which all parts of a layout agree. All are pixels, except those of a telephone.

use super::text::word;
use crate::scene::{Grid, LabelStyle, Scene};

/// The width of a telephone's screen, in CSS pixels.
pub const PHONE: f32 = 360.0;
/// Maximum height at which a telephone shows a tapped picture, in CSS pixels.
pub const SCREEN: f32 = 640.0;
/// The least side of a readable cell, in CSS pixels.
pub const READABLE: f32 = 22.0;

/// Margin around the picture.
pub const PAGE: i32 = 4;
/// Gap between two grids beyond their own coordinates.
pub const BETWEEN: i32 = 8;
/// Maximum number of grids, tray items or labels that are drawn, far more than any game's scene has.
pub const MOST: usize = 1_024;

/// The scale below which a grid is a second view of other grids.
const SECOND_VIEW: f32 = 0.8;

/// Returns the size of a label's text, from a cell's side.
pub fn label_size(style: LabelStyle, cell: i32) -> f32 {
    let cell = cell as f32;
    match style {
        LabelStyle::Coordinate => (cell * 0.42).clamp(13.0, 28.0),
        LabelStyle::Coarse => (cell * 0.45).clamp(14.0, 29.0),
        LabelStyle::Note => (cell * 0.28).clamp(14.0, 20.0),
    }
}

/// Returns the size of a heading's text, from a cell's side.
pub fn badge_size(cell: i32) -> f32 {
    (cell as f32 * 0.42).clamp(15.0, 28.0)
}

/// Returns the size of a heading's note, from a cell's side.
pub fn note_size(cell: i32) -> f32 {
    (cell as f32 * 0.41).clamp(15.0, 25.0)
}

/// Returns the size of words in trays and in the turn's note, from a cell's side.
pub fn word_size(cell: i32) -> f32 {
    (cell as f32 * 0.34).clamp(15.0, 24.0)
}

/// Returns the side of a scene's cells.
pub fn cell_of(scene: &Scene) -> i32 {
    i32::from(scene.cell.clamp(20, 120))
}

/// Returns the width of a text.
pub fn width_of(text: &str, size: f32) -> i32 {
    if text.is_empty() {
        return 0;
    }
    word(text, size).width() as i32
}

/// Converts cells to pixels; `None` if `cells` is not finite. Distances are limited to 300 cells.
pub fn cells_to_pixels(cells: f32, cell: i32) -> Option<i32> {
    cells
        .is_finite()
        .then(|| (cells.clamp(-300.0, 300.0) * cell as f32).round() as i32)
}

/// True unless a grid is a second view of other grids.
pub fn is_whole(grid: &Grid) -> bool {
    grid.scale >= SECOND_VIEW
}
