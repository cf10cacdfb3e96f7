//! Values of pieces for the search.

use super::board::{Cell, Role, forward};
use super::moves;
use super::position::FourFold;
use super::turn::Move;
use crate::engine::hooks::hashed;
use crate::engine::{Evaluation, Lapses, Piece, Search, Stakes, Theme};
use crate::rules::Seat;

/// Cost of having only one king left, which must not be attacked.
const LAST_KING: i32 = 400;

fn value(role: Role) -> i32 {
    match role {
        Role::King => 600,
        Role::Queen => 1_000,
        Role::Rook => 550,
        Role::Bishop => 350,
        Role::Knight => 300,
        Role::Pawn => 100,
    }
}

/// Returns a cell's distance from the centre, in king's steps, 0 to 7.
fn from_centre(cell: Cell) -> i32 {
    let off = |at: i8| i32::from(if at < 8 { 7 - at } else { at - 8 });
    off(cell.x()).max(off(cell.y()))
}

/// Returns the distance between two cells, in king's steps.
fn distance(from: Cell, to: Cell) -> i32 {
    i32::from((from.x() - to.x()).abs().max((from.y() - to.y()).abs()))
}

impl Search for FourFold {
    /// A fraction of the roughly 300 moves: this deepens the search without weakening it.
    const LATE_MOVES: [u32; 2] = [48, 96];

    /// More than usual: with so many captures available, a player who overlooks half of them still makes the other
    /// half.
    fn overlooked(&self) -> u16 {
        700
    }

    fn lapses(&self) -> Lapses {
        Lapses::new(48, 75)
    }

    fn key(&self) -> u64 {
        hashed((self.board.key(), self.turn))
    }

    fn candidates(&self) -> Vec<Move> {
        moves::pseudo(&self.board, self.turn)
    }

    fn captures_and_promotions(&self) -> Vec<Move> {
        moves::taking(&self.board, self.turn)
    }

    fn advance(&mut self, mv: &Move) -> bool {
        let allowed = moves::exposes(&self.board, self.turn, *mv).is_none();
        self.make(*mv);
        allowed
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let mut stakes = Stakes::default();
        let mut first = None;
        for (from, to, promotion) in mv.steps() {
            let taken = self.board.get(to).filter(|piece| piece.seat != self.turn);
            stakes.gain += taken.map_or(0, |piece| value(piece.role));
            stakes.gain += promotion.map_or(0, |role| value(role) - value(Role::Pawn));
            stakes.cost += self.board.get(from).map_or(0, |piece| value(piece.role));
            first.get_or_insert((from, to));
        }
        if let Some((from, to)) = first {
            stakes.target = to.index() as u16;
            // Pieces and units of one quad that move the same way are counted together.
            stakes.quiet = (from.quad().index() as u16) << 8 | to.index() as u16;
        }
        stakes
    }

    fn way(&self, mv: &Move) -> Option<String> {
        match mv {
            Move::Piece { .. } => None,
            Move::Unit { from, .. } => Some(format!("by a quad move from {from}")),
        }
    }

    fn motif(&self, mv: &Move) -> Option<Theme> {
        let is_group = matches!(mv, Move::Unit { members, .. } if members.count_ones() >= 2);
        let taken = mv.steps().any(|(_, to, _)| self.board.get(to).is_some());
        is_group.then_some(if taken { Theme::Hit } else { Theme::Group })
    }

    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let mut material = [0; 2];
        for seat in [Seat::WHITE, Seat::BLACK] {
            let mut sum = 0;
            for (cell, role) in self.board.pieces(seat) {
                let advanced = i32::from(if forward(seat) > 0 {
                    cell.y()
                } else {
                    15 - cell.y()
                });
                sum += value(role);
                material[seat.index()] += value(role);
                sum += match role {
                    Role::Pawn => 3 * advanced,
                    Role::King => -5 * advanced,
                    Role::Knight | Role::Bishop => -2 * from_centre(cell),
                    Role::Rook | Role::Queen => 0,
                };
            }
            if self.board.king_count(seat) == 1 {
                sum -= LAST_KING;
            }
            evaluation.0[seat.index()] = sum;
        }
        evaluation.ending(material, |ahead| {
            let Some(last) = self.board.last_king(ahead.other()) else {
                return 0;
            };
            let attackers = self
                .board
                .pieces(ahead)
                .map(|(cell, _)| 15 - distance(cell, last));
            10 * from_centre(last) + attackers.sum::<i32>()
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        let of = |seat| {
            let one_king = self.board.king_count(seat) == 1;
            self.board.pieces(seat).map(move |(cell, role)| Piece {
                at: cell.index() as u16,
                name: role.name(),
                seat,
                value: value(role),
                royal: role == Role::King && one_king,
            })
        };
        of(Seat::WHITE).chain(of(Seat::BLACK)).collect()
    }

    fn square_name(&self, at: u16) -> String {
        let cell = Cell::all().find(|cell| cell.index() == usize::from(at));
        cell.map(|cell| cell.to_string()).unwrap_or_default()
    }

    fn pass(&mut self) -> bool {
        self.turn = self.turn.other();
        true
    }
}
