//! Routes of channels and of direct messages with people.

use serde_json::json;

use super::super::channel::{Place, direct_channel};
use super::super::checks::{At, Problems};
use super::super::gateway::GUILDS;
use super::super::payloads::{self, BOT, GUILD, snowflake};
use super::super::state::State;
use super::{ApiError, Call, Reply};

pub(crate) fn get(state: &State, id: u64) -> Result<Reply, ApiError> {
    state
        .channels
        .get(&id)
        .map(|channel| Reply::ok(channel.shape()))
        .ok_or_else(ApiError::unknown_channel)
}

/// Opens the channel of direct messages with a user. A user's block shows only when a message is sent.
pub(crate) fn open_direct(state: &State, call: &Call) -> Result<Reply, ApiError> {
    match snowflake(&call.body["recipient_id"]) {
        Some(BOT) => Err(ApiError::plain(403, 50007, "Cannot send messages to this user").blamed()),
        Some(user) if payloads::is_person(user) => get(state, direct_channel(user)),
        _ => Err(ApiError::plain(400, 50033, "Invalid Recipient(s)").blamed()),
    }
}

pub(crate) fn patch(state: &mut State, id: u64, call: &Call) -> Result<Reply, ApiError> {
    let body = &call.body;
    let channel = state
        .channels
        .get_mut(&id)
        .ok_or_else(ApiError::unknown_channel)?;
    let root = At::root();
    let mut problems = Problems::default();
    let name = problems.text(&root.key("name"), &body["name"], 1, 100);
    let Place::Thread(thread) = &mut channel.place else {
        if !problems.is_empty() {
            return Err(ApiError::form(&problems));
        }
        return Err(ApiError::plain(403, 50013, "Missing Permissions").blamed());
    };
    for key in ["archived", "locked", "invitable"] {
        problems.boolean(&root.key(key), &body[key]);
    }
    let slow = problems.integer(
        &root.key("rate_limit_per_user"),
        &body["rate_limit_per_user"],
        0,
        21_600,
    );
    let pause = super::threads::auto_archive(&mut problems, body);
    if !problems.is_empty() {
        return Err(ApiError::form(&problems));
    }
    let archived = body["archived"].as_bool();
    if thread.archived && archived != Some(false) && (name.is_some() || slow.is_some()) {
        return Err(ApiError::plain(400, 50083, "Thread is archived"));
    }
    if let Some(archived) = archived
        && archived != thread.archived
    {
        thread.archived = archived;
        thread.archive_changed = payloads::now();
    }
    if let Some(locked) = body["locked"].as_bool() {
        thread.locked = locked;
    }
    if let Some(pause) = pause {
        thread.auto_archive = pause;
    }
    if let Some(slow) = slow {
        thread.slow = slow.unsigned_abs();
    }
    if let Some(name) = name {
        channel.name = name;
    }
    let shape = channel.shape();
    state.announce(id, "THREAD_UPDATE");
    Ok(Reply::ok(shape))
}

pub(crate) fn delete(state: &mut State, id: u64) -> Result<Reply, ApiError> {
    let channel = state
        .channels
        .get(&id)
        .ok_or_else(ApiError::unknown_channel)?;
    let Some(thread) = channel.thread() else {
        return Err(ApiError::plain(403, 50013, "Missing Permissions").blamed());
    };
    let (parent, shape) = (thread.parent, channel.shape());
    state.forget_channel(id);
    let data = json!({
        "id": id.to_string(), "guild_id": GUILD.to_string(), "parent_id": parent.to_string(), "type": shape["type"],
    });
    state.dispatch("THREAD_DELETE", &data, GUILDS);
    Ok(Reply::ok(shape))
}

pub(crate) fn typing(state: &mut State, id: u64) -> Result<Reply, ApiError> {
    if !state.channels.contains_key(&id) {
        return Err(ApiError::unknown_channel());
    }
    let event = json!({"type": "typing", "channel_id": id.to_string(), "user_id": BOT.to_string()});
    state.send_to_channel(id, None, &event);
    Ok(Reply::nothing())
}
