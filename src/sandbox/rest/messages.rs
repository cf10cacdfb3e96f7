//! Routes of messages in channels.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::channel::Place;
use super::super::checks::message::{self, MessageError, Sending};
use super::super::checks::{At, Problems};
use super::super::message::Post;
use super::super::payloads::{BOT, GUILD, snowflake};
use super::super::state::State;
use super::{ApiError, Call, Reply, Upload};

/// Time for which a nonce is remembered: "the past few minutes".
const NONCE: Duration = Duration::from_secs(300);
/// Maximum number of nonces remembered.
const NONCES: usize = 1000;

/// Refuses a message that Discord would refuse.
pub(crate) fn checked(
    at: &At,
    body: &Value,
    uploads: &[Upload],
    sending: Sending,
    before: Option<&Value>,
) -> Result<(), ApiError> {
    let mut problems = Problems::default();
    let sendable = message::check(&mut problems, at, body, uploads, sending, before);
    if !problems.is_empty() {
        return Err(ApiError::form(&problems));
    }
    match sendable {
        Ok(()) => Ok(()),
        Err(MessageError::Empty) => Err(ApiError::empty()),
        Err(MessageError::TooLarge(name)) => Err(ApiError::too_large(&name)),
    }
}

/// Records a violation for a message that does not state whom it may ping: Discord takes it, the sandbox complains.
pub(crate) fn note_mentions(state: &mut State, call: &Call, body: &Value, sending: Sending) {
    if message::forgets_mentions(body, sending) {
        state.violate(format!("{}: allowed_mentions is missing", call.title()));
    }
}

fn visible(state: &State, channel: u64, id: u64) -> Result<&Value, ApiError> {
    let channel = state
        .channels
        .get(&channel)
        .ok_or_else(ApiError::unknown_channel)?;
    channel
        .message(id)
        // Ephemeral messages can be reached only with their interaction's token.
        .filter(|message| message.to.is_none())
        .map(|message| &message.body)
        .ok_or_else(ApiError::unknown_message)
}

