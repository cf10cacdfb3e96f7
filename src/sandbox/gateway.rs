//! The gateway: the socket over which Discord sends events to a bot.
//!
//! As in Discord's reference, "Gateway": hello, identify or resume, numbered events, heartbeats both ways, ops 7 and 9,
//! and the close codes. A session outlives its connection, and what it missed is sent when it resumes.

use std::collections::VecDeque;
use std::io::Write as _;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State as AppState};
use axum::response::Response;
use futures_util::SinkExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

mod control;
mod session;

pub use control::ConnectionFault;

pub(crate) use session::{DIRECT_MESSAGES, Demands, GUILD_MESSAGES, GUILDS, Session};

use session::{Out, emit};

use super::channel::Place;
use super::payloads::{self, BOT, GUILD};
use super::state::{SharedState, State};

/// Privileged intents (members, presences, message content), which this application has not been granted.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
/// Every intent that Discord knows.
const KNOWN: u64 = 0x0331_ffff;

/// Maximum number of sessions kept, connected or not.
const SESSIONS: usize = 16;
/// Maximum number of frames that a connection may send in a minute.
const FRAMES: usize = 120;

impl State {
    /// Sends an event to every session that has the intent (0: every session) and serves the server of the event.
    pub(crate) fn dispatch(&mut self, event: &str, data: &Value, intent: u64) {
        let guild = payloads::snowflake(&data["guild_id"]);
        for session in self.sessions.values_mut() {
            if session.serves(guild) && (intent == 0 || session.intents & intent != 0) {
                emit(session, event, data);
            }
        }
    }

    fn show_online(&mut self) {
        let online = self.online();
        self.send_to_pages(None, &json!({"type": "bot", "online": online}));
    }

    fn make_room_for_session(&mut self) {
        while self.sessions.len() >= SESSIONS {
            let oldest = self
                .sessions
                .iter()
                .min_by_key(|(_, session)| (session.connected(), session.begun))
                .map(|(id, _)| id.clone());
            match oldest.and_then(|id| self.sessions.remove(&id)) {
                Some(session) => session.send(Out::Close(4009, "Session timed out")),
                None => break,
            }
        }
    }
}

/// The query of the gateway's address.
#[derive(Deserialize)]
pub(crate) struct Asked {
    v: Option<String>,
    encoding: Option<String>,
    compress: Option<String>,
}

/// Serves `GET /gateway`: becomes a WebSocket.
pub(crate) async fn connect(
    AppState(shared): AppState<SharedState>,
    Query(asked): Query<Asked>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let hangs = shared.lock().demands.hangs();
    if hangs {
        std::future::pending::<()>().await;
    }
    upgrade.on_upgrade(move |socket| async move {
        Connection::new(shared, socket).run(&asked).await;
    })
}

struct Connection {
    shared: SharedState,
    socket: WebSocket,
    number: u64,
    session: Option<String>,
    compress: bool,
    sender: mpsc::UnboundedSender<Out>,
    outgoing: mpsc::UnboundedReceiver<Out>,
    frames: VecDeque<Instant>,
}

