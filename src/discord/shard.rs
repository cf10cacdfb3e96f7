//! One shard: a connection to the gateway, and what follows when it ends.
//!
//! serenity's shards are not used: they only log the close codes after which no connection will be accepted, begin a
//! session where one could be resumed, and neither wait between attempts nor count them.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_tls_with_config};

use super::frame::{self, Frame, Received};
use super::shards::Shards;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How long a connection may take to be there, hello included.
const CONNECT: Duration = Duration::from_secs(20);
/// How long `READY` or `RESUMED` may take.
const BEGIN: Duration = Duration::from_secs(60);
/// How long the other side may take to agree to a close.
const CLOSE: Duration = Duration::from_millis(500);
/// The close code that leaves the session to be resumed; 1000 and 1001 would end it.
const RESUMABLE: u16 = 4000;

/// A shard: its session, and its connection while there is one.
pub struct Shard {
    number: u32,
    of: u32,
    shards: Arc<Shards>,
    session: Option<Session>,
    socket: Option<Socket>,
    /// When the connection became ready.
    ready: Option<Instant>,
    /// Connections in a row that ended soon.
    failures: u32,
    /// Identifies in a row that no `READY` followed.
    unready: u32,
    /// Whether the last connection identified.
    identified: bool,
}

/// A session, which outlives its connections.
struct Session {
    id: String,
    url: String,
    seq: u64,
}

/// Why a connection ended, and so what is next.
#[derive(Debug)]
enum Ended {
    /// The session is resumed where there is one.
    Broken(String),
    /// The session is over: another is begun.
    Over(String),
    /// No connection will be accepted.
    Final(String),
}

impl Shard {
    /// Shard `number` of `of`, not connected yet.
    pub fn new(number: u32, of: u32, shards: Arc<Shards>) -> Self {
        Shard {
            number,
            of,
            shards,
            session: None,
            socket: None,
            ready: None,
            failures: 0,
            unready: 0,
            identified: false,
        }
    }

    /// Stays connected; comes back only when no connection will be accepted, with the reason in a sentence.
    pub async fn run(&mut self) -> String {
        loop {
            self.ready = None;
            self.identified = false;
            let ended = self.connection().await;
            self.shards.numbers().disconnected(self.number);
            self.close(RESUMABLE).await;
            let steady = self.shards.pace().steady;
            self.failures = match self.ready {
                Some(ready) if ready.elapsed() >= steady => 1,
                _ => self.failures.saturating_add(1),
            };
            let reason = match ended {
                Ended::Final(reason) => return reason,
                Ended::Over(reason) => {
                    self.session = None;
                    reason
                }
                Ended::Broken(reason) => reason,
            };
            if self.session.is_none() && self.unready >= self.shards.pace().identifies {
                return format!(
                    "shard {} of {} identified {} times and no session began; the last attempt: {reason}",
                    self.number, self.of, self.unready
                );
            }
            let wait = self.wait();
            tracing::warn!(
                shard = self.number,
                reason,
                resumes = self.session.is_some(),
                wait = ?wait,
                "a connection to the gateway ended"
            );
            sleep(wait).await;
        }
    }

    /// Ends the session and the connection, for good.
    pub async fn leave(&mut self) {
        self.close(1000).await;
        self.shards.numbers().disconnected(self.number);
    }

    /// How long to wait before the next connection. The first one after a long connection is made at once; a session
    /// to be resumed is kept for some minutes only, and one to be begun is one of few, unless nothing was begun.
    fn wait(&self) -> Duration {
        let pace = self.shards.pace();
        let doubled = |first: Duration, times: u32| first.saturating_mul(1 << times.min(16));
        let soon = match self.failures {
            0 | 1 => Duration::ZERO,
            n => doubled(pace.resume, n - 2),
        };
        if self.session.is_some() || !self.identified {
            return soon.min(pace.longest_resume);
        }
        let begin = match self.unready {
            0 => Duration::ZERO,
            n => doubled(pace.identify, n - 1),
        };
        begin.max(soon).min(pace.longest_identify)
    }

