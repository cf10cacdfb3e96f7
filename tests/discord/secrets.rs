//! Tests of the log: secrets that it must not hold, however verbose it is, and its form.

use std::time::Instant;

use rookery::sandbox::{FaultKind, OddBody};
use serde_json::{Value, json};

use crate::harness::{ALICE, BOB, CAROL, Harness, content, is_board, mentioned};
use crate::program::Program;

/// Runs an evening with everything that people keep private, and with every fault; returns the log.
async fn evening(settings: &[(&str, &str)]) -> (String, String) {
    let harness = Harness::empty().await;
    let mut program = Program::start(&harness, settings).await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    // Previews are at their default: a newcomer sees the move first, and presses a button.
    let shown = harness.play(ALICE, &thread, "Nb1-c3").await;
    if !content(&shown.message).contains("Black to move") {
        harness
            .command(ALICE, &thread, "settings", &[("preview", "off")])
            .await;
        harness.play(ALICE, &thread, "Nb1-c3").await;
    }
    harness
        .command(
            BOB,
            &thread,
            "settings",
            &[("preview", "off"), ("zone", "Europe/Lisbon")],
        )
        .await;
    harness.play(BOB, &thread, "Zz9-nonsense").await;
    harness
        .command(
            ALICE,
            &thread,
            "plan",
            &[("line", "any move: Nc3-d5; Pa7-a6: Nc3-e4")],
        )
        .await;
    harness
        .command(
            ALICE,
            &thread,
            "plan",
            &[("line", "gibberish-of-a-plan: Nc3-d5")],
        )
        .await;
    harness
        .command(ALICE, &thread, "note", &[("text", "a-secret-note")])
        .await;
    let sealed = json!({
        "user": BOB, "channel": thread, "kind": "command", "command": "note", "options": [
            {"name": "text", "type": 3, "value": "a-sealed-comment"},
            {"name": "sealed", "type": 5, "value": true},
        ],
    });
    harness.interact(sealed).await;
    harness
        .command(
            ALICE,
            &thread,
            "explore",
            &[("line", "gibberish-of-a-line")],
        )
        .await;
    harness
        .complete(BOB, &thread, "move", &[("move", "half-typed")])
        .await;
    harness
        .command(CAROL, &thread, "board", &[("game", "number-nonsense")])
        .await;
    // Failures are logged: with a private answer in progress, and with a public one.
    shared.fault("POST /interactions/", FaultKind::Status(500), 3);
    harness
        .command(ALICE, &thread, "note", &[("text", "a-note-unsent")])
        .await;
    shared.fault("POST /interactions/", FaultKind::Status(500), 3);
    harness.play(BOB, &thread, "Pa7-a6").await;
    shared.fault("POST /channels/", FaultKind::Status(403), 1);
    shared.spoil(&["locale", "data"]);
    harness
        .command(ALICE, &thread, "note", &[("text", "a-note-unread")])
        .await;
    harness.people("gateway", json!({"do": "drop"})).await;
    harness.command(ALICE, &thread, "history", &[]).await;
    program.signal("TERM");
    assert!(program.end().await.success(), "{}", program.log());
    let text = program.log();
    let token = harness.server.token().to_owned();
    harness.stop_with_faults().await;
    (text, token)
}

fn must_keep_secrets(text: &str, token: &str) {
    assert!(text.lines().count() > 3, "there is a log: {text}");
    for secret in [
        token,
        "on-loopback-only",
        // Beginning of an interaction's token.
        "sandbox-interaction-",
        "Nb1-c3",
        "Pa7-a6",
        "d5",
        "e4",
        "nonsense",
        "gibberish",
        "a-secret-note",
        "a-sealed-comment",
        "a-note-un",
        "half-typed",
        "Lisbon",
        "Alice",
        "alice",
    ] {
        let line = text.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret}: {line:?}");
    }
}

/// The default log holds no secret and no private text.
#[tokio::test(flavor = "multi_thread")]
async fn the_usual_log_holds_no_secret_and_no_private_line() {
    let (text, token) = evening(&[]).await;
    must_keep_secrets(&text, &token);
    assert!(text.contains("connected"), "{text}");
}

