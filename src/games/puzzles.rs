//! Puzzles of all games, and those that come with the program.

use std::sync::OnceLock;

use super::GAMES;
use crate::engine::puzzles::{self, Puzzle};
use crate::rules::{GameInfo, Options, digest};

/// A puzzle of a game.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is known by: it stays when puzzles are added before it.
    pub id: u64,
    /// Its game.
    pub kind: &'static GameInfo,
    /// The game's options; none are named in the puzzles that come with the program.
    pub options: Options,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Listed {
    /// A puzzle of a game with these options. The same position of the same game has the same id.
    pub fn new(kind: &'static GameInfo, options: Options, puzzle: Puzzle) -> Listed {
        let mut named = format!("{} {}", kind.key, puzzle.position);
        for (key, value) in options.iter() {
            named.push_str(&format!(" {key}={value}"));
        }
        Listed {
            id: digest(&named) as u64,
            kind,
            options,
            puzzle,
        }
    }
}

/// Those that come with the program, by game and in the order of the games' files.
pub fn all() -> &'static [Listed] {
    static ALL: OnceLock<Vec<Listed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = GAMES
            .iter()
            .map(|kind| (*kind, puzzles::read(kind.puzzles)));
        let listed = files.flat_map(|(kind, puzzles)| {
            let listed = move |puzzle| Listed::new(kind, Options::new(), puzzle);
            puzzles.into_iter().map(listed)
        });
        listed.collect()
    })
}

/// The puzzle of that id that comes with the program.
pub fn find(id: u64) -> Option<&'static Listed> {
    all().iter().find(|listed| listed.id == id)
}
