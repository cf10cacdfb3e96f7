//! Lengths that all parts of a layout agree on. All are pixels, but those of a telephone.

use super::text::word;
use crate::scene::{Grid, LabelStyle, Scene};

/// The width that a telephone shows, in CSS pixels.
pub const PHONE: f32 = 360.0;
/// The height up to which it shows a picture that was tapped.
pub const SCREEN: f32 = 640.0;
/// The least side of a cell that can be read, in CSS pixels.
pub const READABLE: f32 = 22.0;

/// Room around everything.
pub const PAGE: i32 = 4;
/// Room between two grids beyond their own coordinates.
pub const BETWEEN: i32 = 8;
/// The most grids, tray items and labels that are looked at; scenes of ours have a tenth of it.
pub const MOST: usize = 1_024;

/// Grids that are smaller than this against the others are second views of what the others show.
const SECOND_VIEW: f32 = 0.8;

/// Text sizes, from a cell's side.
pub fn label_size(style: LabelStyle, cell: i32) -> f32 {
    let cell = cell as f32;
    match style {
        LabelStyle::Coordinate => (cell * 0.42).clamp(13.0, 28.0),
        LabelStyle::Coarse => (cell * 0.45).clamp(14.0, 29.0),
        LabelStyle::Note => (cell * 0.28).clamp(14.0, 20.0),
    }
}

/// The size of a heading's text.
pub fn badge_size(cell: i32) -> f32 {
    (cell as f32 * 0.42).clamp(15.0, 28.0)
}

/// The size of a heading's note.
pub fn note_size(cell: i32) -> f32 {
    (cell as f32 * 0.41).clamp(15.0, 25.0)
}

/// The size of words in trays and in the turn's note.
pub fn word_size(cell: i32) -> f32 {
    (cell as f32 * 0.34).clamp(15.0, 24.0)
}

/// The side of a cell of a scene.
pub fn cell_of(scene: &Scene) -> i32 {
    i32::from(scene.cell.clamp(20, 120))
}

/// How wide a text is.
pub fn width_of(text: &str, size: f32) -> i32 {
    if text.is_empty() {
        return 0;
    }
    word(text, size).width() as i32
}

/// Cells to pixels; `None` where `cells` is not finite. What lies farther than 300 cells off is taken to lie there.
pub fn cells_to_pixels(cells: f32, cell: i32) -> Option<i32> {
    cells
        .is_finite()
        .then(|| (cells.clamp(-300.0, 300.0) * cell as f32).round() as i32)
}

/// Whether a grid is no second view of what others show.
pub fn is_whole(grid: &Grid) -> bool {
    grid.scale >= SECOND_VIEW
}
