//! Things that go wrong on purpose.

use std::time::Duration;

use serde_json::json;

use super::super::rest::{ApiError, Call};

/// How long a fault of lateness lasts unless it says.
pub(crate) const LATE: Duration = Duration::from_secs(4);

/// A route, and what happens to the next requests that it is asked.
pub(crate) struct Fault {
    pub route: String,
    pub ill: FaultKind,
    pub times: u32,
}

/// What can go wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Not carried out, and answered with this status: 429, 500, 403 or another.
    Status(u16),
    /// Not carried out, and answered with 429, and that it can be sent again after so long.
    Limited(Duration),
    /// Not carried out, and never answered.
    Silence,
    /// Carried out, but the connection is cut before the answer.
    Lost,
    /// Carried out at once, and answered after so long.
    Late(Duration),
    /// Not carried out, and answered by something that is not Discord: with this status, and with that. A redirection
    /// leads to the same server.
    Odd(u16, OddBody),
}

/// What is answered by something that is not Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddBody {
    /// Nothing.
    Empty,
    /// A page that quotes the request's address.
    Page,
    /// Discord's shape, with the address in the place of a reason.
    Quoting,
    /// JSON that is no object.
    List,
    /// The beginning of an answer, and then the connection is cut.
    Cut,
}

impl OddBody {
    /// What is sent; the address is part of it.
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

/// What befalls this request, if anything.
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

/// The refusal that goes with an injected status.
pub(crate) fn refusal(status: u16) -> ApiError {
    match status {
        429 => ApiError::limited(Duration::from_millis(300), false),
        403 => ApiError::plain(403, 50013, "Missing Permissions"),
        404 => ApiError::plain(404, 0, "404: Not Found"),
        _ => ApiError::plain(status, 0, "500: Internal Server Error"),
    }
}
