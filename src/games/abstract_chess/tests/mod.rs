//! Tests of the rules, each with its source: "inventor's page" is the page that `mod.rs` names, "ruling" a ruling of
//! `mod.rs`.

use super::{KIND, START};
use crate::rules::{Game, GameInfo, Options, Reason, RuleError, RuleErrorKind, Seat, Status};
use crate::scene::{Ground, Mark, Scene, View};

mod endings;
mod powers;
mod refusals;
mod showing;
mod turns;

static ABSTRACT: &GameInfo = &KIND;

fn with(options: &[(&str, &str)], text: &str) -> Box<dyn Game> {
    ABSTRACT
        .from_position(&options.iter().copied().collect(), text)
        .unwrap()
}

fn at(text: &str) -> Box<dyn Game> {
    with(&[], text)
}

fn new_game() -> Box<dyn Game> {
    ABSTRACT.new_game(&Options::new()).unwrap()
}

fn refusal(game: &dyn Game, text: &str) -> RuleError {
    game.parse_move(text).unwrap_err()
}

/// Returns the squares that the piece on `from` may move to, in byte order.
fn targets(game: &dyn Game, from: &str) -> String {
    let squares: Vec<String> = game
        .legal()
        .into_iter()
        .filter(|text| text.get(1..3) == Some(from) && !text.contains(','))
        .map(|text| text[3..].replace('-', ""))
        .collect();
    squares.join(" ")
}

const WHITE_WINS: Status = Status::Won {
    winner: Seat::WHITE,
    reason: Reason::RoyalCaptured,
};
