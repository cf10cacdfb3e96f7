//! The files of messages: attachments, and files that embeds show.

use axum::body::Bytes;
use serde_json::{Value, json};

use crate::sandbox::payloads::{BOT, items, snowflake};
use crate::sandbox::rest::Upload;
use crate::sandbox::state::{File, State, UPLOADED};

impl State {
    /// Returns the attachment objects of a body: those of `old` that it lists, and the uploaded files.
    pub(super) fn attach(
        &mut self,
        channel: u64,
        message: u64,
        body: &Value,
        uploads: &[Upload],
        old: &[Value],
    ) -> Vec<Value> {
        let listed = items(&body["attachments"]);
        let mut attachments: Vec<Value> = Vec::new();
        for entry in listed {
            let kept = old.iter().find(|old| {
                snowflake(&old["id"]).is_some_and(|id| snowflake(&entry["id"]) == Some(id))
            });
            if let Some(kept) = kept {
                let mut kept = kept.clone();
                if !entry["description"].is_null() {
                    kept["description"] = entry["description"].clone();
                }
                attachments.push(kept);
            }
        }
        for upload in uploads {
            let entry = listed
                .iter()
                .find(|entry| upload.index.is_some() && snowflake(&entry["id"]) == upload.index);
            let name = entry
                .and_then(|entry| entry["filename"].as_str())
                .unwrap_or(&upload.name);
            let name = safe_name(name);
            let id = self.snowflake();
            let url = format!("{}/attachments/{channel}/{id}/{name}", self.base);
            let mut attachment = json!({
                "id": id.to_string(), "filename": name, "size": upload.bytes.len(), "url": url, "proxy_url": url,
                "content_type": upload.kind,
            });
            if let Some(description) = entry.and_then(|entry| entry["description"].as_str()) {
                attachment["description"] = json!(description);
            }
            if let Some((width, height)) = picture_size(&upload.bytes) {
                attachment["width"] = json!(width);
                attachment["height"] = json!(height);
            }
            self.keep(
                id,
                File {
                    message,
                    name,
                    kind: upload.kind.clone(),
                    bytes: upload.bytes.clone(),
                },
            );
            attachments.push(attachment);
        }
        attachments
    }

    /// Keeps a file that a user attaches to a command; returns the answer to Discord's client.
    pub(crate) fn take_upload(&mut self, name: &str, kind: String, bytes: Bytes) -> Value {
        let (id, name) = (self.snowflake(), safe_name(name));
        let file = File {
            message: UPLOADED,
            name,
            kind,
            bytes,
        };
        self.keep(id, file);
        self.upload(id).unwrap_or(Value::Null)
    }

    /// Returns the attachment object of a file attached to a command, as the bot receives it.
    pub(crate) fn upload(&self, id: u64) -> Option<Value> {
        let file = self.files.get(&id)?;
        if file.message != UPLOADED {
            return None;
        }
        // Discord also serves such files under the application's snowflake.
        let url = format!("{}/attachments/{BOT}/{id}/{}", self.base, file.name);
        Some(json!({
            "id": id.to_string(), "filename": file.name, "size": file.bytes.len(), "url": url, "proxy_url": url,
            "content_type": file.kind, "ephemeral": true,
        }))
    }

    /// Hides files that an embed shows from the list of attachments below the message.
    pub(super) fn place_files(&self, message: &mut Value, embeds: &Value, attachments: Vec<Value>) {
        let mut shown = items(embeds).to_vec();
        let mut used = Vec::new();
        for embed in &mut shown {
            if embed["type"].is_null() {
                embed["type"] = json!("rich");
            }
            for (key, inner) in [
                ("image", "url"),
                ("thumbnail", "url"),
                ("author", "icon_url"),
                ("footer", "icon_url"),
            ] {
                let Some(name) = embed[key][inner]
                    .as_str()
                    .and_then(|url| url.strip_prefix("attachment://"))
                    .map(str::to_owned)
                else {
                    continue;
                };
                if let Some(file) = attachments
                    .iter()
                    .find(|file| file["filename"] == name.as_str())
                {
                    embed[key][inner] = file["url"].clone();
                    for size in ["width", "height"] {
                        if key == "image" && !file[size].is_null() {
                            embed[key][size] = file[size].clone();
                        }
                    }
                    used.push(file["id"].clone());
                }
            }
            if let Value::Object(embed) = embed {
                embed.retain(|_, value| !value.is_null());
            }
        }
        message["embeds"] = Value::Array(shown);
        let rest: Vec<Value> = attachments
            .into_iter()
            .filter(|file| !used.contains(&file["id"]))
            .collect();
        message["attachments"] = Value::Array(rest);
    }

    /// Deletes files that an edited message shows neither in its attachments nor in an embed.
    pub(super) fn let_go_unseen(&mut self, channel: u64, message: u64, body: &Value) {
        let text = body.to_string();
        let seen: Vec<u64> = self
            .files
            .iter()
            .filter(|(id, file)| {
                file.message == message && text.contains(&format!("/attachments/{channel}/{id}/"))
            })
            .map(|(id, _)| *id)
            .collect();
        self.let_go(message, &seen);
    }
}

/// Returns a file name as Discord changes it: any character but ASCII letters, digits, `.`, `-` and `_` becomes `_`.
fn safe_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
                c
            } else {
                '_'
            }
        })
        .collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() {
        "unknown".to_owned()
    } else {
        name.to_owned()
    }
}

/// Returns the width and height of a PNG or GIF, read from its first bytes.
fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let four = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let two = |at: usize| {
        Some(u32::from(u16::from_le_bytes(
            bytes.get(at..at + 2)?.try_into().ok()?,
        )))
    };
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        four(16).zip(four(20))
    } else if bytes.starts_with(b"GIF8") {
        two(6).zip(two(8))
    } else {
        None
    }
}
