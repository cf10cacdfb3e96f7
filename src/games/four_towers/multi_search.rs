//! Whether any multi-move ends out of check, for positions in which nothing else does. The search is complete; what it
//! leaves out provably changes nothing.

use std::collections::HashSet;

use super::FourTowers;
use super::board::{Arena, Direction, Square, SquareSet, Tower, is_promotion_square};
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
        if checker.is_some() && is_hopeless(underway, &ended, side, left) {
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
                (Some(checker), []) => Filter::last(&ended, side, checker, underway.movement),
                (Some(_), [last]) if made > 0 => {
                    Filter::last_but_one(underway, &ended, side, *last)
                }
                _ => Filter::none(),
            };
            let own = underway.position.board.of(side);
            for from in own.intersection(arena.squares()) {
                let Some(piece) = underway.position.board.on(from) else {
                    continue;
                };
                for step in underway.steps_onto(from, filter.onto(piece.kind, from)) {
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
    /// Squares that it is worth leaving for anywhere.
    leaving: SquareSet,
    /// Whether pieces that dragons learn from may go anywhere.
    teachers: bool,
}

impl Filter {
    fn none() -> Self {
        Filter {
            squares: SquareSet::ALL,
            leaving: SquareSet::ALL,
            teachers: true,
        }
    }

    /// For the last step: a check goes on unless the king moves, a tower is taken, the line is blocked, or a dragon
    /// forgets what it moved by. Nothing else that a move without capture does bears on it.
    fn last(ended: &FourTowers, side: Seat, checker: Square, moved: Parts) -> Self {
        let dragon = ended
            .board
            .on(checker)
            .is_some_and(|piece| piece.kind == PieceKind::Dragon);
        Filter {
            squares: between(ended, side, checker, false).union(empty_towers(ended)),
            leaving: SquareSet::EMPTY,
            teachers: dragon && moved.is_empty(),
        }
    }

    /// For the last step but one, when the king is in check. A step that neither is the king's, nor takes a tower, nor
    /// stands in the line of an enemy to the king, nor makes way for a piece of the last arena, nor comes to that
    /// arena itself, can as well be left out: whatever the last step is, it could be made without it and end as
    /// safely, which is a shorter multi-move and tried on its own.
    fn last_but_one(underway: &Underway, ended: &FourTowers, side: Seat, last: Arena) -> Self {
        let board = &underway.position.board;
        let towers = empty_towers(ended);
        let enemies = board.of(side.other());
        let dragons_forget = underway.movement.is_empty()
            && enemies
                .filter_map(|at| board.on(at))
                .any(|piece| piece.kind == PieceKind::Dragon);
        let waiting = board.of(side).intersection(last.squares());
        // Who may move the king last, or change by coming to a tower how lines run, makes everything matter.
        let changes_all = waiting
            .filter_map(|at| Some((at, board.on(at)?)))
            .any(|(at, piece)| {
                let near = at.leaps().union(at.diagonals()).intersection(towers);
                match piece.kind {
                    PieceKind::King => true,
                    PieceKind::Knight | PieceKind::Cardinal => !near.is_empty(),
                    _ => false,
                }
            });
        if dragons_forget || changes_all {
            return Filter::none();
        }
        let lines = enemies
            .map(|at| between(ended, side, at, true))
            .fold(SquareSet::EMPTY, SquareSet::union);
        let powers = Powers::of(board);
        let leaving = waiting
            .filter_map(|at| Some((at, board.on(at)?.kind)))
            .map(|(at, kind)| seen_through(&underway.position, &powers, side, kind, at))
            .fold(SquareSet::EMPTY, SquareSet::union);
        Filter {
            squares: lines.union(towers).union(last.squares()),
            leaving,
            teachers: false,
        }
    }

    fn onto(&self, kind: PieceKind, from: Square) -> SquareSet {
        let taught = self.teachers && !kind.is_pawnlike();
        if kind == PieceKind::King || taught || self.leaving.contains(from) {
            SquareSet::ALL
        } else {
            self.squares
        }
    }
}

fn empty_towers(position: &FourTowers) -> SquareSet {
    Tower::ALL
        .into_iter()
        .map(Tower::square)
        .filter(|square| position.board.is_empty(*square))
        .collect()
}

/// The squares between an enemy and a side's king, on whatever line joins them; past the side's own pieces, if those
/// are to be `transparent`.
fn between(position: &FourTowers, side: Seat, enemy: Square, transparent: bool) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    let Some(king) = position.board.king(side) else {
        return found;
    };
    let knights = Powers::of(&position.board).knights();
    for direction in Direction::all() {
        let mut line = SquareSet::EMPTY;
        let mut at = enemy;
        while let Some(to) = at.step(direction, knights) {
            if to == king {
                found = found.union(line);
                break;
            }
            line.insert(to);
            let stops = match position.board.on(to) {
                Some(piece) => !transparent || piece.side != side,
                None => false,
            };
            if stops {
                break;
            }
            at = to;
        }
    }
    found
}

