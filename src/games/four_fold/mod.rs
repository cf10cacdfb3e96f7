//! Four-Fold Chess by L. Lynn Smith (2009).
//!
//! Source: the inventor's page on the Chess Variant Pages, cited below by its headings. These rulings settle questions
//! that it leaves open:
//!
//! - One piece may make a quad move alone, if another is in the quad (as the example's knight does).
//! - In a unit with a pawn any piece may capture (as the example's king does).
//! - One quad forward by a unit with a pawn requires only the landing cells to be empty; the inventor's page requires
//!   vacant quads only for the two-step.
//! - A cell is attacked by quad moves as by single ones, whether or not the move would leave the enemy's own king
//!   attacked.
//! - A pawn that arrives on the nearer rank of the last quads may promote or stay a pawn; on the last rank it must
//!   promote. No pawn promotes to a king.
//! - A move that captures every remaining king of the enemy wins at once.
//! - A position without a legal move that is not checkmate is a draw.
//! - One king a side and nothing else, neither attacked, is a dead position: a draw (house ruling, as in the laws of
//!   chess, 5.2.2). Every placement shows it.
//! - A side has at most four kings; a position text in which a side has none is a finished game that this side lost.

use crate::rules::{Course, GameInfo, GameWithHistory, Hidden};

mod attacks;
mod board;
mod choices;
mod describe;
mod evaluation;
mod explain;
mod further;
mod lessons;
mod moves;
mod notation;
mod position;
mod scene;
mod sheet;
mod turn;
mod tutorial;
mod unit;

#[cfg(test)]
mod tests;

pub use position::FourFold;

/// The entry of Four-Fold Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "fourfold",
    name: "Four-Fold Chess",
    credit: "L. Lynn Smith, 2009",
    summary: "Four armies' worth of pieces on 256 squares, where the pieces of a 2x2 quad can move as one.",
    goal: "You win by checkmating the enemy's last king, or by capturing all the kings that are left in one move.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 2,
    options: &[],
    variants: &[],
    reasons: &[&position::KINGS_CAPTURED],
    start: |kind, options| GameWithHistory::<FourFold>::from_text(kind, options, position::START),
    read: GameWithHistory::<FourFold>::from_text,
    chance_option: |_| None,
    lessons: lessons::lessons,
    sections: &[],
    tutorial: &[
        Course {
            key: "fourfold",
            about: "",
            exercises: tutorial::EXERCISES,
        },
        Course {
            key: "fourfoldmore",
            about: "promotion, groups that go two quads, and attacks by groups",
            exercises: further::EXERCISES,
        },
    ],
    puzzles: include_str!("puzzles.txt"),
};

impl Hidden for FourFold {}
