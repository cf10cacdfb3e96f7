//! The sandbox's user actions: commands, button presses, selections, modals, messages, archiving, blocking, dismissing.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::super::channel::Channel;
use super::super::checks::components::is_select;
use super::super::interaction::{AUTOCOMPLETE, Act, COMMAND, COMPONENT, MODAL};
use super::super::message::{Post, interaction_metadata};
use super::super::options::{Filling, Resolved, component, fields};
use super::super::payloads::{self, snowflake};
use super::super::state::State;

/// The type of typed commands; the others are in the context menus of people (2) and of messages (3).
const TYPED: i64 = 1;

/// A refusal of a user action, with a sentence for the user.
pub(crate) struct ActionError(pub StatusCode, pub String);

impl<T: Into<String>> From<T> for ActionError {
    fn from(sentence: T) -> ActionError {
        ActionError(StatusCode::BAD_REQUEST, sentence.into())
    }
}

impl IntoResponse for ActionError {
    fn into_response(self) -> Response {
        json_response(self.0, &json!({"error": self.1}))
    }
}

pub(super) fn json_response(status: StatusCode, body: &Value) -> Response {
    (
        status,
        [
            (CONTENT_TYPE, "application/json"),
            (CACHE_CONTROL, "no-store"),
        ],
        body.to_string(),
    )
        .into_response()
}

pub(crate) fn person(id: u64) -> Result<u64, ActionError> {
    if payloads::is_person(id) {
        Ok(id)
    } else {
        Err(ActionError::from("Nobody here has that snowflake."))
    }
}

/// Returns the snowflake under a key.
pub(crate) fn id(body: &Value, key: &str) -> Result<u64, ActionError> {
    snowflake(&body[key]).ok_or_else(|| ActionError::from(format!("`{key}` must be a snowflake.")))
}

/// Reads a user's act with the bot; refuses acts that Discord's own client would not allow.
pub(crate) fn act(state: &State, body: &Value) -> Result<Act, ActionError> {
    let user = person(id(body, "user")?)?;
    let channel = id(body, "channel")?;
    let given = match &body["id"] {
        Value::Null => None,
        _ => Some(id(body, "id")?),
    };
    let place = visible(state, user, channel)?;
    if place.thread().is_some_and(|thread| thread.archived) {
        return Err("The thread is archived: nobody can use commands or buttons in it until somebody writes there.".into());
    }
    let mut filling = Filling {
        state,
        user,
        guild: place.guild().is_some(),
        half: body["kind"] == "autocomplete",
        resolved: Resolved::default(),
        focus: None,
    };
    let mut act = Act {
        kind: COMMAND,
        user,
        channel,
        name: String::new(),
        message: None,
        opener: Value::Null,
        completing: 0,
        data: Value::Null,
        id: given,
    };
    match body["kind"].as_str() {
        Some("command" | "autocomplete") => command(&mut filling, &mut act, body)?,
        Some("component") => press_button(&mut filling, &mut act, body)?,
        Some("modal") => submit(state, &mut act, body)?,
        _ => return Err("`kind` is command, autocomplete, component or modal.".into()),
    }
    if let Some(resolved) = filling.resolved.object() {
        act.data["resolved"] = resolved;
    }
    Ok(act)
}

fn command(filling: &mut Filling<'_>, act: &mut Act, body: &Value) -> Result<(), ActionError> {
    let name = body["command"].as_str().unwrap_or_default();
    let command = filling
        .state
        .commands_of(act.user)
        .into_iter()
        .find(|command| {
            let typed = matches!(command["type"].as_i64(), None | Some(TYPED));
            command["name"] == name && typed == body["target"].is_null()
        })
        .ok_or_else(|| {
            ActionError(
                StatusCode::NOT_FOUND,
                format!("There is no command /{name}."),
            )
        })?;
    // A command states its contexts, and whether it comes with a person who has installed it (1).
    let place = filling.state.channels.get(&act.channel);
    let context = place.map_or(1, |place| place.context());
    let outside = place.is_some_and(|place| place.is_outside());
    let by_person = || {
        let types = command["integration_types"].as_array();
        types.is_some_and(|types| types.iter().any(|known| *known == 1))
    };
    let barred = match &command["contexts"] {
        Value::Array(contexts) => !contexts.iter().any(|known| *known == context),
        _ => !filling.guild && command["dm_permission"] == false,
    } || (outside && !by_person());
    if barred {
        return Err(format!("/{name} cannot be used here.").into());
    }
    let options = filling.options(&command["options"], &body["options"])?;
    act.name = name.to_owned();
    act.data = json!({"id": command["id"], "name": name, "type": command["type"]});
    if !options.is_empty() {
        act.data["options"] = Value::Array(options);
    }
    if !body["target"].is_null() {
        // The command belongs to a context menu.
        let target = id(body, "target")?;
        let kind = command["type"].as_i64().unwrap_or(TYPED);
        if !filling.target(kind, (act.channel, target)) {
            return Err("There is nothing of that number here.".into());
        }
        act.data["target_id"] = json!(target.to_string());
    }
    if !command["guild_id"].is_null() {
        act.data["guild_id"] = command["guild_id"].clone();
    }
    if filling.half {
        act.kind = AUTOCOMPLETE;
        act.completing = filling
            .focus
            .ok_or_else(|| ActionError::from("No option is in focus."))?;
    }
    Ok(())
}

