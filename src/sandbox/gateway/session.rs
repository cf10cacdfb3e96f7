//! A bot's session, and what is demanded of those who begin one.

use std::collections::VecDeque;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Intent: the guild, its channels and threads.
pub(crate) const GUILDS: u64 = 1 << 0;
/// Intent: messages in the guild.
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
/// Intent: direct messages.
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;

/// Events that a session can be sent after the fact.
const REMEMBERED: usize = 1000;

/// A bot's session.
pub(crate) struct Session {
    pub(super) intents: u64,
    /// Its number, and of how many.
    pub(super) shard: (u64, u64),
    pub(super) seq: u64,
    pub(super) missed_from: u64,
    pub(super) events: VecDeque<Value>,
    pub(super) connection: Option<(u64, mpsc::UnboundedSender<Out>)>,
    pub(super) begun: Instant,
    /// Acknowledge no heartbeats: what a dead connection looks like from the other side.
    pub(super) silent: bool,
}

/// What a connection is told to do.
pub(super) enum Out {
    Payload(Value),
    Close(u16, &'static str),
    /// Cut the connection without a word.
    Drop,
}

impl Session {
    pub(crate) fn connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Whether a shard is sent what happens in a server, or outside of any.
    pub(super) fn serves(&self, guild: Option<u64>) -> bool {
        let (number, of) = self.shard;
        guild.map_or(0, |guild| guild >> 22) % of == number
    }

    pub(super) fn send(&self, out: Out) {
        if let Some((_, sender)) = &self.connection {
            // A connection that has just ended will be sent it when it resumes.
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

/// What is demanded of those who connect, and what has been counted.
pub(crate) struct Demands {
    /// Into how many shards a bot must be split.
    pub shards: u32,
    /// Sessions that may still be begun.
    pub sessions_left: u32,
    /// Identifies received with a good token.
    pub(super) identifies: u32,
    /// Resumes of sessions that were there.
    pub(super) resumes: u32,
    /// With what the next identifies are answered in the place of `READY`, and how many.
    pub(super) refusal: Option<(u16, u32)>,
    /// How many of the next connections are never answered.
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
    /// Counts an identify; the close code that it is answered with, where it is to be refused.
    pub(super) fn identify(&mut self) -> Option<u16> {
        self.identifies = self.identifies.saturating_add(1);
        self.sessions_left = self.sessions_left.saturating_sub(1);
        let (code, times) = self.refusal.as_mut()?;
        *times = times.checked_sub(1)?;
        Some(*code)
    }

    /// Whether the connection that is asked for is never answered.
    pub(super) fn hangs(&mut self) -> bool {
        let hangs = self.hangs > 0;
        self.hangs = self.hangs.saturating_sub(1);
        hangs
    }

    pub(super) fn resume(&mut self) {
        self.resumes = self.resumes.saturating_add(1);
    }
}
