//! Interactions that serenity could not read. Without this they would be dropped, with a line at DEBUG at most. Pure.

use serde_json::Value;
use serenity::model::event::Event;

/// What is left of an interaction that serenity could not read.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its snowflake.
    pub id: Option<u64>,
    /// What answers are sent with.
    pub token: Option<String>,
    /// Its type, as Discord numbers them.
    pub kind: Option<u64>,
}

/// What is left of the interaction in an event, if it is one that serenity could not read.
pub fn unreadable(event: &Event) -> Option<Unreadable> {
    let Event::Unknown(unknown) = event else {
        return None;
    };
    (unknown.kind == "INTERACTION_CREATE").then(|| Unreadable::of(&unknown.value))
}

impl Unreadable {
    /// What is left of an interaction.
    pub fn of(interaction: &Value) -> Self {
        Unreadable {
            id: interaction["id"].as_str().and_then(|id| id.parse().ok()),
            token: interaction["token"].as_str().map(str::to_owned),
            kind: interaction["type"].as_u64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(name: &str, data: Value) -> Event {
        serde_json::from_value(json!({"t": name, "d": data})).unwrap()
    }

    #[test]
    fn an_interaction_of_an_unknown_shape_leaves_what_an_answer_needs() {
        let data = json!({"id": "5", "token": "t", "type": 2, "shape": "of tomorrow"});
        assert_eq!(
            unreadable(&event("INTERACTION_CREATE", data)),
            Some(Unreadable {
                id: Some(5),
                token: Some("t".to_owned()),
                kind: Some(2)
            })
        );
    }

    #[test]
    fn other_unknown_events_are_left_alone() {
        let event = event("TOMORROW_CREATE", json!({"id": "5"}));
        assert_eq!(unreadable(&event), None);
    }
}
