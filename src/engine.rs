//! Search: the machine's moves, and the values of positions.
//!
//! One search serves every game. It belongs to the rules core: it knows no game, reads no clock and draws nothing at
//! random. Its effort is a number of nodes and its random numbers come from a seed, so the same request gives the same
//! move on every machine. A caller with a time limit provides a flag that stops it.
//!
//! A game takes part by implementing [`Search`], whose defaults serve any game but are slow and blind; the values of
//! its pieces are in its `evaluation.rs`.
//!
//! Order of reading: [`hooks`] is the trait that a game implements, [`root`] chooses among the moves of a position,
//! [`search`] looks ahead from one of them, [`level`] defines the play of each level, [`unseen`] plays for a seat that
//! does not see every piece, [`giving_up`] decides when a weak one gives up; [`notes`] judges a whole game, and
//! [`puzzles`] finds its positions that make good puzzles, whose themes
//! [`point`] proves.

mod chance;
#[cfg(test)]
pub(crate) mod contract;
pub mod giving_up;
pub mod hooks;
pub mod level;
mod mate_in_two;
mod node;
pub mod notes;
mod order;
pub mod overview;
pub mod point;
mod pruning;
pub mod puzzles;
mod quiescence;
pub mod root;
mod search;
mod table;
pub mod theme;
mod threats;
pub mod unseen;
pub mod why;

use std::sync::atomic::AtomicBool;

pub use hooks::{Evaluation, Piece, Search, Stakes};
pub use level::{LEVELS, Lapses, Level};
pub use overview::{Hanging, Overview};
pub use point::Point;
pub use theme::Theme;
pub use why::{Named, Why};

/// The value of a game won now. A mate in `n` plies is worth `n` less.
pub const WIN: i32 = 1_000_000;

/// Bound beyond which a value is a win, or a loss, that the search has proven.
pub const PROVEN: i32 = WIN - 10_000;

/// Bounds of the effort for one position.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Upper bound of the nodes searched; a level that first looks for wins in two moves may spend as many again on
    /// those.
    pub nodes: u64,
    /// Upper bound of the plies searched, without the quiescence search; with four seats a ply is one seat's turn.
    pub depth: u8,
    /// A flag by which another thread ends the search; the results so far count.
    pub stop: Option<&'a AtomicBool>,
    /// Searches every move to the full depth and none beyond it: slow, but a proof of the mates found.
    pub full_width: bool,
}

impl<'a> Limits<'a> {
    /// Returns limits with this number of nodes and no bound of the depth.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes,
            depth: u8::MAX,
            stop: None,
            full_width: false,
        }
    }

    /// Returns the limits with a flag by which another thread ends the search.
    pub fn until(self, stop: &'a AtomicBool) -> Self {
        Limits {
            stop: Some(stop),
            ..self
        }
    }
}

/// A request to search a position.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The bounds of the effort.
    pub limits: Limits<'a>,
    /// The level at which the machine plays; `None` plays the best move found.
    pub level: Option<&'static Level>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Number of moves that get exact values, at least 1.
    pub best: usize,
    /// The only move to look at, as canonical text.
    pub only: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// Returns a request for a move of a level, which bounds the effort.
    pub fn at_level(level: &'static Level, seed: u64) -> Self {
        Request {
            level: Some(level),
            seed,
            ..Request::strongest(Limits::nodes(u64::MAX))
        }
    }

    /// Returns a request for the best move at full strength, with its value.
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

/// A move and the search's judgement of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, as canonical text.
    pub text: String,
    /// Its value for the side to move, in hundredths of a pawn.
    pub value: i32,
    /// The expected line, beginning with this move, as canonical texts.
    pub line: Vec<String>,
}

impl Line {
    /// Returns the number of the mover's own moves until it mates; negative if it is mated. `None` if neither is
    /// proven.
    pub fn mate(&self) -> Option<i32> {
        match self.value {
            value if value >= PROVEN => Some((WIN - value + 1) / 2),
            value if value <= -PROVEN => Some(-((WIN + value + 1) / 2)),
            _ => None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move to play, as canonical text.
    pub text: String,
    /// The best moves, the best first: at least one, and as many as requested if the position has them.
    pub best: Vec<Line>,
    /// The depth of the last complete iteration, in plies.
    pub depth: u8,
    /// Number of nodes searched; three positions looked at for a win in two moves count as one.
    pub nodes: u64,
    /// True unless a position on the way had legal moves that were not searched.
    pub complete: bool,
}

/// A stream of numbers generated from a seed (SplitMix64 by Guy Steele, Doug Lea and Christine Flood, 2014).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns the stream of a seed at a ply.
    pub fn new(seed: u64, ply: u64) -> Self {
        let mut rng = SplitMix64(seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Neighbouring seeds must not begin alike.
        rng.next();
        rng
    }

    /// Returns the next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `count`, which is at least 1.
    pub fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }

    /// Returns true with a probability of `thousandths` in 1,000.
    pub fn happens(&mut self, thousandths: u16) -> bool {
        self.below(1_000) < u64::from(thousandths)
    }
}

#[cfg(test)]
mod tests;
