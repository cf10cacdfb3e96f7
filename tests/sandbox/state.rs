//! Tests of the sandbox's state: channels and threads, permissions, faults, growth, and what survives a restart.

use std::time::Duration;

use rookery::sandbox::Limits;
use serde_json::{Value, json};

use super::answers::{board, press, ready, says, with_buttons};
use super::client::{ALICE, BOB, GENERAL, Sandbox, text};
use super::gateway::picture;

/// A request that Discord's own client would not send is refused with a sentence.
#[tokio::test]
async fn people_cannot_do_what_discord_would_not_let_them() {
    let (sandbox, mut gateway) = ready(Limits::default()).await;
    let board = board(&sandbox).await;
    let at = |more: Value| {
        let mut act =
            json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command"});
        act.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        act
    };
    let play = |options: Value| at(json!({"command": "play", "options": options}));
    let moved = json!({"name": "move", "type": 3, "value": "e4"});
    for (act, sentence) in [
        (at(json!({"user": "1"})), "Nobody here has that snowflake."),
        (at(json!({"channel": "1"})), "There is no such channel."),
        (
            at(json!({"channel": (super::client::ALICES + 1).to_string()})),
            "There is no such channel.",
        ),
        (at(json!({"command": "fly"})), "There is no command /fly."),
        (play(json!([])), "The option `move` is required."),
        (
            play(json!([moved, moved])),
            "The option `move` is there twice.",
        ),
        (
            play(json!([moved, {"name": "wings", "value": 1}])),
            "The command has no option `wings`.",
        ),
        (
            play(json!([{"name": "move", "value": 4}])),
            "The option `move` must be text.",
        ),
        (
            play(json!([moved, {"name": "days", "value": "x"}])),
            "The option `days` must be a number.",
        ),
        (
            play(json!([moved, {"name": "days", "value": 15}])),
            "The option `days` is out of its limits.",
        ),
        (
            play(json!([moved, {"name": "against", "value": "1"}])),
            "The option `against` names nobody and nothing here.",
        ),
        (
            at(json!({"kind": "component", "message": board["id"], "custom_id": "b"})),
            "That is disabled.",
        ),
        (
            at(json!({"kind": "component", "message": board["id"], "custom_id": "z"})),
            "The message has no button or menu `z`.",
        ),
        (
            at(json!({"kind": "component", "message": "1", "custom_id": "a"})),
            "There is no such message.",
        ),
        (
            at(json!({"kind": "modal", "interaction": "1", "custom_id": "m"})),
            "That form is no longer open.",
        ),
        (
            at(json!({"kind": "dance"})),
            "`kind` is command, autocomplete, component or modal.",
        ),
    ] {
        let (status, answer) = sandbox.people("interact", act.clone()).await;
        assert!((400..500).contains(&status), "{act}");
        assert_eq!(answer["error"], sentence, "{act}");
    }
    let against = play(
        json!([moved, {"name": "against", "type": 6, "value": BOB.to_string()}, {"name": "days", "value": 3}]),
    );
    sandbox.people("interact", against).await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(
        event["data"]["options"][2],
        json!({"name": "days", "type": 4, "value": 3})
    );
    assert_eq!(
        event["data"]["resolved"]["users"][BOB.to_string()]["global_name"],
        "Bob"
    );
    assert!(event["data"]["resolved"]["members"][BOB.to_string()].is_object());
    assert_eq!(event["member"]["user"]["id"], ALICE.to_string());
}

