//! A single request to Discord.

use std::time::Duration;

use serde_json::Value;
use serenity::http::{Http, LightMethod, Request, Route};

/// Longest wait for an answer from Discord.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Returns Discord's answer.
///
/// # Errors
/// The HTTP status of the refusal; `None` if there was no answer. The error itself is dropped, since it can contain an
/// address.
pub(super) async fn ask(http: &Http, route: Route<'_>) -> Result<Value, Option<u16>> {
    let request = http.fire::<Value>(Request::new(route, LightMethod::Get));
    match tokio::time::timeout(TIMEOUT, request).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(serenity::Error::Http(error))) => {
            Err(error.status_code().map(|status| status.as_u16()))
        }
        Ok(Err(_)) | Err(_) => Err(None),
    }
}
