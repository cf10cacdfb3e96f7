//! Answers to interactions: which, when, how often, and who sees them (API reference, "Receiving and Responding").

use std::time::{Duration, Instant};

use rookery::sandbox::Limits;
use rookery::sandbox::payloads::BOT;
use serde_json::{Value, json};

use super::client::{ALICE, BOB, GENERAL, Gateway, Sandbox, text};
use super::gateway::picture;

pub fn says(content: &str) -> Value {
    json!({"content": content, "allowed_mentions": {"parse": []}})
}

fn whisper(content: &str) -> Value {
    let mut data = says(content);
    data["flags"] = json!(64);
    json!({"type": 4, "data": data})
}

pub fn with_buttons(content: &str) -> Value {
    let mut data = says(content);
    data["components"] = json!([
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "a", "custom_id": "a"},
            {"type": 2, "style": 4, "label": "b", "custom_id": "b", "disabled": true},
        ]},
        {"type": 1, "components": [{"type": 3, "custom_id": "menu", "max_values": 2, "options": [
            {"label": "one", "value": "1"}, {"label": "two", "value": "2"}, {"label": "three", "value": "3"}]}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "who"}]},
    ]);
    data
}

pub async fn ready(limits: Limits) -> (Sandbox, Gateway) {
    let sandbox = Sandbox::with(limits).await;
    sandbox.register().await;
    let gateway = Gateway::identify(&sandbox.server, 0).await;
    (sandbox, gateway)
}

pub fn press(message: &Value, what: &str) -> Value {
    json!({
        "user": ALICE.to_string(), "channel": message["channel_id"], "kind": "component", "message": message["id"],
        "custom_id": what,
    })
}

/// Posts a message with buttons in the channel.
pub async fn board(sandbox: &Sandbox) -> Value {
    let path = format!("/channels/{GENERAL}/messages");
    let body = with_buttons("a board");
    let (status, sent) = sandbox
        .form("POST", &path, &body, &[("files[0]", "a.png", picture())])
        .await;
    assert_eq!(status, 200, "{sent}");
    sent
}

/// An ephemeral answer is visible only to the user it answers, also through the channel's messages.
#[tokio::test]
async fn ephemeral_messages_are_their_owners() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let look = sandbox.look(&mut gateway).await;
    let (status, answer) = sandbox.callback(&look, whisper("only for you")).await;
    assert_eq!((status, answer), (204, Value::Null));
    let seen = sandbox.seen(ALICE, GENERAL).await;
    assert_eq!(
        (&seen[0]["content"], &seen[0]["flags"]),
        (&json!("only for you"), &json!(64))
    );
    assert_eq!(
        seen[0]["interaction_metadata"]["user"]["id"],
        ALICE.to_string()
    );
    assert_eq!(sandbox.seen(BOB, GENERAL).await, Vec::<Value>::new());
    let path = format!("/channels/{GENERAL}/messages");
    let (_, listed) = sandbox.api("GET", &path, Value::Null).await;
    assert_eq!(listed, json!([]));
    let one = format!("{path}/{}", text(&seen[0]["id"]));
    let (status, answer) = sandbox.api("GET", &one, Value::Null).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10008)));
    let original = format!("/webhooks/{BOT}/{}/messages/@original", look.1);
    assert_eq!(
        sandbox.api("GET", &original, Value::Null).await.1["id"],
        seen[0]["id"]
    );
    let others = json!({"user": BOB.to_string(), "message": seen[0]["id"]});
    assert_eq!(sandbox.people("dismiss", others).await.0, 400);
    let own = json!({"user": ALICE.to_string(), "message": seen[0]["id"]});
    assert_eq!(sandbox.people("dismiss", own).await.0, 200);
    assert_eq!(sandbox.seen(ALICE, GENERAL).await, Vec::<Value>::new());
}

