//! Tests of finding an opponent over the socket: `/tables`, any of several games, results and the weekly digest.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, TIMEOUT, components, content, has_button, is_board,
    is_private, mentioned,
};

/// Uses the menu of games to play with anybody.
async fn seek(harness: &Harness, user: &str, message: &Value, keys: &[&str]) -> Value {
    let menu = components(message)
        .into_iter()
        .find(|component| component["type"] == 3)
        .unwrap_or_else(|| panic!("no menu: {message}"));
    assert_eq!(menu["min_values"], 1, "{menu}");
    harness
        .interact(json!({
            "user": user, "channel": message["channel_id"], "kind": "component", "message": message["id"],
            "custom_id": menu["custom_id"], "values": keys,
        }))
        .await
        .message
}

pub async fn new_any(harness: &Harness, user: &str, channel: &str, keys: &[&str]) -> Value {
    let asked = harness
        .subcommand(user, channel, "new", "any", json!([]))
        .await
        .message;
    assert!(is_private(&asked), "{asked}");
    let answer = seek(harness, user, &asked, keys).await;
    table_of(harness, answer).await
}

/// Returns the table whose place an answer to a private menu names; any other answer unchanged. The table is not an
/// answer to a message that only one person sees, since others would see it as deleted.
pub async fn table_of(harness: &Harness, answer: Value) -> Value {
    let rest = content(&answer).strip_prefix("Your table (game ");
    let Some(number) = rest.and_then(|rest| rest.split(')').next()) else {
        return answer;
    };
    assert!(is_private(&answer) && components(&answer).is_empty());
    let heading = format!("** · game {number}\n");
    let channel = answer["channel_id"].as_str().unwrap();
    let is_table = |message: &Value| content(message).contains(&heading);
    let table = harness.message(CAROL, channel, is_table).await;
    assert!(table["message_reference"].is_null(), "{table}");
    table
}

