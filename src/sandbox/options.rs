//! A person's inputs: a command's options, a menu's values, a modal's fields. Checked as Discord's own client does
//! before it sends anything, so that the bot receives only inputs that it could receive from Discord.

use serde_json::{Map, Value, json};

use super::checks::commands::{INTEGER, NUMBER, STRING};
use super::checks::components::is_select;
use super::payloads::{self, items, snowflake};
use super::state::State;

/// Objects that the bot receives in addition to the bare snowflakes.
#[derive(Default)]
pub(crate) struct Resolved {
    users: Map<String, Value>,
    members: Map<String, Value>,
    channels: Map<String, Value>,
    roles: Map<String, Value>,
    attachments: Map<String, Value>,
    messages: Map<String, Value>,
}

impl Resolved {
    fn user(&mut self, id: u64, guild: bool) -> bool {
        let Some(user) = payloads::user(id) else {
            return false;
        };
        self.users.insert(id.to_string(), user);
        if guild {
            self.members
                .insert(id.to_string(), payloads::partial_member(id));
        }
        true
    }

    /// Adds a message; returns false if the user cannot see it.
    fn message(&mut self, state: &State, (channel, id): (u64, u64), user: u64) -> bool {
        let place = state.channels.get(&channel);
        let message = place.and_then(|place| place.message(id));
        let seen = message.filter(|message| message.to.is_none_or(|owner| owner == user));
        if let Some(message) = seen {
            self.messages.insert(id.to_string(), message.body.clone());
        }
        seen.is_some()
    }

    fn channel(&mut self, state: &State, id: u64, user: u64) -> bool {
        let Some(channel) = state
            .channels
            .get(&id)
            .filter(|channel| channel.visible_to(user))
        else {
            return false;
        };
        self.channels.insert(id.to_string(), channel.partial(user));
        true
    }

    fn role(&mut self, id: u64) -> bool {
        let role = payloads::roles()
            .into_iter()
            .find(|role| snowflake(&role["id"]) == Some(id));
        let known = role.is_some();
        if let Some(role) = role {
            self.roles.insert(id.to_string(), role);
        }
        known
    }

    fn attachment(&mut self, state: &State, id: u64) -> bool {
        let attachment = state.upload(id);
        let known = attachment.is_some();
        if let Some(attachment) = attachment {
            self.attachments.insert(id.to_string(), attachment);
        }
        known
    }

    /// Returns the `resolved` object; `None` if nothing was added.
    pub(crate) fn object(self) -> Option<Value> {
        let mut object = Map::new();
        for (key, map) in [
            ("users", self.users),
            ("members", self.members),
            ("channels", self.channels),
            ("roles", self.roles),
            ("attachments", self.attachments),
            ("messages", self.messages),
        ] {
            if !map.is_empty() {
                object.insert(key.to_owned(), Value::Object(map));
            }
        }
        (!object.is_empty()).then_some(Value::Object(object))
    }
}

/// A command that a user is filling in.
pub(crate) struct Filling<'a> {
    pub state: &'a State,
    pub user: u64,
    pub guild: bool,
    /// True for a request for autocomplete, before everything is filled in.
    pub half: bool,
    pub resolved: Resolved,
    /// The type of the option in focus.
    pub focus: Option<i64>,
}

