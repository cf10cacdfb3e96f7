//! A bot's session, and the gateway's demands on bots that begin one.

use std::collections::VecDeque;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Intent for the guild, its channels and threads.
pub(crate) const GUILDS: u64 = 1 << 0;
/// Intent for messages in the guild.
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
/// Intent for direct messages.
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;

/// Maximum number of events kept for a session that resumes.
const REMEMBERED: usize = 1000;

/// A bot's session.
pub(crate) struct Session {
    pub(super) intents: u64,
    /// The shard's number, and the number of shards.
    pub(super) shard: (u64, u64),
    pub(super) seq: u64,
    pub(super) missed_from: u64,
    pub(super) events: VecDeque<Value>,
    pub(super) connection: Option<(u64, mpsc::UnboundedSender<Out>)>,
    pub(super) begun: Instant,
    /// True if heartbeats are not acknowledged, as on a connection that is dead at the other end.
    pub(super) silent: bool,
}

/// An order to a connection.
pub(super) enum Out {
    Payload(Value),
    Close(u16, &'static str),
    /// Cuts the connection without a close frame.
    Drop,
}

impl Session {
    pub(crate) fn connected(&self) -> bool {
        self.connection.is_some()
    }

    /// True if this session's shard receives events of this server; `None` is events outside of any.
    pub(super) fn serves(&self, guild: Option<u64>) -> bool {
        let (number, of) = self.shard;
        guild.map_or(0, |guild| guild >> 22) % of == number
    }

    pub(super) fn send(&self, out: Out) {
        if let Some((_, sender)) = &self.connection {
            // If the connection has just ended, the bot receives this when it resumes.
            let _ = sender.send(out);
        }
    }
}

pub(super) fn emit(session: &mut Session, event: &str, data: &Value) {
    session.seq += 1;
    let payload = json!({"op": 0, "t": event, "s": session.seq, "d": data});
    session.send(Out::Payload(payload.clone()));
    session.events.push_back(payload);
    if session.events.len() > REMEMBERED {
        session.events.pop_front();
        session.missed_from += 1;
    }
}

/// The gateway's demands on bots that connect, and its counts.
pub(crate) struct Demands {
    /// Number of shards that a bot must be split into.
    pub shards: u32,
    /// Number of sessions that may still be begun.
    pub sessions_left: u32,
    /// Number of identifies received with a good token.
    pub(super) identifies: u32,
    /// Number of existing sessions resumed.
    pub(super) resumes: u32,
    /// The close code that answers the next identifies instead of `READY`, and their number.
    pub(super) refusal: Option<(u16, u32)>,
    /// Number of the next connections that get no answer.
    pub(super) hangs: u32,
}

impl Default for Demands {
    fn default() -> Self {
        Demands {
            shards: 1,
            sessions_left: 1000,
            identifies: 0,
            resumes: 0,
            refusal: None,
            hangs: 0,
        }
    }
}

impl Demands {
    /// Counts an identify; returns the close code if it must be refused.
    pub(super) fn identify(&mut self) -> Option<u16> {
        self.identifies = self.identifies.saturating_add(1);
        self.sessions_left = self.sessions_left.saturating_sub(1);
        let (code, times) = self.refusal.as_mut()?;
        *times = times.checked_sub(1)?;
        Some(*code)
    }

    /// Counts a connection; returns true if it gets no answer.
    pub(super) fn hangs(&mut self) -> bool {
        let hangs = self.hangs > 0;
        self.hangs = self.hangs.saturating_sub(1);
        hangs
    }

    pub(super) fn resume(&mut self) {
        self.resumes = self.resumes.saturating_add(1);
    }
}
