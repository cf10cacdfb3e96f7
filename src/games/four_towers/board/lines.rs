//! Lines and leaps between squares, with and without knights on the towers (Figure 8 of the inventor's page).

use super::{HOMES, NONE, PLACES, SQUARES, Square, SquareSet, Tower, TowerSet, corner, lookup};
use crate::geometry::KNIGHT;
use crate::rules::Seat;

impl Square {
    /// Returns the next square in a direction, with knights on the towers of `knights`.
    ///
    /// "As if the four arenas are lined up perfectly" (Figure 8): an orthogonal step out of an arena into its
    /// orthogonal neighbour keeps its row or column within the arena where a tower with a knight touches both.
    pub fn step(self, direction: Direction, knights: TowerSet) -> Option<Square> {
        match STEPS[knights.0 as usize][direction.0 as usize][self.index()] {
            NONE => None,
            square => Some(Square(square)),
        }
    }

    /// Returns the squares a knight's leap away.
    pub fn leaps(self) -> SquareSet {
        SquareSet(LEAPS[self.index()])
    }

    /// Returns the squares in a direction up to and including the first occupied one, with knights on the towers of
    /// `knights`.
    pub fn sight(self, direction: Direction, knights: TowerSet, occupied: SquareSet) -> SquareSet {
        let rays = &RAYS[knights.0 as usize][direction.0 as usize];
        let ray = rays[self.index()];
        let met = ray & occupied.0;
        if met == 0 {
            return SquareSet(ray);
        }
        // The squares' numbers rise or fall steadily along a line.
        let first = if direction.falls() {
            u128::BITS - 1 - met.leading_zeros()
        } else {
            met.trailing_zeros()
        };
        SquareSet(ray & !rays[first as usize])
    }

    /// Returns every square in a direction on an empty board, with knights on the towers of `knights`.
    pub fn ray(self, direction: Direction, knights: TowerSet) -> SquareSet {
        SquareSet(RAYS[knights.0 as usize][direction.0 as usize][self.index()])
    }

    /// Returns the lines to another square, with knights on the towers of `knights`: the direction of each and the
    /// squares between.
    pub fn lines_to(
        self,
        other: Square,
        knights: TowerSet,
    ) -> impl Iterator<Item = (Direction, SquareSet)> {
        let rays = &RAYS[knights.0 as usize];
        Directions(HEADINGS[knights.0 as usize][self.index()][other.index()]).map(
            move |direction| {
                let rays = &rays[direction.0 as usize];
                let beyond = rays[other.index()] | 1 << other.0;
                (direction, SquareSet(rays[self.index()] & !beyond))
            },
        )
    }

    /// Returns the squares from which a line or a leap leads here on an empty board, with knights on the towers of
    /// `knights`.
    pub fn origins(self, knights: TowerSet) -> SquareSet {
        SquareSet(ORIGINS[knights.0 as usize][self.index()])
    }
}

/// A direction, orthogonal or diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(u8);

/// File and rank change of each direction: up, right, down, left, then the diagonals clockwise from up-right.
const VECTORS: [(i8, i8); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];

impl Direction {
    /// The directions along rows and columns.
    pub const ORTHOGONAL: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];
    /// The directions along diagonals.
    pub const DIAGONAL: [Direction; 4] = [Direction(4), Direction(5), Direction(6), Direction(7)];
    /// The directions right and left.
    pub const SIDEWAYS: [Direction; 2] = [Direction(1), Direction(3)];

    /// Returns the direction straight ahead for a side.
    pub fn forward(seat: Seat) -> Direction {
        Direction(if seat == Seat::WHITE { 0 } else { 2 })
    }

    /// Returns the direction straight back for a side.
    pub fn back(seat: Seat) -> Direction {
        Direction::forward(seat.other())
    }

    /// Returns the two diagonals ahead for a side.
    pub fn forward_diagonals(seat: Seat) -> [Direction; 2] {
        if seat == Seat::WHITE {
            [Direction(4), Direction(7)]
        } else {
            [Direction(5), Direction(6)]
        }
    }

    /// Returns true for the four diagonal directions.
    pub fn is_diagonal(self) -> bool {
        self.0 >= 4
    }

    /// Returns true if the squares' numbers fall in this direction.
    const fn falls(self) -> bool {
        matches!(self.0, 0 | 3 | 4 | 7)
    }

    /// All eight directions.
    pub const ALL: [Direction; 8] = {
        let [up, right, down, left] = Direction::ORTHOGONAL;
        let [one, two, three, four] = Direction::DIAGONAL;
        [up, right, down, left, one, two, three, four]
    };
}

