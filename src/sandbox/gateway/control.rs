//! What tests and the page can do to the gateway, and what they can see of it.

use serde::Deserialize;
use serde_json::json;

use super::session::Out;
use crate::sandbox::state::{SharedState, State};

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
