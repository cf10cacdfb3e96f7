//! Decision of a weak machine to give up what is hopeless, so that a game against it ends.

use super::Level;
use crate::rules::{Game, Seat};

/// Number of turns in a row in which a machine must be behind before it gives up.
pub const TURNS: usize = 6;

/// Value of a rook with what a lead of its size adds, in hundredths of a pawn.
const ROOK: i32 = 600;

/// Returns true if the machine at a level gives up what is hopeless in a game: at a weak level, while two sides are
/// left, whose players see every piece.
pub fn may_give_up(level: &Level, game: &dyn Game) -> bool {
    let kind = game.kind();
    let in_play = || (kind.all_seats()).filter(|seat| game.resign_move(*seat).is_some());
    level.is_weak() && !game.hides() && (kind.seats.len() == 2 || in_play().count() == 2)
}

/// Returns true if a seat is behind by more than a rook.
pub fn is_behind(game: &dyn Game, seat: Seat) -> bool {
    game.evaluation(seat) < -ROOK
}

/// Returns true if the side to move gives check with none of its moves and wins material with none of its captures.
pub fn has_nothing_to_try(game: &dyn Game) -> bool {
    let gains = |overview: super::Overview| overview.wins || overview.gain.is_some();
    let checks = |text: String| {
        let mut after = game.boxed_clone();
        after.play(&text).is_ok() && after.check()
    };
    !game.overview().is_some_and(gains) && !game.legal().into_iter().any(checks)
}
