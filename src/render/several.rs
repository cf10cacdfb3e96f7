//! Several grids for a telephone: those where something happens stand two in a row, the others three, and those where
//! nobody stands become strips where that leaves more room for the others.
//!
//! What happens is, in this order: where a chosen piece can go, of which the grid with the most places has to be large if
//! there is room; the last move and threats; where there is neither, as in a puzzle, the kings and most pieces.

use std::ops::Range;

use super::arrange::{FEED, PHONE, READABLE, SCREEN, into_strip, is_empty, is_whole};
use super::layout::{Layout, cell_of};
use crate::scene::{Figure, Grid, LabelStyle, Mark, Scene};

/// The fewest grids that are arranged so: fewer are large in any order.
const FEWEST: usize = 5;
/// The most: of so many grids all orders are looked at.
const MOST: usize = 9;
/// How many stand in a row, at most.
const ACROSS: usize = 3;
/// How large the cells of a row are that has fewer.
const LARGE: f32 = 1.5;
/// How many pixels the others have, against the scene's.
const SMALLER: (i32, i32) = (13, 15);
/// What a row takes above its cells, in cells: the heading.
const HEADING: f32 = 0.75;
/// How large the words of strips are against those of other headings, and how many letters their notes may have together
/// for it.
const STRIP: f32 = 1.35;
const MOST_LETTERS: usize = 32;
/// What coordinates take below them.
const COORDINATES: f32 = 0.6;
/// What a tray or the note of whose turn it is takes.
const TRAY: f32 = 1.3;
/// How wide a full row is: its cells, the coordinates beside them, borders.
const MARGIN: f32 = 1.35;
/// So many of the best arrangements are measured.
const TRIED: usize = 8;
/// How high a picture is at most, against its width: a desktop shows a board without a scroll.
const HIGHEST: f32 = 1.6;
/// The same where a piece is chosen and the grid to which it can go is large: little more than a telephone's screen.
const AIMED: f32 = 1.9;
/// How much it counts that a chosen piece stands on a grid, against the most places to which it can go on one.
const CHOSEN: f32 = 0.25;
/// How much a king counts where nothing happens, against the most pieces of a grid.
const KING: f32 = 2.0;

/// A row: which grids, and whether they are strips.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    grids: Range<usize>,
    strips: bool,
}

impl Row {
    fn scale(&self) -> f32 {
        if self.grids.len() < ACROSS {
            LARGE
        } else {
            1.0
        }
    }
}

/// The scene with rows of different sizes, where all that can be read is the larger for it.
pub fn by_weight(scene: &Scene) -> Option<Scene> {
    let whole = scene.grids.iter().take_while(|grid| is_whole(grid)).count();
    let (boards, second) = scene.grids.split_at_checked(whole)?;
    if usize::from(scene.columns) != ACROSS
        || !(FEWEST..=MOST).contains(&whole)
        || second.iter().any(is_whole)
        // Without a heading or coordinates it is no rank of a board.
        || boards
            .iter()
            .any(|grid| grid.badge.is_none() || grid.labels.is_empty())
    {
        return None;
    }
    let side = boards.first()?;
    let alike = |grid: &Grid| {
        (grid.width, grid.height, &grid.labels) == (side.width, side.height, &side.labels)
    };
    if !boards.iter().all(alike) {
        return None;
    }
    let empty: Vec<bool> = boards.iter().map(is_empty).collect();
    let weights = weights(boards);
    let mut found: Vec<(f32, Vec<Row>)> = foldings(&empty)
        .iter()
        .flat_map(|folded| orders(folded))
        .map(|rows| (score(scene, side, &rows, &weights), rows))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let chosen = is_chosen(boards);
    let (aimed, others): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|(score, rows)| chosen && *score > 0.0 && is_heaviest_large(rows, &weights));
    let tried = aimed.into_iter().take(TRIED).map(|(_, rows)| (rows, AIMED));
    let others = others.into_iter().take(TRIED);
    let mut tried = tried.chain(others.map(|(_, rows)| (rows, HIGHEST)));
    tried.find_map(|(rows, highest)| {
        let arranged = in_rows(scene, &rows, second);
        let layout = Layout::of(&arranged);
        let is_near_square = layout.height as f32 <= layout.width as f32 * highest;
        (is_near_square && layout.least_cell() >= READABLE).then_some(arranged)
    })
}

