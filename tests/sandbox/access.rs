//! Access: commands that may be registered, routes, people, pages.

use rookery::sandbox::payloads::BOT;
use serde_json::{Value, json};

use super::client::{ALICE, ALICES, Sandbox};
use super::refusals::code_at;

/// Returns lists of commands, each with the place of the error and its name.
fn bad_commands() -> Vec<(Value, &'static str, &'static str)> {
    let command = |more: Value| {
        let mut command = json!({"name": "play", "description": "Plays."});
        command
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!([command])
    };
    let with = |options: Value| command(json!({"options": options}));
    let option = |more: Value| {
        let mut option = json!({"type": 3, "name": "o", "description": "d"});
        option
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        option
    };
    let many = |count: usize| -> Value {
        (0..count)
            .map(|n| option(json!({"name": format!("o{n}")})))
            .collect()
    };
    let choices = |count: usize, length: usize| -> Value {
        (0..count)
            .map(|n| json!({"name": format!("{n:0>length$}"), "value": format!("{n:0>length$}")}))
            .collect()
    };
    let large: Value = (0..2)
        .map(|n| option(json!({"name": format!("o{n}"), "choices": choices(25, 100)})))
        .collect();
    let hundred: Value = (0..101)
        .map(|n| json!({"name": format!("c{n}"), "description": "d"}))
        .collect();
    let name = "APPLICATION_COMMAND_INVALID_NAME";
    let kind = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID";
    vec![
        (command(json!({"name": "Play"})), "0.name", name),
        (command(json!({"name": "play now"})), "0.name", name),
        (
            command(json!({"name": "x".repeat(33)})),
            "0.name",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            command(json!({"description": ""})),
            "0.description",
            "BASE_TYPE_REQUIRED",
        ),
        (
            command(json!({"description": "x".repeat(101)})),
            "0.description",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (command(json!({"type": 9})), "0.type", "BASE_TYPE_CHOICES"),
        (hundred, "", "APPLICATION_COMMAND_TOO_MANY"),
        (
            json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]),
            "1.name",
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
        (with(many(26)), "0.options", "BASE_TYPE_BAD_LENGTH"),
        (
            with(json!([option(json!({"name": "O"}))])),
            "0.options.0.name",
            name,
        ),
        (
            with(json!([option(json!({})), option(json!({}))])),
            "0.options.1.name",
            "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        ),
        (
            with(json!([
                option(json!({})),
                option(json!({"name": "p", "required": true}))
            ])),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            with(json!([option(json!({"type": 12}))])),
            "0.options.0.type",
            "BASE_TYPE_CHOICES",
        ),
        (
            with(json!([option(json!({"choices": choices(26, 1)}))])),
            "0.options.0.choices",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            with(json!([option(
                json!({"choices": [{"name": "a", "value": ""}]})
            )])),
            "0.options.0.choices.0.value",
            "BASE_TYPE_REQUIRED",
        ),
        (
            with(json!([option(
                json!({"type": 4, "choices": [{"name": "a", "value": "1"}]})
            )])),
            "0.options.0.choices.0.value",
            "NUMBER_TYPE_COERCE",
        ),
        (
            with(json!([option(
                json!({"choices": [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}]})
            )])),
            "0.options.0.choices.1.name",
            "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
        ),
        (
            with(json!([option(
                json!({"autocomplete": true, "choices": choices(1, 1)})
            )])),
            "0.options.0",
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
        ),
        (
            with(json!([option(json!({"type": 6, "autocomplete": true}))])),
            "0.options.0",
            kind,
        ),
        (
            with(json!([option(json!({"min_value": 1}))])),
            "0.options.0.min_value",
            kind,
        ),
        (
            with(json!([option(json!({"max_length": 6001}))])),
            "0.options.0.max_length",
            "NUMBER_TYPE_MAX",
        ),
        (
            with(json!([
                option(json!({"type": 1})),
                option(json!({"name": "p"}))
            ])),
            "0.options",
            kind,
        ),
        (
            with(json!([option(
                json!({"type": 1, "options": [option(json!({"type": 1}))]})
            )])),
            "0.options.0.options.0.type",
            kind,
        ),
        (with(large), "0", "APPLICATION_COMMAND_TOO_LARGE"),
    ]
}

