//! Tests the sandbox's server with the clients that Discord has: serenity's `Http` and gateway client, twilight's
//! model, a bare WebSocket and a bare HTTP client; and its page in a browser.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should say so and end"
)]

mod access;
mod answers;
mod browser;
mod client;
mod described;
mod gateway;
mod no_bot;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../openapi/mod.rs"]
mod openapi;
mod refusals;
#[path = "../scratch/mod.rs"]
mod scratch;
#[path = "../postgres/mod.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod server;
mod state;
mod workers;
