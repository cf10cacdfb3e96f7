//! Destinations of steps, slides and planar riders from a cube, and the paths by which one cube is reached from
//! another.
//!
//! Planar riders (Tripunch): a plane is an unordered pair of the piece's own directions u and v. With `area` the target
//! is a*u + b*v, and every cube i*u + j*v with 0 <= i <= a, 0 <= j <= b that is on the board, origin and target aside,
//! must be empty. With `hook` the piece goes a cubes along u and then b along v, over cubes that are on the board and
//! empty. They are written backwards from a known target ([`Path`]) and kept as [`Paths`] for moves, attacks and pins;
//! a test holds them against a walk forwards from the origin.

use std::sync::OnceLock;

use super::board::{Cube, CubeSet, DIFFERENCES, MOST_CUBES, MOST_RANKS, Space, Vector};
use super::move_pattern::{MOVE_PATTERNS, MovePattern, Vectors};
use super::options::{Riders, Rules};
use crate::rules::Seat;

/// A path by which a move pattern leads from one cube to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// A single leap: no piece can be between.
    Leap,
    /// The step, repeated.
    Line {
        /// The step.
        step: Vector,
        /// Number of leaps.
        count: i8,
    },
    /// A way over the area that the two directions span.
    Area {
        /// The first direction.
        u: Vector,
        /// Number of steps along `u`.
        a: i8,
        /// The other direction.
        v: Vector,
        /// Number of steps along `v`.
        b: i8,
    },
    /// A way along the first direction, then along the second.
    Hook {
        /// The first direction.
        u: Vector,
        /// Number of steps along `u`, at least 1.
        a: i8,
        /// The second direction.
        v: Vector,
        /// Number of steps along `v`, at least 1.
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
    /// Paths by the tower's height and the cube, each made on first use.
    by_origin: Vec<OnceLock<Box<Paths>>>,
}

/// Tables for both edges, both directions of play and both planar rules.
const TABLES: usize = MOVE_PATTERNS * 8;

static MADE: [OnceLock<Table>; TABLES] = [const { OnceLock::new() }; TABLES];

/// An upper bound for slides and sides of areas: seven on a walled board; on a toroidal one an area that does not cover
/// its own origin has one side of at most 4 and, as ranks do not wrap, the other of at most 4 + 7.
pub const LONGEST: i8 = 12;

impl Table {
    /// The table of a side's move pattern under these rules, made on first use.
    pub fn of(move_pattern: MovePattern, seat: Seat, rules: &Rules) -> &'static Table {
        let hook = rules.riders == Riders::Hook;
        let toroidal = rules.space.toroidal;
        // Both sides share patterns without a forward direction, which halves their memory.
        let up = rules.goes_up(seat) || !move_pattern.is_directed();
        let index = (move_pattern as usize * 2 + usize::from(up)) * 4
            + usize::from(toroidal) * 2
            + usize::from(hook);
        MADE[index].get_or_init(|| {
            let vectors = move_pattern.vectors();
            let vectors = if up { vectors } else { vectors.downward() };
            Table::make(vectors, Space { ranks: 9, toroidal }, rules.riders)
        })
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

    fn make(vectors: Vectors, space: Space, riders: Riders) -> Table {
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
                    if riders == Riders::Hook {
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

/// The paths of a move pattern from one cube. A path is the set of the cubes between that cube and a target, which must
/// be empty for it.
#[derive(Debug)]
pub struct Paths {
    /// Every cube that a path leads to.
    targets: CubeSet,
    /// The start in `between` of the paths to each cube; the paths to the last one end with the last entry.
    starts: [u16; MOST_CUBES + 1],
    between: Vec<CubeSet>,
}

impl Paths {
    /// Every path from a cube. A path that holds all cubes of another to the same target is left out: it is never open
    /// alone.
    pub fn from(table: &Table, space: Space, from: Cube) -> Paths {
        let mut paths = Paths {
            targets: CubeSet::default(),
            starts: [0; MOST_CUBES + 1],
            between: Vec::new(),
        };
        for target in space.cubes() {
            let found = table.paths_between(space, from, target).iter();
            let mut all: Vec<CubeSet> =
                found.filter_map(|path| path.between(space, from)).collect();
            all.sort_by_key(|between| between.len());
            let first = paths.between.len();
            for between in all {
                let shorter = |path: &CubeSet| path.intersection(between) == *path;
                if !paths.between[first..].iter().any(shorter) {
                    paths.between.push(between);
                }
            }
            if paths.between.len() > first {
                paths.targets.insert(target);
            }
            paths.starts[target.index() + 1] = count(paths.between.len());
        }
        for cube in space.cubes().count()..MOST_CUBES {
            paths.starts[cube + 1] = paths.starts[cube];
        }
        paths
    }

    /// The paths to a cube, those over the fewest cubes first.
    pub fn to(&self, target: Cube) -> &[CubeSet] {
        let [first, end] = [0, 1].map(|next| usize::from(self.starts[target.index() + next]));
        &self.between[first..end]
    }

    /// True if a path, open or not, leads to one of these cubes.
    pub fn lead_to_any(&self, cubes: CubeSet) -> bool {
        !self.targets.is_disjoint(cubes)
    }

    /// True if a path to a cube is open while these cubes are occupied.
    pub fn is_open(&self, target: Cube, occupied: CubeSet) -> bool {
        let mut paths = self.to(target).iter();
        self.targets.contains(target) && paths.any(|path| path.is_disjoint(occupied))
    }

    /// The wanted cubes to which a path is open while these cubes are occupied.
    pub fn reached(&self, wanted: CubeSet, occupied: CubeSet) -> CubeSet {
        let targets = self.targets.intersection(wanted).iter();
        targets
            .filter(|target| {
                self.to(*target)
                    .iter()
                    .any(|path| path.is_disjoint(occupied))
            })
            .collect()
    }
}

/// The number of paths as it is stored: below 10,000 for every move pattern, 36 planes with sides of at most 11.
fn count(paths: usize) -> u16 {
    u16::try_from(paths).unwrap_or(u16::MAX)
}
