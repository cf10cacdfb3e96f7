//! Fusion: two friends become one.
//!
//! Source: Fergus Duniho, *Fusion Chess*, 1999, as of 2020.
//!
//! - R B M N C J may move onto a friend of another of these kinds, or onto the king: both become one piece that moves as either.
//!   No compound joins anybody and nobody joins a compound; kings, fools and pawns join nobody, and of these only the king is
//!   joined.
//! - A compound that is not attacked may part: one part moves by its own movement to an empty cube, the other stays; the king
//!   may be either.
//! - A compound with the king is royal. It may not ride over an attacked cube (judged with the compound off the board; one free
//!   way is enough), though it attacks there.
//! - No promotion to compounds (the inventor's page forbids it too).

use super::super::board::{Cube, CubeSet, Vector};
use super::super::options::{Riders, Rules};
use super::super::pieces::Role;
use super::super::riders::{self, Occupancy};
use super::moves::{Move, MoveKind};
use super::{Changes, Mutated, Mutator, Page, Unit, no_planar};

/// See the top of the file.
pub struct Fusion;

impl Mutator for Fusion {
    fn key(&self) -> &'static str {
        "fusion"
    }

    fn name(&self) -> &'static str {
        "Fusion"
    }

    fn changes(&self) -> Changes {
        Changes::Pieces
    }

    fn rule(&self) -> &'static str {
        "Fusion: rooks, bishops, merchants, knights, captains and jesters can join a single friend of another of these kinds, or \
         the king, as in Bcc3&cd4. An unattacked compound may part; one with the king may not ride over attacked cubes."
    }

    fn sheet_note(&self) -> &'static str {
        "A fused piece moves like either of its two: a rook-knight like the rook or like the knight. Its sign shows both, and \
         its letters are theirs, such as RN."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Rooks, bishops, merchants, knights, captains and jesters can **join**: move one onto a friend of \
                   another of these kinds, or onto your king, `Raa1&aa3`. Both become one piece, a **compound**, that \
                   moves like either of them. It cannot join again, and no pawn promotes to one.\n\nA compound that is \
                   not attacked may **part**: one part moves to an empty cube in its own way, the other stays. A \
                   compound with your king in it is your king. It may not ride over attacked cubes.",
            shown: "Rook and knight have joined on aa3. A cross is where the compound can go as a rook or a knight, and \
                    also where one part can go alone: the rook along its lines, the knight by its leaps.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/N4|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
                "Raa1&aa3",
                "aa3",
            ],
            ranks: &[3, 2],
        }
    }

    fn refuses(&self, rules: &Rules) -> Option<&'static str> {
        no_planar(
            rules,
            "does not go with riders=tripunch: planar riders are stronger than a compound already",
        )
    }

    fn reach(
        &self,
        game: &Mutated,
        from: Cube,
        unit: Unit,
        part: Role,
        captures: bool,
    ) -> Option<CubeSet> {
        if !unit.has_king() || unit.second.is_none() {
            return None;
        }
        let slides = &game.table(unit.seat, part).vectors.slides;
        if slides.is_empty() {
            return None;
        }
        let mut occupied = game.taken(0);
        occupied.remove(from);
        let mut reached = CubeSet::default();
        for &step in slides {
            ride(game, from, unit, step, captures, occupied, &mut reached);
        }
        Some(reached)
    }

    fn moves(&self, game: &Mutated, moves: &mut Vec<Move>) {
        for (from, unit) in game.units_of(game.turn) {
            if unit.second.is_some() {
                partings(game, from, unit, moves);
            } else if joins(unit) {
                joinings(game, from, unit, moves);
            }
        }
    }
}

/// The cubes that a royal compound rides to: it stops on an attacked cube at the latest.
fn ride(
    game: &Mutated,
    from: Cube,
    unit: Unit,
    step: Vector,
    captures: bool,
    occupied: CubeSet,
    reached: &mut CubeSet,
) {
    let space = game.rules.space;
    let mut at = from;
    while let Some(next) = space.shift(at, step).filter(|next| *next != from) {
        let met = game.occupancy(next, unit, captures);
        if met != Occupancy::Blocked {
            reached.insert(next);
        }
        let attacked = || game.attackers(next, 0, unit.seat.other(), occupied).next();
        if met != Occupancy::Empty || attacked().is_some() {
            return;
        }
        at = next;
    }
}

/// Whether a piece can join a friend.
pub fn joins(unit: Unit) -> bool {
    unit.second.is_none()
        && matches!(
            unit.role,
            Role::Rook
                | Role::Bishop
                | Role::Merchant
                | Role::Knight
                | Role::Captain
                | Role::Jester
        )
}

/// Whether a piece can be joined by another.
fn is_joined_by(friend: Unit, unit: Unit) -> bool {
    friend.seat == unit.seat
        && friend.role != unit.role
        && (joins(friend) || (friend.role == Role::King && friend.second.is_none()))
}

/// Why a piece cannot be joined to a friend on whose cube it would end; `None` where it could, or where nobody would expect it.
pub fn why_not_joined(friend: Unit, unit: Unit) -> Option<&'static str> {
    if unit.second.is_some() || friend.second.is_some() {
        Some("Fusion: a compound joins nobody, and nobody joins a compound.")
    } else if !joins(unit) || is_joined_by(friend, unit) {
        None
    } else if friend.role == unit.role {
        Some("Fusion: only pieces of different kinds join.")
    } else {
        Some("Fusion: pawns and fools are not joined.")
    }
}

fn joinings(game: &Mutated, from: Cube, unit: Unit, moves: &mut Vec<Move>) {
    let reached = riders::reach(
        game.table(unit.seat, unit.role),
        game.rules.space,
        game.rules.riders == Riders::Hook,
        from,
        |cube| match game.unit(cube) {
            None => Occupancy::Empty,
            Some(other) if cube != from && is_joined_by(other, unit) => Occupancy::Enemy,
            Some(_) => Occupancy::Blocked,
        },
    );
    for to in reached.iter().filter(|to| game.unit(*to).is_some()) {
        moves.push(Move::plain(unit, from, to, MoveKind::Joins));
    }
}

fn partings(game: &Mutated, from: Cube, unit: Unit, moves: &mut Vec<Move>) {
    if game
        .attackers(from, 0, unit.seat.other(), game.taken(0))
        .next()
        .is_some()
    {
        return;
    }
    for part in unit.parts() {
        let alone = Unit::new(unit.seat, part);
        for to in game.targets(from, alone, false).iter() {
            moves.push(Move::plain(alone, from, to, MoveKind::Parts));
        }
    }
}

impl Mutated {
    /// Leaves of a compound what does not move.
    pub(super) fn part(&mut self, from: Cube, leaving: Role) {
        if let Some(unit) = self.take(from) {
            let stays = unit.parts().find(|part| *part != leaving);
            self.put(from, Unit::new(unit.seat, stays.unwrap_or(unit.role)));
        }
    }
}
