//! Values of pieces for the search: those that a seat leads, conquered ones too; frozen pieces have no value.

use super::board::{Role, SEATS, Square};
use super::die::Die;
use super::moves::{self, Move};
use super::position::FourSeasons;
use crate::engine::hooks::{ROYAL, hashed};
use crate::engine::{Evaluation, Piece, Search, Stakes};
use crate::rules::{Position, Seat, Status};

/// Value of another seat being out.
const RIVAL_OUT: i32 = 200;

fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Rook => 500,
        Role::Knight => 330,
        Role::Queen => 180,
        Role::Bishop => 130,
        Role::Pawn(_) => 100,
    }
}

/// Returns a square's distance from the centre, in king's steps, 0 to 3.
fn from_centre(square: Square) -> i32 {
    let off = |at: i8| i32::from(if at < 4 { 3 - at } else { at - 4 });
    off(square.x()).max(off(square.y()))
}

fn distance(from: Square, to: Square) -> i32 {
    let files = (from.x() - to.x()).abs();
    i32::from(files.max((from.y() - to.y()).abs()))
}

impl Search for FourSeasons {
    fn key(&self) -> u64 {
        let mut key = hashed((
            self.turn,
            self.still_in,
            match self.die {
                Die::None => 0,
                Die::Due => 7,
                Die::Shows(number) => number,
            },
        ));
        if self.settings.last_conquers {
            key = key.wrapping_add(hashed(self.mated_by));
        }
        // Former owners matter only for pictures.
        for (square, piece) in self.board.pieces() {
            key = key.wrapping_add(hashed((square, piece.seat, piece.role)));
        }
        key
    }

    fn candidates(&self) -> Vec<Move> {
        if self.status.is_over() || self.die == Die::Due {
            return Vec::new();
        }
        let mut found = Vec::with_capacity(64);
        for (from, piece) in self.board.pieces_of(self.turn) {
            if let Die::Shows(number) = self.die
                && piece.role.die() != number
            {
                continue;
            }
            let goals = moves::pseudo_legal(&self.board, from).into_iter();
            found.extend(goals.map(|to| Move::Piece { from, to }));
        }
        found
    }

    fn captures_and_promotions(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        moves.retain(|mv| match *mv {
            Move::Piece { from, to } => {
                let role = self.board.get(from).map(|piece| piece.role);
                let promotes = matches!(role, Some(Role::Pawn(facing)) if facing.is_far(to));
                promotes || self.board.get(to).is_some()
            }
            _ => false,
        });
        moves
    }

    fn advance(&mut self, mv: &Move) -> bool {
        if let Move::Piece { from, to } = *mv
            && moves::exposed_king(&self.board, self.turn, from, to).is_some()
        {
            return false;
        }
        // Payments do not affect the board, and are expensive to determine.
        let stakes = self.settings.stakes.take();
        self.make(*mv);
        self.settings.stakes = stakes;
        true
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let Move::Piece { from, to } = *mv else {
            return Stakes::default();
        };
        let piece = self.board.get(from);
        let taken = self.board.get(to).filter(|taken| taken.seat.is_some());
        let promotes = piece
            .is_some_and(|piece| matches!(piece.role, Role::Pawn(facing) if facing.is_far(to)));
        let promotion = if promotes {
            value(Role::Queen) - 100
        } else {
            0
        };
        let (at, end) = (from.index() as u16, to.index() as u16);
        // With `bare=out` the last piece takes its king along.
        let puts_out = self.settings.bare_out
            && taken.is_some_and(|piece| {
                let left = piece.seat.map(|seat| self.board.pieces_of(seat).count());
                left == Some(2)
            });
        let beaten = match self.count_in() {
            _ if !puts_out => 0,
            2 => ROYAL,
            _ => RIVAL_OUT,
        };
        Stakes {
            gain: taken.map_or(0, |piece| value(piece.role)) + promotion + beaten,
            cost: piece.map_or(0, |piece| value(piece.role)),
            target: end,
            quiet: at << 6 | end,
        }
    }

    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        if let Status::Won { winner, .. } = self.status {
            evaluation.0[winner.index()] = 10_000;
            return evaluation;
        }
        let kings: Vec<(Seat, Square)> = SEATS
            .into_iter()
            .filter_map(|seat| Some((seat, self.board.king(seat)?)))
            .collect();
        let out = i32::try_from(SEATS.len() - self.count_in()).unwrap_or(0);
        for (square, piece) in self.board.pieces() {
            let Some(owner) = piece.seat else { continue };
            let mut sum = value(piece.role);
            sum += match piece.role {
                Role::Knight => -5 * from_centre(square),
                Role::Rook => -3 * from_centre(square),
                Role::King => 3 * from_centre(square) + RIVAL_OUT * out,
                _ => 0,
            };
            if piece.role != Role::King {
                let nearest = kings
                    .iter()
                    .filter(|(seat, _)| *seat != owner)
                    .map(|(_, king)| distance(square, *king))
                    .min();
                sum -= 3 * nearest.unwrap_or(0);
            }
            evaluation.0[owner.index()] += sum;
        }
        evaluation
    }

    fn pieces(&self) -> Vec<Piece> {
        self.board
            .pieces()
            .filter_map(|(square, piece)| {
                Some(Piece {
                    at: square.index() as u16,
                    name: piece.role.name(),
                    seat: piece.seat?,
                    value: value(piece.role),
                    royal: piece.role == Role::King,
                })
            })
            .collect()
    }

    fn square_name(&self, at: u16) -> String {
        let square = Square::all().nth(usize::from(at));
        square.map(|square| square.to_string()).unwrap_or_default()
    }

    fn pass(&mut self) -> bool {
        // With dice the next seat would have to throw first.
        if self.die != Die::None || self.settings.dice || self.status.is_over() {
            return false;
        }
        self.turn = self.next_in(self.turn);
        true
    }

    fn is_playing(&self, seat: Seat) -> bool {
        self.is_in(seat) || (self.status.is_over() && self.turn() == seat)
    }
}
