//! Checks of messages: their text, embeds, files and flags.

use serde_json::Value;

use super::super::payloads::{FILE_LIMIT, items, keys, snowflake};
use super::super::rest::Upload;
use super::{At, Problems, components};

/// Flags that a bot may set on a new message: no embeds, ephemeral, silent.
const SETTABLE: u64 = 1 << 2 | EPHEMERAL | 1 << 12;
/// The flag of a message visible to one person only.
pub(crate) const EPHEMERAL: u64 = 1 << 6;

/// A way of sending a message; each has its own rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sending {
    /// A message in a channel, sent outside of interactions.
    Channel,
    /// An answer to an interaction, or a follow-up; it may be ephemeral.
    Answer,
    /// An edit of a message.
    Edit,
}

/// A refusal of a message for a reason other than its form.
pub(crate) enum MessageError {
    /// A message without content.
    Empty,
    /// A file over the size limit, by name.
    TooLarge(String),
}

/// Checks a message about to be sent, or an edit of `before`.
pub(crate) fn check(
    problems: &mut Problems,
    at: &At,
    body: &Value,
    uploads: &[Upload],
    sending: Sending,
    before: Option<&Value>,
) -> Result<(), MessageError> {
    if !body.is_object() && !body.is_null() {
        problems.add(
            at,
            "DICT_TYPE_CONVERT",
            "Only dictionaries may be used in a DictType",
        );
        return Ok(());
    }
    problems.text(&at.key("content"), &body["content"], 0, 2000);
    problems.boolean(&at.key("tts"), &body["tts"]);
    flags(problems, at, body, sending);
    nonce(problems, at, &body["nonce"]);
    allowed_mentions(
        problems,
        &at.key("allowed_mentions"),
        &body["allowed_mentions"],
    );
    components::message_rows(problems, &at.key("components"), &body["components"]);
    let named = files(problems, at, body, uploads, before)?;
    embeds(problems, &at.key("embeds"), &body["embeds"], &named);
    for key in ["sticker_ids", "poll", "embed"] {
        let given = &body[key];
        if !given.is_null() && !items(given).is_empty() | given.is_object() {
            problems.add(
                &at.key(key),
                "SANDBOX_UNSUPPORTED",
                "The sandbox does not know this; embeds are sent as `embeds`.",
            );
        }
    }
    if is_empty(body, uploads, before) {
        return Err(MessageError::Empty);
    }
    Ok(())
}

fn is_empty(body: &Value, uploads: &[Upload], before: Option<&Value>) -> bool {
    let holds = |key: &str| {
        let value = match before {
            // Keys missing from an edit keep their values; null removes.
            Some(before) if body.get(key).is_none() => &before[key],
            _ => &body[key],
        };
        match value {
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(list) => !list.is_empty(),
            _ => false,
        }
    };
    uploads.is_empty()
        && !["content", "embeds", "components", "attachments"]
            .into_iter()
            .any(holds)
}

fn flags(problems: &mut Problems, at: &At, body: &Value, sending: Sending) {
    let at = at.key("flags");
    let Some(flags) = problems.integer(&at, &body["flags"], 0, i64::MAX) else {
        return;
    };
    let flags = flags.unsigned_abs();
    if flags & (1 << 15) != 0 {
        problems.add(
            &at,
            "SANDBOX_UNSUPPORTED",
            "The sandbox has no version 2 components.",
        );
    } else if flags & !SETTABLE != 0 {
        problems.add(
            &at,
            "MESSAGE_FLAGS_INVALID",
            "Only suppressed embeds, ephemeral and silent can be set.",
        );
    } else if flags & EPHEMERAL != 0 && sending == Sending::Channel {
        problems.add(
            &at,
            "MESSAGE_FLAGS_INVALID",
            "Only an answer to an interaction can be ephemeral.",
        );
    }
}

fn nonce(problems: &mut Problems, at: &At, nonce: &Value) {
    if !nonce.is_i64() && !nonce.is_u64() {
        problems.text(&at.key("nonce"), nonce, 0, 25);
    }
}

