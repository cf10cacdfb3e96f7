//! Tests of a bot that is killed while two players are seated together, and while it posts results and digests: each
//! post appears once.

use std::time::Duration;

use rookery::sandbox::FaultKind;
use serde_json::{Value, json};

use crate::found::{new_any, set};
use crate::harness::{ALICE, BOB, GAMES, GENERAL, Harness, components, content, is_board};
use crate::kill::{OPEN_COVERS, becomes, database, killed_and_started, rung, send};
use crate::program::Program;

/// Longer than any test: an answer so late is carried out without a confirmation.
const NEVER: Duration = Duration::from_secs(600);

/// Number of tables that everyone may see, and of matches, in the database.
const SHOWN: &str =
    "SELECT count(*) FROM game WHERE table_message IS NOT NULL AND audience = 'server'";
const BEGUN: &str = "SELECT count(*) FROM game WHERE phase != 'open'";

/// Uses the menu of `/new any`.
async fn menu(harness: &Harness, user: &str, keys: &[&str]) -> Value {
    let asked = harness
        .subcommand(user, GAMES, "new", "any", json!([]))
        .await
        .message;
    let menu = components(&asked).remove(0);
    json!({
        "user": user, "channel": GAMES, "kind": "component", "message": asked["id"],
        "custom_id": menu["custom_id"], "values": keys,
    })
}

/// Returns the number of messages in a channel that contain a text.
async fn count(harness: &Harness, channel: &str, text: &str) -> usize {
    let messages = harness.public(channel).await;
    let found = messages.iter().filter(|m| content(m).contains(text));
    found.count()
}

/// A table for anybody is shown once, though the bot dies before it is shown.
#[tokio::test(flavor = "multi_thread")]
async fn killed_before_it_is_shown_a_table_for_anybody_is_there_once() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let shared = harness.server.shared();
    let press = menu(&harness, ALICE, &["abstract", "towers"]).await;
    shared.fault("POST /interactions/", FaultKind::Silence, 100);
    shared.fault("POST /webhooks/", FaultKind::Silence, 100);
    send(&harness, press).await;
    becomes(&harness, "SELECT count(*) FROM game", 1).await;
    bot = killed_and_started(&harness, bot).await;
    harness
        .message(BOB, GAMES, |m| content(m).contains("Any of these"))
        .await;
    becomes(&harness, OPEN_COVERS, 0).await;
    assert_eq!(count(&harness, GAMES, "Any of these").await, 1);
    drop(bot);
    harness.stop_with_faults().await;
}

/// A match of two players seated together begins once, in one thread, with one board that shows the turn, if the bot
/// dies before the answer, before the thread, after the thread is made, or after the first board is posted.
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_two_are_seated_together_their_match_begins_once() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let shared = harness.server.shared();
    for round in 1..=4_i64 {
        let table = new_any(&harness, ALICE, GAMES, &["abstract"]).await;
        let table = table["id"].as_str().unwrap().to_owned();
        let table = &table;
        becomes(&harness, SHOWN, round).await;
        let making = format!("POST /channels/{GAMES}/messages/{table}/threads");
        // A thread has the snowflake of the message that it belongs to.
        let posting = format!("POST /channels/{table}/messages");
        let press = menu(&harness, BOB, &["abstract"]).await;
        match round {
            1 => shared.fault("POST /interactions/", FaultKind::Silence, 100),
            2 => shared.fault(&making, FaultKind::Silence, 100),
            3 => shared.fault(&making, FaultKind::Late(NEVER), 100),
            _ => shared.fault(&posting, FaultKind::Late(NEVER), 100),
        }
        send(&harness, press).await;
        becomes(&harness, BEGUN, round).await;
        let threaded = |m: &Value| m["id"] == **table && m["thread"].is_object();
        if round == 3 {
            harness.message(ALICE, GAMES, threaded).await;
        } else if round == 4 {
            harness.message(ALICE, table, is_board).await;
        }
        bot = killed_and_started(&harness, bot).await;
        harness.message(ALICE, GAMES, threaded).await;
        harness.message(ALICE, table, is_board).await;
        let settled = |m: &Value| m["id"] == **table && content(m).contains("The table is full");
        harness.message(ALICE, GAMES, settled).await;
        becomes(&harness, OPEN_COVERS, 0).await;
        assert_eq!(
            count(&harness, table, "it is your turn").await,
            1,
            "{round}"
        );
        assert_eq!(rung(&harness, GAMES, "it is your turn", ALICE).await, 0);
    }
    drop(bot);
    harness.stop_with_faults().await;
}

