//! Refusals of moves that a piece's movement does not allow.

use super::super::FourTowers;
use super::super::board::{Direction, Square, Tower};
use super::super::pieces::{Parts, Piece, Role, moves_named, seat_name};
use super::super::powers::Powers;
use super::super::steps::lancer_directions;
use crate::notation::ParsedMove;
use crate::rules::RuleError;

/// Returns the refusal of a move from a square that no movement of the piece makes.
pub(super) fn no_way(
    position: &FourTowers,
    powers: &Powers,
    from: Square,
    role: Option<Role>,
    to: Square,
    wanted: &ParsedMove,
) -> RuleError {
    let Some(piece) = position.board.get(from) else {
        return nobody(position, role, to);
    };
    let role = role.unwrap_or(piece.role);
    let whose = mover(role, piece, from);
    let reach = position.reach(powers, position.turn, role, from);
    let refuse = |sentence: String| RuleError::illegal(sentence).at([from, to]);
    if from == to {
        return refuse(format!("Your {role} is on {to} already."));
    }
    if let Some(met) = position.board.get(to) {
        if met.seat == position.turn {
            let arrives = reach.joins.contains(to)
                || powers.direct(from, position.board.occupied()).contains(to);
            if arrives {
                return refuse(no_fusion(piece, from, role, met, to, wanted));
            }
        } else if met.role == Role::King && reach.enemies.contains(to) {
            return refuse("A king is never captured: the game ends with checkmate.".to_owned());
        } else if powers.direct(from, position.board.occupied()).contains(to) {
            return refuse(format!(
                "A direct move never captures, and {}'s {} is on {to}.",
                seat_name(met.seat),
                met.role
            ));
        }
    }
    if let Some((tower, needed)) = direct_link(from, to)
        && !powers.held_by(needed).any(|held| held == tower)
        && !slides_there(position, powers, role, from, to)
    {
        return refuse(format!(
            "{whose} does not go to {to} by its own movement, and a direct move there needs a {needed} on {tower}."
        ));
    }
    if role == Role::King {
        return refuse(no_king_move(position, powers, from, to));
    }
    if role == Role::Dragon {
        let parts = position.dragon_movement();
        let direct = powers.direct(from, position.board.occupied());
        if parts.is_empty() && direct.without(position.board.occupied()).next().is_some() {
            return refuse(format!(
                "Your dragon on {from} makes only direct moves yet, and none of them leads to {to}: no piece that dragons \
                 could mimic has been moved."
            ));
        }
        if parts.is_empty() {
            return refuse(format!(
                "Your dragon on {from} cannot move yet: dragons mimic what the two sides moved last, and no piece that \
                 they can mimic has been moved."
            ));
        }
        return refuse(format!(
            "Dragons now have {}: that does not lead from {from} to {to}{}.",
            moves_named(parts),
            blocked(position, powers, parts, from, to)
        ));
    }
    if matches!(role, Role::Pawn) {
        return refuse(no_pawn_move(position, powers, from, to));
    }
    if role == Role::Lancer {
        return refuse(no_lancer_move(position, powers, from, to));
    }
    refuse(no_officer_move(position, powers, role, piece, from, to))
}

/// Returns the mover by name: "Your rook on e3", "The rook in your queen on e3".
pub(super) fn mover(role: Role, standing: Piece, from: Square) -> String {
    let whole = standing.role;
    if role == whole {
        format!("Your {role} on {from}")
    } else {
        format!("The {role} in your {whole} on {from}")
    }
}

/// Returns the reason why a rook, bishop, knight or compound, the whole of a piece or a part, does not reach a square.
fn no_officer_move(
    position: &FourTowers,
    powers: &Powers,
    role: Role,
    piece: Piece,
    from: Square,
    to: Square,
) -> String {
    let parts = position.movement(powers, role, from);
    if role == piece.role
        && parts != role.parts()
        && let Some(tower) = powers
            .held_by(Role::Cardinal)
            .find(|tower| tower.touches().contains(from))
    {
        let like = parts.names().next().unwrap_or("piece");
        return format!(
            "The cardinal on {tower} makes your {role} on {from} move like a {like}, which does not lead to {to}{}.",
            blocked(position, powers, parts, from, to)
        );
    }
    let part = mover(role, piece, from);
    let reason = blocked(position, powers, parts, from, to);
    if reason.is_empty() {
        format!("{part} can't reach {to} by {}.", moves_named(parts))
    } else {
        format!("{part} can't reach {to}{reason}.")
    }
}

