//! Tests of hostile input at the real socket: forged requests that no Discord client sends, floods, and texts with a
//! special meaning on Discord. Every request is answered in words, reveals no internals and no private data, and
//! changes nothing.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rookery::discord::RateLimit;
use rookery::sandbox::{Outcome, Raw};
use serde_json::{Value, json};

use crate::harness::{ALICE, BOB, CAROL, GAMES, Harness, TIMEOUT, content, is_board, is_private};

pub const STRANGER: u64 = 4_000_000_000_000_000_666;

pub const ELSEWHERE: &str = "2000000000000000666";

pub fn snowflake(text: &str) -> u64 {
    text.parse().unwrap()
}

/// Returns a member of that name.
pub fn member(user: u64, name: &str) -> Value {
    json!({
        "user": {"id": user.to_string(), "username": "someone", "discriminator": "0", "global_name": name, "avatar": null},
        "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
        "permissions": "0", "nick": name,
    })
}

fn command(user: &str, channel: &str, data: Value) -> Raw {
    Raw {
        kind: 2,
        user: snowflake(user),
        channel: snowflake(channel),
        data,
        over: Value::Null,
    }
}

pub fn press(user: &str, channel: &str, message: &Value, data: Value) -> Raw {
    Raw {
        kind: 3,
        user: snowflake(user),
        channel: snowflake(channel),
        data,
        over: json!({"message": message}),
    }
}

/// Asserts that an answer is fit to show to anybody.
pub fn must_be_fit(outcome: &Outcome, about: &dyn std::fmt::Debug) {
    let Some(message) = &outcome.message else {
        return;
    };
    let text = content(message).to_lowercase();
    for inside in [
        "panicked",
        "sqlite",
        "sqlx",
        "serenity",
        "unwrap",
        ".rs:",
        "something went wrong",
        "@everyone",
        "@here",
    ] {
        assert!(!text.contains(inside), "{about:?}: {text}");
    }
    assert_eq!(message["mention_everyone"], json!(false), "{about:?}");
}

/// Returns the number of events of the only match.
pub async fn ply(harness: &Harness) -> u32 {
    let app = harness.app();
    let game = rookery::match_state::GameId(1);
    app.store().row(game).await.unwrap().ply
}

pub fn runner(seed: u8) -> TestRunner {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    TestRunner::new_with_rng(Config::default(), rng)
}

