//! Rookery: a Discord bot for playing unusual chess by correspondence.
//!
//! Layers, each of which knows only those above it:
//!
//! 1. the rules core: [`rules`], [`notation`], [`geometry`], [`scene`], [`games`] - no input or output, no clock, no
//!    randomness, no async;
//! 2. [`render`]: a scene to a PNG;
//! 3. [`table`]: a match - seats, turn, how it ended - as a pure function of events;
//! 4. [`store`]: all SQL; knows no game;
//! 5. [`app`]: the use cases; joins table, store and games; knows neither Discord nor pixels;
//! 6. [`discord`]: the serenity client and the conversions to and from it;
//! 7. [`sandbox`]: a small Discord-compatible server on loopback with a chat page.
//!
//! [`private`] makes the files and folders that nobody else on the machine may read.
//!
//! [`metrics`] is what the bot counts for Prometheus, [`check`] what `rookery check` looks at before a start.
//!
//! [`run`] is what the program does for long, [`rules_cli`] is `rookery rules`, [`render_cli`] is `rookery render`, and
//! [`config`] is every setting.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod app;
pub mod check;
pub mod config;
pub mod discord;
pub mod engine;
pub mod games;
pub mod geometry;
pub mod metrics;
pub mod notation;
pub mod private;
pub mod render;
pub mod render_cli;
pub mod rules;
pub mod rules_cli;
pub mod run;
pub mod sandbox;
pub mod scene;
#[cfg(test)]
#[path = "../tests/scratch/mod.rs"]
mod scratch;
pub mod store;
pub mod table;