fn press_button(filling: &mut Filling<'_>, act: &mut Act, body: &Value) -> Result<(), ActionError> {
    let message = id(body, "message")?;
    let custom_id = body["custom_id"].as_str().unwrap_or_default();
    let found = filling
        .state
        .channels
        .get(&act.channel)
        .and_then(|channel| channel.message(message))
        .filter(|message| message.to.is_none_or(|owner| owner == act.user))
        .ok_or_else(|| {
            ActionError(
                StatusCode::NOT_FOUND,
                "There is no such message.".to_owned(),
            )
        })?;
    let component = component(&found.body["components"], custom_id).ok_or_else(|| {
        ActionError::from(format!("The message has no button or menu `{custom_id}`."))
    })?;
    if component["disabled"] == true {
        return Err("That is disabled.".into());
    }
    let kind = component["type"].as_i64().unwrap_or(2);
    act.kind = COMPONENT;
    act.message = Some(message);
    act.data = json!({"component_type": kind, "custom_id": custom_id, "id": component["id"]});
    if is_select(kind) {
        act.data["values"] = json!(filling.picked(component, &body["values"])?);
    }
    Ok(())
}

fn submit(state: &State, act: &mut Act, body: &Value) -> Result<(), ActionError> {
    let opened = state
        .interactions
        .get(&id(body, "interaction")?)
        .filter(|interaction| interaction.user == act.user)
        .ok_or_else(|| ActionError::from("That form is no longer open."))?;
    let modal = opened
        .modal
        .as_ref()
        .filter(|modal| modal["custom_id"] == body["custom_id"])
        .ok_or_else(|| ActionError::from("That form is no longer open."))?;
    let components = fields(modal, &body["components"])?;
    act.kind = MODAL;
    act.channel = opened.channel;
    act.message = opened.message;
    act.opener = interaction_metadata(opened)
        .remove("interaction_metadata")
        .unwrap_or_default();
    act.data = json!({"custom_id": modal["custom_id"], "components": components});
    Ok(())
}

/// Returns a channel if the user can see it.
fn visible(state: &State, user: u64, channel: u64) -> Result<&Channel, ActionError> {
    let place = state.channels.get(&channel);
    place.filter(|place| place.visible_to(user)).ok_or_else(|| {
        ActionError(
            StatusCode::NOT_FOUND,
            "There is no such channel.".to_owned(),
        )
    })
}

/// Sends a user's message to a channel.
pub(crate) fn send_message(state: &mut State, body: &Value) -> Result<Value, ActionError> {
    let (user, channel) = (person(id(body, "user")?)?, id(body, "channel")?);
    let content = body["content"].as_str().unwrap_or_default().trim();
    let length = content.chars().count();
    if length == 0 || length > 2000 {
        return Err("A message has 1 to 2000 characters.".into());
    }
    let place = visible(state, user, channel)?;
    if place
        .thread()
        .is_some_and(|thread| thread.archived && thread.locked)
    {
        return Err("The thread is locked.".into());
    }
    let spoken = json!({"content": content});
    let message = state.post(Post {
        channel,
        author: user,
        to: None,
        kind: 0,
        body: &spoken,
        uploads: &[],
        more: json!({}),
    });
    Ok(json!({"message": message}))
}

/// Archives a thread, or wakes it.
pub(crate) fn archive(state: &mut State, body: &Value) -> Result<Value, ActionError> {
    let channel = id(body, "channel")?;
    let archived = body["archived"].as_bool().unwrap_or(true);
    let thread = state
        .channels
        .get_mut(&channel)
        .and_then(|channel| channel.thread_mut())
        .ok_or_else(|| ActionError::from("Only threads can be archived."))?;
    thread.archived = archived;
    thread.archive_changed = payloads::now();
    state.announce(channel, "THREAD_UPDATE");
    Ok(json!({}))
}

/// Blocks direct messages from the bot, or allows them again.
pub(crate) fn block(state: &mut State, body: &Value) -> Result<Value, ActionError> {
    let user = person(id(body, "user")?)?;
    state.blocked.retain(|blocked| *blocked != user);
    if body["blocked"].as_bool().unwrap_or(true) {
        state.blocked.push(user);
    }
    Ok(json!({}))
}

/// Deletes an ephemeral message for the user who sees it.
pub(crate) fn dismiss(state: &mut State, body: &Value) -> Result<Value, ActionError> {
    let (user, message) = (person(id(body, "user")?)?, id(body, "message")?);
    let channel = state
        .channels
        .values()
        .find(|channel| {
            channel
                .message(message)
                .is_some_and(|message| message.to == Some(user))
        })
        .map(|channel| channel.id)
        .ok_or_else(|| ActionError::from("Only your own private messages can be dismissed."))?;
    state.delete(channel, message);
    Ok(json!({}))
}
