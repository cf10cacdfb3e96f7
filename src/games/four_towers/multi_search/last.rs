//! What the last step of a multi-move has to do, seen from before the step that precedes it.

use super::super::board::{ArenaSet, Square, SquareSet};
use super::super::pieces::{Board, PieceKind};
use super::Filter;
use super::course::{Course, Stride};
use super::holds::{HOLDERS, ends_by_power};
use super::outlook::empty_towers;
use super::ways::{Ground, movable};
use crate::rules::Seat;

/// Pieces, and the squares that they can come to.
pub type Reaches = Vec<(PieceKind, SquareSet)>;

/// Checkers, and the squares on their lines.
pub type Lines = Vec<(Square, SquareSet)>;

/// The checks that are there before the last step but one, without those by dragons where these can forget something.
pub struct Checks<'a> {
    course: &'a Course,
    /// The last arena.
    last: ArenaSet,
    dragons_forget: bool,
    checkers: Lines,
    /// The empty towers.
    towers: SquareSet,
    /// The pieces of the last arena other than the king, with what they could meet if friends were not in their way.
    others: Reaches,
    /// Where a step lets the king out by the last one: on the lines of all that attack an empty square next to him.
    escapes: SquareSet,
    /// The same for squares next to him that friends stand on, and that must leave them.
    vacated: Vec<(Square, SquareSet)>,
    /// Where all checks can be blocked at once with one more piece on an empty tower, by its kind in [`HOLDERS`] and by the
    /// tower, as far as asked for.
    held: [[Option<SquareSet>; 4]; HOLDERS.len()],
}

impl<'a> Checks<'a> {
    /// Of these checkers, where the last step is from `last`.
    pub fn of(
        ground: &mut Ground,
        filter: &Filter,
        course: &'a Course,
        checkers: SquareSet,
        last: ArenaSet,
    ) -> Self {
        let board = &course.position.board;
        let king = board.king(course.side());
        let mut checks = Checks {
            last,
            dragons_forget: filter.teachers,
            checkers: lines_of(course, that_stay(course, checkers, filter.teachers)),
            towers: empty_towers(board),
            others: others(board, course.side(), last)
                .map(|(at, kind)| (kind, ground.met(filter.ways, kind, at)))
                .collect(),
            escapes: SquareSet::EMPTY,
            vacated: Vec::new(),
            held: Default::default(),
            course,
        };
        if let Some(king) = king
            && king.arena().is_some_and(|arena| last.contains(arena))
        {
            checks.let_out(king);
        }
        checks
    }

    /// With the ways out of a king who can make the last step.
    fn let_out(&mut self, king: Square) {
        let (course, kind) = (self.course, PieceKind::King);
        let reach = course
            .position
            .reach(&course.powers, course.side(), kind, king, true);
        let lifted = course.lifted(kind, king);
        for throne in reach.empty.union(reach.friends) {
            let mut blocks = SquareSet::ALL;
            for enemy in lifted.attackers(throne) {
                if stays(course, enemy, self.dragons_forget) {
                    blocks = blocks.intersection(lifted.line_to(throne, enemy));
                }
            }
            if reach.friends.contains(throne) {
                self.vacated.push((throne, blocks));
            } else {
                self.escapes = self.escapes.union(blocks);
            }
        }
    }

    /// Whether a step could end every check, or a last step after it. What the others of the last arena reach once the
    /// piece has left its square is put into `reaches` when it is needed, for all its steps.
    pub fn may_end(
        &mut self,
        ground: &mut Ground,
        filter: &Filter,
        stride: &Stride,
        reaches: &mut Option<Reaches>,
    ) -> bool {
        let Stride {
            kind,
            from,
            to,
            arrives,
        } = *stride;
        if kind == PieceKind::King || filter.holds.by(kind, false).contains(to) {
            return true;
        }
        let lets_out = self.escapes.contains(to)
            || self
                .vacated
                .iter()
                .any(|(friend, blocks)| *friend == from && blocks.contains(to));
        if lets_out || self.checkers.iter().all(|(_, line)| line.contains(to)) {
            return true;
        }
        let blocks = self.blocks(to);
        // First as if friends were not in the way, which is soon asked.
        for index in 0..self.others.len() {
            let (kind, met) = self.others[index];
            if self.could_end(kind, met, blocks, to) {
                let reaches = reaches.get_or_insert_with(|| self.reaches(from));
                if (0..reaches.len())
                    .any(|at| self.could_end(reaches[at].0, reaches[at].1, blocks, to))
                {
                    return true;
                }
                break;
            }
        }
        // The same piece may go on.
        to.arena().is_some_and(|arena| self.last.contains(arena)) && {
            let met = ground.met(filter.ways, arrives, to);
            self.could_end(arrives, met, blocks, to) && {
                let reach = self.course.reach_without(from, arrives, to);
                self.could_end(arrives, reach, blocks, to)
            }
        }
    }