    /// Connects, and serves the connection until it ends.
    async fn connection(&mut self) -> Ended {
        let start = match &self.session {
            Some(_) => None,
            None => match self.shards.start(self.number, self.unready > 0).await {
                Ok(start) => Some(start),
                Err(reason) => return Ended::Final(reason),
            },
        };
        let base = match &self.session {
            Some(session) => session.url.clone(),
            None => self.shards.url(),
        };
        let interval = match timeout(CONNECT, self.connect(&base)).await {
            Ok(Ok(interval)) => interval,
            Ok(Err(ended)) => return ended,
            Err(_) => return Ended::Broken("no hello in time".to_owned()),
        };
        let token = self.shards.token();
        let first = match &self.session {
            Some(session) => frame::resume(token, &session.id, session.seq),
            None => frame::identify(token, self.number, self.of),
        };
        if let Some(start) = start {
            self.unready += 1;
            self.identified = true;
            self.shards.identified(start);
        }
        match self.send(&first).await {
            Ok(()) => self.serve(interval).await,
            Err(ended) => ended,
        }
    }

    /// Opens the socket and takes the hello; the time between two heartbeats.
    async fn connect(&mut self, base: &str) -> Result<Duration, Ended> {
        let url = format!("{}/?v=10&encoding=json", base.trim_end_matches('/'));
        let connector = self.shards.connector();
        let (socket, _) = connect_async_tls_with_config(url, None, true, connector)
            .await
            // The error holds no token: an address of the gateway has none.
            .map_err(|error| Ended::Broken(format!("no connection: {error}")))?;
        self.socket = Some(socket);
        loop {
            if let Received::Hello(interval) = self.next().await? {
                return Ok(interval);
            }
        }
    }

    async fn serve(&mut self, interval: Duration) -> Ended {
        let begun = Instant::now();
        // Not everybody at once after an outage: the first heartbeat comes at a random time.
        let mut beat = begun + interval.mul_f64(rand::random());
        let mut acknowledged = true;
        loop {
            let until = match self.ready {
                Some(_) => beat,
                None => beat.min(begun + BEGIN),
            };
            let received = tokio::select! {
                received = self.next() => received,
                () = sleep_until(until) => {
                    if self.ready.is_none() && begun.elapsed() >= BEGIN {
                        return Ended::Over("no session in time".to_owned());
                    }
                    if !acknowledged {
                        return Ended::Broken("a heartbeat was not acknowledged".to_owned());
                    }
                    acknowledged = false;
                    beat = Instant::now() + interval;
                    match self.beat().await {
                        Ok(()) => continue,
                        Err(ended) => return ended,
                    }
                }
            };
            match received {
                Ok(Received::Acknowledged) => {
                    acknowledged = true;
                    self.shards.numbers().alive(self.number);
                }
                Ok(received) => {
                    if let Err(ended) = self.take(received).await {
                        return ended;
                    }
                }
                Err(ended) => return ended,
            }
        }
    }

    /// Does what a frame asks for.
    async fn take(&mut self, received: Received) -> Result<(), Ended> {
        match received {
            Received::Ready(ready) => {
                tracing::info!(
                    shard = self.number,
                    of = self.of,
                    user = ready.name(),
                    servers = ready.servers(),
                    "connected"
                );
                self.session = Some(Session {
                    id: ready.session_id.clone(),
                    url: self.shards.resume_url(&ready.resume_gateway_url),
                    // READY is the first event of its session.
                    seq: 1,
                });
                self.begun();
                self.shards.bot().ready(ready.application());
            }
            Received::Resumed => {
                tracing::info!(shard = self.number, "resumed");
                self.begun();
            }
            Received::Interaction(data) => {
                let bot = self.shards.bot().clone();
                tokio::spawn(async move { bot.deliver(data).await });
            }
            Received::Beat => self.beat().await?,
            Received::Reconnect => {
                return Err(Ended::Broken("it was asked for (op 7)".to_owned()));
            }
            Received::Invalid(true) => {
                return Err(Ended::Broken(
                    "the session is to be resumed (op 9)".to_owned(),
                ));
            }
            Received::Invalid(false) => {
                // Asked for by Discord, so that not everybody comes at once.
                sleep(
                    self.shards
                        .pace()
                        .invalid
                        .mul_f64(rand::random_range(0.2..1.0)),
                )
                .await;
                return Err(Ended::Over("the session is not valid (op 9)".to_owned()));
            }
            Received::Hello(_) | Received::Acknowledged | Received::Nothing => {}
        }
        Ok(())
    }

