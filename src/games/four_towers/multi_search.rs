//! Whether any multi-move ends out of check, for positions in which nothing else does. The search is complete; what it
//! leaves out provably changes nothing.

mod outlook;
mod ways;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashSet;

use super::FourTowers;
use super::board::{Arena, Square, SquareSet, Tower, is_promotion_square};
use super::moves::Step;
use super::multi_move::Underway;
use super::pieces::{Board, Parts, Piece, PieceKind};
use super::powers::{Powers, is_apart};
use crate::rules::Seat;
use outlook::{Outlook, empty_towers};
use ways::{Ground, Ways, mask, movable};

/// The search for a multi-move that ends without check, where no single step does.
pub struct Search {
    ground: Ground,
    /// From where nothing was found.
    seen: FxHashSet<Node>,
}

/// A board, with what was moved and the arenas left.
#[derive(PartialEq, Eq)]
struct Node {
    side: Seat,
    board: Board,
    movement: Parts,
    arenas: u16,
}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Where the mover's pieces stand tells nearly all boards of one search apart, and is quicker than all of it.
        self.board.of(self.side).hash(state);
        self.arenas.hash(state);
    }
}

impl Search {
    /// Of multi-moves from a position.
    pub fn new(position: &FourTowers) -> Self {
        Search {
            ground: Ground::of(position),
            seen: FxHashSet::default(),
        }
    }

