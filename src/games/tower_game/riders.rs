//! Where steps, slides and planar riders go from a cube, and by which paths one cube is reached from another.
//!
//! Planar riders (Tripunch): a plane is an unordered pair of the piece's own directions u and v. With `area` the target is
//! a*u + b*v, and every cube i*u + j*v with 0 <= i <= a, 0 <= j <= b that is on the board, origin and target aside,
//! must be empty. With `hook` the piece goes a cubes along u and then b along v, over cubes that are on the board and
//! empty. Both are written twice here, once backwards from a known target ([`Path`], kept as [`Paths`] for moves, attacks
//! and pins) and once forwards from the origin ([`reach`], where a mutator says what stands on each cube); a test holds them
//! against each other.

use std::sync::OnceLock;

use super::board::{Cube, CubeSet, DIFFERENCES, MOST_CUBES, MOST_RANKS, Space, Vector};
use super::move_pattern::{MOVE_PATTERNS, MovePattern, Vectors};
use super::options::{Riders, Rules};
use super::paths::Paths;

/// A path by which a move pattern leads from one cube to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// In one leap: nothing can stand between.
    Leap,
    /// So many times the step.
    Line {
        /// The step.
        step: Vector,
        /// How often.
        count: i8,
    },
    /// Over the area that the two directions span.
    Area {
        /// One direction.
        u: Vector,
        /// How far along it.
        a: i8,
        /// The other direction.
        v: Vector,
        /// How far along it.
        b: i8,
    },
    /// Along the first direction, then along the second.
    Hook {
        /// The first direction.
        u: Vector,
        /// How far along it, at least 1.
        a: i8,
        /// The second direction.
        v: Vector,
        /// How far along it, at least 1.
        b: i8,
    },
}

impl Path {
    /// The cubes that must be empty for it, other than origin and target; `None` where the path leaves the board.
    pub fn between(self, space: Space, from: Cube) -> Option<CubeSet> {
        let mut cubes = CubeSet::default();
        match self {
            Path::Leap => {}
            Path::Line { step, count } => {
                for along in 1..count {
                    cubes.insert(space.shift(from, step.times(along))?);
                }
            }
            Path::Area { u, a, v, b } => {
                for i in 0..=a {
                    for j in 0..=b {
                        let end = (i, j) == (0, 0) || (i, j) == (a, b);
                        let at = u.times(i).plus(v.times(j));
                        if let Some(cube) = space.shift(from, at).filter(|_| !end) {
                            cubes.insert(cube);
                        }
                    }
                }
            }
            Path::Hook { u, a, v, b } => {
                for i in 1..=a {
                    cubes.insert(space.shift(from, u.times(i))?);
                }
                for j in 1..b {
                    cubes.insert(space.shift(from, u.times(a).plus(v.times(j)))?);
                }
            }
        }
        Some(cubes)
    }
}

/// A move pattern for one direction of play: its vectors, and every path to each difference between two cubes.
#[derive(Debug)]
pub struct Table {
    /// The move pattern in vectors.
    pub vectors: Vectors,
    by_difference: Vec<Vec<Path>>,
    /// By the tower's height and the cube, each made when it is first asked for.
    by_origin: Vec<OnceLock<Box<Paths>>>,
}

/// Both edges, both directions of play, both planar rules.
const TABLES: usize = MOVE_PATTERNS * 8;

static MADE: [OnceLock<Table>; TABLES] = [const { OnceLock::new() }; TABLES];

/// More than any slide or any side of an area can be long: seven on a walled board; on a toroidal one an area that
/// does not cover its own origin has one side of at most 4 and, as ranks do not wrap, the other of at most 4 + 7.
const LONGEST: i8 = 12;

