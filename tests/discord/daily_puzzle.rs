//! Tests of the daily puzzle in a channel that subscribes to it, solved by each user on a private board.

use std::time::Duration;

use rookery::match_state::{ChannelId, GuildId};
use serde_json::{Value, json};

use crate::forged::{forge, seen};
use crate::harness::{
    ALICE, BOB, CAROL, GENERAL, Harness, TIMEOUT, content, has_button, is_private, mentioned,
};

async fn server(harness: &Harness, channel: Option<&str>) -> Value {
    let options: Vec<Value> = channel
        .map(|channel| json!({"name": "channel", "type": 7, "value": channel}))
        .into_iter()
        .collect();
    harness
        .subcommand(ALICE, GENERAL, "server", "puzzles", json!(options))
        .await
        .message
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_gets_a_puzzle_that_each_solves_alone() {
    let harness = Harness::unhurried().await;
    let shown = server(&harness, Some(GENERAL)).await;
    assert!(
        content(&shown).contains(&format!("A puzzle a day is posted in <#{GENERAL}>")),
        "{shown}"
    );
    let is_puzzle = |message: &Value| content(message).contains("Puzzle of the day");
    let post = harness.message(CAROL, GENERAL, is_puzzle).await;
    assert_eq!(mentioned(&post), Vec::<&str>::new());
    let picture = &post["attachments"][0];
    assert!(
        picture["description"].as_str().unwrap().len() > 50,
        "{post}"
    );
    for user in [BOB, CAROL] {
        let own = harness.click(user, &post, "Solve it").await.message;
        assert!(is_private(&own) && own["id"] != post["id"], "{own}");
        assert!(has_button(&own, "Show the solution"), "{own}");
        let solved = harness.click(user, &own, "Show the solution").await.message;
        assert!(content(&solved).contains("The solution"), "{solved}");
    }
    // Nothing is revealed to others, also not by a button that nobody was given.
    let before = seen(&harness, GENERAL, &post).await;
    for id in [
        "r1:tasksolve:0000000000000001",
        "r1:tasksolution:p.0000000000000001.0",
    ] {
        let pressed = forge(&harness, BOB, &post, id).await;
        let answer = pressed.message.expect(id);
        assert!(
            is_private(&answer) && !has_button(&answer, "Show the solution"),
            "{answer}"
        );
    }
    assert_eq!(before["content"], post["content"]);
    assert_eq!(seen(&harness, GENERAL, &post).await, before);
    let off = server(&harness, None).await;
    assert!(content(&off).contains("No daily puzzle"), "{off}");
    harness.end().await;
}

/// A channel that is gone gets no more posts.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_is_gone_gets_no_more_puzzles() {
    let harness = Harness::unhurried().await;
    let guild = GuildId(2_000_000_000_000_000_001);
    let gone = ChannelId(3_999_999_999_999_999_999);
    let app = harness.app();
    app.set_daily_puzzle(guild, Some(gone)).await.unwrap();
    let begun = std::time::Instant::now();
    while app.daily_puzzle(guild).await.unwrap().is_some() {
        assert!(begun.elapsed() < TIMEOUT, "it is not turned off");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    harness.stop_with_refusals().await;
}