/// Returns the tower across which a one-hop direct move leads from one square to the other, and the role that must
/// hold it: a rook between adjacent arenas, a bishop between opposite ones.
fn direct_link(from: Square, to: Square) -> Option<(Tower, Role)> {
    let (home, other) = (from.arena()?, to.arena()?);
    if from.place() != to.place() || home == other {
        return None;
    }
    let tower = Tower::ALL.into_iter().find(|tower| {
        let arenas = tower.arenas();
        arenas.contains(&home) && arenas.contains(&other)
    })?;
    let ((x, y), (column, row)) = (home.place(), other.place());
    let across = x != column && y != row;
    Some((tower, if across { Role::Bishop } else { Role::Rook }))
}

/// Returns true if a piece's lines lead to a square but for the pieces between.
fn slides_there(
    position: &FourTowers,
    powers: &Powers,
    role: Role,
    from: Square,
    to: Square,
) -> bool {
    !blocked(position, powers, powers.movement(role, from), from, to).is_empty()
}

fn no_king_move(position: &FourTowers, powers: &Powers, from: Square, to: Square) -> String {
    let all = Parts::ROOK.with(Parts::BISHOP);
    let met = position.board.get(to);
    if let Some(met) = met
        && met.seat != position.turn
    {
        if !powers.captures_far(from) && position.slides(powers, from, to, all) {
            return format!(
                "A king captures at a distance only from a tower, and {from} is none: your king goes one square, not to {to}."
            );
        }
        let reason = blocked(position, powers, all, from, to);
        if powers.captures_far(from) && !reason.is_empty() {
            return format!("Your king on {from} can't take on {to}{reason}.");
        }
    } else if powers.captures_far(from) {
        return format!(
            "From a tower a king captures like a queen, but without capturing it goes one square: not from {from} to {to}."
        );
    }
    format!("A king goes one square: not from {from} to {to}.")
}

/// Returns the reason why a lancer does not reach a square.
pub(super) fn no_lancer_move(
    position: &FourTowers,
    powers: &Powers,
    from: Square,
    to: Square,
) -> String {
    let knights = powers.knights();
    let whose = |piece: Piece| {
        if piece.seat == position.turn {
            "your own".to_owned()
        } else {
            format!("{}'s", seat_name(piece.seat))
        }
    };
    for direction in lancer_directions(position.turn) {
        let Some(first) = from.step(direction, knights) else {
            continue;
        };
        if first.step(direction, knights) == Some(to)
            && let Some(piece) = position.board.get(first)
        {
            return format!(
                "A lancer does not jump: {} {} on {first} is in the way from {from} to {to}.",
                whose(piece),
                piece.role
            );
        }
        if Direction::SIDEWAYS.contains(&direction)
            && (first == to || first.step(direction, knights) == Some(to))
            && let Some(piece) = position.board.get(to)
        {
            return format!(
                "Sideways a lancer captures lancers only, and {} {} is on {to}.",
                whose(piece),
                piece.role
            );
        }
    }
    format!(
        "A lancer goes one or two squares straight ahead, diagonally ahead or (without capturing anything but lancers) \
         sideways, and does not jump: not from {from} to {to}."
    )
}

/// Returns the reason why a piece that reaches a friend's square neither fuses nor trades places with it.
fn no_fusion(
    piece: Piece,
    from: Square,
    role: Role,
    met: Piece,
    to: Square,
    wanted: &ParsedMove,
) -> String {
    let friend = met.role;
    if wanted.op == Some('~') || (wanted.op.is_none() && from.tower().or(to.tower()).is_some()) {
        if role == Role::Pawn {
            return format!("A pawn cannot start a swap: your {friend} on {to} has to.");
        }
        if role != piece.role {
            return format!("A part that leaves a piece cannot swap with your {friend} on {to}.");
        }
        if role == friend && from.tower().or(to.tower()).is_some() {
            return format!(
                "Swapping your {role} with another {role} on {to} would change nothing."
            );
        }
        if wanted.op == Some('~') {
            return format!(
                "A swap puts a piece on a tower or takes one off it, and neither {from} nor {to} is one \
                 (d5, g4, e8 and h7 are)."
            );
        }
    }
    let unfit = |role: Role| matches!(role, Role::King | Role::Dragon | Role::Lancer);
    if let Some(unfit) = [role, friend].into_iter().find(|role| unfit(*role)) {
        let plural = format!("{unfit}s");
        return format!(
            "Your own {friend} is on {to}, and {plural} never attach or are attached to."
        );
    }
    if role == Role::Pawn && friend == Role::Pawn {
        return format!(
            "Your own pawn is on {to}. Two pawns make a lancer where the one can step to the other: one square ahead, \
             sideways or diagonally ahead."
        );
    }
    if role == Role::Pawn || friend == Role::Pawn {
        return format!("Your own {friend} is on {to}, and pawns join only pawns.");
    }
    if role.parts().overlaps(friend.parts()) {
        return format!(
            "Your {role} can't attach to the {friend} on {to}: both have the same part in them."
        );
    }
    format!(
        "Your {role} can't attach to the {friend} on {to}: one of the two must be a simple piece."
    )
}

