//! Who attacks what, and what forbids a move: the one judgement from which both the list and the refusals follow.

use super::super::board::{Cube, CubeSet};
use super::super::moves::CastlingBar;
use super::moves::{Move, MoveKind};
use super::{Mutated, Unit};
use crate::rules::Seat;

/// What forbids a move that its piece can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The own king would be attacked.
    Exposed {
        /// The king.
        king: Cube,
        /// Who attacks him.
        by: Cube,
    },
    /// The own king would be attacked on the board of the move, before anybody goes over (Alice).
    ExposedMidway {
        /// The king.
        king: Cube,
        /// Who attacks him.
        by: Cube,
    },
    /// The own king would explode (Atomic).
    Explodes(Cube),
    /// A king, of either side, would be attacked while pieces are placed (Anywhere).
    Placed {
        /// The king.
        king: Cube,
        /// Who attacks him.
        by: Cube,
    },
}

/// A path from an enemy to the king that is open, or that one move could open.
#[derive(Clone, Copy, Debug)]
struct Threat {
    by: Cube,
    unit: Unit,
    between: CubeSet,
}

/// What must be known of a position to tell which moves leave a king attacked who stays where he is.
#[derive(Clone, Debug)]
pub(super) struct CheckInfo {
    king: Option<(Cube, Unit)>,
    threats: Vec<Threat>,
    /// Whether there is check at all.
    checks: bool,
    /// Whether no threat is open now.
    quiet: bool,
}

impl Mutated {
    /// The units of a side that attack a cube of a board while these cubes are occupied. A unit on the cube itself
    /// attacks nothing: it has been captured there.
    pub(super) fn attackers(
        &self,
        target: Cube,
        board: usize,
        by: Seat,
        occupied: CubeSet,
    ) -> impl Iterator<Item = Cube> {
        let can_take = self.effects.has_goal() || self.all(|mutator| mutator.kings_capture());
        self.units_of(by)
            .filter(move |(from, unit)| {
                unit.board() == board
                    && *from != target
                    && (can_take || !unit.has_king())
                    && self.attacks(*from, *unit, target, occupied)
            })
            .map(|(cube, _)| cube)
    }

    /// Whether a unit attacks a cube while these cubes are occupied.
    pub(super) fn attacks(&self, from: Cube, unit: Unit, target: Cube, occupied: CubeSet) -> bool {
        let space = self.rules.space;
        unit.parts().any(|part| {
            self.table(unit.seat, part)
                .paths_between(space, from, target)
                .iter()
                .filter(|path| self.all(|mutator| mutator.opens(self, from, unit, target, **path)))
                .filter_map(|path| path.between(space, from))
                .any(|between| between.intersection(occupied).is_empty())
        })
    }

    /// Who attacks a king of a side on a cube of a board, if anybody could take him there.
    fn danger_on(&self, cube: Cube, board: usize, seat: Seat) -> Option<Cube> {
        let unit = Unit {
            on_b: board == 1,
            ..Unit::new(seat, super::Role::King)
        };
        if self
            .in_force()
            .any(|mutator| mutator.spares(self, cube, unit))
        {
            return None;
        }
        self.attackers(cube, board, seat.other(), self.taken(board))
            .next()
    }

    /// Who attacks a side's king.
    pub(super) fn danger_to(&self, seat: Seat) -> Option<(Cube, Cube)> {
        let king = self.king(seat)?;
        let board = self.unit(king)?.board();
        Some((king, self.danger_on(king, board, seat)?))
    }

    /// Whether a side is in check.
    pub(super) fn in_check(&self, seat: Seat) -> bool {
        self.knows_check() && self.danger_to(seat).is_some()
    }

    /// What forbids castling to a corner, apart from a king or rook that has moved.
    pub(super) fn castling_bar(&self, seat: Seat, corner: Cube) -> Option<CastlingBar> {
        let on_the_way = Mutated::beside(corner);
        if self.unit(on_the_way).is_some() {
            return Some(CastlingBar::Blocked(on_the_way));
        }
        if !self.knows_check() {
            return None;
        }
        [self.king_home(seat), on_the_way, corner]
            .into_iter()
            .find_map(|cube| {
                self.danger_on(cube, 0, seat)
                    .map(|by| CastlingBar::Attacked { cube, by })
            })
    }

