//! Four Towers, by Jim Aikin (2001): 85 squares in nine arenas, pieces that fuse and part, dragons that move like the
//! pieces moved last, and four towers on which every role has a power.
//!
//! Source: the inventor's page "Four Towers" (2001); each rule in the code names its paragraph or figure. The page
//! leaves the following open; each ruling has a test.
//!
//! - Lancers capture sideways, normally or en passant, enemy lancers and nothing else: the text says
//!   "non-capturing", Figure 3 shows lancers taking lancers.
//! - En passant is judged as if the victim had stopped on the square passed. There is no en passant if the pawn or
//!   lancer left the square where its two-square move ended (by attachment, promotion or a later step of the same
//!   multi-move), or if the square passed is occupied after the turn. Where several entries pass one square, a capture
//!   there takes every piece that could be taken alone. A lancer's swap over two squares gives en passant; a pawn that
//!   leaves a lancer may capture en passant.
//! - Promotion is compulsory when a pawn or lancer ends its move on a promotion square; a piece put there by a swap, a
//!   rearrangement or a return does not promote; an attachment there makes a plain lancer.
//! - A move changes the mover's memory before anything else is judged. Memories start empty. A direct move counts as a
//!   move by its piece; a king's move always counts as the plain step, even when it captured from a tower.
//! - A multi-move contains no attachment, detachment, swap, direct move or capture. It reads the towers' powers again
//!   before each step, may end in the position it started from, and promotes; every double step in it gives en
//!   passant.
//! - A part may leave by a direct move, and the marshall's rules on attachment and detachment apply to direct moves.
//!   With rooks or bishops on two or more towers every link may be used repeatedly. A dragon may make a direct move
//!   with both memories empty.
//! - Two pieces of one role do not swap; in a swap the king moves by its plain step. The backward step of the lancer's
//!   power also serves to attach, to detach a pawn and to swap a lancer.
//! - Returned knights and bishops count with their normal movement, wherever they are put.
//! - Checkmate and stalemate (a draw) count every kind of move, returns, rearrangements and multi-moves too.
//! - The count without progress restarts with captures, moves by pawns and lancers (parts, direct moves, attachments,
//!   steps of a multi-move, lancers' swaps), promotions and returns.
//! - A position in which a side has no king is accepted: that side is never in check. A king is never captured.

mod board;
mod check;
mod choices;
mod describe;
mod evaluation;
mod explain;
mod further;
mod lessons;
mod moves;
mod multi_move;
mod multi_search;
mod notation;
mod pieces;
mod position;
mod powers;
mod rearrange;
mod scene;
mod sheet;
mod steps;
#[cfg(test)]
mod tests;
mod turn;
mod tutorial;

use crate::rules::{Course, GameInfo, GameWithHistory};

use position::{EnPassant, FourTowers, Returning};

/// The entry of Four Towers in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "towers",
    name: "Four Towers",
    credit: "Jim Aikin, 2001",
    summary: "Pieces join and part, dragons mimic the last moves, and a piece on a tower bends the rules.",
    goal: "You win by checkmating the enemy king.",
    seats: &["white", "black"],
    teams: &[],
    // Version 2: a step in canonical text moves the mover's pieces only.
    rules_version: 2,
    options: &[],
    variants: &[],
    reasons: &[],
    start: |kind, options| GameWithHistory::<FourTowers>::from_text(kind, options, position::START),
    read: GameWithHistory::<FourTowers>::from_text,
    chance_option: |_| None,
    lessons: lessons::lessons,
    sections: &[
        ("overview", "The game"),
        ("king", "Pieces"),
        ("tower", "Towers, and how a game ends"),
    ],
    tutorial: &[
        Course {
            key: "towers",
            about: "",
            exercises: tutorial::EXERCISES,
        },
        Course {
            key: "towersmore",
            about: "swaps, pieces that come back, and the powers of towers",
            exercises: further::EXERCISES,
        },
    ],
    puzzles: include_str!("puzzles.txt"),
};
