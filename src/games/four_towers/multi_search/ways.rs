//! How pieces may come to move while a multi-move goes on, and what that makes of the lines and reaches on the board.

use rustc_hash::FxHashMap;

use super::super::FourTowers;
use super::super::board::{ArenaSet, Direction, Square, SquareSet, Tower, TowerSet};
use super::super::pieces::{Board, Parts, PieceKind};
use super::super::powers::{Powers, is_apart};
use super::course::Course;
use super::outlook::{Outlook, Prospect, empty_towers};
use crate::rules::Seat;

/// By the powers there are, and by those that knights and cardinals could take up on empty towers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ways {
    /// Knights that stand on towers now.
    knights: TowerSet,
    /// These, and those that could come to one.
    bends: TowerSet,
    /// Cardinals that stand on towers, and those that could come to one.
    cardinals: TowerSet,
}

impl Ways {
    /// As the towers are held now, for good.
    pub fn now(powers: &Powers) -> Self {
        let mut cardinals = TowerSet::default();
        for tower in powers.held_by(PieceKind::Cardinal) {
            cardinals.insert(tower);
        }
        Ways {
            knights: powers.knights(),
            bends: powers.knights(),
            cardinals,
        }
    }

    /// With what a piece of a kind could do on a tower, too.
    pub fn widen(&mut self, kind: PieceKind, tower: Tower) {
        match kind {
            PieceKind::Knight => self.bends.insert(tower),
            PieceKind::Cardinal => self.cardinals.insert(tower),
            _ => {}
        }
    }

    /// Whether knights and bishops on a square move like each other, or could.
    pub fn switches(self, at: Square) -> bool {
        Tower::ALL
            .into_iter()
            .any(|tower| self.cardinals.contains(tower) && tower.touches().contains(at))
    }

    /// The squares that one step may lead to: bent, or not.
    fn steps(self, at: Square, direction: Direction) -> impl Iterator<Item = Square> {
        let straight = at.step(direction, self.knights);
        let bent = if self.knights == self.bends {
            None
        } else {
            at.step(direction, self.bends)
                .filter(|bent| Some(*bent) != straight)
        };
        straight.into_iter().chain(bent)
    }

    /// The squares on the lines from an enemy to a king on `throne`, where they meet nothing on `blocked` squares.
    pub fn lines(
        self,
        kind: PieceKind,
        blocked: SquareSet,
        enemy: Square,
        throne: Square,
    ) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        let parts = self.slides(kind, enemy);
        let is_fixed = self.knights == self.bends;
        for (direction, line) in enemy.lines_to(throne, self.knights) {
            if parts.overlaps(Parts::along(direction))
                && (is_fixed || direction.is_diagonal())
                && line.intersection(blocked).is_empty()
            {
                found = found.union(line);
            }
        }
        if !is_fixed && parts.overlaps(Parts::ROOK) {
            for direction in Direction::ORTHOGONAL {
                if TowerSet::between(self.knights, self.bends)
                    .any(|knights| enemy.ray(direction, knights).contains(throne))
                {
                    let none = SquareSet::EMPTY;
                    found = found.union(self.bent_lines(blocked, enemy, direction, throne, none));
                }
            }
        }
        found
    }

    /// The lines along which an enemy could give check from further away than the next square.
    fn slides(self, kind: PieceKind, from: Square) -> Parts {
        match kind {
            PieceKind::Pawn => Parts::NONE,
            // Some way, or from a tower, or like whatever is moved.
            PieceKind::Lancer | PieceKind::King | PieceKind::Dragon => {
                Parts::ROOK.with(Parts::BISHOP)
            }
            _ => self.parts(kind, from),
        }
    }

    /// The lines that go on in a direction, whatever knights come to towers meanwhile, with the squares `before` them.
    fn bent_lines(
        self,
        blocked: SquareSet,
        at: Square,
        direction: Direction,
        throne: Square,
        before: SquareSet,
    ) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        for to in self.steps(at, direction) {
            if to == throne {
                found = found.union(before);
            } else if !blocked.contains(to) {
                let mut line = before;
                line.insert(to);
                found = found.union(self.bent_lines(blocked, to, direction, throne, line));
            }
        }
        found
    }

    /// Whether the lines from an enemy to a king on `throne` stay as they are, the one who comes to a tower.
    pub fn are_fixed(
        self,
        kind: PieceKind,
        occupied: SquareSet,
        enemy: Square,
        throne: Square,
    ) -> bool {
        if self.knights == self.bends {
            return true;
        }
        let now = Ways {
            bends: self.knights,
            ..self
        };
        let mut line = now.lines(kind, occupied, enemy, throne);
        line.insert(enemy);
        line.into_iter().all(|at| {
            Direction::ORTHOGONAL
                .into_iter()
                .all(|direction| self.steps(at, direction).count() < 2)
        })
    }

    fn see(self, enemies: SquareSet, at: Square, direction: Direction, far: u8) -> SquareSet {
        let mut seen = SquareSet::EMPTY;
        if far == 0 {
            return seen;
        }
        for to in self.steps(at, direction) {
            seen.insert(to);
            if !enemies.contains(to) {
                seen = seen.union(self.see(enemies, to, direction, far - 1));
            }
        }
        seen
    }

    /// Every square that a piece's movement could meet from a square on an empty board.
    fn seen_on_empty_board(self, kind: PieceKind, from: Square) -> SquareSet {
        let parts = self.parts(kind, from);
        let mut seen = SquareSet::EMPTY;
        if parts.overlaps(Parts::KNIGHT) {
            seen = seen.union(from.leaps());
        }
        if parts.overlaps(Parts::BISHOP) {
            seen = seen.union(from.diagonals());
        }
        // Kings, pawns and lancers come less far; more is no harm.
        if parts.overlaps(Parts::ROOK) || parts.is_empty() || kind == PieceKind::King {
            for knights in TowerSet::between(self.knights, self.bends) {
                seen = seen.union(from.lines(knights));
            }
        }
        if parts.is_empty() || kind == PieceKind::King {
            seen = seen.union(from.diagonals());
        }
        seen
    }

    /// The kinds of movement that a piece has, or could have, from a square.
    fn parts(self, kind: PieceKind, from: Square) -> Parts {
        match kind {
            PieceKind::Knight | PieceKind::Bishop if self.switches(from) => {
                Parts::KNIGHT.with(Parts::BISHOP)
            }
            _ => kind.parts(),
        }
    }
}

