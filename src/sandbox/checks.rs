//! Discord's demands on a request's body, beyond a schema's: pure functions from a body to the list of its problems.
//! The limits are those of Discord's API reference.

pub(crate) mod commands;
pub(crate) mod components;
pub(crate) mod message;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Problems of a body, each with its place in it.
#[derive(Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
}

/// A problem at a place in a body.
pub(crate) struct Problem {
    /// Keys and indices down to the problem: `components.0.components.2.label`.
    pub path: String,
    /// Discord's code for the problem.
    pub code: &'static str,
    /// The problem in words.
    pub message: String,
}

/// A place in a body.
#[derive(Clone)]
pub(crate) struct At(String);

impl At {
    pub(crate) fn root() -> At {
        At(String::new())
    }

    pub(crate) fn key(&self, key: &str) -> At {
        if self.0.is_empty() {
            At(key.to_owned())
        } else {
            At(format!("{}.{key}", self.0))
        }
    }

    pub(crate) fn item(&self, index: usize) -> At {
        self.key(&index.to_string())
    }
}

impl Problems {
    pub(crate) fn add(&mut self, at: &At, code: &'static str, message: impl Into<String>) {
        self.list.push(Problem {
            path: at.0.clone(),
            code,
            message: message.into(),
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns all problems in one line.
    pub(crate) fn sentence(&self) -> String {
        let said: Vec<String> = self
            .list
            .iter()
            .map(|problem| format!("{}: {} ({})", problem.path, problem.message, problem.code))
            .collect();
        said.join("; ")
    }

    /// Returns Discord's nested `errors` object.
    pub(crate) fn errors(&self) -> Value {
        let mut grouped: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for problem in &self.list {
            grouped
                .entry(&problem.path)
                .or_default()
                .push(json!({"code": problem.code, "message": problem.message}));
        }
        let mut root = Value::Object(Map::new());
        for (path, errors) in grouped {
            let mut place = &mut root;
            for key in path.split('.').filter(|key| !key.is_empty()) {
                place = &mut place[key];
            }
            place["_errors"] = Value::Array(errors);
        }
        root
    }

    /// Checks a text of `least` to `most` characters, if present, and returns it. Null counts as absent.
    pub(crate) fn text(
        &mut self,
        at: &At,
        value: &Value,
        least: usize,
        most: usize,
    ) -> Option<String> {
        let text = match value {
            Value::Null => return None,
            Value::String(text) => text,
            _ => {
                self.add(at, "STRING_TYPE_CONVERT", "This must be a string.");
                return None;
            }
        };
        let length = text.chars().count();
        if length < least && least == 1 {
            self.add(at, "BASE_TYPE_REQUIRED", "This field is required");
        } else if length < least {
            self.add(
                at,
                "BASE_TYPE_MIN_LENGTH",
                format!("Must be {least} or more in length."),
            );
        } else if length > most {
            self.add(
                at,
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {most} or fewer in length."),
            );
        }
        Some(text.clone())
    }

    /// Checks a text of `least` to `most` characters that must be present, and returns it.
    pub(crate) fn required_text(
        &mut self,
        at: &At,
        value: &Value,
        least: usize,
        most: usize,
    ) -> Option<String> {
        if value.is_null() {
            self.add(at, "BASE_TYPE_REQUIRED", "This field is required");
        }
        self.text(at, value, least, most)
    }

    /// Checks a list of `least` to `most` items, if present, and returns its items.
    pub(crate) fn list<'a>(
        &mut self,
        at: &At,
        value: &'a Value,
        least: usize,
        most: usize,
    ) -> &'a [Value] {
        match value {
            Value::Null => &[],
            Value::Array(items) => {
                if items.len() < least || items.len() > most {
                    self.add(
                        at,
                        "BASE_TYPE_BAD_LENGTH",
                        format!("Must be between {least} and {most} in length."),
                    );
                }
                items
            }
            _ => {
                self.add(
                    at,
                    "LIST_TYPE_CONVERT",
                    "Only iterables may be used in a ListType",
                );
                &[]
            }
        }
    }

    /// Checks a whole number within limits, if present, and returns it.
    pub(crate) fn integer(&mut self, at: &At, value: &Value, least: i64, most: i64) -> Option<i64> {
        if value.is_null() {
            return None;
        }
        let Some(number) = value.as_i64() else {
            self.add(at, "NUMBER_TYPE_COERCE", "This must be an integer.");
            return None;
        };
        if number < least {
            self.add(
                at,
                "NUMBER_TYPE_MIN",
                format!("int value should be greater than or equal to {least}."),
            );
        } else if number > most {
            self.add(
                at,
                "NUMBER_TYPE_MAX",
                format!("int value should be less than or equal to {most}."),
            );
        }
        Some(number)
    }

    /// Checks a truth value, if present.
    pub(crate) fn boolean(&mut self, at: &At, value: &Value) {
        if !value.is_null() && !value.is_boolean() {
            self.add(at, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
    }

    /// Checks a snowflake that must be present, and returns it.
    pub(crate) fn snowflake(&mut self, at: &At, value: &Value) -> Option<u64> {
        let read = super::payloads::snowflake(value);
        if read.is_none() {
            self.add(
                at,
                "NUMBER_TYPE_COERCE",
                format!("Value \"{value}\" is not snowflake."),
            );
        }
        read
    }

    /// Refuses a value that has been seen before, and remembers it otherwise.
    pub(crate) fn unique(
        &mut self,
        at: &At,
        seen: &mut Vec<String>,
        value: String,
        code: &'static str,
        what: &str,
    ) {
        if seen.contains(&value) {
            self.add(at, code, format!("{what} cannot be duplicated: {value}"));
        } else {
            seen.push(value);
        }
    }
}
