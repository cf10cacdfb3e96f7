//! Four-Fold Chess by L. Lynn Smith (2009).
//!
//! Source: the inventor's page on the Chess Variant Pages, cited below by its headings. What it leaves open is settled
//! by these rulings:
//!
//! - One piece alone may make a quad move, if another stands in the quad (the example's knight does).
//! - In a unit with a pawn any piece may be the one that captures (the example's king does).
//! - For one quad forward by a unit with a pawn only the landing cells must be empty; the inventor's page asks for vacant quads
//!   for the two-step alone.
//! - A cell is attacked by quad moves as by single ones, whether or not the move would leave the enemy's own king
//!   attacked.
//! - A pawn that arrives on the nearer rank of the last quads may promote or stay a pawn; on the last rank it must
//!   promote. Not to a king.
//! - A move that captures every king that the enemy has left wins at once.
//! - No legal move and not checkmate is a draw.
//! - A side has four kings at the most; a position text that gives a side none is a finished game, lost by it.

use crate::rules::{GameInfo, GameWithHistory, Hidden};

mod attacks;
mod board;
mod choices;
mod describe;
mod evaluation;
mod explain;
mod lessons;
mod moves;
mod notation;
mod position;
mod scene;
mod sheet;
mod tutorial;
mod unit;

#[cfg(test)]
mod tests;

pub use position::FourFold;

/// Four-Fold Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "fourfold",
    name: "Four-Fold Chess",
    credit: "L. Lynn Smith, 2009",
    summary: "Four armies' worth of pieces on 256 cells, where the pieces of a 2x2 quad can move as one.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 1,
    options: &[],
    variants: &[],
    reasons: &[&position::KINGS_CAPTURED],
    start: |kind, options| GameWithHistory::<FourFold>::from_text(kind, options, position::START),
    read: GameWithHistory::<FourFold>::from_text,
    chance_option: |_| None,
    lessons: lessons::lessons,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};

impl Hidden for FourFold {}