/// The end of a connection: a close code and its reason; `None` ends it without a close frame.
type End = Option<(u16, &'static str)>;

impl Connection {
    fn new(shared: SharedState, socket: WebSocket) -> Connection {
        let number = shared.lock().snowflake();
        let (sender, outgoing) = mpsc::unbounded_channel();
        Connection {
            shared,
            socket,
            number,
            session: None,
            compress: false,
            sender,
            outgoing,
            frames: VecDeque::new(),
        }
    }

    async fn run(mut self, asked: &Asked) {
        let end = if asked.v.as_deref().unwrap_or("10") != "10" {
            Some((4012, "Invalid API version"))
        } else if asked.encoding.as_deref().unwrap_or("json") != "json" || asked.compress.is_some()
        {
            Some((
                4002,
                "The sandbox speaks JSON without transport compression",
            ))
        } else {
            self.exchange().await
        };
        self.leave(end).await;
    }

    async fn exchange(&mut self) -> End {
        let interval = self.shared.limits().heartbeat;
        let hello = json!({"op": 10, "d": {
            "heartbeat_interval": u64::try_from(interval.as_millis()).unwrap_or(41_250),
            "_trace": ["[\"sandbox\"]"],
        }, "s": null, "t": null});
        if !self.write(&hello).await {
            return None;
        }
        let patience = interval + interval / 2 + Duration::from_millis(100);
        let mut last_heartbeat = Instant::now();
        loop {
            let quiet = tokio::time::sleep_until((last_heartbeat + patience).into());
            tokio::select! {
                out = self.outgoing.recv() => match out {
                    Some(Out::Payload(payload)) => {
                        if !self.write(&payload).await {
                            return None;
                        }
                    }
                    Some(Out::Close(code, reason)) => return Some((code, reason)),
                    Some(Out::Drop) | None => return None,
                },
                frame = self.socket.recv() => {
                    let text = match frame {
                        Some(Ok(Message::Text(text))) => text.as_str().to_owned(),
                        Some(Ok(Message::Binary(bytes))) => match String::from_utf8(bytes.into()) {
                            Ok(text) => text,
                            Err(_) => return Some((4002, "Error while decoding payload.")),
                        },
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Close(close))) => {
                            // The answering close frame is queued already, and leaves only with a flush.
                            let _ = self.socket.flush().await;
                            // Codes 1000 and 1001 also end the session; after any other code it can be resumed.
                            if close.is_some_and(|close| matches!(close.code, 1000 | 1001))
                                && let Some(session) = &self.session
                            {
                                self.shared.lock().sessions.remove(session);
                            }
                            return None;
                        }
                        Some(Err(_)) | None => return None,
                    };
                    match self.receive(&text, &mut last_heartbeat).await {
                        Ok(()) => {}
                        Err(end) => return end,
                    }
                }
                () = quiet => return Some((4009, "Session timed out")),
            }
        }
    }

    async fn receive(&mut self, text: &str, last_heartbeat: &mut Instant) -> Result<(), End> {
        let now = Instant::now();
        self.frames.push_back(now);
        while let Some(first) = self.frames.front() {
            if now.duration_since(*first) < Duration::from_secs(60) {
                break;
            }
            self.frames.pop_front();
        }
        if self.frames.len() > FRAMES {
            return Err(Some((4008, "You are being rate limited.")));
        }
        let payload: Value = serde_json::from_str(text)
            .map_err(|_| Some((4002, "Error while decoding payload.")))?;
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => {
                *last_heartbeat = now;
                self.heartbeat().await.then_some(()).ok_or(None)
            }
            Some(2) if self.session.is_some() => Err(Some((4005, "Already authenticated."))),
            Some(2) => self.identify(data),
            Some(6) if self.session.is_some() => Err(Some((4005, "Already authenticated."))),
            Some(6) => self.resume(data).await,
            Some(3 | 4 | 8 | 31) if self.session.is_none() => {
                Err(Some((4003, "Not authenticated.")))
            }
            // Presence, voice state, guild members, soundboard: ignored here.
            Some(3 | 4 | 8 | 31) => Ok(()),
            _ => Err(Some((4001, "Unknown opcode."))),
        }
    }

    async fn heartbeat(&mut self) -> bool {
        let silent = self.session.as_ref().is_some_and(|id| {
            let state = self.shared.lock();
            state.sessions.get(id).is_some_and(|session| session.silent)
        });
        silent
            || self
                .write(&json!({"op": 11, "d": null, "s": null, "t": null}))
                .await
    }

    fn identify(&mut self, data: &Value) -> Result<(), End> {
        self.check_token(&data["token"])?;
        if !data["properties"].is_object() {
            return Err(Some((4002, "Error while decoding payload.")));
        }
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            shard => match (shard[0].as_u64(), shard[1].as_u64()) {
                (Some(number), Some(of)) if number < of => (number, of),
                _ => return Err(Some((4010, "Invalid shard."))),
            },
        };
        let Some(intents) = data["intents"].as_u64() else {
            return Err(Some((4013, "Invalid intent(s).")));
        };
        if intents & !KNOWN != 0 {
            return Err(Some((4013, "Invalid intent(s).")));
        }
        if intents & PRIVILEGED != 0 {
            return Err(Some((4014, "Disallowed intent(s).")));
        }
        self.compress = data["compress"] == true;
        let base = format!("ws://{}/gateway", self.shared.inner.address);
        let mut state = self.shared.lock();
        if let Some(code) = state.demands.identify() {
            return Err(Some((code, "as was asked for")));
        }
        if shard.1 < u64::from(state.demands.shards) {
            return Err(Some((4011, "Sharding required.")));
        }
        state.make_room_for_session();
        let id = format!(
            "{:032x}",
            u128::from(state.snowflake()) * 0x9e37_79b9_7f4a_7c15
        );
        let mut session = Session {
            intents,
            shard,
            seq: 0,
            missed_from: 1,
            events: VecDeque::new(),
            connection: Some((self.number, self.sender.clone())),
            begun: Instant::now(),
            silent: false,
        };
        let serves = session.serves(Some(GUILD));
        emit(&mut session, "READY", &ready(&id, &base, shard, serves));
        if intents & GUILDS != 0 && serves {
            let (mut channels, mut threads) = (Vec::new(), Vec::new());
            for channel in state.channels.values() {
                match &channel.place {
                    Place::Text { .. } => channels.push(channel.shape()),
                    Place::Thread(thread) if !thread.archived => threads.push(channel.shape()),
                    _ => {}
                }
            }
            emit(
                &mut session,
                "GUILD_CREATE",
                &payloads::guild_create(channels, threads),
            );
        }
        state.sessions.insert(id.clone(), session);
        state.show_online();
        drop(state);
        self.session = Some(id);
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), End> {
        self.check_token(&data["token"])?;
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let Some(seq) = data["seq"].as_u64() else {
            return Err(Some((4007, "Invalid seq.")));
        };
        let found = {
            let mut state = self.shared.lock();
            let found = match state.sessions.get_mut(&id) {
                Some(session) if seq > session.seq => {
                    return Err(Some((4007, "Invalid seq.")));
                }
                // The missed events have been dropped: the bot must begin a new session.
                Some(session) if seq + 1 < session.missed_from => false,
                Some(session) => {
                    if let Some((_, before)) = session.connection.take() {
                        let _ = before.send(Out::Drop);
                    }
                    session.silent = false;
                    session.connection = Some((self.number, self.sender.clone()));
                    let missed = session
                        .events
                        .iter()
                        .filter(|event| event["s"].as_u64() > Some(seq));
                    for event in missed {
                        let _ = self.sender.send(Out::Payload(event.clone()));
                    }
                    emit(session, "RESUMED", &json!({"_trace": ["[\"sandbox\"]"]}));
                    true
                }
                None => false,
            };
            if found {
                state.demands.resume();
                state.show_online();
            }
            found
        };
        if found {
            self.session = Some(id);
            return Ok(());
        }
        self.shared.lock().sessions.remove(&id);
        self.write(&json!({"op": 9, "d": false, "s": null, "t": null}))
            .await
            .then_some(())
            .ok_or(None)
    }

    fn check_token(&self, token: &Value) -> Result<(), End> {
        let token = token.as_str().unwrap_or_default();
        if token.trim_start_matches("Bot ") == self.shared.inner.token {
            Ok(())
        } else {
            Err(Some((4004, "Authentication failed.")))
        }
    }

    async fn write(&mut self, payload: &Value) -> bool {
        let text = payload.to_string();
        let message = match self.compress.then(|| deflate(&text)).flatten() {
            Some(bytes) => Message::Binary(bytes.into()),
            None => Message::Text(text.into()),
        };
        self.socket.send(message).await.is_ok()
    }

    async fn leave(mut self, end: End) {
        {
            let mut state = self.shared.lock();
            if let Some(session) = self
                .session
                .as_ref()
                .and_then(|id| state.sessions.get_mut(id))
                && session
                    .connection
                    .as_ref()
                    .is_some_and(|(number, _)| *number == self.number)
            {
                session.connection = None;
            }
            state.show_online();
        }
        if let Some((code, reason)) = end {
            let close = CloseFrame {
                code,
                reason: reason.into(),
            };
            let _ = self.socket.send(Message::Close(Some(close))).await;
        }
    }
}

/// Returns a zlib frame, as Discord sends large payloads to bots that identified with `compress`.
fn deflate(text: &str) -> Option<Vec<u8>> {
    if text.len() < 4096 {
        return None;
    }
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok()
}

fn ready(session: &str, address: &str, shard: (u64, u64), serves: bool) -> Value {
    let guilds: Vec<Value> = serves
        .then(|| json!({"id": GUILD.to_string(), "unavailable": true}))
        .into_iter()
        .collect();
    let mut user = payloads::user(BOT).unwrap_or_default();
    payloads::extend(
        &mut user,
        json!({"email": null, "mfa_enabled": true, "verified": true, "bio": ""}),
    );
    json!({
        "v": 10, "user": user, "user_settings": {}, "guilds": guilds,
        "session_id": session, "session_type": "normal", "resume_gateway_url": address, "shard": [shard.0, shard.1],
        "application": {"id": BOT.to_string(), "flags": 0}, "presences": [], "relationships": [],
        "private_channels": [], "guild_join_requests": [], "geo_ordered_rtc_regions": [], "_trace": ["[\"sandbox\"]"],
    })
}
