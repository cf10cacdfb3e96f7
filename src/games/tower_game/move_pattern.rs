//! Movement of the pieces: the 26 directions, the leaps, the planes, and each piece's share of them.
//!
//! Inventor's page: "I have to define three major directions in the 3D board. (Totalling 26 single directions.)" and
//! the list of pieces after it; the special variants for riders, pawns and generals.

use super::board::Vector;

const fn v(column: i8, row: i8, rank: i8) -> Vector {
    Vector::new(column, row, rank)
}

/// The 6 orthogonal directions.
pub const ORTHOGONALS: [Vector; 6] = [
    v(1, 0, 0),
    v(-1, 0, 0),
    v(0, 1, 0),
    v(0, -1, 0),
    v(0, 0, 1),
    v(0, 0, -1),
];

/// The 12 diagonal directions.
pub const DIAGONALS: [Vector; 12] = [
    v(1, 1, 0),
    v(1, -1, 0),
    v(-1, 1, 0),
    v(-1, -1, 0),
    v(1, 0, 1),
    v(-1, 0, 1),
    v(0, 1, 1),
    v(0, -1, 1),
    v(1, 0, -1),
    v(-1, 0, -1),
    v(0, 1, -1),
    v(0, -1, -1),
];

/// The 8 triagonal directions.
pub const TRIAGONALS: [Vector; 8] = [
    v(1, 1, 1),
    v(1, -1, 1),
    v(-1, 1, 1),
    v(-1, -1, 1),
    v(1, 1, -1),
    v(1, -1, -1),
    v(-1, 1, -1),
    v(-1, -1, -1),
];

/// The movement of a piece for captures and attacks: pawns only capture so, all other pieces also move so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePattern {
    /// A step in any of the 26 directions.
    King,
    /// Orthogonal rider.
    Rook,
    /// Diagonal rider.
    Bishop,
    /// Triagonal rider.
    Merchant,
    /// An orthogonal step, then a diagonal one: (2,1,0).
    Knight,
    /// An orthogonal step, then a triagonal one: (2,1,1).
    Captain,
    /// A diagonal step, then a triagonal one: (2,2,1).
    Jester,
    /// Planar rook.
    Base,
    /// Planar bishop.
    Scientist,
    /// Planar merchant.
    Reporter,
    /// The knight's leap, repeated.
    Nightrider,
    /// The captain's leap, repeated.
    CaptainRider,
    /// The jester's leap, repeated.
    JesterRider,
    /// A pawn's capture: one step diagonally or triagonally forward.
    Pawn,
    /// A step straight forward: the capture of Berlin pawns, and every move of Shogi pawns.
    Ahead,
    /// Rides straight forward.
    Lance,
    /// Two ranks forward, one cube sideways.
    ShogiKnight,
    /// Two ranks forward, one cube sideways each way.
    ShogiCaptain,
    /// Two ranks forward, two cubes sideways one way and one the other.
    ShogiJester,
    /// Forward, or one step diagonally: 17.
    Silver,
    /// Forward, or one step orthogonally: 14.
    Gold,
    /// The gold general's steps, and one step diagonally on its own rank: 18.
    Uranium,
    /// Rook and king's step.
    CrownedRook,
    /// Bishop and king's step.
    CrownedBishop,
    /// Merchant and king's step.
    CrownedMerchant,
}

/// Number of move patterns.
pub const MOVE_PATTERNS: usize = MovePattern::CrownedMerchant as usize + 1;

/// A move pattern in vectors.
#[derive(Clone, Debug, Default)]
pub struct Vectors {
    /// Single steps and leaps.
    pub steps: Vec<Vector>,
    /// Steps and leaps repeated while the way is free.
    pub slides: Vec<Vector>,
    /// Pairs of directions that span the planes of a planar rider.
    pub planes: Vec<(Vector, Vector)>,
}

impl Vectors {
    /// The vectors for a side whose forward is down, of a move pattern without planes.
    pub fn downward(mut self) -> Vectors {
        for way in self.steps.iter_mut().chain(&mut self.slides) {
            way.rank = -way.rank;
        }
        self
    }
}