impl Filling<'_> {
    /// Looks up the target of a context menu: a person (2) or a message (3).
    pub(crate) fn target(&mut self, kind: i64, (channel, id): (u64, u64)) -> bool {
        match kind {
            2 => self.resolved.user(id, self.guild),
            _ => self.resolved.message(self.state, (channel, id), self.user),
        }
    }

    /// Checks the options given against those that the command has, and returns them as the bot will see them.
    pub(crate) fn options(&mut self, known: &Value, given: &Value) -> Result<Vec<Value>, String> {
        let mut seen: Vec<&str> = Vec::new();
        let mut filled = Vec::new();
        for option in items(given) {
            let name = option["name"].as_str().unwrap_or_default();
            let Some(spec) = items(known).iter().find(|spec| spec["name"] == name) else {
                return Err(format!("The command has no option `{name}`."));
            };
            if seen.contains(&name) {
                return Err(format!("The option `{name}` is there twice."));
            }
            seen.push(name);
            filled.push(self.option(spec, option, name)?);
        }
        for spec in items(known) {
            let name = spec["name"].as_str().unwrap_or_default();
            if spec["required"] == true && !self.half && !seen.contains(&name) {
                return Err(format!("The option `{name}` is required."));
            }
        }
        let nested = items(known)
            .iter()
            .any(|spec| matches!(spec["type"].as_i64(), Some(1 | 2)));
        if nested && filled.len() != 1 {
            return Err("Choose one of the command's sub-commands.".to_owned());
        }
        Ok(filled)
    }

    fn option(&mut self, spec: &Value, option: &Value, name: &str) -> Result<Value, String> {
        let kind = spec["type"].as_i64().unwrap_or(STRING);
        if matches!(kind, 1 | 2) {
            let inside = self.options(&spec["options"], &option["options"])?;
            return Ok(json!({"name": name, "type": kind, "options": inside}));
        }
        let focused = self.half && option["focused"] == true;
        let value = if focused {
            if spec["autocomplete"] != true {
                return Err(format!("The option `{name}` has no autocomplete."));
            }
            if self.focus.replace(kind).is_some() {
                return Err("Only one option can be in focus.".to_owned());
            }
            // A text being typed is sent as text, whatever the type of the option.
            json!(match &option["value"] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            })
        } else {
            self.value(spec, kind, &option["value"])
                .map_err(|why| format!("The option `{name}` {why}."))?
        };
        let mut filled = json!({"name": name, "type": kind, "value": value});
        if focused {
            filled["focused"] = json!(true);
        }
        Ok(filled)
    }

    fn value(&mut self, spec: &Value, kind: i64, value: &Value) -> Result<Value, String> {
        let choices = items(&spec["choices"]);
        if !choices.is_empty() && !choices.iter().any(|choice| choice["value"] == *value) {
            return Err("must be one of its choices".to_owned());
        }
        match kind {
            STRING => {
                let text = value.as_str().ok_or("must be text")?;
                let length = text.chars().count() as u64;
                let least = spec["min_length"].as_u64().unwrap_or(0);
                let most = spec["max_length"].as_u64().unwrap_or(6000);
                if (length < least || length > most) && !self.half {
                    return Err(format!("must have {least} to {most} characters"));
                }
            }
            INTEGER | NUMBER => {
                let number = match kind {
                    INTEGER => value.as_i64().map(|number| number as f64),
                    _ => value.as_f64(),
                };
                let number = number.ok_or("must be a number")?;
                let low = spec["min_value"]
                    .as_f64()
                    .is_some_and(|least| number < least);
                let high = spec["max_value"].as_f64().is_some_and(|most| number > most);
                if low || high {
                    return Err("is out of its limits".to_owned());
                }
            }
            5 => {
                value.as_bool().ok_or("must be true or false")?;
            }
            6..=9 | 11 => {
                let id = snowflake(value).ok_or("must be a snowflake")?;
                if !self.resolve(kind, id) {
                    return Err("names nobody and nothing here".to_owned());
                }
                return Ok(json!(id.to_string()));
            }
            _ => return Err("is of a kind that the sandbox does not have".to_owned()),
        }
        Ok(value.clone())
    }

    /// Looks up a snowflake for an option (6 user, 7 channel, 8 role, 9 either of user and role, 11 file).
    fn resolve(&mut self, kind: i64, id: u64) -> bool {
        match kind {
            6 => self.resolved.user(id, self.guild),
            7 => self.resolved.channel(self.state, id, self.user),
            8 => self.resolved.role(id),
            11 => self.resolved.attachment(self.state, id),
            _ => self.resolved.user(id, self.guild) || self.resolved.role(id),
        }
    }

    /// Checks the values picked from a select menu, and looks them up.
    pub(crate) fn picked(&mut self, select: &Value, values: &Value) -> Result<Vec<String>, String> {
        let kind = select["type"].as_i64().unwrap_or(3);
        let picked: Vec<String> = items(values)
            .iter()
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect();
        let count = picked.len() as u64;
        let least = select["min_values"].as_u64().unwrap_or(1);
        let most = select["max_values"].as_u64().unwrap_or(1);
        if count < least || count > most {
            return Err(format!("Pick {least} to {most} of the menu's entries."));
        }
        for value in &picked {
            let known = if kind == 3 {
                items(&select["options"])
                    .iter()
                    .any(|option| option["value"] == value.as_str())
            } else {
                // Menus of users, roles, mentionables and channels have other type numbers than options.
                let like = match kind {
                    5 => 6,
                    6 => 8,
                    8 => 7,
                    _ => 9,
                };
                value.parse().is_ok_and(|id| self.resolve(like, id))
            };
            if !known {
                return Err(format!("The menu has no entry `{value}`."));
            }
        }
        Ok(picked)
    }
}

/// Returns the component of a message that has a custom id.
pub(crate) fn component<'a>(rows: &'a Value, custom_id: &str) -> Option<&'a Value> {
    items(rows)
        .iter()
        .flat_map(|row| items(&row["components"]))
        .find(|component| component["custom_id"] == custom_id)
}

/// Checks a modal's fields, and returns them as the bot will see them.
pub(crate) fn fields(modal: &Value, given: &Value) -> Result<Value, String> {
    let mut rows = Vec::new();
    for (number, row) in items(&modal["components"]).iter().enumerate() {
        let labelled = row["type"] == 18;
        let spec = if labelled {
            &row["component"]
        } else {
            &row["components"][0]
        };
        let id = spec["custom_id"].as_str().unwrap_or_default();
        let found = items(given)
            .iter()
            .flat_map(|row| {
                items(&row["components"])
                    .iter()
                    .chain(std::iter::once(&row["component"]))
            })
            .find(|field| field["custom_id"] == id);
        let label = row["label"]
            .as_str()
            .or(spec["label"].as_str())
            .unwrap_or(id);
        let field_number = 2 * number + 2;
        let kind = spec["type"].as_i64().unwrap_or(4);
        let field = if is_select(kind) {
            let values = found.map_or(&Value::Null, |field| &field["values"]);
            json!({"type": kind, "id": field_number, "custom_id": id, "values": items(values)})
        } else {
            let value = found
                .and_then(|field| field["value"].as_str())
                .unwrap_or_default();
            let length = value.chars().count() as u64;
            let required = spec["required"] != false;
            let least = spec["min_length"]
                .as_u64()
                .unwrap_or(0)
                .max(u64::from(required));
            let most = spec["max_length"].as_u64().unwrap_or(4000);
            if (length > 0 || required) && (length < least || length > most) {
                return Err(format!(
                    "\"{label}\" must have {least} to {most} characters."
                ));
            }
            json!({"type": 4, "id": field_number, "custom_id": id, "value": value})
        };
        rows.push(if labelled {
            json!({"type": 18, "id": field_number - 1, "component": field})
        } else {
            json!({"type": 1, "id": field_number - 1, "components": [field]})
        });
    }
    Ok(Value::Array(rows))
}
