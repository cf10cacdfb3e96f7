//! Tests of the bot over its real connection, with gateway and REST, against the sandbox's server. A request that
//! Discord would refuse fails the test that caused it.

#![allow(clippy::unwrap_used)]

mod benches;
mod by_http;
mod check;
// `closes` and `delays` wait for twenty seconds each: tests start in the order of their names, and the others run
// meanwhile.
mod closes;
mod correspondence;
mod daily_puzzle;
mod delays;
mod described;
mod faults;
mod faults_here;
mod first_start;
mod forged;
mod found;
mod four;
mod game;
mod gif;
mod guided;
mod hidden;
mod hostile;
mod import;
mod kill;
mod kill_found;
mod larger;
mod learn;
mod list;
mod lobby;
mod log;
mod machine;
#[path = "../scratch/migrated.rs"]
mod migrated;
mod moderate;
mod notices;
mod numbers;
mod offered;
#[path = "../openapi/mod.rs"]
mod openapi;
mod outside;
mod own_tables;

mod event;
mod explore;
mod harness;
mod health;
mod privacy;
mod production;
mod program;
mod ranks;
mod safe;
#[path = "../scratch/mod.rs"]
mod scratch;
mod season;
mod secrets;
mod seen;
mod server;
mod setup;
mod smuggled;
mod solo;
mod start;
mod stop;
mod story;
mod tables;
mod teams;
mod typed;
mod unseen;
mod upgrade;
mod whole_games;
