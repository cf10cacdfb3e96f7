//! Rules of the mutators, a test each; each names its source: the file of the mutator, or the inventor's rules named
//! there.

use crate::rules::{Game, Options, RuleErrorKind};

use super::super::KIND;
use super::TABLE;

mod examples;
mod kriegspiel;
mod pairs;
mod refusals;

/// Options of pairs such as `mutator=atomic board=chamber`, separated by spaces.
fn options(pairs: &str) -> Options {
    pairs
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .collect()
}

/// So many empty ranks, as a placement writes them.
fn ranks(count: usize) -> String {
    vec!["5/5/5/5/5"; count].join("|")
}

/// A game at its start.
fn started(pairs: &str) -> Box<dyn Game> {
    KIND.new_game(&options(pairs)).unwrap()
}

/// A game from a position text.
fn placed(pairs: &str, text: &str) -> Box<dyn Game> {
    KIND.from_position(&options(pairs), text)
        .unwrap_or_else(|rejection| panic!("{pairs} {text}: {rejection}"))
}

/// The position text after some moves.
fn after(pairs: &str, text: &str, moves: &str) -> String {
    let mut game = placed(pairs, text);
    for mv in moves.split_whitespace() {
        game.play(mv)
            .unwrap_or_else(|rejection| panic!("{pairs} {text} {mv}: {rejection}"));
    }
    game.text()
}

/// The status after some moves, in machine notation.
fn status(pairs: &str, text: &str, moves: &str) -> String {
    let mut game = placed(pairs, text);
    for mv in moves.split_whitespace() {
        game.play(mv)
            .unwrap_or_else(|rejection| panic!("{pairs} {text} {mv}: {rejection}"));
    }
    game.status().to_text(game.kind())
}

/// The legal texts that begin so.
fn legal(game: &dyn Game, prefix: &str) -> Vec<String> {
    let listed = game.legal().into_iter();
    listed.filter(|mv| mv.starts_with(prefix)).collect()
}

/// The sentence that refuses a text which reads as a move.
fn refusal(game: &dyn Game, mv: &str) -> String {
    let rejection = game.parse_move(mv).unwrap_err();
    assert_ne!(
        rejection.kind,
        RuleErrorKind::Unreadable,
        "{mv}: {rejection}"
    );
    rejection.sentence
}

/// Every pair of mutators that may be played together.
fn allowed_pairs() -> Vec<String> {
    let twists = KIND.twists().into_iter();
    twists.filter(|value| value.contains('+')).collect()
}