/// Lets Alice and Bob play a move, and Bob start to resign; returns the message that asks for confirmation.
async fn nearly_over(harness: &Harness, round: i64) -> Value {
    let table = new_any(harness, ALICE, GAMES, &["abstract"]).await;
    becomes(harness, SHOWN, round).await;
    new_any(harness, BOB, GAMES, &["abstract"]).await;
    becomes(harness, BEGUN, round).await;
    let thread = table["id"].as_str().unwrap();
    let board = harness.message(ALICE, thread, is_board).await;
    let white = if content(&board).contains(&format!("<@{ALICE}> (White)")) {
        ALICE
    } else {
        BOB
    };
    let moved = harness.play(white, thread, "Nb1-c3").await.message;
    harness.resign(BOB, &moved).await.message
}

/// A result or a digest is posted once, if the bot dies before the post, or after it and before it is recorded.
#[tokio::test(flavor = "multi_thread")]
async fn killed_around_their_posts_results_and_weeks_come_once() {
    const UNSENT: &str = "SELECT count(*) FROM outbox WHERE done IS NULL AND (why LIKE '%\"result\"%' OR why LIKE '%\"weekly\"%')";
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let shared = harness.server.shared();
    set(&harness, ALICE, "results", Some(GENERAL)).await;
    set(&harness, ALICE, "digest", Some(GENERAL)).await;
    let route = format!("POST /channels/{GENERAL}/messages");
    for (round, fault) in (1..).zip([FaultKind::Late(NEVER), FaultKind::Silence]) {
        let sure = nearly_over(&harness, round).await;
        shared.fault(&route, fault, 1_000);
        harness.click(BOB, &sure, "Yes, I give up").await;
        becomes(&harness, UNSENT, 1).await;
        let carried_out = matches!(fault, FaultKind::Late(_));
        if carried_out {
            let is_result = |m: &Value| content(m).contains(" beats ");
            harness.message(ALICE, GENERAL, is_result).await;
        }
        // The week ends while the bot is dead; the channel still has its subscriptions.
        drop(bot);
        harness
            .until("the bot is gone", || !shared.bot_online())
            .await;
        let mut connection = database(&harness).await;
        sqlx::query("UPDATE bulletin SET next = 1 WHERE kind = 'digest'")
            .execute(&mut connection)
            .await
            .unwrap();
        // A digest does not count matches that ended in its own second.
        sqlx::query("UPDATE game SET since = since - 60 WHERE phase = 'over'")
            .execute(&mut connection)
            .await
            .unwrap();
        drop(connection);
        bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
        becomes(&harness, UNSENT, 2).await;
        if carried_out {
            let is_week = |m: &Value| content(m).contains("The week in games");
            harness.message(ALICE, GENERAL, is_week).await;
        }
        bot = killed_and_started(&harness, bot).await;
        becomes(&harness, UNSENT, 0).await;
        let made = usize::try_from(round).unwrap();
        assert_eq!(count(&harness, GENERAL, " beats ").await, made, "{fault:?}");
        assert_eq!(
            count(&harness, GENERAL, "The week in games").await,
            made,
            "{fault:?}"
        );
    }
    drop(bot);
    harness.stop_with_faults().await;
}
