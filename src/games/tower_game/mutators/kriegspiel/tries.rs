//! The machine's tries in Kriegspiel, the best first, judged by a position without the enemy's pieces: by its own
//! pieces and the umpire's announcements, as a player may.
//!
//! An announced capture comes first, then a recapture on the cube of the last capture; else pieces come forward to
//! guarded cubes, the cheap ones first, and do not go alone into the enemy's ranks.

use super::super::super::board::Cube;
use super::super::super::evaluation::mutated;
use super::super::super::moves::Move;
use super::super::super::notation::ask;
use super::super::super::pieces::{Board, Piece, Role};
use super::super::super::position::TowerGame;
use crate::engine::SplitMix64;
use crate::rules::Seat;

/// Greatest error added to the score of a try, so that games differ; in hundredths of a pawn.
const NOISE: u64 = 25;
/// A capture by a pawn that the umpire has announced.
const PAWN_TRY: i32 = 400;
/// A bonus for moves to the cube of the last capture, where the captor may be alone.
const RECAPTURE: i32 = 300;
/// A rank forward.
const FORWARD: i32 = 12;
/// A cube that another piece guards.
const GUARDED: i32 = 20;
/// A king's step where no check asks for it.
const KING: i32 = -60;

impl TowerGame {
    /// The moves that the side to move may ask, in the order in which they are tried.
    pub(super) fn tries_in_order(&self, seed: u64) -> Vec<String> {
        let mut rng = SplitMix64::new(seed, 0);
        let mut tries: Vec<(i32, String)> = (self.askable().iter())
            .map(|mv| {
                let noise = i32::try_from(rng.below(NOISE)).unwrap_or_default();
                (self.try_score(mv) + noise, ask(mv))
            })
            .collect();
        tries.sort_by(|(score, text), (other, other_text)| {
            other.cmp(score).then_with(|| text.cmp(other_text))
        });
        tries.into_iter().map(|(_, text)| text).collect()
    }

    /// The score of a try, in hundredths of a pawn.
    fn try_score(&self, mv: &Move) -> i32 {
        let seat = mv.piece.seat;
        let cost = cost(mv.piece);
        let mut score = mv.promotion.map_or(0, |role| cost_of(seat, role));
        if self.gone.is_some_and(|gone| gone.cube == mv.to) {
            score += RECAPTURE - cost / 4;
        }
        if self.is_pawn_capture(mv) {
            score += PAWN_TRY;
        }
        if mv.piece.has_king() {
            return score + if self.check_is_known() { 0 } else { KING };
        }
        let height = |cube: Cube| self.height(seat, cube);
        let before = mv.from.map_or(0, height);
        let after = height(mv.to);
        score += FORWARD * (after - before) - after * after * cost / 600;
        let mut taken = self.taken(Board::A);
        if let Some(from) = mv.from {
            taken.remove(from);
        }
        let guards = self.attackers(mv.to, Board::A, seat, taken);
        if guards.into_iter().any(|from| Some(from) != mv.from) {
            score += GUARDED + after * after * cost / 1_000;
        }
        score
    }

    /// True if the umpire has announced check to the side to move.
    fn check_is_known(&self) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.check)
    }

    /// True if a pawn goes here as it captures, and captures of pawns were announced.
    fn is_pawn_capture(&self, mv: &Move) -> bool {
        let Some(from) = mv.from.filter(|_| mv.piece.is_pawn()) else {
            return false;
        };
        let ways = self.capturing_ways(mv.piece.seat);
        let captures = |way: &_| self.rules.space.shift(from, *way) == Some(mv.to);
        self.seen.as_ref().is_some_and(|seen| seen.tries > 0) && ways.iter().any(captures)
    }

    /// Number of ranks from a side's home up to a cube.
    fn height(&self, seat: Seat, cube: Cube) -> i32 {
        let home = self.rules.rank_for(seat, 0);
        i32::from(cube.rank().abs_diff(home))
    }
}

fn cost(piece: Piece) -> i32 {
    piece.parts().map(|role| cost_of(piece.seat, role)).sum()
}

fn cost_of(seat: Seat, role: Role) -> i32 {
    mutated(Piece::new(seat, role))
}
