//! Hostile input of every kind: what must hold whatever comes, and what comes. A test of the rules core takes a
//! small sample, `cargo bench --bench hostile` goes on for as long as one likes, and `.ci/fuzz` looks for input that
//! makes the program do something new.
#![allow(clippy::unwrap_used, dead_code)]

pub mod harness;
pub mod sample;
#[path = "../scratch/mod.rs"]
mod scratch;
pub mod targets;
pub mod texts;
