//! The places of a grid's cells, heading and coordinates.

use crate::render::measure::{MOST, badge_size, cells_to_pixels, label_size, note_size, width_of};
use crate::render::text::word;
use crate::scene::{Badge, Grid, Ground, Label, LabelStyle};

/// The place of a grid.
#[derive(Clone, Debug)]
pub struct GridPlace {
    /// Left edge of the first column.
    pub x: i32,
    /// Upper edge of the first row.
    pub y: i32,
    /// Side of a cell.
    pub cell: i32,
    /// True if the grid has cells, and not only a heading.
    pub has_cells: bool,
    /// Width of the border, outside the cells.
    pub rim: i32,
    /// Sizes of the text in the heading's box, and of the note next to it.
    pub words: [f32; 2],
    /// The box of the heading, relative to (x, y).
    pub badge: Option<BadgeBox>,
    /// Upper left corners of the labels' texts, relative to (x, y); `None` for a label that cannot be placed.
    pub labels: Vec<Option<(i32, i32)>>,
    /// Boxes behind the labels that lie on cells: left, top, width and height, relative to (x, y).
    pub tabs: Vec<[i32; 4]>,
}

/// A heading's box, relative to the grid's upper left corner.
#[derive(Clone, Copy, Debug)]
pub struct BadgeBox {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width of the filled box.
    pub width: i32,
    /// Height of the filled box.
    pub height: i32,
}

/// Distances by which a grid extends from its upper left corner, in each direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// Distance to the left.
    pub left: i32,
    /// Distance upwards.
    pub top: i32,
    /// Distance to the right.
    pub right: i32,
    /// Distance downwards.
    pub bottom: i32,
}

impl GridPlace {
    /// Returns the distance by which the pieces of a column are moved to the right of their cells' middle: in the first
    /// column, by as much as coordinates in the cells would hide of the widest pieces' heads.
    pub fn aside(&self, column: i32) -> i32 {
        if column > 0 {
            return 0;
        }
        let free = (self.cell as f32 * HEAD) as i32;
        let left = self.tabs.iter().filter(|[left, ..]| *left < free);
        let covered = left.map(|[left, _, width, _]| left + width - free);
        covered.max().unwrap_or(0).clamp(0, self.cell / 5)
    }
}

/// Left end of a rook's head, the widest of all pieces, from the left of its cell, in cells.
const HEAD: f32 = 0.25;

/// True if there is a cell with a ground at a column and row, which may lie outside the grid.
fn has_ground(grid: &Grid, x: i64, y: i64) -> bool {
    let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y)) else {
        return false;
    };
    if x >= grid.width || y >= grid.height {
        return false;
    }
    let index = usize::from(y) * usize::from(grid.width) + usize::from(x);
    matches!(grid.cells.get(index), Some(Some(cell)) if cell.ground != Ground::Bare)
}

/// The place of the coordinates to the left and right of a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RowNames {
    Around,
    OnCells,
}

pub(super) fn place_grid(grid: &Grid, scene_cell: i32, row_names: RowNames) -> (GridPlace, Reach) {
    let scale = if grid.scale.is_finite() {
        grid.scale.clamp(0.2, 3.0)
    } else {
        1.0
    };
    let cell = ((scene_cell as f32 * scale).round() as i32).max(8);
    let rim = (cell / 14).clamp(2, 6);
    let width = i32::from(grid.width) * cell;
    let height = i32::from(grid.height) * cell;
    let mut reach = Reach {
        left: rim,
        top: rim,
        right: width + rim,
        bottom: height + rim,
    };
    let mut labels = Vec::with_capacity(grid.labels.len().min(MOST));
    let mut tabs = Vec::new();
    for label in grid.labels.iter().take(MOST) {
        let is_row = label.x < 0.0 || label.x > f32::from(grid.width);
        if is_row && row_names == RowNames::OnCells {
            let placed = place_tab(grid, label, cell, rim);
            tabs.extend(placed.map(|(tab, _)| tab));
            labels.push(placed.map(|(_, at)| at));
            continue;
        }
        let placed = place_label(grid, label, cell, rim);
        if let Some((area, _)) = placed {
            reach.left = reach.left.max(-area[0]);
            reach.top = reach.top.max(-area[1]);
            reach.right = reach.right.max(area[0] + area[2]);
            reach.bottom = reach.bottom.max(area[1] + area[3]);
        }
        labels.push(placed.map(|(_, at)| at));
    }
    let larger = if grid.heading.is_finite() {
        grid.heading.clamp(1.0, 3.0)
    } else {
        1.0
    };
    let words = [badge_size(cell) * larger, note_size(cell) * larger];
    let badge = grid.badge.as_ref().map(|badge| {
        let area = place_badge(badge, cell, words[0], reach.top.max(rim));
        reach.top = reach.top.max(-area.y);
        let note = width_of(&badge.note, words[1]);
        reach.right = reach.right.max(area.x + area.width + note + 8);
        area
    });
    let place = GridPlace {
        x: 0,
        y: 0,
        cell,
        has_cells: grid.width > 0 && grid.height > 0,
        rim,
        words,
        badge,
        labels,
        tabs,
    };
    (place, reach)
}

