//! What tests and the page can do to the gateway, and what they can see of it.

use serde::Deserialize;
use serde_json::json;

use super::{Out, State};
use crate::sandbox::state::SharedState;

/// What is done to a bot's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectionFault {
    /// Cut the TCP connection.
    Drop,
    /// Op 7: ask it to connect again and resume.
    Reconnect,
    /// Op 9: end its session.
    Invalidate,
    /// Op 9 that leaves the session: ask it to resume.
    Resumable,
    /// Answer no more heartbeats.
    Silent,
    /// Close it with this code.
    Close(u16),
}

/// What is demanded of those who connect, and what has been counted.
pub(crate) struct Demands {
    /// Into how many shards a bot must be split.
    pub shards: u32,
    /// Sessions that may still be begun.
    pub sessions_left: u32,
    /// Identifies received with a good token.
    identifies: u32,
    /// Resumes of sessions that were there.
    resumes: u32,
    /// With what the next identifies are answered in the place of `READY`, and how many.
    refusal: Option<(u16, u32)>,
    /// How many of the next connections are never answered.
    hangs: u32,
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

impl SharedState {
    /// Shakes the bot's connections.
    pub fn fail_connections(&self, fault: ConnectionFault) {
        self.lock().fail_connections(fault);
    }

    /// Tells the next bot to split itself into so many shards, and accepts no fewer.
    pub fn demand_shards(&self, shards: u32) {
        self.lock().demands.shards = shards;
    }

    /// Lets the bot begin no more than so many sessions.
    pub fn limit_sessions(&self, left: u32) {
        self.lock().demands.sessions_left = left;
    }

    /// Closes the next `times` connections that identify, with `code`, in the place of a `READY`.
    pub fn refuse_identifies(&self, code: u16, times: u32) {
        self.lock().demands.refusal = Some((code, times));
    }

    /// Never answers the next `times` connections to the gateway.
    pub fn hang_connections(&self, times: u32) {
        self.lock().demands.hangs = times;
    }

    /// How many identifies with a good token there have been.
    #[must_use]
    pub fn identifies(&self) -> u32 {
        self.lock().demands.identifies
    }

    /// How many sessions have been resumed.
    #[must_use]
    pub fn resumes(&self) -> u32 {
        self.lock().demands.resumes
    }

    /// The shards that are connected: `(number, of)`, in order.
    #[must_use]
    pub fn shards(&self) -> Vec<(u64, u64)> {
        let state = self.lock();
        let connected = state
            .sessions
            .values()
            .filter(|session| session.connected());
        let mut shards: Vec<_> = connected.map(|session| session.shard).collect();
        shards.sort_unstable();
        shards
    }
}

impl State {
    /// Shakes the bot's connections.
    pub(crate) fn fail_connections(&mut self, fault: ConnectionFault) {
        let mut ended = Vec::new();
        for (id, session) in &mut self.sessions {
            match fault {
                ConnectionFault::Drop => session.send(Out::Drop),
                ConnectionFault::Reconnect => {
                    session.send(Out::Payload(json!({"op": 7, "d": null})))
                }
                ConnectionFault::Invalidate => {
                    session.send(Out::Payload(json!({"op": 9, "d": false})));
                    ended.push(id.clone());
                }
                ConnectionFault::Resumable => {
                    session.send(Out::Payload(json!({"op": 9, "d": true})))
                }
                ConnectionFault::Silent => session.silent = true,
                ConnectionFault::Close(code) => {
                    session.send(Out::Close(code, "as was asked for"));
                    // What cannot be resumed is forgotten.
                    if matches!(code, 4003 | 4004 | 4006 | 4007 | 4010..=4014) {
                        ended.push(id.clone());
                    }
                }
            }
        }
        for id in ended {
            self.sessions.remove(&id);
        }
    }

    /// Ends every connection, as a server that goes away does.
    pub(crate) fn hang_up(&mut self) {
        for session in self.sessions.values() {
            session.send(Out::Close(1001, "going away"));
        }
    }
}
