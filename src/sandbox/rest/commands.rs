//! Routes of application commands: registering them and reading them back.

use serde_json::{Value, json};

use super::super::checks::{At, Problems, commands};
use super::super::payloads::{self, BOT, items, keys, snowflake};
use super::super::state::State;
use super::{ApiError, Call, Reply};

pub(crate) fn route(
    state: &mut State,
    method: &str,
    guild: Option<u64>,
    rest: &[&str],
    call: &Call,
) -> Result<Reply, ApiError> {
    match (method, rest) {
        ("GET", []) => Ok(Reply::ok(Value::Array(list(state, guild).clone()))),
        ("PUT", []) => {
            let mut problems = Problems::default();
            commands::list(&mut problems, &call.body);
            refuse(&problems)?;
            let before = list(state, guild).clone();
            let commands: Vec<Value> = items(&call.body)
                .iter()
                .map(|command| full(state, command, guild, same(&before, command)))
                .collect();
            replace(state, guild, commands.clone());
            Ok(Reply::ok(Value::Array(commands)))
        }
        ("POST", []) => {
            let mut problems = Problems::default();
            commands::check(&mut problems, &At::root(), &call.body);
            let mut commands = list(state, guild).clone();
            let before = same(&commands, &call.body).cloned();
            if before.is_none() && commands.len() >= 100 {
                return Err(ApiError::plain(
                    400,
                    30032,
                    "Maximum number of application commands reached (100).",
                )
                .blamed());
            }
            refuse(&problems)?;
            let command = full(state, &call.body, guild, before.as_ref());
            commands.retain(|old| old["id"] != command["id"]);
            commands.push(command.clone());
            replace(state, guild, commands);
            Ok(if before.is_some() {
                Reply::ok(command)
            } else {
                Reply::created(command)
            })
        }
        (_, [id]) => one(state, method, guild, id, call),
        _ => Err(ApiError::plain(404, 0, "404: Not Found").blamed()),
    }
}

fn one(
    state: &mut State,
    method: &str,
    guild: Option<u64>,
    id: &str,
    call: &Call,
) -> Result<Reply, ApiError> {
    let mut commands = list(state, guild).clone();
    let index = commands
        .iter()
        .position(|command| command["id"] == id)
        .ok_or_else(|| ApiError::plain(404, 10063, "Unknown application command"))?;
    match method {
        "GET" => Ok(Reply::ok(commands.swap_remove(index))),
        "DELETE" => {
            commands.remove(index);
            replace(state, guild, commands);
            Ok(Reply::nothing())
        }
        "PATCH" => {
            let before = commands.swap_remove(index);
            let mut wanted = before.clone();
            payloads::extend(&mut wanted, call.body.clone());
            let mut problems = Problems::default();
            commands::check(&mut problems, &At::root(), &wanted);
            refuse(&problems)?;
            let command = full(state, &wanted, guild, Some(&before));
            commands.push(command.clone());
            replace(state, guild, commands);
            Ok(Reply::ok(command))
        }
        _ => Err(ApiError::plain(405, 0, "405: Method Not Allowed").blamed()),
    }
}

fn refuse(problems: &Problems) -> Result<(), ApiError> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::form(problems))
    }
}

fn list(state: &State, guild: Option<u64>) -> &Vec<Value> {
    if guild.is_some() {
        &state.guild_commands
    } else {
        &state.commands
    }
}

fn same<'a>(commands: &'a [Value], wanted: &Value) -> Option<&'a Value> {
    let kind = |command: &Value| command["type"].as_i64().unwrap_or(1);
    commands
        .iter()
        .find(|command| command["name"] == wanted["name"] && kind(command) == kind(wanted))
}

fn replace(state: &mut State, guild: Option<u64>, commands: Vec<Value>) {
    if guild.is_some() {
        state.guild_commands = commands;
    } else {
        state.commands = commands;
    }
    let users: Vec<u64> = state.pages.iter().map(|page| page.user).collect();
    for user in users {
        let event = json!({"type": "commands", "commands": state.commands_of(user)});
        state.send_to_pages(Some(user), &event);
    }
}

/// Returns the full command object. A command keeps its snowflake as long as its name stays, and its version as long as
/// nothing else changes either.
fn full(state: &mut State, wanted: &Value, guild: Option<u64>, before: Option<&Value>) -> Value {
    let id = before
        .and_then(|before| snowflake(&before["id"]))
        .unwrap_or_else(|| state.snowflake());
    let version = state.snowflake();
    let mut command = json!({
        "id": id.to_string(), "application_id": BOT.to_string(), "version": version.to_string(), "type": 1,
        "default_member_permissions": null, "dm_permission": true, "nsfw": false, "description": "",
        "integration_types": [0], "contexts": null,
    });
    for (key, value) in keys(wanted) {
        if !value.is_null() && !["id", "application_id", "version"].contains(&key.as_str()) {
            command[key] = value;
        }
    }
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild.to_string());
    }
    if let Some(before) = before {
        let mut again = command.clone();
        again["version"] = before["version"].clone();
        if again == *before {
            return again;
        }
    }
    command
}
