//! Retries of requests, with pauses, as long as they may help.
//!
//! The crate `backon` would replace the loop, some ten lines: the pause depends on the failure, and after a limit on
//! the server's response.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serenity::http::HttpError;
use tokio::time::{sleep, timeout};

use super::failure::{RetryDecision, TOO_MANY, code, said, verdict};
use super::{DiscordHttp, LATER, SendError};

/// Pauses before the second, third ... attempt.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(150),
    Duration::from_millis(600),
    Duration::from_secs(2),
];

/// The most retries of a request that was one too many.
const LIMITED: usize = 5;

/// The pause before such a retry if the server names none.
const DEFAULT_RETRY_AFTER: Duration = Duration::from_secs(1);

impl DiscordHttp {
    /// Returns the time to wait before a request that was one too many may be sent again, at most [`LATER`]. With its
    /// rate limiter on, serenity waits itself; without it, on a local server, it does not pass on `retry_after`. So an
    /// empty request to the same route asks the server, which refuses it for the same reason. If the limit is over by
    /// then, the empty request does no more than the repeated one.
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
            .timeout(self.answer_times.attempt)
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
                RetryDecision::Limited if failed < LIMITED => {
                    Some(limited.unwrap_or(DEFAULT_RETRY_AFTER))
                }
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
