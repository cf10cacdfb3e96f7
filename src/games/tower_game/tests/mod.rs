//! Rules of the game, a test each; each names its source: the inventor's page, or a ruling of [`super`].

use super::KIND;
use super::board::{Cube, PER_RANK, WIDTH};
use super::options::Rules;
use super::pieces::Role;
use super::position::{Effects, TowerGame};
use crate::rules::{Game, Options, Position, RuleErrorKind, Seat, Status};

mod dead;
mod pieces;
mod play;
mod reach;
mod reading;
mod setups;
mod shogi;
mod showing;
mod texts;

/// Options of pairs such as `pawns=berlin`, separated by spaces.
fn options(pairs: &str) -> Options {
    pairs
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .collect()
}

/// Resolved options.
fn resolved(pairs: &str) -> Options {
    KIND.resolve(&options(pairs)).unwrap()
}

/// A game at its start after some moves.
fn started(pairs: &str, moves: &str) -> Box<dyn Game> {
    let mut game = KIND.new_game(&options(pairs)).unwrap();
    for mv in moves.split_whitespace() {
        game.play(mv).unwrap();
    }
    game
}

/// A position text of pieces such as `Kcc1 pab7 +Rcc4`, upper case the side that starts on rank 1, and the fields
/// after the placement.
fn placement(ranks: u8, pieces: &str, fields: &str) -> String {
    let pieces: Vec<(&str, &str)> = pieces
        .split_whitespace()
        .map(|piece| piece.split_at(piece.len() - 3))
        .collect();
    let mut placement = Vec::new();
    for rank in (0..ranks).rev() {
        let mut rows = Vec::new();
        for row in (0..WIDTH).rev() {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..WIDTH {
                let name = Cube::new(column, row, rank).unwrap().to_string();
                match pieces.iter().find(|(_, cube)| *cube == name) {
                    Some((letter, _)) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        text.push_str(letter);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            rows.push(text);
        }
        placement.push(rows.join("/"));
    }
    format!("{} {fields}", placement.join("|"))
}

/// The text of such a position under these options.
fn text_of(pairs: &str, pieces: &str, fields: &str) -> String {
    placement(
        Rules::of(&resolved(pairs)).unwrap().space.ranks,
        pieces,
        fields,
    )
}

/// A game from such a position.
fn placed(pairs: &str, pieces: &str, fields: &str) -> Box<dyn Game> {
    KIND.from_position(&options(pairs), &text_of(pairs, pieces, fields))
        .unwrap()
}

/// The legal texts that begin so.
fn legal(game: &dyn Game, prefix: &str) -> Vec<String> {
    game.legal()
        .into_iter()
        .filter(|mv| mv.starts_with(prefix))
        .collect()
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

/// The cubes that the moves of a piece go to.
fn goals(game: &dyn Game, piece: &str) -> Vec<String> {
    let mut goals: Vec<String> = legal(game, piece)
        .iter()
        .map(|mv| mv[piece.len() + 1..].to_owned())
        .collect();
    goals.sort();
    goals
}

/// Every combination of the freely combinable options but the shuffled setup.
fn combinations() -> Vec<String> {
    let mut found = vec![String::new()];
    for group in [
        &["setup=original", "setup=alternate"][..],
        &["board=tower", "board=chamber"],
        &["edges=walled", "edges=toroidal"],
        &["pawns=standard", "pawns=berlin"],
        &[
            "riders=linear",
            "riders=tripunch planar=area",
            "riders=tripunch planar=hook",
        ],
    ] {
        found = found
            .iter()
            .flat_map(|before| group.iter().map(move |option| format!("{before} {option}")))
            .collect();
    }
    found.push("rules=shogi".to_owned());
    found
}
