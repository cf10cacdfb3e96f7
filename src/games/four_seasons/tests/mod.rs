//! Tests of each rule of the leaflet and each ruling.

use super::board::{BLACK, GREEN, RED, WHITE};
use super::{KIND, moves, position, scene};
use crate::rules::{Game, Options};

mod bare;
mod conquest;
mod dead;
mod dice;
mod moving;
mod showing;
mod stakes;

const START: &str = "gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/\
rN,rB,rP>,2,bP<,bB,bN/rK,rR,rP>,2,bP<,bR,bK g grbw - 0";

fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().copied().collect()
}

fn at(text: &str) -> Box<dyn Game> {
    KIND.from_position(&Options::new(), text).unwrap()
}

fn with(pairs: &[(&str, &str)], text: &str) -> Box<dyn Game> {
    KIND.from_position(&options(pairs), text).unwrap()
}

fn status(game: &dyn Game) -> String {
    game.status().to_text(&KIND)
}

fn targets(game: &dyn Game, origin: &str) -> Vec<String> {
    game.legal()
        .into_iter()
        .filter(|mv| &mv[1..3] == origin)
        .map(|mv| mv[4..].to_owned())
        .collect()
}
