//! A game in pictures.

use std::collections::BTreeMap;

use super::{Notation, Specimen};
use crate::scene::{Scene, View};

/// A name by which players call a piece.
#[derive(Clone, Debug)]
pub struct PieceName {
    /// The name, lower case.
    pub name: String,
    /// The piece's letter in move texts.
    pub letter: String,
}

impl PieceName {
    /// Creates a name.
    pub fn new(name: impl Into<String>, letter: impl ToString) -> Self {
        PieceName {
            name: name.into(),
            letter: letter.to_string(),
        }
    }
}

/// Pictures of a position and its pieces.
pub trait Depict: Notation {
    /// Returns the picture of the position. `last` is the move that led here.
    fn scene(&self, last: Option<&Self::Move>, view: &View) -> Scene;

    /// Returns every piece of the game under its options, each by itself, for the sheet of pieces. The default finds
    /// those that move from a square early in one game; others must be listed, such as pieces that are only placed.
    fn specimens(&self) -> Vec<Specimen> {
        from_play(self)
    }

    /// Returns what the sheet of pieces cannot show of their moves, in a sentence or two, at most 300 characters; may
    /// be empty.
    fn sheet_note(&self) -> String {
        String::new()
    }

    /// Returns the name and the letter of each of the [`specimens`](Depict::specimens), in their order, followed by other
    /// names that players use. Called whenever a player types a word, so it must not compute moves; the default does, by
    /// way of the specimens, and is for games that have not listed either yet.
    fn piece_names(&self) -> Vec<PieceName> {
        let specimens = self.specimens().into_iter();
        specimens
            .map(|one| PieceName::new(one.name, one.letter))
            .collect()
    }
}

/// Plies played to meet the pieces of a game that does not list them.
const PLIES: usize = 60;

/// Returns the pieces that appear when a game is played, each where it has the most moves.
pub fn from_play<P: Depict>(start: &P) -> Vec<Specimen> {
    let mut position = start.clone();
    let mut best: BTreeMap<String, (usize, String, P)> = BTreeMap::new();
    for ply in 0..PLIES {
        let moves = position.legal_moves();
        let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
        for mv in &moves {
            let spelling = position.move_text(mv);
            *counts
                .entry((spelling.letter.into_owned(), spelling.from.into_owned()))
                .or_default() += 1;
        }
        for ((letter, from), count) in counts {
            if from.is_empty() {
                continue;
            }
            if best.get(&letter).is_none_or(|(most, ..)| *most < count) {
                best.insert(letter, (count, from, position.clone()));
            }
        }
        let Some(mv) = moves.get((ply * 7 + 3) % moves.len().max(1)) else {
            break;
        };
        position.play(mv);
        if position.status().is_over() || !position.chance().is_empty() {
            break;
        }
    }
    best.into_iter()
        .map(|(letter, (_, from, position))| {
            let view = View {
                reach: Some(from),
                ..View::default()
            };
            let mut specimen = Specimen::new("", &letter, position.scene(None, &view), []);
            let figure = specimen.place().map(|(.., token)| token.figure.name());
            specimen.name = figure.unwrap_or_default();
            specimen.heading.clone_from(&specimen.name);
            specimen
        })
        .collect()
}
