//! Play in a game that hides pieces. The machine knows only its player's sight: it gets the game as that seat sees it,
//! lists possible tries, and tries them until the umpire accepts one, as a player does. A search would need the hidden
//! pieces, so the machine plays at one level.

use super::{LEVELS, Level, SplitMix64};
use crate::rules::{Game, Viewer};

/// Returns the levels at which a game is played; `hides` is true if it hides pieces.
pub fn levels(hides: bool) -> &'static [Level] {
    if hides {
        LEVELS.get(..1).unwrap_or_default()
    } else {
        &LEVELS
    }
}

/// Returns the move of the side to move, as canonical text; `None` in a finished game. The whole `game` only decides
/// if a try can be played. Equal `seed` and `ply` give equal moves.
pub fn choose(game: &dyn Game, seed: u64, ply: u32) -> Option<String> {
    let seen = game.seen_by(Viewer::Seat(game.turn()));
    let tries = seen.tries(SplitMix64::new(seed, u64::from(ply)).next());
    tries.iter().find_map(|text| game.parse_move(text).ok())
}