/// The first answer has three seconds, the rest a quarter of an hour; only one first answer and the right token count.
#[tokio::test]
async fn in_time_and_once() {
    let (sandbox, mut gateway) = ready(Limits {
        first_answer: Duration::from_millis(500),
        token_life: Duration::from_millis(1500),
        ..Limits::default()
    })
    .await;
    let in_time = sandbox.look(&mut gateway).await;
    let follow = format!("/webhooks/{BOT}/{}", in_time.1);
    let (status, answer) = sandbox.api("POST", &follow, says("too early")).await;
    assert_eq!(
        (status, &answer["code"]),
        (404, &json!(10015)),
        "nothing follows what has not been answered"
    );
    assert_eq!(sandbox.callback(&in_time, whisper("x")).await.0, 204);
    let (status, answer) = sandbox.callback(&in_time, whisper("x")).await;
    assert_eq!((status, &answer["code"]), (400, &json!(40060)));
    let (status, answer) = sandbox
        .callback(&(in_time.0.clone(), "t".to_owned()), whisper("x"))
        .await;
    assert_eq!((status, &answer["code"]), (401, &json!(50027)));

    let waiting = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command",
        "command": "look", "wait": true});
    let (status, failed) = sandbox.people("interact", waiting).await;
    assert_eq!(
        (status, &failed["state"], &failed["message"]),
        (200, &json!("failed"), &Value::Null)
    );
    let event = gateway.event("INTERACTION_CREATE").await;
    let late = (text(&event["id"]), text(&event["token"]));
    let (status, answer) = sandbox.callback(&late, whisper("x")).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10062)));

    assert_eq!(sandbox.api("POST", &follow, says("in time")).await.0, 200);
    let begun = Instant::now();
    let (status, answer) = loop {
        let (status, answer) = sandbox.api("POST", &follow, says("later")).await;
        if status != 200 {
            break (status, answer);
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "it lasts");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((status, &answer["code"]), (401, &json!(50027)));
    let violations = sandbox.server.shared().violations();
    assert_eq!(violations.len(), 5, "{violations:#?}");
    assert!(
        violations[3].contains("answered after 0."),
        "{}",
        violations[3]
    );
}

/// "Interaction Callback Type": each kind of interaction accepts certain answers.
#[tokio::test]
async fn answers_fit_their_interaction() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let board = board(&sandbox).await;
    let modal = json!({"title": "t", "custom_id": "m", "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "f", "label": "l", "style": 1}]}]});
    let data = |kind: u64| match kind {
        8 => json!({"choices": []}),
        9 => modal.clone(),
        _ => says("x"),
    };
    let command = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "look"});
    for (act, allowed) in [
        (command.clone(), [4, 5, 9].as_slice()),
        (press(&board, "a"), &[4, 5, 6, 7, 9]),
    ] {
        for kind in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] {
            let it = sandbox.act(&mut gateway, act.clone()).await;
            let (status, answer) = sandbox
                .callback(&it, json!({"type": kind, "data": data(kind)}))
                .await;
            let expected = if allowed.contains(&kind) { 204 } else { 400 };
            assert_eq!(status, expected, "{kind} to {act}: {answer}");
        }
    }
    // A modal is refused if it has no field, or one without a label.
    for bad in [
        json!({"title": "t", "custom_id": "m", "components": []}),
        json!({"title": "x".repeat(46), "custom_id": "m", "components": modal["components"]}),
        json!({"title": "t", "custom_id": "m", "components": [{"type": 1, "components": [{"type": 4, "custom_id": "f", "style": 1}]}]}),
        json!({"title": "t", "custom_id": "m", "components": [{"type": 1, "components": [{"type": 2, "custom_id": "f", "style": 1, "label": "l"}]}]}),
    ] {
        let it = sandbox.act(&mut gateway, command.clone()).await;
        assert_eq!(
            sandbox
                .callback(&it, json!({"type": 9, "data": bad}))
                .await
                .0,
            400,
            "{bad}"
        );
    }
}

