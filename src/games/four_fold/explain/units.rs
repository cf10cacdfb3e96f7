//! Refusals of quad moves, in the terms of quads and units.

use super::super::attacks::rides;
use super::super::board::{Cell, PROMOTIONS, Quad, Role, forward, second_row};
use super::super::moves;
use super::super::position::FourFold;
use super::super::turn::Move;
use super::super::unit::Unit;
use super::{cells_of, color, is_mine, kings, occupant, the};
use crate::notation::{excerpt, nearest};
use crate::rules::wording::{capital, listed};
use crate::rules::{Notation, RuleError};

/// Returns the refusal of a text that names only a quad, with the moves of its pieces.
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

/// Returns the reason why no unit can leave a quad at all.
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
                .is_some_and(|piece| piece.seat != position.turn)
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

/// Returns the refusal of a text whose part after the quads names no pieces of the quad; `tail` is in lower case.
pub fn who_goes(position: &FourFold, from: Quad, text: &str, tail: &str) -> RuleError {
    let cells = cells_of(position, from);
    let named = tail.split(|sign: char| !sign.is_ascii_alphanumeric());
    let outside = named
        .filter_map(Cell::parse)
        .find(|cell| cell.quad() != from);
    if let Some(cell) = outside {
        return RuleError::illegal(format!(
            "{cell} is not in quad {from}: who goes from there is named by its squares ({}) or by letters.",
            cells.join(", ")
        ))
        .at([cell]);
    }
    let promotions = tail.split('=').skip(1);
    let wrong = promotions
        .filter_map(|rest| rest.chars().next())
        .find(|letter| {
            let role = Role::of_letter(*letter);
            !role.is_some_and(|role| PROMOTIONS.contains(&role))
        });
    if let Some(letter) = wrong {
        return RuleError::illegal(format!(
            "A pawn becomes a queen, rook, bishop or knight (=Q, =R, =B, =N): ={} is none of these.",
            excerpt(&letter.to_ascii_uppercase().to_string())
        ));
    }
    RuleError::unreadable(format!(
        "\"{}\" does not say who goes. Name the pieces of {from} by their squares ({}) or by their letters.",
        excerpt(text),
        cells.join(", ")
    ))
}

/// Returns the refusal of a unit's move, given the legal moves between the same quads.
pub fn unit(position: &FourFold, from: Quad, to: Quad, unit: &Unit, legal: &[Move]) -> RuleError {
    let texts: Vec<String> = legal.iter().map(|mv| position.write(mv)).collect();
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

/// A unit and the quads between which it would move.
struct Attempt<'a> {
    position: &'a FourFold,
    from: Quad,
    to: Quad,
    /// The unit's corners as a mask, and one by one.
    members: u8,
    corners: Vec<usize>,
}

fn why_not(position: &FourFold, from: Quad, to: Quad, unit: &Unit) -> RuleError {
    let Some(&members) = unit.ways.first() else {
        return RuleError::illegal(format!(
            "Quad {from} holds no such pieces: it has {}.",
            roll(position, from, 15)
        ));
    };
    let attempt = Attempt {
        position,
        from,
        to,
        members,
        corners: (0..4).filter(|corner| members & 1 << corner != 0).collect(),
    };
    let refused = (attempt.not_a_unit())
        .or_else(|| attempt.too_far())
        .or_else(|| attempt.blocked())
        .or_else(|| attempt.cannot_land());
    refused.unwrap_or_else(|| attempt.kings_or_promotion())
}

