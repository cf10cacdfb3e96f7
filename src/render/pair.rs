//! Two boards of several grids each, for a telephone: it has no room for all of both in cells that can be read. What
//! matters is as large as on the picture of one board, the rest is smaller, and grids where nobody stands are strips above
//! the others of their board.
//!
//! Of two boards one of which is in front all of that one matters, of the other what happens there. How two boards stand
//! side by side is said in [`super::abreast`].

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::abreast::{is_abreast, shows_others_alone, side_by_side};
use super::arrange::{PHONE, READABLE, SCREEN, into_strip, is_empty};
use super::layout::{BETWEEN, Layout, PAGE, cell_of};
use super::several::{for_row, weight};
use crate::scene::{Grid, Scene};

/// How many grids stand in a row whose cells have the scene's own size.
pub const ACROSS: usize = 3;
/// The most in a row of a board that is not in front.
const MOST_BEHIND: usize = 8;
/// The most grids of one board: of so many all arrangements are looked at.
const MOST: usize = 9;
/// How large the cells of a row are where something happens, at most: one of these for all rows of a board.
const ACTIVE: &[f32] = &[1.5, 1.25, 1.0, 0.75];
/// The same where nothing happens: on a board in front and behind.
const FRONT: &[f32] = &[1.5, 1.25, 1.0];
const BEHIND: &[f32] = &[0.75, 0.6, 0.5, 0.42, 0.33];
/// How many strips stand in a row.
const STRIPS: usize = 4;
/// Grids whose cells are smaller than this against the scene's are told apart by their numbers alone.
const NOTED: f32 = 0.7;
/// How large a strip is set: as the headings of small grids.
const STRIP: f32 = 0.75;
/// The side of the scene's cells in pixels: larger ones make the file larger than a telephone shows at once.
const CELL: u16 = 46;
/// So many of the best arrangements are measured whole.
const TRIED: usize = 10;
/// Cells that are larger than this, in CSS pixels, are no better for it.
const LARGE: f32 = 33.0;

/// A grid that is to be placed: one slice of a board.
pub struct Slice<'s> {
    grid: &'s Grid,
    /// Whether all of it is to be readable: a part of a board in front; of two boards side by side what is more than a
    /// repetition of the other board's pieces.
    pub matters: bool,
    /// Whether nobody stands on it and nothing happens there.
    pub empty: bool,
    /// Whether the last move, a threat or a choice is to be seen there.
    pub happens: bool,
    /// Whether its strip stands for the same rank of both boards.
    stands_for_both: bool,
}

impl<'s> Slice<'s> {
    fn of(grid: &'s Grid, matters: bool) -> Self {
        Slice {
            grid,
            matters,
            empty: is_empty(grid),
            happens: weight(grid) > 0.0,
            stands_for_both: false,
        }
    }
}

/// Slices side by side.
#[derive(Clone, Debug)]
pub struct Row {
    /// By their number.
    pub slices: Vec<usize>,
    /// Whether their headings alone are shown.
    pub strips: bool,
    /// The size of their cells against the scene's.
    pub scale: f32,
}

impl Row {
    /// Whether its cells are large enough to have coordinates beside them.
    fn is_named(&self) -> bool {
        !self.strips && self.scale > 0.5
    }
}

/// Rows of slices, of one board or of both.
#[derive(Clone, Debug)]
pub struct Arrangement {
    rows: Vec<Row>,
    /// In pixels, with the room below each row.
    width: i32,
    height: i32,
    /// How large the smallest cells are, where they matter and elsewhere, and the smallest where something happens,
    /// against the scene's.
    matter: f32,
    least: f32,
    touched: f32,
    /// How large the cells are of each slice that matters.
    each: Vec<f32>,
}

/// What the size of a row depends on: how many slices, whether they are strips, the bits of the scale, whether columns are
/// named.
type RowKind = (usize, bool, u32, bool);

/// How large rows are laid out, each kind measured once: rows of as many slices of the same size and with the same
/// coordinates are alike.
pub struct Measures<'s> {
    pub slices: &'s [Slice<'s>],
    known: RefCell<BTreeMap<RowKind, [i32; 2]>>,
}

