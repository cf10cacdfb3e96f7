//! The moves under mutators, before anybody asks what becomes of the king.

use super::super::board::{Cube, CubeSet, Vector};
use super::super::move_pattern;
use super::super::moves::{EnPassant, passed};
use super::super::options::Riders;
use super::super::pieces::Role;
use super::super::riders::{self, Occupancy};
use super::{Mutated, Unit};
use crate::rules::Seat;

/// What a piece does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// It goes to an empty cube; of a compound all of it.
    Goes,
    /// It captures the piece on a cube: its target, or beside it in an en passant capture.
    Captures(Cube),
    /// The king castles; his rook goes to the cube passed.
    Castles,
    /// It is put on the board.
    Drops,
    /// It is put on the board, and this piece is given for it (Hostage).
    Exchanges(Role),
    /// It joins a friend (Fusion).
    Joins,
    /// It leaves a compound (Fusion).
    Parts,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves, as it is before the move; the part that leaves, where a compound parts.
    pub unit: Unit,
    /// From where; `None` is from beside the board.
    pub from: Option<Cube>,
    /// To where.
    pub to: Cube,
    /// What is done.
    pub kind: MoveKind,
    /// What the pawn becomes: the one that moves, or (Magnetic) the one that is pushed.
    pub promotion: Option<Role>,
    /// The pawn taken en passant, where two have passed the same cube (Marseillais).
    pub passer: Option<Cube>,
    /// The other piece that goes with the captured one (Doppelganger).
    pub double: Option<Cube>,
    /// The other pawn that is promoted too (Doppelganger).
    pub second: Option<Cube>,
}

impl Move {
    /// A move with nothing special about it.
    pub fn plain(unit: Unit, from: Cube, to: Cube, kind: MoveKind) -> Move {
        Move {
            unit,
            from: Some(from),
            to,
            kind,
            promotion: None,
            passer: None,
            double: None,
            second: None,
        }
    }

    /// A piece put on the board.
    pub fn drop(seat: Seat, role: Role, to: Cube) -> Move {
        Move {
            from: None,
            ..Move::plain(Unit::new(seat, role), to, to, MoveKind::Drops)
        }
    }

    /// The cube of the captured piece.
    pub fn captured(&self) -> Option<Cube> {
        match self.kind {
            MoveKind::Captures(cube) => Some(cube),
            _ => None,
        }
    }

    /// Whether it captures a pawn that has just passed.
    pub fn is_en_passant(&self) -> bool {
        self.captured().is_some_and(|cube| cube != self.to)
    }
}

