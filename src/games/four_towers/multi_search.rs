//! Whether any multi-move ends out of check, for positions in which nothing else does. The search is complete; what it
//! leaves out provably changes nothing.

mod course;
mod holds;
mod last;
mod outlook;
mod ways;

use rustc_hash::FxHashSet;

use super::FourTowers;
use super::board::{ArenaSet, SQUARES, Square, SquareSet, Tower, is_promotion_square};
use super::pieces::{Parts, PieceKind};
use course::{Course, Stride};
use holds::Holds;
use last::{Checks, ends_all, lines_of};
use outlook::Outlook;
use ways::{Ground, Landed, Ways, movable};

/// Whether some multi-move by the dragon on a tower ends out of check, where no single step does.
pub fn saves(position: &FourTowers, tower: Tower) -> bool {
    let mut search = Search {
        ground: Ground::of(position),
        seen: FxHashSet::default(),
        suspects: [None; SQUARES],
    };
    search.succeeds(&Course::new(position), tower.arenas().into_iter().collect())
}

struct Search {
    ground: Ground,
    /// From where nothing was found.
    seen: FxHashSet<Node>,
    /// Who last gave check to the king, by his square.
    suspects: [Option<Square>; SQUARES],
}

/// A board, with what was moved and the arenas left.
#[derive(PartialEq, Eq, Hash)]
struct Node {
    own: SquareSet,
    landed: Landed,
    movement: Parts,
    arenas: ArenaSet,
}

