//! Refusals of illegal moves: those of single pieces here, those of units in `units`.

use super::attacks::{Attack, attack, rides};
use super::board::{Board, Cell, Piece, Quad, Role, forward, second_row};
use super::moves;
use super::position::FourFold;
use super::turn::Move;
use crate::notation::{ParsedMove, spelt_wrong};
use crate::rules::wording::capital;
use crate::rules::{Notation, RuleError, Seat};

mod units;

pub use units::{destinations, unit, who_goes};

/// Returns the cells of the mover's pieces in a quad, such as `g8`.
pub fn cells_of(position: &FourFold, quad: Quad) -> Vec<String> {
    let mine = quad
        .cells()
        .into_iter()
        .filter(|&cell| is_mine(position, cell));
    mine.map(|cell| cell.to_string()).collect()
}

fn is_mine(position: &FourFold, cell: Cell) -> bool {
    position
        .board
        .get(cell)
        .is_some_and(|piece| piece.seat == position.turn)
}

fn color(seat: Seat) -> &'static str {
    if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// Returns a piece and its cell: "the knight on h8".
fn the(piece: Piece, cell: Cell) -> String {
    format!("the {} on {cell}", piece.role.name())
}

/// Returns the attacker in words.
pub fn attacker(board: &Board, attack: Attack) -> String {
    let name = |cell: Cell| board.get(cell).map(|piece| the(piece, cell));
    let name = |cell: Cell| name(cell).unwrap_or_default();
    match attack {
        Attack::Piece(cell) => name(cell),
        Attack::Unit(cell, power) if cell == power => {
            format!("{}, by a quad move from {}", name(cell), cell.quad())
        }
        Attack::Unit(cell, power) => {
            let (name, power) = (name(cell), name(power));
            format!("{name}, going along in a quad move of {power}")
        }
    }
}

/// Returns the refusal of a single piece's move that fits no legal one.
pub fn piece(position: &FourFold, wanted: &ParsedMove) -> RuleError {
    let from = wanted.from.as_deref().and_then(Cell::parse);
    let to = wanted.to.as_deref().and_then(Cell::parse);
    match (from, to) {
        (Some(from), Some(to)) => from_to(position, wanted, from, to),
        (Some(from), None) => piece_alone(position, from),
        (None, Some(to)) => somebody_to(position, wanted, to),
        (None, None) => RuleError::unreadable(
            "A move names a square from a1 to p16, or a quad move such as d4>e5.",
        ),
    }
}

/// Returns the mover's piece on a cell, or the refusal to move from that cell.
fn own_piece(position: &FourFold, from: Cell) -> Result<Piece, RuleError> {
    let Some(piece) = position.board.get(from) else {
        return Err(RuleError::nothing_on(from));
    };
    if piece.seat == position.turn {
        return Ok(piece);
    }
    Err(RuleError::illegal(format!(
        "{} is {}'s, and it is {}'s turn.",
        capital(&the(piece, from)),
        color(piece.seat),
        color(position.turn)
    ))
    .at([from]))
}

fn piece_alone(position: &FourFold, from: Cell) -> RuleError {
    let piece = match own_piece(position, from) {
        Ok(piece) => piece,
        Err(refused) => return refused,
    };
    let moves = moves::legal_of_piece(&position.board, position.turn, from);
    if moves.is_empty() {
        return RuleError::illegal(format!(
            "{} has no move by itself.",
            capital(&the(piece, from))
        ))
        .at([from]);
    }
    crate::notation::ambiguous(moves.iter().map(|mv| position.write(mv)).collect())
}

/// Returns the role that a text names.
fn role_named(wanted: &ParsedMove) -> Option<Role> {
    let letter = wanted.letter.as_deref()?;
    Role::of_letter(letter.chars().next()?)
}

fn somebody_to(position: &FourFold, wanted: &ParsedMove, to: Cell) -> RuleError {
    let role = role_named(wanted);
    let candidates: Vec<Cell> = position
        .board
        .pieces(position.turn)
        .filter(|(cell, there)| {
            role.is_none_or(|role| role == *there)
                && wanted.from.as_ref().is_none_or(|from| {
                    let name = cell.to_string();
                    name.starts_with(from.as_str()) || name.ends_with(from.as_str())
                })
        })
        .map(|(cell, _)| cell)
        .collect();
    let name = role.map_or("piece", Role::name);
    match candidates[..] {
        [] => RuleError::illegal(format!("{} has no {name} like that.", color(position.turn)))
            .at([to]),
        [from] => from_to(position, wanted, from, to),
        _ => {
            let barred = candidates.iter().find(|&&from| {
                moves::pseudo_of_piece(&position.board, position.turn, from)
                    .iter()
                    .any(|mv| matches!(mv, Move::Piece { to: there, .. } if *there == to))
            });
            match barred {
                Some(&from) => from_to(position, wanted, from, to),
                None => RuleError::illegal(format!(
                    "None of {}'s {name}s can go to {to} by itself.",
                    color(position.turn)
                ))
                .at([to]),
            }
        }
    }
}