impl Measures<'_> {
    /// Whether more is to be seen of a slice than its heading.
    pub fn shows(&self, slice: usize) -> bool {
        self.slices.get(slice).is_some_and(|slice| !slice.empty)
    }

    /// Width and height in pixels, with the room below the row.
    pub fn of(&self, row: &Row, named: bool) -> [i32; 2] {
        let key = (row.slices.len(), row.strips, row.scale.to_bits(), named);
        if let Some(size) = self.known.borrow().get(&key) {
            return *size;
        }
        let layout = Layout::of(&bare(row_of(self.slices, row, named)));
        let size = [layout.width, layout.height - PAGE + BETWEEN];
        self.known.borrow_mut().insert(key, size);
        size
    }
}

/// A scene of grids in one row and nothing else.
fn bare(grids: Vec<Grid>) -> Scene {
    Scene {
        grids,
        columns: u8::MAX,
        cell: CELL,
        trays: Vec::new(),
        turn: None,
    }
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
    let abreast = is_abreast(scene);
    let all = front.iter().chain(&behind).enumerate();
    let mut slices: Vec<Slice> = all
        .map(|(index, grid)| {
            let of_first = index < front.len();
            Slice::of(
                grid,
                if abreast {
                    !shows_others_alone(grid)
                } else {
                    of_first
                },
            )
        })
        .collect();
    if abreast {
        let (ones, others) = slices.split_at_mut(front.len());
        for (one, other) in ones.iter_mut().zip(others) {
            one.stands_for_both = one.empty && other.empty;
            other.stands_for_both = one.stands_for_both;
        }
    }
    let measures = Measures {
        slices: &slices,
        known: RefCell::default(),
    };
    let beside = beside(scene, &measures);
    let found = if abreast {
        side_by_side(&measures, front.len())
    } else {
        in_front(&measures, front.len())
    };
    let mut found: Vec<(f32, Arrangement)> = found
        .into_iter()
        .map(|arrangement| {
            let height = (arrangement.height + beside).max(1) as f32;
            let scale = (PHONE / arrangement.width.max(1) as f32).min(SCREEN / height);
            (score(&arrangement, f32::from(CELL) * scale), arrangement)
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let arranged = found.into_iter().take(TRIED).map(|(_, arrangement)| {
        let arranged = in_rows(scene, &slices, &arrangement);
        let layout = Layout::of(&arranged);
        let score = score(&arrangement, layout.on_phone(cell_of(&arranged)));
        (score, arranged)
    });
    let best = arranged.max_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    best.map(|(_, arranged)| arranged)
}

/// How much trays and the note of whose turn it is add to a picture as wide as a full row, in pixels.
fn beside(scene: &Scene, measures: &Measures) -> i32 {
    let row = Row {
        slices: (0..ACROSS.min(measures.slices.len())).collect(),
        strips: false,
        scale: 1.0,
    };
    let alone = bare(row_of(measures.slices, &row, true));
    let whole = Scene {
        trays: scene.trays.clone(),
        turn: scene.turn.clone(),
        ..alone.clone()
    };
    Layout::of(&whole).height - Layout::of(&alone).height
}

/// The arrangements of two boards one of which is in front: the other below it; or where that saves a row, what happens on the
/// other in what the front's last row leaves free.
fn in_front(measures: &Measures, front: usize) -> Vec<Arrangement> {
    let (first, second): (Vec<usize>, Vec<usize>) =
        (0..measures.slices.len()).partition(|slice| *slice < front);
    let shown = |slices: &[usize]| -> Vec<usize> {
        let shown = slices.iter().copied();
        shown.filter(|slice| measures.shows(*slice)).collect()
    };
    // Where something happens comes first, so that the rest shares few low rows.
    let happens = |index: &usize| {
        measures
            .slices
            .get(*index)
            .is_some_and(|slice| slice.happens)
    };
    let (touched, rest): (Vec<usize>, Vec<usize>) = shown(&second).into_iter().partition(happens);
    let rest = chunks(&rest, MOST_BEHIND);
    let followed = |ways: Vec<Vec<Vec<usize>>>| -> Vec<Vec<Vec<usize>>> {
        let all = ways.iter().flat_map(|rows| {
            let rest = rest.iter();
            rest.map(move |rest| [rows.as_slice(), rest.as_slice()].concat())
        });
        all.collect()
    };
    let mut found = Vec::new();
    let behind = followed(divisions(&touched, ACROSS));
    let behind = arrangements(measures, &second, &behind, BEHIND);
    // Strips save room only where they save a row.
    let mut fronts = vec![shown(&first), first.clone()];
    fronts.dedup();
    for shown in fronts {
        for front in arrangements(measures, &first, &divisions(&shown, ACROSS), FRONT) {
            found.extend(behind.iter().map(|behind| front.above(measures, behind)));
        }
        let together = [shown, touched.clone()].concat();
        let ways = followed(vec![
            together.chunks(ACROSS).map(<[usize]>::to_vec).collect(),
        ]);
        let all = [first.as_slice(), &second].concat();
        found.extend(arrangements(measures, &all, &ways, BEHIND));
    }
    found
}

/// Whether it is more than a place that a layout leaves free.
pub fn is_there(grid: &Grid) -> bool {
    grid.cells.iter().any(Option::is_some)
}

/// The arrangements of `own` slices with these rows, what is in none of them in strips above, and cells as large as one of
/// `quiet` at most where nothing happens. Of those whose cells are of the same sizes the lowest.
fn arrangements(
    measures: &Measures,
    own: &[usize],
    ways: &[Vec<Vec<usize>>],
    quiet: &[f32],
) -> Vec<Arrangement> {
    let mut found: Vec<Arrangement> = Vec::new();
    for rows in ways {
        for (active, quiet) in
            (ACTIVE.iter()).flat_map(|active| quiet.iter().map(move |quiet| (active, quiet)))
        {
            let arrangement = Arrangement::of(measures, own, rows, *active, *quiet);
            match found
                .iter_mut()
                .find(|other| other.cells() == arrangement.cells())
            {
                Some(other) if other.height <= arrangement.height => {}
                Some(other) => *other = arrangement,
                None => found.push(arrangement),
            }
        }
    }
    found
}

/// Every way to divide slices, given by their numbers, into rows of at most `most`, in sequence.
fn divisions(slices: &[usize], most: usize) -> Vec<Vec<Vec<usize>>> {
    let between = slices.len().saturating_sub(1);
    let ways = (0..1_u32 << between).filter_map(|breaks| {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for (place, slice) in slices.iter().enumerate() {
            let breaks = place > 0 && breaks >> (place - 1) & 1 == 1;
            match rows.last_mut().filter(|_| !breaks) {
                Some(row) if row.len() == most => return None,
                Some(row) => row.push(*slice),
                None => rows.push(vec![*slice]),
            }
        }
        Some(rows)
    });
    ways.collect()
}

/// The same with as many in each row, the last aside.
fn chunks(slices: &[usize], most: usize) -> Vec<Vec<Vec<usize>>> {
    let most = most.min(slices.len()).max(1);
    let ways = (1..=most).map(|across| slices.chunks(across).map(<[usize]>::to_vec).collect());
    ways.collect()
}

impl Arrangement {
    fn of(
        measures: &Measures,
        own: &[usize],
        rows: &[Vec<usize>],
        active: f32,
        quiet: f32,
    ) -> Self {
        let folded = own.iter().copied();
        let folded: Vec<usize> = folded
            .filter(|slice| !rows.iter().any(|row| row.contains(slice)))
            .collect();
        let rows = rows.iter().map(|row| {
            let slices = || row.iter().filter_map(|index| measures.slices.get(*index));
            let most = if slices().any(|slice| slice.happens) {
                active
            } else {
                quiet
            };
            Row {
                slices: row.clone(),
                strips: false,
                scale: most.min(ACROSS as f32 / row.len().max(1) as f32),
            }
        });
        Arrangement::measured(measures, strips(&folded).chain(rows).collect())
    }

    /// These rows from the top, measured.
    pub fn measured(measures: &Measures, rows: Vec<Row>) -> Self {
        let mut arrangement = Arrangement {
            rows: Vec::new(),
            width: 0,
            height: 0,
            matter: f32::MAX,
            least: f32::MAX,
            touched: f32::MAX,
            each: Vec::new(),
        };
        for (index, row) in rows.iter().enumerate() {
            let [width, height] = measures.of(row, names_columns(measures.slices, &rows, index));
            arrangement.width = arrangement.width.max(width);
            arrangement.height += height;
            if row.strips {
                continue;
            }
            let slices = || {
                row.slices
                    .iter()
                    .filter_map(|slice| measures.slices.get(*slice))
            };
            if slices().any(|slice| slice.matters) {
                arrangement.matter = arrangement.matter.min(row.scale);
            } else {
                arrangement.least = arrangement.least.min(row.scale);
            }
            let matter = slices().filter(|slice| slice.matters);
            arrangement.each.extend(matter.map(|_| row.scale));
            if slices().any(|slice| slice.happens) {
                arrangement.touched = arrangement.touched.min(row.scale);
            }
        }
        arrangement.rows = rows;
        arrangement
    }

    /// This arrangement with the rows of `other` below its own.
    fn above(&self, measures: &Measures, other: &Arrangement) -> Self {
        Arrangement::measured(measures, [self.rows.as_slice(), &other.rows].concat())
    }

    /// By what arrangements differ for a reader: how large cells are.
    fn cells(&self) -> [f32; 3] {
        [self.matter, self.least, self.touched]
    }
}

/// Rows of the headings of slices alone.
pub fn strips(folded: &[usize]) -> impl Iterator<Item = Row> {
    folded.chunks(STRIPS).map(|strips| Row {
        slices: strips.to_vec(),
        strips: true,
        scale: STRIP,
    })
}

/// Whether a row's columns are named below it: not where the row below has the same ones, nor where names would be as
/// large as the cells, nor on a board behind, whose columns are those of the board in front.
fn names_columns(slices: &[Slice], rows: &[Row], index: usize) -> bool {
    let Some(row) = rows.get(index) else {
        return false;
    };
    let matters = |slice: &usize| slices.get(*slice).is_some_and(|slice| slice.matters);
    let has_front = slices.iter().any(|slice| slice.matters);
    if has_front && !row.slices.iter().any(matters) {
        return false;
    }
    let alike = |below: &Row| {
        !below.strips
            && below.slices.len() >= row.slices.len()
            && below.scale == row.scale
            && below.slices.iter().any(matters) == has_front
    };
    row.is_named() && !rows.get(index + 1).is_some_and(alike)
}

/// How well a telephone shows an arrangement where the scene's cells have that side, in CSS pixels: first all that matters is to
/// be readable, then it and the rest the larger the better.
fn score(arrangement: &Arrangement, cell: f32) -> f32 {
    let [matter, behind, touched] = arrangement.cells().map(|scale| scale * cell);
    let each = arrangement
        .each
        .iter()
        .map(|scale| (scale * cell).min(READABLE));
    60.0 * matter.min(READABLE)
        + 60.0 * each.sum::<f32>() / arrangement.each.len().max(1) as f32
        + 80.0 * touched.min(READABLE)
        + 2.0 * behind.min(READABLE)
        + matter.min(LARGE)
        + 0.5 * touched.min(LARGE)
        + 0.5 * behind.min(LARGE)
}

fn in_rows(scene: &Scene, slices: &[Slice], arrangement: &Arrangement) -> Scene {
    let rows = arrangement.rows.iter().enumerate();
    let grids = rows.flat_map(|(index, row)| {
        row_of(slices, row, names_columns(slices, &arrangement.rows, index))
    });
    Scene {
        grids: grids.collect(),
        columns: u8::MAX,
        cell: CELL,
        trays: scene.trays.clone(),
        turn: scene.turn.clone(),
    }
}

/// The grids of a row, with those coordinates and notes alone for which there is room.
fn row_of(slices: &[Slice], row: &Row, named: bool) -> Vec<Grid> {
    let slices = || row.slices.iter().filter_map(|index| slices.get(*index));
    let mut grids: Vec<Grid> = if row.strips {
        slices().map(strip).collect()
    } else {
        let grids = slices().map(|slice| slice.grid).enumerate();
        let grids = grids.map(|(column, grid)| for_row(grid, column == 0 && row.is_named(), named));
        grids.collect()
    };
    let mut board = None;
    for grid in &mut grids {
        grid.scale = row.scale;
        let known = board.replace(grid.board) == Some(grid.board);
        if let Some(badge) = grid.badge.as_mut().filter(|_| known && row.scale < NOTED) {
            badge.note.clear();
        }
    }
    if let Some(last) = grids.last_mut() {
        last.ends_row = true;
    }
    grids
}

/// The heading of a grid where nobody stands; for both boards that of the rank alone.
fn strip(slice: &Slice) -> Grid {
    let mut grid = slice.grid.clone();
    if slice.stands_for_both
        && let Some(badge) = &mut grid.badge
    {
        badge.note.clear();
    }
    into_strip(&mut grid);
    grid.ends_row = false;
    grid
}