/// How much happens on a grid: most where the last move ended, a royal piece is threatened or a piece is chosen.
pub fn weight(grid: &Grid) -> f32 {
    let marks = || grid.cells.iter().flatten().flat_map(|cell| &cell.marks);
    let main = |mark: &Mark| matches!(mark, Mark::To | Mark::Danger | Mark::Chosen);
    if marks().any(main) {
        2.0
    } else if marks().any(|mark| *mark != Mark::Trail) {
        1.0
    } else {
        0.0
    }
}

/// Whether it is to be seen where a piece can go.
fn is_chosen(grids: &[Grid]) -> bool {
    grids.iter().any(|grid| marked(grid, is_target) > 0.0)
}

fn is_target(mark: Mark) -> bool {
    matches!(mark, Mark::Reach | Mark::Capture | Mark::Special)
}

/// Whether the grid with the largest weight, or one of them, stands in a row of large ones.
fn is_heaviest_large(rows: &[Row], weights: &[f32]) -> bool {
    let most = weights.iter().copied().fold(0.0, f32::max);
    let rows = rows.iter().filter(|row| !row.strips && row.scale() > 1.0);
    let mut large = rows.flat_map(|row| weights.get(row.grids.clone()).unwrap_or_default());
    large.any(|weight| *weight == most)
}

/// How much happens on each of several grids, the more the larger: see the top of the file.
fn weights(grids: &[Grid]) -> Vec<f32> {
    let chosen = grids.iter().map(|grid| {
        let own = marked(grid, |mark| mark == Mark::Chosen);
        (marked(grid, is_target), own)
    });
    let chosen: Vec<(f32, f32)> = chosen.collect();
    let most = chosen
        .iter()
        .map(|(targets, _)| *targets)
        .fold(0.0, f32::max);
    if most > 0.0 {
        let share = |(targets, own): &(f32, f32)| targets / most + CHOSEN * own.min(1.0);
        return chosen.iter().map(share).collect();
    }
    let weights: Vec<f32> = grids.iter().map(weight).collect();
    if weights.iter().any(|weight| *weight > 0.0) {
        return weights;
    }
    let pieces = grids.iter().map(|grid| {
        let tokens = grid
            .cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.token.as_ref());
        let tokens = tokens.filter(|token| !token.ghost);
        let kings = tokens.clone().filter(|token| token.figure == Figure::King);
        (tokens.count() as f32, kings.count() as f32)
    });
    let pieces: Vec<(f32, f32)> = pieces.collect();
    let most = pieces.iter().map(|(all, _)| *all).fold(1.0, f32::max);
    let share = |(all, kings): &(f32, f32)| all / most + KING * kings;
    pieces.iter().map(share).collect()
}

/// On how many cells of a grid such a mark is.
fn marked(grid: &Grid, wanted: impl Fn(Mark) -> bool) -> f32 {
    let cells = grid.cells.iter().flatten();
    let marked = cells.filter(|cell| cell.marks.iter().any(|mark| wanted(*mark)));
    marked.count() as f32
}

/// Which grids become strips: of those that follow each other and are empty all or none. An empty grid that is shown takes
/// a place in a row of three that would be free otherwise.
fn foldings(empty: &[bool]) -> Vec<Vec<bool>> {
    let begins = |index: usize| empty[index] && (index == 0 || !empty[index - 1]);
    let runs = (0..empty.len()).filter(|index| begins(*index)).count();
    let ways = (0..1_u32 << runs).rev().map(|kept| {
        let mut run = 0;
        let folded = empty.iter().enumerate().map(|(index, is_empty)| {
            run += u32::from(begins(index));
            *is_empty && kept >> (run - 1) & 1 == 1
        });
        folded.collect()
    });
    ways.collect()
}

/// All ways to put the grids in rows, in their order: strips in a row of their own, as many as follow each other.
fn orders(empty: &[bool]) -> Vec<Vec<Row>> {
    let between = empty.len().saturating_sub(1);
    let ways = (0..1_u32 << between).filter_map(|breaks| {
        let mut rows: Vec<Row> = Vec::new();
        for (index, strips) in empty.iter().copied().enumerate() {
            let row = rows.last_mut().filter(|row| row.strips == strips);
            let breaks = index > 0 && breaks >> (index - 1) & 1 == 1;
            match (row, breaks) {
                // What must be so is asked for in one way alone.
                (Some(_), true) if strips => return None,
                (None, false) if index > 0 => return None,
                (Some(row), false) if strips || row.grids.len() < ACROSS => row.grids.end += 1,
                (Some(_), false) => return None,
                _ => rows.push(Row {
                    grids: index..index + 1,
                    strips,
                }),
            }
        }
        Some(rows)
    });
    ways.collect()
}

