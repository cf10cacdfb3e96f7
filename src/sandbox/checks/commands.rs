//! Checks of the registration of application commands, and of autocomplete's choices.

use serde_json::Value;

use super::super::payloads::items;
use super::{At, Problems};

const SUB_COMMAND: i64 = 1;
const SUB_COMMAND_GROUP: i64 = 2;
pub(crate) const STRING: i64 = 3;
pub(crate) const INTEGER: i64 = 4;
pub(crate) const NUMBER: i64 = 10;

/// Checks a whole list of commands, as a `PUT` sends it.
pub(crate) fn list(problems: &mut Problems, commands: &Value) {
    let root = At::root();
    if !commands.is_array() {
        problems.add(
            &root,
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        );
        return;
    }
    let mut names = Vec::new();
    let chat_input = items(commands)
        .iter()
        .filter(|command| command["type"].as_i64().unwrap_or(1) == 1)
        .count();
    if chat_input > 100 {
        problems.add(
            &root,
            "APPLICATION_COMMAND_TOO_MANY",
            "Maximum number of application commands reached (100).",
        );
    }
    for (number, command) in items(commands).iter().enumerate() {
        let at = root.item(number);
        check(problems, &at, command);
        let kind = command["type"].as_i64().unwrap_or(1);
        if let Some(name) = command["name"].as_str() {
            problems.unique(
                &at.key("name"),
                &mut names,
                format!("{kind} {name}"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names",
            );
        }
    }
}

/// Checks a command.
pub(crate) fn check(problems: &mut Problems, at: &At, command: &Value) {
    let kind = command["type"].as_i64().unwrap_or(1);
    match kind {
        1 => {
            name(problems, &at.key("name"), &command["name"]);
            problems.required_text(&at.key("description"), &command["description"], 1, 100);
            options(problems, &at.key("options"), &command["options"], 0);
        }
        2 | 3 => {
            problems.required_text(&at.key("name"), &command["name"], 1, 32);
            for key in ["description", "options"] {
                let given = &command[key];
                if given.as_str().is_some_and(|text| !text.is_empty()) || !items(given).is_empty() {
                    problems.add(
                        &at.key(key),
                        "APPLICATION_COMMAND_INVALID_FIELD",
                        "Context menu commands cannot have this.",
                    );
                }
            }
        }
        _ => problems.add(
            &at.key("type"),
            "BASE_TYPE_CHOICES",
            "Value of field \"type\" must be one of (1, 2, 3).",
        ),
    }
    for (key, most) in [("contexts", 2), ("integration_types", 1)] {
        let at = at.key(key);
        for (number, context) in problems.list(&at, &command[key], 1, 3).iter().enumerate() {
            problems.integer(&at.item(number), context, 0, most);
        }
    }
    if size(command) > 8000 {
        problems.add(
            at,
            "APPLICATION_COMMAND_TOO_LARGE",
            "Command exceeds maximum size (8000)",
        );
    }
}

/// Counts the characters of names, descriptions and values at every depth, of which a command may have 8,000.
fn size(value: &Value) -> usize {
    let own: usize = ["name", "description", "value"]
        .iter()
        .filter_map(|key| value[*key].as_str())
        .map(|text| text.chars().count())
        .sum();
    let inside = items(&value["options"])
        .iter()
        .chain(items(&value["choices"]));
    own + inside.map(size).sum::<usize>()
}

/// Checks the name of a command or option: 1 to 32 letters, digits, `-`, `_` and `'`, without capitals.
fn name(problems: &mut Problems, at: &At, name: &Value) {
    let Some(name) = problems.required_text(at, name, 1, 32) else {
        return;
    };
    let odd = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '\''));
    if name.chars().any(odd) {
        problems.add(
            at,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    } else if name.to_lowercase() != name {
        problems.add(
            at,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name must be lowercase",
        );
    }
}

fn options(problems: &mut Problems, at: &At, options: &Value, depth: u8) {
    let (mut names, mut optional, mut nested, mut plain) = (Vec::new(), false, false, false);
    for (number, option) in problems.list(at, options, 0, 25).iter().enumerate() {
        let at = at.item(number);
        name(problems, &at.key("name"), &option["name"]);
        problems.required_text(&at.key("description"), &option["description"], 1, 100);
        if let Some(name) = option["name"].as_str() {
            problems.unique(
                &at.key("name"),
                &mut names,
                name.to_owned(),
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option names",
            );
        }
        let required = option["required"] == true;
        if required && optional {
            problems.add(
                &at,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        let kind = option["type"].as_i64().unwrap_or(0);
        match kind {
            SUB_COMMAND | SUB_COMMAND_GROUP => {
                nested = true;
                let deepest = if kind == SUB_COMMAND { 1 } else { 0 };
                if depth > deepest {
                    problems.add(
                        &at.key("type"),
                        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                        "Sub-command and sub-command group option types cannot be nested here",
                    );
                }
                let below = if kind == SUB_COMMAND { 2 } else { depth + 1 };
                self::options(problems, &at.key("options"), &option["options"], below);
            }
            3..=11 => {
                plain = true;
                optional |= !required;
                plain_option(problems, &at, option, kind);
            }
            _ => problems.add(
                &at.key("type"),
                "BASE_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).",
            ),
        }
    }
    if nested && plain {
        problems.add(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command option types are mutually exclusive to other option types",
        );
    }
}

fn plain_option(problems: &mut Problems, at: &At, option: &Value, kind: i64) {
    let autocompleted = option["autocomplete"] == true;
    let chosen = !items(&option["choices"]).is_empty();
    if autocompleted && chosen {
        problems.add(
            at,
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            "Autocomplete and choices cannot both be given.",
        );
    }
    if (autocompleted || chosen) && !matches!(kind, STRING | INTEGER | NUMBER) {
        problems.add(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Only strings and numbers can have choices or autocomplete.",
        );
    }
    let mut names = Vec::new();
    choices(problems, &at.key("choices"), &option["choices"], kind);
    for (number, choice) in items(&option["choices"]).iter().enumerate() {
        if let Some(name) = choice["name"].as_str() {
            problems.unique(
                &at.key("choices").item(number).key("name"),
                &mut names,
                name.to_owned(),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
                "Option choice names",
            );
        }
    }
    for key in ["min_value", "max_value"] {
        if !option[key].is_null() && !matches!(kind, INTEGER | NUMBER) {
            problems.add(
                &at.key(key),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Only numbers have limits.",
            );
        }
    }
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        if !option[key].is_null() && kind != STRING {
            problems.add(
                &at.key(key),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Only strings have lengths.",
            );
        }
        problems.integer(&at.key(key), &option[key], least, 6000);
    }
}

/// Checks choices: at most 25, names of 1 to 100 characters, values of the option's type.
pub(crate) fn choices(problems: &mut Problems, at: &At, choices: &Value, kind: i64) {
    for (number, choice) in problems.list(at, choices, 0, 25).iter().enumerate() {
        let at = at.item(number);
        problems.required_text(&at.key("name"), &choice["name"], 1, 100);
        let value = &choice["value"];
        let fits = match kind {
            INTEGER => value.is_i64(),
            NUMBER => value.is_number(),
            _ => {
                problems.required_text(&at.key("value"), value, 1, 100);
                true
            }
        };
        if !fits {
            problems.add(
                &at.key("value"),
                "NUMBER_TYPE_COERCE",
                "The value does not fit the option's type.",
            );
        }
    }
}
