//! Two boards side by side, for a telephone: in every row grids of the first on the left and of the other on the right, the
//! far ranks first.
//!
//! Three grids in a row are as wide as a telephone, and five such rows are as high. Which grids share a row does not depend
//! on their rank, so that one that is empty on one board alone takes no more room than its heading. Grids of the first that
//! show the other's pieces alone stand last and small: the other board shows the same.

use super::arrange::is_empty;
use super::pair::{ACROSS, Arrangement, Measures, Row, strips};
use crate::scene::{Grid, Mark, Scene};

/// The most grids in a row where what matters cannot be larger.
const MOST: usize = 4;
/// The most rows of so many.
const SMALL_ROWS: usize = 3;
/// How many stand in a row at most, and how large their cells are at most.
const LIMITS: &[(usize, f32)] = &[(2, 1.5), (2, 1.25), (3, 1.0), (MOST, 1.0)];
/// How many grids stand in a row that repeat the other board.
const REPEATED: &[usize] = &[4, 6, 8];

/// Whether a scene has two boards that stand side by side.
pub fn is_abreast(scene: &Scene) -> bool {
    let boards = || scene.grids.iter().map(|grid| grid.board);
    !boards().is_sorted() && !boards().rev().is_sorted()
}

/// Whether nothing is on a grid but pieces of the other board, drawn faintly.
pub fn shows_others_alone(grid: &Grid) -> bool {
    !is_empty(grid)
        && grid.strokes.is_empty()
        && grid.cells.iter().flatten().all(|cell| {
            let quiet = |mark: &Mark| *mark == Mark::Trail;
            cell.token.as_ref().is_none_or(|token| token.ghost) && cell.marks.iter().all(quiet)
        })
}

/// The arrangements of two boards of `ranks` grids each.
pub fn side_by_side(measures: &Measures, ranks: usize) -> Vec<Arrangement> {
    let slice = |index: usize| measures.slices.get(index);
    let of = |board: usize, matters: bool| -> Vec<usize> {
        let own = board * ranks..(board + 1) * ranks;
        own.filter(|index| measures.shows(*index))
            .filter(|index| slice(*index).is_some_and(|slice| slice.matters == matters))
            .collect()
    };
    let folded: Vec<usize> = (0..ranks)
        .flat_map(|rank| {
            let boards = [rank, ranks + rank].into_iter();
            let empty: Vec<usize> = boards.filter(|index| !measures.shows(*index)).collect();
            // What is empty on both boards has one strip.
            empty.into_iter().take(1)
        })
        .collect();
    let boards = [of(0, true), of(1, true)];
    let repeated = [of(0, false), of(1, false)].concat();
    let mut found = Vec::new();
    for rows in LIMITS
        .iter()
        .flat_map(|active| LIMITS.iter().map(move |quiet| [*active, *quiet]))
        .flat_map(|limits| divisions(measures, &boards, ranks, limits))
    {
        for across in REPEATED {
            let last = repeated.chunks(*across).map(|slices| Row {
                slices: slices.to_vec(),
                strips: false,
                scale: ACROSS as f32 / *across as f32,
            });
            let rows = strips(&folded).chain(rows.iter().cloned()).chain(last);
            found.push(Arrangement::measured(measures, rows.collect()));
            if repeated.is_empty() {
                break;
            }
        }
    }
    found
}

/// How a row was reached: its cost with all rows above, and how many grids of each board it has.
#[derive(Clone, Copy)]
struct Step {
    cost: i64,
    taken: [usize; 2],
}

/// The lowest rows that have the grids of both boards in sequence, one way for every number of rows of [`MOST`].
/// `limits` are those of rows where something happens and of the others.
fn divisions(
    measures: &Measures,
    boards: &[Vec<usize>; 2],
    ranks: usize,
    limits: [(usize, f32); 2],
) -> Vec<Vec<Row>> {
    let [ones, others] = boards.each_ref().map(Vec::len);
    let place =
        |at: [usize; 2], small: usize| (at[0] * (others + 1) + at[1]) * (SMALL_ROWS + 1) + small;
    let mut best: Vec<Option<Step>> = vec![None; place([ones, others], SMALL_ROWS) + 1];
    best[0] = Some(Step {
        cost: 0,
        taken: [0, 0],
    });
    for at in (0..=ones).flat_map(|one| (0..=others).map(move |other| [one, other])) {
        for small in 0..=SMALL_ROWS {
            let Some(before) = best[place(at, small)] else {
                continue;
            };
            for taken in (0..=MOST).flat_map(|one| (0..=MOST - one).map(move |other| [one, other]))
            {
                let to = [at[0] + taken[0], at[1] + taken[1]];
                if to == at || to[0] > ones || to[1] > others {
                    continue;
                }
                let Some(row) = row(measures, boards, at, to, limits) else {
                    continue;
                };
                let small = small + usize::from(row.slices.len() == MOST);
                if small > SMALL_ROWS {
                    continue;
                }
                let cost = before.cost + cost(measures, &row, taken, ranks);
                let known = &mut best[place(to, small)];
                if known.is_none_or(|known| cost < known.cost) {
                    *known = Some(Step { cost, taken });
                }
            }
        }
    }
    let ways = (0..=SMALL_ROWS).filter_map(|mut small| {
        let mut at = [ones, others];
        let mut rows = Vec::new();
        while at != [0, 0] {
            let step = best[place(at, small)]?;
            let from = [at[0] - step.taken[0], at[1] - step.taken[1]];
            let row = row(measures, boards, from, at, limits)?;
            small -= usize::from(row.slices.len() == MOST);
            rows.push(row);
            at = from;
        }
        rows.reverse();
        Some(rows)
    });
    ways.collect()
}

/// The row of the grids of each board from one number to another; `None` where it would have more than its limit.
fn row(
    measures: &Measures,
    boards: &[Vec<usize>; 2],
    from: [usize; 2],
    to: [usize; 2],
    [active, quiet]: [(usize, f32); 2],
) -> Option<Row> {
    let of = |board: usize| boards[board].get(from[board]..to[board]);
    let slices = [of(0)?, of(1)?].concat();
    let happens = |slice: &usize| {
        measures
            .slices
            .get(*slice)
            .is_some_and(|slice| slice.happens)
    };
    let (most, scale) = if slices.iter().any(happens) {
        active
    } else {
        quiet
    };
    let across = slices.len();
    (across <= most).then(|| Row {
        scale: scale.min(ACROSS as f32 / across.max(1) as f32),
        slices,
        strips: false,
    })
}

/// What a row costs: its height above all; then both boards are to be in it, with ranks that are near each other.
fn cost(measures: &Measures, row: &Row, taken: [usize; 2], ranks: usize) -> i64 {
    let height = i64::from(measures.of(row, false)[1]);
    let rank = |place: usize| {
        row.slices
            .get(place)
            .map_or(0, |slice| slice % ranks.max(1))
    };
    let apart = if taken.contains(&0) {
        ranks
    } else {
        let (one, other) = (rank(taken[0] - 1), rank(row.slices.len() - 1));
        one.abs_diff(other)
    };
    height * 100 + apart as i64
}
