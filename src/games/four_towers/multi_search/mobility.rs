//! Movement of pieces in the course of a multi-move if friends were never in the way.

use rustc_hash::FxHashMap;

use super::super::FourTowers;
use super::super::board::{
    ArenaSet, Direction, Square, SquareSet, Tower, TowerSet, is_promotion_square,
};
use super::super::pieces::{Parts, PieceKind};
use super::super::powers::Powers;
use crate::rules::Seat;

/// A cache of the squares that pieces reach and of the lines along which enemies attack, with all powers that a
/// multi-move could bring about.
pub struct Mobility {
    /// The position without the mover's pieces.
    bare: FourTowers,
    side: Seat,
    /// The powers that steps are made by: one for each set of knights that could be on towers.
    powers: Vec<Powers>,
    /// Squares on which knights and bishops move like each other, or could.
    switched: SquareSet,
    steps: FxHashMap<(PieceKind, Square), SquareSet>,
    reaches: FxHashMap<(PieceKind, Square, ArenaSet), SquareSet>,
    lines: FxHashMap<Square, SquareSet>,
}

impl Mobility {
    /// Returns the mobility in multi-moves with steps from some arenas.
    pub fn new(position: &FourTowers, arenas: ArenaSet) -> Self {
        let side = position.turn;
        let now = Powers::of(&position.board);
        let mut bare = position.clone();
        for at in position.board.of(side) {
            bare.board.take(at);
        }
        let could_hold = |holder| {
            position
                .board
                .movable(side, arenas.squares())
                .any(|(_, kind)| kind == holder || kind.is_pawnlike())
        };
        let mut knights = now.knights();
        let mut switched: SquareSet = now
            .held_by(PieceKind::Cardinal)
            .map(Tower::touches)
            .fold(SquareSet::EMPTY, SquareSet::union);
        for tower in Tower::ALL {
            if position.board.is_empty(tower.square()) {
                if could_hold(PieceKind::Knight) {
                    knights.insert(tower);
                }
                if could_hold(PieceKind::Cardinal) {
                    switched = switched.union(tower.touches());
                }
            }
        }
        Mobility {
            powers: TowerSet::between(now.knights(), knights)
                .map(|knights| now.relaxed(knights))
                .collect(),
            side,
            bare,
            switched,
            steps: FxHashMap::default(),
            reaches: FxHashMap::default(),
            lines: FxHashMap::default(),
        }
    }

    /// Returns the squares that a piece may pass or reach from a square in steps from different arenas of `left`. A
    /// pawn that promotes on the way goes on like a wizard, which moves like every role it can promote to.
    pub fn reach(&mut self, kind: PieceKind, from: Square, left: ArenaSet) -> SquareSet {
        let Some(arena) = from.arena().filter(|arena| left.contains(*arena)) else {
            return SquareSet::EMPTY;
        };
        if let Some(reach) = self.reaches.get(&(kind, from, left)) {
            return *reach;
        }
        let rest = left.without(arena);
        let first = self.step(kind, from);
        let mut reach = first;
        for at in first.intersection(rest.squares()) {
            reach = reach.union(self.reach(kind, at, rest));
            if kind.is_pawnlike() && is_promotion_square(self.side, at) {
                reach = reach.union(self.reach(PieceKind::Wizard, at, rest));
            }
        }
        self.reaches.insert((kind, from, left), reach);
        reach
    }

    /// Returns the squares that a single step may pass or reach.
    fn step(&mut self, kind: PieceKind, from: Square) -> SquareSet {
        let (bare, powers, side) = (&self.bare, &self.powers, self.side);
        // A cardinal moves like both.
        let like = match kind {
            PieceKind::Knight | PieceKind::Bishop if self.switched.contains(from) => {
                PieceKind::Cardinal
            }
            _ => kind,
        };
        *self.steps.entry((kind, from)).or_insert_with(|| {
            powers
                .iter()
                .map(|powers| bare.reach(powers, side, like, from, true).empty)
                .fold(SquareSet::EMPTY, SquareSet::union)
        })
    }

    /// Returns the squares between enemies and a king on a square, on every line along which they might attack it.
    pub fn lines_to(&mut self, king: Square) -> SquareSet {
        let (board, powers, switched) = (&self.bare.board, &self.powers, self.switched);
        let enemies = board.of(self.side.other());
        *self.lines.entry(king).or_insert_with(|| {
            let mut lines = SquareSet::EMPTY;
            for (enemy, kind) in enemies.filter_map(|at| Some((at, board.on(at)?.kind))) {
                let parts = match kind {
                    PieceKind::Knight | PieceKind::Bishop if switched.contains(enemy) => {
                        Parts::BISHOP
                    }
                    _ => slides(kind),
                };
                for powers in powers {
                    for (direction, line) in enemy.lines_to(king, powers.knights()) {
                        if parts.overlaps(Parts::along(direction))
                            && line.intersection(enemies).is_empty()
                        {
                            lines = lines.union(line);
                        }
                    }
                }
            }
            lines
        })
    }
}

/// Returns the kinds of lines along which an enemy of a role may attack further than the next square.
pub fn slides(kind: PieceKind) -> Parts {
    match kind {
        PieceKind::Pawn => Parts::NONE,
        // Lancers move two squares, kings capture far from a tower, and dragons move like other pieces.
        PieceKind::Lancer | PieceKind::King | PieceKind::Dragon => Parts::ROOK.with(Parts::BISHOP),
        _ => kind.parts(),
    }
}

/// Returns true if a knight that reaches a tower bends a row or column from a square.
pub fn bends(tower: Tower, from: Square, knights: TowerSet) -> bool {
    let mut then = knights;
    then.insert(tower);
    Direction::ORTHOGONAL
        .into_iter()
        .any(|direction| from.ray(direction, knights) != from.ray(direction, then))
}