fn from_to(position: &FourFold, wanted: &ParsedMove, from: Cell, to: Cell) -> RuleError {
    let piece = match own_piece(position, from) {
        Ok(piece) => piece,
        Err(refused) => return refused,
    };
    if let Some(named) = role_named(wanted).filter(|named| *named != piece.role) {
        return RuleError::other_piece(from, piece.role.name(), named.name());
    }
    let who = the(piece, from);
    if from == to {
        return RuleError::illegal(format!("{} is on {to} already.", capital(&who))).at([from]);
    }
    if let Some(there) = position
        .board
        .get(to)
        .filter(|there| there.seat == piece.seat)
    {
        return RuleError::illegal(format!("Your own {} is on {to}.", there.role.name())).at([to]);
    }
    let reached: Vec<Move> = moves::pseudo_of_piece(&position.board, position.turn, from)
        .into_iter()
        .filter(|mv| matches!(mv, Move::Piece { to: there, .. } if *there == to))
        .collect();
    if let Some(&mv) = reached.first() {
        if let Some(rejection) = kings(position, mv) {
            return rejection;
        }
        let spellings: Vec<_> = reached.iter().map(|mv| position.move_text(mv)).collect();
        let promotes = spellings.iter().any(|it| it.promotion.is_some());
        // If a move promotes as typed, or not at all, the operator or the promotion is wrong.
        let mut right = spellings
            .iter()
            .filter(|it| !promotes || it.promotion.as_deref() == wanted.promotion.as_deref());
        if let Some(right) = right.next() {
            return spelt_wrong(wanted, right);
        }
        let texts = reached.iter().map(|mv| position.write(mv)).collect();
        return RuleError::illegal(format!("A pawn that arrives on {to} becomes a queen, rook, bishop or knight; one that arrives on the rank before the last may also stay a pawn.")).at([to]).suggest(texts);
    }
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    if piece.role == Role::Pawn {
        return pawn(position, from, to, (dx, dy));
    }
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if straight && rides(piece.role, (dx.signum(), dy.signum())) {
        let step = (dx.signum(), dy.signum());
        let blocker = crate::geometry::ray(from, |cell| cell.shifted(step))
            .take_while(|&cell| cell != to)
            .find_map(|cell| position.board.get(cell).map(|there| (cell, there)));
        if let Some((cell, there)) = blocker {
            let whose = if there.seat == position.turn {
                "your own"
            } else {
                "the enemy"
            };
            return RuleError::illegal(format!(
                "{} can't reach {to}: {whose} {} on {cell} is in the way.",
                capital(&who),
                there.role.name()
            ))
            .at([from, cell, to]);
        }
    }
    let how = match piece.role {
        Role::King => "goes one square",
        Role::Queen => "goes straight or diagonally",
        Role::Rook => "goes straight along files and ranks",
        Role::Bishop => "goes diagonally",
        Role::Knight => "jumps two squares one way and one the other",
        Role::Pawn => "goes forward",
    };
    RuleError::illegal(format!("{} {how}: it can't reach {to}.", capital(&who))).at([from, to])
}

fn pawn(position: &FourFold, from: Cell, to: Cell, (dx, dy): (i8, i8)) -> RuleError {
    let ahead = forward(position.turn);
    let reason = if dy * ahead <= 0 {
        "pawns only go forward".to_owned()
    } else if dx.abs() == 1 && dy == ahead {
        format!("pawns go diagonally only to capture, and there is nothing on {to}")
    } else if dx == 0 && dy == ahead {
        format!(
            "{} is in front of it on {to}, and pawns capture diagonally",
            occupant(position, to)
        )
    } else if dx == 0 && dy == 2 * ahead {
        if from.quad().y() != second_row(position.turn) {
            "it steps two squares only from the second row of quads".to_owned()
        } else {
            let between = from
                .shifted((0, ahead))
                .filter(|&cell| position.board.get(cell).is_some())
                .unwrap_or(to);
            format!("{} is in its way on {between}", occupant(position, between))
        }
    } else {
        "pawns go one square forward, two from the second row of quads, and capture one square diagonally forward".to_owned()
    };
    RuleError::illegal(format!("The pawn on {from} can't go to {to}: {reason}.")).at([from, to])
}

fn occupant(position: &FourFold, cell: Cell) -> String {
    match position.board.get(cell) {
        Some(piece) if piece.seat == position.turn => format!("your own {}", piece.role.name()),
        Some(piece) => format!("the enemy {}", piece.role.name()),
        None => "nobody".to_owned(),
    }
}

/// Returns the refusal of a move that only the kings' safety forbids; `None` if it does not.
fn kings(position: &FourFold, mv: Move) -> Option<RuleError> {
    let exposed = moves::exposes(&position.board, position.turn, mv)?;
    let (king, by) = (exposed.king, attacker(&exposed.after, exposed.by));
    let sentence = if exposed.moved {
        format!("A king can't move to an attacked square: {king} is attacked by {by}.")
    } else {
        let was = attack(&position.board, king, position.turn.other()).is_some();
        let verb = if was { "leaves" } else { "would leave" };
        format!("That {verb} your last king on {king} attacked by {by}.")
    };
    Some(RuleError::illegal(sentence).at([king]))
}