impl Search {
    /// Whether some way of going on from here, with one step from each of some of the arenas left, ends out of check.
    fn succeeds(&mut self, course: &Course, left: ArenaSet) -> bool {
        if left.len() > 1 {
            let node = Node {
                own: course.position.board.of(course.side()),
                landed: self.ground.landed(course, SquareSet::ALL),
                movement: course.movement,
                arenas: left,
            };
            if !self.seen.insert(node) {
                return false;
            }
        }
        let checkers = course.checkers();
        if checkers.is_empty() && left.len() <= 2 {
            return true;
        }
        if left.len() == 1 {
            return self.ends(course, checkers, left);
        }
        if left.len() > 2 && self.is_hopeless(course, checkers, left) {
            return false;
        }
        let (side, board) = (course.side(), &course.position.board);
        let own = board.of(side);
        for arena in left {
            if own.intersection(arena.squares()).is_empty() {
                continue;
            }
            let rest = left.without(arena);
            let filter = match checkers.into_iter().next() {
                Some(checker) => self.before_last(course, checker, rest),
                None => Filter::none(),
            };
            let mut checks = (rest.len() == 1)
                .then(|| Checks::of(&mut self.ground, &filter, course, checkers, rest));
            for (from, kind) in movable(board, side, arena.squares()) {
                let onto = self.onto(&filter, course, kind, from, rest);
                let mut reaches = None;
                for stride in course.strides(kind, from, onto) {
                    let is_worth = match &mut checks {
                        Some(checks) => {
                            checks.may_end(&mut self.ground, &filter, &stride, &mut reaches)
                        }
                        None => true,
                    };
                    if is_worth && self.succeeds(&course.after(&stride), rest) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether one last step ends every check. One goes on unless the king moves, a tower is taken whose power bears on
    /// it, the line is blocked, or a dragon forgets what it moved by. Nothing else that a move without capture does bears
    /// on it.
    fn ends(&mut self, course: &Course, checkers: SquareSet, left: ArenaSet) -> bool {
        let board = &course.position.board;
        let lines = lines_of(course, checkers);
        let is_free = course.could_forget()
            && checkers
                .filter_map(|checker| board.on(checker))
                .any(|piece| piece.kind == PieceKind::Dragon);
        movable(board, course.side(), left.squares()).any(|(from, kind)| {
            let lifted = || course.lifted(kind, from);
            if kind == PieceKind::King {
                let lifted = lifted();
                let onto = course.reach(kind, from);
                return onto.into_iter().any(|to| match to.arena() {
                    Some(_) => self.is_safe(&lifted, to),
                    None => self.is_safe(&course.after(&Stride::to(kind, from, to)), to),
                });
            }
            let Some(king) = board.king(course.side()) else {
                return true;
            };
            let seen = course.seen(kind, from);
            let forgets = is_free && !kind.is_pawnlike();
            if !forgets && ends_all(course, &lines, kind, seen).is_empty() {
                return false;
            }
            // Others may attack him past the square that it leaves.
            let lifted = lifted();
            let lines = lines_of(&lifted, lifted.checkers());
            let onto = ends_all(&lifted, &lines, kind, course.reach(kind, from));
            course
                .strides(kind, from, onto)
                .any(|stride| self.is_safe(&course.after(&stride), king))
        })
    }

    /// Whether nobody would give check to the king on a square.
    fn is_safe(&mut self, course: &Course, king: Square) -> bool {
        // Who gave check to a king there before is likely to do so again.
        let suspect = &mut self.suspects[king.index()];
        *suspect = course.attacker(king, *suspect);
        suspect.is_none()
    }

    /// For the steps before the last, when the king is in check. A step that neither is the king's, nor takes a tower, nor
    /// stands in the line of an enemy to where the king may be, nor makes way for a piece of the arenas that are
    /// left, nor comes to these arenas on its way to such a square, can as well be left out: whatever follows could
    /// be made without it and end as safely. That is a shorter multi-move, which is tried on its own, or a single
    /// step, of which none is legal here.
    fn before_last(&mut self, course: &Course, checker: Square, rest: ArenaSet) -> Filter {
        let board = &course.position.board;
        let dragons = board
            .of(course.side().other())
            .filter_map(|at| board.on(at))
            .any(|piece| piece.kind == PieceKind::Dragon);
        let teachers = dragons && course.could_forget();
        let outlook = self.ground.outlook(course, rest);
        let Outlook {
            ways, lines, holds, ..
        } = outlook;
        // What must happen to this check, now or later.
        let ending = course.line_of(checker);
        let cannot_end = outlook.thrones.len() == 1
            && !outlook.takes
            && !teachers
            && outlook.blocks.intersection(ending).is_empty();
        let (squares, leaving) = if cannot_end {
            (ending, SquareSet::EMPTY)
        } else if rest.len() == 1 && !teachers {
            let useful = |kind| lines.union(holds.by(kind, true));
            let wanted = self.ground.wanted(ways, board, rest, useful);
            (lines, wanted)
        } else {
            (lines, outlook.blocks.union(outlook.thrones))
        };
        Filter {
            squares,
            leaving,
            holds,
            teachers,
            ways,
        }
    }

    /// The squares onto which the steps of a piece are worth trying, when others can follow.
    fn onto(
        &mut self,
        filter: &Filter,
        course: &Course,
        kind: PieceKind,
        from: Square,
        rest: ArenaSet,
    ) -> SquareSet {
        let empty = course.reach(kind, from);
        if kind == PieceKind::King {
            return empty;
        }
        let useful = filter.squares.union(filter.holds.by(kind, false));
        let mut onto = empty.intersection(useful);
        for to in empty.intersection(rest.squares()).without(onto) {
            let becomes_more = kind.is_pawnlike() && is_promotion_square(course.side(), to);
            let ahead = self.ground.ahead(filter.ways, kind, to, rest);
            if becomes_more || !ahead.intersection(useful).is_empty() {
                onto.insert(to);
            }
        }
        let teaches = filter.teachers && !kind.is_pawnlike();
        if filter.leaving.contains(from) || teaches {
            // Out of the way is out of the way: one square that nobody needs stands for all.
            match empty.without(onto).without(filter.leaving).next() {
                Some(aside) => onto.insert(aside),
                None => onto = empty,
            }
        }
        onto
    }

    /// Whether the check certainly goes on, however the multi-move does: wherever the king can come to, some enemy attacks
    /// him whose line nobody can block and whose power nobody can take by coming to a tower.
    fn is_hopeless(&mut self, course: &Course, checkers: SquareSet, left: ArenaSet) -> bool {
        let (side, position) = (course.side(), &course.position);
        let Some(king) = position.board.king(side) else {
            return false;
        };
        if checkers.is_empty() {
            return false;
        }
        let outlook = self.ground.outlook(course, left);
        let mut lifted = course.lifted(PieceKind::King, king);
        lifted.position.memory = position.memory;
        if outlook.teaches && course.could_forget() {
            // What the enemy moved by is not forgotten.
            lifted.position.memory[side.index()] = Parts::NONE;
        }
        outlook.thrones.into_iter().all(|throne| {
            if outlook.sheltered.contains(throne) || lifted.powers.shelters(side, throne) {
                return false;
            }
            let friend = lifted.position.board.take(throne);
            // Steps start in arenas: who stands on a tower stays there.
            let is_held = friend.is_some() && throne.arena().is_none();
            let is_caught = is_held
                || lifted
                    .attackers(throne)
                    .any(|enemy| outlook.is_settled(&lifted, enemy, throne));
            if let Some(friend) = friend {
                lifted.position.board.put(throne, friend);
            }
            is_caught
        })
    }
}

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
}
