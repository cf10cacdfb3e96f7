//! Two boards of several grids each, for a telephone: it has no room for all of both in cells that can be read. What
//! matters is as large as on the picture of one board, the rest is smaller, and grids where nobody stands are strips above
//! the others of their board.
//!
//! Of two boards one of which is in front all of that one matters, of the other what happens there. Boards that stand side
//! by side are of one size, a row of grids of the one beside the same row of the other, and what happens on either matters.

use std::cmp::Ordering;

use super::arrange::{PHONE, READABLE, SCREEN, into_strip, is_empty};
use super::layout::{BETWEEN, Layout, badge_size, cell_of, label_size};
use super::several::{for_row, weight};
use crate::scene::{Grid, LabelStyle, Scene};

/// How many grids stand in a row whose cells have the scene's own size.
const ACROSS: usize = 3;
/// The most in a row of a board that is not in front.
const MOST_BEHIND: usize = 8;
/// The most grids of one board in a row beside those of the other.
const MOST_ABREAST: usize = 3;
/// The most grids of one board: of so many all arrangements are looked at.
const MOST: usize = 9;
/// How large the cells of a row are where something happens, at most: one of these for all rows of a board.
const LOUD: &[f32] = &[1.5, 1.25, 1.0, 0.75];
/// The same where nothing happens: on a board in front, behind, and of two abreast.
const FRONT: &[f32] = &[1.5, 1.25, 1.0];
const BEHIND: &[f32] = &[0.75, 0.6, 0.5, 0.42, 0.33];
const ABREAST: &[f32] = &[1.5, 1.25, 1.0, 0.75, 0.6, 0.5];
/// How many strips stand in a row.
const STRIPS: usize = 4;
/// The side of the scene's cells in pixels: larger ones make the file larger than a telephone shows at once.
const CELL: u16 = 46;
/// What a full row has besides its cells, in pixels: coordinates, borders, room between the grids.
const MARGIN: f32 = 58.0;
/// What a tray or the note of whose turn it is takes, in cells.
const TRAY: f32 = 1.1;
/// So many of the best arrangements are measured.
const TRIED: usize = 10;
/// What is larger than this, in CSS pixels, is not better for it.
const LARGE: f32 = 33.0;

/// Grids that stay beside each other: the same one of each board, or one by itself.
struct Unit<'s> {
    grids: Vec<&'s Grid>,
    empty: bool,
    happens: bool,
}

impl<'s> Unit<'s> {
    fn of(grids: Vec<&'s Grid>) -> Self {
        Unit {
            empty: grids.iter().all(|grid| is_empty(grid)),
            happens: grids.iter().any(|grid| weight(grid) > 0.0),
            grids,
        }
    }
}

/// Units side by side.
#[derive(Clone, Debug)]
struct Row {
    /// By their number.
    units: Vec<usize>,
    strips: bool,
    scale: f32,
}

impl Row {
    /// Whether its cells are large enough to have coordinates beside them.
    fn is_named(&self) -> bool {
        !self.strips && self.scale > 0.5
    }
}

/// An order of the units of a board, or of both abreast.
#[derive(Clone, Debug)]
struct Order {
    rows: Vec<Row>,
    /// In pixels.
    height: f32,
    /// How large the smallest cells are, and the smallest where something happens, against the scene's.
    least: f32,
    touched: f32,
}

/// Whether a scene has two boards that stand side by side.
pub fn is_abreast(scene: &Scene) -> bool {
    let boards = || scene.grids.iter().map(|grid| grid.board);
    !boards().is_sorted() && !boards().rev().is_sorted()
}

