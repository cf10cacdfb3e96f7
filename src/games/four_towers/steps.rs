//! Reach of a piece or part by its movement: the inventor's "Movement of Pieces", with the powers of the towers
//! applied.

use super::FourTowers;
use super::board::{Direction, Square, SquareSet};
use super::pieces::{Parts, Role};
use super::powers::Powers;
use crate::rules::Seat;

/// The squares that a movement reaches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// Empty squares.
    pub empty: SquareSet,
    /// Enemies that the movement captures, including the king and those that a marshall's power protects.
    pub enemies: SquareSet,
    /// Friends reached by the non-capturing movement, with which the piece can swap.
    pub friends: SquareSet,
    /// Friends reached by either movement, which the piece can attach to.
    pub joins: SquareSet,
}

/// The use that a piece can make of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Moves without capturing.
    Quiet,
    /// Captures.
    Capture,
    /// Moves or captures.
    Either,
}

impl Reach {
    /// Adds one step of a movement; returns true if the movement may go on from there.
    fn step(&mut self, position: &FourTowers, seat: Seat, to: Square, purpose: Use) -> bool {
        match position.board.get(to) {
            None => {
                if purpose != Use::Capture {
                    self.empty.insert(to);
                }
                return true;
            }
            Some(piece) if piece.seat == seat => {
                if purpose != Use::Capture {
                    self.friends.insert(to);
                }
                self.joins.insert(to);
            }
            Some(_) => {
                if purpose != Use::Quiet {
                    self.enemies.insert(to);
                }
            }
        }
        false
    }

    fn along(
        &mut self,
        position: &FourTowers,
        powers: &Powers,
        seat: Seat,
        from: Square,
        directions: [Direction; 4],
        purpose: Use,
    ) {
        let occupied = position.board.occupied();
        for direction in directions {
            let sight = from.sight(direction, powers.knights(), occupied);
            if purpose != Use::Capture {
                self.empty = self.empty.union(sight.without(occupied));
            }
            for met in sight.intersection(occupied) {
                self.step(position, seat, met, purpose);
            }
        }
    }
}

/// Returns the reach of a king, an officer or a dragon with these kinds of movement.
fn by_parts(
    position: &FourTowers,
    powers: &Powers,
    seat: Seat,
    from: Square,
    parts: Parts,
) -> Reach {
    let mut reach = Reach::default();
    if parts.overlaps(Parts::ROOK) {
        reach.along(
            position,
            powers,
            seat,
            from,
            Direction::ORTHOGONAL,
            Use::Either,
        );
    }
    if parts.overlaps(Parts::BISHOP) {
        reach.along(
            position,
            powers,
            seat,
            from,
            Direction::DIAGONAL,
            Use::Either,
        );
    }
    if parts.overlaps(Parts::KNIGHT) {
        for to in from.leaps() {
            reach.step(position, seat, to, Use::Either);
        }
    }
    if parts.overlaps(Parts::KING) {
        for direction in Direction::ALL {
            if let Some(to) = from.step(direction, powers.knights()) {
                reach.step(position, seat, to, Use::Either);
            }
        }
    }
    reach
}

/// Returns the reach of a king: "when a king begins his move on a tower, he can capture like a queen".
fn by_king(position: &FourTowers, powers: &Powers, seat: Seat, from: Square) -> Reach {
    let mut reach = by_parts(position, powers, seat, from, Parts::KING);
    if powers.captures_far(from) {
        let mut far = Reach::default();
        far.along(
            position,
            powers,
            seat,
            from,
            Direction::ORTHOGONAL,
            Use::Capture,
        );
        far.along(
            position,
            powers,
            seat,
            from,
            Direction::DIAGONAL,
            Use::Capture,
        );
        reach.enemies = reach.enemies.union(far.enemies);
    }
    reach
}