impl Attempt<'_> {
    fn role(&self, corner: usize) -> Option<Role> {
        let piece = self.position.board.get(self.from.cell(corner))?;
        Some(piece.role)
    }

    fn has(&self, wanted: Role) -> bool {
        let mut corners = self.corners.iter();
        corners.any(|&corner| self.role(corner) == Some(wanted))
    }

    /// Returns "None of the rook on a1 and the pawn on b1 can" or "The rook on a1 cannot".
    fn none_of(&self, verb: &str, not: &str) -> String {
        let all = roll(self.position, self.from, self.members);
        if self.corners.len() == 1 {
            format!("{} {not}", capital(&all))
        } else {
            format!("None of {all} {verb}")
        }
    }

    /// Returns the number of quads that the unit moves to the right and up.
    fn displacement(&self) -> (i8, i8) {
        (self.to.x() - self.from.x(), self.to.y() - self.from.y())
    }

    fn is_forward_one(&self) -> bool {
        self.displacement() == (0, forward(self.position.turn))
    }

    fn is_diagonal(&self) -> bool {
        let (dx, dy) = self.displacement();
        dx.abs() == 1 && dy == forward(self.position.turn)
    }

    fn is_double(&self) -> bool {
        let seat = self.position.turn;
        self.displacement() == (0, 2 * forward(seat)) && self.from.y() == second_row(seat)
    }

    /// Refuses a unit with pieces that are not the mover's, without pieces, or without another quad as destination.
    fn not_a_unit(&self) -> Option<RuleError> {
        let mut cells = self.corners.iter().map(|&corner| self.from.cell(corner));
        if let Some(cell) = cells.find(|&cell| !is_mine(self.position, cell)) {
            let sentence = format!("None of your pieces is on {cell}.");
            return Some(RuleError::illegal(sentence).at([cell]));
        }
        if self.from == self.to {
            return Some(RuleError::illegal("A quad move goes to another quad."));
        }
        (self.members == 0).then(|| RuleError::illegal("A group needs at least one piece."))
    }

    /// Refuses a unit without a piece that moves this way.
    fn too_far(&self) -> Option<RuleError> {
        let (from, to) = (self.from, self.to);
        let (dx, dy) = self.displacement();
        if self.has(Role::King) && (dx.abs() > 1 || dy.abs() > 1) {
            return Some(RuleError::illegal(format!(
                "A group with a king moves one quad only; {to} is farther from {from}."
            )));
        }
        let is_pawns = self.is_forward_one() || self.is_diagonal() || self.is_double();
        if self.has(Role::Pawn) && !is_pawns {
            return Some(RuleError::illegal(format!(
                "A group with a pawn moves as a pawn does: one quad forward, two from the second row of quads, or diagonally forward to capture. {from} to {to} is none of these; leave the pawn behind."
            )));
        }
        let mut roles = self.corners.iter().filter_map(|&corner| self.role(corner));
        let is_able = self.has(Role::Pawn)
            || self.has(Role::King)
            || roles.any(|role| has_power(role, dx, dy));
        (!is_able).then(|| {
            RuleError::illegal(format!(
                "{} go from {from} to {to} by its own kind of move.",
                self.none_of("can", "cannot")
            ))
        })
    }

    /// Refuses a unit with an occupied quad in its way.
    fn blocked(&self) -> Option<RuleError> {
        let (position, to) = (self.position, self.to);
        let (dx, dy) = self.displacement();
        if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
            let step = (dx.signum(), dy.signum());
            let blocked = crate::geometry::ray(self.from, |quad| quad.shifted(step))
                .take_while(|&quad| quad != to)
                .find(|&quad| !position.board.vacant(quad));
            if let Some(quad) = blocked {
                return Some(RuleError::illegal(format!(
                    "Quads on the way must be wholly empty, and quad {quad} is not: {}.",
                    roll(position, quad, 15)
                )));
            }
        }
        let is_barred = self.has(Role::Pawn) && self.is_double() && !position.board.vacant(to);
        is_barred.then(|| {
            RuleError::illegal(format!(
                "For a pawn's two-quad step both quads must be wholly empty, and {to} is not: {}.",
                roll(position, to, 15)
            ))
        })
    }

    /// Refuses a unit with a piece that would land on one it must not capture, or a pawn's diagonal move that captures
    /// no piece.
    fn cannot_land(&self) -> Option<RuleError> {
        let (position, to) = (self.position, self.to);
        let landing = |corner: usize| position.board.get(to.cell(corner));
        for &corner in &self.corners {
            let Some(there) = landing(corner) else {
                continue;
            };
            let (cell, on) = (self.from.cell(corner), to.cell(corner));
            let name = self.role(corner).map_or("piece", Role::name);
            let other = there.role.name();
            let sentence = if there.seat == position.turn {
                format!(
                    "The {name} on {cell} can't come along: your {other} is on its square of {to}, {on}."
                )
            } else if self.has(Role::Pawn) && self.is_forward_one() {
                format!(
                    "A group with a pawn captures nothing straight ahead: the {name} on {cell} would land on the enemy {other} on {on}."
                )
            } else {
                continue;
            };
            return Some(RuleError::illegal(sentence).at([cell, on]));
        }
        let captures = self.corners.iter().any(|&corner| landing(corner).is_some());
        (self.has(Role::Pawn) && self.is_diagonal() && !captures).then(|| {
            RuleError::illegal(format!(
                "A group with a pawn goes diagonally only to capture. {} on an enemy in {to}.",
                self.none_of("lands", "does not land")
            ))
        })
    }

    /// Refuses a unit whose move only the kings' safety forbids, or whose promotion is wrong.
    fn kings_or_promotion(&self) -> RuleError {
        let (position, members) = (self.position, self.members);
        let barred = moves::pseudo_units(&position.board, position.turn, self.from)
            .into_iter()
            .find(|mv| matches!(mv, Move::Unit { to, members: who, .. } if *to == self.to && *who == members));
        barred.and_then(|mv| kings(position, mv)).unwrap_or_else(|| {
            RuleError::illegal("Only a pawn that arrives on its last row of quads promotes: to a queen, rook, bishop or knight (=Q, =R, =B, =N). On the nearer rank it may also stay a pawn.")
        })
    }
}

/// Returns true if a role's power covers a displacement of quads, obstacles apart.
fn has_power(role: Role, dx: i8, dy: i8) -> bool {
    match role {
        Role::Knight => dx.abs() + dy.abs() == 3 && dx != 0 && dy != 0,
        _ => {
            (dx == 0 || dy == 0 || dx.abs() == dy.abs()) && rides(role, (dx.signum(), dy.signum()))
        }
    }
}

/// Returns the pieces in some corners of a quad, in words.
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