fn place_badge(badge: &Badge, cell: i32, size: f32, above: i32) -> BadgeBox {
    let height = (size * 1.35).round() as i32;
    let text = width_of(&badge.text, size);
    BadgeBox {
        x: -((cell / 14).clamp(2, 6)),
        y: -(above + 3 + height),
        width: (text + (size * 0.9) as i32).max(height),
        height,
    }
}

/// Returns the box around a label's capitals, and the upper left corner of its text. A label that would touch the
/// border of a neighbouring cell moves away from that cell.
fn place_label(grid: &Grid, label: &Label, cell: i32, rim: i32) -> Option<([i32; 4], (i32, i32))> {
    if label.text.is_empty() {
        return None;
    }
    let size = label_size(label.style, cell);
    let text = word(&label.text, size);
    let x = label.x.clamp(-1.0, f32::from(grid.width) + 1.0);
    let y = label.y.clamp(-1.0, f32::from(grid.height) + 1.0);
    let mut centre = (cells_to_pixels(x, cell)?, cells_to_pixels(y, cell)?);
    let half = (text.width() as i32 / 2, (size * 0.36).ceil() as i32);
    let (column, row) = (x.floor() as i64, y.floor() as i64);
    if !has_ground(grid, column, row) {
        let (column, row) = (column as i32, row as i32);
        let gap = (rim + 3, rim + 5);
        let inside =
            |dx: i64, dy: i64| has_ground(grid, i64::from(column) + dx, i64::from(row) + dy);
        if inside(1, 0) {
            centre.0 = centre.0.min((column + 1) * cell - gap.0 - half.0);
        }
        if inside(-1, 0) {
            centre.0 = centre.0.max(column * cell + gap.0 + half.0);
        }
        if inside(0, -1) {
            centre.1 = centre.1.max(row * cell + gap.1 + half.1);
        }
        if inside(0, 1) {
            centre.1 = centre.1.min((row + 1) * cell - gap.1 - half.1);
        }
    }
    // Descenders take a little more room than the capitals.
    let tail = (size * 0.22).ceil() as i32;
    let area = [
        centre.0 - half.0,
        centre.1 - half.1,
        half.0 * 2 + 1,
        half.1 * 2 + tail,
    ];
    Some((area, (centre.0 - half.0, centre.1 - text.middle())))
}

/// Returns the box around a row's coordinate on its outermost cell, and the upper left corner of its text. The name of
/// a single row lies in the cell's upper corner, where pieces leave room; the name of several rows in their middle.
fn place_tab(grid: &Grid, label: &Label, cell: i32, rim: i32) -> Option<([i32; 4], (i32, i32))> {
    if label.text.is_empty() {
        return None;
    }
    let size = label_size(label.style, cell);
    let text = word(&label.text, size);
    let (width, height) = (text.width() as i32 + 3, (size * 0.72).ceil() as i32 + 5);
    let middle = cells_to_pixels(label.y.clamp(0.0, f32::from(grid.height)), cell)?;
    // The box lies as far outside as the border allows, so that it hides little of a piece.
    let left = if label.x < 0.0 {
        -rim - 1
    } else {
        i32::from(grid.width) * cell - width + rim + 1
    };
    let top = match label.style {
        LabelStyle::Coordinate => middle - cell / 2,
        LabelStyle::Coarse | LabelStyle::Note => middle - height / 2,
    };
    let at = (left + 2, top + height / 2 - text.middle());
    Some(([left, top, width, height], at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(side: u8) -> Grid {
        let mut grid = Grid::blank(side, side);
        let files = (b'a'..).take(usize::from(side));
        grid.coordinates(
            files.map(|file| char::from(file).to_string()),
            (1..=side).rev().map(|rank| rank.to_string()),
        );
        grid
    }

    /// In cells with the name of a rank, a piece's head lies next to the name, but for the antialiased edge of it.
    #[test]
    fn a_piece_is_not_hidden_by_the_name_of_its_rank() {
        let (place, _) = place_grid(&numbered(16), 60, RowNames::OnCells);
        let head = (60.0 * HEAD) as i32;
        assert!(place.aside(0) > 0);
        for [left, _, width, _] in &place.tabs {
            assert!(left + width <= head + place.aside(0) + 2, "{left} {width}");
        }
        assert_eq!(place.aside(1), 0);
        let (beside, _) = place_grid(&numbered(8), 80, RowNames::Around);
        assert_eq!(beside.aside(0), 0);
    }
}