/// Returns the reach of a pawn: forward once or twice and sideways without capturing, diagonally forward capturing,
/// and straight back if a lancer on a tower allows it.
fn by_pawn(position: &FourTowers, powers: &Powers, seat: Seat, from: Square) -> Reach {
    let mut reach = Reach::default();
    let knights = powers.knights();
    let forward = Direction::forward(seat);
    if let Some(first) = from.step(forward, knights)
        && reach.step(position, seat, first, Use::Quiet)
        && powers.may_double_step(seat, from)
        && let Some(second) = first.step(forward, knights)
    {
        reach.step(position, seat, second, Use::Quiet);
    }
    for direction in Direction::SIDEWAYS {
        if let Some(to) = from.step(direction, knights) {
            reach.step(position, seat, to, Use::Quiet);
        }
    }
    for direction in Direction::forward_diagonals(seat) {
        if let Some(to) = from.step(direction, knights) {
            reach.step(position, seat, to, Use::Capture);
        }
    }
    step_back(&mut reach, position, powers, seat, from);
    reach
}

/// Returns the reach of a lancer: one or two squares straight or diagonally forward, capturing or not; sideways,
/// capturing only lancers (ruling: the text says "non-capturing", Figure 3 has lancers taking lancers); straight back
/// if a lancer on a tower allows it.
fn by_lancer(position: &FourTowers, powers: &Powers, seat: Seat, from: Square) -> Reach {
    let mut reach = Reach::default();
    let knights = powers.knights();
    for direction in lancer_directions(seat) {
        let sideways = Direction::SIDEWAYS.contains(&direction);
        let mut at = from;
        for _ in 0..2 {
            let Some(to) = at.step(direction, knights) else {
                break;
            };
            let is_lancer = position
                .board
                .get(to)
                .is_some_and(|piece| piece.role == Role::Lancer);
            let purpose = if sideways && !is_lancer {
                Use::Quiet
            } else {
                Use::Either
            };
            if !reach.step(position, seat, to, purpose) {
                break;
            }
            at = to;
        }
    }
    step_back(&mut reach, position, powers, seat, from);
    reach
}

fn step_back(reach: &mut Reach, position: &FourTowers, powers: &Powers, seat: Seat, from: Square) {
    if powers.may_step_back(from)
        && let Some(to) = from.step(Direction::back(seat), powers.knights())
    {
        reach.step(position, seat, to, Use::Quiet);
    }
}

/// Returns the directions of a lancer's movement.
pub(super) fn lancer_directions(seat: Seat) -> [Direction; 5] {
    let [one, other] = Direction::forward_diagonals(seat);
    let [right, left] = Direction::SIDEWAYS;
    [Direction::forward(seat), one, other, right, left]
}

/// Returns the square that a two-square movement of a pawn or lancer passes; `None` for a single step or another kind
/// of move.
pub fn passed(powers: &Powers, seat: Seat, role: Role, from: Square, to: Square) -> Option<Square> {
    let knights = powers.knights();
    let over = |direction: Direction| {
        let first = from.step(direction, knights)?;
        (first.step(direction, knights)? == to).then_some(first)
    };
    match role {
        Role::Pawn => over(Direction::forward(seat)),
        Role::Lancer => lancer_directions(seat).into_iter().find_map(over),
        _ => None,
    }
}

impl FourTowers {
    /// Returns the reach of a side's piece from a square, or of a part of the piece there.
    pub(super) fn reach(&self, powers: &Powers, seat: Seat, role: Role, from: Square) -> Reach {
        match role {
            Role::Pawn => by_pawn(self, powers, seat, from),
            Role::Lancer => by_lancer(self, powers, seat, from),
            Role::King => by_king(self, powers, seat, from),
            _ => by_parts(self, powers, seat, from, self.movement(powers, role, from)),
        }
    }

    /// Returns the kinds of movement of a piece from a square, or of a part of the piece there.
    pub(super) fn movement(&self, powers: &Powers, role: Role, from: Square) -> Parts {
        let is_part = self.board.get(from).is_some_and(|piece| piece.role != role);
        match role {
            Role::Dragon => self.dragon_movement(),
            _ if is_part => role.parts(),
            _ => powers.movement(role, from),
        }
    }

    /// Returns the dragons' movement: that of the pieces in both memories.
    pub(super) fn dragon_movement(&self) -> Parts {
        self.memory[0].with(self.memory[1])
    }
}
