//! A request of the REST API.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::http::Method;
use serde_json::Value;

/// A file that came with a request.
pub(crate) struct Upload {
    /// The form's name for it.
    pub part: String,
    /// The number in `files[n]`, which attachments refer to.
    pub index: Option<u64>,
    /// What the file is called.
    pub name: String,
    /// Its media type.
    pub kind: String,
    /// What is in it.
    pub bytes: Bytes,
}

/// A request, read.
pub(crate) struct Call {
    pub method: Method,
    /// The path after `/api/v10`.
    pub path: String,
    pub query: HashMap<String, String>,
    pub body: Value,
    pub uploads: Vec<Upload>,
    /// Whether it carries the bot's token.
    pub bot: bool,
}

impl Call {
    /// `POST /channels/3/messages`.
    pub(crate) fn title(&self) -> String {
        // The token of an interaction is long and says nothing.
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
