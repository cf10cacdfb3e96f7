//! Why a move is not legal, in the terms of cells, quads and units.

use super::attacks::{Attack, attack, rides};
use super::board::{Cell, Piece, Quad, Role, forward, second_row};
use super::moves::{self, Move};
use super::notation::Unit;
use super::position::FourFold;
use crate::notation::{ParsedMove, nearest};
use crate::rules::wording::{capital, listed};
use crate::rules::{Notation, RuleError, Seat};

/// The pieces of the side to move in a quad, by cell: `g8`.
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
        .is_some_and(|piece| piece.side == position.turn)
}

fn color(side: Seat) -> &'static str {
    if side == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// A piece and where it stands: "the knight on h8".
fn the(piece: Piece, cell: Cell) -> String {
    format!("the {} on {cell}", piece.role.name())
}

/// Who attacks, in words.
pub fn attacker(position: &FourFold, attack: Attack) -> String {
    let name = |cell: Cell| {
        position
            .board
            .get(cell)
            .map(|piece| the(piece, cell))
            .unwrap_or_default()
    };
    match attack {
        Attack::Piece(cell) => name(cell),
        Attack::Unit(cell, power) if cell == power => {
            format!("{}, by a quad move from {}", name(cell), cell.quad())
        }
        Attack::Unit(cell, power) => {
            format!(
                "{}, going along in a quad move of {}",
                name(cell),
                name(power)
            )
        }
    }
}

/// Why a single piece's move does not fit any legal one.
pub fn piece(position: &FourFold, wanted: &ParsedMove) -> RuleError {
    let from = wanted.from.as_deref().and_then(Cell::parse);
    let to = wanted.to.as_deref().and_then(Cell::parse);
    match (from, to) {
        (Some(from), Some(to)) => from_to(position, from, to),
        (Some(from), None) => piece_alone(position, from),
        (None, Some(to)) => somebody_to(position, wanted, to),
        (None, None) => RuleError::unreadable(
            "A move names a cell from a1 to p16, or a quad move such as d4>e5.",
        ),
    }
}

fn piece_alone(position: &FourFold, from: Cell) -> RuleError {
    let Some(piece) = position.board.get(from) else {
        return RuleError::illegal(format!("There is nothing on {from}.")).at([from]);
    };
    if piece.side != position.turn {
        return RuleError::illegal(format!(
            "{} is {}'s, and it is {}'s turn.",
            capital(&the(piece, from)),
            color(piece.side),
            color(position.turn)
        ))
        .at([from]);
    }
    let moves = moves::legal_of_man(&position.board, position.turn, from);
    if moves.is_empty() {
        return RuleError::illegal(format!(
            "{} has no move by itself.",
            capital(&the(piece, from))
        ))
        .at([from]);
    }
    crate::notation::ambiguous(
        moves
            .iter()
            .map(|mv| position.move_text(mv).to_string())
            .collect(),
    )
}

fn somebody_to(position: &FourFold, wanted: &ParsedMove, to: Cell) -> RuleError {
    let role = wanted
        .letter
        .as_deref()
        .and_then(|letter| letter.chars().next())
        .and_then(Role::of_letter);
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
        [from] => from_to(position, from, to),
        _ => {
            let barred = candidates.iter().find(|&&from| {
                moves::pseudo_of_man(&position.board, position.turn, from)
                    .iter()
                    .any(|mv| matches!(mv, Move::Piece { to: there, .. } if *there == to))
            });
            match barred {
                Some(&from) => from_to(position, from, to),
                None => RuleError::illegal(format!(
                    "No {name} of {} can go to {to} by itself.",
                    color(position.turn)
                ))
                .at([to]),
            }
        }
    }
}

fn from_to(position: &FourFold, from: Cell, to: Cell) -> RuleError {
    let Some(piece) = position.board.get(from) else {
        return RuleError::illegal(format!("There is nothing on {from}.")).at([from]);
    };
    let who = the(piece, from);
    if piece.side != position.turn {
        return RuleError::illegal(format!(
            "{} is {}'s, and it is {}'s turn.",
            capital(&who),
            color(piece.side),
            color(position.turn)
        ))
        .at([from]);
    }
    if from == to {
        return RuleError::illegal(format!("{} is on {to} already.", capital(&who))).at([from]);
    }
    if let Some(there) = position
        .board
        .get(to)
        .filter(|there| there.side == piece.side)
    {
        return RuleError::illegal(format!("Your own {} is on {to}.", there.role.name())).at([to]);
    }
    let reached: Vec<Move> = moves::pseudo_of_man(&position.board, position.turn, from)
        .into_iter()
        .filter(|mv| matches!(mv, Move::Piece { to: there, .. } if *there == to))
        .collect();
    if let Some(&mv) = reached.first() {
        if let Some(rejection) = kings(position, mv) {
            return rejection;
        }
        let texts = reached
            .iter()
            .map(|mv| position.move_text(mv).to_string())
            .collect();
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
            let whose = if there.side == position.turn {
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
        Role::King => "goes one cell",
        Role::Queen => "goes straight or diagonally",
        Role::Rook => "goes straight along files and ranks",
        Role::Bishop => "goes diagonally",
        Role::Knight => "leaps two cells one way and one the other",
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
            "it steps two cells only from the second row of quads".to_owned()
        } else {
            let between = from
                .shifted((0, ahead))
                .filter(|&cell| position.board.get(cell).is_some())
                .unwrap_or(to);
            format!("{} is in its way on {between}", occupant(position, between))
        }
    } else {
        "pawns go one cell forward, two from the second row of quads, and capture one cell diagonally forward".to_owned()
    };
    RuleError::illegal(format!("The pawn on {from} can't go to {to}: {reason}.")).at([from, to])
}

