//! A request of the REST API.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::http::Method;
use serde_json::Value;

/// A file that came with a request.
pub(crate) struct Upload {
    /// The name of the form's part.
    pub part: String,
    /// The number in `files[n]`, to which attachments refer.
    pub index: Option<u64>,
    /// The file's name.
    pub name: String,
    /// The file's media type.
    pub kind: String,
    /// The file's contents.
    pub bytes: Bytes,
}

/// A parsed request.
pub(crate) struct Call {
    pub method: Method,
    /// The path after `/api/v10`.
    pub path: String,
    pub query: HashMap<String, String>,
    pub body: Value,
    pub uploads: Vec<Upload>,
    /// True if the request carries the bot's token.
    pub bot: bool,
}

impl Call {
    /// Returns method and path: `POST /channels/3/messages`.
    pub(crate) fn title(&self) -> String {
        // An interaction's token is long, and of no use to a reader.
        let path: Vec<&str> = self
            .path
            .split('/')
            .map(|part| if part.len() > 40 { "TOKEN" } else { part })
            .collect();
        format!("{} {}", self.method, path.join("/"))
    }

    pub(crate) fn asks(&self, key: &str) -> bool {
        self.query
            .get(key)
            .is_some_and(|value| value == "true" || value == "1")
    }
}
