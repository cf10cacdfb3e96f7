//! What a failed request was, and what it calls for.

use serenity::http::HttpError;

/// What a failure calls for.
#[derive(Clone, Copy)]
pub enum RetryDecision {
    /// Trying again may help. `unsure` where the request may have been done all the same.
    Again { unsure: bool },
    /// There were too many requests: trying again helps after a while.
    Limited,
    /// It will not get better.
    Final,
}

/// The status of a request that was one too many.
pub const TOO_MANY: u16 = 429;

pub fn verdict(error: &serenity::Error) -> RetryDecision {
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
pub fn code(error: &serenity::Error) -> Option<isize> {
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
