//! The puzzles that come with the program, of all games.

use std::sync::OnceLock;

use super::GAMES;
use crate::engine::puzzles::{self, Puzzle};
use crate::rules::{GameInfo, digest};

/// A puzzle of a game.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is known by: it stays when puzzles are added before it.
    pub id: u64,
    /// Its game.
    pub kind: &'static GameInfo,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// All of them, by game and in the order of the games' files.
pub fn all() -> &'static [Listed] {
    static ALL: OnceLock<Vec<Listed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = GAMES
            .iter()
            .map(|kind| (*kind, puzzles::read(kind.puzzles)));
        let listed = files.flat_map(|(kind, puzzles)| {
            puzzles.into_iter().map(move |puzzle| Listed {
                id: digest(&format!("{} {}", kind.key, puzzle.position)) as u64,
                kind,
                puzzle,
            })
        });
        listed.collect()
    })
}

/// The puzzle of that id.
pub fn find(id: u64) -> Option<&'static Listed> {
    all().iter().find(|listed| listed.id == id)
}