/// Every square that a piece's movement could meet from a square if friends were not in its way.
fn seen_through(
    position: &FourTowers,
    powers: &Powers,
    side: Seat,
    kind: PieceKind,
    from: Square,
) -> SquareSet {
    let knights = powers.knights();
    let parts = powers.movement(kind, from);
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
        let far = if parts.overlaps(part) {
            usize::MAX
        } else {
            near
        };
        for direction in line {
            let mut at = from;
            for _ in 0..far {
                let Some(to) = at.step(direction, knights) else {
                    break;
                };
                seen.insert(to);
                if position.board.on(to).is_some_and(|met| met.side != side) {
                    break;
                }
                at = to;
            }
        }
    }
    seen
}

/// Where a piece could come in as many steps as there are arenas left, if friends were not in its way.
fn within_reach(
    position: &FourTowers,
    powers: &Powers,
    side: Seat,
    kind: PieceKind,
    from: Square,
    left: &[Arena],
) -> SquareSet {
    let enemies = position.board.of(side.other());
    let open = left
        .iter()
        .map(|arena| arena.squares())
        .fold(SquareSet::EMPTY, SquareSet::union);
    let (mut reached, mut front) = (SquareSet::EMPTY, SquareSet::EMPTY);
    front.insert(from);
    for _ in left {
        let next = front
            .intersection(open)
            .map(|at| seen_through(position, powers, side, kind, at))
            .fold(SquareSet::EMPTY, SquareSet::union)
            .without(enemies)
            .without(reached);
        if next.is_empty() {
            break;
        }
        reached = reached.union(next);
        front = next;
    }
    reached
}

/// Whether the check certainly goes on, however the multi-move does: wherever the king can come to, some enemy attacks
/// him whose line nobody can block and whose power nobody can take by coming to a tower.
fn is_hopeless(underway: &Underway, ended: &FourTowers, side: Seat, left: &[Arena]) -> bool {
    let board = &underway.position.board;
    let powers = Powers::of(board);
    let towers = empty_towers(ended);
    let Some(king) = board.king(side) else {
        return false;
    };
    let movable = board
        .of(side)
        .filter(|at| at.arena().is_some_and(|arena| left.contains(&arena)));
    let (mut blocks, mut thrones) = (SquareSet::EMPTY, SquareSet::EMPTY);
    thrones.insert(king);
    let mut marshalls = SquareSet::EMPTY;
    let mut teaches = false;
    for at in movable {
        let Some(piece) = board.on(at).filter(|piece| piece.kind != PieceKind::Dragon) else {
            continue;
        };
        let reach = within_reach(&underway.position, &powers, side, piece.kind, at, left);
        let taken = reach.intersection(towers);
        teaches |= !piece.kind.is_pawnlike();
        match piece.kind {
            PieceKind::King => {
                thrones = thrones.union(reach);
                continue;
            }
            // By coming to a tower these change how others move, or shelter the king wherever he comes to.
            PieceKind::Knight | PieceKind::Cardinal | PieceKind::Queen if !taken.is_empty() => {
                return false;
            }
            PieceKind::Marshall => {
                for tower in Tower::ALL
                    .into_iter()
                    .filter(|tower| taken.contains(tower.square()))
                {
                    marshalls = marshalls.union(tower.touches());
                }
            }
            // What it may become is not looked into.
            PieceKind::Pawn | PieceKind::Lancer
                if left.len() > 1 && reach.into_iter().any(|to| is_promotion_square(side, to)) =>
            {
                return false;
            }
            _ => {}
        }
        blocks = blocks.union(reach);
    }
    let forgets = underway.movement.is_empty() && teaches;
    let mut shown = ended.clone();
    thrones.into_iter().all(|throne| {
        shown.board = ended.board.clone();
        shown.board.take(king);
        shown.board.put(
            throne,
            Piece {
                side,
                kind: PieceKind::King,
            },
        );
        let stays = |enemy: Square| {
            let kind = shown.board.on(enemy).map(|piece| piece.kind);
            let dragon = kind == Some(PieceKind::Dragon);
            let silenced = kind.is_some_and(is_apart)
                && (marshalls.contains(enemy) || marshalls.contains(throne));
            !(silenced || (dragon && forgets))
                && between(&shown, side, enemy, false)
                    .intersection(blocks)
                    .is_empty()
        };
        shown.checkers(side).any(stays)
    })
}
