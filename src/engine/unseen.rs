//! The machine in a game that hides pieces. It knows what its player may know and nothing else: it is given the game as
//! that seat sees it, lists what may be tried, and tries it until the umpire lets something happen, as a player does.
//! There is no search, since it would need the pieces that are hidden; so it plays at one level.

use super::{LEVELS, Level, SplitMix64};
use crate::rules::{Game, Viewer};

/// The levels at which a game is played, by whether it hides pieces.
pub fn levels(hides: bool) -> &'static [Level] {
    if hides {
        LEVELS.get(..1).unwrap_or_default()
    } else {
        &LEVELS
    }
}

/// The move of the side to move, canonical text; `None` in a finished game. Of the whole `game` it asks nothing but
/// whether what it tries can be played. The same `seed` and `ply` give the same move.
pub fn choose(game: &dyn Game, seed: u64, ply: u32) -> Option<String> {
    let seen = game.seen_by(Viewer::Seat(game.turn()));
    let tries = seen.tries(SplitMix64::new(seed, u64::from(ply)).next());
    tries.iter().find_map(|text| game.parse_move(text).ok())
}