    /// Whether some way of going on from here, with one step from each of some of the arenas left, ends out of check.
    pub fn succeeds(&mut self, underway: &Underway, left: &[Arena], made: usize) -> bool {
        let position = &underway.position;
        let side = position.turn;
        let powers = Powers::of(&position.board);
        let ended = underway.clone().end();
        let checker = ended.checkers_by(&powers, side).next();
        if checker.is_none() && made >= 2 {
            return true;
        }
        if left.len() > 1 {
            let node = Node {
                side,
                board: position.board.clone(),
                movement: underway.movement,
                arenas: mask(left),
            };
            if !self.seen.insert(node) {
                return false;
            }
        }
        if checker.is_some()
            && left.len() > 1
            && self.is_hopeless(&powers, underway, &ended, side, left)
        {
            return false;
        }
        let own = position.board.of(side);
        for (index, arena) in left.iter().enumerate() {
            let movable = own.intersection(arena.squares());
            if movable.is_empty() {
                continue;
            }
            let mut rest = left.to_vec();
            rest.remove(index);
            let filter = match (checker, &rest[..]) {
                (Some(_), []) => Filter::last(&powers, &ended, side, underway, movable),
                (Some(checker), rest) => {
                    self.before_last(&powers, underway, &ended, side, checker, rest)
                }
                (None, _) => Filter::none(),
            };
            let checks = match rest[..] {
                [last] if checker.is_some() => {
                    self.last_checks(&filter, &powers, &ended, side, last)
                }
                _ => None,
            };
            for from in movable {
                let onto = self.onto(&filter, &powers, position, side, from, &rest);
                for step in underway.steps_to(from, onto) {
                    if let Some(checks) = &checks
                        && !self.may_end(checks, &filter, &step, &rest)
                    {
                        continue;
                    }
                    let mut next = underway.clone();
                    next.take_by(&powers, &step);
                    let succeeds = if rest.is_empty() {
                        made >= 1 && !next.end().in_check(side)
                    } else {
                        self.succeeds(&next, &rest, made + 1)
                    };
                    if succeeds {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// For the steps before the last, when the king is in check. A step that neither is the king's, nor takes a tower, nor
    /// stands in the line of an enemy to where the king may be, nor makes way for a piece of the arenas that are
    /// left, nor comes to these arenas on its way to such a square, can as well be left out: whatever follows could
    /// be made without it and end as safely. That is a shorter multi-move, which is tried on its own, or a single
    /// step, of which none is legal here.
    fn before_last(
        &mut self,
        powers: &Powers,
        underway: &Underway,
        ended: &FourTowers,
        side: Seat,
        checker: Square,
        rest: &[Arena],
    ) -> Filter {
        let board = &underway.position.board;
        let dragons = board
            .of(side.other())
            .filter_map(|at| board.on(at))
            .any(|piece| piece.kind == PieceKind::Dragon);
        let teachers = dragons && could_forget(underway);
        let outlook = self.ground.outlook(powers, board, rest);
        let Outlook {
            ways, lines, holds, ..
        } = outlook;
        // What must happen to this check, now or later.
        let ending = lines_of_check(powers, ended, side, checker);
        let cannot_end = outlook.thrones.len() == 1
            && !outlook.takes
            && !teachers
            && outlook.blocks.intersection(ending).is_empty();
        let (squares, leaving) = match rest {
            _ if cannot_end => (ending, SquareSet::EMPTY),
            [last] if !teachers => {
                let useful = |kind| lines.union(holds.by(kind, true));
                let wanted = self.ground.wanted(ways, board, *last, useful);
                (lines, wanted)
            }
            _ => (lines, outlook.blocks.union(outlook.thrones)),
        };
        Filter {
            squares,
            leaving,
            holds,
            teachers,
            ways,
        }
    }

    /// The squares onto which the steps of the piece on a square are worth trying.
    fn onto(
        &mut self,
        filter: &Filter,
        powers: &Powers,
        position: &FourTowers,
        side: Seat,
        from: Square,
        rest: &[Arena],
    ) -> SquareSet {
        let kind = match position.board.on(from) {
            None => return SquareSet::EMPTY,
            Some(piece) if piece.kind == PieceKind::Dragon => return SquareSet::EMPTY,
            Some(piece) => piece.kind,
        };
        let useful = filter.squares.union(filter.holds.by(kind, rest.is_empty()));
        let teaches = filter.teachers && !kind.is_pawnlike();
        // The last step may have to block what a dragon learns by it.
        let free = kind == PieceKind::King || (teaches && rest.is_empty());
        if rest.is_empty() && !free && !may_meet(powers, kind, from, useful) {
            return SquareSet::EMPTY;
        }
        let empty = position.reach(powers, side, kind, from, true).empty;
        if free {
            return empty;
        }
        let mut onto = empty.intersection(useful);
        for arena in rest {
            for to in empty.intersection(arena.squares()).without(onto) {
                let becomes_more = kind.is_pawnlike() && is_promotion_square(side, to);
                let ahead = self.ground.ahead(filter.ways, kind, to, rest);
                if becomes_more || !ahead.intersection(useful).is_empty() {
                    onto.insert(to);
                }
            }
        }
        if filter.leaving.contains(from) || teaches {
            // Out of the way is out of the way: one square that nobody needs stands for all.
            match empty.without(onto).without(filter.leaving).next() {
                Some(aside) => onto.insert(aside),
                None => onto = empty,
            }
        }
        onto
    }

    /// What the last step has to end, if it is of an arena without the king and no dragon can forget anything.
    fn last_checks(
        &mut self,
        filter: &Filter,
        powers: &Powers,
        ended: &FourTowers,
        side: Seat,
        last: Arena,
    ) -> Option<Checks> {
        let board = &ended.board;
        let king = board.king(side)?;
        if filter.teachers || king.arena() == Some(last) {
            return None;
        }
        let towers = empty_towers(&ended.board);
        let ending = |checker: Square| {
            let line = lines_of_check(powers, ended, side, checker);
            let kind = board.on(checker).map(|piece| piece.kind);
            let by_power = towers.filter(|at| {
                at.tower().zip(kind).is_some_and(|(tower, kind)| {
                    HOLDERS
                        .into_iter()
                        .any(|holder| ends_by_power(powers, holder, tower, kind, checker, king))
                })
            });
            (line, line.union(by_power.collect()))
        };
        let ways = filter.ways;
        let reach = movable(board, side, last.squares())
            .map(|(from, kind)| self.ground.met(ways, kind, from))
            .fold(SquareSet::EMPTY, SquareSet::union);
        Some(Checks {
            ending: ended.checkers_by(powers, side).map(ending).collect(),
            reach,
        })
    }

    /// Whether a last step could follow that ends what checks this step leaves.
    fn may_end(&mut self, checks: &Checks, filter: &Filter, step: &Step, rest: &[Arena]) -> bool {
        let Step { kind, to, .. } = *step;
        if kind == PieceKind::King || filter.holds.by(kind, false).contains(to) {
            return true;
        }
        let mut ending = checks
            .ending
            .iter()
            .filter(|(line, _)| !line.contains(to))
            .map(|(_, ending)| *ending);
        let Some(first) = ending.next() else {
            return true;
        };
        let ending = ending.fold(first, SquareSet::intersection);
        if !ending.intersection(checks.reach).is_empty() {
            return true;
        }
        // The same piece may go on.
        to.arena().is_some_and(|arena| rest.contains(&arena))
            && (step.promotion.is_some()
                || !self
                    .ground
                    .ahead(filter.ways, kind, to, rest)
                    .intersection(ending)
                    .is_empty())
    }

    /// Whether the check certainly goes on, however the multi-move does: wherever the king can come to, some enemy attacks
    /// him whose line nobody can block and whose power nobody can take by coming to a tower.
    fn is_hopeless(
        &mut self,
        powers: &Powers,
        underway: &Underway,
        ended: &FourTowers,
        side: Seat,
        left: &[Arena],
    ) -> bool {
        let Some(king) = ended.board.king(side) else {
            return false;
        };
        let outlook = self.ground.outlook(powers, &ended.board, left);
        let forgets = outlook.teaches && could_forget(underway);
        let mut shown = ended.clone();
        if forgets {
            // What the enemy moved by is not forgotten.
            shown.memory[side.index()] = Parts::NONE;
        }
        outlook.thrones.into_iter().all(|throne| {
            if outlook.sheltered.contains(throne) {
                return false;
            }
            shown.board.clone_from(&ended.board);
            shown.board.take(king);
            let kind = PieceKind::King;
            shown.board.put(throne, Piece { side, kind });
            let powers = Powers::of(&shown.board);
            let now = Ways::now(&powers);
            let occupied = shown.board.occupied();
            let stays = |enemy: Square| {
                let kind = shown.board.on(enemy).map(|piece| piece.kind);
                let apart = kind.is_some_and(is_apart)
                    && (outlook.apart.contains(enemy) || outlook.apart.contains(throne));
                let switched = matches!(kind, Some(PieceKind::Knight | PieceKind::Bishop))
                    && outlook.ways.switches(enemy);
                !(apart || switched)
                    && outlook.ways.are_fixed(occupied, enemy, throne)
                    && now
                        .lines(occupied, enemy, throne)
                        .intersection(outlook.blocks)
                        .is_empty()
            };
            shown.checkers_by(&powers, side).any(stays)
        })
    }
}

/// The checks that are there before the last step but one.
struct Checks {
    /// For each the squares on its line, and these with the towers on which some piece could end it by its power.
    ending: Vec<(SquareSet, SquareSet)>,
    /// Where the pieces of the last arena could come.
    reach: SquareSet,
}

/// The kinds of pieces whose power on a tower bears on check.
const HOLDERS: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Cardinal,
    PieceKind::Marshall,
    PieceKind::Queen,
];

/// Which steps are worth trying.
struct Filter {
    /// Squares that it is worth coming to, for every piece but the king, who may go anywhere.
    squares: SquareSet,
    /// Squares that it is worth leaving, wherever to: a piece that moves later may need to pass or to come there.
    leaving: SquareSet,
    /// Empty towers that it is worth coming to.
    holds: Holds,
    /// Whether pieces that dragons learn from may go anywhere.
    teachers: bool,
    ways: Ways,
}

impl Filter {
    fn none() -> Self {
        Filter {
            squares: SquareSet::ALL,
            leaving: SquareSet::ALL,
            holds: Holds::default(),
            teachers: true,
            ways: Ways::default(),
        }
    }

    /// For the last step, which must end every check: one goes on unless the king moves, a tower is taken whose power
    /// bears on it, the line is blocked, or a dragon forgets what it moved by. Nothing else that a move without capture
    /// does bears on it.
    fn last(
        powers: &Powers,
        ended: &FourTowers,
        side: Seat,
        underway: &Underway,
        movable: SquareSet,
    ) -> Self {
        let mut squares = SquareSet::ALL;
        let towers = empty_towers(&ended.board);
        let comes = movable
            .filter_map(|from| Some((from, ended.board.on(from)?.kind)))
            .any(|(from, kind)| HOLDERS.contains(&kind) && may_meet(powers, kind, from, towers));
        let mut holds = if comes {
            Holds::all(towers)
        } else {
            Holds::default()
        };
        let mut dragons = false;
        let king = ended.board.king(side);
        for (checker, king) in ended
            .checkers_by(powers, side)
            .zip(king.into_iter().cycle())
        {
            let Some(kind) = ended.board.on(checker).map(|piece| piece.kind) else {
                continue;
            };
            let line = lines_of_check(powers, ended, side, checker);
            squares = squares.intersection(line);
            holds.keep(|holder, tower| {
                line.contains(tower.square())
                    || ends_by_power(powers, holder, tower, kind, checker, king)
            });
            dragons |= kind == PieceKind::Dragon;
        }
        Filter {
            squares,
            leaving: SquareSet::EMPTY,
            holds,
            teachers: dragons && could_forget(underway),
            ways: Ways::default(),
        }
    }
}

/// Whether a piece that comes to an empty tower could end a check by its power there.
fn ends_by_power(
    powers: &Powers,
    holder: PieceKind,
    tower: Tower,
    kind: PieceKind,
    checker: Square,
    king: Square,
) -> bool {
    let zone = tower.touches();
    match holder {
        PieceKind::Queen => zone.contains(king),
        PieceKind::Marshall => is_apart(kind) && (zone.contains(king) || zone.contains(checker)),
        PieceKind::Cardinal => {
            matches!(kind, PieceKind::Knight | PieceKind::Bishop) && zone.contains(checker)
        }
        // Only what moves along rows and columns bends.
        PieceKind::Knight => {
            let now = powers.knights();
            let mut then = now;
            then.insert(tower);
            checker.lines(now) != checker.lines(then)
        }
        _ => false,
    }
}

/// The empty towers that it is worth coming to, for each kind of piece whose power there could matter.
#[derive(Clone, Copy, Debug, Default)]
struct Holds {
    knights: SquareSet,
    cardinals: SquareSet,
    marshalls: SquareSet,
    queens: SquareSet,
    /// For pawns and lancers, whose power bears on how others move and not on check.
    pawns: SquareSet,
}

impl Holds {
    fn all(towers: SquareSet) -> Self {
        Holds {
            knights: towers,
            cardinals: towers,
            marshalls: towers,
            queens: towers,
            pawns: towers,
        }
    }

    fn keep(&mut self, is_worth: impl Fn(PieceKind, Tower) -> bool) {
        for (kind, towers) in [
            (PieceKind::Knight, &mut self.knights),
            (PieceKind::Cardinal, &mut self.cardinals),
            (PieceKind::Marshall, &mut self.marshalls),
            (PieceKind::Queen, &mut self.queens),
        ] {
            *towers = towers
                .filter(|at| at.tower().is_some_and(|tower| is_worth(kind, tower)))
                .collect();
        }
    }

    /// For a kind of piece, by a step that is the last or not.
    fn by(&self, kind: PieceKind, is_last: bool) -> SquareSet {
        match kind {
            PieceKind::Knight => self.knights,
            PieceKind::Cardinal => self.cardinals,
            PieceKind::Marshall => self.marshalls,
            PieceKind::Queen => self.queens,
            PieceKind::Pawn | PieceKind::Lancer if !is_last => self.pawns,
            _ => SquareSet::EMPTY,
        }
    }
}

/// Whether dragons would forget a movement by the next step of a piece that they learn from: nothing has taught them yet,
/// and the enemy's memory does not hold all that the mover's does.
fn could_forget(underway: &Underway) -> bool {
    let memory = underway.position.memory;
    let side = underway.position.turn;
    underway.movement.is_empty()
        && !memory[side.index()]
            .without(memory[side.other().index()])
            .is_empty()
}

/// Whether a step of a piece could lead to one of some squares, as far as its lines on an empty board tell.
fn may_meet(powers: &Powers, kind: PieceKind, from: Square, squares: SquareSet) -> bool {
    let parts = powers.movement(kind, from);
    let meets =
        |part, seen: SquareSet| parts.overlaps(part) && !seen.intersection(squares).is_empty();
    meets(Parts::KNIGHT, from.leaps())
        || meets(Parts::BISHOP, from.diagonals())
        || meets(Parts::ROOK, from.lines(powers.knights()))
        || (kind.is_pawnlike() && !squares.is_empty())
}

/// The squares between a checker and a side's king, on whatever line joins them.
fn lines_of_check(powers: &Powers, ended: &FourTowers, side: Seat, checker: Square) -> SquareSet {
    match ended.board.king(side) {
        Some(king) => Ways::now(powers).lines(ended.board.occupied(), checker, king),
        None => SquareSet::EMPTY,
    }
}
