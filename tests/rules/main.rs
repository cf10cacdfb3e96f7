//! Tests of the rules core: the contract of every game, counts of moves, `rookery rules`, hostile input, and rules for
//! the source itself.

#![allow(clippy::unwrap_used)]

mod benches;
mod circles;
mod claims;
mod contract;
mod documents;
mod engine_cli;
mod figures;
mod hostile;
mod judgement;
mod layers;
mod licences;
mod mates;
mod mutators_cli;
mod packaged;
mod perft;
mod phones;
mod prose;
mod puzzles;
mod reading;
mod rules_cli;
mod tutorial;
mod twists;
