//! What a failed request calls for: another attempt after a pause, or none.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serenity::http::HttpError;
use tokio::time::{sleep, timeout};

use super::{ATTEMPT, DiscordHttp, LATER, SendError};

/// Waits before the second, third ... attempt.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(150),
    Duration::from_millis(600),
    Duration::from_secs(2),
];

/// How often a request that was one too many is tried again.
const LIMITED: usize = 5;

/// How long is waited before that where the server does not say.
const UNSAID: Duration = Duration::from_secs(1);

/// The status of a request that was one too many.
const TOO_MANY: u16 = 429;

/// What a failure calls for.
#[derive(Clone, Copy)]
pub(super) enum RetryDecision {
    /// Trying again may help. `unsure` where the request may have been done all the same.
    Again { unsure: bool },
    /// There were too many requests: trying again helps after a while.
    Limited,
    /// It will not get better.
    Final,
}

impl DiscordHttp {
    /// How long to wait before a request may be sent again that was one too many, at most [`LATER`]. With its rate
    /// limiter on, serenity waits itself; without it, on a server of our own, it keeps `retry_after` to itself: so the
    /// server is asked with an empty request to the same route, which it refuses for the same reason. Should the limit
    /// be over by then, the empty request does no more than the one that is sent again.
    async fn limited(&self, error: &serenity::Error) -> Option<Duration> {
        let serenity::Error::Http(HttpError::UnsuccessfulRequest(refused)) = error else {
            return None;
        };
        if refused.status_code.as_u16() != TOO_MANY || self.http.ratelimiter.is_some() {
            return None;
        }
        let parsed = self
            .asking
            .request(refused.method.clone(), &refused.url)
            .header(AUTHORIZATION, self.http.token())
            .header(CONTENT_TYPE, "application/json")
            .body("{}")
            .timeout(ATTEMPT)
            .send()
            .await
            .ok()?;
        if parsed.status().as_u16() != TOO_MANY {
            return Some(Duration::ZERO);
        }
        let said: serde_json::Value = serde_json::from_slice(&parsed.bytes().await.ok()?).ok()?;
        let wait = Duration::try_from_secs_f64(said["retry_after"].as_f64()?).ok()?;
        Some(wait.min(LATER))
    }

    /// Tries a request until it succeeds, cannot succeed, or has failed too often.
    pub(super) async fn attempts<T, F>(
        &self,
        mut request: impl FnMut() -> F,
    ) -> Result<T, SendError>
    where
        F: Future<Output = serenity::Result<T>>,
    {
        let mut failed = 0;
        loop {
            let mut limited = None;
            let (reason, verdict, number) = match timeout(LATER, request()).await {
                Ok(Ok(done)) => return Ok(done),
                Ok(Err(error)) => {
                    self.note(&error);
                    limited = self.limited(&error).await;
                    (said(&error), verdict(&error), code(&error))
                }
                Err(_) => (
                    "no answer in time".to_owned(),
                    RetryDecision::Again { unsure: true },
                    None,
                ),
            };
            let pause = match verdict {
                RetryDecision::Again { .. } => PAUSES.get(failed).copied(),
                RetryDecision::Limited if failed < LIMITED => Some(limited.unwrap_or(UNSAID)),
                RetryDecision::Limited | RetryDecision::Final => None,
            };
            failed += 1;
            match pause {
                Some(pause) => {
                    tracing::debug!(reason, ?pause, "a request failed and is tried again");
                    sleep(pause).await;
                }
                None => {
                    return Err(match number {
                        Some(number) => SendError::Refused(number, reason),
                        None => SendError::Failed(reason),
                    });
                }
            }
        }
    }
}

pub(super) fn verdict(error: &serenity::Error) -> RetryDecision {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            match response.status_code.as_u16() {
                TOO_MANY => RetryDecision::Limited,
                408 => RetryDecision::Again { unsure: false },
                500..=599 => RetryDecision::Again { unsure: true },
                _ => RetryDecision::Final,
            }
        }
        serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Io(_) => {
            RetryDecision::Again { unsure: true }
        }
        _ => RetryDecision::Final,
    }
}

/// Discord's code of an error.
pub(super) fn code(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some(response.error.code)
        }
        _ => None,
    }
}

/// An error without the address it happened at.
pub fn said(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => format!(
            "HTTP {}, code {}: {}",
            response.status_code.as_u16(),
            response.error.code,
            response.error.message
        ),
        serenity::Error::Http(HttpError::Request(error)) => {
            if error.is_timeout() {
                "the request timed out".to_owned()
            } else if error.is_connect() {
                "no connection".to_owned()
            } else {
                "the connection failed".to_owned()
            }
        }
        serenity::Error::Http(_) => "the request failed".to_owned(),
        other => other.to_string(),
    }
}
