//! The place of the turn's note. All lengths are pixels.

use super::layout::{GridPlace, Reach};
use super::measure::{PAGE, cell_of, cells_to_pixels, width_of, word_size};
use super::rows::{Row, Rows};
use crate::scene::{Scene, Turn, TurnPlace};

/// Gap between the last grid and the note next to it.
const BESIDE: i32 = 10;

/// The place of the turn's note.
#[derive(Clone, Copy, Debug)]
pub struct TurnBox {
    /// Left, top, width and height.
    pub area: [i32; 4],
    /// True for a strip: all on one line.
    pub strip: bool,
}

/// Returns the place of the turn's note in a corner of the first board or next to the last grid; `None` if it belongs
/// below the boards or does not fit. `last_row` is the upper left corner of the last row.
pub fn place_turn(
    scene: &Scene,
    rows: &Rows,
    grids: &[GridPlace],
    reaches: &[Reach],
    last_row: [i32; 2],
) -> Option<TurnBox> {
    let turn = scene.turn.as_ref()?;
    match turn.place {
        TurnPlace::Corner { x, y, w, h } => {
            let place = grids.first()?;
            let at = |cells: f32| cells_to_pixels(cells, place.cell);
            Some(TurnBox {
                area: [place.x + at(x)?, place.y + at(y)?, at(w)?, at(h)?],
                strip: false,
            })
        }
        TurnPlace::NextPanel => {
            let beside = grids.last()?.x + reaches.last()?.right;
            let row = rows.rows.last()?;
            row.next_panel(turn, cell_of(scene), beside, last_row)
        }
        TurnPlace::Below => None,
    }
}

impl Row {
    /// Returns the place of a note after the row's last grid: the free place of the row, or from `beside` on, next to a
    /// last grid that is small enough to leave room. `indent` and `top` are the upper left corner of the row.
    fn next_panel(
        &self,
        turn: &Turn,
        cell: i32,
        beside: i32,
        [indent, top]: [i32; 2],
    ) -> Option<TurnBox> {
        let height = self.top + self.bottom;
        let strip = false;
        if let Some((left, right)) = self.columns.get(self.grids) {
            let area = [
                indent + self.end(self.grids) + 10,
                top,
                left + right - 10,
                height,
            ];
            return Some(TurnBox { area, strip });
        }
        let taken = beside + 10;
        let end = indent + self.width();
        let longest = turn
            .text
            .split_whitespace()
            .map(|part| width_of(part, word_size(cell)))
            .max()
            .unwrap_or(0);
        let area = [taken, top, end - taken, height];
        (end - taken >= longest).then_some(TurnBox { area, strip })
    }
}

/// Returns the place next to the last row of two boards, as far as `right`, if that is high enough for two lines and as
/// wide as the longest word. The row begins at `top`.
pub fn beside_last(
    scene: &Scene,
    rows: &Rows,
    last: &GridPlace,
    reach: &Reach,
    [top, right]: [i32; 2],
) -> Option<TurnBox> {
    let cell = cell_of(scene);
    let (turn, row) = (scene.turn.as_ref()?, rows.rows.last()?);
    let left = last.x + reach.right + BESIDE;
    let area = [left, top, right - left, row.top + row.bottom];
    let words = turn.text.split_whitespace();
    let longest = words.map(|part| width_of(part, word_size(cell))).max()?;
    let fits = area[2] >= longest && area[3] >= 2 * strip_height(cell);
    (is_of_two_boards(scene) && fits).then_some(TurnBox { area, strip: false })
}

/// True if a scene has several boards, below which there is little room.
pub fn is_of_two_boards(scene: &Scene) -> bool {
    scene.grids.iter().any(|grid| grid.board > 0)
}

/// Places the note below the boards: in the free part of the last row of trays, if it fits; else at `beside`, next to
/// the last grid, if that is a place; else from `y` on, which is then moved to its end.
pub fn below(
    turn: &Turn,
    cell: i32,
    free: Option<[i32; 2]>,
    beside: impl FnOnce() -> Option<TurnBox>,
    inner: i32,
    y: &mut i32,
) -> TurnBox {
    let (height, right) = (strip_height(cell), PAGE + inner);
    let strip = |area| TurnBox { area, strip: true };
    if let Some([left, top]) = free
        && left + strip_width(turn, cell) <= right
    {
        return strip([left, top + (*y - top - height) / 2, right - left, height]);
    }
    beside().unwrap_or_else(|| {
        *y += height;
        strip([PAGE, *y - height, inner, height])
    })
}

fn strip_height(cell: i32) -> i32 {
    (word_size(cell) * 2.1).round() as i32
}

pub fn strip_width(turn: &Turn, cell: i32) -> i32 {
    let size = word_size(cell);
    strip_height(cell) + width_of(&turn.text, size) + width_of(&turn.detail, size * 0.8) + 40
}
