//! Who attacks what, and which moves leave a king attacked.

use super::TowerGame;
use super::board::{Cube, CubeSet};
use super::moves::Move;
use super::paths::Paths;
use super::pieces::Role;
use crate::rules::Seat;

/// A path from an enemy to the king that is open, or that one move could open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The enemy's cube.
    pub by: Cube,
    /// The cubes that must be empty for it.
    pub between: CubeSet,
}

/// What must be known of a position to tell which moves leave a king attacked: as long as the king stays, only these
/// paths can reach him, and a move changes which of their cubes are empty or takes their piece away.
#[derive(Clone, Debug)]
pub(super) struct CheckInfo {
    threats: Vec<Threat>,
    /// The enemies with their paths, for where the king may go.
    enemies: Vec<(Cube, &'static Paths)>,
    occupied: CubeSet,
}

impl TowerGame {
    /// The cubes with pieces on them.
    pub(super) fn occupied(&self) -> CubeSet {
        self.sides[0].union(self.sides[1])
    }

    /// The pieces of a side that attack a cube while these cubes are occupied.
    pub(super) fn attackers(
        &self,
        target: Cube,
        by: Seat,
        occupied: CubeSet,
    ) -> impl Iterator<Item = Cube> {
        self.pieces_of(by)
            .filter(move |&(from, piece)| attacks(from, self.paths(from, piece), target, occupied))
            .map(|(from, _)| from)
    }

    /// The first of [`TowerGame::attackers`].
    pub(super) fn attacker(&self, target: Cube, by: Seat, occupied: CubeSet) -> Option<Cube> {
        self.attackers(target, by, occupied).next()
    }

    /// Whether a side's king is attacked.
    pub(super) fn in_check(&self, seat: Seat) -> bool {
        let king = self.kings[seat.index()];
        self.attacker(king, seat.other(), self.occupied()).is_some()
    }

    /// What [`TowerGame::is_safe`] needs to know about a side's king.
    pub(super) fn check_info(&self, seat: Seat) -> CheckInfo {
        let (king, occupied) = (self.kings[seat.index()], self.occupied());
        let mut threats = Vec::new();
        let enemies = self.pieces_of(seat.other());
        let enemies: Vec<_> = enemies
            .map(|(from, piece)| (from, self.paths(from, piece)))
            .collect();
        for &(from, paths) in &enemies {
            for between in paths.to(king) {
                // A move empties two cubes at most: its own, and that of a pawn taken en passant.
                if between.intersection(occupied).len() <= 2 {
                    threats.push(Threat {
                        by: from,
                        between: *between,
                    });
                }
            }
        }
        CheckInfo {
            threats,
            enemies,
            occupied,
        }
    }

    /// Whether the mover's king is not attacked after a move.
    pub(super) fn is_safe(&self, mv: &Move, check_info: &CheckInfo) -> bool {
        self.exposed_to(mv, check_info).is_none()
    }

    /// Who attacks the mover's king after a move.
    pub(super) fn exposed_to(&self, mv: &Move, check_info: &CheckInfo) -> Option<Cube> {
        let mut occupied = check_info.occupied;
        if let Some(from) = mv.from {
            occupied.remove(from);
        }
        if let Some(captured) = mv.captured {
            occupied.remove(captured);
        }
        if mv.piece.role == Role::King {
            if mv.castles {
                // Judged by `castling_bar`: king, cube passed and corner are not attacked.
                return None;
            }
            let mut enemies = check_info.enemies.iter();
            let attacker = enemies.find(|(from, paths)| attacks(*from, paths, mv.to, occupied));
            return attacker.map(|(from, _)| *from);
        }
        occupied.insert(mv.to);
        check_info
            .threats
            .iter()
            .find(|threat| {
                mv.captured != Some(threat.by) && threat.between.intersection(occupied).is_empty()
            })
            .map(|threat| threat.by)
    }
}

/// Whether the piece on a cube, which has these paths, attacks another one while these cubes are occupied. Where both are one
/// it attacks nothing: it has been captured there.
fn attacks(from: Cube, paths: &Paths, target: Cube, occupied: CubeSet) -> bool {
    from != target && paths.is_open(target, occupied)
}
