//! What men are worth to the search: those that a seat leads, conquered ones too; frozen men are worth nothing.

use super::board::{Rank, SEATS, Square};
use super::moves::{self, Move};
use super::position::{Die, FourSeasons};
use crate::engine::hooks::hashed;
use crate::engine::{Piece, Search, Stakes, Worth};
use crate::rules::{Position, Seat, Status};

/// What it is worth that another seat is out.
const RIVAL_OUT: i32 = 200;

fn value(rank: Rank) -> i32 {
    match rank {
        Rank::King => 0,
        Rank::Rook => 500,
        Rank::Knight => 330,
        Rank::Queen => 180,
        Rank::Bishop => 130,
        Rank::Pawn(_) => 100,
    }
}

/// How far a square is from the centre, in steps of a king, 0 to 3.
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
        // Whose a man was before is for pictures alone.
        for (square, man) in self.board.men() {
            key = key.wrapping_add(hashed((square, man.owner, man.rank)));
        }
        key
    }

    fn candidates(&self, taking: bool) -> Vec<Move> {
        if self.status.is_over() || self.die == Die::Due {
            return Vec::new();
        }
        let mut found = Vec::with_capacity(64);
        for (from, man) in self.board.men_of(self.turn) {
            if let Die::Shows(number) = self.die
                && man.rank.die() != number
            {
                continue;
            }
            for to in moves::pseudo(&self.board, from) {
                let promotes = matches!(man.rank, Rank::Pawn(facing) if facing.is_far(to));
                if !taking || promotes || self.board.get(to).is_some() {
                    found.push(Move::Man { from, to });
                }
            }
        }
        found
    }

    fn advance(&mut self, mv: &Move) -> bool {
        if let Move::Man { from, to } = *mv
            && !moves::is_safe(&self.board, self.turn, from, to)
        {
            return false;
        }
        self.make(*mv);
        true
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let Move::Man { from, to } = *mv else {
            return Stakes::default();
        };
        let man = self.board.get(from);
        let taken = self.board.get(to).filter(|taken| taken.owner.is_some());
        let promotes =
            man.is_some_and(|man| matches!(man.rank, Rank::Pawn(facing) if facing.is_far(to)));
        let promotion = if promotes {
            value(Rank::Queen) - 100
        } else {
            0
        };
        let (at, end) = (from.index() as u16, to.index() as u16);
        Stakes {
            gain: taken.map_or(0, |man| value(man.rank)) + promotion,
            cost: man.map_or(0, |man| value(man.rank)),
            target: end,
            quiet: at << 6 | end,
        }
    }

    fn worth(&self) -> Worth {
        let mut worth = Worth::default();
        if let Status::Won { winner, .. } = self.status {
            worth.0[winner.index()] = 10_000;
            return worth;
        }
        let kings: Vec<(Seat, Square)> = SEATS
            .into_iter()
            .filter_map(|seat| Some((seat, self.board.king(seat)?)))
            .collect();
        let out = i32::try_from(SEATS.len() - self.seats_in().len()).unwrap_or(0);
        for (square, man) in self.board.men() {
            let Some(owner) = man.owner else { continue };
            let mut sum = value(man.rank);
            sum += match man.rank {
                Rank::Knight => -5 * from_centre(square),
                Rank::Rook => -3 * from_centre(square),
                Rank::King => 3 * from_centre(square) + RIVAL_OUT * out,
                _ => 0,
            };
            if man.rank != Rank::King {
                let nearest = kings
                    .iter()
                    .filter(|(seat, _)| *seat != owner)
                    .map(|(_, king)| distance(square, *king))
                    .min();
                sum -= 3 * nearest.unwrap_or(0);
            }
            worth.0[owner.index()] += sum;
        }
        worth
    }

    fn pieces(&self) -> Vec<Piece> {
        self.board
            .men()
            .filter_map(|(square, man)| {
                Some(Piece {
                    at: square.index() as u16,
                    name: man.rank.name(),
                    seat: man.owner?,
                    value: value(man.rank),
                    royal: man.rank == Rank::King,
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
