//! Whether any multi-move ends out of check, for positions in which nothing else does. The search is complete; what it
//! leaves out provably changes nothing.

use std::collections::HashSet;

use super::FourTowers;
use super::board::{Arena, Direction, Square, SquareSet, Tower, TowerSet, is_promotion_square};
use super::multi_move::Underway;
use super::pieces::{Board, Parts, Piece, PieceKind};
use super::powers::{Powers, is_apart};
use crate::rules::Seat;

/// The search for a multi-move that ends without check, where no single step does.
#[derive(Default)]
pub struct Search {
    /// Boards, with what was moved and the arenas left, from which nothing was found.
    seen: HashSet<(Board, Parts, u16)>,
}

impl Search {
    /// Whether some way of going on from here, with one step from each of some of the arenas left, ends out of check.
    pub fn succeeds(&mut self, underway: &Underway, left: &[Arena], made: usize) -> bool {
        let side = underway.position.turn;
        let ended = underway.clone().end();
        let checker = ended.checkers(side).next();
        if checker.is_none() && made >= 2 {
            return true;
        }
        if left.is_empty() {
            return false;
        }
        if checker.is_some() && left.len() > 1 && is_hopeless(underway, &ended, side, left) {
            return false;
        }
        if left.len() > 1 {
            let arenas = left.iter().fold(0, |set, arena| set | 1 << arena.index());
            let key = (underway.position.board.clone(), underway.movement, arenas);
            if !self.seen.insert(key) {
                return false;
            }
        }
        for (index, arena) in left.iter().enumerate() {
            let mut rest = left.to_vec();
            rest.remove(index);
            let filter = match (checker, &rest[..]) {
                (Some(_), []) => Filter::last(&ended, side, underway.movement),
                (Some(checker), rest) => Filter::before_last(underway, &ended, side, checker, rest),
                (None, _) => Filter::none(),
            };
            let own = underway.position.board.of(side);
            for from in own.intersection(arena.squares()) {
                let onto = filter.onto(&underway.position, side, from, &rest);
                for step in underway.steps_onto(from, onto) {
                    let mut next = underway.clone();
                    next.take(&step);
                    if self.succeeds(&next, &rest, made + 1) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Which steps are worth trying.
struct Filter {
    /// Squares that it is worth coming to, for every piece but the king, who may go anywhere.
    squares: SquareSet,
    /// Squares that it is worth leaving, wherever to: a piece that moves later may need to pass or to come there.
    leaving: SquareSet,
    /// Empty towers, worth coming to for those whose power could matter.
    towers: SquareSet,
    /// Whether pieces that dragons learn from may go anywhere.
    teachers: bool,
    ways: Ways,
}

impl Filter {
    fn none() -> Self {
        Filter {
            squares: SquareSet::ALL,
            leaving: SquareSet::ALL,
            towers: SquareSet::ALL,
            teachers: true,
            ways: Ways::default(),
        }
    }

    /// For the last step, which must end every check: one goes on unless the king moves, a tower is taken, the line is blocked, or a dragon
    /// forgets what it moved by. Nothing else that a move without capture does bears on it.
    fn last(ended: &FourTowers, side: Seat, moved: Parts) -> Self {
        let mut squares = SquareSet::ALL;
        let mut dragons = false;
        for checker in ended.checkers(side) {
            squares = squares.intersection(lines_of_check(ended, side, checker));
            dragons |= ended
                .board
                .on(checker)
                .is_some_and(|piece| piece.kind == PieceKind::Dragon);
        }
        Filter {
            squares,
            leaving: SquareSet::EMPTY,
            towers: empty_towers(ended),
            teachers: dragons && moved.is_empty(),
            ways: Ways::default(),
        }
    }

    /// For the steps before it, when the king is in check. A step that neither is the king's, nor takes a tower, nor
    /// stands in the line of an enemy to where the king may be, nor makes way for a piece of the arenas that are
    /// left, nor comes to these arenas on its way to such a square, can as well be left out: whatever follows could
    /// be made without it and end as safely. That is a shorter multi-move, which is tried on its own, or a single
    /// step, of which none is legal here.
    fn before_last(
        underway: &Underway,
        ended: &FourTowers,
        side: Seat,
        checker: Square,
        rest: &[Arena],
    ) -> Self {
        let board = &underway.position.board;
        let towers = empty_towers(ended);
        let enemies = board.of(side.other());
        let dragons_forget = underway.movement.is_empty()
            && enemies
                .filter_map(|at| board.on(at))
                .any(|piece| piece.kind == PieceKind::Dragon);
        if dragons_forget {
            return Filter::none();
        }
        let outlook = Outlook::of(underway, side, rest, towers);
        // What must happen to this check, now or later.
        let ending = lines_of_check(ended, side, checker);
        if outlook.thrones.len() == 1
            && !outlook.takes
            && outlook.blocks.intersection(ending).is_empty()
        {
            return Filter {
                squares: ending,
                leaving: SquareSet::EMPTY,
                towers,
                teachers: false,
                ways: outlook.ways,
            };
        }
        let mut lines = SquareSet::EMPTY;
        for throne in outlook.thrones {
            for enemy in enemies {
                lines = lines.union(outlook.ways.lines(ended, side, enemy, throne, true));
            }
        }
        Filter {
            squares: lines,
            leaving: outlook.blocks.union(outlook.thrones),
            towers,
            teachers: false,
            ways: outlook.ways,
        }
    }

    /// The squares onto which the steps of the piece on a square are worth trying.
    fn onto(&self, position: &FourTowers, side: Seat, from: Square, rest: &[Arena]) -> SquareSet {
        let Some(kind) = position.board.on(from).map(|piece| piece.kind) else {
            return SquareSet::EMPTY;
        };
        let taught = self.teachers && !kind.is_pawnlike();
        if kind == PieceKind::King || taught {
            return SquareSet::ALL;
        }
        let powers = Powers::of(&position.board);
        let empty = position.reach(&powers, side, kind, from, true).empty;
        let useful = if matters_on_towers(kind) {
            self.squares.union(self.towers)
        } else {
            self.squares
        };
        let mut onto = empty.intersection(useful);
        for arena in rest {
            for to in empty.intersection(arena.squares()).without(onto) {
                let becomes_more = kind.is_pawnlike() && is_promotion_square(side, to);
                let goes_on = self.ways.reach_on_empty_board(kind, to, rest);
                if becomes_more || !goes_on.intersection(useful).is_empty() {
                    onto.insert(to);
                }
            }
        }
        if self.leaving.contains(from) {
            // Out of the way is out of the way: one square that nobody needs stands for all.
            match empty.without(onto).without(self.leaving).next() {
                Some(aside) => onto.insert(aside),
                None => onto = empty,
            }
        }
        onto
    }
}

/// Whether a kind's power on a tower bears on check, or on how others move in a multi-move.
fn matters_on_towers(kind: PieceKind) -> bool {
    match kind {
        PieceKind::Knight
        | PieceKind::Cardinal
        | PieceKind::Marshall
        | PieceKind::Queen
        | PieceKind::Pawn
        | PieceKind::Lancer => true,
        PieceKind::King
        | PieceKind::Rook
        | PieceKind::Bishop
        | PieceKind::Wizard
        | PieceKind::Dragon => false,
    }
}

/// The squares between a checker and a side's king, on whatever line joins them.
fn lines_of_check(ended: &FourTowers, side: Seat, checker: Square) -> SquareSet {
    match ended.board.king(side) {
        Some(king) => Ways::now(ended).lines(ended, side, checker, king, false),
        None => SquareSet::EMPTY,
    }
}

/// The squares and kinds of the pieces, dragons aside, that can start a step in some arenas.
fn movable(
    underway: &Underway,
    side: Seat,
    arenas: &[Arena],
) -> impl Iterator<Item = (Square, PieceKind)> {
    let board = &underway.position.board;
    let there = arenas
        .iter()
        .map(|arena| arena.squares())
        .fold(SquareSet::EMPTY, SquareSet::union);
    board
        .of(side)
        .intersection(there)
        .filter_map(move |at| Some((at, board.on(at)?.kind)))
        .filter(|(_, kind)| *kind != PieceKind::Dragon)
}

fn empty_towers(position: &FourTowers) -> SquareSet {
    Tower::ALL
        .into_iter()
        .map(Tower::square)
        .filter(|square| position.board.is_empty(*square))
        .collect()
}

/// How pieces may come to move while a multi-move goes on: by the powers there are, and by those that knights and
/// cardinals could take up on empty towers.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// Knights that stand on towers now.
    knights: TowerSet,
    /// These, and those that could come to one.
    bends: TowerSet,
    /// Where cardinals switch knights and bishops, or could.
    switches: SquareSet,
}

impl Ways {
    /// As the towers are held now, for good.
    fn now(position: &FourTowers) -> Self {
        let powers = Powers::of(&position.board);
        Ways {
            knights: powers.knights(),
            bends: powers.knights(),
            switches: powers
                .held_by(PieceKind::Cardinal)
                .map(Tower::touches)
                .fold(SquareSet::EMPTY, SquareSet::union),
        }
    }

    /// The squares that one step may lead to: bent, or not.
    fn steps(&self, at: Square, direction: Direction) -> impl Iterator<Item = Square> {
        let straight = at.step(direction, self.knights);
        let bent = if self.knights == self.bends {
            None
        } else {
            at.step(direction, self.bends)
                .filter(|bent| Some(*bent) != straight)
        };
        straight.into_iter().chain(bent)
    }

    /// The squares on the lines from an enemy to a king on `throne`; past the side's own pieces, if those are to be
    /// `transparent`.
    fn lines(
        &self,
        position: &FourTowers,
        side: Seat,
        enemy: Square,
        throne: Square,
        transparent: bool,
    ) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        let straight = TowerSet::between(self.knights, self.bends)
            .any(|knights| enemy.lines(knights).contains(throne));
        for (directions, meets) in [
            (Direction::ORTHOGONAL, straight),
            (Direction::DIAGONAL, enemy.diagonals().contains(throne)),
        ] {
            for direction in directions.into_iter().filter(|_| meets) {
                let line = SquareSet::EMPTY;
                found = found.union(self.line(
                    position,
                    side,
                    enemy,
                    direction,
                    throne,
                    transparent,
                    line,
                ));
            }
        }
        found
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a recursion")]
    fn line(
        &self,
        position: &FourTowers,
        side: Seat,
        at: Square,
        direction: Direction,
        throne: Square,
        transparent: bool,
        before: SquareSet,
    ) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        for to in self.steps(at, direction) {
            if to == throne {
                found = found.union(before);
                continue;
            }
            let passes = match position.board.on(to) {
                Some(piece) => transparent && piece.side == side,
                None => true,
            };
            if passes {
                let mut line = before;
                line.insert(to);
                let further = self.line(position, side, to, direction, throne, transparent, line);
                found = found.union(further);
            }
        }
        found
    }

    /// Whether the lines from an enemy to a king on `throne` stay as they are, whoever comes to a tower.
    fn are_fixed(&self, position: &FourTowers, side: Seat, enemy: Square, throne: Square) -> bool {
        if self.knights == self.bends {
            return true;
        }
        let now = Ways {
            bends: self.knights,
            ..*self
        };
        let mut line = now.lines(position, side, enemy, throne, false);
        line.insert(enemy);
        line.into_iter().all(|at| {
            Direction::ORTHOGONAL
                .into_iter()
                .all(|direction| self.steps(at, direction).count() < 2)
        })
    }

    /// Every square that a piece's movement could meet from a square if friends were not in its way.
    fn seen(&self, position: &FourTowers, side: Seat, kind: PieceKind, from: Square) -> SquareSet {
        let parts = self.parts(kind, from);
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
                self.see(position, side, from, direction, far, &mut seen);
            }
        }
        seen
    }

    fn see(
        &self,
        position: &FourTowers,
        side: Seat,
        at: Square,
        direction: Direction,
        far: u8,
        seen: &mut SquareSet,
    ) {
        if self.knights == self.bends {
            let mut at = at;
            for _ in 0..far {
                let Some(to) = at.step(direction, self.knights) else {
                    return;
                };
                seen.insert(to);
                if position.board.on(to).is_some_and(|met| met.side != side) {
                    return;
                }
                at = to;
            }
            return;
        }
        if far == 0 {
            return;
        }
        for to in self.steps(at, direction) {
            seen.insert(to);
            if position.board.on(to).is_none_or(|met| met.side == side) {
                self.see(position, side, to, direction, far - 1, seen);
            }
        }
    }

    /// Every square that a piece's movement could meet from a square on an empty board.
    fn seen_on_empty_board(&self, kind: PieceKind, from: Square) -> SquareSet {
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
    fn parts(&self, kind: PieceKind, from: Square) -> Parts {
        match kind {
            PieceKind::Knight | PieceKind::Bishop if self.switches.contains(from) => {
                Parts::KNIGHT.with(Parts::BISHOP)
            }
            _ => kind.parts(),
        }
    }

    /// Where a piece could come in as many steps as there are arenas left, if friends were not in its way.
    fn reach(
        &self,
        position: &FourTowers,
        side: Seat,
        kind: PieceKind,
        from: Square,
        left: &[Arena],
    ) -> SquareSet {
        let enemies = position.board.of(side.other());
        if left.iter().all(|arena| from.arena() != Some(*arena)) {
            return SquareSet::EMPTY;
        }
        let first = self.seen(position, side, kind, from).without(enemies);
        // Later steps are looked at more coarsely: past enemies, too.
        let later = left.get(1..).unwrap_or_default().len();
        first
            .union(self.spread(kind, first, left, later))
            .without(enemies)
    }

    /// Where a piece could come from a square in as many steps as there are arenas left, on an empty board.
    fn reach_on_empty_board(&self, kind: PieceKind, from: Square, left: &[Arena]) -> SquareSet {
        let start = std::iter::once(from).collect();
        self.spread(kind, start, left, left.len())
    }

    /// Where so many steps from any of some squares could lead, each starting in one of the arenas.
    fn spread(
        &self,
        kind: PieceKind,
        start: SquareSet,
        arenas: &[Arena],
        steps: usize,
    ) -> SquareSet {
        let open = arenas
            .iter()
            .map(|arena| arena.squares())
            .fold(SquareSet::EMPTY, SquareSet::union);
        let (mut reached, mut front) = (SquareSet::EMPTY, start);
        for _ in 0..steps {
            front = front
                .intersection(open)
                .map(|at| self.seen_on_empty_board(kind, at))
                .fold(SquareSet::EMPTY, SquareSet::union)
                .without(reached);
            reached = reached.union(front);
        }
        reached
    }
}

/// What the pieces of some arenas could do at most.
struct Outlook {
    ways: Ways,
    /// Where pieces other than the king could come.
    blocks: SquareSet,
    /// Where the king stands or could come.
    thrones: SquareSet,
    /// Where marshalls could set rooks, knights and marshalls apart.
    apart: SquareSet,
    /// Where queens could shelter the king.
    sheltered: SquareSet,
    /// Whether dragons could learn from a step.
    teaches: bool,
    /// Whether one could come to a tower whose power there could matter.
    takes: bool,
}

impl Outlook {
    fn of(underway: &Underway, side: Seat, arenas: &[Arena], towers: SquareSet) -> Self {
        let position = &underway.position;
        let mut ways = Ways::now(position);
        loop {
            let mut outlook = Outlook {
                ways,
                blocks: SquareSet::EMPTY,
                thrones: position.board.king(side).into_iter().collect(),
                apart: SquareSet::EMPTY,
                sheltered: SquareSet::EMPTY,
                teaches: false,
                takes: false,
            };
            let mut wider = ways;
            for (at, kind) in movable(underway, side, arenas) {
                let reach = ways.reach(position, side, kind, at, arenas);
                outlook.teaches |= !kind.is_pawnlike();
                if kind == PieceKind::King {
                    outlook.thrones = outlook.thrones.union(reach);
                    continue;
                }
                let mut kinds = vec![(kind, reach)];
                if kind.is_pawnlike() {
                    // What a pawn becomes moves on like a wizard at most, and may be anything on a tower.
                    let last_rank = reach.filter(|to| is_promotion_square(side, *to)).collect();
                    let later = arenas.len().saturating_sub(1);
                    let further = ways.spread(PieceKind::Wizard, last_rank, arenas, later);
                    outlook.teaches |= !further.is_empty();
                    kinds.extend(PieceKind::PROMOTIONS.map(|kind| (kind, further)));
                }
                for (kind, reach) in kinds {
                    outlook.blocks = outlook.blocks.union(reach);
                    let taken = reach.intersection(towers);
                    outlook.takes |= matters_on_towers(kind) && !taken.is_empty();
                    for tower in taken.filter_map(Square::tower) {
                        let zone = tower.touches();
                        match kind {
                            PieceKind::Knight => wider.bends.insert(tower),
                            PieceKind::Cardinal => wider.switches = wider.switches.union(zone),
                            PieceKind::Marshall => outlook.apart = outlook.apart.union(zone),
                            PieceKind::Queen => outlook.sheltered = outlook.sheltered.union(zone),
                            _ => {}
                        }
                    }
                }
            }
            // With more ways to move, more can be reached.
            if (wider.bends, wider.switches) == (ways.bends, ways.switches) {
                return outlook;
            }
            ways = wider;
        }
    }
}

/// Whether the check certainly goes on, however the multi-move does: wherever the king can come to, some enemy attacks
/// him whose line nobody can block and whose power nobody can take by coming to a tower.
fn is_hopeless(underway: &Underway, ended: &FourTowers, side: Seat, left: &[Arena]) -> bool {
    let Some(king) = ended.board.king(side) else {
        return false;
    };
    let outlook = Outlook::of(underway, side, left, empty_towers(ended));
    let forgets = underway.movement.is_empty() && outlook.teaches;
    let mut shown = ended.clone();
    outlook.thrones.into_iter().all(|throne| {
        if outlook.sheltered.contains(throne) {
            return false;
        }
        shown.board.clone_from(&ended.board);
        shown.board.take(king);
        let kind = PieceKind::King;
        shown.board.put(throne, Piece { side, kind });
        let now = Ways::now(&shown);
        let stays = |enemy: Square| {
            let kind = shown.board.on(enemy).map(|piece| piece.kind);
            let forgetful = forgets && kind == Some(PieceKind::Dragon);
            let apart = kind.is_some_and(is_apart)
                && (outlook.apart.contains(enemy) || outlook.apart.contains(throne));
            let switched = matches!(kind, Some(PieceKind::Knight | PieceKind::Bishop))
                && outlook.ways.switches.contains(enemy);
            !(forgetful || apart || switched)
                && outlook.ways.are_fixed(&shown, side, enemy, throne)
                && now
                    .lines(&shown, side, enemy, throne, false)
                    .intersection(outlook.blocks)
                    .is_empty()
        };
        shown.checkers(side).any(stays)
    })
}
