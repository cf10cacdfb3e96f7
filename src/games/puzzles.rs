//! Puzzles of all games, including those that come with the program.

use std::sync::OnceLock;

use super::GAMES;
use crate::engine::puzzles::{self, Puzzle};
use crate::rules::{GameInfo, GameResult, Options, digest};

/// A puzzle of a game.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Id of the puzzle, which puzzles added before it do not change.
    pub id: u64,
    /// The puzzle's game.
    pub kind: &'static GameInfo,
    /// The game's options that are set.
    pub options: Options,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Listed {
    /// Returns the puzzle's initial position.
    ///
    /// # Errors
    /// The rules refuse the options or the position.
    pub fn game(&self) -> GameResult {
        (self.kind).from_position(&self.options, &self.puzzle.position)
    }

    /// Returns a puzzle of a game with these options. Equal positions of one game have equal ids.
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

/// Returns the puzzles that come with the program, by game and in the order of the games' files.
pub fn all() -> &'static [Listed] {
    static ALL: OnceLock<Vec<Listed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = GAMES
            .iter()
            .map(|kind| (*kind, puzzles::read(kind.puzzles)));
        let listed = files.flat_map(|(kind, puzzles)| {
            let listed = move |(options, puzzle)| Listed::new(kind, options, puzzle);
            puzzles.into_iter().map(listed)
        });
        listed.collect()
    })
}

/// Returns the puzzle with an id that comes with the program.
pub fn find(id: u64) -> Option<&'static Listed> {
    all().iter().find(|listed| listed.id == id)
}
