//! Attacks on a cell: moves by which the enemy, with one piece or a unit, could capture a piece there, whether or not
//! the move would leave the enemy's own king attacked.

use super::board::{Board, Cell, Piece, Quad, Role, forward};
use crate::geometry::{COMPASS, KNIGHT};
use crate::rules::Seat;

/// Returns true if a role rides along a direction, on cells or on quads.
pub fn rides(role: Role, (dx, dy): (i8, i8)) -> bool {
    match role {
        Role::Queen => true,
        Role::Rook => dx == 0 || dy == 0,
        Role::Bishop => dx != 0 && dy != 0,
        _ => false,
    }
}

/// An attack on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// The piece on this cell attacks alone.
    Piece(Cell),
    /// The piece on the first cell attacks as part of a unit of its quad, which moves by the power of the piece on the
    /// second cell.
    Unit(Cell, Cell),
}

/// Returns the first attack found on `cell` by the pieces of `by`, as if a piece of the other side were there.
pub fn attack(board: &Board, cell: Cell, by: Seat) -> Option<Attack> {
    piece_attack(board, cell, by).or_else(|| unit_attack(board, cell, by))
}

fn piece_attack(board: &Board, cell: Cell, by: Seat) -> Option<Attack> {
    let holds = |at: Cell, role: Role| board.get(at) == Some(Piece { seat: by, role });
    for leap in KNIGHT {
        if let Some(at) = cell.shifted(leap).filter(|&at| holds(at, Role::Knight)) {
            return Some(Attack::Piece(at));
        }
    }
    for dx in [-1, 1] {
        if let Some(at) = cell
            .shifted((dx, -forward(by)))
            .filter(|&at| holds(at, Role::Pawn))
        {
            return Some(Attack::Piece(at));
        }
    }
    for direction in COMPASS {
        let mut near = true;
        let mut next = cell.shifted(direction);
        while let Some(at) = next {
            if let Some(piece) = board.get(at) {
                if piece.seat == by
                    && (rides(piece.role, direction) || near && piece.role == Role::King)
                {
                    return Some(Attack::Piece(at));
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
                unit_from(board, origin, target, cell, by, |role| role == Role::Knight)
        {
            return Some(attack);
        }
    }
    for direction in COMPASS {
        let mut near = true;
        let mut next = target.shifted(direction);
        while let Some(origin) = next {
            if !board.vacant(origin) {
                let power = |role| rides(role, direction);
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

/// Returns the attack of a unit without pawn and king that lands a piece on `cell`: that piece and, if it lacks the
/// power, another piece that has it and can land.
fn unit_from(
    board: &Board,
    origin: Quad,
    target: Quad,
    cell: Cell,
    by: Seat,
    power: impl Fn(Role) -> bool,
) -> Option<Attack> {
    if !board.is_origin(by, origin) {
        return None;
    }
    let lander = origin.cell(cell.corner());
    let role = board.get(lander)?.role;
    if matches!(role, Role::Pawn | Role::King) {
        return None;
    }
    if power(role) {
        return Some(Attack::Unit(lander, lander));
    }
    companion(board, origin, target, lander, by, power).map(|other| Attack::Unit(lander, other))
}

/// Returns the attack of a unit with a king, or of one with a pawn that captures diagonally forward, from a
/// neighbouring quad. `outward` leads from the target to the origin.
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
    let role = board.get(lander)?.role;
    let pawn_capture = outward.0 != 0 && outward.1 == -forward(by);
    let gives = |role: Role| role == Role::King || pawn_capture && role == Role::Pawn;
    if role == Role::Pawn {
        // A unit with a pawn must make a pawn's capture, whichever other pieces are in it.
        return pawn_capture.then_some(Attack::Unit(lander, lander));
    }
    if gives(role) {
        return Some(Attack::Unit(lander, lander));
    }
    companion(board, origin, target, lander, by, gives).map(|other| Attack::Unit(lander, other))
}

/// Returns a cell of the origin whose piece has the power and does not land on a friend.
fn companion(
    board: &Board,
    origin: Quad,
    target: Quad,
    lander: Cell,
    by: Seat,
    power: impl Fn(Role) -> bool,
) -> Option<Cell> {
    origin.cells().into_iter().find(|&other| {
        other != lander
            && board.get(other).is_some_and(|piece| power(piece.role))
            && board
                .get(target.cell(other.corner()))
                .is_none_or(|there| there.seat != by)
    })
}

/// Returns true if a cell is attacked by the pieces of `by`.
pub fn attacked(board: &Board, cell: Cell, by: Seat) -> bool {
    attack(board, cell, by).is_some()
}