/// The next square, by the towers that hold knights, direction and square.
static STEPS: [[[u8; SQUARES]; 8]; 16] = {
    let mut steps = [[[NONE; SQUARES]; 8]; 16];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < SQUARES {
            let (straight, towers, refracted) = next(direction, square);
            let mut knights = 0;
            while knights < 16 {
                let refracts = towers & knights != 0;
                steps[knights as usize][direction][square] =
                    if refracts { refracted } else { straight };
                knights += 1;
            }
            square += 1;
        }
        direction += 1;
    }
    steps
};

/// Returns the next square on the board as drawn, the towers on any of which a knight refracts the step (as the bits
/// of a [`TowerSet`]), and the square that a refracted step reaches.
const fn next(direction: usize, square: usize) -> (u8, u8, u8) {
    let (dx, dy) = VECTORS[direction];
    let (file, rank) = PLACES[square];
    let straight = lookup(file as i8 + dx, rank as i8 + dy);
    let (arena, x, y) = HOMES[square];
    if direction < 4 && arena != NONE {
        let (x, y) = (x as i8 + dx, y as i8 + dy);
        let leaves = x < 0 || x > 2 || y < 0 || y > 2;
        let (column, row) = ((arena % 3) as i8 + dx, (arena / 3) as i8 + dy);
        let exists = column >= 0 && column <= 2 && row >= 0 && row <= 2;
        if leaves && exists {
            let neighbour = (3 * row + column) as u8;
            let (file, rank) = corner(neighbour);
            let refracted = lookup(file + (x + 3) % 3, rank + (y + 3) % 3);
            return (straight, touching_both(arena, neighbour), refracted);
        }
    }
    (straight, 0, NONE)
}

/// Returns the towers that touch both arenas, as the bits of a [`TowerSet`].
const fn touching_both(one: u8, other: u8) -> u8 {
    let mut set = 0;
    let mut tower = 0;
    while tower < 4 {
        let arenas = Tower::ALL[tower].arenas();
        let (mut n, mut found) = (0, 0);
        while n < 4 {
            if arenas[n].0 == one || arenas[n].0 == other {
                found += 1;
            }
            n += 1;
        }
        if found == 2 {
            set |= 1 << tower;
        }
        tower += 1;
    }
    set
}

static LEAPS: [u128; SQUARES] = {
    let mut leaps = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = PLACES[square];
        let mut n = 0;
        while n < 8 {
            let to = lookup(file as i8 + KNIGHT[n].0, rank as i8 + KNIGHT[n].1);
            if to != NONE {
                leaps[square] |= 1 << to;
            }
            n += 1;
        }
        square += 1;
    }
    leaps
};

/// The squares ahead, by the towers that hold knights, direction and square.
static RAYS: [[[u128; SQUARES]; 8]; 16] = {
    let mut rays = [[[0; SQUARES]; 8]; 16];
    let mut knights = 0;
    while knights < 16 {
        let mut direction = 0;
        while direction < 8 {
            let falls = Direction(direction as u8).falls();
            let mut done = 0;
            while done < SQUARES {
                // The order of the squares ensures that the ray of the next square is known already.
                let square = if falls { done } else { SQUARES - 1 - done };
                let next = STEPS[knights][direction][square];
                if next != NONE {
                    let ahead = rays[knights][direction][next as usize];
                    rays[knights][direction][square] = ahead | 1 << next;
                }
                done += 1;
            }
            direction += 1;
        }
        knights += 1;
    }
    rays
};

/// A set of directions, as bits.
struct Directions(u8);

impl Iterator for Directions {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        if self.0 == 0 {
            return None;
        }
        let direction = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Direction(direction))
    }
}

/// The directions that lead from one square to another, as bits, by the towers that hold knights.
static HEADINGS: [[[u8; SQUARES]; SQUARES]; 16] = {
    let mut headings = [[[0; SQUARES]; SQUARES]; 16];
    let mut knights = 0;
    while knights < 16 {
        let mut direction = 0;
        while direction < 8 {
            let mut from = 0;
            while from < SQUARES {
                let mut ray = RAYS[knights][direction][from];
                while ray != 0 {
                    headings[knights][from][ray.trailing_zeros() as usize] |= 1 << direction;
                    ray &= ray - 1;
                }
                from += 1;
            }
            direction += 1;
        }
        knights += 1;
    }
    headings
};

/// The squares from which lines and leaps lead to a square, by the towers that hold knights.
static ORIGINS: [[u128; SQUARES]; 16] = {
    let mut origins = [[0; SQUARES]; 16];
    let mut knights = 0;
    while knights < 16 {
        let mut from = 0;
        while from < SQUARES {
            let mut seen = LEAPS[from];
            let mut direction = 0;
            while direction < 8 {
                seen |= RAYS[knights][direction][from];
                direction += 1;
            }
            while seen != 0 {
                origins[knights][seen.trailing_zeros() as usize] |= 1 << from;
                seen &= seen - 1;
            }
            from += 1;
        }
        knights += 1;
    }
    origins
};
