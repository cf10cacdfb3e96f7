//! The people's side: acts of the chat page and the tests in a user's name.
//!
//! Only pages of this server may use these routes: a browser states the origin of a request, and any other origin is
//! refused, so that no page on the web can play in its reader's sandbox.

mod user_actions;

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, Request, State as AppState};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::gateway::ConnectionFault;
use super::payloads;
use super::rest::fault::{FaultKind, LATE};
use super::state::{Page, Progress, SharedState};
use user_actions::{ActionError, json_response, person};

/// Longest wait for the answer after a deferral.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum number of pages open at once.
const PAGES: usize = 200;

/// Returns the people's routes.
pub(crate) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/attachments/{channel}/{attachment}/{filename}", get(file))
        .route("/sandbox/state", get(state))
        .route("/sandbox/events", get(events))
        .route("/sandbox/interact", post(interact))
        .route("/sandbox/violations", get(violations))
        .route("/sandbox/upload", post(upload))
        .route("/sandbox/{user_action}", post(user_action))
}

/// Passes on requests from this server's own pages, or from no browser at all, and refuses the others.
pub(crate) async fn same_origin(
    AppState(shared): AppState<SharedState>,
    request: Request,
    next: Next,
) -> Response {
    if is_own(request.headers(), shared.inner.address.port()) {
        next.run(request).await
    } else {
        let sentence = "The sandbox listens to its own page only.".to_owned();
        ActionError(StatusCode::FORBIDDEN, sentence).into_response()
    }
}

fn is_own(headers: &HeaderMap, port: u16) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let own = |host: &str| {
        ["127.0.0.1", "localhost", "[::1]"]
            .iter()
            .any(|name| host == format!("{name}:{port}") || port == 80 && host == *name)
    };
    let from_elsewhere = headers
        .get("sec-fetch-site")
        .is_some_and(|site| !["same-origin", "none"].iter().any(|own| site == own));
    // A picture may be opened from anywhere on this machine. The host name must be the sandbox's, since a foreign name
    // whose DNS points here would load a foreign page.
    text(HOST).is_some_and(own)
        && !from_elsewhere
        && text(ORIGIN).is_none_or(|origin| origin.strip_prefix("http://").is_some_and(own))
}

#[derive(Deserialize)]
struct Who {
    user: String,
}

impl Who {
    fn person(&self) -> Result<u64, ActionError> {
        let id = self.user.parse().unwrap_or(0);
        person(id)
    }
}

async fn state(
    AppState(shared): AppState<SharedState>,
    Query(who): Query<Who>,
) -> Result<Response, ActionError> {
    let user = who.person()?;
    let seen = shared.lock().seen_by(user);
    Ok(json_response(StatusCode::OK, &seen))
}

async fn violations(AppState(shared): AppState<SharedState>) -> Response {
    json_response(StatusCode::OK, &json!(shared.violations()))
}

async fn file(
    AppState(shared): AppState<SharedState>,
    Path((_, attachment, _)): Path<(u64, u64, String)>,
) -> Result<Response, ActionError> {
    let (kind, bytes) = {
        let state = shared.lock();
        let file = state.files.get(&attachment).ok_or_else(|| {
            ActionError(
                StatusCode::NOT_FOUND,
                "That file is no longer here.".to_owned(),
            )
        })?;
        (file.kind.clone(), file.bytes.clone())
    };
    // Files from a bot are shown, never run.
    let is_shown = kind.starts_with("image/") && !kind.contains("svg");
    let headers = [
        (CONTENT_TYPE.as_str(), kind),
        ("x-content-type-options", "nosniff".to_owned()),
        (
            "cache-control",
            "private, max-age=86400, immutable".to_owned(),
        ),
        (
            "content-disposition",
            if is_shown { "inline" } else { "attachment" }.to_owned(),
        ),
    ];
    Ok((headers, bytes).into_response())
}

