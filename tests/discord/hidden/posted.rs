//! Tests of posts about a match while pieces are hidden: reminders, the weekly digest, and the result after it.

use serde_json::{Value, json};

use super::sent::variations;
use super::transcript::read;
use super::{played, seated};
use crate::harness::{ALICE, BOB, CAROL, GAMES, GENERAL, Harness, content, has_button, is_board};

const DAY: i64 = 86_400;

/// Returns everything public in the channels, and the players' direct messages.
async fn everything(harness: &Harness, thread: &str) -> Vec<String> {
    let direct = harness.direct(BOB).await;
    let mut read_so_far = Vec::new();
    for channel in [thread, GAMES, GENERAL] {
        for message in harness.public(channel).await {
            read_so_far.push(format!("public: {}", read(&message).await));
        }
    }
    for message in harness.messages(BOB, &direct).await {
        read_so_far.push(format!("direct: {}", read(&message).await));
    }
    read_so_far.sort_unstable();
    read_so_far
}

/// Ends another match that everybody may see, since a week without an ended match is not posted.
async fn another_ends(harness: &Harness) {
    let table = harness.open(&[("side", "white"), ("place", "here")]).await;
    harness.click(BOB, &table, "Join").await;
    harness
        .message(BOB, GAMES, |message| {
            is_board(message) && has_button(message, "More")
        })
        .await;
    let moved = harness.command(ALICE, GAMES, "move", &[("move", "Ng1-f3"), ("game", "2")]);
    assert_eq!(moved.await.state, "answered");
    let sure = harness
        .command(BOB, GAMES, "resign", &[("game", "2")])
        .await;
    harness.click(BOB, &sure.message, "Yes, I give up").await;
}

/// Returns everything posted before the end of a match with these moves of Alice's, and its result.
async fn posted(own: [&str; 2], reply: &str) -> (Vec<String>, String) {
    let harness = Harness::with_clock().await;
    for what in ["results", "digest"] {
        let channel = json!([{"name": "channel", "type": 7, "value": GENERAL}]);
        harness
            .subcommand(ALICE, GENERAL, "server", what, channel)
            .await;
    }
    let thread = seated(&harness).await;
    played(&harness, &thread, ALICE, own[0], 1).await;
    played(&harness, &thread, BOB, reply, 2).await;
    played(&harness, &thread, ALICE, own[1], 3).await;
    another_ends(&harness).await;
    // From a Friday to after the Sunday, and to Bob's reminder.
    for _ in 0..6 {
        harness.pass(DAY).await;
        harness.app().run_due_timers().await.unwrap();
        harness.all_sent().await;
    }
    let is_digest = |message: &Value| content(message).contains("The week in games");
    let digest = harness.message(CAROL, GENERAL, is_digest).await;
    assert!(content(&digest).contains("One game ended."), "{digest}");
    let is_result = |message: &Value| content(message).contains("/gif game:");
    let other = harness.message(CAROL, GENERAL, is_result).await;
    assert!(!content(&other).contains("Kriegspiel"), "{other}");
    harness.all_sent().await;
    let before = everything(&harness, &thread).await;

    let sure = harness.command(BOB, &thread, "resign", &[]).await.message;
    harness.click(BOB, &sure, "Yes, I give up").await;
    let is_result = |message: &Value| {
        let text = content(message);
        text.contains("Kriegspiel") && text.contains("(White) beats")
    };
    let result = harness.message(CAROL, GENERAL, is_result).await;
    let result = content(&result).to_owned();
    harness.end().await;
    (before, result)
}

/// The rules: "spectators get neither before the end". The digest, the results of other games and reminders do not
/// depend on hidden moves, and a result is posted only at the end.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_posted_does_not_tell_what_is_hidden() {
    let (one, other, reply) = variations();
    let first = posted([&one[0], &one[1]], &reply);
    let second = posted([&other[0], &other[1]], &reply);
    let ((before, result), (again, other_result)) = tokio::join!(first, second);
    assert_eq!(before, again);
    assert_eq!(result, other_result);
    for line in &before {
        for mv in one.iter().chain(&other) {
            assert!(!line.contains(mv.as_str()), "{line}");
        }
    }
}
