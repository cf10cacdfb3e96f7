//! Every sentence of the inventor's example, every ruling, and the document's vectors.

use super::KIND;
use super::attacks::attacked;
use super::board::{Cell, Quad};
use super::lessons::EXAMPLE;
use super::position::{FourFold, START};
use crate::rules::{Game, Options, RuleErrorKind, Seat, Status};

mod example;
mod rulings;
mod texts;

fn game(text: &str) -> Box<dyn Game> {
    KIND.from_position(&Options::new(), text).unwrap()
}

/// All legal texts that begin so.
fn legal(text: &str, prefix: &str) -> Vec<String> {
    game(text)
        .legal()
        .into_iter()
        .filter(|mv| mv.starts_with(prefix))
        .collect()
}

/// The unit moves between two quads, as the origin cells after the colon.
fn units(text: &str, quads: &str) -> Vec<String> {
    let prefix = format!("{quads}:");
    legal(text, &prefix)
        .into_iter()
        .map(|mv| mv[prefix.len()..].to_owned())
        .collect()
}

/// The example with a second white king far away, so that the bishop's threat need not be met.
fn with_spare_king() -> String {
    EXAMPLE.replacen("16/8P7/16/16 w", "16/8P7/16/K15 w", 1)
}

fn refusal(text: &str, mv: &str) -> String {
    let rejection = game(text).parse_move(mv).unwrap_err();
    assert_ne!(
        rejection.kind,
        RuleErrorKind::Unreadable,
        "{mv}: {}",
        rejection.sentence
    );
    rejection.sentence
}
