//! Cuts a window out of a grid: its cells, with the coordinates and lines that belong to them.

use crate::scene::{Grid, Label, LabelStyle, Stroke};

/// A rectangle of a grid, in cells from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First column.
    pub x: u8,
    /// First row.
    pub y: u8,
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
}

impl Window {
    /// Returns the window between two cells, given as column and row, both included.
    pub fn spanning(from: (u8, u8), to: (u8, u8)) -> Self {
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        Window {
            x: left,
            y: top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    /// Returns the window with `more` cells on every side, aligned to whole multiples of `step`, within `width` by
    /// `height` cells.
    pub fn grown(self, more: u8, step: u8, (width, height): (u8, u8)) -> Self {
        let step = step.max(1);
        let span = |from: u8, length: u8, limit: u8| {
            let low = from.saturating_sub(more) / step * step;
            let end = (u16::from(from) + u16::from(length) + u16::from(more))
                .div_ceil(u16::from(step))
                .saturating_mul(u16::from(step))
                .min(u16::from(limit));
            (low, u8::try_from(end).unwrap_or(limit).saturating_sub(low))
        };
        let (x, width) = span(self.x, self.width, width);
        let (y, height) = span(self.y, self.height, height);
        Window {
            x,
            y,
            width,
            height,
        }
    }
}

/// Returns the cells of a window as a grid.
pub fn crop(grid: &Grid, window: Window) -> Grid {
    let mut cropped = Grid::blank(window.width, window.height);
    for y in 0..window.height {
        for x in 0..window.width {
            let from = index(grid, window.x + x, window.y + y);
            let to = index(&cropped, x, y);
            if let Some(place) = cropped.cells.get_mut(to) {
                *place = grid.cells.get(from).cloned().flatten();
            }
        }
    }
    let labels = grid.labels.iter();
    cropped.labels = labels
        .filter(|label| !names_nothing(grid, label, window))
        .filter_map(|label| {
            let kept = label_in(grid, label, window);
            kept.or_else(|| at_the_edge(grid, label, window))
        })
        .collect();
    let strokes = grid.strokes.iter();
    cropped.strokes = strokes
        .filter_map(|stroke| stroke_in(stroke, window))
        .collect();
    cropped
}

fn index(grid: &Grid, x: u8, y: u8) -> usize {
    usize::from(y) * usize::from(grid.width) + usize::from(x)
}

/// Most characters of a coordinate; a longer label is a remark written as large.
const LONGEST: usize = 2;

/// A column or row that a coordinate names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// A column, from 0 on the left.
    Column(u8),
    /// A row, from 0 at the top.
    Row(u8),
}

/// Returns the column or row that a coordinate names: it is centred on it one way, and outside it the other way. `None`
/// if the label is no coordinate of one row of cells.
pub fn names(grid: &Grid, label: &Label) -> Option<Names> {
    if label.style != LabelStyle::Coordinate || label.text.len() > LONGEST {
        return None;
    }
    let off = |at: f32, length: u8| {
        let index = at.floor();
        let inside = (0.0..f32::from(length)).contains(&index);
        inside.then(|| ((at - index - 0.5).abs(), index as u8))
    };
    match (off(label.x, grid.width), off(label.y, grid.height)) {
        (Some((across, column)), Some((down, _))) if across <= down => Some(Names::Column(column)),
        (_, Some((_, row))) => Some(Names::Row(row)),
        (Some((_, column)), None) => Some(Names::Column(column)),
        (None, None) => None,
    }
}

/// True if a label is the coordinate of a column or row that has no cell in the window.
fn names_nothing(grid: &Grid, label: &Label, window: Window) -> bool {
    let columns = window.x..window.x + window.width;
    let rows = window.y..window.y + window.height;
    let has = |x: u8, y: u8| {
        grid.cells
            .get(index(grid, x, y))
            .is_some_and(Option::is_some)
    };
    match names(grid, label) {
        Some(Names::Column(column)) => !rows.clone().any(|row| has(column, row)),
        Some(Names::Row(row)) => !columns.clone().any(|column| has(column, row)),
        None => false,
    }
}

/// Returns the coordinate of a column or row of the window, moved to the window's lower or left edge, if its place is
/// in another part of the board, as on a board that is no rectangle.
fn at_the_edge(grid: &Grid, label: &Label, window: Window) -> Option<Label> {
    let (x, y) = match names(grid, label)? {
        Names::Column(column) => {
            let column = column
                .checked_sub(window.x)
                .filter(|at| *at < window.width)?;
            (f32::from(column) + 0.5, f32::from(window.height) + BESIDE)
        }
        Names::Row(row) => {
            let row = row.checked_sub(window.y).filter(|at| *at < window.height)?;
            (-BESIDE, f32::from(row) + 0.5)
        }
    };
    Some(Label {
        x,
        y,
        ..label.clone()
    })
}

/// Distance between the edge of a board and its coordinates, in cells.
const BESIDE: f32 = 0.26;

/// Moves a label into the window: a coordinate keeps its distance from its edge, other labels their place on the board.
fn label_in(grid: &Grid, label: &Label, window: Window) -> Option<Label> {
    let (width, height) = (f32::from(grid.width), f32::from(grid.height));
    let (x, y) = (label.x - f32::from(window.x), label.y - f32::from(window.y));
    let (across, down) = (f32::from(window.width), f32::from(window.height));
    let beside = label.x < 0.0 || label.x > width;
    let beyond = label.y < 0.0 || label.y > height;
    let edge = label.style != LabelStyle::Note;
    let (x, y) = match (beside, beyond) {
        (true, false) if edge && (0.0..=down).contains(&y) => {
            let x = if label.x < 0.0 {
                label.x
            } else {
                label.x - width + across
            };
            (x, y)
        }
        (false, true) if edge && (0.0..=across).contains(&x) => {
            let y = if label.y < 0.0 {
                label.y
            } else {
                label.y - height + down
            };
            (x, y)
        }
        (false, false) if (0.0..=across).contains(&x) && (0.0..=down).contains(&y) => (x, y),
        _ => return None,
    };
    Some(Label {
        x,
        y,
        ..label.clone()
    })
}

/// Returns the part of a stroke inside the window, relative to the window's corner.
fn stroke_in(stroke: &Stroke, window: Window) -> Option<Stroke> {
    let (left, top) = (f32::from(window.x), f32::from(window.y));
    let (right, bottom) = (
        left + f32::from(window.width),
        top + f32::from(window.height),
    );
    let inside = |(x, y): (f32, f32)| (left..=right).contains(&x) && (top..=bottom).contains(&y);
    let moved = |(x, y): (f32, f32)| (x - left, y - top);
    match *stroke {
        Stroke::Line {
            from,
            to,
            width,
            ink,
        } => {
            let (from, to) = clip(from, to, [left, top, right, bottom])?;
            Some(Stroke::Line {
                from: moved(from),
                to: moved(to),
                width,
                ink,
            })
        }
        Stroke::Dot { at, radius, ink } => inside(at).then(|| Stroke::Dot {
            at: moved(at),
            radius,
            ink,
        }),
        Stroke::Frame {
            at,
            size,
            width,
            ink,
        } => (inside(at) && inside((at.0 + size.0, at.1 + size.1))).then(|| Stroke::Frame {
            at: moved(at),
            size,
            width,
            ink,
        }),
        Stroke::Arrow { from, to, ink } => (inside(from) && inside(to)).then(|| Stroke::Arrow {
            from: moved(from),
            to: moved(to),
            ink,
        }),
    }
}

/// Clips a line to a rectangle (Liang and Barsky); `None` if no part is inside.
fn clip(
    from: (f32, f32),
    to: (f32, f32),
    [left, top, right, bottom]: [f32; 4],
) -> Option<((f32, f32), (f32, f32))> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for (step, room) in [
        (-dx, from.0 - left),
        (dx, right - from.0),
        (-dy, from.1 - top),
        (dy, bottom - from.1),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
            continue;
        }
        let at = room / step;
        if step < 0.0 {
            first = first.max(at);
        } else {
            last = last.min(at);
        }
    }
    let point = |part: f32| (from.0 + dx * part, from.1 + dy * part);
    (first < last).then(|| (point(first), point(last)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Army, Figure, Ink, Token};

    fn numbered() -> Grid {
        let mut grid = Grid::blank(8, 8);
        grid.coordinates(
            ('a'..='h').map(String::from),
            (1..=8).rev().map(|rank| rank.to_string()),
        );
        grid
    }

    #[test]
    fn a_part_keeps_its_pieces_coordinates_and_lines() {
        let mut grid = numbered();
        if let Some(cell) = grid.cell_mut(3, 4) {
            cell.token = Some(Token::new(Army::White, Figure::Rook));
        }
        grid.strokes.push(Stroke::Line {
            from: (0.0, 4.0),
            to: (8.0, 4.0),
            width: 5,
            ink: Ink::Line,
        });
        let window = Window {
            x: 2,
            y: 3,
            width: 3,
            height: 2,
        };
        let part = crop(&grid, window);
        assert_eq!((part.width, part.height), (3, 2));
        let cell = part.cells[3 + 1].as_ref().unwrap();
        assert_eq!(cell.token.as_ref().unwrap().figure, Figure::Rook);
        let texts: Vec<&str> = part
            .labels
            .iter()
            .map(|label| label.text.as_str())
            .collect();
        assert_eq!(texts, ["c", "d", "e", "5", "4"]);
        let Stroke::Line { from, to, .. } = part.strokes[0] else {
            panic!("{:?}", part.strokes);
        };
        assert_eq!((from, to), ((0.0, 1.0), (3.0, 1.0)));
    }

    /// On a board that is no rectangle, a coordinate may be in another part: `a` below the third row and `3` left of
    /// the second column.
    #[test]
    fn a_part_names_all_of_its_columns_and_rows() {
        let mut grid = Grid::blank(4, 4);
        for (column, row) in [(0, 3), (0, 0)] {
            grid.cells[row * 4 + column] = None;
        }
        for (x, y, text) in [
            (0.44, 3.25, "a"),
            (1.5, 4.26, "b"),
            (2.5, 4.26, "c"),
            (3.5, 4.26, "d"),
            (0.74, 0.54, "4"),
            (-0.26, 1.5, "3"),
            (-0.26, 2.5, "2"),
            (0.74, 3.54, "1"),
        ] {
            grid.labels.push(Label {
                x,
                y,
                text: text.to_owned(),
                style: LabelStyle::Coordinate,
            });
        }
        for (x, y, wanted) in [
            (0, 0, ["4", "3", "a", "b"]),
            (2, 0, ["4", "3", "c", "d"]),
            (0, 2, ["2", "1", "a", "b"]),
            (2, 2, ["2", "1", "c", "d"]),
        ] {
            let part = crop(
                &grid,
                Window {
                    x,
                    y,
                    width: 2,
                    height: 2,
                },
            );
            let mut named: Vec<&str> = part.labels.iter().map(|label| &*label.text).collect();
            named.sort_unstable();
            let mut all = wanted;
            all.sort_unstable();
            assert_eq!(named, all, "from column {x} and row {y}");
        }
    }

    #[test]
    fn windows_grow_to_whole_quads_within_the_board() {
        let at = Window::spanning((15, 0), (15, 0));
        let grown = at.grown(2, 2, (16, 16));
        assert_eq!(
            grown,
            Window {
                x: 12,
                y: 0,
                width: 4,
                height: 4
            }
        );
    }
}
