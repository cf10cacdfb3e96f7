//! Values of stacks for the search. The weights follow from the number of moves that a stack of each height has on a
//! quarter-full board.

use super::AbstractChess;
use super::board::{Role, Square};
use super::moves::{Move, Transfer, forward};
use crate::engine::hooks::{ROYAL, hashed};
use crate::engine::{Evaluation, Piece, Search, Stakes};
use crate::rules::Seat;

/// Values of stacks of one to six stones, in hundredths of a pawn.
const STACKS: [i32; 6] = [100, 280, 330, 480, 520, 850];

fn value(role: Role) -> i32 {
    match role {
        Role::Royal => ROYAL,
        Role::Stack(stones) => STACKS[usize::from(stones.clamp(1, Role::MOST)) - 1],
    }
}

/// Returns a square as a number, 0 to 63.
fn number(square: Square) -> u16 {
    u16::from(square.rank().unsigned_abs()) * 8 + u16::from(square.file().unsigned_abs())
}

/// Returns a square's distance from the centre, in king's steps, 0 to 3.
fn from_centre(square: Square) -> i32 {
    let off = |at: i8| i32::from(if at < 4 { 3 - at } else { at - 4 });
    off(square.file()).max(off(square.rank()))
}

/// Returns the distance between two squares, in king's steps.
fn distance(from: Square, to: Square) -> i32 {
    let (files, ranks) = from.towards(to);
    i32::from(files.abs().max(ranks.abs()))
}

fn advanced(square: Square, seat: Seat) -> i32 {
    i32::from(if forward(seat) > 0 {
        square.rank()
    } else {
        7 - square.rank()
    })
}

impl Search for AbstractChess {
    fn key(&self) -> u64 {
        hashed((&self.board, self.turn, self.transferred))
    }

    fn captures_and_promotions(&self) -> Vec<Move> {
        let mut moves = self.first_parts();
        moves.retain(|mv| matches!(mv, Move::Go { to, .. } if self.get(*to).is_some()));
        moves
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let quiet = |from, to| number(from) << 6 | number(to);
        match *mv {
            Move::Go { from, to, .. } => Stakes {
                gain: self.get(to).map_or(0, |piece| value(piece.role)),
                cost: self.get(from).map_or(0, |piece| value(piece.role)),
                target: number(to),
                quiet: quiet(from, to),
            },
            Move::Transfer(Transfer { from, to }) => Stakes {
                quiet: 1 << 12 | quiet(from, to),
                ..Stakes::default()
            },
        }
    }

    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let mut material = [0; 2];
        for seat in [Seat::WHITE, Seat::BLACK] {
            let enemy = self.board.royal(seat.other());
            let mut sum = 0;
            for (square, role) in self.board.pieces(seat) {
                sum += value(role);
                if role != Role::Royal {
                    material[seat.index()] += value(role);
                }
                sum += match role {
                    Role::Royal => -6 * advanced(square, seat),
                    Role::Stack(1) => 4 * advanced(square, seat),
                    Role::Stack(2 | 3) => -5 * from_centre(square),
                    Role::Stack(_) => 0,
                };
                if let Some(enemy) = enemy.filter(|_| role != Role::Royal) {
                    sum -= 2 * distance(square, enemy);
                }
            }
            evaluation.0[seat.index()] = sum;
        }
        evaluation.ending(material, |ahead| {
            match (self.board.royal(ahead), self.board.royal(ahead.other())) {
                (Some(own), Some(enemy)) => {
                    15 * from_centre(enemy) + 4 * (7 - distance(own, enemy))
                }
                _ => 0,
            }
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        let of = |seat| {
            self.board.pieces(seat).map(move |(square, role)| Piece {
                at: number(square),
                name: role.name(),
                seat,
                value: value(role),
                royal: role == Role::Royal,
            })
        };
        of(Seat::WHITE).chain(of(Seat::BLACK)).collect()
    }

    fn square_name(&self, at: u16) -> String {
        let mut squares = Square::all();
        let named = squares.find(|square| number(*square) == at);
        named.map(|square| square.to_string()).unwrap_or_default()
    }

    fn pass(&mut self) -> bool {
        self.transferred[self.turn.index()] = false;
        self.turn = self.turn.other();
        true
    }
}
