//! Where a grid's cells, heading and coordinates are.

use crate::render::measure::{MOST, badge_size, cells_to_pixels, label_size, note_size, width_of};
use crate::render::text::word;
use crate::scene::{Badge, Grid, Ground, Label, LabelStyle};

/// Where a grid is.
#[derive(Clone, Debug)]
pub struct GridPlace {
    /// Left edge of its first column.
    pub x: i32,
    /// Upper edge of its first row.
    pub y: i32,
    /// Side of a cell.
    pub cell: i32,
    /// Whether it has cells, and not its heading alone.
    pub has_cells: bool,
    /// Width of its border, outside the cells.
    pub rim: i32,
    /// The size of the text in its heading's box, and of the note beside it.
    pub words: [f32; 2],
    /// Its heading: upper left corner of the box, against (x, y).
    pub badge: Option<BadgeBox>,
    /// Its labels: upper left corner of each text, against (x, y); `None` where it cannot be placed.
    pub labels: Vec<Option<(i32, i32)>>,
    /// Boxes behind the labels that lie on cells: left, top, width and height, against (x, y).
    pub tabs: Vec<[i32; 4]>,
}

/// A heading's box, against the grid's upper left corner.
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

/// How far a grid reaches beyond its upper left corner, to each side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// To the left.
    pub left: i32,
    /// Upwards.
    pub top: i32,
    /// To the right.
    pub right: i32,
    /// Downwards.
    pub bottom: i32,
}

impl GridPlace {
    /// How far to the right of their cells' middle the pieces of a column stand: in the first one, as far as the coordinates
    /// in its cells' corners would hide the middle, where kings have their crosses.
    pub fn aside(&self, column: i32) -> i32 {
        if column > 0 {
            return 0;
        }
        let free = (self.cell as f32 * CROSS) as i32;
        let left = self.tabs.iter().filter(|[left, ..]| *left < free);
        let covered = left.map(|[left, _, width, _]| left + width - free);
        covered.max().unwrap_or(0).clamp(0, self.cell / 6)
    }
}

/// Where the cross of a king begins, from the left of its cell, in cells.
const CROSS: f32 = 0.36;

/// Whether a cell with a ground is in a column and row, which may lie outside the grid.
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

pub(super) fn place_grid(grid: &Grid, scene_cell: i32, inside: bool) -> (GridPlace, Reach) {
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
        if inside && (label.x < 0.0 || label.x > f32::from(grid.width)) {
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

/// The box that a label's capitals fill, and the upper left corner of its text. Where it would touch the border of a
/// cell beside it, it moves away from that cell.
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
    // Letters that hang below the line take a little more than the capitals.
    let tail = (size * 0.22).ceil() as i32;
    let area = [
        centre.0 - half.0,
        centre.1 - half.1,
        half.0 * 2 + 1,
        half.1 * 2 + tail,
    ];
    Some((area, (centre.0 - half.0, centre.1 - text.middle())))
}

/// A coordinate of a row on the outermost cell of it: the box around it and the upper left corner of its text. One of a
/// single row lies in the cell's upper corner, where pieces leave room; one of several in the middle of them.
fn place_tab(grid: &Grid, label: &Label, cell: i32, rim: i32) -> Option<([i32; 4], (i32, i32))> {
    if label.text.is_empty() {
        return None;
    }
    let size = label_size(label.style, cell);
    let text = word(&label.text, size);
    let (width, height) = (text.width() as i32 + 4, (size * 0.72).ceil() as i32 + 5);
    let middle = cells_to_pixels(label.y.clamp(0.0, f32::from(grid.height)), cell)?;
    // As far outside as the border allows: what it covers of a piece is little.
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

    /// Where ranks are named in the cells' corners, the middle of a piece is beside their names.
    #[test]
    fn a_piece_is_not_hidden_by_the_name_of_its_rank() {
        let (place, _) = place_grid(&numbered(16), 60, true);
        let cross = (60.0 * CROSS) as i32;
        assert!(place.aside(0) > 0);
        for [left, _, width, _] in &place.tabs {
            assert!(left + width <= cross + place.aside(0), "{left} {width}");
        }
        assert_eq!(place.aside(1), 0);
        let (beside, _) = place_grid(&numbered(8), 80, false);
        assert_eq!(beside.aside(0), 0);
    }
}