    /// The session has begun or is resumed.
    fn begun(&mut self) {
        self.ready = Some(Instant::now());
        self.unready = 0;
        self.shards.numbers().connected(self.number);
    }

    async fn beat(&mut self) -> Result<(), Ended> {
        let seq = self.session.as_ref().map(|session| session.seq);
        self.send(&frame::heartbeat(seq)).await
    }

    async fn send(&mut self, payload: &Value) -> Result<(), Ended> {
        let message = Message::Text(payload.to_string().into());
        let sent = match &mut self.socket {
            Some(socket) => timeout(CONNECT, socket.send(message)).await,
            None => return Err(Ended::Broken("there is no connection".to_owned())),
        };
        match sent {
            Ok(Ok(())) => Ok(()),
            // What could not be sent holds the token: the reason is not put into words.
            Ok(Err(_)) | Err(_) => Err(Ended::Broken("nothing could be sent".to_owned())),
        }
    }

    /// The next frame. It may be dropped while it waits: nothing is lost by that.
    async fn next(&mut self) -> Result<Received, Ended> {
        let lost = || Ended::Broken("the connection was cut".to_owned());
        loop {
            let message = match &mut self.socket {
                Some(socket) => socket.next().await,
                None => return Err(lost()),
            };
            let text = match message {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(close))) => return Err(closed(close)),
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return Err(lost()),
            };
            let Ok(frame) = Frame::read(text.as_str()) else {
                tracing::error!(
                    shard = self.number,
                    "a frame of the gateway could not be read"
                );
                continue;
            };
            if let (Some(seq), Some(session)) = (frame.s, &mut self.session) {
                session.seq = seq;
            }
            let (op, event) = (frame.op, frame.t.clone());
            match frame.received() {
                Ok(received) => return Ok(received),
                Err(_) => tracing::error!(
                    shard = self.number,
                    op,
                    event,
                    "a frame of the gateway could not be read: Discord may have changed its shape"
                ),
            }
        }
    }

    async fn close(&mut self, code: u16) {
        let Some(mut socket) = self.socket.take() else {
            return;
        };
        let close = CloseFrame {
            code: CloseCode::from(code),
            reason: "".into(),
        };
        let closing = async {
            // What has ended already needs no close.
            if socket.close(Some(close)).await.is_ok() {
                while let Some(Ok(_)) = socket.next().await {}
            }
        };
        // The one who does not agree in time is left all the same.
        let _ = timeout(CLOSE, closing).await;
    }
}

/// What a close code calls for, as in "Gateway Close Event Codes".
fn closed(close: Option<CloseFrame>) -> Ended {
    let Some(close) = close else {
        return Ended::Broken("it was closed without a code".to_owned());
    };
    let code = u16::from(close.code);
    let reason = match code {
        4004 => "the token is not accepted: copy it again from the page \"Bot\" of the application",
        4010 => "this shard is not accepted: start again, so that their number is asked for again",
        4011 => {
            "the bot is in more servers than these shards may serve: start again, so that their number is asked for \
             again"
        }
        4012 => "this version of the gateway is spoken no longer: a newer Rookery is needed",
        4013 => "the intents are not accepted: a newer Rookery is needed",
        4014 => "the intents are not granted to the application: a newer Rookery is needed",
        // The session went with the connection, or cannot be resumed at this number.
        4003 | 4006 | 4007 => return Ended::Over(format!("close code {code}")),
        // 4009 among them: where the session has timed out for good, the resume is answered by op 9.
        _ => return Ended::Broken(format!("close code {code}")),
    };
    Ended::Final(format!(
        "the gateway closed the connection with code {code}: {reason}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_without_a_code_can_be_resumed_from() {
        assert!(matches!(closed(None), Ended::Broken(_)));
    }

    #[test]
    fn every_close_code_is_resumed_begun_again_or_final_as_discord_documents_it() {
        for code in 4000..=4014_u16 {
            let close = CloseFrame {
                code: CloseCode::from(code),
                reason: "".into(),
            };
            let ended = closed(Some(close));
            let expected = match code {
                4004 | 4010..=4014 => matches!(ended, Ended::Final(_)),
                4003 | 4006 | 4007 => matches!(ended, Ended::Over(_)),
                _ => matches!(ended, Ended::Broken(_)),
            };
            assert!(expected, "{code}: {ended:?}");
        }
    }
}
