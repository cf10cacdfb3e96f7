//! Hostile input of every kind, and the promises that must hold. A test of the rules core takes a small sample,
//! `cargo bench --bench hostile` goes on for as long as wanted, and `.ci/fuzz` looks for input that reaches new code.
#![allow(clippy::unwrap_used, dead_code)]

pub mod harness;
pub mod sample;
#[path = "../scratch/mod.rs"]
mod scratch;
pub mod targets;
pub mod texts;
