//! Answers to interactions: which, when, how often, and who sees them.

use serde_json::{Value, json};

use super::client::{ALICE, BOB, GENERAL, Gateway, Sandbox};

fn whisper(text: &str) -> Value {
    json!({"type": 4, "data": {"content": text, "flags": 64, "allowed_mentions": {"parse": []}}})
}

/// An ephemeral answer is seen by the one it answers and by nobody else, not even by way of the channel's messages.
#[tokio::test]
async fn ephemeral_messages_are_their_owners() {
    let sandbox = Sandbox::start().await;
    sandbox.register().await;
    let mut gateway = Gateway::identify(&sandbox.server, 0).await;
    let look = sandbox.look(&mut gateway).await;
    let (status, answer) = sandbox.callback(&look, whisper("only for you")).await;
    assert_eq!((status, answer), (204, Value::Null));
    let seen = sandbox.seen(ALICE, GENERAL).await;
    assert_eq!(seen[0]["content"], "only for you");
    assert_eq!(sandbox.seen(BOB, GENERAL).await, Vec::<Value>::new());
    let path = format!("/channels/{GENERAL}/messages");
    let (_, listed) = sandbox.api("GET", &path, Value::Null).await;
    assert_eq!(listed, json!([]));
    let one = format!("{path}/{}", seen[0]["id"].as_str().unwrap());
    let (status, answer) = sandbox.api("GET", &one, Value::Null).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10008)));
}