fn allowed_mentions(problems: &mut Problems, at: &At, allowed: &Value) {
    if allowed.is_null() {
        return;
    }
    if !allowed.is_object() {
        problems.add(
            at,
            "DICT_TYPE_CONVERT",
            "Only dictionaries may be used in a DictType",
        );
        return;
    }
    let parse: Vec<&str> = problems
        .list(&at.key("parse"), &allowed["parse"], 0, 3)
        .iter()
        .filter_map(Value::as_str)
        .collect();
    if parse
        .iter()
        .any(|kind| !["roles", "users", "everyone"].contains(kind))
    {
        problems.add(
            &at.key("parse"),
            "BASE_TYPE_CHOICES",
            "Value must be one of {'everyone', 'roles', 'users'}.",
        );
    }
    for kind in ["users", "roles"] {
        let at = at.key(kind);
        let list = problems.list(&at, &allowed[kind], 0, 100);
        for (number, id) in list.iter().enumerate() {
            problems.snowflake(&at.item(number), id);
        }
        if !list.is_empty() && parse.contains(&kind) {
            problems.add(
                &at,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }
}

/// Returns the names of the files that the message will have.
fn files(
    problems: &mut Problems,
    at: &At,
    body: &Value,
    uploads: &[Upload],
    before: Option<&Value>,
) -> Result<Vec<String>, MessageError> {
    for upload in uploads {
        if upload.bytes.len() > FILE_LIMIT {
            return Err(MessageError::TooLarge(upload.name.clone()));
        }
        if upload.name.is_empty() {
            problems.add(
                &at.key("attachments"),
                "BASE_TYPE_REQUIRED",
                format!("{} has no file name.", upload.part),
            );
        }
    }
    let at = at.key("attachments");
    let old = before.map_or(&[][..], |before| items(&before["attachments"]));
    let listed = problems.list(&at, &body["attachments"], 0, 10);
    if uploads.len() > 10 {
        problems.add(
            &at,
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 0 and 10 in length.",
        );
    }
    let mut named: Vec<String> = uploads.iter().map(|upload| upload.name.clone()).collect();
    let mut seen = Vec::new();
    for (number, attachment) in listed.iter().enumerate() {
        let at = at.item(number);
        problems.text(&at.key("description"), &attachment["description"], 0, 1024);
        if let Some(name) = problems.text(&at.key("filename"), &attachment["filename"], 1, 1024) {
            named.push(name);
        }
        let Some(id) = problems.snowflake(&at.key("id"), &attachment["id"]) else {
            continue;
        };
        problems.unique(
            &at.key("id"),
            &mut seen,
            id.to_string(),
            "ATTACHMENT_ID_DUPLICATED",
            "An attachment's id",
        );
        let kept = old.iter().find(|old| snowflake(&old["id"]) == Some(id));
        if let Some(kept) = kept {
            named.extend(kept["filename"].as_str().map(str::to_owned));
        } else if !uploads.iter().any(|upload| upload.index == Some(id)) {
            problems.add(
                &at.key("id"),
                "ATTACHMENT_NOT_FOUND",
                format!("There is no files[{id}], and the message has no such attachment."),
            );
        }
    }
    if body.get("attachments").is_none() {
        named.extend(
            old.iter()
                .filter_map(|old| old["filename"].as_str().map(str::to_owned)),
        );
    }
    Ok(named)
}

fn embeds(problems: &mut Problems, at: &At, embeds: &Value, named: &[String]) {
    let mut total = 0;
    for (number, embed) in problems.list(at, embeds, 0, 10).iter().enumerate() {
        let at = at.item(number);
        let mut count = |text: Option<String>| {
            total += text.map_or(0, |text| text.chars().count());
        };
        count(problems.text(&at.key("title"), &embed["title"], 0, 256));
        count(problems.text(&at.key("description"), &embed["description"], 0, 4096));
        let footer = &embed["footer"]["text"];
        count(problems.text(&at.key("footer").key("text"), footer, 0, 2048));
        let author = &embed["author"]["name"];
        count(problems.text(&at.key("author").key("name"), author, 0, 256));
        problems.integer(&at.key("color"), &embed["color"], 0, 0xff_ff_ff);
        let inside = at.key("fields");
        for (number, field) in problems
            .list(&inside, &embed["fields"], 0, 25)
            .iter()
            .enumerate()
        {
            let at = inside.item(number);
            count(problems.required_text(&at.key("name"), &field["name"], 1, 256));
            count(problems.required_text(&at.key("value"), &field["value"], 1, 1024));
        }
        for (key, inner) in [
            ("image", "url"),
            ("thumbnail", "url"),
            ("author", "icon_url"),
            ("footer", "icon_url"),
        ] {
            address(problems, &at.key(key).key(inner), &embed[key][inner], named);
        }
        let bare = keys(embed)
            .iter()
            .all(|(key, value)| value.is_null() || key == "type" || key == "color");
        if bare {
            problems.add(
                &at.key("description"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
        }
    }
    if total > 6000 {
        problems.add(
            at,
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
}

fn address(problems: &mut Problems, at: &At, url: &Value, named: &[String]) {
    let Some(url) = problems.text(at, url, 1, 2048) else {
        return;
    };
    if let Some(name) = url.strip_prefix("attachment://") {
        if !named.iter().any(|named| named == name) {
            problems.add(
                at,
                "ATTACHMENT_NOT_FOUND",
                format!("No file of this message is called {name}."),
            );
        }
    } else if !url.starts_with("https://") && !url.starts_with("http://") {
        problems.add(
            at,
            "URL_TYPE_INVALID_SCHEME",
            format!("Scheme \"{url}\" is not supported. Scheme must be one of ('http', 'https')."),
        );
    }
}

/// True if a message without `allowed_mentions` has text that could mention people.
pub(crate) fn forgets_mentions(body: &Value, sending: Sending) -> bool {
    let speaks = body["content"]
        .as_str()
        .is_some_and(|text| !text.is_empty());
    body["allowed_mentions"].is_null() && (sending != Sending::Edit || speaks)
}
