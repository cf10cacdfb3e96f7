//! The rules core: what every game must keep to, counts of moves, `rookery rules`, hostile input, and what the source may
//! contain.

#![allow(clippy::unwrap_used)]

mod benches;
mod circles;
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
mod perft;
mod phones;
mod puzzles;
mod reading;
mod rules_cli;
mod tutorial;
mod twists;