/// "Application Command Naming", "Application Command Option Structure": commands that break them, or exceed 8,000
/// characters, are not registered.
#[tokio::test]
async fn bad_commands_are_not_registered() {
    let sandbox = Sandbox::start().await;
    let path = format!("/applications/{BOT}/commands");
    for (body, place, code) in bad_commands() {
        let (status, answer) = sandbox.api("PUT", &path, body.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50035)), "{body}");
        assert_eq!(code_at(&answer, place), code, "{answer}");
    }
    assert_eq!(sandbox.server.shared().commands(), Vec::<Value>::new());
    sandbox.register().await;
    let before = sandbox.server.shared().commands();
    sandbox.register().await;
    assert_eq!(
        sandbox.server.shared().commands(),
        before,
        "the same commands keep snowflake and version"
    );
    let good = json!([{"name": "été-1_'x", "description": "d"}]);
    assert_eq!(sandbox.api("PUT", &path, good).await.0, 200);
}

/// Routes check the token and the version; unknown routes are refused.
#[tokio::test]
async fn wrong_doors() {
    let sandbox = Sandbox::start().await;
    let base = sandbox.server.api_base();
    let get = async |url: String| {
        let response = sandbox.http.get(url).send().await.unwrap();
        response.status().as_u16()
    };
    assert_eq!(get(format!("{base}/api/v10/users/@me")).await, 401);
    assert_eq!(get(format!("{base}/api/v10/gateway")).await, 200);
    assert_eq!(get(format!("{base}/api/v6/gateway")).await, 400);
    assert_eq!(sandbox.api("GET", "/nowhere", Value::Null).await.0, 404);
    assert_eq!(
        sandbox.api("GET", "/channels/1", Value::Null).await.1["code"],
        10003
    );
    assert_eq!(
        sandbox.api("GET", "/users/1", Value::Null).await.1["code"],
        10013
    );
    assert_eq!(
        sandbox
            .api(
                "GET",
                &format!("/applications/{ALICE}/commands"),
                Value::Null
            )
            .await
            .0,
        403
    );
    let violations = sandbox.server.shared().violations();
    assert_eq!(
        violations.len(),
        4,
        "what is merely gone is nobody's fault: {violations:?}"
    );
}

/// A user who takes no direct messages: 50007 for the message, not for opening the channel, and no violation.
#[tokio::test]
async fn blocked_direct_messages() {
    let sandbox = Sandbox::start().await;
    sandbox
        .people("block", json!({"user": ALICE.to_string(), "blocked": true}))
        .await;
    let (status, channel) = sandbox
        .api(
            "POST",
            "/users/@me/channels",
            json!({"recipient_id": ALICE.to_string()}),
        )
        .await;
    assert_eq!((status, &channel["id"]), (200, &json!(ALICES.to_string())));
    let path = format!("/channels/{ALICES}/messages");
    let hello = json!({"content": "hello", "allowed_mentions": {"parse": []}});
    let (status, answer) = sandbox.api("POST", &path, hello.clone()).await;
    assert_eq!((status, &answer["code"]), (403, &json!(50007)));
    sandbox
        .people(
            "block",
            json!({"user": ALICE.to_string(), "blocked": false}),
        )
        .await;
    assert_eq!(sandbox.api("POST", &path, hello).await.0, 200);
    let (status, answer) = sandbox
        .api("POST", "/users/@me/channels", json!({"recipient_id": "1"}))
        .await;
    assert_eq!((status, &answer["code"]), (400, &json!(50033)));
    assert_eq!(
        sandbox.server.shared().violations().len(),
        1,
        "a stranger's snowflake was ours to know"
    );
}

/// Only pages of the sandbox's own server may use it, and only under this machine's name.
#[tokio::test]
async fn nobody_drives_it_from_elsewhere() {
    let sandbox = Sandbox::start().await;
    let own = sandbox.server.api_base();
    let url = format!("{own}/sandbox/state?user={ALICE}");
    let ask = async |name: &'static str, value: String| {
        let request = sandbox.http.get(&url).header(name, value);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(ask("origin", own.clone()).await, 200);
    assert_eq!(
        ask("origin", own.replace("127.0.0.1", "localhost")).await,
        200
    );
    assert_eq!(
        ask("origin", "https://elsewhere.example".to_owned()).await,
        403
    );
    assert_eq!(ask("origin", "null".to_owned()).await, 403);
    assert_eq!(ask("origin", "http://127.0.0.1:1".to_owned()).await, 403);
    assert_eq!(ask("sec-fetch-site", "cross-site".to_owned()).await, 403);
    let port = sandbox.server.address().port();
    assert_eq!(ask("host", format!("rebound.example:{port}")).await, 403);
    assert!(sandbox.server.address().ip().is_loopback());
}
