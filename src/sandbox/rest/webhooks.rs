//! Routes of follow-ups: after the first answer, an interaction's token works as a webhook for a quarter of an hour.

use serde_json::Value;

use super::super::checks::At;
use super::super::checks::message::Sending;
use super::super::message::{LOADING, Post};
use super::super::payloads::{self, BOT};
use super::super::state::{Progress, SharedState, State};
use super::callback::{is_ephemeral, occasion};
use super::messages::{checked, note_mentions};
use super::{ApiError, Call, Reply};

/// Maximum number of messages that may follow an answer where the bot is no member.
const FOLLOW_UPS: usize = 5;

pub(crate) fn route(
    shared: &SharedState,
    state: &mut State,
    method: &str,
    token: &str,
    rest: &[&str],
    call: &Call,
) -> Result<Reply, ApiError> {
    let interaction = state
        .interactions
        .values()
        .rev()
        .find(|interaction| interaction.token == token)
        .ok_or_else(|| ApiError::plain(404, 10015, "Unknown Webhook").blamed())?;
    if interaction.born.elapsed() > shared.limits().token_life {
        return Err(ApiError::plain(401, 50027, "Invalid Webhook Token").blamed());
    }
    if interaction.answer.is_none() {
        // Before the first answer, the token allows nothing; a `GET` to see whether there is an answer is no violation.
        let refused = ApiError::plain(404, 10015, "Unknown Webhook");
        return Err(match method {
            "GET" => refused,
            _ => refused.blamed(),
        });
    }
    let (id, channel, user) = (interaction.id, interaction.channel, interaction.user);
    let original = interaction.original;
    match (method, rest) {
        ("POST", []) => {
            let loading = original.filter(|message| is_loading(state, channel, *message));
            match loading {
                // The first message after a deferral replaces it.
                Some(message) => fill(state, id, channel, message, call),
                None => follow_up(state, (id, channel, user), original, call),
            }
        }
        (_, ["messages", message]) => {
            let message = if *message == "@original" {
                original.ok_or_else(ApiError::unknown_message)?
            } else {
                message.parse().map_err(|_| ApiError::unknown_message())?
            };
            let found = state
                .channels
                .get(&channel)
                .and_then(|channel| channel.message(message))
                .filter(|message| {
                    Some(message.id) == original
                        || payloads::snowflake(&message.body["interaction_metadata"]["id"])
                            == Some(id)
                })
                .ok_or_else(ApiError::unknown_message)?;
            match method {
                "GET" => Ok(Reply::ok(found.body.clone())),
                "PATCH" => fill(state, id, channel, message, call),
                "DELETE" => {
                    state.delete(channel, message);
                    Ok(Reply::nothing())
                }
                _ => Err(ApiError::plain(405, 0, "405: Method Not Allowed").blamed()),
            }
        }
        _ => Err(ApiError::plain(404, 0, "404: Not Found").blamed()),
    }
}

/// Sends a message after the first answer, as a reply to it.
fn follow_up(
    state: &mut State,
    (id, channel, user): (u64, u64, u64),
    original: Option<u64>,
    call: &Call,
) -> Result<Reply, ApiError> {
    let place = state.channels.get(&channel);
    if let Some(place) = place.filter(|place| place.is_outside()) {
        let followed = place.messages.iter().filter(|message| {
            payloads::snowflake(&message.body["interaction_metadata"]["id"]) == Some(id)
                && Some(message.id) != original
        });
        if followed.count() >= FOLLOW_UPS {
            let sentence = "Application has reached the maximum number of follow up messages.";
            return Err(ApiError::plain(400, 40094, sentence).blamed());
        }
    }
    checked(
        &At::root(),
        &call.body,
        &call.uploads,
        Sending::Answer,
        None,
    )?;
    note_mentions(state, call, &call.body, Sending::Answer);
    let (_, mut more) = occasion(state, id);
    if let Value::Object(more) = &mut more
        && let Some(original) = original
    {
        let mut reference = serde_json::json!({
            "type": 0, "channel_id": channel.to_string(), "message_id": original.to_string(),
        });
        if let Some(guild) = more
            .get("message_reference")
            .and_then(|old| old.get("guild_id"))
        {
            reference["guild_id"] = guild.clone();
        }
        more.insert("message_reference".to_owned(), reference);
        more.remove("interaction");
    }
    let sent = state.post(Post {
        channel,
        author: BOT,
        to: is_ephemeral(&call.body).then_some(user),
        kind: if original.is_some() { 19 } else { 0 },
        body: &call.body,
        uploads: &call.uploads,
        more,
    });
    Ok(Reply::ok(sent))
}

fn is_loading(state: &State, channel: u64, message: u64) -> bool {
    state
        .channels
        .get(&channel)
        .and_then(|channel| channel.message(message))
        .is_some_and(|message| message.body["flags"].as_u64().unwrap_or(0) & LOADING != 0)
}

/// Edits a message of the interaction, or replaces "thinking" by the answer.
fn fill(
    state: &mut State,
    interaction: u64,
    channel: u64,
    message: u64,
    call: &Call,
) -> Result<Reply, ApiError> {
    let before = state
        .channels
        .get(&channel)
        .and_then(|channel| channel.message(message))
        .map(|message| message.body.clone())
        .ok_or_else(ApiError::unknown_message)?;
    checked(
        &At::root(),
        &call.body,
        &call.uploads,
        Sending::Edit,
        Some(&before),
    )?;
    note_mentions(state, call, &call.body, Sending::Edit);
    let loading = is_loading(state, channel, message);
    let edited = state
        .edit(channel, message, &call.body, &call.uploads, loading)
        .ok_or_else(ApiError::unknown_message)?;
    if loading {
        state.progress(interaction, Progress::Answered);
    }
    Ok(Reply::ok(edited))
}
