//! The rows of grids in a picture. All lengths are pixels.

use super::layout::Reach;
use super::measure::BETWEEN;
use crate::scene::Grid;

/// The rows of a picture.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rows from top to bottom.
    pub rows: Vec<Row>,
}

/// A row of grids side by side.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Distances by which each grid extends to the left and to the right of its left edge; in a picture with aligned
    /// columns also those of columns that the last row leaves free.
    pub columns: Vec<(i32, i32)>,
    /// Distance by which the grids extend above their upper edge.
    pub top: i32,
    /// Distance by which the grids extend below their upper edge.
    pub bottom: i32,
    /// Number of grids in the row.
    pub grids: usize,
}

impl Rows {
    /// Returns rows of `columns` grids each; a grid that ends its row ends it earlier.
    pub fn of(grids: &[Grid], columns: usize, reaches: &[Reach]) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        let mut full = true;
        for (grid, reach) in grids.iter().zip(reaches) {
            if full {
                rows.push(Row::default());
            }
            if let Some(row) = rows.last_mut() {
                row.columns.push((reach.left, reach.right));
                row.top = row.top.max(reach.top);
                row.bottom = row.bottom.max(reach.bottom);
                row.grids += 1;
                full = grid.ends_row || row.grids >= columns;
            }
        }
        if !grids.iter().any(|grid| grid.ends_row) {
            align(&mut rows);
        }
        Rows { rows }
    }

    /// Returns the width of the widest row.
    pub fn width(&self) -> i32 {
        self.rows.iter().map(Row::width).max().unwrap_or(0)
    }
}

/// Aligns the columns of all rows.
fn align(rows: &mut [Row]) {
    let across = rows.iter().map(|row| row.columns.len()).max().unwrap_or(0);
    let column = |index: usize| {
        let column = rows.iter().filter_map(|row| row.columns.get(index));
        column.fold((0, 0), |(left, right), one| {
            (left.max(one.0), right.max(one.1))
        })
    };
    let all: Vec<(i32, i32)> = (0..across).map(column).collect();
    for row in rows {
        row.columns.clone_from(&all);
    }
}

impl Row {
    pub fn width(&self) -> i32 {
        self.end(self.columns.len()) - BETWEEN.min(self.end(self.columns.len()))
    }

    /// Returns the left edge of the grid that follows this number of grids, gaps included.
    pub fn end(&self, grids: usize) -> i32 {
        let columns = self.columns.iter().take(grids);
        columns.map(|(left, right)| left + right + BETWEEN).sum()
    }
}