/// "Threads": in an archived one commands and buttons are refused; a message wakes it, an edit does not.
#[tokio::test]
async fn archived_threads() {
    let (sandbox, _gateway) = ready(Limits::default()).await;
    let board = board(&sandbox).await;
    let message = text(&board["id"]);
    let start = format!("/channels/{GENERAL}/messages/{message}/threads");
    let (status, thread) = sandbox
        .api(
            "POST",
            &start,
            json!({"name": "a game", "auto_archive_duration": 10_080}),
        )
        .await;
    assert_eq!(
        (status, &thread["id"], &thread["type"]),
        (201, &board["id"], &json!(11))
    );
    let (status, answer) = sandbox.api("POST", &start, json!({"name": "again"})).await;
    assert_eq!((status, &answer["code"]), (400, &json!(160_004)));
    let bad = json!({"name": "", "auto_archive_duration": 5});
    let (_, answer) = sandbox
        .api("POST", &format!("/channels/{GENERAL}/threads"), bad)
        .await;
    assert_eq!(answer["errors"].as_object().unwrap().len(), 2);
    let inside = format!("/channels/{message}/messages");
    let (_, first) = sandbox.api("POST", &inside, with_buttons("first")).await;
    sandbox
        .people("archive", json!({"channel": message, "archived": true}))
        .await;
    let archived = async || {
        let (_, thread) = sandbox
            .api("GET", &format!("/channels/{message}"), Value::Null)
            .await;
        thread["thread_metadata"]["archived"].clone()
    };
    assert_eq!(archived().await, true);
    let look = json!({"user": ALICE.to_string(), "channel": message, "kind": "command", "command": "look"});
    for act in [look.clone(), press(&first, "a")] {
        let (status, answer) = sandbox.people("interact", act).await;
        assert_eq!(status, 400);
        assert!(text(&answer["error"]).starts_with("The thread is archived"));
    }
    let edit = format!("{inside}/{}", text(&first["id"]));
    let (status, answer) = sandbox.api("PATCH", &edit, says("edited")).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50083)));
    assert_eq!(sandbox.api("POST", &inside, says("wake up")).await.0, 200);
    assert_eq!(archived().await, false);
    assert_eq!(sandbox.people("interact", look).await.0, 200);
    let patched = sandbox
        .api(
            "PATCH",
            &format!("/channels/{message}"),
            json!({"archived": true}),
        )
        .await;
    assert_eq!(patched.1["thread_metadata"]["archived"], true);
    let (_, active) = sandbox
        .api(
            "GET",
            &format!(
                "/guilds/{}/threads/active",
                rookery::sandbox::payloads::GUILD
            ),
            Value::Null,
        )
        .await;
    assert_eq!(active["threads"], json!([]));
}

/// "Create Message": with `enforce_nonce` the same nonce in the same channel is the same message.
#[tokio::test]
async fn a_nonce_sends_once() {
    let sandbox = Sandbox::start().await;
    let path = format!("/channels/{GENERAL}/messages");
    let mut body = says("once");
    body["nonce"] = json!("n1");
    body["enforce_nonce"] = json!(true);
    let (_, first) = sandbox.api("POST", &path, body.clone()).await;
    let (status, again) = sandbox.api("POST", &path, body.clone()).await;
    assert_eq!((status, &again["id"]), (200, &first["id"]));
    body["enforce_nonce"] = json!(false);
    let (_, other) = sandbox.api("POST", &path, body).await;
    assert_ne!(other["id"], first["id"]);
    assert_eq!(sandbox.seen(ALICE, GENERAL).await.len(), 2);
}