async fn events(
    AppState(shared): AppState<SharedState>,
    Query(who): Query<Who>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ActionError> {
    let user = who.person()?;
    let (send, events) = mpsc::unbounded_channel();
    {
        let mut state = shared.lock();
        state.pages.retain(|page| !page.send.is_closed());
        if state.pages.len() >= PAGES {
            return Err(ActionError(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many pages are open.".to_owned(),
            ));
        }
        let online = json!({"type": "bot", "online": state.online()});
        // The receiver still exists, so this cannot fail.
        let _ = send.send(online.to_string());
        state.pages.push(Page { user, send });
    }
    Ok(upgrade.on_upgrade(move |socket| watch_page(socket, events)))
}

async fn watch_page(mut socket: WebSocket, mut events: mpsc::UnboundedReceiver<String>) {
    loop {
        tokio::select! {
            text = events.recv() => match text {
                Some(text) => {
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
                None => return,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            }
        }
    }
}

fn read(body: &Bytes) -> Result<Value, ActionError> {
    let body: Value =
        serde_json::from_slice(body).map_err(|_| ActionError::from("The request is not JSON."))?;
    if body.is_object() {
        Ok(body)
    } else {
        Err(ActionError::from("The request is not a JSON object."))
    }
}

async fn interact(
    AppState(shared): AppState<SharedState>,
    body: Bytes,
) -> Result<Response, ActionError> {
    let body = read(&body)?;
    let (id, mut watched) = {
        let mut state = shared.lock();
        let act = user_actions::act(&state, &body)?;
        shared.act(&mut state, act)
    };
    let completes = body["kind"] == "autocomplete";
    if body["wait"] != true && !completes {
        return Ok(json_response(
            StatusCode::OK,
            &json!({"interaction": id.to_string()}),
        ));
    }
    wait(&mut watched).await;
    let state = shared.lock();
    let Some(interaction) = state.interactions.get(&id) else {
        return Err(ActionError::from(
            "So much has happened since that it is forgotten.",
        ));
    };
    let progress = *interaction.progress.borrow();
    if completes && progress == Progress::Failed {
        return Err(ActionError(
            StatusCode::GATEWAY_TIMEOUT,
            "Loading options failed".to_owned(),
        ));
    }
    if completes {
        let choices = interaction.choices.clone().unwrap_or_else(|| json!([]));
        return Ok(json_response(StatusCode::OK, &json!({"choices": choices})));
    }
    let message = interaction.original.and_then(|message| {
        let channel = state.channels.get(&interaction.channel)?;
        Some(channel.message(message)?.body.clone())
    });
    let answer = json!({
        "interaction": id.to_string(), "state": progress.name(), "message": message,
        "deferred": interaction.deferred(), "modal": interaction.modal,
    });
    Ok(json_response(StatusCode::OK, &answer))
}

/// Waits until the bot has answered or failed; after a deferral, for at most [`TIMEOUT`].
async fn wait(watched: &mut watch::Receiver<Progress>) {
    let settled = |progress: &Progress| matches!(progress, Progress::Answered | Progress::Failed);
    // The wait ends early if the interaction is dropped; the caller notices.
    let _ = tokio::time::timeout(TIMEOUT, watched.wait_for(settled)).await;
}

#[derive(Deserialize)]
struct Uploading {
    user: String,
    name: String,
}

/// Keeps a file that will be attached to a command; the body is its bytes.
async fn upload(
    AppState(shared): AppState<SharedState>,
    Query(Uploading { user, name }): Query<Uploading>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ActionError> {
    Who { user }.person()?;
    if body.len() > payloads::FILE_LIMIT {
        let sentence = "Your files are too powerful: at most 10 MiB.".to_owned();
        return Err(ActionError(StatusCode::PAYLOAD_TOO_LARGE, sentence));
    }
    let kind = headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or("application/octet-stream").to_owned();
    let attachment = shared.lock().take_upload(&name, kind, body);
    Ok(json_response(
        StatusCode::OK,
        &json!({"attachment": attachment}),
    ))
}

async fn user_action(
    AppState(shared): AppState<SharedState>,
    Path(user_action): Path<String>,
    body: Bytes,
) -> Result<Response, ActionError> {
    let body = read(&body)?;
    let mut state = shared.lock();
    match user_action.as_str() {
        "say" => user_actions::send_message(&mut state, &body),
        "archive" => user_actions::archive(&mut state, &body),
        "block" => user_actions::block(&mut state, &body),
        "dismiss" => user_actions::dismiss(&mut state, &body),
        "gateway" => {
            let fault: ConnectionFault = serde_json::from_value(body["do"].clone()).map_err(|_| {
                ActionError::from(
                    "`do` is drop, reconnect, resumable, invalidate, silent or {\"close\": CODE}.",
                )
            })?;
            state.fail_connections(fault);
            Ok(json!({}))
        }
        "fault" if body["event"] == "INTERACTION_CREATE" => {
            let members: Vec<&str> = match body["without"].as_array() {
                Some(names) => names.iter().filter_map(Value::as_str).collect(),
                None => vec!["data"],
            };
            drop(state);
            shared.spoil(&members);
            Ok(json!({}))
        }
        "fault" => {
            let late = body["ms"].as_u64().map_or(LATE, Duration::from_millis);
            let ill = match &body["answer"] {
                Value::String(text) if text == "silence" => FaultKind::Silence,
                Value::String(text) if text == "lost" => FaultKind::Lost,
                Value::String(text) if text == "late" => FaultKind::Late(late),
                number => number
                    .as_u64()
                    .and_then(|number| u16::try_from(number).ok())
                    .filter(|status| (400..600).contains(status))
                    .map(FaultKind::Status)
                    .ok_or_else(|| {
                        ActionError::from("`answer` is a status, silence, lost or late.")
                    })?,
            };
            let times = u32::try_from(body["times"].as_u64().unwrap_or(1)).unwrap_or(u32::MAX);
            let route = body["route"].as_str().unwrap_or_default().to_owned();
            drop(state);
            shared.fault(&route, ill, times);
            Ok(json!({}))
        }
        _ => Err(ActionError(
            StatusCode::NOT_FOUND,
            "There is no such thing to do.".to_owned(),
        )),
    }
    .map(|answer| json_response(StatusCode::OK, &answer))
}
