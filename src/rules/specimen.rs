//! A piece by itself, as the sheet of pieces shows it: its drawing and its moves.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{Cell, Mark, Scene, Token};

/// Most kinds of steps named for a piece; of more only the first are.
const PHRASES: usize = 3;

/// A piece by itself.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// Name, lower case.
    pub name: String,
    /// Name above its boards, shorter if its letter says the rest.
    pub heading: String,
    /// Letter in move texts; may be empty.
    pub letter: String,
    /// Board on which it is marked with [`Mark::Chosen`], with its moves: a dot where it goes, a ring where it
    /// captures.
    pub scene: Scene,
}

impl Specimen {
    /// Returns a piece that goes as `empty` marks it, and captures as the boards with one enemy each mark it.
    pub fn new(
        name: &str,
        letter: impl ToString,
        mut empty: Scene,
        with_enemy: impl IntoIterator<Item = Scene>,
    ) -> Self {
        for scene in with_enemy {
            let cells = scene.grids.iter().flat_map(|grid| &grid.cells).flatten();
            let mine = empty.grids.iter_mut().flat_map(|grid| &mut grid.cells);
            for (cell, mine) in cells.zip(mine.flatten()) {
                if cell.marks.contains(&Mark::Capture) && !mine.marks.contains(&Mark::Capture) {
                    mine.marks.push(Mark::Capture);
                }
            }
        }
        empty.turn = None;
        empty.trays.clear();
        Specimen {
            name: name.to_owned(),
            heading: name.to_owned(),
            letter: letter.to_string(),
            scene: empty,
        }
    }

    /// Returns the piece's grid, its column and row there, and its drawing.
    pub(super) fn place(&self) -> Option<(usize, (u8, u8), &Token)> {
        self.scene
            .grids
            .iter()
            .enumerate()
            .find_map(|(index, grid)| {
                let chosen = |cell: &Cell| cell.marks.contains(&Mark::Chosen);
                let at = grid
                    .cells
                    .iter()
                    .position(|cell| cell.as_ref().is_some_and(chosen))?;
                let across = usize::from(grid.width.max(1));
                let (x, y) = (at % across, at / across);
                let token = grid.cells.get(at)?.as_ref()?.token.as_ref()?;
                Some((index, (u8::try_from(x).ok()?, u8::try_from(y).ok()?), token))
            })
    }

    /// Returns the piece's moves: steps to the right, forward and up, then if it goes there and if it captures there.
    pub(super) fn moves(&self) -> Vec<([i16; 3], bool, bool)> {
        let Some((own, (x0, y0), _)) = self.place() else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for (index, grid) in self.scene.grids.iter().enumerate() {
            let whole = self.scene.grids.get(own);
            if whole.is_some_and(|whole| (whole.width, whole.height) != (grid.width, grid.height)) {
                continue;
            }
            let across = i16::from(grid.width.max(1));
            for (at, cell) in (0_i16..).zip(&grid.cells) {
                let Some(cell) = cell else { continue };
                let goes = cell.marks.contains(&Mark::Reach);
                let captures = cell.marks.contains(&Mark::Capture);
                if goes || captures {
                    let up = own as i16 - index as i16;
                    let right = at % across - i16::from(x0);
                    let forward = i16::from(y0) - at / across;
                    moves.push(([right, forward, up], goes, captures));
                }
            }
        }
        moves
    }

    /// True if the board has a cell so far to the right, forward and up.
    pub(super) fn has(&self, [right, forward, up]: [i16; 3]) -> bool {
        let Some((own, (x, y), _)) = self.place() else {
            return false;
        };
        let grid = own
            .checked_add_signed(-isize::from(up))
            .and_then(|index| self.scene.grids.get(index));
        let (Ok(x), Ok(y)) = (
            u8::try_from(i16::from(x) + right),
            u8::try_from(i16::from(y) - forward),
        ) else {
            return false;
        };
        grid.is_some_and(|grid| {
            let index = usize::from(y) * usize::from(grid.width) + usize::from(x);
            x < grid.width && y < grid.height && matches!(grid.cells.get(index), Some(Some(_)))
        })
    }

