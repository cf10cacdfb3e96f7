//! Decisions of the machine to give up what is hopeless, and to accept a draw, so that a game against it ends.

use super::{Level, Limits, Request};
use crate::rules::{Game, Seat};

/// Number of turns in a row in which a machine must be behind before it gives up.
pub const TURNS: usize = 6;

/// Lowest level that accepts a draw where it is worse; a weaker one sees too little to know.
const DRAWS_FROM: u8 = 3;

/// Value of the machine's position below which it is worse, and above which it is better, in hundredths of a pawn.
const EVEN: i32 = 50;

/// Number of moves of both sides after which every level accepts a draw unless it is better; a weak one, which may not
/// get on even then, unless it is better by more than a rook.
const LATE: u32 = 200;

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

/// Returns the lead of a seat over the best of its opponents that are still in, in hundredths of a pawn. With more than
/// two seats an evaluation compares with the average, of which those that are out are a part.
pub fn lead(game: &dyn Game, seat: Seat) -> i32 {
    let kind = game.kind();
    let is_partner =
        |other: Seat| (kind.teams.iter()).any(|team| team.contains(&seat) && team.contains(&other));
    let opponents = kind.all_seats().filter(|other| {
        *other != seat && !is_partner(*other) && game.resign_move(*other).is_some()
    });
    let best = opponents.map(|other| game.evaluation(other)).max();
    best.map_or(0, |best| (game.evaluation(seat) - best) / 2)
}

/// Returns the value of a position for a seat, in hundredths of a pawn: with two seats by a short search, else by the
/// lead on the board.
pub fn value_for(game: &dyn Game, seat: Seat, nodes: u64) -> i32 {
    if game.kind().seats.len() > 2 {
        return lead(game, seat);
    }
    let found = game.search(&Request::strongest(Limits::nodes(nodes)));
    let best = found.as_ref().and_then(|found| found.best.first());
    match best {
        Some(best) if game.turn() == seat => best.value,
        Some(best) => -best.value,
        None => game.evaluation(seat),
    }
}

/// Returns true if the machine at a level accepts a draw after a number of moves of both sides. `value` judges its
/// position, in hundredths of a pawn, and is called only if the answer depends on it.
pub fn takes_draw(level: &Level, moves: u32, value: impl FnOnce() -> i32) -> bool {
    match (moves >= LATE, level.is_weak()) {
        (true, true) => value() <= ROOK,
        (true, false) => value() <= EVEN,
        (false, _) => level.number >= DRAWS_FROM && value() < -EVEN,
    }
}
