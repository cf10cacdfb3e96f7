//! The table of games.

use crate::notation::excerpt;
use crate::rules::GameInfo;

mod abstract_chess;
mod four_fold;
mod four_seasons;
mod four_towers;
pub mod puzzles;
mod tower_game;

/// Every game, in the order in which lists show them.
// One line for each game, so that two additions never conflict.
#[rustfmt::skip]
pub static GAMES: &[&GameInfo] = &[
    &abstract_chess::KIND,
    &four_fold::KIND,
    &four_seasons::KIND,
    &tower_game::KIND,
    &four_towers::KIND,
];

/// Returns the game with a key.
pub fn find(key: &str) -> Option<&'static GameInfo> {
    GAMES.iter().copied().find(|kind| kind.key == key)
}

/// Returns the sentence that no game has a key, with the keys of all games.
pub fn unknown(key: &str) -> String {
    let known: Vec<&str> = GAMES.iter().map(|kind| kind.key).collect();
    format!(
        "There is no game called \"{}\". The games: {}.",
        excerpt(key),
        known.join(", ")
    )
}