pub(crate) fn create(state: &mut State, channel: u64, call: &Call) -> Result<Reply, ApiError> {
    let place = state
        .channels
        .get(&channel)
        .ok_or_else(ApiError::unknown_channel)?;
    let locked = place
        .thread()
        .is_some_and(|thread| thread.archived && thread.locked);
    let guild = place.in_guild();
    if let Place::Direct { user } = place.place
        && state.blocked.contains(&user)
    {
        return Err(ApiError::plain(
            403,
            50007,
            "Cannot send messages to this user",
        ));
    }
    if locked {
        return Err(ApiError::plain(400, 50083, "Thread is archived"));
    }
    checked(
        &At::root(),
        &call.body,
        &call.uploads,
        Sending::Channel,
        None,
    )?;
    let more = reply_reference(state, channel, guild, &call.body["message_reference"])?;
    note_mentions(state, call, &call.body, Sending::Channel);
    let nonce = match &call.body["nonce"] {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let now = Instant::now();
    forget_nonces(state, now);
    if call.body["enforce_nonce"] == true
        && let Some(sent) = nonce
            .as_ref()
            .and_then(|nonce| sent_with_nonce(state, channel, nonce))
    {
        return Ok(Reply::ok(sent));
    }
    let replies = more.get("message_reference").is_some();
    let sent = state.post(Post {
        channel,
        author: BOT,
        to: None,
        kind: if replies { 19 } else { 0 },
        body: &call.body,
        uploads: &call.uploads,
        more,
    });
    if let (Some(nonce), Some(id)) = (nonce, snowflake(&sent["id"])) {
        state.nonces.push_back((channel, nonce, id, now));
    }
    Ok(Reply::ok(sent))
}

/// Returns the keys of a reply that name the message it answers; none if it answers nothing.
fn reply_reference(
    state: &State,
    channel: u64,
    in_guild: bool,
    reference: &Value,
) -> Result<Value, ApiError> {
    if reference.is_null() {
        return Ok(json!({}));
    }
    let replied = snowflake(&reference["message_id"]).unwrap_or(0);
    match visible(state, channel, replied) {
        Ok(replied_to) => {
            let mut more = json!({
                "referenced_message": replied_to,
                "message_reference": {
                    "type": 0, "channel_id": channel.to_string(), "message_id": replied.to_string(),
                },
            });
            if in_guild {
                more["message_reference"]["guild_id"] = json!(GUILD.to_string());
            }
            Ok(more)
        }
        Err(_) if reference["fail_if_not_exists"] == false => Ok(json!({})),
        Err(_) => {
            let mut problems = Problems::default();
            let at = At::root().key("message_reference");
            problems.add(&at, "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
            let mut refused = ApiError::form(&problems);
            refused.blame = false;
            Err(refused)
        }
    }
}

/// Drops the nonces that are too old, and the oldest if there are too many.
fn forget_nonces(state: &mut State, now: Instant) {
    while state.nonces.len() >= NONCES
        || state
            .nonces
            .front()
            .is_some_and(|(.., at)| now.duration_since(*at) > NONCE)
    {
        state.nonces.pop_front();
    }
}

/// Returns the message recently sent to a channel with this nonce.
fn sent_with_nonce(state: &State, channel: u64, nonce: &str) -> Option<Value> {
    let (_, _, message, _) = state
        .nonces
        .iter()
        .find(|(place, known, ..)| *place == channel && known == nonce)?;
    visible(state, channel, *message).ok().cloned()
}

pub(crate) fn get(state: &State, channel: u64, id: u64) -> Result<Reply, ApiError> {
    visible(state, channel, id).cloned().map(Reply::ok)
}

pub(crate) fn list(state: &State, channel: u64, call: &Call) -> Result<Reply, ApiError> {
    let channel = state
        .channels
        .get(&channel)
        .ok_or_else(ApiError::unknown_channel)?;
    let number = |key: &str| {
        call.query
            .get(key)
            .and_then(|value| value.parse::<u64>().ok())
    };
    let limit = number("limit").unwrap_or(50).clamp(1, 100);
    let limit = usize::try_from(limit).unwrap_or(50);
    let mut seen: Vec<(u64, &Value)> = channel
        .messages
        .iter()
        .rev()
        .filter(|message| message.to.is_none())
        .map(|message| (message.id, &message.body))
        .collect();
    if let Some(before) = number("before") {
        seen.retain(|(id, _)| *id < before);
    } else if let Some(after) = number("after") {
        seen.retain(|(id, _)| *id > after);
        let skip = seen.len().saturating_sub(limit);
        seen.drain(..skip);
    } else if let Some(around) = number("around") {
        let middle = seen.iter().position(|(id, _)| *id <= around).unwrap_or(0);
        seen.drain(..middle.saturating_sub(limit / 2));
    }
    seen.truncate(limit);
    let bodies: Vec<&Value> = seen.into_iter().map(|(_, body)| body).collect();
    Ok(Reply::ok(json!(bodies)))
}

pub(crate) fn edit(
    state: &mut State,
    channel: u64,
    id: u64,
    call: &Call,
) -> Result<Reply, ApiError> {
    let before = visible(state, channel, id)?.clone();
    own(&before)?;
    awake(state, channel)?;
    checked(
        &At::root(),
        &call.body,
        &call.uploads,
        Sending::Edit,
        Some(&before),
    )?;
    note_mentions(state, call, &call.body, Sending::Edit);
    state
        .edit(channel, id, &call.body, &call.uploads, false)
        .map(Reply::ok)
        .ok_or_else(ApiError::unknown_message)
}

fn own(message: &Value) -> Result<(), ApiError> {
    if snowflake(&message["author"]["id"]) == Some(BOT) {
        Ok(())
    } else {
        Err(ApiError::plain(403, 50005, "Cannot edit a message authored by another user").blamed())
    }
}

/// Refuses a change in an archived thread, which takes only new messages and edits of the thread itself.
fn awake(state: &State, channel: u64) -> Result<(), ApiError> {
    let archived = state
        .channels
        .get(&channel)
        .and_then(|channel| channel.thread())
        .is_some_and(|thread| thread.archived);
    if archived {
        Err(ApiError::plain(400, 50083, "Thread is archived"))
    } else {
        Ok(())
    }
}

pub(crate) fn delete(state: &mut State, channel: u64, id: u64) -> Result<Reply, ApiError> {
    let message = visible(state, channel, id)?;
    own(message).map_err(|_| ApiError::plain(403, 50013, "Missing Permissions").blamed())?;
    awake(state, channel)?;
    state.delete(channel, id);
    Ok(Reply::nothing())
}

pub(crate) fn pin(
    state: &mut State,
    channel: u64,
    id: u64,
    pinned: bool,
) -> Result<Reply, ApiError> {
    let mut message = visible(state, channel, id)?.clone();
    awake(state, channel)?;
    message["pinned"] = json!(pinned);
    state.replace(channel, id, message.clone());
    state.send_message_event("message_update", "MESSAGE_UPDATE", channel, None, &message);
    Ok(Reply::nothing())
}

pub(crate) fn pins(state: &State, channel: u64) -> Result<Reply, ApiError> {
    let channel = state
        .channels
        .get(&channel)
        .ok_or_else(ApiError::unknown_channel)?;
    let pinned: Vec<&Value> = channel
        .messages
        .iter()
        .rev()
        .map(|message| &message.body)
        .filter(|body| body["pinned"] == true)
        .collect();
    Ok(Reply::ok(json!(pinned)))
}
