//! The paths from a cube: what [`Table::paths_between`] says of every target, worked out once for each cube and kept, since a
//! search asks for it in every position.

use super::board::{Cube, CubeSet, MOST_CUBES, Space};
use super::riders::Table;

/// The paths of a move pattern from one cube. A path is the set of the cubes between that cube and a target, which must be
/// empty for it.
#[derive(Debug)]
pub struct Paths {
    /// Every cube that a path leads to.
    targets: CubeSet,
    /// Where in `between` the paths to each cube begin; those to the last one end with the last entry.
    starts: [u16; MOST_CUBES + 1],
    between: Vec<CubeSet>,
}

impl Paths {
    /// Every path from a cube. One that holds all of another to the same target is left out: it is never open alone.
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

    /// Whether a path, open or not, leads to one of these cubes.
    pub fn lead_to_any(&self, cubes: CubeSet) -> bool {
        !self.targets.is_disjoint(cubes)
    }

    /// Whether a path to a cube is open while these cubes are occupied.
    pub fn is_open(&self, target: Cube, occupied: CubeSet) -> bool {
        self.targets.contains(target)
            && self
                .to(target)
                .iter()
                .any(|path| path.is_disjoint(occupied))
    }

    /// Those of the wanted cubes to which a path is open while these cubes are occupied.
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

/// How many paths there are, as it is stored: not 10,000 for any move pattern, 36 planes with sides of at most 11.
fn count(paths: usize) -> u16 {
    u16::try_from(paths).unwrap_or(u16::MAX)
}