/// How well a telephone shows it among messages: the size of cells where something happens, and of the smallest ones. An
/// arrangement that is too small even after a tap is worth nothing.
fn score(scene: &Scene, side: &Grid, rows: &[Row], weights: &[f32]) -> f32 {
    let (across, down) = (f32::from(side.width), f32::from(side.height));
    let mut width: f32 = 0.0;
    let mut height = TRAY * (scene.trays.len() + usize::from(scene.turn.is_some())) as f32;
    for (index, row) in rows.iter().enumerate() {
        if row.strips {
            height += HEADING;
            continue;
        }
        let boards = across * row.scale() * row.grids.len() as f32;
        width = width.max(boards + MARGIN);
        height += down * row.scale() + HEADING;
        if names_columns(rows, index) {
            height += COORDINATES;
        }
    }
    let tapped = (PHONE / width).min(SCREEN / height);
    let feed = (PHONE / width).min(FEED / height);
    let (mut least, mut touched, mut sum) = (f32::MAX, 0.0, 0.0);
    for row in rows.iter().filter(|row| !row.strips) {
        let cell = row.scale() * feed;
        if row.scale() * tapped < READABLE - 1.0 {
            return 0.0;
        }
        least = least.min(cell);
        for weight in weights.get(row.grids.clone()).unwrap_or_default() {
            touched += cell * weight;
            sum += weight;
        }
    }
    if sum > 0.0 {
        least + touched / sum
    } else {
        least
    }
}

/// Whether a row's columns are named below it: not where the row below has the same ones.
fn names_columns(rows: &[Row], index: usize) -> bool {
    let (Some(row), below) = (rows.get(index), rows.get(index + 1)) else {
        return false;
    };
    !row.strips && below.is_none_or(|below| below.strips || below.grids.len() != row.grids.len())
}

/// A grid with those coordinates alone that its place in a row leaves it: beside the row's first, below a row that names
/// its columns.
pub fn for_row(grid: &Grid, first: bool, named: bool) -> Grid {
    let mut grid = grid.clone();
    let (width, height) = (f32::from(grid.width), f32::from(grid.height));
    grid.ends_row = false;
    grid.labels.retain(|label| {
        let beside = label.x < 0.0 || label.x > width;
        let beyond = label.y < 0.0 || label.y > height;
        label.style != LabelStyle::Coordinate || (first || !beside) && (named || !beyond)
    });
    grid
}

/// The headings of a row of strips, larger where there is room: they are all that is shown of these grids.
fn enlarge_headings(strips: &mut [Grid]) {
    let notes = strips.iter().filter_map(|grid| grid.badge.as_ref());
    let letters: usize = notes.map(|badge| badge.note.chars().count()).sum();
    if letters <= MOST_LETTERS {
        for grid in strips {
            grid.heading = STRIP;
        }
    }
}