impl Mutated {
    /// Every move that the side to move could make if its king did not matter, in the order of the board.
    pub(super) fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(256);
        if self.all(|mutator| !mutator.is_whole_list(self)) {
            for (from, unit) in self.units_of(self.turn) {
                self.moves_from(from, unit, &mut moves);
            }
        }
        for mutator in self.in_force() {
            mutator.moves(self, &mut moves);
            if mutator.unfolds() {
                let bare = std::mem::replace(&mut moves, Vec::with_capacity(256));
                for mv in bare {
                    mutator.unfold(self, mv, &mut moves);
                }
            }
        }
        for mutator in self.in_force() {
            mutator.narrow(&mut moves);
        }
        moves
    }

    fn moves_from(&self, from: Cube, unit: Unit, moves: &mut Vec<Move>) {
        if unit.is_pawn() {
            self.pawn_moves(from, unit, moves);
            return;
        }
        let captures = self.all(|mutator| mutator.captures());
        for to in self.targets(from, unit, captures).iter() {
            match self.unit(to) {
                None => moves.push(Move::plain(unit, from, to, MoveKind::Goes)),
                // On the other board somebody stands in the way of going over.
                Some(other) if other.on_b != unit.on_b => {}
                Some(_) => moves.push(Move::plain(unit, from, to, MoveKind::Captures(to))),
            }
        }
        if unit.role == Role::King && unit.second.is_none() && from == self.king_home(unit.seat) {
            self.castlings(from, unit, moves);
        }
    }

    /// The cubes that a unit reaches by the move patterns of its parts: empty ones, and with `captures` those of enemies.
    pub(super) fn targets(&self, from: Cube, unit: Unit, captures: bool) -> CubeSet {
        let royal = !self.effects.has_goal();
        unit.parts()
            .map(|part| {
                let captures = captures
                    && (part != Role::King
                        || !royal
                        || self.all(|mutator| mutator.kings_capture()));
                self.in_force()
                    .find_map(|mutator| mutator.reach(self, from, unit, part, captures))
                    .unwrap_or_else(|| self.plain_reach(from, unit, part, captures))
            })
            .fold(CubeSet::default(), CubeSet::union)
    }

    fn plain_reach(&self, from: Cube, unit: Unit, part: Role, captures: bool) -> CubeSet {
        riders::reach(
            self.table(unit.seat, part),
            self.rules.space,
            self.rules.riders == Riders::Hook,
            from,
            |cube| self.occupancy(cube, unit, captures),
        )
    }

    /// What stands on a cube of its board, to a unit that would go there.
    pub(super) fn occupancy(&self, cube: Cube, unit: Unit, captures: bool) -> Occupancy {
        match self.unit_on(cube, unit.board()) {
            None => Occupancy::Empty,
            Some(other) if other.seat == unit.seat || !captures => Occupancy::Blocked,
            Some(_) => Occupancy::Enemy,
        }
    }

    /// One rank forward for a side.
    pub(super) fn ahead(&self, seat: Seat) -> Vector {
        Vector::new(0, 0, if self.rules.goes_up(seat) { 1 } else { -1 })
    }

    /// The ways a pawn moves without capturing.
    pub(super) fn quiet_ways(&self, seat: Seat) -> Vec<Vector> {
        let ahead = self.ahead(seat);
        if self.rules.berlin {
            move_pattern::forward_aslant()
                .into_iter()
                .map(|way| Vector::new(way.column, way.row, ahead.rank))
                .collect()
        } else {
            vec![ahead]
        }
    }

    /// Whether a pawn may make a double step from a rank: its second, and its first where it can come there.
    fn may_double(&self, seat: Seat, rank: u8) -> bool {
        rank == self.rules.rank_for(seat, 1)
            || (rank == self.rules.rank_for(seat, 0)
                && self.effects.iter().any(|mutator| mutator.pawns_on_first()))
    }

    fn pawn_moves(&self, from: Cube, unit: Unit, moves: &mut Vec<Move>) {
        let space = self.rules.space;
        let seat = unit.seat;
        let free = |cube: Cube| self.unit_on(cube, unit.board()).is_none();
        let lands = |cube: Cube| self.unit(cube).is_none();
        let mut arrive = |mv: Move| self.pawn_arrives(mv, moves);
        for way in self.quiet_ways(seat) {
            let Some(once) = space.shift(from, way).filter(|cube| free(*cube)) else {
                continue;
            };
            if lands(once) {
                arrive(Move::plain(unit, from, once, MoveKind::Goes));
            }
            if self.may_double(seat, from.rank())
                && let Some(twice) = space.shift(once, way).filter(|cube| lands(*cube))
            {
                arrive(Move::plain(unit, from, twice, MoveKind::Goes));
            }
        }
        if !self.all(|mutator| mutator.captures()) {
            return;
        }
        for &way in &self.table(seat, Role::Pawn).vectors.steps {
            let Some(to) = space.shift(from, way) else {
                continue;
            };
            match self.unit(to) {
                Some(other) if other.seat != seat && other.on_b == unit.on_b => {
                    arrive(Move::plain(unit, from, to, MoveKind::Captures(to)));
                }
                Some(_) => {}
                None => {
                    let met: Vec<Cube> = self.met_passing(seat, to).collect();
                    for &pawn in &met {
                        arrive(Move {
                            passer: (met.len() > 1).then_some(pawn),
                            ..Move::plain(unit, from, to, MoveKind::Captures(pawn))
                        });
                    }
                }
            }
        }
    }

    /// The enemy pawns that can be taken en passant on a cube.
    fn met_passing(&self, seat: Seat, to: Cube) -> impl Iterator<Item = Cube> {
        self.passed
            .into_iter()
            .flatten()
            .filter(move |chance: &EnPassant| chance.passed == to)
            .map(|chance| chance.pawn)
            .filter(move |pawn| self.unit(*pawn).is_some_and(|unit| unit.seat != seat))
    }

    /// The move, or its promotions where it ends on the farthest rank (compulsory).
    fn pawn_arrives(&self, mv: Move, moves: &mut Vec<Move>) {
        if mv.to.rank() != self.rules.last_rank(mv.unit.seat)
            || !self.all(|mutator| mutator.promotes(&mv))
        {
            moves.push(mv);
            return;
        }
        for role in self.promotions() {
            moves.push(Move {
                promotion: Some(role),
                ..mv
            });
        }
    }

    /// What a pawn of the side to move may become.
    pub(super) fn promotions(&self) -> Vec<Role> {
        let mut roles = Role::OFFICERS.to_vec();
        if self.effects.has_goal() {
            // Inventor's page: "promotion to a Fool is not necessary, since you can promote to a King".
            roles.push(Role::King);
        } else if self.rules.riders == Riders::Linear {
            roles.push(Role::Fool);
        }
        for mutator in self.effects.iter() {
            mutator.promotions(self, &mut roles);
        }
        roles
    }

    fn castlings(&self, from: Cube, unit: Unit, moves: &mut Vec<Move>) {
        if !self.all(|mutator| mutator.castles()) {
            return;
        }
        for index in 0..4 {
            let corner = self.corner(unit.seat, index);
            if self.castling[unit.seat.index()][index]
                && self.castling_bar(unit.seat, corner).is_none()
            {
                moves.push(Move::plain(unit, from, corner, MoveKind::Castles));
            }
        }
    }

    /// The cube that a king passes on his way to a corner of his rank, where the rook goes.
    pub(super) fn beside(corner: Cube) -> Cube {
        Cube::on_file(passed(corner.file()), corner.rank())
    }
}