/// A modal opened from a button comes back with its fields and the message it was opened from, and may update it.
#[tokio::test]
async fn modals_go_there_and_back() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let board = board(&sandbox).await;
    let pressed = sandbox.act(&mut gateway, press(&board, "a")).await;
    let modal = json!({"title": "Your move", "custom_id": "m", "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "move", "label": "Move", "style": 1, "min_length": 2}]},
        {"type": 1, "components": [{"type": 4, "custom_id": "note", "label": "Note", "style": 2, "required": false}]}]});
    assert_eq!(
        sandbox
            .callback(&pressed, json!({"type": 9, "data": modal}))
            .await
            .0,
        204
    );
    let submit = |user: u64, moved: &str| {
        json!({"user": user.to_string(), "channel": GENERAL.to_string(), "kind": "modal", "interaction": pressed.0,
            "custom_id": "m", "components": [{"type": 1, "components": [{"type": 4, "custom_id": "move", "value": moved}]}]})
    };
    assert_eq!(
        sandbox.people("interact", submit(BOB, "e4")).await.0,
        400,
        "Alice's form is Alice's"
    );
    let (status, answer) = sandbox.people("interact", submit(ALICE, "e")).await;
    assert_eq!(
        (status, &answer["error"]),
        (400, &json!("\"Move\" must have 2 to 4000 characters."))
    );
    let (status, _) = sandbox.people("interact", submit(ALICE, "e4")).await;
    assert_eq!(status, 200);
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(
        (&event["type"], &event["message"]["id"]),
        (&json!(5), &board["id"])
    );
    assert_eq!(
        event["data"]["components"][0]["components"][0]["value"],
        "e4"
    );
    assert_eq!(event["data"]["components"][1]["components"][0]["value"], "");
    let submitted = (text(&event["id"]), text(&event["token"]));
    assert_eq!(
        sandbox
            .callback(&submitted, json!({"type": 7, "data": says("updated")}))
            .await
            .0,
        204
    );
    assert_eq!(sandbox.seen(ALICE, GENERAL).await[0]["content"], "updated");

    // A new message in answer to a modal names the interaction that opened it; serenity cannot read it otherwise.
    let (status, _) = sandbox.people("interact", submit(ALICE, "e5")).await;
    assert_eq!(status, 200);
    let event = gateway.event("INTERACTION_CREATE").await;
    let submitted = (text(&event["id"]), text(&event["token"]));
    let answer = json!({"type": 4, "data": says("new")});
    assert_eq!(sandbox.callback(&submitted, answer).await.0, 204);
    let seen = sandbox.seen(ALICE, GENERAL).await;
    let new = seen.iter().find(|message| message["content"] == "new");
    let metadata = &new.unwrap()["interaction_metadata"];
    assert_eq!(metadata["type"], 5);
    let opener = &metadata["triggering_interaction_metadata"];
    assert_eq!(
        (
            &opener["id"],
            &opener["type"],
            &opener["interacted_message_id"]
        ),
        (&json!(pressed.0), &json!(3), &board["id"])
    );
}

/// Autocomplete: the option in focus is marked; there are at most 25 choices, with names and values of 1 to 100
/// characters.
#[tokio::test]
async fn autocomplete() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let url = format!("{}/sandbox/interact", sandbox.server.api_base());
    let mut complete = async |choices: Value| {
        let body = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "autocomplete",
            "command": "play", "options": [{"name": "move", "type": 3, "value": "e", "focused": true}]});
        let asking = tokio::spawn(sandbox.http.post(&url).json(&body).send());
        let event = gateway.event("INTERACTION_CREATE").await;
        let option = json!({"name": "move", "type": 3, "value": "e", "focused": true});
        assert_eq!(
            (&event["type"], &event["data"]["options"][0]),
            (&json!(4), &option)
        );
        let it = (text(&event["id"]), text(&event["token"]));
        let status = sandbox
            .callback(&it, json!({"type": 8, "data": {"choices": choices}}))
            .await
            .0;
        if status != 204 {
            asking.abort();
            return (status, Value::Null);
        }
        (status, asking.await.unwrap().unwrap().json().await.unwrap())
    };
    let many = |count: usize| -> Value {
        (0..count)
            .map(|n| json!({"name": format!("e{n}"), "value": format!("e{n}")}))
            .collect()
    };
    let (_, answer) = complete(many(25)).await;
    assert_eq!(answer["choices"].as_array().unwrap().len(), 25);
    for bad in [
        many(26),
        json!([{"name": "", "value": "e"}]),
        json!([{"name": "e", "value": ""}]),
        json!([{"name": "x".repeat(101), "value": "e"}]),
        json!([{"name": "e", "value": "x".repeat(101)}]),
        Value::Null,
    ] {
        assert_eq!(complete(bad.clone()).await.0, 400, "{bad}");
    }
}