fn in_rows(scene: &Scene, rows: &[Row], second: &[Grid]) -> Scene {
    let mut arranged = scene.clone();
    arranged.grids.clear();
    for (index, row) in rows.iter().enumerate() {
        let boards = scene.grids.get(row.grids.clone()).unwrap_or_default();
        let first = arranged.grids.len();
        for (column, grid) in boards.iter().enumerate() {
            let mut grid = grid.clone();
            let last = column + 1 == boards.len();
            if row.strips {
                into_strip(&mut grid);
                grid.ends_row = last;
                arranged.grids.push(grid);
                continue;
            }
            grid = for_row(&grid, column == 0, names_columns(rows, index));
            grid.scale = row.scale();
            grid.ends_row = last;
            arranged.grids.push(grid);
        }
        if row.strips {
            enlarge_headings(arranged.grids.get_mut(first..).unwrap_or_default());
        }
    }
    // A second view takes the room beside an only grid; it shows nothing new.
    if rows
        .last()
        .is_some_and(|row| row.grids.len() == 1 && !row.strips)
    {
        if let Some(grid) = arranged.grids.last_mut() {
            grid.ends_row = false;
        }
        arranged.grids.extend(second.iter().cloned());
    }
    if let Some(grid) = arranged.grids.last_mut() {
        grid.ends_row = true;
    }
    arranged.columns = u8::try_from(MOST).unwrap_or(u8::MAX);
    // With cells half as large again the file has as many bytes as before.
    let cell = cell_of(scene) * SMALLER.0 / SMALLER.1;
    arranged.cell = u16::try_from(cell).unwrap_or(arranged.cell);
    arranged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Army, Badge, Token};

    /// Levels of five by five, numbered from 8 at the top, with so many pawns each.
    fn tower(pawns: [u8; 8]) -> Scene {
        let grids = (1..=8_u8).rev().zip(pawns).map(|(rank, pawns)| {
            let mut grid = Grid::blank(5, 5);
            grid.coordinates(
                ('a'..='e').map(String::from),
                ('a'..='e').rev().map(String::from),
            );
            grid.badge = Some(Badge {
                text: rank.to_string(),
                note: String::new(),
                lit: false,
            });
            for place in 0..pawns {
                put(&mut grid, place, Figure::Pawn);
            }
            grid
        });
        Scene {
            grids: grids.collect(),
            columns: 3,
            cell: 60,
            trays: Vec::new(),
            turn: None,
        }
    }

    fn put(grid: &mut Grid, place: u8, figure: Figure) {
        let cell = grid.cell_mut(place % 5, place / 5).unwrap();
        cell.token = Some(Token::new(Army::White, figure));
    }

    fn mark(scene: &mut Scene, rank: usize, place: u8, mark: Mark) {
        let cell = scene.grids[8 - rank].cell_mut(place % 5, place / 5);
        cell.unwrap().marks.push(mark);
    }

    /// The numbers of the levels whose cells are larger than those of others.
    fn large(scene: &Scene) -> Vec<String> {
        let arranged = by_weight(scene).unwrap();
        let larger = arranged.grids.into_iter().filter(|grid| grid.scale > 1.0);
        larger.map(|grid| grid.badge.unwrap().text).collect()
    }

    #[test]
    fn the_levels_to_which_a_chosen_piece_can_go_are_larger_than_its_own() {
        for (rank, most, pawns) in [
            (8, 5, [20, 20, 3, 3, 3, 3, 20, 20]),
            (7, 4, [20, 20, 3, 3, 3, 3, 20, 20]),
            (1, 5, [20, 20, 3, 3, 3, 3, 20, 20]),
            // As after the first move, when three empty levels are strips.
            (1, 3, [25, 25, 0, 0, 0, 0, 25, 25]),
        ] {
            let mut scene = tower(pawns);
            mark(&mut scene, rank, 24, Mark::Chosen);
            mark(&mut scene, rank, 23, Mark::Reach);
            for place in 10..16 {
                mark(&mut scene, most, place, Mark::Reach);
            }
            let larger = large(&scene);
            assert!(larger.contains(&most.to_string()), "{most}: {larger:?}");
        }
    }

    #[test]
    fn without_marks_the_levels_of_the_kings_are_larger() {
        for kings in [[8, 1], [5, 4]] {
            let mut scene = tower([9, 9, 9, 9, 9, 9, 9, 9]);
            for rank in kings {
                put(&mut scene.grids[8 - rank], 20, Figure::King);
            }
            let larger = large(&scene);
            let shown = kings
                .iter()
                .filter(|rank| larger.contains(&rank.to_string()));
            assert!(shown.count() > 0, "{kings:?}: {larger:?}");
        }
    }

    #[test]
    fn empty_levels_do_not_keep_the_one_of_the_last_move_small() {
        let mut scene = tower([25, 22, 0, 2, 0, 1, 23, 25]);
        mark(&mut scene, 5, 0, Mark::To);
        let larger = large(&scene);
        assert!(larger.contains(&"5".to_owned()), "{larger:?}");
        // A level that has nothing to show and no place to fill is a strip.
        let scene = tower([25, 25, 0, 0, 0, 0, 25, 25]);
        let strips = by_weight(&scene).unwrap().grids;
        let strips = strips.iter().filter(|grid| grid.height == 0).count();
        assert_eq!(strips, 4);
    }
}
