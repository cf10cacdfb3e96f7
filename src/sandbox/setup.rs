//! What a sandbox is started with.

use std::path::PathBuf;
use std::time::Duration;

/// The token that the sandbox's bot identifies with. It opens nothing but a server on this machine.
pub const TOKEN: &str = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.Sandbx.on-loopback-only";

/// How a server is to be started.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The port on 127.0.0.1; 0 is any free one.
    pub port: u16,
    /// The bot's token, [`TOKEN`] unless given.
    pub token: Option<String>,
    /// Times and sizes.
    pub limits: Limits,
    /// The folder in which the world is kept from one start to the next; `None` begins empty and keeps nothing.
    pub keep: Option<PathBuf>,
}

/// Discord's times, which tests shorten, and how much is kept.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for the first answer to an interaction: 3 s.
    pub first_answer: Duration,
    /// Time for everything that follows it: 15 min.
    pub token_life: Duration,
    /// Between two heartbeats: 41.25 s.
    pub heartbeat: Duration,
    /// Whether requests over a rate limit are refused. Off by default, since the bot's client heeds limits on Discord
    /// only; the headers are always there.
    pub enforce_rates: bool,
    /// Requests in a second, but for what belongs to interactions, where limits are enforced: 50.
    pub global: u32,
    /// Messages kept in a channel.
    pub messages: usize,
    /// Bytes of files kept altogether.
    pub file_bytes: usize,
    /// Requests and violations kept for the tests to look at.
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
