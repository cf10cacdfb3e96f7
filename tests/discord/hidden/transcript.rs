//! Messages as text, for comparison.

use serde_json::Value;

use crate::harness::{components, content};

/// Returns a message as its reader sees it: its text, its buttons, and its files to the byte; long numbers (snowflakes)
/// left out.
pub async fn read(message: &Value) -> String {
    let mut lines = vec![content(message).to_owned()];
    for component in components(message) {
        lines.push(format!(
            "{} {} {}",
            component["label"], component["custom_id"], component["options"]
        ));
    }
    for file in message["attachments"].as_array().into_iter().flatten() {
        let bytes = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
        let bytes = bytes.bytes().await.unwrap();
        if let Ok(text) = std::str::from_utf8(&bytes) {
            lines.push(format!("{} {text}", file["filename"]));
            continue;
        }
        let digest = rookery::rules::digest(
            &bytes
                .iter()
                .map(|byte| char::from(*byte))
                .collect::<String>(),
        );
        lines.push(format!(
            "{} {} {} bytes {digest:x}",
            file["filename"],
            file["description"],
            bytes.len()
        ));
    }
    without_snowflakes(&lines.join("\n"))
}

pub fn without_snowflakes(text: &str) -> String {
    let parts = text.split_inclusive(|letter: char| !letter.is_ascii_digit());
    let parts = parts.map(|part| {
        let digits = part.chars().filter(char::is_ascii_digit).count();
        if digits >= 17 {
            "#".to_owned() + &part[digits..]
        } else {
            part.to_owned()
        }
    });
    parts.collect()
}
