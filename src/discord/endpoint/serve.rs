//! The server of an [`Endpoint`], which takes the requests that arrive.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Router, body::Bytes};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, Id, JoinError, JoinSet};
use tokio::time::timeout;

use super::super::gateway::Bot;
use super::super::received;
use super::Endpoint;
use crate::app::App;
use crate::config::PublicKey;

/// The most bytes of a request's body. An interaction has a few thousand.
const LARGEST: usize = 256 * 1024;

/// The largest difference between a request's timestamp and this machine's clock, in seconds: an old request may be a
/// copy.
const OLDEST: u64 = 300;

/// The longest time for the head of a request, and the longest silence of a connection.
const HEAD: Duration = Duration::from_secs(10);

/// The most bytes of a head, and the most lines: Discord's have some twenty.
const HEAD_BYTES: usize = 16 * 1024;
const HEAD_LINES: usize = 64;

/// The longest time for a request's body: Discord waits three seconds for everything.
const BODY: Duration = Duration::from_secs(3);

/// The most connections at a time, a fourth of the files that a process may usually have open. To make room for
/// another, the one is closed that has waited longest for a whole request.
const CONNECTIONS: usize = 256;

/// The longest wait for requests under way at the end: each is acknowledged at once.
const LEAVE: Duration = Duration::from_secs(3);

/// The longest time for the database to answer a health check.
const HEALTH: Duration = Duration::from_secs(2);

/// The pause after a connection could not be accepted, as when too many files are open.
const AGAIN: Duration = Duration::from_millis(100);

/// Takes requests until `stop` completes, then finishes those under way.
pub async fn run(endpoint: Endpoint, bot: Bot, app: App, stop: impl Future<Output = ()>) {
    let stopping = Arc::new(AtomicBool::new(false));
    let (leave, left) = watch::channel(());
    let router = Router::new()
        .route("/interactions", post(take))
        .route("/health", get(health))
        .with_state(Server {
            bot,
            app,
            key: endpoint.key,
            stopping: Arc::clone(&stopping),
        });
    let mut connections = Connections::default();
    let mut stop = pin!(stop);
    loop {
        let stream = tokio::select! {
            () = &mut stop => break,
            ended = connections.tasks.join_next_with_id(), if !connections.tasks.is_empty() => {
                connections.forget(ended);
                continue;
            }
            stream = accept(&endpoint.listener), if connections.have_room() => stream,
        };
        connections.begin(stream, &router, &left);
    }
    stopping.store(true, Ordering::SeqCst);
    drop(endpoint.listener);
    // There may be no open connection.
    let _ = leave.send(());
    let finished = async { while connections.tasks.join_next().await.is_some() {} };
    if timeout(LEAVE, finished).await.is_err() {
        tracing::warn!("stopping although some requests of Discord's are still under way");
    }
}

/// The open connections.
#[derive(Default)]
struct Connections {
    tasks: JoinSet<()>,
    /// The connections, from the oldest, each with its flag.
    known: VecDeque<(AbortHandle, Answering)>,
}

/// True while a complete request is being answered.
#[derive(Clone, Default)]
struct Answering(Arc<AtomicBool>);

impl Connections {
    /// True if there is room for another connection; closes the oldest one without a request under way to make it.
    fn have_room(&mut self) -> bool {
        if self.known.len() < CONNECTIONS {
            return true;
        }
        let idle = |(_, answering): &(_, Answering)| !answering.0.load(Ordering::SeqCst);
        let Some(oldest) = self.known.iter().position(idle) else {
            return false;
        };
        if let Some((task, _)) = self.known.remove(oldest) {
            task.abort();
        }
        true
    }

    fn begin(&mut self, stream: TcpStream, router: &Router, left: &watch::Receiver<()>) {
        let answering = Answering::default();
        let serving = serve(stream, router.clone(), answering.clone(), left.clone());
        let task = self.tasks.spawn(serving.boxed());
        self.known.push_back((task, answering));
    }

    fn forget(&mut self, ended: Option<Result<(Id, ()), JoinError>>) {
        let id = match ended {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => error.id(),
            None => return,
        };
        self.known.retain(|(task, _)| task.id() != id);
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

async fn serve(
    stream: TcpStream,
    router: Router,
    answering: Answering,
    mut leave: watch::Receiver<()>,
) {
    // Small answers must not wait for each other.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(answering.clone());
        let (answered, answering) = (router.call(request), answering.clone());
        async move {
            let answered = answered.await;
            answering.0.store(false, Ordering::SeqCst);
            answered
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(HEAD_BYTES)
            .max_headers(HEAD_LINES)
            .serve_connection(TokioIo::new(stream), service)
    );
    let served = tokio::select! {
        served = &mut connection => served,
        _ = leave.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection of the endpoint ended");
    }
}

/// The state that the routes share.
#[derive(Clone)]
struct Server {
    bot: Bot,
    app: App,
    key: PublicKey,
    stopping: Arc<AtomicBool>,
}

/// Answers `GET /health`: success if this process can answer, for a load balancer.
async fn health(
    State(server): State<Server>,
    Extension(Answering(answering)): Extension<Answering>,
) -> StatusCode {
    answering.store(true, Ordering::SeqCst);
    if server.stopping.load(Ordering::SeqCst) {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    match timeout(HEALTH, server.app.store().heartbeat()).await {
        Ok(Ok(_)) => StatusCode::OK,
        Ok(Err(_)) | Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Answers `POST /interactions`.
async fn take(State(server): State<Server>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match read(body).await {
        Ok(body) => body,
        Err(status) => return status.into_response(),
    };
    if let Some(Answering(answering)) = head.extensions.get() {
        answering.store(true, Ordering::SeqCst);
    }
    if !is_discords(&server.key, &head.headers, &body, SystemTime::now()) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let Ok(interaction) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if interaction["type"].as_u64() == Some(1) {
        return ([(CONTENT_TYPE, "application/json")], r#"{"type":1}"#).into_response();
    }
    let bot = server.bot.clone();
    match received::read(&interaction) {
        Ok(interaction) => begin(bot.receive(interaction)),
        Err(left) if left.id.is_none() || left.token.is_none() => {
            return StatusCode::BAD_REQUEST.into_response();
        }
        Err(left) => begin(bot.unreadable(left)),
    }
    StatusCode::ACCEPTED.into_response()
}

/// Begins work, and continues it in a separate task. Begun work is waited for at the end of the process.
fn begin(mut work: BoxFuture<'static, ()>) {
    let waker = std::task::Waker::noop();
    let begun = work
        .as_mut()
        .poll(&mut std::task::Context::from_waker(waker));
    if begun.is_pending() {
        // The task's first poll registers its waker.
        tokio::spawn(work);
    }
}

async fn read(body: Body) -> Result<Bytes, StatusCode> {
    match timeout(BODY, to_bytes(body, LARGEST)).await {
        Ok(Ok(body)) => Ok(body),
        // A body that was cut off has no reader of the answer.
        Ok(Err(_)) => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
    }
}

/// True if a request is Discord's, and not a copy of an old one.
fn is_discords(key: &PublicKey, headers: &HeaderMap, body: &[u8], now: SystemTime) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(signature), Some(timestamp)) =
        (text("x-signature-ed25519"), text("x-signature-timestamp"))
    else {
        return false;
    };
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let is_new = timestamp
        .parse::<u64>()
        .is_ok_and(|at| at.abs_diff(now) <= OLDEST);
    is_new && key.has_signed(signature, timestamp, body)
}
