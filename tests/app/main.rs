//! The use cases and the store, without Discord and without pixels.

#![allow(clippy::unwrap_used)]

mod beside;
mod clocks;
mod house;
mod kill;
mod limits;
mod notices;
mod plans;
mod play;
mod store;
mod trouble;
