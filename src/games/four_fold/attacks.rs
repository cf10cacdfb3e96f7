//! Whether a cell is attacked: whether some move of the enemy, of one man or of a unit, could capture a piece
//! standing there, whatever it leaves of the enemy's own king.

use super::board::{Board, Cell, Man, Quad, Rank, forward};
use crate::geometry::{COMPASS, KNIGHT};
use crate::rules::Seat;

/// Whether a man rides along a direction, on cells or on quads.
pub fn rides(rank: Rank, (dx, dy): (i8, i8)) -> bool {
    match rank {
        Rank::Queen => true,
        Rank::Rook => dx == 0 || dy == 0,
        Rank::Bishop => dx != 0 && dy != 0,
        _ => false,
    }
}

/// How a cell comes to be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// By the man on this cell, by itself.
    Man(Cell),
    /// By the man on this cell as part of a unit of its quad, which goes by the power of the man on the second cell.
    Unit(Cell, Cell),
}

/// The first attack found on `cell` by the men of `by`. A piece of the other side is taken to stand there.
pub fn attack(board: &Board, cell: Cell, by: Seat) -> Option<Attack> {
    man_attack(board, cell, by).or_else(|| unit_attack(board, cell, by))
}

fn man_attack(board: &Board, cell: Cell, by: Seat) -> Option<Attack> {
    let stands = |at: Cell, rank: Rank| board.get(at) == Some(Man { side: by, rank });
    for leap in KNIGHT {
        if let Some(at) = cell.shifted(leap).filter(|&at| stands(at, Rank::Knight)) {
            return Some(Attack::Man(at));
        }
    }
    for dx in [-1, 1] {
        if let Some(at) = cell
            .shifted((dx, -forward(by)))
            .filter(|&at| stands(at, Rank::Pawn))
        {
            return Some(Attack::Man(at));
        }
    }
    for direction in COMPASS {
        let mut near = true;
        let mut next = cell.shifted(direction);
        while let Some(at) = next {
            if let Some(man) = board.get(at) {
                if man.side == by && (rides(man.rank, direction) || near && man.rank == Rank::King)
                {
                    return Some(Attack::Man(at));
                }
                break;
            }
            near = false;
            next = at.shifted(direction);
        }
    }
    None
}

fn unit_attack(board: &Board, cell: Cell, by: Seat) -> Option<Attack> {
    let target = cell.quad();
    for leap in KNIGHT {
        if let Some(origin) = target.shifted(leap)
            && let Some(attack) =
                unit_from(board, origin, target, cell, by, |rank| rank == Rank::Knight)
        {
            return Some(attack);
        }
    }
    for direction in COMPASS {
        let mut near = true;
        let mut next = target.shifted(direction);
        while let Some(origin) = next {
            if !board.vacant(origin) {
                let power = |rank| rides(rank, direction);
                if let Some(attack) = unit_from(board, origin, target, cell, by, power) {
                    return Some(attack);
                }
                if near && let Some(attack) = step_from(board, origin, target, direction, cell, by)
                {
                    return Some(attack);
                }
                break;
            }
            near = false;
            next = origin.shifted(direction);
        }
    }
    None
}

/// A unit without pawn and king that lands a man on `cell`: that man and, if it lacks the power, one that has it
/// and can land.
fn unit_from(
    board: &Board,
    origin: Quad,
    target: Quad,
    cell: Cell,
    by: Seat,
    power: impl Fn(Rank) -> bool,
) -> Option<Attack> {
    if !board.is_origin(by, origin) {
        return None;
    }
    let lander = origin.cell(cell.corner());
    let rank = board.get(lander)?.rank;
    if matches!(rank, Rank::Pawn | Rank::King) {
        return None;
    }
    if power(rank) {
        return Some(Attack::Unit(lander, lander));
    }
    companion(board, origin, target, lander, by, power).map(|other| Attack::Unit(lander, other))
}

/// A unit with a king, or one with a pawn that captures diagonally forward, from a neighbouring quad. `outward`
/// leads from the target to the origin.
fn step_from(
    board: &Board,
    origin: Quad,
    target: Quad,
    outward: (i8, i8),
    cell: Cell,
    by: Seat,
) -> Option<Attack> {
    if !board.is_origin(by, origin) {
        return None;
    }
    let lander = origin.cell(cell.corner());
    let rank = board.get(lander)?.rank;
    let pawn_capture = outward.0 != 0 && outward.1 == -forward(by);
    let gives = |rank: Rank| rank == Rank::King || pawn_capture && rank == Rank::Pawn;
    if rank == Rank::Pawn {
        // A unit with a pawn must make a pawn's capture, whoever else is in it.
        return pawn_capture.then_some(Attack::Unit(lander, lander));
    }
    if gives(rank) {
        return Some(Attack::Unit(lander, lander));
    }
    companion(board, origin, target, lander, by, gives).map(|other| Attack::Unit(lander, other))
}

/// Somebody of the origin who has the power and does not land on a friend.
fn companion(
    board: &Board,
    origin: Quad,
    target: Quad,
    lander: Cell,
    by: Seat,
    power: impl Fn(Rank) -> bool,
) -> Option<Cell> {
    origin.cells().into_iter().find(|&other| {
        other != lander
            && board.get(other).is_some_and(|man| power(man.rank))
            && board
                .get(target.cell(other.corner()))
                .is_none_or(|there| there.side != by)
    })
}

/// Whether a cell is attacked by the men of `by`.
pub fn attacked(board: &Board, cell: Cell, by: Seat) -> bool {
    attack(board, cell, by).is_some()
}
