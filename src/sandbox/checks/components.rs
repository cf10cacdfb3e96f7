//! Checks of action rows, buttons, select menus and modals.

use serde_json::Value;

use super::super::payloads::items;
use super::{At, Problems};

const ROW: i64 = 1;
const BUTTON: i64 = 2;
const STRING_SELECT: i64 = 3;
const TEXT_INPUT: i64 = 4;
const LABEL: i64 = 18;

/// True for a select menu of any kind: strings, users, roles, mentionables, channels.
pub(crate) fn is_select(kind: i64) -> bool {
    matches!(kind, STRING_SELECT | 5..=8)
}

/// Checks the rows of a message.
pub(crate) fn message_rows(problems: &mut Problems, at: &At, rows: &Value) {
    let mut ids = Vec::new();
    for (number, row) in problems.list(at, rows, 0, 5).iter().enumerate() {
        let at = at.item(number);
        if row["type"].as_i64() != Some(ROW) {
            problems.add(
                &at.key("type"),
                "BASE_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1,).",
            );
            continue;
        }
        let inside = at.key("components");
        let children = problems.list(&inside, &row["components"], 1, 5);
        if row["components"].is_null() {
            problems.add(&inside, "BASE_TYPE_REQUIRED", "This field is required");
        }
        let width: usize = children
            .iter()
            .map(|child| {
                if child["type"].as_i64().is_some_and(is_select) {
                    5
                } else {
                    1
                }
            })
            .sum();
        if width > 5 && children.len() <= 5 {
            problems.add(
                &at,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        for (number, child) in children.iter().enumerate() {
            let at = inside.item(number);
            match child["type"].as_i64() {
                Some(BUTTON) => button(problems, &at, child, &mut ids),
                Some(kind) if is_select(kind) => select(problems, &at, child, kind, &mut ids),
                _ => problems.add(
                    &at.key("type"),
                    "BASE_TYPE_CHOICES",
                    "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).",
                ),
            }
        }
    }
}

fn custom_id(problems: &mut Problems, at: &At, component: &Value, ids: &mut Vec<String>) {
    let at = at.key("custom_id");
    if let Some(id) = problems.required_text(&at, &component["custom_id"], 1, 100) {
        problems.unique(
            &at,
            ids,
            id,
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id",
        );
    }
}

fn button(problems: &mut Problems, at: &At, button: &Value, ids: &mut Vec<String>) {
    problems.text(&at.key("label"), &button["label"], 0, 80);
    problems.boolean(&at.key("disabled"), &button["disabled"]);
    let style = match button["style"].as_i64() {
        Some(style @ 1..=6) => style,
        _ => {
            problems.add(
                &at.key("style"),
                "BASE_TYPE_CHOICES",
                "Value of field \"style\" must be one of (1, 2, 3, 4, 5, 6).",
            );
            return;
        }
    };
    if style == 6 {
        problems.snowflake(&at.key("sku_id"), &button["sku_id"]);
        return;
    }
    let bare = button["label"].as_str().is_none_or(str::is_empty) && button["emoji"].is_null();
    if bare {
        problems.add(
            at,
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
            "A button needs a label or an emoji.",
        );
    }
    if style == 5 {
        problems.required_text(&at.key("url"), &button["url"], 1, 512);
        if !button["custom_id"].is_null() {
            problems.add(
                at,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
    } else {
        custom_id(problems, at, button, ids);
        if !button["url"].is_null() {
            problems.add(
                at,
                "BUTTON_COMPONENT_INVALID_URL",
                "A non-link button must not have a url",
            );
        }
    }
}

fn select(problems: &mut Problems, at: &At, select: &Value, kind: i64, ids: &mut Vec<String>) {
    custom_id(problems, at, select, ids);
    problems.text(&at.key("placeholder"), &select["placeholder"], 0, 150);
    problems.boolean(&at.key("disabled"), &select["disabled"]);
    let least = problems
        .integer(&at.key("min_values"), &select["min_values"], 0, 25)
        .unwrap_or(1);
    let most = problems
        .integer(&at.key("max_values"), &select["max_values"], 1, 25)
        .unwrap_or(1);
    if least > most {
        problems.add(
            &at.key("min_values"),
            "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
            "min_values is more than max_values.",
        );
    }
    let inside = at.key("options");
    if kind != STRING_SELECT {
        if !items(&select["options"]).is_empty() {
            problems.add(
                &inside,
                "COMPONENT_TYPE_INVALID",
                "Only a string select has options.",
            );
        }
        return;
    }
    if select["options"].is_null() {
        problems.add(&inside, "BASE_TYPE_REQUIRED", "This field is required");
        return;
    }
    let options = problems.list(&inside, &select["options"], 1, 25);
    let (mut values, mut chosen) = (Vec::new(), 0);
    for (number, option) in options.iter().enumerate() {
        let at = inside.item(number);
        problems.required_text(&at.key("label"), &option["label"], 1, 100);
        problems.text(&at.key("description"), &option["description"], 0, 100);
        if let Some(value) = problems.required_text(&at.key("value"), &option["value"], 1, 100) {
            problems.unique(
                &at.key("value"),
                &mut values,
                value,
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value",
            );
        }
        chosen += i64::from(option["default"] == true);
    }
    let count = i64::try_from(options.len()).unwrap_or(25);
    if most > count && !select["max_values"].is_null() {
        problems.add(
            &at.key("max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            format!("max_values is more than the {count} options."),
        );
    }
    if chosen > most {
        problems.add(
            &inside,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "More default values than max_values.",
        );
    }
}

/// Checks a modal: the data of an answer of type 9.
pub(crate) fn modal(problems: &mut Problems, at: &At, modal: &Value) {
    problems.required_text(&at.key("title"), &modal["title"], 1, 45);
    problems.required_text(&at.key("custom_id"), &modal["custom_id"], 1, 100);
    let inside = at.key("components");
    if modal["components"].is_null() {
        problems.add(&inside, "BASE_TYPE_REQUIRED", "This field is required");
    }
    let mut ids = Vec::new();
    for (number, row) in problems
        .list(&inside, &modal["components"], 1, 5)
        .iter()
        .enumerate()
    {
        let at = inside.item(number);
        match row["type"].as_i64() {
            Some(ROW) => {
                let inside = at.key("components");
                let children = problems.list(&inside, &row["components"], 1, 1);
                for (number, child) in children.iter().enumerate() {
                    let at = inside.item(number);
                    if child["type"].as_i64() == Some(TEXT_INPUT) {
                        problems.required_text(&at.key("label"), &child["label"], 1, 45);
                        text_input(problems, &at, child, &mut ids);
                    } else {
                        problems.add(
                            &at.key("type"),
                            "BASE_TYPE_CHOICES",
                            "Value of field \"type\" must be one of (4,).",
                        );
                    }
                }
            }
            Some(LABEL) => {
                problems.required_text(&at.key("label"), &row["label"], 1, 45);
                problems.text(&at.key("description"), &row["description"], 0, 100);
                let child = &row["component"];
                let at = at.key("component");
                match child["type"].as_i64() {
                    Some(TEXT_INPUT) => text_input(problems, &at, child, &mut ids),
                    Some(kind) if is_select(kind) => {
                        select(problems, &at, child, kind, &mut ids);
                    }
                    _ => problems.add(
                        &at.key("type"),
                        "BASE_TYPE_CHOICES",
                        "Value of field \"type\" must be one of (3, 4, 5, 6, 7, 8).",
                    ),
                }
            }
            _ => problems.add(
                &at.key("type"),
                "BASE_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1, 18).",
            ),
        }
    }
}

fn text_input(problems: &mut Problems, at: &At, input: &Value, ids: &mut Vec<String>) {
    custom_id(problems, at, input, ids);
    if !matches!(input["style"].as_i64(), Some(1 | 2)) {
        problems.add(
            &at.key("style"),
            "BASE_TYPE_CHOICES",
            "Value of field \"style\" must be one of (1, 2).",
        );
    }
    problems.text(&at.key("placeholder"), &input["placeholder"], 0, 100);
    problems.text(&at.key("value"), &input["value"], 0, 4000);
    problems.boolean(&at.key("required"), &input["required"]);
    let least = problems
        .integer(&at.key("min_length"), &input["min_length"], 0, 4000)
        .unwrap_or(0);
    let most = problems
        .integer(&at.key("max_length"), &input["max_length"], 1, 4000)
        .unwrap_or(4000);
    if least > most {
        problems.add(
            &at.key("min_length"),
            "TEXT_INPUT_COMPONENT_MIN_LENGTH_TOO_LARGE",
            "min_length is more than max_length.",
        );
    }
}