/// An update replaces the attachments only if it names them; a menu's values arrive, and are resolved.
#[tokio::test]
async fn updates_and_menus() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let board = board(&sandbox).await;
    let url = text(&board["attachments"][0]["url"]);
    let status = async || {
        sandbox
            .http
            .get(&url)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(status().await, 200);
    let shown = async || sandbox.seen(ALICE, GENERAL).await.remove(0);
    let pressed = sandbox.act(&mut gateway, press(&board, "a")).await;
    sandbox
        .callback(&pressed, json!({"type": 7, "data": says("kept")}))
        .await;
    assert_eq!(shown().await["attachments"], board["attachments"]);
    assert_eq!(shown().await["components"], board["components"]);
    let pressed = sandbox.act(&mut gateway, press(&board, "a")).await;
    let mut data = says("gone");
    data["attachments"] = json!([]);
    sandbox
        .callback(&pressed, json!({"type": 7, "data": data}))
        .await;
    assert_eq!(shown().await["attachments"], json!([]));
    assert_eq!(status().await, 404, "the file is gone too");
    let pressed = sandbox.act(&mut gateway, press(&board, "a")).await;
    let mut data = says("new");
    data["attachments"] = json!([{"id": 0, "description": "a new board"}]);
    let path = format!(
        "/interactions/{}/{}/callback?with_response=true",
        pressed.0, pressed.1
    );
    let body = json!({"type": 7, "data": data});
    let (status, answer) = sandbox
        .form("POST", &path, &body, &[("files[0]", "b.png", picture())])
        .await;
    assert_eq!(
        (status, &answer["resource"]["message"]["id"]),
        (200, &board["id"])
    );
    let attachment = &shown().await["attachments"][0];
    assert_eq!(
        (&attachment["description"], &attachment["width"]),
        (&json!("a new board"), &json!(4))
    );
    assert_eq!(
        (&attachment["filename"], &attachment["content_type"]),
        (&json!("b.png"), &json!("image/png"))
    );

    let pick = |what: &str, values: Value| {
        let mut act = press(&board, what);
        act["values"] = values;
        act
    };
    for bad in [json!([]), json!(["4"]), json!(["1", "2", "3"])] {
        assert_eq!(
            sandbox
                .people("interact", pick("menu", bad.clone()))
                .await
                .0,
            400,
            "{bad}"
        );
    }
    sandbox
        .people("interact", pick("menu", json!(["1", "2"])))
        .await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(
        (&event["data"]["values"], &event["data"]["component_type"]),
        (&json!(["1", "2"]), &json!(3))
    );
    sandbox
        .people("interact", pick("who", json!([BOB.to_string()])))
        .await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(
        event["data"]["resolved"]["users"][BOB.to_string()]["username"],
        "bob"
    );
}

/// A deferral shows that the bot thinks; the next answer replaces it, by edit or as the first follow-up.
#[tokio::test]
async fn deferrals() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    for edits in [true, false] {
        let url = format!("{}/sandbox/interact", sandbox.server.api_base());
        let body = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command",
            "command": "look", "wait": true});
        let asking = tokio::spawn(sandbox.http.post(&url).json(&body).send());
        let event = gateway.event("INTERACTION_CREATE").await;
        let it = (text(&event["id"]), text(&event["token"]));
        assert_eq!(sandbox.callback(&it, json!({"type": 5})).await.0, 204);
        let thinking = sandbox.seen(BOB, GENERAL).await.pop().unwrap();
        assert_eq!(thinking["flags"], 128);
        let webhook = format!("/webhooks/{BOT}/{}", it.1);
        let (status, filled) = if edits {
            sandbox
                .api(
                    "PATCH",
                    &format!("{webhook}/messages/@original"),
                    says("done"),
                )
                .await
        } else {
            sandbox.api("POST", &webhook, says("done")).await
        };
        assert_eq!(
            (status, &filled["id"], &filled["flags"]),
            (200, &thinking["id"], &json!(0))
        );
        let answer: Value = asking.await.unwrap().unwrap().json().await.unwrap();
        assert_eq!(
            (&answer["state"], &answer["deferred"]),
            (&json!("answered"), &json!(true))
        );
        assert_eq!(answer["message"]["content"], "done");
        let (_, after) = sandbox.api("POST", &webhook, says("and more")).await;
        assert_ne!(after["id"], thinking["id"]);
        let one = format!("{webhook}/messages/{}", text(&after["id"]));
        assert_eq!(sandbox.api("PATCH", &one, says("and less")).await.0, 200);
        assert_eq!(sandbox.api("DELETE", &one, Value::Null).await.0, 204);
        assert_eq!(sandbox.api("GET", &one, Value::Null).await.1["code"], 10008);
    }
    assert_eq!(sandbox.server.shared().violations(), Vec::<String>::new());
}

/// A repeated delivery is the same interaction with the same token; answering it again is refused.
#[tokio::test]
async fn a_repeated_delivery() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let look = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "look",
        "id": "77"});
    let first = sandbox.act(&mut gateway, look.clone()).await;
    assert_eq!(first.0, "77");
    assert_eq!(sandbox.callback(&first, whisper("x")).await.0, 204);
    let second = sandbox.act(&mut gateway, look).await;
    assert_eq!(second, first);
    assert_eq!(
        sandbox.callback(&second, whisper("x")).await.1["code"],
        40060
    );
}
