//! Answers to requests: replies, and refusals in Discord's shape.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::checks::Problems;

/// An answer to a request that was carried out.
pub(crate) struct Reply {
    pub status: u16,
    pub body: Option<Value>,
}

impl Reply {
    pub(crate) fn ok(body: Value) -> Reply {
        Reply {
            status: 200,
            body: Some(body),
        }
    }

    pub(crate) fn created(body: Value) -> Reply {
        Reply {
            status: 201,
            body: Some(body),
        }
    }

    pub(crate) fn nothing() -> Reply {
        Reply {
            status: 204,
            body: None,
        }
    }
}

/// A refusal in Discord's shape.
pub(crate) struct ApiError {
    pub status: u16,
    code: u32,
    message: String,
    errors: Option<Value>,
    details: Option<String>,
    pub retry_after: Option<Duration>,
    /// True if the sender made a mistake, which is recorded as a violation. A deleted channel or a person who takes no
    /// messages is nobody's fault.
    pub blame: bool,
}

impl ApiError {
    pub(crate) fn plain(status: u16, code: u32, message: &str) -> ApiError {
        ApiError {
            status,
            code,
            message: message.to_owned(),
            errors: None,
            details: None,
            retry_after: None,
            blame: false,
        }
    }

    pub(crate) fn blamed(mut self) -> ApiError {
        self.blame = true;
        self
    }

    /// Returns the refusal of a body with problems: code 50035 with all of them.
    pub(crate) fn form(problems: &Problems) -> ApiError {
        let mut refused = ApiError::plain(400, 50035, "Invalid Form Body").blamed();
        refused.errors = Some(problems.errors());
        refused.details = Some(problems.sentence());
        refused
    }

    pub(crate) fn too_large(what: &str) -> ApiError {
        let mut refused = ApiError::plain(413, 40005, "Request entity too large").blamed();
        refused.details = Some(format!("{what} is over the limit"));
        refused
    }

    pub(crate) fn empty() -> ApiError {
        ApiError::plain(400, 50006, "Cannot send an empty message").blamed()
    }

    pub(crate) fn unauthorized() -> ApiError {
        ApiError::plain(401, 0, "401: Unauthorized").blamed()
    }

    pub(crate) fn unknown_channel() -> ApiError {
        ApiError::plain(404, 10003, "Unknown Channel")
    }

    pub(crate) fn unknown_message() -> ApiError {
        ApiError::plain(404, 10008, "Unknown Message")
    }

    pub(crate) fn unknown_interaction(details: &str) -> ApiError {
        let mut refused = ApiError::plain(404, 10062, "Unknown interaction").blamed();
        refused.details = Some(details.to_owned());
        refused
    }

    pub(crate) fn limited(wait: Duration) -> ApiError {
        let mut refused = ApiError::plain(429, 0, "You are being rate limited.");
        refused.retry_after = Some(wait);
        refused
    }

    /// Refuses a request beyond the limit of all requests together.
    pub(crate) fn limited_globally(wait: Duration) -> ApiError {
        let mut refused = ApiError::limited(wait);
        refused.details = Some("global".to_owned());
        refused
    }

    /// True if the limit of all requests together was exceeded.
    pub(crate) fn is_global(&self) -> bool {
        self.retry_after.is_some() && self.details.is_some()
    }

    /// Returns Discord's error object.
    pub(crate) fn body(&self) -> Value {
        if let Some(wait) = self.retry_after {
            return json!({
                "message": self.message, "retry_after": wait.as_secs_f64(), "global": self.is_global(),
            });
        }
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }

    /// Returns the refusal in one sentence, for the list of violations.
    pub(crate) fn sentence(&self) -> String {
        match &self.details {
            Some(details) => format!("{} ({}): {details}", self.message, self.code),
            None => format!("{} ({})", self.message, self.code),
        }
    }
}