fn occupant(position: &FourFold, cell: Cell) -> String {
    match position.board.get(cell) {
        Some(piece) if piece.side == position.turn => format!("your own {}", piece.role.name()),
        Some(piece) => format!("the enemy {}", piece.role.name()),
        None => "nobody".to_owned(),
    }
}

/// Why the kings forbid a move that is otherwise right; `None` where they do not.
fn kings(position: &FourFold, mv: Move) -> Option<RuleError> {
    let mut after = position.clone();
    after.make(mv);
    for (from, to, _) in mv.steps() {
        let moved = position
            .board
            .get(from)
            .is_some_and(|piece| piece.role == Role::King);
        if moved && let Some(by) = attack(&after.board, to, position.turn.other()) {
            return Some(
                RuleError::illegal(format!(
                    "A king can't move to an attacked cell: {to} is attacked by {}.",
                    attacker(&after, by)
                ))
                .at([to]),
            );
        }
    }
    let mut own = after.board.kings(position.turn);
    let (king, None) = (own.next()?, own.next()) else {
        return None;
    };
    let by = attack(&after.board, king, position.turn.other())?;
    let was = attack(&position.board, king, position.turn.other()).is_some();
    let verb = if was { "leaves" } else { "would leave" };
    Some(
        RuleError::illegal(format!(
            "That {verb} your last king on {king} attacked by {}.",
            attacker(&after, by)
        ))
        .at([king]),
    )
}

/// What the pieces of a quad can do, for a text that names only the quad.
pub fn destinations(position: &FourFold, from: Quad) -> RuleError {
    if let Some(rejection) = origin(position, from) {
        return rejection;
    }
    let mut quads: Vec<String> = Vec::new();
    for mv in moves::legal_units(&position.board, position.turn, from) {
        if let Move::Unit { to, .. } = mv {
            let text = format!("{from}>{to}");
            if !quads.contains(&text) {
                quads.push(text);
            }
        }
    }
    if quads.is_empty() {
        return RuleError::illegal(format!("The pieces of quad {from} have no quad move now."));
    }
    quads.truncate(10);
    RuleError::illegal(format!("Say where quad {from} goes: {}.", quads.join(", ")))
}

/// Why no unit can leave a quad at all.
fn origin(position: &FourFold, from: Quad) -> Option<RuleError> {
    let (mine, theirs) = (
        position.board.count(position.turn, from),
        position.board.count(position.turn.other(), from),
    );
    let reason = if mine == 0 {
        format!("{} has no pieces in quad {from}.", color(position.turn))
    } else if theirs > 0 {
        let enemy = from.cells().into_iter().find(|&cell| {
            position
                .board
                .get(cell)
                .is_some_and(|piece| piece.side != position.turn)
        });
        let enemy = enemy
            .map(|cell| format!("{} on {cell}", occupant(position, cell)))
            .unwrap_or_default();
        format!("No quad move can begin in {from}: {enemy} is in the quad.")
    } else if mine < 2 {
        format!(
            "A quad move needs at least two of your pieces in the quad; {from} has only one, which can move by itself."
        )
    } else {
        return None;
    };
    Some(RuleError::illegal(reason).at(cells_of(position, from)))
}

/// Why a unit cannot make a quad move, given the legal moves between the same quads.
pub fn unit(position: &FourFold, from: Quad, to: Quad, unit: &Unit, legal: &[Move]) -> RuleError {
    let texts: Vec<String> = legal
        .iter()
        .map(|mv| position.move_text(mv).to_string())
        .collect();
    let mut rejection = origin(position, from).unwrap_or_else(|| why_not(position, from, to, unit));
    if rejection.suggestions.is_empty() {
        let wanted = unit.ways.first().map(|&members| {
            let cells: Vec<String> = (0..4)
                .filter(|corner| members & 1 << corner != 0)
                .map(|corner| from.cell(corner).to_string())
                .collect();
            format!("{from}>{to}:{}", cells.join(","))
        });
        rejection.suggestions = nearest(
            wanted.as_deref().unwrap_or_default(),
            texts.iter().map(String::as_str),
        );
    }
    rejection
}

