//! Upper bound of the effect of a multi-move's remaining steps.

use super::super::FourTowers;
use super::super::board::{ArenaSet, Square, SquareSet, Tower, is_promotion_square};
use super::super::multi_move::Underway;
use super::super::pieces::{Board, Parts, PieceKind};
use super::super::powers::{Powers, is_apart};
use super::mobility::{Mobility, bends, slides};
use crate::rules::Seat;

/// The roles whose power on a tower affects attacks.
const HOLDERS: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Cardinal,
    PieceKind::Marshall,
    PieceKind::Queen,
];

/// Upper bound of the effect of a multi-move's remaining steps.
pub struct UpperBound {
    /// The powers now in force.
    pub powers: Powers,
    /// Squares on which the king may end out of check.
    pub kings: SquareSet,
    /// Squares on which a piece may block a line to one of `kings`, or end an attack by its power.
    useful: SquareSet,
    /// The empty towers.
    towers: SquareSet,
    /// True if a step can be spared for a purpose other than ending an existing attack.
    pub has_spare_step: bool,
    /// True if a step by a piece that dragons learn from makes them forget a movement.
    pub dragons_may_forget: bool,
}

impl UpperBound {
    /// Returns the bound for steps from the arenas `left`, with a king that ends on one of `kings`.
    ///
    /// A square is excluded for the king if more attacks lead to it, past the friends that are there now, than the
    /// steps left can end. Each attack must be ended on one of its answers ([`Attacks::answers`]), and a step ends on
    /// one square. A step that moves the king there ends none. Attacks that are added meanwhile only make the square
    /// worse.
    ///
    /// If exactly that many steps are left, none can be spared: each must end on an answer that leaves attacks that
    /// the others can end.
    pub fn of(
        mobility: &mut Mobility,
        partial: &Underway,
        left: ArenaSet,
        kings: SquareSet,
    ) -> Self {
        let position = &partial.position;
        let (board, side) = (&position.board, position.turn);
        let memory = position.memory;
        let mut bound = UpperBound {
            powers: Powers::of(board),
            kings: SquareSet::EMPTY,
            useful: SquareSet::EMPTY,
            towers: empty_towers(board),
            has_spare_step: false,
            dragons_may_forget: partial.movement.is_empty()
                && !memory[side.index()]
                    .without(memory[side.other().index()])
                    .is_empty()
                && board
                    .of(side.other())
                    .filter_map(|at| board.on(at))
                    .any(|piece| piece.kind == PieceKind::Dragon),
        };
        let Some(king) = board.king(side) else {
            return bound;
        };
        // The king is removed, since it does not block attacks on itself, and dragons have learned the least possible.
        let mut lifted = position.clone();
        lifted.board.take(king);
        lifted.memory[side.index()] = partial.movement;
        let attacks = Attacks {
            position: &lifted,
            powers: bound.powers,
            arrivals: Arrivals::of(mobility, board, side, left, bound.towers),
        };
        let stay = board.of(side).without(left.squares());
        let mut candidates = mobility.reach(PieceKind::King, king, left).without(stay);
        candidates.insert(king);
        for at in candidates.intersection(kings) {
            let steps = left.len() - usize::from(at != king);
            let Some(answers) = attacks.answers(at) else {
                continue;
            };
            if !can_end(&answers, steps) {
                continue;
            }
            bound.kings.insert(at);
            if steps > 0 && can_end(&answers, steps - 1) {
                bound.has_spare_step = true;
                bound.useful = bound.useful.union(mobility.lines_to(at));
            } else if steps > 0 {
                let any = answers
                    .iter()
                    .copied()
                    .fold(SquareSet::EMPTY, SquareSet::union);
                let helpful = any.filter(|to| can_end(&without(&answers, *to), steps - 1));
                bound.useful = bound.useful.union(helpful.collect());
            }
        }
        bound
    }

    /// Returns the squares where a piece of a role may block a line to the king, or where its power may matter: to
    /// attacks or, with a step to spare, to later steps.
    pub fn useful_to(&self, kind: PieceKind) -> SquareSet {
        if self.has_spare_step && (HOLDERS.contains(&kind) || kind.is_pawnlike()) {
            self.useful.union(self.towers)
        } else {
            self.useful
        }
    }
}