/// A fault hits the requests it is set for, as often as set, and counts as no violation.
#[tokio::test]
async fn faults() {
    let sandbox = Sandbox::start().await;
    let path = format!("/channels/{GENERAL}/messages");
    for (answer, status) in [(json!(429), 429), (json!(500), 500), (json!(403), 403)] {
        sandbox
            .people(
                "fault",
                json!({"route": "POST /channels", "answer": answer, "times": 1}),
            )
            .await;
        assert_eq!(sandbox.api("GET", &path, Value::Null).await.0, 200);
        let (got, body) = sandbox.api("POST", &path, says("x")).await;
        assert_eq!(got, status);
        assert_eq!(body["retry_after"].is_number(), status == 429);
    }
    assert_eq!(sandbox.seen(ALICE, GENERAL).await.len(), 0);
    let url = format!("{}/api/v10{path}", sandbox.server.api_base());
    let send = || {
        let request = sandbox.http.post(&url).json(&says("x"));
        request
            .header("authorization", format!("Bot {}", sandbox.server.token()))
            .send()
    };
    sandbox
        .people("fault", json!({"route": "/channels", "answer": "silence"}))
        .await;
    let silent = tokio::spawn(send());
    let shared = sandbox.server.shared();
    let begun = std::time::Instant::now();
    while shared.requests().iter().all(|request| request.status != 0) {
        assert!(begun.elapsed() < Duration::from_secs(20), "it has not come");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // A later request is answered.
    assert_eq!(sandbox.api("GET", &path, Value::Null).await.0, 200);
    assert!(!silent.is_finished());
    silent.abort();
    assert_eq!(
        sandbox.seen(ALICE, GENERAL).await.len(),
        0,
        "silence: not carried out"
    );
    sandbox
        .people("fault", json!({"route": "/channels", "answer": "lost"}))
        .await;
    let lost = async { send().await?.bytes().await };
    assert!(lost.await.is_err());
    assert_eq!(
        sandbox.seen(ALICE, GENERAL).await.len(),
        1,
        "lost: carried out, and nobody told"
    );
    sandbox
        .people(
            "fault",
            json!({"route": "/channels", "answer": "late", "ms": 200}),
        )
        .await;
    let since = std::time::Instant::now();
    assert_eq!(send().await.unwrap().status().as_u16(), 200);
    assert!(since.elapsed() >= Duration::from_millis(200));
    assert_eq!(sandbox.server.shared().violations(), Vec::<String>::new());
}

/// Rate limits are named with every answer, and enforced if configured.
#[tokio::test]
async fn rate_limits() {
    let sandbox = Sandbox::with(Limits {
        enforce_rates: true,
        ..Limits::default()
    })
    .await;
    let url = format!(
        "{}/api/v10/channels/{GENERAL}/messages",
        sandbox.server.api_base()
    );
    let mut left = Vec::new();
    for _ in 0..6 {
        let request = sandbox.http.post(&url).json(&says("x"));
        let request = request.header("authorization", format!("Bot {}", sandbox.server.token()));
        let response = request.send().await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert!(header("x-ratelimit-reset-after").parse::<f64>().unwrap() <= 5.0);
        assert_eq!(header("x-ratelimit-limit"), "5");
        left.push((response.status().as_u16(), header("x-ratelimit-remaining")));
    }
    assert_eq!(left[0], (200, "4".to_owned()));
    assert_eq!(left[4], (200, "0".to_owned()));
    assert_eq!(left[5], (429, "0".to_owned()));
}

/// Messages and the bytes of files are capped: the oldest go.
#[tokio::test]
async fn nothing_grows_for_ever() {
    let sandbox = Sandbox::with(Limits {
        messages: 3,
        file_bytes: 1000,
        ..Limits::default()
    })
    .await;
    let path = format!("/channels/{GENERAL}/messages");
    let mut urls = Vec::new();
    for n in 0..5 {
        let body = says(&n.to_string());
        let (_, sent) = sandbox
            .form("POST", &path, &body, &[("files[0]", "a.bin", vec![0; 400])])
            .await;
        urls.push(text(&sent["attachments"][0]["url"]));
    }
    let seen = sandbox.seen(ALICE, GENERAL).await;
    let contents: Vec<&Value> = seen.iter().map(|message| &message["content"]).collect();
    assert_eq!(contents, ["2", "3", "4"]);
    let mut there = Vec::new();
    for url in urls {
        there.push(
            sandbox
                .http
                .get(url)
                .send()
                .await
                .unwrap()
                .status()
                .as_u16(),
        );
    }
    assert_eq!(there, [404, 404, 404, 200, 200]);
}

/// A restart keeps channels, threads, messages, and their pictures at the new address.
#[tokio::test]
async fn the_world_is_kept() {
    let folder = crate::scratch::folder();
    let setup = || rookery::sandbox::Setup {
        keep: Some(folder.path().join("world")),
        ..rookery::sandbox::Setup::default()
    };
    let start = async || Sandbox {
        server: rookery::sandbox::Server::start(setup()).await.unwrap(),
        http: reqwest::Client::new(),
    };
    let sandbox = start().await;
    let board = board(&sandbox).await;
    let message = text(&board["id"]);
    let threads = format!("/channels/{GENERAL}/messages/{message}/threads");
    sandbox
        .api("POST", &threads, json!({"name": "a game"}))
        .await;
    let two = rookery::sandbox::Server::start(setup()).await.unwrap_err();
    assert!(
        two.to_string().contains("another sandbox uses the folder"),
        "{two}"
    );
    sandbox.server.stop().await;
    let sandbox = start().await;
    let seen = sandbox.seen(BOB, GENERAL).await;
    assert_eq!((seen.len(), &seen[0]["id"]), (1, &board["id"]));
    let url = text(&seen[0]["attachments"][0]["url"]);
    assert!(url.starts_with(&sandbox.server.api_base()), "{url}");
    let bytes = sandbox
        .http
        .get(url)
        .send()
        .await
        .unwrap()
        .bytes()
        .await
        .unwrap();
    assert_eq!(bytes, picture());
    let (status, thread) = sandbox
        .api("GET", &format!("/channels/{message}"), Value::Null)
        .await;
    assert_eq!((status, &thread["name"]), (200, &json!("a game")));
    let (_, sent) = sandbox
        .api("POST", &format!("/channels/{message}/messages"), says("on"))
        .await;
    assert!(text(&sent["id"]).parse::<u64>().unwrap() > message.parse().unwrap());
    sandbox.server.stop().await;
}
