//! Tests of the use cases and the store, without Discord and without pixels.

#![allow(clippy::unwrap_used)]

mod addresses;
mod benches;
mod beside_the_board;
mod blind;
mod clocks;
mod cost;
mod daily_puzzle;
mod earlier;
mod events;
mod failover;
mod fewer_people;
mod found;
mod harness;
mod hints;
mod kill;
mod late;
mod limits;
mod machine;
#[path = "../../benches/many/mod.rs"]
mod many;
#[path = "../scratch/migrated.rs"]
mod migrated;
mod moderation;
mod move_store;
mod notices;
mod numbers;
mod offers;
mod plans;
mod play;
mod postgres;
mod privacy;
mod profiles;
mod puzzle_mining;
mod puzzles;
mod ratings;
mod scans;
mod scheduler;
#[path = "../scratch/mod.rs"]
mod scratch;
mod season;
#[path = "../postgres/mod.rs"]
#[allow(dead_code, reason = "a bench uses the rest of it")]
mod server;
mod setups;
mod statements;
mod storage_failures;
mod store;
mod takebacks;
mod teams;
mod twists;
mod upgrade;
mod workers;