/// Waits until the list shows a table: its audience is looked up after the answer.
async fn list(harness: &Harness, user: &str, channel: &str, label: &str) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let page = harness.command(user, channel, "tables", &[]).await.message;
        assert!(is_private(&page), "{page}");
        if has_button(&page, label) {
            return page;
        }
        assert!(begun.elapsed() < TIMEOUT, "no such table: {page}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_from_the_list_of_another_channel() {
    let harness = Harness::unhurried().await;
    let none = harness.command(BOB, GENERAL, "tables", &[]).await.message;
    assert!(content(&none).contains("No open seats"), "{none}");
    let table = harness.open(&[("variant", "aronson")]).await;
    let page = list(&harness, BOB, GENERAL, "Join 1").await;
    let text = content(&page);
    assert!(text.contains("Abstract Chess (Aronson"), "{page}");
    assert!(text.contains(&format!("<@{ALICE}> waits")), "{page}");
    assert!(
        text.contains("Clock:") && text.contains("Closes <t:"),
        "{page}"
    );
    assert_eq!(mentioned(&page), Vec::<&str>::new(), "nobody is rung");
    let own = harness.command(ALICE, GENERAL, "tables", &[]).await.message;
    assert!(!has_button(&own, "Join 1") && content(&own).contains("you are waiting"));

    let joined = harness.click(BOB, &page, "Join 1").await.message;
    assert!(
        is_private(&joined) && content(&joined).contains("The game begins"),
        "{joined}"
    );
    let (thread, board) = harness.first_board().await;
    assert!(
        content(&board).contains("Abstract Chess (Aronson"),
        "{board}"
    );
    assert_ne!(thread, GAMES);
    let begun = |message: &Value| {
        message["id"] == table["id"] && content(message).contains("the game begins")
    };
    let settled = harness.message(CAROL, GAMES, begun).await;
    assert!(!has_button(&settled, "Join"), "{settled}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_of_these_games_is_two_taps_and_the_one_who_joins_chooses() {
    let harness = Harness::unhurried().await;
    let table = new_any(&harness, ALICE, GAMES, &["abstract", "towers"]).await;
    assert!(!is_private(&table), "{table}");
    assert!(
        content(&table).contains("Any of these: Abstract Chess, Four Towers"),
        "{table}"
    );
    for label in [
        "Abstract Chess",
        "Four Towers",
        "Any of them",
        "Close table",
    ] {
        assert!(has_button(&table, label), "{label}: {table}");
    }
    harness.click(BOB, &table, "Four Towers").await;
    let (_, board) = harness.first_board().await;
    assert!(content(&board).contains("Four Towers"), "{board}");

    // From a list the user chooses the game.
    let other = new_any(&harness, ALICE, GAMES, &["abstract", "tower"]).await;
    assert!(content(&other).contains("game 2"), "{other}");
    let label = "Join 2";
    let page = list(&harness, BOB, GENERAL, label).await;
    let asked = harness.click(BOB, &page, label).await.message;
    assert!(content(&asked).contains("Which game"), "{asked}");
    let joined = harness.click(BOB, &asked, "The Tower Game").await.message;
    assert!(content(&joined).contains("The Tower Game"), "{joined}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_would_play_the_same_are_seated_together() {
    let harness = Harness::new().await;
    let table = new_any(&harness, ALICE, GAMES, &["abstract", "fourfold"]).await;
    let paired = new_any(&harness, BOB, GAMES, &["fourfold", "towers"]).await;
    assert!(
        is_private(&paired) && content(&paired).contains("Four-Fold Chess"),
        "{paired}"
    );
    let (_, board) = harness.first_board().await;
    assert!(content(&board).contains("Four-Fold Chess"), "{board}");
    let begun = |message: &Value| {
        message["id"] == table["id"] && content(message).contains("the game begins")
    };
    harness.message(CAROL, GAMES, begun).await;
    harness.end().await;
}

pub async fn set(harness: &Harness, user: &str, what: &str, channel: Option<&str>) -> Value {
    let options: Vec<Value> = channel
        .map(|channel| json!({"name": "channel", "type": 7, "value": channel}))
        .into_iter()
        .collect();
    harness
        .subcommand(user, GENERAL, "server", what, json!(options))
        .await
        .message
}

/// Plays a game of Alice and Bob that everyone may see to its end.
async fn played(harness: &Harness) {
    let table = harness.open(&[("side", "white")]).await;
    list(harness, BOB, GENERAL, "Join 1").await;
    harness.click(BOB, &table, "Join").await;
    let (thread, _) = harness.first_board().await;
    let moved = harness.play(ALICE, &thread, "Ng1-f3").await.message;
    let sure = harness.resign(BOB, &moved).await.message;
    harness.click(BOB, &sure, "Yes, I give up").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_asks_gets_results_that_ring_nobody() {
    let harness = Harness::unhurried().await;
    let shown = set(&harness, ALICE, "results", Some(GENERAL)).await;
    assert!(
        is_private(&shown)
            && content(&shown).contains(&format!("Results are posted in <#{GENERAL}>")),
        "{shown}"
    );
    played(&harness).await;
    let is_result = |message: &Value| content(message).contains("(White) beats");
    let result = harness.message(CAROL, GENERAL, is_result).await;
    assert!(content(&result).contains("/gif game:1"), "{result}");
    assert!(
        !is_board(&result) || has_button(&result, "Moves"),
        "{result}"
    );
    assert_eq!(mentioned(&result), Vec::<&str>::new(), "{result}");
    let requests = harness.server.shared().requests();
    let post = requests
        .iter()
        .rfind(|request| request.path == format!("/channels/{GENERAL}/messages"))
        .unwrap();
    assert_eq!(
        post.body["allowed_mentions"]["parse"],
        json!([]),
        "{post:?}"
    );
    let off = set(&harness, ALICE, "results", None).await;
    assert!(content(&off).contains("Results are not posted"), "{off}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_comes_on_sunday_and_a_channel_that_is_closed_is_turned_off() {
    let harness = Harness::with_clock().await;
    set(&harness, ALICE, "digest", Some(GENERAL)).await;
    played(&harness).await;
    for _ in 0..8 {
        harness.pass(86_400).await;
        harness.app().run_due_timers().await.unwrap();
    }
    let is_digest = |message: &Value| content(message).contains("The week in games");
    let digest = harness.message(CAROL, GENERAL, is_digest).await;
    assert!(content(&digest).contains("One game ended."), "{digest}");
    assert_eq!(mentioned(&digest), Vec::<&str>::new());

    // A bulletin whose channel is gone is turned off.
    let guild = rookery::match_state::GuildId(2_000_000_000_000_000_001);
    let gone = rookery::match_state::ChannelId(3_999_999_999_999_999_999);
    let results = rookery::app::BulletinKind::Results;
    let app = harness.app();
    app.set_bulletin(guild, results, Some(gone)).await.unwrap();
    let table = harness.open(&[("side", "white"), ("place", "here")]).await;
    list(&harness, BOB, GENERAL, "Join 2").await;
    harness.click(BOB, &table, "Join").await;
    harness.play(ALICE, GAMES, "Ng1-f3").await;
    let board = harness.message(ALICE, GAMES, is_board).await;
    let sure = harness.resign(BOB, &board).await.message;
    harness.click(BOB, &sure, "Yes, I give up").await;
    let begun = std::time::Instant::now();
    while app.bulletin(guild, results).await.unwrap().is_some() {
        assert!(begun.elapsed() < TIMEOUT, "it is not turned off");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    harness.stop_with_refusals().await;
}