impl MovePattern {
    /// The vectors of the move pattern for a side whose forward is up.
    pub fn vectors(self) -> Vectors {
        let steps = |steps: Vec<Vector>| Vectors {
            steps,
            ..Vectors::default()
        };
        let slides = |slides: Vec<Vector>| Vectors {
            slides,
            ..Vectors::default()
        };
        let planes = |planes: Vec<(Vector, Vector)>| Vectors {
            planes,
            ..Vectors::default()
        };
        let crowned = |slides: &[Vector]| Vectors {
            steps: all_directions(),
            slides: slides.to_vec(),
            ..Vectors::default()
        };
        match self {
            MovePattern::King => steps(all_directions()),
            MovePattern::Rook => slides(ORTHOGONALS.to_vec()),
            MovePattern::Bishop => slides(DIAGONALS.to_vec()),
            MovePattern::Merchant => slides(TRIAGONALS.to_vec()),
            MovePattern::Knight => steps(leaps([2, 1, 0])),
            MovePattern::Captain => steps(leaps([2, 1, 1])),
            MovePattern::Jester => steps(leaps([2, 2, 1])),
            MovePattern::Nightrider => slides(leaps([2, 1, 0])),
            MovePattern::CaptainRider => slides(leaps([2, 1, 1])),
            MovePattern::JesterRider => slides(leaps([2, 2, 1])),
            // Orthogonal directions at a right angle.
            MovePattern::Base => planes(spanned(&ORTHOGONALS, |product| product == 0)),
            // Diagonal directions at 90 or at 60 degrees.
            MovePattern::Scientist => {
                planes(spanned(&DIAGONALS, |product| product == 0 || product == 1))
            }
            // Triagonal directions that are not opposite.
            MovePattern::Reporter => planes(spanned(&TRIAGONALS, |product| product.abs() == 1)),
            MovePattern::Pawn => steps(forward_aslant()),
            MovePattern::Ahead => steps(vec![v(0, 0, 1)]),
            MovePattern::Lance => slides(vec![v(0, 0, 1)]),
            MovePattern::ShogiKnight => steps(two_ranks_up(&[(1, 0)])),
            MovePattern::ShogiCaptain => steps(two_ranks_up(&[(1, 1)])),
            MovePattern::ShogiJester => steps(two_ranks_up(&[(2, 1)])),
            MovePattern::Silver => steps(general(DIAGONALS.iter().filter(|way| way.rank <= 0))),
            MovePattern::Gold => steps(general(ORTHOGONALS.iter().filter(|way| way.rank <= 0))),
            MovePattern::Uranium => steps(general(
                ORTHOGONALS
                    .iter()
                    .filter(|way| way.rank <= 0)
                    .chain(DIAGONALS.iter().filter(|way| way.rank == 0)),
            )),
            MovePattern::CrownedRook => crowned(&ORTHOGONALS),
            MovePattern::CrownedBishop => crowned(&DIAGONALS),
            MovePattern::CrownedMerchant => crowned(&TRIAGONALS),
        }
    }

    /// True if the pattern differs for a side whose forward is down.
    pub fn is_directed(self) -> bool {
        matches!(
            self,
            MovePattern::Pawn
                | MovePattern::Ahead
                | MovePattern::Lance
                | MovePattern::ShogiKnight
                | MovePattern::ShogiCaptain
                | MovePattern::ShogiJester
                | MovePattern::Silver
                | MovePattern::Gold
                | MovePattern::Uranium
        )
    }
}

/// All 26 directions.
pub fn all_directions() -> Vec<Vector> {
    [&ORTHOGONALS[..], &DIAGONALS, &TRIAGONALS].concat()
}

/// The 8 ways one rank up that are not straight: the captures of a pawn, the quiet steps of a Berlin pawn.
pub fn forward_aslant() -> Vec<Vector> {
    DIAGONALS
        .iter()
        .chain(&TRIAGONALS)
        .copied()
        .filter(|way| way.rank == 1)
        .collect()
}

/// The leaps of these lengths in any order and with any signs, each once.
fn leaps(lengths: [i8; 3]) -> Vec<Vector> {
    let [a, b, c] = lengths;
    let orders = [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
    ];
    let mut found = Vec::new();
    for [column, row, rank] in orders {
        for signs in 0..8 {
            let sign = |bit: i8, length: i8| {
                if signs >> bit & 1 == 1 {
                    -length
                } else {
                    length
                }
            };
            let leap = v(sign(0, column), sign(1, row), sign(2, rank));
            if !found.contains(&leap) {
                found.push(leap);
            }
        }
    }
    found
}

/// The pairs of directions whose inner product fits, each pair once.
fn spanned(directions: &[Vector], fits: impl Fn(i8) -> bool) -> Vec<(Vector, Vector)> {
    let mut pairs = Vec::new();
    for (index, &one) in directions.iter().enumerate() {
        for &other in &directions[index + 1..] {
            if fits(one.dot(other)) {
                pairs.push((one, other));
            }
        }
    }
    pairs
}

/// Two ranks up and sideways by these lengths in either order, with any signs.
fn two_ranks_up(sideways: &[(i8, i8)]) -> Vec<Vector> {
    let mut found = Vec::new();
    for &(long, short) in sideways {
        for (column, row) in [(long, short), (short, long)] {
            for (east, north) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let leap = v(column * east, row * north, 2);
                if !found.contains(&leap) {
                    found.push(leap);
                }
            }
        }
    }
    found
}

/// The nine cubes of the next rank, and other steps.
fn general<'v>(others: impl Iterator<Item = &'v Vector>) -> Vec<Vector> {
    all_directions()
        .into_iter()
        .filter(|way| way.rank == 1)
        .chain(others.copied())
        .collect()
}
