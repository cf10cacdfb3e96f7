//! `/api/v10`: the REST API for the bot. Every request goes the same way: read, authorised, perhaps struck by a fault,
//! counted against its rate limit, carried out under the world's lock, recorded, answered in Discord's shape.

mod call;
mod callback;
mod channels;
mod commands;
pub(crate) mod fault;
pub(crate) mod limit;
mod messages;
mod refused;
mod routes;
mod threads;
mod webhooks;

use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request, State as AppState};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use super::state::{Recorded, SharedState};
pub(crate) use call::{Call, Upload};
use fault::{FaultKind, OddBody};
use limit::Share;
pub(crate) use refused::{ApiError, Reply};

/// Maximum size of a request, in bytes: ten files and some text.
const BODY_LIMIT: usize = 10 * super::payloads::FILE_LIMIT + 1024 * 1024;

/// Answers a request to the API.
pub(crate) async fn serve(AppState(shared): AppState<SharedState>, request: Request) -> Response {
    let mut call = match read(&shared, request).await {
        Ok(call) => call,
        Err((call, refused)) => return finish(&shared, &call, Err(refused), None).await,
    };
    let ill = {
        let mut state = shared.lock();
        fault::strike(&mut state.faults, &call)
    };
    match ill {
        Some(FaultKind::Silence) => {
            record(&shared, &call, 0, Value::Null);
            std::future::pending::<()>().await;
        }
        Some(FaultKind::Status(status)) => {
            let refused = fault::refusal(status);
            return finish(&shared, &call, Err(refused), None).await;
        }
        Some(FaultKind::Limited(wait)) => {
            let refused = ApiError::limited(wait);
            return finish(&shared, &call, Err(refused), None).await;
        }
        Some(FaultKind::Odd(status, body)) => return odd(&shared, &call, status, body),
        Some(FaultKind::Lost | FaultKind::Late(_)) | None => {}
    }
    let limits = shared.limits();
    if limits.enforce_rates {
        let refused = shared.lock().buckets.take_global(&call, limits.global);
        if let Some(refused) = refused {
            return finish(&shared, &call, Err(refused), None).await;
        }
    }
    let share = shared.lock().buckets.take(&call);
    if limits.enforce_rates
        && let Some(refused) = share.as_ref().and_then(Share::refusal)
    {
        return finish(&shared, &call, Err(refused), share).await;
    }
    let result = routes::carry_out(&shared, &mut call);
    match ill {
        Some(FaultKind::Lost) => {
            record(&shared, &call, 0, Value::Null);
            // A body that fails before its first byte makes the server cut the connection.
            let cut = futures_util::stream::once(async {
                Err::<Bytes, _>(std::io::Error::other("lost"))
            });
            Response::new(Body::from_stream(cut))
        }
        Some(FaultKind::Late(wait)) => {
            tokio::time::sleep(wait).await;
            finish(&shared, &call, result, share).await
        }
        _ => finish(&shared, &call, result, share).await,
    }
}

/// Returns an answer as from something between the bot and Discord.
fn odd(shared: &SharedState, call: &Call, status: u16, body: OddBody) -> Response {
    record(shared, call, status, Value::Null);
    let text = body.text(&call.path);
    let mut response = Response::new(match body {
        OddBody::Cut => Body::from_stream(futures_util::stream::iter([
            Ok(Bytes::from(text)),
            Err(std::io::Error::other("cut")),
        ])),
        _ => Body::from(text),
    });
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if (300..400).contains(&status) {
        let base = shared.inner.address;
        let there = format!("http://{base}/api/v10/elsewhere{}", call.path);
        if let Ok(there) = HeaderValue::from_str(&there) {
            response.headers_mut().insert(LOCATION, there);
        }
    }
    response
}

fn record(shared: &SharedState, call: &Call, status: u16, answer: Value) {
    let files = call
        .uploads
        .iter()
        .map(|upload| (upload.name.clone(), upload.kind.clone(), upload.bytes.len()))
        .collect();
    let recorded = Recorded {
        method: call.method.to_string(),
        path: call.path.clone(),
        body: call.body.clone(),
        files,
        status,
        answer,
    };
    shared.lock().record(recorded);
}

