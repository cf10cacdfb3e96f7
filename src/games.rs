//! The one table of games.

use crate::notation::excerpt;
use crate::rules::GameInfo;

mod abstract_chess;
mod four_fold;
mod four_seasons;
mod four_towers;
pub mod puzzles;
mod tower_game;

/// Every game, in the order to show them.
// One line for each game, so that two additions never meet.
#[rustfmt::skip]
pub static GAMES: &[&GameInfo] = &[
    &abstract_chess::KIND,
    &four_fold::KIND,
    &four_seasons::KIND,
    &tower_game::KIND,
    &four_towers::KIND,
];

/// The game of that key.
pub fn find(key: &str) -> Option<&'static GameInfo> {
    GAMES.iter().copied().find(|kind| kind.key == key)
}

/// That there is no game of that key, and which there are.
pub fn unknown(key: &str) -> String {
    let known: Vec<&str> = GAMES.iter().map(|kind| kind.key).collect();
    format!(
        "There is no game called \"{}\". The games: {}.",
        excerpt(key),
        known.join(", ")
    )
}
