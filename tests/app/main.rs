//! The use cases and the store, without Discord and without pixels.

#![allow(clippy::unwrap_used)]

mod beside;
mod clocks;
mod earlier;
mod house;
mod kill;
mod notices;
mod offers;
mod plans;
mod play;
mod store;
mod trouble;
mod upgrade;
