//! Four Towers, by Jim Aikin (2001): 85 squares in nine arenas, pieces that fuse and part, dragons that move like
//! what was moved last, and four towers on which every kind of piece has a power of its own.
//!
//! Source: the inventor's page "Four Towers" (2001); its paragraphs and figures are named where a rule is made.
//! What it leaves open is ruled as follows, and each ruling has a test of its own.
//!
//! - Lancers capture sideways, normally or en passant, enemy lancers and nothing else: the text says
//!   "non-capturing", Figure 3 shows lancers taking lancers.
//! - En passant is judged as if the victim had stopped on the square passed. There is none when no pawn or lancer
//!   stands any more where the two-square move ended (attachment, promotion, it went on in the same multi-move),
//!   nor when the square passed is occupied after the turn. Several entries with one square passed: a capture
//!   there takes each that could be taken alone. A lancer's swap over two squares gives en passant; a pawn leaving
//!   a lancer may capture so.
//! - Promotion is compulsory when a pawn or lancer ends its own move on a promotion square; being put there by a
//!   swap, a rearrangement or a return promotes nothing; an attachment there makes a plain lancer.
//! - A move changes its mover's memory before anything else is judged. Memories start empty. A direct move is a
//!   move by its piece; a king's is always the plain step, even when it captured from a tower.
//! - A multi-move has no attachment, detachment, swap, direct move or capture in it; it looks at the towers again
//!   before each step, may end in the position before, and promotes; every double step in it gives en passant.
//! - A part may leave by a direct move, and the marshall's rules on attachment and detachment bind direct moves.
//!   With rooks or bishops on two or more towers every link may be used again and again. A dragon may make a
//!   direct move with both memories empty.
//! - No swap with a piece of the same kind; the king's own step in a swap is its plain step. The straight-back
//!   step of the lancer's power serves to attach, to detach a pawn and to swap a lancer too.
//! - Returned knights and bishops count with their own movement, wherever they are put.
//! - Checkmate and stalemate (a draw) count every kind of move, returns, rearrangements and multi-moves too.
//! - The count without progress begins again with captures, moves by pawns and lancers (parts, direct moves,
//!   attachments, steps of a multi-move, lancers' swaps), promotions and returns.
//! - A position without a king for a side is accepted: that side is never in check. A king is never captured.

mod board;
mod check;
mod choices;
mod describe;
mod evaluation;
mod explain;
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

use crate::rules::{GameInfo, GameWithHistory};

use position::{EnPassant, FourTowers, Returning};

/// Four Towers in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "towers",
    name: "Four Towers",
    credit: "Jim Aikin, 2001",
    summary: "Pieces fuse and part, dragons mimic the last moves, and a piece on a tower bends the rules.",
    seats: &["white", "black"],
    teams: &[],
    // 2: a step in canonical spelling no longer moves a piece of the other side.
    rules_version: 2,
    options: &[],
    variants: &[],
    reasons: &[],
    start: |kind, options| GameWithHistory::<FourTowers>::from_text(kind, options, position::START),
    read: GameWithHistory::<FourTowers>::from_text,
    chance_option: |_| None,
    lessons: lessons::lessons,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};
