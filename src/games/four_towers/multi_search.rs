//! Whether any multi-move ends out of check, for positions in which nothing else does. The search is complete; what it
//! leaves out provably changes nothing.

use std::collections::HashSet;

use super::FourTowers;
use super::board::{Arena, Direction, Square, SquareSet, Tower};
use super::multi_move::Underway;
use super::pieces::{Board, Parts, PieceKind};
use super::powers::Powers;
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
            .map(|at| seen_through(&underway.position, &powers, side, at))
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

/// Every square that a piece's movement could meet if friends were not in its way.
fn seen_through(position: &FourTowers, powers: &Powers, side: Seat, from: Square) -> SquareSet {
    let Some(piece) = position.board.on(from) else {
        return SquareSet::EMPTY;
    };
    let knights = powers.knights();
    let far = match piece.kind {
        PieceKind::Pawn | PieceKind::Lancer => 2,
        _ => usize::MAX,
    };
    let mut seen = from.leaps();
    for direction in Direction::all() {
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
    seen
}