    /// What the others of the last arena reach when a piece has left a square.
    fn reaches(&self, from: Square) -> Reaches {
        let course = self.course;
        others(&course.position.board, course.side(), self.last)
            .map(|(at, kind)| (kind, course.reach_without(from, kind, at)))
            .collect()
    }

    /// Where all checks could be blocked at once, those aside in whose line a piece stands on `blocked`.
    fn blocks(&self, blocked: Square) -> SquareSet {
        common(
            self.checkers
                .iter()
                .filter(|(_, line)| !line.contains(blocked)),
        )
    }

    /// Whether a piece of a kind could end all checks on some squares: on one of these `blocks`, or by its power on a tower.
    fn could_end(
        &mut self,
        kind: PieceKind,
        squares: SquareSet,
        blocks: SquareSet,
        blocked: Square,
    ) -> bool {
        if !squares.intersection(blocks).is_empty() {
            return true;
        }
        let towers = squares.intersection(self.towers);
        if towers.is_empty() {
            return false;
        }
        let Some(holder) = HOLDERS.iter().position(|holder| *holder == kind) else {
            return false;
        };
        let (course, dragons_forget) = (self.course, self.dragons_forget);
        towers.filter_map(Square::tower).any(|tower| {
            let at = tower.square();
            if let Some(blocks) = self.held[holder][tower as usize] {
                return blocks.contains(blocked);
            }
            // What certainly does not help needs no closer look.
            let may_help = self.checkers.iter().all(|(checker, line)| {
                line.contains(blocked)
                    || line.contains(at)
                    || ends_by_power(course, kind, at, *checker)
            });
            may_help && {
                let course = course.with(kind, at);
                let checkers = that_stay(&course, course.checkers(), dragons_forget);
                let blocks = common(&lines_of(&course, checkers));
                self.held[holder][tower as usize] = Some(blocks);
                blocks.contains(blocked)
            }
        })
    }
}

/// Whether what an enemy does will not be forgotten.
fn stays(course: &Course, enemy: Square, dragons_forget: bool) -> bool {
    let kind = course.position.board.on(enemy).map(|piece| piece.kind);
    !dragons_forget || kind != Some(PieceKind::Dragon)
}

fn that_stay(course: &Course, checkers: SquareSet, dragons_forget: bool) -> SquareSet {
    checkers
        .filter(|at| stays(course, *at, dragons_forget))
        .collect()
}

/// Some checkers with their lines.
pub fn lines_of(course: &Course, checkers: SquareSet) -> Lines {
    checkers.map(|at| (at, course.line_of(at))).collect()
}

/// Where all lines are blocked at once.
fn common<'a>(lines: impl IntoIterator<Item = &'a (Square, SquareSet)>) -> SquareSet {
    lines.into_iter().fold(SquareSet::ALL, |common, (_, line)| {
        common.intersection(*line)
    })
}

/// The squares, of some, on which a piece of a kind could end all checks: in their lines, or by its power on a tower.
pub fn ends_all(course: &Course, lines: &Lines, kind: PieceKind, squares: SquareSet) -> SquareSet {
    let ends = squares.intersection(common(lines));
    if !HOLDERS.contains(&kind) {
        return ends;
    }
    squares
        .intersection(empty_towers(&course.position.board))
        .filter(|at| {
            lines.iter().all(|(checker, line)| {
                line.contains(*at) || ends_by_power(course, kind, *at, *checker)
            })
        })
        .collect::<SquareSet>()
        .union(ends)
}

/// The pieces of the last arena other than the king.
fn others(board: &Board, side: Seat, last: ArenaSet) -> impl Iterator<Item = (Square, PieceKind)> {
    movable(board, side, last.squares()).filter(|(_, kind)| *kind != PieceKind::King)
}