/// The loudest log holds no secret and no private text: everything that the bot logs, and as much of the libraries as
/// possible, one object a line.
#[tokio::test(flavor = "multi_thread")]
async fn the_loudest_log_holds_no_secret_and_no_private_line() {
    let all = "trace,serenity=trace,hyper=trace,sqlx=trace,reqwest=trace";
    let settings = [("ROOKERY_LOG", all), ("ROOKERY_LOG_FORMAT", "json")];
    let (text, token) = evening(&settings).await;
    must_keep_secrets(&text, &token);
    let mut targets = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        for member in ["timestamp", "level", "target"] {
            assert!(line[member].is_string(), "{member}: {line}");
        }
        assert!(line["fields"].is_object(), "{line}");
        targets.push((line["target"].clone(), line["level"].clone()));
    }
    let has = |level: &str| {
        targets.iter().any(|(target, of)| {
            of == level
                && target
                    .as_str()
                    .is_some_and(|target| target.starts_with("rookery"))
        })
    };
    assert!(has("DEBUG") && has("INFO") && has("WARN") && has("ERROR"));
}

/// A proxy between the bot and Discord that answers in its place, and quotes the address, which contains the token: the
/// answer counts as not given, nothing of it is logged, no redirection is followed, and the opponent is notified soon.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_first_answer_is_met_with_no_token_is_logged_and_the_opponent_is_told_soon() {
    let odd = [
        (200, OddBody::Page),
        (302, OddBody::Page),
        (502, OddBody::Page),
        (200, OddBody::Quoting),
        (307, OddBody::Quoting),
        (404, OddBody::Quoting),
        (200, OddBody::Cut),
        (503, OddBody::Cut),
        (400, OddBody::List),
        (200, OddBody::Empty),
        (302, OddBody::Page),
        (429, OddBody::Page),
    ];
    // The opponent hears of it after seconds: the bots wait at the same time.
    let bots = odd
        .chunks(2)
        .map(no_token_is_logged_where_first_answers_are_met_with);
    futures_util::future::join_all(bots).await;
}

async fn no_token_is_logged_where_first_answers_are_met_with(odd: &[(u16, OddBody)]) {
    let harness = Harness::empty().await;
    let mut program = Program::start(&harness, &[("ROOKERY_LOG", "trace")]).await;
    let (thread, _) = harness.begin().await;
    for user in [ALICE, BOB] {
        harness
            .command(user, &thread, "settings", &[("preview", "off")])
            .await;
    }
    let shared = harness.server.shared();
    let moves = ["Nb1-c3", "Nb8-c6", "Pa2-a3"];
    for (at, (status, body)) in odd.iter().copied().enumerate() {
        let (user, other) = match at % 2 {
            0 => (ALICE, BOB),
            _ => (BOB, ALICE),
        };
        let before = harness.messages(CAROL, &thread).await.len();
        shared.fault("POST /interactions/", FaultKind::Odd(status, body), 10);
        let begun = Instant::now();
        harness.play(user, &thread, moves[at]).await;
        loop {
            let changes = shared.changes();
            let told = harness.messages(CAROL, &thread).await;
            if let Some(told) = told[before..].last() {
                assert!(is_board(told) && mentioned(told) == [other], "{told}");
                break;
            }
            assert!(begun.elapsed().as_secs() < 25, "{status} {body:?}");
            harness.changed_since(changes).await;
        }
        shared.end_faults();
    }
    // Again with every other route.
    for body in [OddBody::Page, OddBody::Quoting, OddBody::Cut] {
        for status in [200, 302, 404, 500] {
            shared.fault("PATCH /webhooks/", FaultKind::Odd(status, body), 1);
            shared.fault("POST /channels/", FaultKind::Odd(status, body), 1);
            shared.fault("GET /", FaultKind::Odd(status, body), 1);
        }
    }
    harness.command(ALICE, &thread, "gif", &[]).await;
    harness.command(BOB, &thread, "history", &[]).await;
    shared.end_faults();
    program.signal("TERM");
    assert!(program.end().await.success(), "{}", program.log());
    let log = program.log();
    let token = harness.server.token();
    let redirected = odd.iter().any(|(status, _)| *status == 302);
    assert!(!redirected || log.contains("HTTP 302"), "{log}");
    assert!(log.contains("something else than Discord"), "{log}");
    for secret in [
        token,
        "sandbox-interaction-",
        "/interactions/",
        "/webhooks/",
        "<html>",
    ] {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret}: {line:?}");
    }
    let requests = shared.requests();
    let followed = requests
        .iter()
        .find(|request| request.path.starts_with("/elsewhere"));
    assert!(followed.is_none(), "{followed:?}");
    harness.stop_with_faults().await;
}
