//! What the gateway sends, read: frames, and the interactions in them. Pure.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::id::ApplicationId;

/// A payload of the gateway, in either direction's outer shape.
#[derive(Debug, Deserialize)]
pub struct Frame {
    /// The opcode.
    pub op: u8,
    /// The number of an event in its session.
    #[serde(default)]
    pub s: Option<u64>,
    /// The name of an event.
    #[serde(default)]
    pub t: Option<String>,
    /// What is in it.
    #[serde(default)]
    pub d: Value,
}

/// What a shard does with a frame.
#[derive(Debug)]
pub enum Received {
    /// Op 0, `READY`: a session has begun.
    Ready(Ready),
    /// Op 0, `RESUMED`: everything that was missed has been sent.
    Resumed,
    /// Op 0, `INTERACTION_CREATE`.
    Interaction(Value),
    /// Op 0 of another name, or an opcode that asks for nothing.
    Nothing,
    /// Op 1: a heartbeat is wanted at once.
    Beat,
    /// Op 7: connect again and resume.
    Reconnect,
    /// Op 9: the session is not valid; whether it can be resumed.
    Invalid(bool),
    /// Op 10: how often a heartbeat is to be sent.
    Hello(Duration),
    /// Op 11: a heartbeat was acknowledged.
    Acknowledged,
}

/// The beginning of a session.
#[derive(Debug, Deserialize)]
pub struct Ready {
    /// What the session is resumed by.
    pub session_id: String,
    /// Where it is resumed.
    pub resume_gateway_url: String,
    application: Application,
    user: User,
    #[serde(default)]
    guilds: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Application {
    id: ApplicationId,
}

#[derive(Debug, Deserialize)]
struct User {
    username: String,
}

impl Ready {
    /// The bot's application.
    pub fn application(&self) -> ApplicationId {
        self.application.id
    }

    /// The bot's name.
    pub fn name(&self) -> &str {
        &self.user.username
    }

    /// How many servers the shard serves.
    pub fn servers(&self) -> usize {
        self.guilds.len()
    }
}

impl Frame {
    /// Reads a frame.
    ///
    /// # Errors
    /// It is no JSON object with an opcode.
    pub fn read(text: &str) -> serde_json::Result<Frame> {
        serde_json::from_str(text)
    }

    /// What is to be done.
    ///
    /// # Errors
    /// A `READY` or a hello without what belongs in it.
    pub fn received(self) -> serde_json::Result<Received> {
        #[derive(Deserialize)]
        struct Hello {
            heartbeat_interval: u64,
        }
        Ok(match (self.op, self.t.as_deref()) {
            (0, Some("READY")) => Received::Ready(serde_json::from_value(self.d)?),
            (0, Some("RESUMED")) => Received::Resumed,
            (0, Some("INTERACTION_CREATE")) => Received::Interaction(self.d),
            (1, _) => Received::Beat,
            (7, _) => Received::Reconnect,
            (9, _) => Received::Invalid(self.d == true),
            (10, _) => {
                let hello: Hello = serde_json::from_value(self.d)?;
                Received::Hello(Duration::from_millis(hello.heartbeat_interval.max(1)))
            }
            (11, _) => Received::Acknowledged,
            _ => Received::Nothing,
        })
    }
}

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

/// Reads an interaction.
///
/// # Errors
/// It has a shape that serenity does not know.
pub fn interaction(data: &Value) -> Result<Interaction, Unreadable> {
    Interaction::deserialize(data).map_err(|_| Unreadable {
        id: data["id"].as_str().and_then(|id| id.parse().ok()),
        token: data["token"].as_str().map(str::to_owned),
        kind: data["type"].as_u64(),
    })
}

/// Op 1, with the number of the last event.
pub fn heartbeat(seq: Option<u64>) -> Value {
    json!({"op": 1, "d": seq})
}

/// Op 2, without intents: interactions need none. Holds the token.
pub fn identify(token: &str, shard: u32, of: u32) -> Value {
    json!({"op": 2, "d": {
        "token": token, "intents": 0, "shard": [shard, of], "compress": false,
        "properties": {"os": std::env::consts::OS, "browser": "rookery", "device": "rookery"},
    }})
}

/// Op 6. Holds the token.
pub fn resume(token: &str, session: &str, seq: u64) -> Value {
    json!({"op": 6, "d": {"token": token, "session_id": session, "seq": seq}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_of_an_unknown_shape_leaves_what_an_answer_needs() {
        let data = json!({"id": "5", "token": "t", "type": 2, "shape": "of tomorrow"});
        assert_eq!(
            interaction(&data).unwrap_err(),
            Unreadable {
                id: Some(5),
                token: Some("t".to_owned()),
                kind: Some(2)
            }
        );
    }

    #[test]
    fn frames_that_ask_for_nothing_are_read_all_the_same() {
        for text in [
            r#"{"op": 0, "t": "TOMORROW_CREATE", "s": 7, "d": {"id": "5"}}"#,
            r#"{"op": 77}"#,
        ] {
            let received = Frame::read(text).unwrap().received().unwrap();
            assert!(matches!(received, Received::Nothing), "{text}");
        }
        assert!(Frame::read("[]").is_err() && Frame::read("{").is_err());
        let hello = Frame::read(r#"{"op": 10, "d": {}}"#).unwrap();
        assert!(hello.received().is_err());
    }
}
