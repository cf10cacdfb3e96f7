//! Abstract Chess by João Pedro Neto (2003).
//!
//! Source: the author's page "Games of Towers - Abstract Chess", sections TURN, MOVE/CAPTURE RANGE and GOAL, its
//! example, and Peter Aronson's comment quoted there (both options).
//!
//! Rulings for questions that the page leaves open:
//! - A player who can take no turn draws (stalemate): the page names no goal other than the capture. With
//!   `turn=double` this is a player without a move or capture, as one is obligatory.
//! - There is no check: a player may leave or put the royal stone in danger.
//!   [`Counting::check`](crate::rules::Counting::check) is true if the side to move could lose it next.
//! - A single stone that reaches the far edge stays there: no promotion (MOVE/CAPTURE RANGE).
//! - A position with one royal stone is a finished game, won by its owner.
//! - With `turn=double` the capture of the royal stone ends the game at once; no transfer follows.

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
mod tutorial;

#[cfg(test)]
mod tests;

use crate::rules::{Course, GameInfo, GameWithHistory, OptionSpec, Values, Variant};
use position::{AbstractChess, START};

/// The entry of Abstract Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "abstract",
    name: "Abstract Chess",
    credit: "João Pedro Neto, 2003",
    summary: "Stacks of one to six stones: their height says how they move, and stones pass between them.",
    goal: "You win by capturing the enemy royal stone.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 1,
    options: &[
        OptionSpec {
            key: "powers",
            about: "What a stack of each height moves like",
            values: Values::OneOf(&[
                (
                    "neto",
                    "knight, bishop, rook, rook, queen (the inventor's table)",
                ),
                (
                    "aronson",
                    "mao, bishop, rook, cardinal, queen (Peter Aronson's table)",
                ),
            ]),
        },
        OptionSpec {
            key: "turn",
            about: "What a turn is",
            values: Values::OneOf(&[
                ("single", "a move or a transfer"),
                ("double", "a move, then a transfer if you like"),
                (
                    "no-repeat",
                    "a move or a transfer, but never two transfers in a row",
                ),
            ]),
        },
    ],
    variants: &[
        Variant {
            key: "neto",
            name: "Neto's rules",
            options: &[],
        },
        Variant {
            key: "aronson",
            name: "Aronson's powers",
            options: &[("powers", "aronson")],
        },
        Variant {
            key: "double",
            name: "Move and transfer",
            options: &[("turn", "double")],
        },
        Variant {
            key: "no-repeat",
            name: "No two transfers in a row",
            options: &[("turn", "no-repeat")],
        },
    ],
    reasons: &[],
    start: |kind, options| GameWithHistory::<AbstractChess>::from_text(kind, options, START),
    read: GameWithHistory::<AbstractChess>::from_text,
    chance_option: |_| None,
    lessons: lessons::lessons,
    sections: &[],
    tutorial: &[
        Course {
            key: "abstract",
            about: "",
            exercises: tutorial::EXERCISES,
        },
        Course {
            key: "abstractmore",
            about: "gifts that open lines, what may be taken next, and the options",
            exercises: further::EXERCISES,
        },
    ],
    puzzles: include_str!("puzzles.txt"),
};
