//! The rows in which grids stand. All lengths are pixels.

use super::layout::Reach;
use super::measure::BETWEEN;
use crate::scene::Grid;

/// All rows of a picture.
#[derive(Clone, Debug)]
pub struct Rows {
    /// From the top.
    pub rows: Vec<Row>,
}

/// Grids side by side.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// How far each grid reaches to the left and to the right of its left edge; in a picture whose rows are alike also
    /// that of the columns that the last row leaves free.
    pub columns: Vec<(i32, i32)>,
    /// How far they reach above their upper edge.
    pub top: i32,
    /// How far they reach below it.
    pub bottom: i32,
    /// How many grids there are.
    pub grids: usize,
}

impl Rows {
    /// Rows of `columns` grids, or where a grid ends its row, of as many as come before it.
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

    /// How wide the widest is.
    pub fn width(&self) -> i32 {
        self.rows.iter().map(Row::width).max().unwrap_or(0)
    }
}

/// Grids of all rows stand below each other.
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

    /// Where the grid after so many begins, from the left.
    pub fn end(&self, grids: usize) -> i32 {
        let columns = self.columns.iter().take(grids);
        columns.map(|(left, right)| left + right + BETWEEN).sum()
    }
}
