//! The search: what a machine plays, and what it thinks of a position.
//!
//! One search serves every game. It belongs to the rules core: it knows no game, reads no clock and draws nothing at
//! random. How much it may do is a number of nodes, what is left to chance comes from a seed, so the same request
//! gives the same move on every machine. Somebody who counts time brings a flag that stops it.
//!
//! A game takes part by implementing [`Search`], whose defaults serve any game and are merely slow and blind; its
//! file `evaluation.rs` says what its pieces are worth.
//!
//! Order of reading: [`hooks`] is what a game gives, [`root`] chooses among the moves of a position, [`search`] looks
//! ahead from one of them, [`level`] says how well a machine of each level plays, [`unseen`] how one plays that does not
//! see every piece; [`notes`] judges a whole game, and
//! [`puzzles`] finds the positions in one that make good puzzles.

mod chance;
#[cfg(test)]
pub(crate) mod contract;
pub mod hooks;
pub mod level;
mod mate_in_two;
mod node;
pub mod notes;
mod order;
pub mod overview;
pub mod puzzles;
mod quiescence;
pub mod root;
mod search;
mod table;
mod threats;
pub mod unseen;
pub mod why;

use std::sync::atomic::AtomicBool;

pub use hooks::{Evaluation, Piece, Search, Stakes};
pub use level::{LEVELS, Lapses, Level};
pub use overview::Overview;
pub use why::Why;

/// The value of having won now. A mate in `n` plies is worth `n` less.
pub const WIN: i32 = 1_000_000;

/// Values beyond this are wins that the search has proven, or losses.
pub const PROVEN: i32 = WIN - 10_000;

/// How much thought is given to a position.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most nodes searched; a level that looks for wins in two moves before all else may spend as many again on that.
    pub nodes: u64,
    /// The most plies searched, the quiescence search aside; with four seats a ply is one seat's turn.
    pub depth: u8,
    /// Set by somebody else to end the search; what has been found by then counts.
    pub stop: Option<&'a AtomicBool>,
    /// Looks at every move to the full depth and at nothing beyond it: slow, and a proof of the mates it finds.
    pub full_width: bool,
}

impl Limits<'_> {
    /// So many positions, as deep as that leads.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes,
            depth: u8::MAX,
            stop: None,
            full_width: false,
        }
    }
}

/// What a position is searched for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// How much thought is given.
    pub limits: Limits<'a>,
    /// How careful the mover is; `None` plays the best move that was found.
    pub level: Option<&'static Level>,
    /// What decides where chance decides.
    pub seed: u64,
    /// How many moves to give exact values for, at least 1.
    pub best: usize,
    /// Looks at this move alone (canonical text).
    pub only: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// The best move at full strength, and its value.
    pub fn strongest(limits: Limits<'a>) -> Self {
        Request {
            limits,
            level: None,
            seed: 0,
            best: 1,
            only: None,
        }
    }
}

/// One move and what the search thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, canonical text.
    pub text: String,
    /// Its value for the side to move, in hundredths of a pawn.
    pub value: i32,
    /// What is expected to follow, this move first; canonical texts.
    pub line: Vec<String>,
}

impl Line {
    /// In how many own moves the side to move mates; negative where it is mated. `None` where neither is proven.
    pub fn mate(&self) -> Option<i32> {
        match self.value {
            value if value >= PROVEN => Some((WIN - value + 1) / 2),
            value if value <= -PROVEN => Some(-((WIN + value + 1) / 2)),
            _ => None,
        }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move to play, canonical text.
    pub text: String,
    /// The best moves, the best first; at least one, and as many as were asked for where there are so many.
    pub best: Vec<Line>,
    /// The depth of the last complete iteration, in plies.
    pub depth: u8,
    /// How many nodes were searched; three positions that were looked at for a win in two moves count as one.
    pub nodes: u64,
    /// Whether no position on the way had legal moves that were not searched.
    pub complete: bool,
}

/// A stream of numbers that follow from a seed (SplitMix64 by Guy Steele, Doug Lea and Christine Flood, 2014).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    /// The stream of a seed at a ply.
    pub fn new(seed: u64, ply: u64) -> Self {
        let mut rng = SplitMix64(seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Neighbouring seeds must not begin alike.
        rng.next();
        rng
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }

    /// Whether something happens that happens `thousandths` times in 1,000.
    pub fn happens(&mut self, thousandths: u16) -> bool {
        self.below(1_000) < u64::from(thousandths)
    }
}

#[cfg(test)]
mod tests;