/// Pieces that a multi-move has set down, by their squares.
pub type Landed = [Option<(Square, PieceKind)>; 4];

/// What a multi-move does not change, as it takes nobody: the enemies, and with them what could be met past friends.
/// It is asked for again and again, and remembered.
pub struct Ground {
    pub side: Seat,
    pub enemies: SquareSet,
    /// Enemies that a marshall on a tower would part from others.
    pub apart: SquareSet,
    start: Board,
    lines: FxHashMap<(Ways, Square), SquareSet>,
    met: FxHashMap<(Ways, PieceKind, Square), SquareSet>,
    spread: FxHashMap<(Ways, PieceKind, Square, ArenaSet, usize), SquareSet>,
    reach: FxHashMap<(Ways, PieceKind, Square, ArenaSet), SquareSet>,
    outlooks: FxHashMap<Prospect, Outlook>,
}

impl Ground {
    /// Of the multi-moves from a position.
    pub fn of(position: &FourTowers) -> Self {
        let side = position.turn;
        let enemies = position.board.of(side.other());
        Ground {
            side,
            enemies,
            apart: enemies
                .filter(|at| {
                    position
                        .board
                        .on(*at)
                        .is_some_and(|piece| is_apart(piece.kind))
                })
                .collect(),
            start: position.board.clone(),
            lines: FxHashMap::default(),
            met: FxHashMap::default(),
            spread: FxHashMap::default(),
            reach: FxHashMap::default(),
            outlooks: FxHashMap::default(),
        }
    }

    /// Who of the pieces on some squares stands where nobody like it stood when the multi-move began.
    pub fn landed(&self, course: &Course, squares: SquareSet) -> Landed {
        let mut landed = [None; 4];
        let moved = course
            .landed
            .intersection(squares)
            .filter_map(|at| Some((at, course.position.board.on(at)?)))
            .filter(|(at, piece)| self.start.on(*at) != Some(*piece));
        for (place, (at, piece)) in landed.iter_mut().zip(moved) {
            *place = Some((at, piece.kind));
        }
        landed
    }

    /// What the pieces of some arenas could do.
    pub fn outlook(&mut self, course: &Course, arenas: ArenaSet) -> Outlook {
        let board = &course.position.board;
        let squares = arenas.squares();
        let prospect = Prospect {
            ways: course.ways,
            king: board.king(self.side),
            towers: empty_towers(board),
            arenas,
            own: board.of(self.side).intersection(squares),
            landed: self.landed(course, squares),
        };
        if let Some(outlook) = self.outlooks.get(&prospect) {
            return *outlook;
        }
        let outlook = Outlook::of(self, &prospect, board);
        self.outlooks.insert(prospect, outlook);
        outlook
    }

    /// The squares on the lines from all enemies to a king on `throne`, past friends.
    pub fn lines(&mut self, ways: Ways, throne: Square) -> SquareSet {
        let (enemies, start) = (self.enemies, &self.start);
        *self.lines.entry((ways, throne)).or_insert_with(|| {
            enemies
                .filter_map(|enemy| Some((enemy, start.on(enemy)?.kind)))
                .map(|(enemy, kind)| ways.lines(kind, enemies, enemy, throne))
                .fold(SquareSet::EMPTY, SquareSet::union)
        })
    }

