//! The use cases and the store, without Discord and without pixels.

#![allow(clippy::unwrap_used)]

mod beside;
mod clocks;
mod house;
mod kill;
mod moderation;
mod notices;
mod plans;
mod play;
mod privacy;
mod store;
mod trouble;