/// The scene with the boards arranged, if it has two of them.
pub fn two_boards(scene: &Scene) -> Option<Scene> {
    let grids = || scene.grids.iter().filter(|grid| is_there(grid));
    let first = grids().next()?.board;
    let (front, behind): (Vec<&Grid>, Vec<&Grid>) = grids().partition(|grid| grid.board == first);
    let likely = |board: &[&Grid]| {
        (1..=MOST).contains(&board.len()) && board.iter().all(|grid| grid.badge.is_some())
    };
    if !likely(&front) || !likely(&behind) {
        return None;
    }
    let (units, all): (Vec<Vec<Unit>>, Vec<Vec<Order>>) = if is_abreast(scene) {
        let units: Vec<Unit> = (front.iter().zip(&behind))
            .map(|(one, other)| Unit::of(vec![*one, *other]))
            .collect();
        let orders = orders(&units, MOST_ABREAST, ABREAST);
        (vec![units], vec![orders])
    } else {
        let units = [front, behind].map(|board| {
            let units: Vec<Unit> = board.into_iter().map(|grid| Unit::of(vec![grid])).collect();
            units
        });
        let [front, behind] = &units;
        let orders = vec![
            orders(front, ACROSS, FRONT),
            orders(behind, MOST_BEHIND, BEHIND),
        ];
        (units.into(), orders)
    };
    let extra =
        TRAY * f32::from(CELL) * (scene.trays.len() + usize::from(scene.turn.is_some())) as f32;
    let mut found: Vec<(f32, Vec<&Order>)> = match all.as_slice() {
        [abreast] => abreast
            .iter()
            .map(|order| (worth(&[order], extra), vec![order]))
            .collect(),
        [front, behind] => {
            let pairs = front
                .iter()
                .flat_map(|one| behind.iter().map(move |other| vec![one, other]));
            pairs.map(|pair| (worth(&pair, extra), pair)).collect()
        }
        _ => return None,
    };
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let arranged = found.into_iter().take(TRIED).map(|(_, orders)| {
        let arranged = in_rows(scene, &units, &orders);
        let layout = Layout::of(&arranged);
        let cell = layout.on_phone(cell_of(&arranged));
        let worth = measured(&orders, cell);
        (worth, arranged)
    });
    let best = arranged.max_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    best.map(|(_, arranged)| arranged)
}

/// Whether it is more than a place that a layout leaves free.
pub fn is_there(grid: &Grid) -> bool {
    grid.cells.iter().any(Option::is_some)
}

/// All ways to put units in rows of at most `most`, strips above them all, with cells as large as one of `quiet` at most
/// where nothing happens. Of those whose cells are of the same sizes the lowest.
fn orders(units: &[Unit], most: usize, quiet: &[f32]) -> Vec<Order> {
    let shown = (units.iter().enumerate()).filter(|(_, unit)| !unit.empty);
    let shown: Vec<usize> = shown.map(|(index, _)| index).collect();
    let mut ways = divisions(&shown, most);
    if most == MOST_BEHIND {
        // Where something happens comes first, so that the rest shares few low rows.
        let happens = |index: &usize| units.get(*index).is_some_and(|unit| unit.happens);
        let (first, rest): (Vec<usize>, Vec<usize>) =
            shown.iter().partition(|index| happens(index));
        let rest = divisions(&rest, most);
        ways = (divisions(&first, ACROSS).iter())
            .flat_map(|first| {
                rest.iter()
                    .map(move |rest| [first.as_slice(), rest].concat())
            })
            .collect();
    }
    let mut found: Vec<Order> = Vec::new();
    for rows in ways {
        for (loud, quiet) in
            (LOUD.iter()).flat_map(|loud| quiet.iter().map(move |quiet| (loud, quiet)))
        {
            let order = Order::of(units, &rows, *loud, *quiet);
            let same =
                |other: &&mut Order| (other.least, other.touched) == (order.least, order.touched);
            match found.iter_mut().find(same) {
                Some(other) if other.height <= order.height => {}
                Some(other) => *other = order,
                None => found.push(order),
            }
        }
    }
    found
}

/// Units by their numbers in rows, in their order.
fn divisions(units: &[usize], most: usize) -> Vec<Vec<Vec<usize>>> {
    let between = units.len().saturating_sub(1);
    let ways = (0..1_u32 << between).filter_map(|breaks| {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for (place, unit) in units.iter().enumerate() {
            let breaks = place > 0 && breaks >> (place - 1) & 1 == 1;
            match rows.last_mut().filter(|_| !breaks) {
                Some(row) if row.len() == most => return None,
                Some(row) => row.push(*unit),
                None => rows.push(vec![*unit]),
            }
        }
        Some(rows)
    });
    ways.collect()
}

impl Order {
    fn of(units: &[Unit], rows: &[Vec<usize>], loud: f32, quiet: f32) -> Self {
        let empty = (units.iter().enumerate()).filter(|(_, unit)| unit.empty);
        let empty: Vec<usize> = empty.map(|(index, _)| index).collect();
        let strips = empty.chunks(STRIPS).map(|strips| Row {
            units: strips.to_vec(),
            strips: true,
            scale: 1.0,
        });
        let mut order = Order {
            rows: strips.collect(),
            height: 0.0,
            least: f32::MAX,
            touched: f32::MAX,
        };
        for row in rows {
            let units = || row.iter().filter_map(|index| units.get(*index));
            let across: usize = units().map(|unit| unit.grids.len()).sum();
            let happens = units().any(|unit| unit.happens);
            let most = if happens { loud } else { quiet };
            let scale = most.min(ACROSS as f32 / across.max(1) as f32);
            order.least = order.least.min(scale);
            if happens {
                order.touched = order.touched.min(scale);
            }
            order.rows.push(Row {
                units: row.clone(),
                strips: false,
                scale,
            });
        }
        let cells = units.first().and_then(|unit| unit.grids.first());
        let cells = cells.map_or(0, |grid| grid.height);
        let heights = (order.rows.iter().enumerate())
            .map(|(index, row)| row_height(row, cells, names_columns(&order.rows, index)));
        order.height = heights.sum();
        order
    }
}