pub fn sample<T: std::fmt::Debug>(
    runner: &mut TestRunner,
    strategy: &impl Strategy<Value = T>,
) -> T {
    strategy.new_tree(runner).unwrap().current()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_of_any_shape_are_answered_and_change_nothing() {
    let harness = Harness::unhurried().await;
    let (thread, _) = harness.begin().await;
    let before = ply(&harness).await;
    let shared = harness.server.shared();
    let giant = "a1-b2,".repeat(1000);
    let option =
        |name: &str, kind: u64, value: Value| json!({"name": name, "type": kind, "value": value});
    let mut datas = vec![
        json!({"id": "1", "name": "dance", "type": 1}),
        json!({"id": "1", "name": "move", "type": 1}),
        json!({"id": "1", "name": "move", "type": 2}),
        json!({"id": "1", "name": "", "type": 1}),
        json!({"id": "1", "name": "new", "type": 1, "options": [option("opponent", 6, json!("1"))]}),
        json!({"id": "1", "name": "new", "type": 1, "options": [{"name": "abstract-chess", "type": 2, "options": []}]}),
        json!({"id": "1", "name": "new", "type": 1, "options": [{"name": "abstract-chess", "type": 1, "options": [
            option("opponent", 6, json!("18446744073709551615")), option("side", 3, json!("purple")),
        ]}]}),
        json!({"id": "1", "name": "new", "type": 1, "options": [{"name": "abstract-chess", "type": 1, "options": [
            option("powers", 3, json!("\u{0}")), option("variant", 3, json!("<@&1>")),
        ]}]}),
    ];
    for name in [
        "move", "board", "history", "resign", "rules", "help", "games",
    ] {
        for value in [
            json!(giant),
            json!("\u{202e}\u{0}\u{feff}"),
            json!("@everyone <@&1> <@4000000000000000002> ``` # **x** [a](http://b)"),
            json!("'); DROP TABLE event; --"),
        ] {
            for field in ["move", "game", "piece", "topic"] {
                datas.push(json!({"id": "1", "name": name, "type": 1, "options": [option(field, 3, value.clone())]}));
            }
        }
        for (kind, value) in [
            (4, json!(i64::MAX)),
            (10, json!(1e300)),
            (5, json!(true)),
            (6, json!("0")),
            (11, json!("7")),
            (3, json!(null)),
            (3, json!({"a": [1]})),
            (99, json!("x")),
        ] {
            datas.push(json!({"id": "1", "name": name, "type": 1, "options": [option("move", kind, value)]}));
        }
    }
    for data in datas {
        let outcome = shared.deliver(command(CAROL, &thread, data.clone())).await;
        assert!(outcome.answered, "{data}: {outcome:?}");
        must_be_fit(&outcome, &data["name"]);
        let message = outcome.message.unwrap();
        assert!(
            message["mentions"]
                .as_array()
                .unwrap()
                .iter()
                .all(|user| user["id"] == ALICE || user["id"] == BOB || user["id"] == CAROL)
        );
    }
    // Autocomplete cannot report anything, but it must answer in time.
    for value in ["", "N", "\u{0}", "@everyone", giant.as_str()] {
        for name in ["move", "board", "rules", "history", "dance"] {
            for field in ["move", "game", "piece", "topic"] {
                let mut raw = command(
                    CAROL,
                    &thread,
                    json!({"id": "1", "name": name, "type": 1, "options": [
                        {"name": field, "type": 3, "value": value, "focused": true},
                    ]}),
                );
                raw.kind = 4;
                let outcome = shared.deliver(raw).await;
                assert!(
                    outcome.answered && outcome.choices.is_some(),
                    "{name} {field}"
                );
            }
        }
    }
    assert_eq!(ply(&harness).await, before);
    harness.end().await;
}

/// Payloads with members that are missing, of another type, or out of all bounds do not stop the bot.
#[tokio::test(flavor = "multi_thread")]
async fn payloads_that_are_not_interactions_do_not_stop_the_bot() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let shared = harness.server.shared();
    let overs = [
        json!({"data": null}),
        json!({"data": 5}),
        json!({"data": {"name": 7}}),
        json!({"member": null}),
        json!({"member": {"user": {"id": "x"}}}),
        json!({"channel_id": "-1"}),
        json!({"channel_id": "0"}),
        json!({"guild_id": "0"}),
        json!({"locale": 1}),
        json!({"version": "one"}),
        json!({"type": 99}),
        json!({"type": "two"}),
        json!({"type": 5}),
        json!({"application_id": null}),
        json!({"entitlements": {}}),
        json!({"message": {"id": "1"}}),
    ];
    for over in overs {
        let raw = Raw {
            over: over.clone(),
            ..command(
                CAROL,
                &thread,
                json!({"id": "1", "name": "help", "type": 1}),
            )
        };
        let mut forged = press(
            CAROL,
            &thread,
            &board,
            json!({"component_type": 2, "custom_id": "r1:cancel"}),
        );
        for (key, value) in over.as_object().unwrap() {
            forged.over[key] = value.clone();
        }
        // Some can be answered in words, some not at all; the bot survives all. Nobody waits for those that cannot.
        for raw in [raw, forged] {
            let shared = shared.clone();
            tokio::spawn(async move { shared.deliver(raw).await });
        }
    }
    let help = harness.command(ALICE, GAMES, "help", &[]).await;
    assert!(content(&help.message).contains("Rookery"));
    let played = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(is_board(&played), "{played}");
    harness.stop_with_faults().await;
}