/// Squares that pieces other than the king may reach in the remaining steps.
struct Arrivals {
    anything: SquareSet,
    /// The empty towers that a piece of each role of [`HOLDERS`] may reach.
    holders: [SquareSet; HOLDERS.len()],
}

impl Arrivals {
    fn of(
        mobility: &mut Mobility,
        board: &Board,
        side: Seat,
        left: ArenaSet,
        towers: SquareSet,
    ) -> Self {
        let mut arrivals = Arrivals {
            anything: SquareSet::EMPTY,
            holders: [SquareSet::EMPTY; HOLDERS.len()],
        };
        for (from, kind) in board.movable(side, left.squares()) {
            if kind == PieceKind::King {
                continue;
            }
            let reach = mobility.reach(kind, from, left);
            arrivals.anything = arrivals.anything.union(reach);
            let promotes =
                kind.is_pawnlike() && reach.into_iter().any(|at| is_promotion_square(side, at));
            for (holder, squares) in HOLDERS.into_iter().zip(&mut arrivals.holders) {
                if kind == holder || promotes {
                    *squares = squares.union(reach.intersection(towers));
                }
            }
        }
        arrivals
    }
}

/// The attacks on the king that exist now, with the arrivals that may end them.
struct Attacks<'a> {
    position: &'a FourTowers,
    powers: Powers,
    arrivals: Arrivals,
}

impl Attacks<'_> {
    /// Returns, for each enemy that would attack a king on a square, the squares where an arriving piece may end the
    /// attack: on the line between, or on a tower by its power. `None` if one of the attacks has no answer.
    fn answers(&self, king: Square) -> Option<Vec<SquareSet>> {
        self.position
            .attackers(self.powers, self.position.turn, king)
            .map(|enemy| self.answers_to(enemy, king))
            .map(|answers| (!answers.is_empty()).then_some(answers))
            .collect()
    }

    fn answers_to(&self, enemy: Square, king: Square) -> SquareSet {
        let board = &self.position.board;
        let Some(kind) = board.on(enemy).map(|piece| piece.kind) else {
            return SquareSet::EMPTY;
        };
        let parts = match kind {
            PieceKind::Knight | PieceKind::Bishop => self.powers.movement(kind, enemy),
            _ => slides(kind),
        };
        let knights = self.powers.knights();
        let line = enemy
            .lines_to(king, knights)
            .filter(|(direction, line)| {
                parts.overlaps(Parts::along(*direction))
                    && line.intersection(board.occupied()).is_empty()
            })
            .fold(SquareSet::EMPTY, |lines, (_, line)| lines.union(line));
        let mut answers = line.intersection(self.arrivals.anything);
        for (holder, towers) in HOLDERS.into_iter().zip(self.arrivals.holders) {
            for tower in towers.filter_map(Square::tower) {
                let zone = tower.touches();
                let may_end = match holder {
                    PieceKind::Queen => zone.contains(king),
                    PieceKind::Marshall => {
                        is_apart(kind) && (zone.contains(king) || zone.contains(enemy))
                    }
                    PieceKind::Cardinal => {
                        matches!(kind, PieceKind::Knight | PieceKind::Bishop)
                            && zone.contains(enemy)
                    }
                    _ => parts.overlaps(Parts::ROOK) && bends(tower, enemy, knights),
                };
                if may_end {
                    answers.insert(tower.square());
                }
            }
        }
        answers
    }
}

/// Returns true if this number of steps, each to one square, can reach an answer to each attack.
fn can_end(attacks: &[SquareSet], steps: usize) -> bool {
    match attacks.split_first() {
        None => true,
        Some(_) if steps == 0 => false,
        Some((first, others)) if steps == 1 => {
            let common = others
                .iter()
                .fold(*first, |common, next| common.intersection(*next));
            !common.is_empty()
        }
        Some((first, others)) => first
            .into_iter()
            .any(|at| can_end(&without(others, at), steps - 1)),
    }
}

/// Returns the attacks that remain when a piece has reached a square.
fn without(attacks: &[SquareSet], at: Square) -> Vec<SquareSet> {
    let is_left = |answers: &&SquareSet| !answers.contains(at);
    attacks.iter().filter(is_left).copied().collect()
}

/// Returns the towers without a piece.
fn empty_towers(board: &Board) -> SquareSet {
    Tower::SQUARES.without(board.occupied())
}
