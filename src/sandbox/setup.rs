//! The setup of a sandbox: its port, token, limits and folder.

use std::path::PathBuf;
use std::time::Duration;

/// The token with which the sandbox's bot identifies. It is good for nothing but a server on this machine.
pub const TOKEN: &str = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.Sandbx.on-loopback-only";

/// The setup of a server.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// The bot's token; [`TOKEN`] by default.
    pub token: Option<String>,
    /// The limits on times and sizes.
    pub limits: Limits,
    /// The folder in which the world is kept between two starts; `None` begins empty and keeps nothing.
    pub keep: Option<PathBuf>,
}

/// Discord's times, which tests shorten, and limits of what is kept.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for the first answer to an interaction: 3 s by default.
    pub first_answer: Duration,
    /// Life of an interaction's token: 15 min by default.
    pub token_life: Duration,
    /// Time between two heartbeats: 41.25 s by default.
    pub heartbeat: Duration,
    /// True if requests over a rate limit are refused. Off by default, since the bot's client heeds limits on Discord
    /// only; the headers are always sent.
    pub enforce_rates: bool,
    /// Maximum number of requests in a second if limits are enforced, apart from those of interactions: 50 by default.
    pub global: u32,
    /// Maximum number of messages kept in a channel.
    pub messages: usize,
    /// Maximum size of all files together, in bytes.
    pub file_bytes: usize,
    /// Maximum number of requests, and of violations, kept for the tests.
    pub requests: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            first_answer: Duration::from_secs(3),
            token_life: Duration::from_secs(15 * 60),
            heartbeat: Duration::from_millis(41_250),
            enforce_rates: false,
            global: 50,
            messages: 500,
            file_bytes: 128 * 1024 * 1024,
            requests: 2000,
        }
    }
}
