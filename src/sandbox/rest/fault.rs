//! Faults that tests and the page inject into the REST API.

use std::time::Duration;

use serde_json::json;

use super::super::rest::{ApiError, Call};

/// Delay of a late answer, unless the fault names another.
pub(crate) const LATE: Duration = Duration::from_secs(4);

/// A fault of the next requests to a route.
pub(crate) struct Fault {
    pub route: String,
    pub ill: FaultKind,
    pub times: u32,
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The request is not carried out, and answered with this status: 429, 500, 403 or another.
    Status(u16),
    /// The request is not carried out, and answered with 429 and the time after which it can be sent again.
    Limited(Duration),
    /// The request is not carried out, and never answered.
    Silence,
    /// The request is carried out, but the connection is cut before the answer.
    Lost,
    /// The request is carried out at once, and answered after this time.
    Late(Duration),
    /// The request is not carried out, and answered with this status and body by something that is not Discord. A
    /// redirection leads to the same server.
    Odd(u16, OddBody),
}

/// A body from something that is not Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddBody {
    /// An empty body.
    Empty,
    /// A page that quotes the request's address.
    Page,
    /// An error in Discord's shape that quotes the request's address.
    Quoting,
    /// JSON that is no object.
    List,
    /// The beginning of an answer, after which the connection is cut.
    Cut,
}

impl OddBody {
    /// Returns the body's text; `address` is the request's path.
    pub(crate) fn text(self, address: &str) -> String {
        match self {
            OddBody::Empty => String::new(),
            OddBody::Page => format!("<html><body>Nothing at <b>{address}</b>.</body></html>"),
            OddBody::Quoting => {
                json!({"code": 0, "message": format!("Nothing at {address}")}).to_string()
            }
            OddBody::List => json!([address]).to_string(),
            OddBody::Cut => format!("{{\"message\": \"{address}"),
        }
    }
}

/// Returns the fault that strikes this request, if any, and counts it.
pub(crate) fn strike(faults: &mut Vec<Fault>, call: &Call) -> Option<FaultKind> {
    let titled = format!("{} {}", call.method, call.path);
    let fault = faults.iter_mut().find(|fault| {
        fault.times > 0 && (call.path.starts_with(&fault.route) || titled.starts_with(&fault.route))
    })?;
    fault.times -= 1;
    let ill = fault.ill;
    faults.retain(|fault| fault.times > 0);
    Some(ill)
}

/// Returns the refusal that goes with an injected status.
pub(crate) fn refusal(status: u16) -> ApiError {
    match status {
        429 => ApiError::limited(Duration::from_millis(300)),
        403 => ApiError::plain(403, 50013, "Missing Permissions"),
        404 => ApiError::plain(404, 0, "404: Not Found"),
        _ => ApiError::plain(status, 0, "500: Internal Server Error"),
    }
}
