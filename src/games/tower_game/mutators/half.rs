//! Half: riders go half as far, leapers in half as many directions.
//!
//! Source: Ralph Betza, *Half Chess* and the crab of his *Half Knights*.
//!
//! Rulings:
//! - From each cube, in each direction: the number of cubes to the wall, halved, rounded up; on a toroidal board the
//!   number of cubes round the ring until the own cube.
//! - Leapers keep 12 of 24: all that go two ranks forward and all that go one rank back, which is half of the captain's
//!   and the jester's; the knight also keeps four of its level leaps, (2,1,0) turned by quarter turns.
//! - King, fool, pawns and castling stay whole.

use super::super::board::{Cube, CubeSet, Space, Vector};
use super::super::options::Rules;
use super::super::pieces::{Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::riders::Path;
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Half;

/// The knight's level leaps.
const LEVEL: [(i8, i8); 4] = [(2, 1), (-1, 2), (-2, -1), (1, -2)];

impl Mutator for Half {
    fn key(&self) -> &'static str {
        "half"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Pieces
    }

    fn rule(&self) -> &'static str {
        "Half: rooks, bishops and merchants go half as far as the wall allows, rounded up; jumpers go two levels forward or one \
         level back, and a knight on its own level as from cc to ed, be, ab and da."
    }

    fn sheet_note(&self) -> &'static str {
        "Here each piece is in the middle. Elsewhere rooks, bishops and merchants go another distance: half of the squares \
         to the wall, rounded up."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Rooks, bishops and merchants go **half as far**: count the squares to the wall that way, halve, round \
                   up.\n\nKnights, captains and jesters keep half of their jumps: all that go two levels forward and all \
                   that go one level back. A knight also keeps four of its jumps on its own level: from cc to \
                   ed, be, ab and da.\n\nKings, fools and \
                   pawns move as ever, and so does castling.",
            shown: "From aa1 there are four squares to each far wall, so the rook goes two at most. In the large tower \
                    there are seven upwards, so it goes four that way.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
                "",
                "aa1",
            ],
            ranks: &[3, 2, 1],
        }
    }

    fn refuses(&self, rules: &Rules) -> Option<&'static str> {
        rules.no_planar("does not go with riders=tripunch: planar riders have no half")
    }

    fn is_early(&self) -> bool {
        true
    }

    fn reach(
        &self,
        game: &TowerGame,
        from: Cube,
        piece: Piece,
        part: Role,
        wanted: CubeSet,
    ) -> Option<CubeSet> {
        if !is_halved(part) {
            return None;
        }
        let space = game.rules.space;
        let vectors = &game.table(piece, part).vectors;
        let ahead = game.ahead(piece.seat);
        let mut reached = CubeSet::default();
        // True while the way is open beyond a cube.
        let mut visit = |cube: Cube| {
            reached.insert(cube);
            game.get_on(cube, piece.board).is_none()
        };
        for &leap in vectors.steps.iter().filter(|leap| keeps(**leap, ahead)) {
            if let Some(cube) = space.shift(from, leap) {
                visit(cube);
            }
        }
        for &step in &vectors.slides {
            let along = (1..=farthest(space, from, step))
                .map_while(|count| space.shift(from, step.times(count)));
            for cube in along {
                if !visit(cube) {
                    break;
                }
            }
        }
        Some(reached.intersection(wanted))
    }

    fn closes(&self) -> bool {
        true
    }

    fn opens(&self, game: &TowerGame, from: Cube, piece: Piece, to: Cube, path: Path) -> bool {
        let space = game.rules.space;
        match path {
            _ if !is_halved(piece.role) => true,
            Path::Line { step, count } => count <= farthest(space, from, step),
            _ => keeps(shortest(space.difference(from, to)), game.ahead(piece.seat)),
        }
    }
}

fn is_halved(role: Role) -> bool {
    !matches!(role, Role::King | Role::Fool | Role::Pawn)
}

/// Number of steps that a rider goes from a cube in a direction.
fn farthest(space: Space, from: Cube, step: Vector) -> i8 {
    let ring = |count: &i8| {
        space
            .shift(from, step.times(*count))
            .is_some_and(|cube| cube != from)
    };
    let whole = (1..12).take_while(ring).count();
    i8::try_from(whole.div_ceil(2)).unwrap_or_default()
}

/// True if a leaper whose forward is `ahead` keeps a leap.
fn keeps(leap: Vector, ahead: Vector) -> bool {
    match leap.dot(ahead) {
        2 | -1 => true,
        0 => LEVEL.contains(&(leap.column, leap.row)),
        _ => false,
    }
}

/// The leap behind a difference between two cubes, also across the edge.
fn shortest(difference: Vector) -> Vector {
    let part = |part: i8| if part > 2 { part - 5 } else { part };
    Vector::new(
        part(difference.column),
        part(difference.row),
        difference.rank,
    )
}