/// Returns the reason why a pawn does not reach a square.
pub(super) fn no_pawn_move(
    position: &FourTowers,
    powers: &Powers,
    from: Square,
    to: Square,
) -> String {
    let seat = position.turn;
    let knights = powers.knights();
    let met = position.board.get(to);
    let pawn = position
        .board
        .get(from)
        .map_or_else(String::new, |piece| mover(Role::Pawn, piece, from));
    let diagonal = Direction::forward_diagonals(seat)
        .into_iter()
        .any(|direction| from.step(direction, knights) == Some(to));
    if diagonal && met.is_none() {
        return format!(
            "A pawn goes diagonally only to capture, and there is nothing on {to} to take.{}",
            too_late(position, to)
        );
    }
    let forward = Direction::forward(seat);
    let first = from.step(forward, knights);
    let straight = first == Some(to)
        || Direction::SIDEWAYS
            .into_iter()
            .any(|direction| from.step(direction, knights) == Some(to));
    if straight && let Some(met) = met {
        return format!(
            "A pawn does not capture straight ahead or sideways, and the {} is on {to}.",
            met.role
        );
    }
    if let Some(first) = first
        && first.step(forward, knights) == Some(to)
    {
        if !powers.may_double_step(seat, from) {
            return format!(
                "{pawn} may not go two squares: it is past the squares where pawns start, and no pawn \
                 holds a tower near it."
            );
        }
        if let Some(met) = position.board.get(first) {
            return format!("{pawn} is blocked by the {} on {first}.", met.role);
        }
    }
    if from.step(Direction::back(seat), knights) == Some(to) {
        return format!(
            "A pawn goes back only while a lancer holds a tower near it, so not from {from} to {to}."
        );
    }
    format!(
        "A pawn goes one square ahead or sideways and captures diagonally ahead: not from {from} to {to}."
    )
}

/// Returns the remark that en passant is too late, if an enemy pawn or lancer is near enough to have passed the
/// square.
pub(super) fn too_late(position: &FourTowers, to: Square) -> &'static str {
    let passed = Direction::ALL.into_iter().any(|direction| {
        let at = to.step(direction, Powers::of(&position.board).knights());
        let piece = at.and_then(|at| position.board.get(at));
        piece.is_some_and(|piece| piece.seat != position.turn && piece.role.is_pawnlike())
    });
    if passed {
        " En passant is possible only in the turn right after a pawn's or lancer's two steps over the square."
    } else {
        ""
    }
}

/// Returns the piece in the way, as in ": the pawn on c4 is in the way", if a line of the movement leads to the square
/// past it.
pub(super) fn blocked(
    position: &FourTowers,
    powers: &Powers,
    parts: Parts,
    from: Square,
    to: Square,
) -> String {
    let mut lines: Vec<Direction> = Vec::new();
    if parts.overlaps(Parts::ROOK) {
        lines.extend(Direction::ORTHOGONAL);
    }
    if parts.overlaps(Parts::BISHOP) {
        lines.extend(Direction::DIAGONAL);
    }
    for direction in lines {
        let mut met = None;
        let mut at = from;
        while let Some(next) = at.step(direction, powers.knights()) {
            if next == to {
                if let Some((square, piece)) = met {
                    let piece: Piece = piece;
                    let whose = if piece.seat == position.turn {
                        "your own"
                    } else {
                        "the"
                    };
                    return format!(": {whose} {} on {square} is in the way", piece.role);
                }
                break;
            }
            if met.is_none() {
                met = position.board.get(next).map(|piece| (next, piece));
            }
            at = next;
        }
    }
    String::new()
}

pub(super) fn nobody(position: &FourTowers, role: Option<Role>, to: Square) -> RuleError {
    let who = role.map_or("piece of yours".to_owned(), |role| {
        format!("{role} of yours")
    });
    let met = match position.board.get(to) {
        Some(piece) if piece.seat == position.turn => {
            format!(" Your own {} is there.", piece.role)
        }
        _ => String::new(),
    };
    RuleError::illegal(format!("No {who} can go to {to} now.{met}")).at([to])
}