/// Names are shown where mentions cannot be: in titles of threads, menus and suggestions.
#[tokio::test(flavor = "multi_thread")]
async fn names_mention_nobody_and_break_nothing() {
    let harness = Harness::unhurried().await;
    let shared = harness.server.shared();
    let table = harness.open(&[]).await;
    let id = crate::harness::button(&table, "Join");
    let name = "@everyone `x` **<@4000000000000000001>**\n# [a](http://b)\u{202e}";
    let mut raw = press(
        CAROL,
        GAMES,
        &table,
        json!({"component_type": 2, "custom_id": id}),
    );
    raw.user = STRANGER;
    raw.over["member"] = member(STRANGER, name);
    let outcome = shared.deliver(raw).await;
    assert!(outcome.answered, "{outcome:?}");
    must_be_fit(&outcome, &"join");
    harness
        .until("there is a thread", || {
            shared
                .requests()
                .iter()
                .any(|request| request.path.ends_with("/threads"))
        })
        .await;
    for request in shared.requests() {
        let body = &request.body;
        let data = if body["data"].is_null() {
            body
        } else {
            &body["data"]
        };
        if data["content"].is_string() {
            assert!(
                data["allowed_mentions"]["parse"]
                    .as_array()
                    .is_none_or(Vec::is_empty),
                "{body}"
            );
            assert!(
                !data["content"].as_str().unwrap().contains("@everyone"),
                "{body}"
            );
        }
        if let Some(name) = body["name"].as_str() {
            assert!(
                !name.contains('\n') && name.chars().count() <= 100,
                "{name}"
            );
        }
    }
    let games = harness.command(ALICE, GAMES, "games", &[]).await.message;
    assert!(!content(&games).contains("@everyone"), "{games}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_by_one_person_is_held_back_and_others_do_not_feel_it() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    let burst = usize::try_from(RateLimit::ASKING.burst).unwrap();
    let flood = (0..4 * burst).map(|_| {
        let shared = shared.clone();
        let raw = command(
            CAROL,
            &thread,
            json!({"id": "1", "name": "board", "type": 1}),
        );
        async move { shared.deliver(raw).await }
    });
    let (outcomes, played) = tokio::join!(
        futures_util::future::join_all(flood),
        harness.play(ALICE, &thread, "Nb1-c3")
    );
    assert!(is_board(&played.message), "{played:?}");
    let held_back = |outcome: &Outcome| {
        outcome
            .message
            .as_ref()
            .is_some_and(|message| content(message).contains("too fast"))
    };
    let held = outcomes.iter().filter(|outcome| held_back(outcome)).count();
    assert!(
        held >= 2 * burst && outcomes.len() - held >= burst,
        "{held} of {}",
        outcomes.len()
    );
    for outcome in outcomes.iter().filter(|outcome| held_back(outcome)) {
        assert!(is_private(outcome.message.as_ref().unwrap()));
    }
    // A second or so later there is a drop again.
    let begun = Instant::now();
    let later = loop {
        let help = json!({"id": "1", "name": "help", "type": 1});
        let later = shared.deliver(command(CAROL, &thread, help)).await;
        if !held_back(&later) {
            break later;
        }
        assert!(begun.elapsed() < TIMEOUT, "she is held back for good");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(content(&later.message.unwrap()).contains("Rookery"));
    // Suggestions have a separate allowance; beyond it there are none, without a message.
    let typing = (0..100).map(|_| {
        let shared = shared.clone();
        let mut raw = command(
            BOB,
            &thread,
            json!({"id": "1", "name": "move", "type": 1, "options": [
                {"name": "move", "type": 3, "value": "", "focused": true},
            ]}),
        );
        raw.kind = 4;
        async move { shared.deliver(raw).await }
    });
    let typed = futures_util::future::join_all(typing).await;
    let none = typed
        .iter()
        .filter(|outcome| {
            outcome
                .choices
                .as_ref()
                .is_some_and(|choices| choices.as_array().is_some_and(Vec::is_empty))
        })
        .count();
    assert!(
        typed.iter().all(|outcome| outcome.answered) && none >= 10,
        "{none}"
    );
    harness.end().await;
}

/// Returns the submitted form with a match's text.
fn form(user: &str, text: &str) -> Raw {
    let field = json!({"type": 4, "custom_id": "r1:import", "value": text});
    let rows = json!([{"type": 1, "components": [field]}]);
    Raw {
        kind: 5,
        ..command(
            user,
            GAMES,
            json!({"custom_id": "r1:import", "components": rows}),
        )
    }
}

/// Returns every text that the bot has sent, with the user who could read it.
fn sent(harness: &Harness) -> String {
    let requests = harness.server.shared().requests();
    requests
        .iter()
        .map(|request| request.body.to_string())
        .collect()
}

/// The result of an imported game must be possible in that game: it cannot hold free text.
#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_an_imported_game_is_no_place_for_a_text() {
    let harness = Harness::unhurried().await;
    let shared = harness.server.shared();
    let words = "join-discord.gg/xyz-now";
    for result in [
        format!("won:white:{words} 4,0 1,2"),
        format!("draw:{words} 2,2 1,1"),
        format!("won:{words}:resignation 4,0 1,2"),
        format!("over:{words} 2,2 1,1"),
        format!("{words} 2,2 1,1"),
        words.to_owned(),
        // Known outcomes to which these moves do not lead, and points that nobody can have.
        "won:white:checkmate 4,0 1,2".to_owned(),
        "won:white:resignation 200,100 9,9".to_owned(),
        "closed - -".to_owned(),
    ] {
        let text = format!("Game: abstract\nResult: {result}\n\n1. Nb1-c3 Pa7-a6");
        let answer = shared.deliver(form(CAROL, &text)).await.message.unwrap();
        assert!(is_private(&answer), "{result}: {answer}");
        assert!(content(&answer).contains("result"), "{result}: {answer}");
        let row = harness
            .app()
            .store()
            .row(rookery::match_state::GameId(1))
            .await;
        assert!(row.is_err(), "{result}: nothing was imported");
    }
    assert!(!sent(&harness).contains("discord.gg"));
    // A possible result is still accepted.
    let text =
        "Game: abstract\nResult: won:white:resignation 4,0 1,2\n\n1. Nb1-c3 Pa7-a6".to_owned();
    let answer = shared.deliver(form(CAROL, &text)).await.message.unwrap();
    assert!(content(&answer).contains("Black resigned"), "{answer}");
    harness.end().await;
}

/// A stored record with an unknown result is shown without its words.
#[tokio::test(flavor = "multi_thread")]
async fn a_stored_result_that_nobody_knows_is_a_plain_end() {
    use sqlx::Connection as _;
    let mut harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let asked = harness.resign(ALICE, &board).await.message;
    harness.click(ALICE, &asked, "Yes, I give up").await;
    harness.stop_bot().await;
    let path = format!("sqlite://{}", harness.database().display());
    let mut database = sqlx::SqliteConnection::connect(&path).await.unwrap();
    for change in [
        "UPDATE event SET text = 'won:black:join-discord.gg/xyz-now 0,4 2,1' WHERE kind = 'ended'",
        "UPDATE game SET ending = 'won:black:join-discord.gg/xyz-now 0,4 2,1'",
    ] {
        sqlx::query(change).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
    harness.start_bot().await;
    let board = harness.command(BOB, &thread, "board", &[]).await.message;
    assert!(content(&board).contains("The game has ended."), "{board}");
    assert!(!sent(&harness).contains("discord.gg"));
    harness.end().await;
}
