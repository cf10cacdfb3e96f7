//! A move for somebody who asks for help, and the plainest reason why it is good.

use super::{Limits, Request};
use crate::rules::Game;

/// What a move must gain on the board at once to be called a gain, in hundredths of a pawn.
const GAIN: i32 = 80;

/// A good move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move, canonical text.
    pub text: String,
    /// Why it is good.
    pub reason: Reason,
}

/// Why a move is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins in so many own moves, from 1.
    Mate(u32),
    /// It loses as late as can be: in so many moves of the opponent, from 1.
    Mated(u32),
    /// It takes something for good.
    Wins,
    /// Nothing better was found.
    Best,
}

/// A good move of the side to move; `None` where the game is over or waits for chance.
pub fn hint(game: &dyn Game, limits: Limits<'_>) -> Option<Found> {
    let found = game.search(&Request::strongest(limits))?;
    let best = found.best.into_iter().next()?;
    let reason = match best.mate() {
        Some(moves) if moves >= 0 => Reason::Mate(moves.unsigned_abs().max(1)),
        Some(moves) => Reason::Mated(moves.unsigned_abs()),
        None if gains(game, &best.text) && best.value >= game.worth(game.turn()) + GAIN => {
            Reason::Wins
        }
        None => Reason::Best,
    };
    Some(Found {
        text: best.text,
        reason,
    })
}

/// Whether the board looks better for the mover right after a move.
fn gains(game: &dyn Game, text: &str) -> bool {
    let seat = game.turn();
    let mut after = game.boxed_clone();
    after.play(text).is_ok() && after.worth(seat) >= game.worth(seat) + GAIN
}
