//! The first answer to an interaction.

use serde_json::{Value, json};

use super::super::checks::message::{EPHEMERAL, Sending};
use super::super::checks::{At, Problems, commands, components};
use super::super::interaction::{AUTOCOMPLETE, COMMAND, COMPONENT, MODAL};
use super::super::message::{LOADING, Post, interaction_metadata};
use super::super::payloads::{self, BOT};
use super::super::state::{Progress, SharedState, State};
use super::messages::{checked, note_mentions};
use super::{ApiError, Call, Reply};

/// Serves `POST /interactions/{id}/{token}/callback`.
pub(crate) fn answer(
    shared: &SharedState,
    state: &mut State,
    id: u64,
    token: &str,
    call: &Call,
) -> Result<Reply, ApiError> {
    let limits = shared.limits();
    let interaction = state
        .interactions
        .get(&id)
        .ok_or_else(|| ApiError::unknown_interaction("there was no such interaction"))?;
    if interaction.token != token {
        return Err(ApiError::plain(401, 50027, "Invalid Webhook Token").blamed());
    }
    if interaction.answer.is_some() {
        return Err(
            ApiError::plain(400, 40060, "Interaction has already been acknowledged.").blamed(),
        );
    }
    let late = interaction.born.elapsed();
    if late > limits.first_answer {
        let details = format!("answered after {:.1} s", late.as_secs_f64());
        return Err(ApiError::unknown_interaction(&details));
    }
    let kind = interaction.kind;
    let answer = call.body["type"].as_u64().unwrap_or(0);
    let allowed = match kind {
        COMMAND => matches!(answer, 4 | 5 | 9),
        COMPONENT => matches!(answer, 4..=7 | 9),
        AUTOCOMPLETE => answer == 8,
        MODAL => {
            matches!(answer, 4 | 5) || matches!(answer, 6 | 7) && interaction.message.is_some()
        }
        _ => false,
    };
    if !allowed {
        let mut problems = Problems::default();
        problems.add(
            &At::root().key("type"),
            "INTERACTION_CALLBACK_TYPE_INVALID",
            format!("An interaction of type {kind} cannot be answered with type {answer}."),
        );
        return Err(ApiError::form(&problems));
    }
    let original = carry_out(state, id, answer, call)?;
    let interaction = state
        .interactions
        .get_mut(&id)
        .ok_or_else(|| ApiError::unknown_interaction("it has just been forgotten"))?;
    interaction.answer = Some(answer);
    interaction.original = original;
    let (user, channel) = (interaction.user, interaction.channel);
    if let Some(modal) = &interaction.modal {
        let event = json!({"type": "modal", "interaction": id.to_string(), "modal": modal});
        state.send_to_pages(Some(user), &event);
    }
    let progress = if answer == 5 {
        Progress::Thinking
    } else {
        Progress::Answered
    };
    state.progress(id, progress);
    if !call.asks("with_response") {
        return Ok(Reply::nothing());
    }
    let message = original.and_then(|message| {
        let message = state.channels.get(&channel)?.message(message)?;
        Some(message.body.clone())
    });
    Ok(Reply::ok(receipt(id, kind, answer, original, message)))
}

fn receipt(
    id: u64,
    kind: u64,
    answer: u64,
    original: Option<u64>,
    message: Option<Value>,
) -> Value {
    let mut receipt = json!({"interaction": {"id": id.to_string(), "type": kind}});
    if let Some(original) = original
        && answer != 6
    {
        receipt["interaction"]["response_message_id"] = json!(original.to_string());
        let flags = message
            .as_ref()
            .and_then(|message| message["flags"].as_u64())
            .unwrap_or(0);
        receipt["interaction"]["response_message_loading"] = json!(flags & LOADING != 0);
        receipt["interaction"]["response_message_ephemeral"] = json!(flags & EPHEMERAL != 0);
    }
    receipt["resource"] = json!({"type": answer});
    if let Some(message) = message
        && answer != 6
    {
        receipt["resource"]["message"] = message;
    }
    receipt
}