impl Table {
    /// The table of a move pattern under these rules, made when it is first asked for.
    pub fn of(move_pattern: MovePattern, up: bool, rules: &Rules) -> &'static Table {
        let hook = rules.riders == Riders::Hook;
        let toroidal = rules.space.toroidal;
        // Both sides share what knows no forward: it is half as much to keep at hand.
        let up = up || !move_pattern.is_directed();
        let index = (move_pattern as usize * 2 + usize::from(up)) * 4
            + usize::from(toroidal) * 2
            + usize::from(hook);
        MADE[index].get_or_init(|| Table::make(move_pattern, up, toroidal, hook))
    }

    /// The paths from one cube to another, whether open or not.
    pub fn paths_between(&self, space: Space, from: Cube, to: Cube) -> &[Path] {
        space
            .difference_index(space.difference(from, to))
            .and_then(|index| self.by_difference.get(index))
            .map_or(&[], Vec::as_slice)
    }

    /// The paths from a cube.
    pub fn paths(&self, space: Space, from: Cube) -> &Paths {
        let height = usize::from(space.ranks.min(MOST_RANKS) - 1);
        self.by_origin[height * MOST_CUBES + from.index()]
            .get_or_init(|| Box::new(Paths::from(self, space, from)))
    }

    fn make(move_pattern: MovePattern, up: bool, toroidal: bool, hook: bool) -> Table {
        let space = Space { ranks: 9, toroidal };
        let vectors = move_pattern.vectors(up);
        let mut paths = vec![Vec::new(); DIFFERENCES];
        let nowhere = |vector: Vector| space.reduced(vector) == Vector::default();
        let mut add = |vector: Vector, path: Path| {
            if let Some(index) = space.difference_index(vector)
                && !nowhere(vector)
                && !paths[index].contains(&path)
            {
                paths[index].push(path);
            }
        };
        for &step in &vectors.steps {
            add(step, Path::Leap);
        }
        let lines = vectors.planes.iter().flat_map(|&(u, v)| [u, v]);
        for step in vectors.slides.iter().copied().chain(lines) {
            for count in 1..LONGEST {
                // A slide stops before its own starting cube.
                if nowhere(step.times(count)) {
                    break;
                }
                add(step.times(count), Path::Line { step, count });
            }
        }
        for &(u, v) in &vectors.planes {
            for a in 1..LONGEST {
                for b in 1..LONGEST {
                    let covers = |i: i8, j: i8| nowhere(u.times(i).plus(v.times(j)));
                    let to = u.times(a).plus(v.times(b));
                    if hook {
                        let first = |u: Vector, a: i8| (1..=a).any(|i| nowhere(u.times(i)));
                        if !first(u, a) && !(1..b).any(|j| covers(a, j)) {
                            add(to, Path::Hook { u, a, v, b });
                        }
                        if !first(v, b) && !(1..a).any(|i| covers(i, b)) {
                            add(
                                to,
                                Path::Hook {
                                    u: v,
                                    a: b,
                                    v: u,
                                    b: a,
                                },
                            );
                        }
                    } else if !(0..=a).any(|i| (0..=b).any(|j| (i, j) != (0, 0) && covers(i, j))) {
                        add(to, Path::Area { u, a, v, b });
                    }
                }
            }
        }
        let by_origin = (0..usize::from(MOST_RANKS) * MOST_CUBES).map(|_| OnceLock::new());
        Table {
            vectors,
            by_difference: paths,
            by_origin: by_origin.collect(),
        }
    }
}

/// What stands on a cube, to a piece that would go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupancy {
    /// Nothing: it may stop or go on.
    Empty,
    /// An enemy: it may capture and goes no further.
    Enemy,
    /// A piece of its own side, or the cube it came from: it stops before it.
    Blocked,
}

/// Every cube that a move pattern reaches from `from`, each once, in the order of the board. `occupancy` says what stands on a
/// cube; it must answer [`Occupancy::Blocked`] for `from` itself.
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

/// A slide, with something to do on every empty cube it comes to.
fn slide(
    space: Space,
    from: Cube,
    step: Vector,
    occupancy: &impl Fn(Cube) -> Occupancy,
    reached: &mut CubeSet,
    then: impl Fn(Cube, &mut CubeSet),
) {
    let mut at = from;
    // A hook's second arm may go round a toroidal board for ever, past empty cubes only.
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
    // Whether the area up to (a - 1, b) is free, for each b.
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
