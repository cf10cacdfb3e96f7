//! The bot over its real connection: gateway, REST and all, against the sandbox's server. Whatever it sends that
//! Discord would refuse fails the test that made it do so.

#![allow(clippy::unwrap_used)]

mod faults;
mod film;
mod four;
mod game;
mod guided;
mod hostile;
mod kill;
mod log;
mod months;
#[path = "../openapi/mod.rs"]
mod openapi;
mod operation;
mod production;
mod server;
mod stage;
mod start;
mod think;