    /// Every square that a piece's movement could meet from a square if friends were not in its way.
    pub fn met(&mut self, ways: Ways, kind: PieceKind, from: Square) -> SquareSet {
        let enemies = self.enemies;
        *self.met.entry((ways, kind, from)).or_insert_with(|| {
            let parts = ways.parts(kind, from);
            let mut seen = if parts.overlaps(Parts::KNIGHT) {
                from.leaps()
            } else {
                SquareSet::EMPTY
            };
            // Pawns and lancers are given two squares any way, whatever their powers.
            let near = match kind {
                PieceKind::King => 1,
                PieceKind::Pawn | PieceKind::Lancer => 2,
                _ => 0,
            };
            for (line, part) in [
                (Direction::ORTHOGONAL, Parts::ROOK),
                (Direction::DIAGONAL, Parts::BISHOP),
            ] {
                let far = if parts.overlaps(part) { 11 } else { near };
                for direction in line {
                    seen = seen.union(ways.see(enemies, from, direction, far));
                }
            }
            seen
        })
    }

    /// Where a piece that comes to a square of an arena left could come from there.
    pub fn ahead(
        &mut self,
        ways: Ways,
        kind: PieceKind,
        from: Square,
        left: ArenaSet,
    ) -> SquareSet {
        match left.len() {
            1 => self.met(ways, kind, from),
            _ => self.spread(ways, kind, from, left, left.len()),
        }
    }

    /// The squares on which, or over which, a last step from one of some arenas comes to a square that is useful to a piece of its
    /// kind; wherever the king could step.
    pub fn wanted(
        &mut self,
        ways: Ways,
        board: &Board,
        last: ArenaSet,
        useful: impl Fn(PieceKind) -> SquareSet,
    ) -> SquareSet {
        let mut wanted = SquareSet::EMPTY;
        for (from, kind) in movable(board, self.side, last.squares()) {
            let met = self.met(ways, kind, from);
            if kind == PieceKind::King || !met.intersection(useful(kind)).is_empty() {
                wanted = wanted.union(met);
            }
        }
        wanted
    }

    /// Where a piece of one of the arenas left could come in as many steps as there are, if friends were not in its way.
    pub fn reach(
        &mut self,
        ways: Ways,
        kind: PieceKind,
        from: Square,
        left: ArenaSet,
    ) -> SquareSet {
        let key = (ways, kind, from, left);
        if let Some(reach) = self.reach.get(&key) {
            return *reach;
        }
        let first = self.met(ways, kind, from).without(self.enemies);
        // Later steps are looked at more coarsely: past enemies, too.
        let later = left.len().saturating_sub(1);
        let further = self.spread_all(ways, kind, first, left, later);
        let reach = first.union(further).without(self.enemies);
        self.reach.insert(key, reach);
        reach
    }

    /// Where so many steps from any of some squares could lead on an empty board, each starting in one of the arenas.
    pub fn spread_all(
        &mut self,
        ways: Ways,
        kind: PieceKind,
        start: SquareSet,
        arenas: ArenaSet,
        steps: usize,
    ) -> SquareSet {
        if steps == 0 {
            return SquareSet::EMPTY;
        }
        let open = arenas.squares();
        start
            .intersection(open)
            .map(|from| self.spread(ways, kind, from, arenas, steps))
            .fold(SquareSet::EMPTY, SquareSet::union)
    }

    /// [`Ground::spread_all`] from one square.
    pub fn spread(
        &mut self,
        ways: Ways,
        kind: PieceKind,
        from: Square,
        arenas: ArenaSet,
        steps: usize,
    ) -> SquareSet {
        *self
            .spread
            .entry((ways, kind, from, arenas, steps))
            .or_insert_with(|| {
                let open = arenas.squares();
                let mut front = std::iter::once(from).collect::<SquareSet>();
                let mut reached = SquareSet::EMPTY;
                for _ in 0..steps {
                    front = front
                        .intersection(open)
                        .map(|at| ways.seen_on_empty_board(kind, at))
                        .fold(SquareSet::EMPTY, SquareSet::union)
                        .without(reached);
                    reached = reached.union(front);
                }
                reached
            })
    }
}

/// The pieces of a side on some squares that can make a step of a multi-move: all but dragons.
pub fn movable(
    board: &Board,
    side: Seat,
    squares: SquareSet,
) -> impl Iterator<Item = (Square, PieceKind)> {
    board
        .of(side)
        .intersection(squares)
        .filter_map(|at| Some((at, board.on(at)?.kind)))
        .filter(|(_, kind)| *kind != PieceKind::Dragon)
}
