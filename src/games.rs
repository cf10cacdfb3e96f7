//! The one table of games.

use crate::rules::Kind;

/// Every game, in the order to show them.
pub static GAMES: &[&Kind] = &[];

/// The game of that key.
pub fn find(key: &str) -> Option<&'static Kind> {
    GAMES.iter().copied().find(|kind| kind.key == key)
}