/// Carries out the answer; returns the message that `@original` means from now on.
fn carry_out(
    state: &mut State,
    id: u64,
    answer: u64,
    call: &Call,
) -> Result<Option<u64>, ApiError> {
    let Some(interaction) = state.interactions.get_mut(&id) else {
        return Ok(None);
    };
    let data = &call.body["data"];
    let at = At::root().key("data");
    let mut problems = Problems::default();
    let (channel, message, user) = (interaction.channel, interaction.message, interaction.user);
    match answer {
        4 => {
            checked(&at, data, &call.uploads, Sending::Answer, None)?;
            note_mentions(state, call, data, Sending::Answer);
            let (kind, more) = occasion(state, id);
            let sent = state.post(Post {
                channel,
                author: BOT,
                to: is_ephemeral(data).then_some(user),
                kind,
                body: data,
                uploads: &call.uploads,
                more,
            });
            Ok(payloads::snowflake(&sent["id"]))
        }
        5 => {
            problems.integer(&at.key("flags"), &data["flags"], 0, i64::MAX);
            if !problems.is_empty() {
                return Err(ApiError::form(&problems));
            }
            let flags = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL | LOADING;
            let body = json!({"content": "", "flags": flags});
            let (kind, more) = occasion(state, id);
            let sent = state.post(Post {
                channel,
                author: BOT,
                to: is_ephemeral(data).then_some(user),
                kind,
                body: &body,
                uploads: &[],
                more,
            });
            Ok(payloads::snowflake(&sent["id"]))
        }
        6 => Ok(message),
        7 => update(state, channel, message, call).map(Some),
        8 => {
            let choices = &data["choices"];
            let at = at.key("choices");
            if !choices.is_array() {
                problems.add(&at, "BASE_TYPE_REQUIRED", "This field is required");
            }
            commands::choices(&mut problems, &at, choices, interaction.completing);
            if !problems.is_empty() {
                return Err(ApiError::form(&problems));
            }
            interaction.choices = Some(choices.clone());
            Ok(None)
        }
        _ => {
            components::modal(&mut problems, &at, data);
            if !problems.is_empty() {
                return Err(ApiError::form(&problems));
            }
            interaction.modal = Some(data.clone());
            Ok(None)
        }
    }
}

/// Changes the message that the button is on; returns its snowflake.
fn update(
    state: &mut State,
    channel: u64,
    message: Option<u64>,
    call: &Call,
) -> Result<u64, ApiError> {
    let data = &call.body["data"];
    let at = At::root().key("data");
    let message = message.ok_or_else(ApiError::unknown_message)?;
    let before = state
        .channels
        .get(&channel)
        .and_then(|channel| channel.message(message))
        .map(|message| message.body.clone())
        .ok_or_else(ApiError::unknown_message)?;
    checked(&at, data, &call.uploads, Sending::Edit, Some(&before))?;
    note_mentions(state, call, data, Sending::Edit);
    state.edit(channel, message, data, &call.uploads, false);
    Ok(message)
}

pub(crate) fn is_ephemeral(data: &Value) -> bool {
    data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
}

/// Returns the type of an answering message, and the keys that name the interaction it answers.
pub(crate) fn occasion(state: &State, id: u64) -> (u64, Value) {
    let Some(interaction) = state.interactions.get(&id) else {
        return (0, json!({}));
    };
    let metadata = interaction_metadata(interaction);
    let mut more = json!({"application_id": BOT.to_string(), "webhook_id": BOT.to_string()});
    payloads::extend(&mut more, Value::Object(metadata));
    let kind = match (interaction.kind, interaction.message) {
        (COMMAND, _) => 20,
        (_, Some(message)) => {
            let mut reference = json!({
                "type": 0, "channel_id": interaction.channel.to_string(), "message_id": message.to_string(),
            });
            let channel = state.channels.get(&interaction.channel);
            if let Some(guild) = channel.and_then(|channel| channel.guild()) {
                reference["guild_id"] = json!(guild.to_string());
            }
            more["message_reference"] = reference;
            19
        }
        _ => 0,
    };
    (kind, more)
}