    /// What [`Mutated::bar`] needs to know about the king of the side to move.
    pub(super) fn check_info(&self) -> CheckInfo {
        let checks = self.knows_check();
        let mut check_info = CheckInfo {
            king: None,
            threats: Vec::new(),
            checks,
            quiet: true,
        };
        let king = self.king(self.turn).filter(|_| checks);
        let Some((king, royal)) = king.and_then(|king| Some((king, self.unit(king)?))) else {
            return check_info;
        };
        check_info.king = Some((king, royal));
        let space = self.rules.space;
        let occupied = self.taken(royal.board());
        // A move empties its own cube, that of a captured piece, and what its mutators empty.
        let most = 2 + self
            .in_force()
            .map(|mutator| mutator.empties())
            .sum::<u32>();
        let can_take = self.all(|mutator| mutator.kings_capture());
        for (from, unit) in self.units_of(self.turn.other()) {
            if unit.board() != royal.board() || (unit.has_king() && !can_take) {
                continue;
            }
            for part in unit.parts() {
                for path in self.table(unit.seat, part).paths_between(space, from, king) {
                    let Some(between) = path.between(space, from) else {
                        continue;
                    };
                    // What a pawn of Hostage attacks may depend on the move.
                    let may_open = unit.is_pawn()
                        || self.all(|mutator| mutator.opens(self, from, unit, king, *path));
                    let blockers = between.intersection(occupied).len();
                    if may_open && blockers <= most {
                        check_info.quiet &= blockers > 0 && !unit.is_pawn();
                        check_info.threats.push(Threat {
                            by: from,
                            unit,
                            between,
                        });
                    }
                }
            }
        }
        check_info
    }

    /// Who attacks the king of `check_info` in a position that a move has led to, or leads through.
    fn exposed(&self, check_info: &CheckInfo, seat: Seat) -> Option<(Cube, Cube)> {
        let (king, royal) = check_info.king?;
        if self.unit(king) != Some(royal) {
            return self.danger_to(seat);
        }
        if self
            .in_force()
            .any(|mutator| mutator.spares(self, king, royal))
        {
            return None;
        }
        let occupied = self.taken(royal.board());
        check_info
            .threats
            .iter()
            .find(|threat| {
                self.unit(threat.by) == Some(threat.unit)
                    && threat.between.intersection(occupied).is_empty()
                    && (!threat.unit.is_pawn()
                        || self.attacks(threat.by, threat.unit, king, occupied))
            })
            .map(|threat| (king, threat.by))
    }

    /// What forbids a move that its piece can make.
    pub(super) fn bar(&self, mv: &Move, check_info: &CheckInfo) -> Option<Bar> {
        if let Some(bar) = self.in_force().find_map(|mutator| mutator.bar(self, mv)) {
            return Some(bar);
        }
        let dropped = matches!(mv.kind, MoveKind::Drops | MoveKind::Exchanges(_));
        if !check_info.checks || check_info.king.is_none() || (dropped && check_info.quiet) {
            return None;
        }
        let seat = mv.unit.seat;
        let mut after = self.clone();
        let captured = after.step(mv);
        for mutator in self.in_force() {
            if let Some(bar) = mutator.bar_midway(self, &after, mv) {
                return Some(bar);
            }
        }
        after.follow(mv, captured);
        let Some(king) = after.king(seat) else {
            return Some(Bar::Explodes(mv.to));
        };
        // A side that explodes the enemy king has won, even if its own is attacked.
        after.king(seat.other())?;
        // Castling is judged by `castling_bar`: king, cube passed and corner are not attacked.
        if mv.kind == MoveKind::Castles && after.unit(king).is_none_or(|unit| !unit.on_b) {
            return None;
        }
        after
            .exposed(check_info, seat)
            .map(|(king, by)| Bar::Exposed { king, by })
    }

    /// Who attacks the own king on the board of a move, before anybody goes over.
    pub(super) fn exposed_midway(&self, mv: &Move) -> Option<(Cube, Cube)> {
        let king = self.king(mv.unit.seat)?;
        let board = self.unit(king)?.board();
        if board != mv.unit.board() {
            return None;
        }
        let by = self.danger_on(king, board, mv.unit.seat)?;
        Some((king, by))
    }

    /// Every legal move; none where the board shows that the game has ended.
    pub(super) fn all_legal(&self) -> Vec<Move> {
        if self.end().is_some() {
            return Vec::new();
        }
        let check_info = self.check_info();
        let mut moves = self.pseudo_moves();
        moves.retain(|mv| self.bar(mv, &check_info).is_none());
        moves
    }

    /// Whether the side to move has a move.
    pub(super) fn can_move(&self) -> bool {
        let check_info = self.check_info();
        self.pseudo_moves()
            .iter()
            .any(|mv| self.bar(mv, &check_info).is_none())
    }
}
