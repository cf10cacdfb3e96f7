//! What a position is worth to the search: the pieces of each side, and what lies beside the board.

use super::super::evaluation::value;
use super::super::pieces::{Piece, Role};
use super::moves::Move;
use super::{Mutated, Unit};
use crate::engine::{Evaluation, Search, Stakes};
use crate::rules::Seat;

/// What a royal king counts where he can be lost.
const KING: i32 = 300;

fn unit_value(unit: Unit) -> i32 {
    unit.parts()
        .map(|role| match role {
            Role::King => KING,
            role => value(Piece::new(unit.seat, role), false),
        })
        .sum()
}

impl Search for Mutated {
    fn cost(&self) -> u64 {
        // Alice judges every move on both boards.
        if self.effects.has("alice") { 4 } else { 1 }
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let taken = mv.captured().and_then(|cube| self.unit(cube));
        let cost = unit_value(mv.unit);
        let became = mv
            .promotion
            .map_or(0, |role| unit_value(Unit::new(mv.unit.seat, role)));
        let from = mv
            .from
            .map_or(mv.unit.role as u16, |from| 32 + from.index() as u16);
        Stakes {
            gain: taken.map_or(0, unit_value) + became,
            cost,
            target: mv.to.index() as u16,
            quiet: from.wrapping_mul(61) ^ mv.to.index() as u16,
        }
    }

    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for (_, unit) in self.all_units() {
            evaluation.0[unit.seat.index()] += unit_value(unit);
        }
        for seat in [Seat::WHITE, Seat::BLACK] {
            for (hand, tenths) in [(self.hands, 9), (self.airfield, 9), (self.prison, 3)] {
                for (role, count) in hand[seat.index()].iter() {
                    let each = unit_value(Unit::new(seat, role));
                    evaluation.0[seat.index()] += i32::from(count) * each * tenths / 10;
                }
            }
        }
        if self.effects.has("suicide") {
            evaluation.0 = evaluation.0.map(|sum| -sum);
        }
        evaluation
    }
}
