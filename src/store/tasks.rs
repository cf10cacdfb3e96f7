//! Guided first games and puzzles: the progress of people, and the matches that are searched for puzzles.

pub(super) mod mined_puzzle;
pub(super) mod progress;