/// In pixels.
fn row_height(row: &Row, cells: u8, named: bool) -> f32 {
    let cell = (f32::from(CELL) * row.scale).round();
    let heading = badge_size(cell as i32) * 1.35 + 3.0;
    let between = BETWEEN as f32;
    if row.strips {
        return heading + between;
    }
    let rim = cell / 7.0;
    let names = if named {
        label_size(LabelStyle::Coordinate, cell as i32) + 5.0
    } else {
        0.0
    };
    f32::from(cells) * cell + heading + rim + names + between
}

/// Whether a row's columns are named below it: not where the row below has the same ones, nor where names would be as
/// large as the cells.
fn names_columns(rows: &[Row], index: usize) -> bool {
    let Some(row) = rows.get(index) else {
        return false;
    };
    let alike = |below: &Row| {
        !below.strips && below.units.len() >= row.units.len() && below.scale == row.scale
    };
    row.is_named() && !rows.get(index + 1).is_some_and(alike)
}

/// How well a telephone shows orders one below the other, by an estimate of how high they are.
fn worth(orders: &[&Order], extra: f32) -> f32 {
    let width = 5.0 * (ACROSS as f32) * f32::from(CELL) + MARGIN;
    let height = orders.iter().map(|order| order.height).sum::<f32>() + extra;
    measured(
        orders,
        f32::from(CELL) * (PHONE / width).min(SCREEN / height),
    )
}

/// The same where the scene's cells have that side, in CSS pixels: first all that matters is to be readable, then it and
/// the rest the larger the better.
fn measured(orders: &[&Order], cell: f32) -> f32 {
    let touched = orders.iter().map(|order| order.touched * cell);
    let touched = touched.fold(f32::MAX, f32::min);
    // Abreast no board is in front.
    let (front, behind) = match orders {
        [front, behind] => (front.least * cell, behind.least * cell),
        _ => (
            f32::MAX,
            orders.first().map_or(f32::MAX, |order| order.least * cell),
        ),
    };
    100.0 * front.min(READABLE)
        + 80.0 * touched.min(READABLE)
        + 2.0 * behind.min(READABLE)
        + front.min(LARGE)
        + 0.5 * touched.min(LARGE)
        + 0.5 * behind.min(LARGE)
}

fn in_rows(scene: &Scene, units: &[Vec<Unit>], orders: &[&Order]) -> Scene {
    let mut arranged = scene.clone();
    arranged.grids.clear();
    for (units, order) in units.iter().zip(orders) {
        for (index, row) in order.rows.iter().enumerate() {
            let units: Vec<&Unit> = (row.units.iter())
                .filter_map(|index| units.get(*index))
                .collect();
            if row.strips {
                arranged
                    .grids
                    .extend(units.iter().filter_map(|unit| strip(unit)));
            } else {
                let named = names_columns(&order.rows, index);
                let boards = units.first().map_or(0, |unit| unit.grids.len());
                // All of the first board, then all of the other.
                let grids = (0..boards)
                    .flat_map(|board| units.iter().filter_map(move |unit| unit.grids.get(board)));
                let grids = grids.enumerate().map(|(column, grid)| Grid {
                    scale: row.scale,
                    ..for_row(grid, column == 0 && row.is_named(), named)
                });
                arranged.grids.extend(grids);
            }
            if let Some(last) = arranged.grids.last_mut() {
                last.ends_row = true;
            }
        }
    }
    arranged.columns = u8::MAX;
    arranged.cell = CELL;
    arranged
}

/// The heading of grids where nobody stands: of one board that of the board, of both that of the rank alone.
fn strip(unit: &Unit) -> Option<Grid> {
    let mut grid = (*unit.grids.first()?).clone();
    if unit.grids.len() > 1
        && let Some(badge) = &mut grid.badge
    {
        badge.note.clear();
    }
    into_strip(&mut grid);
    grid.ends_row = false;
    Some(grid)
}