    /// Returns the piece's moves in words.
    pub(super) fn moves_in_words(&self) -> String {
        let moves = self.moves();
        let places = moves.len();
        let levels = self.scene.grids.len() > 1;
        // Grouped by the action there, and by the shape of the step.
        let mut shapes: BTreeMap<(Action, [i16; 3]), Steps> = BTreeMap::new();
        for (by, goes, captures) in moves {
            let times = by.into_iter().fold(0, common_divisor).max(1);
            let step = by.map(|part| part / times);
            let mut shape = step.map(i16::abs);
            shape.sort_unstable();
            let action = match (goes, captures) {
                (true, true) => Action::Both,
                (true, false) => Action::Goes,
                _ => Action::Captures,
            };
            let steps = shapes.entry((action, shape)).or_default();
            steps.entry(step).or_default().insert(times);
        }
        let mut phrases: Vec<String> = shapes
            .iter()
            .map(|((action, shape), steps)| {
                let edge = steps.iter().all(|(step, times)| {
                    let farthest = times.iter().max().copied().unwrap_or(0);
                    let beyond = step.map(|part| part * (farthest + 1));
                    times.len() == usize::from(farthest.unsigned_abs()) && !self.has(beyond)
                });
                let phrase = phrase(*shape, steps, levels, edge);
                match action {
                    Action::Both => phrase,
                    Action::Goes => format!("{phrase} without capturing"),
                    Action::Captures => format!("captures {phrase}"),
                }
            })
            .collect();
        if phrases.is_empty() {
            return "no moves by itself".to_owned();
        }
        if phrases.len() > PHRASES {
            phrases.truncate(PHRASES - 1);
            phrases.push(format!("{places} places in all"));
        }
        phrases.join("; ")
    }
}

/// Steps of one shape, and how many times each can be repeated.
type Steps = BTreeMap<[i16; 3], BTreeSet<i16>>;

/// An action of a piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    Both,
    Goes,
    Captures,
}

fn common_divisor(a: i16, b: i16) -> i16 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Describes a kind of step: how far, and in which directions. `to_the_edge` if only the edge of the board ends it.
fn phrase(
    shape: [i16; 3],
    steps: &BTreeMap<[i16; 3], BTreeSet<i16>>,
    levels: bool,
    to_the_edge: bool,
) -> String {
    let times: BTreeSet<i16> = steps.values().flatten().copied().collect();
    let farthest = times.iter().max().copied().unwrap_or(1);
    let far = match (times.len(), farthest) {
        (2.., _) if farthest > 2 || to_the_edge => "any distance ",
        (1, 1) => "1 step ",
        (2.., _) => "1 or 2 steps ",
        _ => "a jump of 2 steps ",
    };
    let line = match shape {
        [0, 0, 1] => "straight".to_owned(),
        [0, 1, 1] if levels => "diagonally in a plane".to_owned(),
        [0, 1, 1] => "diagonally".to_owned(),
        [1, 1, 1] => "in all three ways at once".to_owned(),
        [0, a, b] => format!("a jump of {b} and {a}"),
        [a, b, c] => format!("a jump of {c}, {b} and {a}"),
    };
    let leap = line.starts_with("a jump");
    let what = match (leap, farthest) {
        (true, 1) => line,
        (true, _) => format!("{line}, again and again"),
        (false, _) => format!("{far}{line}"),
    };
    if steps.len() == turns(shape, levels) {
        return what;
    }
    let all = |fits: fn(&[i16; 3]) -> bool| steps.keys().all(fits);
    let ways: Vec<String> = steps.keys().map(|step| way(*step)).collect();
    match ways.as_slice() {
        few @ ([_] | [_, _]) if !leap => format!("{far}{}", few.join(" or ")),
        [first, rest @ .., last] if !leap && rest.len() == 1 && !levels => {
            format!("{far}{first}, {} or {last}", rest.concat())
        }
        _ if leap && levels && all(|step| step[2] == 2) => {
            let mut aside = shape;
            if let Some(up) = aside.iter_mut().find(|part| **part == 2) {
                *up = 0;
            }
            let aside = aside.iter().rev().filter(|part| **part > 0);
            let aside: Vec<String> = aside.map(i16::to_string).collect();
            format!("a jump two levels up, {} aside", aside.join(" and "))
        }
        _ if all(|step| step[2] > 0) => format!("{what}, only up"),
        _ if all(|step| step[1] > 0) => format!("{what}, only forward"),
        _ if all(|step| step[2] == 0) => format!("{what}, on its own level"),
        many => format!("{what}, in {} directions", many.len()),
    }
}

/// Returns in how many directions a step of this shape can be turned.
fn turns(shape: [i16; 3], levels: bool) -> usize {
    let mut all = BTreeSet::new();
    for [a, b, c] in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        for signs in 0..8 {
            let sign = |bit: u8| if signs >> bit & 1 == 0 { 1 } else { -1 };
            let step = [shape[a] * sign(0), shape[b] * sign(1), shape[c] * sign(2)];
            if levels || step[2] == 0 {
                all.insert(step);
            }
        }
    }
    all.len()
}

fn way([right, forward, up]: [i16; 3]) -> String {
    let named = |by: i16, plus: &'static str, minus: &'static str| match by {
        0 => None,
        by => Some(if by > 0 { plus } else { minus }),
    };
    let parts = [
        named(up, "up a level", "down a level"),
        named(forward, "forward", "back"),
        named(right, "right", "left"),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    parts.join(" and ")
}
