//! Properties of messages.

use super::*;

pub fn components(message: &Value) -> Vec<Value> {
    let rows = message["components"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    rows.iter()
        .flat_map(|row| row["components"].as_array().cloned().unwrap_or_default())
        .collect()
}

/// Returns the `custom_id` of the button with that label.
pub fn button(message: &Value, label: &str) -> String {
    let found = components(message)
        .into_iter()
        .find(|component| component["label"] == label)
        .unwrap_or_else(|| panic!("no button {label}: {message}"));
    found["custom_id"].as_str().unwrap().to_owned()
}

pub fn has_button(message: &Value, label: &str) -> bool {
    components(message)
        .iter()
        .any(|component| component["label"] == label)
}

pub fn content(message: &Value) -> &str {
    message["content"].as_str().unwrap_or_default()
}

/// True if only one person sees a message.
pub fn is_private(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or_default() & 64 != 0
}

/// True if a message tells everyone what has happened to a match, with its board or without.
pub fn is_board(message: &Value) -> bool {
    !is_private(message) && has_button(message, "My side") && content(message).contains("-# **")
}

/// Returns the text of a message without the players' names behind those of their sides.
pub fn unnamed(message: &Value) -> String {
    let mut text = String::new();
    for (index, part) in content(message).split(" (<@").enumerate() {
        let rest = part.split_once(">)").map(|(_, rest)| rest);
        text.push_str(rest.filter(|_| index > 0).unwrap_or(part));
    }
    text
}

/// True if a message has a picture.
pub fn has_picture(message: &Value) -> bool {
    let files = message["attachments"].as_array();
    files.is_some_and(|files| !files.is_empty())
}

/// Returns the people whom a message notifies by a mention.
pub fn mentioned(message: &Value) -> Vec<&str> {
    message["mentions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["id"].as_str().unwrap())
        .collect()
}

/// Checks that a message has a valid picture, with its description; returns the description.
pub fn picture(message: &Value) -> BoxFuture<'_, String> {
    Box::pin(async move {
        let file = &message["attachments"][0];
        assert_eq!(file["content_type"], "image/png", "{message}");
        let alt = file["description"].as_str().unwrap().to_owned();
        assert!((40..=1024).contains(&alt.chars().count()), "{alt}");
        let bytes = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
        let bytes = bytes.bytes().await.unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() < 60 * 1024);
        alt
    })
}
