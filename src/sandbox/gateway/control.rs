//! Control of the gateway by tests and the page: faults, demands and counts.

use serde::Deserialize;
use serde_json::json;

use super::session::Out;
use crate::sandbox::state::{SharedState, State};

/// A fault of a bot's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectionFault {
    /// Cuts the TCP connection.
    Drop,
    /// Op 7: asks the bot to connect again and resume.
    Reconnect,
    /// Op 9: ends the session.
    Invalidate,
    /// Op 9 that keeps the session: asks the bot to resume.
    Resumable,
    /// Answers no more heartbeats.
    Silent,
    /// Closes the connection with this code.
    Close(u16),
}

impl SharedState {
    /// Injects a fault into all of the bot's connections.
    pub fn fail_connections(&self, fault: ConnectionFault) {
        self.lock().fail_connections(fault);
    }

    /// Demands that the next bot splits itself into this many shards, and accepts no fewer.
    pub fn demand_shards(&self, shards: u32) {
        self.lock().demands.shards = shards;
    }

    /// Lets the bot begin at most this many sessions.
    pub fn limit_sessions(&self, left: u32) {
        self.lock().demands.sessions_left = left;
    }

    /// Closes the next `times` connections that identify with `code`, instead of sending `READY`.
    pub fn refuse_identifies(&self, code: u16, times: u32) {
        self.lock().demands.refusal = Some((code, times));
    }

    /// Leaves the next `times` connections to the gateway without an answer.
    pub fn hang_connections(&self, times: u32) {
        self.lock().demands.hangs = times;
    }

    /// Returns the number of identifies received with a good token.
    #[must_use]
    pub fn identifies(&self) -> u32 {
        self.lock().demands.identifies
    }

    /// Returns the number of sessions resumed.
    #[must_use]
    pub fn resumes(&self) -> u32 {
        self.lock().demands.resumes
    }

    /// Returns the connected shards as `(number, of)`, in order.
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
    /// Injects a fault into all of the bot's connections.
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
                    // Sessions that cannot be resumed are dropped.
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

    /// Closes every connection, as a server that shuts down does.
    pub(crate) fn hang_up(&mut self) {
        for session in self.sessions.values() {
            session.send(Out::Close(1001, "going away"));
        }
    }
}
