//! A walk along a move pattern, cube by cube: the reference of [`Paths`](super::super::riders::Paths).

use super::super::board::{Cube, CubeSet, Space, Vector};
use super::super::riders::{LONGEST, Table};

/// The state of a cube for a piece that would go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupancy {
    /// An empty cube: the piece may stop or go on.
    Empty,
    /// An enemy: it may capture and goes no further.
    Enemy,
    /// A friend, or the cube it came from: it stops before that cube.
    Blocked,
}

/// Every cube that a move pattern reaches from `from`, each once, in the order of the board. `occupancy` returns the
/// state of a cube; it must return [`Occupancy::Blocked`] for `from` itself.
pub fn reach(
    table: &Table,
    space: Space,
    hook: bool,
    from: Cube,
    occupancy: impl Fn(Cube) -> Occupancy,
) -> CubeSet {
    let mut reached = CubeSet::default();
    for &step in &table.vectors.steps {
        if let Some(cube) = space.shift(from, step)
            && occupancy(cube) != Occupancy::Blocked
        {
            reached.insert(cube);
        }
    }
    for &step in &table.vectors.slides {
        slide(space, from, step, &occupancy, &mut reached, |_, _| {});
    }
    for &(u, v) in &table.vectors.planes {
        if hook {
            for (u, v) in [(u, v), (v, u)] {
                slide(
                    space,
                    from,
                    u,
                    &occupancy,
                    &mut reached,
                    |corner, reached| {
                        slide(space, corner, v, &occupancy, reached, |_, _| {});
                    },
                );
            }
        } else {
            area(space, from, u, v, &occupancy, &mut reached);
        }
    }
    reached
}

/// Walks a slide, with a call on every empty cube that it reaches.
fn slide(
    space: Space,
    from: Cube,
    step: Vector,
    occupancy: &impl Fn(Cube) -> Occupancy,
    reached: &mut CubeSet,
    then: impl Fn(Cube, &mut CubeSet),
) {
    let mut at = from;
    // A hook's second arm may go round a toroidal board without end, past empty cubes only.
    for _ in 0..LONGEST {
        let Some(next) = space.shift(at, step) else {
            return;
        };
        match occupancy(next) {
            Occupancy::Blocked => return,
            Occupancy::Enemy => {
                reached.insert(next);
                return;
            }
            Occupancy::Empty => {
                reached.insert(next);
                then(next, reached);
            }
        }
        at = next;
    }
}

/// An area, corner by corner: all of it up to (a, b) is free where it is free up to (a - 1, b) and up to (a, b - 1)
/// and the cube at (a, b) is free or off the board.
fn area(
    space: Space,
    from: Cube,
    u: Vector,
    v: Vector,
    occupancy: &impl Fn(Cube) -> Occupancy,
    reached: &mut CubeSet,
) {
    // Free areas up to (a - 1, b), for each b.
    let mut before = [true; LONGEST as usize];
    for a in 0..LONGEST {
        let mut free = true;
        for (b, before) in (0..LONGEST).zip(&mut before) {
            free &= *before;
            if free && (a, b) != (0, 0) {
                match space
                    .shift(from, u.times(a).plus(v.times(b)))
                    .map(occupancy)
                {
                    None => {}
                    Some(Occupancy::Blocked) => free = false,
                    Some(met) => {
                        if let Some(cube) = space.shift(from, u.times(a).plus(v.times(b))) {
                            reached.insert(cube);
                        }
                        free = met == Occupancy::Empty;
                    }
                }
            }
            *before = free;
        }
        if !before[0] {
            return;
        }
    }
}