async fn finish(
    shared: &SharedState,
    call: &Call,
    result: Result<Reply, ApiError>,
    share: Option<Share>,
) -> Response {
    let (status, body, wait, global) = match result {
        Ok(reply) => (reply.status, reply.body, None, false),
        Err(refused) => {
            if refused.blame {
                let sentence = format!("{}: {}", call.title(), refused.sentence());
                shared.lock().violate(sentence);
            }
            let body = Some(refused.body());
            (
                refused.status,
                body,
                refused.retry_after,
                refused.is_global(),
            )
        }
    };
    record(shared, call, status, body.clone().unwrap_or_default());
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match body {
        Some(body) => {
            let mut response = Response::new(Body::from(body.to_string()));
            let json = HeaderValue::from_static("application/json");
            response.headers_mut().insert(CONTENT_TYPE, json);
            response
        }
        None => Response::new(Body::empty()),
    };
    *response.status_mut() = code;
    if let Some(share) = share {
        share.write(response.headers_mut());
    }
    if global {
        let headers = response.headers_mut();
        headers.insert("x-ratelimit-global", HeaderValue::from_static("true"));
        headers.insert("x-ratelimit-scope", HeaderValue::from_static("global"));
    }
    if let Some(wait) = wait {
        let seconds = wait.as_secs_f64().ceil().to_string();
        if let Ok(value) = HeaderValue::from_str(&seconds) {
            response.headers_mut().insert(RETRY_AFTER, value);
        }
    }
    response
}

async fn read(shared: &SharedState, request: Request) -> Result<Call, (Box<Call>, ApiError)> {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let full = uri.path().strip_prefix("/api").unwrap_or(uri.path());
    let (version, path) = match full.strip_prefix("/v") {
        Some(rest) => rest.split_once('/').unwrap_or((rest, "")),
        None => ("", full),
    };
    let mut call = Call {
        method,
        path: format!("/{}", path.trim_matches('/')),
        query: query(uri.query().unwrap_or_default()),
        body: Value::Null,
        uploads: Vec::new(),
        bot: authorised(shared, request.headers()),
    };
    if version != "10" {
        return Err((
            Box::new(call),
            ApiError::plain(400, 50041, "Invalid API version provided").blamed(),
        ));
    }
    let length: Option<usize> = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length| length > BODY_LIMIT) {
        return Err((Box::new(call), ApiError::too_large("The request")));
    }
    match body(request, &mut call).await {
        Ok(()) => Ok(call),
        Err(refused) => Err((Box::new(call), refused)),
    }
}

fn authorised(shared: &SharedState, headers: &HeaderMap) -> bool {
    headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bot "))
        .is_some_and(|token| token == shared.inner.token)
}

fn query(text: &str) -> HashMap<String, String> {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

async fn body(request: Request, call: &mut Call) -> Result<(), ApiError> {
    let kind = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    if kind.starts_with("multipart/form-data") {
        return form(request, call).await;
    }
    let bytes = axum::body::to_bytes(request.into_body(), BODY_LIMIT)
        .await
        .map_err(|_| ApiError::too_large("The request"))?;
    if bytes.is_empty() {
        return Ok(());
    }
    if !kind.starts_with("application/json") {
        let message = format!(
            "Expected \"Content-Type\" header to be one of {{'application/json'}}, not {kind}."
        );
        return Err(ApiError::plain(400, 50035, &message).blamed());
    }
    call.body = serde_json::from_slice(&bytes).map_err(|_| not_json())?;
    Ok(())
}

async fn form(request: Request, call: &mut Call) -> Result<(), ApiError> {
    let broken = |error: &dyn std::fmt::Display| {
        ApiError::plain(400, 50035, &format!("The form cannot be read: {error}")).blamed()
    };
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|error| broken(&error))?;
    let mut total = 0;
    while let Some(part) = form.next_field().await.map_err(|error| broken(&error))? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let kind = part.content_type().unwrap_or_default().to_owned();
        let bytes = part.bytes().await.map_err(|error| broken(&error))?;
        total += bytes.len();
        if total > BODY_LIMIT {
            return Err(ApiError::too_large("The request"));
        }
        if name == "payload_json" {
            call.body = serde_json::from_slice(&bytes).map_err(|_| not_json())?;
        } else if let Some(rest) = name.strip_prefix("file") {
            let index = rest
                .trim_start_matches("s[")
                .trim_end_matches(']')
                .parse()
                .ok();
            let file = file.unwrap_or_default();
            call.uploads.push(Upload {
                part: name,
                index,
                kind: kind_of(&file, kind),
                name: file,
                bytes,
            });
        } else {
            return Err(
                ApiError::plain(400, 50035, &format!("A form has no part {name}.")).blamed(),
            );
        }
    }
    if call.body.is_null() {
        call.body = json!({});
    }
    Ok(())
}

/// Returns a file's media type, which Discord derives from its name rather than from the sender's claim.
fn kind_of(name: &str, said: String) -> String {
    let kind = match name.rsplit('.').next().unwrap_or_default() {
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json",
        _ if said.is_empty() => "application/octet-stream",
        _ => return said,
    };
    kind.to_owned()
}

fn not_json() -> ApiError {
    ApiError::plain(400, 50109, "The request body contains invalid JSON.").blamed()
}