fn why_not(position: &FourFold, from: Quad, to: Quad, unit: &Unit) -> RuleError {
    let Some(&members) = unit.ways.first() else {
        return RuleError::illegal(format!(
            "Quad {from} holds no such pieces: it has {}.",
            roll(position, from, 15)
        ));
    };
    let corners: Vec<usize> = (0..4).filter(|corner| members & 1 << corner != 0).collect();
    for &corner in &corners {
        let cell = from.cell(corner);
        if !is_mine(position, cell) {
            return RuleError::illegal(format!("None of your pieces stands on {cell}.")).at([cell]);
        }
    }
    if from == to {
        return RuleError::illegal("A quad move goes to another quad.");
    }
    if members == 0 {
        return RuleError::illegal("A unit needs at least one piece.");
    }
    let role = |corner: usize| {
        position
            .board
            .get(from.cell(corner))
            .map(|piece| piece.role)
    };
    let has = |wanted: Role| corners.iter().any(|&corner| role(corner) == Some(wanted));
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let ahead = forward(position.turn);
    let forward_one = (dx, dy) == (0, ahead);
    let diagonal = dx.abs() == 1 && dy == ahead;
    let double = (dx, dy) == (0, 2 * ahead) && from.y() == second_row(position.turn);
    if has(Role::King) && (dx.abs() > 1 || dy.abs() > 1) {
        return RuleError::illegal(format!(
            "A unit with a king moves one quad only; {to} is farther from {from}."
        ));
    }
    if has(Role::Pawn) && !(forward_one || diagonal || double) {
        return RuleError::illegal(format!(
            "A unit with a pawn moves as a pawn does: one quad forward, two from the second row of quads, or diagonally forward to capture. {from} to {to} is none of these; leave the pawn behind."
        ));
    }
    if !has(Role::Pawn) && !has(Role::King) {
        let able = corners
            .iter()
            .any(|&corner| role(corner).is_some_and(|role| has_power(role, dx, dy)));
        if !able {
            return RuleError::illegal(format!(
                "None of {} can go from {from} to {to} by its own kind of move.",
                roll(position, from, members)
            ));
        }
    }
    if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
        let step = (dx.signum(), dy.signum());
        let blocked = crate::geometry::ray(from, |quad| quad.shifted(step))
            .take_while(|&quad| quad != to)
            .find(|&quad| !position.board.vacant(quad));
        if let Some(quad) = blocked {
            return RuleError::illegal(format!(
                "Quads on the way must be wholly empty, and quad {quad} is not: {}.",
                roll(position, quad, 15)
            ));
        }
    }
    if has(Role::Pawn) && double && !position.board.vacant(to) {
        return RuleError::illegal(format!(
            "For a pawn's two-quad step both quads must be wholly empty, and {to} is not: {}.",
            roll(position, to, 15)
        ));
    }
    for &corner in &corners {
        let (cell, landing) = (from.cell(corner), to.cell(corner));
        let Some(there) = position.board.get(landing) else {
            continue;
        };
        let name = role(corner).map_or("piece", Role::name);
        if there.side == position.turn {
            return RuleError::illegal(format!(
                "The {name} on {cell} can't come along: your {} is on its cell of {to}, {landing}.",
                there.role.name()
            ))
            .at([cell, landing]);
        }
        if has(Role::Pawn) && forward_one {
            return RuleError::illegal(format!("A unit with a pawn captures nothing straight ahead: the {name} on {cell} would land on the enemy {} on {landing}.", there.role.name()))
                .at([cell, landing]);
        }
    }
    if has(Role::Pawn)
        && diagonal
        && !corners
            .iter()
            .any(|&corner| position.board.get(to.cell(corner)).is_some())
    {
        return RuleError::illegal(format!(
            "A unit with a pawn goes diagonally only to capture, and none of {} lands on an enemy in {to}.",
            roll(position, from, members)
        ));
    }
    let barred = moves::pseudo_units(&position.board, position.turn, from)
        .into_iter()
        .find(|mv| matches!(mv, Move::Unit { to: there, members: who, .. } if *there == to && *who == members));
    barred.and_then(|mv| kings(position, mv)).unwrap_or_else(|| {
        RuleError::illegal("Only a pawn that arrives on its last row of quads promotes: to a queen, rook, bishop or knight (=Q, =R, =B, =N). On the nearer rank it may also stay a pawn.")
    })
}

/// Whether a piece's own power covers a displacement of quads, obstacles aside.
fn has_power(role: Role, dx: i8, dy: i8) -> bool {
    match role {
        Role::Knight => dx.abs() + dy.abs() == 3 && dx != 0 && dy != 0,
        _ => {
            (dx == 0 || dy == 0 || dx.abs() == dy.abs()) && rides(role, (dx.signum(), dy.signum()))
        }
    }
}

/// The pieces of some corners of a quad, in words.
fn roll(position: &FourFold, quad: Quad, members: u8) -> String {
    let names: Vec<String> = (0..4)
        .filter(|corner| members & 1 << corner != 0)
        .filter_map(|corner| {
            position
                .board
                .get(quad.cell(corner))
                .map(|piece| the(piece, quad.cell(corner)))
        })
        .collect();
    if names.is_empty() {
        return "nobody".to_owned();
    }
    listed(&names)
}
