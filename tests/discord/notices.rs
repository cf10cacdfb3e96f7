//! Tests of notices: once a day, not at night, not without end, and once each.

use std::time::Duration;

use reqwest::Method;
use rookery::sandbox::FaultKind;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, content, has_button, is_board, is_private,
    mentioned,
};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// Lets Alice open a table in the channel for games, Bob join, and Alice move; returns the board.
async fn moved(harness: &Harness, game: &str, clock: &str) -> Value {
    let options = [("side", "white"), ("place", "here"), ("clock", clock)];
    let table = harness.open(&options).await;
    harness.click(BOB, &table, "Join").await;
    let name = format!("game {game}");
    harness
        .message(ALICE, GAMES, |m| is_board(m) && content(m).contains(&name))
        .await;
    let options = [("move", "Nb1-c3"), ("game", game)];
    harness
        .command(ALICE, GAMES, "move", &options)
        .await
        .message
}

async fn settings(harness: &Harness, user: &str, options: Value) {
    let set = harness
        .interact(json!({
            "user": user, "channel": GENERAL, "kind": "command", "command": "settings", "options": options,
        }))
        .await
        .message;
    assert!(
        is_private(&set) && content(&set).contains("Your settings"),
        "{set}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_a_day_lists_all_games_at_the_chosen_hour() {
    let harness = Harness::with_clock().await;
    // It is eight o'clock in the morning in UTC, nine in Rome.
    settings(
        &harness,
        BOB,
        json!([
            {"name": "tell", "type": 3, "value": "digest"},
            {"name": "zone", "type": 3, "value": "Europe/Rome"},
            {"name": "digest", "type": 4, "value": 12},
        ]),
    )
    .await;
    for (game, clock) in [("1", "14"), ("2", "1"), ("3", "14")] {
        let board = moved(&harness, game, clock).await;
        assert_eq!(mentioned(&board), Vec::<&str>::new());
        assert_eq!(board["flags"].as_u64().unwrap() & (1 << 12), 1 << 12);
    }
    harness.pass(2 * HOUR).await;
    harness.caught_up().await;
    let direct = harness.direct(BOB).await;
    assert!(
        harness.messages(BOB, &direct).await.is_empty(),
        "it is only eleven"
    );
    // The messages of one hour are spread over twenty minutes.
    harness.pass(HOUR + 20 * 60).await;
    let notices = harness
        .message(BOB, &direct, |m| content(m).contains("**Today**"))
        .await;
    let text = content(&notices);
    assert!(text.contains("3 games wait for you, 1 urgent"), "{text}");
    // One line a game, the most urgent first: its name, which leads to it, the opponent and the deadline.
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("[Abstract"))
        .collect();
    for (line, game) in lines.iter().zip([2, 1, 3]) {
        let home = format!("https://discord.com/channels/2000000000000000001/{GAMES}");
        let begins = format!("[Abstract Chess {game}]({home}) · <@{ALICE}> · <t:");
        assert!(line.starts_with(&begins) && line.ends_with(":R>"), "{text}");
    }
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(mentioned(&notices), Vec::<&str>::new());
    harness.caught_up().await;
    assert_eq!(harness.messages(BOB, &direct).await.len(), 1, "one a day");
    // The moves are made from here.
    let board = harness.pick(BOB, &notices, "2:").await.message;
    assert!(has_button(&board, "Choose a move"), "{board}");

    // An urgent notice does not wait: nearly all of the day in game 2 is over.
    harness.pass(20 * HOUR).await;
    let urgent = harness
        .message(BOB, &direct, |m| content(m).contains("still your turn"))
        .await;
    assert!(
        content(&urgent).contains("game 2") && has_button(&urgent, "Choose a move"),
        "{urgent}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_notified_in_their_quiet_hours() {
    let harness = Harness::with_clock().await;
    // Eight in the morning in UTC is nine in Rome, and three at night in New York.
    let quiet = |zone: &str, hours: &str, tell: &str| {
        json!([
            {"name": "zone", "type": 3, "value": zone},
            {"name": "quiet", "type": 3, "value": hours},
            {"name": "tell", "type": 3, "value": tell},
        ])
    };
    settings(&harness, BOB, quiet("Europe/Rome", "8-11", "direct")).await;
    settings(
        &harness,
        ALICE,
        quiet("America/New_York", "22-7", "channel"),
    )
    .await;
    moved(&harness, "1", "14").await;
    harness.pass(HOUR).await;
    harness.caught_up().await;
    let direct = harness.direct(BOB).await;
    assert!(
        harness.messages(BOB, &direct).await.is_empty(),
        "ten in Rome"
    );
    harness.pass(HOUR).await;
    harness
        .message(BOB, &direct, |m| content(m).contains("your turn"))
        .await;

    // Five at night in New York: the board is there, and the mention comes at seven.
    let answered = harness.play(BOB, GAMES, "Pa7-a6").await.message;
    assert!(is_board(&answered));
    assert_eq!(mentioned(&answered), Vec::<&str>::new());
    let mentions = async || {
        let messages = harness.public(GAMES).await;
        let notices = messages.iter().filter(|m| {
            mentioned(m) == [ALICE] && content(m).contains("It is your turn") && !is_board(m)
        });
        notices.count()
    };
    harness.pass(HOUR).await;
    harness.caught_up().await;
    assert_eq!(mentions().await, 0, "six in New York");
    harness.pass(HOUR).await;
    harness
        .message(ALICE, GAMES, |m| {
            mentioned(m) == [ALICE] && content(m).contains("It is your turn")
        })
        .await;
    harness.caught_up().await;
    assert_eq!(mentions().await, 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_come_back_is_reminded_less_and_less() {
    let harness = Harness::with_clock().await;
    for game in 1..=10 {
        moved(&harness, &game.to_string(), "1").await;
    }
    let shared = harness.server.shared();
    let reminders = || {
        let requests = shared.requests();
        let texts = requests
            .iter()
            .filter_map(|request| request.body["content"].as_str());
        texts
            .filter(|text| text.contains("still your turn"))
            .count()
    };
    // Three quarters of the time: a reminder of each game would be ten.
    harness.pass(19 * HOUR).await;
    harness.caught_up().await;
    assert_eq!(reminders(), 9);
    // A move in any game restarts the count.
    let back = [("move", "Pa7-a6"), ("game", "1")];
    harness.command(BOB, GAMES, "move", &back).await;
    let on = [("move", "Nc3-d5"), ("game", "1")];
    harness.command(ALICE, GAMES, "move", &on).await;
    harness.pass(19 * HOUR).await;
    harness.caught_up().await;
    assert_eq!(reminders(), 10);
    harness.end().await;
}

/// A message is there once, though the bot dies after it was sent and before that was recorded.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_and_could_not_be_recorded_is_there_once() {
    let mut harness = Harness::with_clock().await;
    moved(&harness, "1", "1").await;
    let path = format!("sqlite://{}", harness.database().display());
    let mut connection = SqliteConnection::connect(&path).await.unwrap();
    let fault = "CREATE TRIGGER fault BEFORE UPDATE OF done ON outbox WHEN NEW.cover IS NULL BEGIN SELECT RAISE(ABORT, 'dead'); END";
    sqlx::query(fault).execute(&mut connection).await.unwrap();
    let shared = harness.server.shared();
    let sent = || {
        let requests = shared.requests();
        let mut nonces: Vec<String> = requests
            .iter()
            .filter(|request| request.path == format!("/channels/{GAMES}/messages"))
            .filter(|request| {
                request.body["content"]
                    .as_str()
                    .unwrap_or_default()
                    .contains("still your turn")
            })
            .map(|request| request.body["nonce"].as_str().unwrap().to_owned())
            .collect();
        let times = nonces.len();
        nonces.dedup();
        (times, nonces.len())
    };
    harness.pass(19 * HOUR).await;
    harness
        .until("it is sent and sent again", || sent().0 > 2)
        .await;
    harness.stop_bot().await;
    sqlx::query("DROP TRIGGER fault")
        .execute(&mut connection)
        .await
        .unwrap();
    let before = sent().0;
    harness.start_bot().await;
    harness
        .until("it is sent once more", || sent().0 > before)
        .await;
    let begun = std::time::Instant::now();
    loop {
        let unsent = "SELECT count(*) FROM outbox WHERE done IS NULL";
        let unsent: i64 = sqlx::query_scalar(unsent)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if unsent == 0 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "noted at last");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(sent(), (before + 1, 1), "always under the same nonce");
    let messages = harness.public(GAMES).await;
    let reminders = messages
        .iter()
        .filter(|m| content(m).contains("still your turn"));
    assert_eq!(reminders.count(), 1);
    harness.pass(DAY).await;
    harness.end().await;
}

/// Changes a channel as its server's people may.
async fn channel(harness: &Harness, method: Method, id: &str, body: Value) {
    let url = format!("{}/api/v10/channels/{id}", harness.server.api_base());
    let token = format!("Bot {}", harness.server.token());
    let mut request = reqwest::Client::new()
        .request(method, url)
        .header("authorization", token);
    if !body.is_null() {
        request = request.json(&body);
    }
    let done = request.send().await;
    assert!(done.unwrap().status().is_success());
}

async fn is_archived(harness: &Harness, thread: &str) -> bool {
    let state = harness.state(CAROL).await;
    let channels = state["channels"].as_array().unwrap();
    let found = channels.iter().find(|channel| channel["id"] == thread);
    found.unwrap()["thread_metadata"]["archived"] == true
}

/// A match whose thread is gone or locked notifies its players once, and goes on in the channel of its table; if that
/// takes no message either, by direct messages.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_without_its_thread_goes_on_and_nobody_misses_their_turn() {
    for locked in [false, true] {
        let harness = Harness::with_clock().await;
        let (thread, _) = harness.begin().await;
        if locked {
            let shut = json!({"archived": true, "locked": true});
            channel(&harness, Method::PATCH, &thread, shut).await;
        } else {
            channel(&harness, Method::DELETE, &thread, Value::Null).await;
        }
        let options = [("move", "Nb1-c3"), ("game", "1")];
        let moved = harness.command(ALICE, GENERAL, "move", &options).await;
        assert!(is_private(&moved.message));
        let board = harness
            .message(BOB, GAMES, |m| is_board(m) && content(m).contains("c3"))
            .await;
        assert_eq!(mentioned(&board), [BOB]);
        let answered = harness.play(BOB, GAMES, "Pa7-a6").await.message;
        assert!(is_board(&answered) && !is_private(&answered), "{answered}");
        assert_eq!(mentioned(&answered), [ALICE]);

        let shared = harness.server.shared();
        let forbidden = format!("POST /channels/{GAMES}/messages");
        shared.fault(&forbidden, FaultKind::Status(403), 100);
        let options = [("move", "Nc3-b1"), ("game", "1")];
        harness.command(ALICE, GENERAL, "move", &options).await;
        let direct = harness.direct(BOB).await;
        let notices = harness
            .message(BOB, &direct, |m| content(m).contains("it is your turn"))
            .await;
        let words = content(&notices);
        assert_eq!(words.matches("your turn").count(), 1, "said once: {words}");
        assert!(has_button(&notices, "Choose a move"), "{notices}");
        harness.caught_up().await;
        assert_eq!(harness.messages(BOB, &direct).await.len(), 1, "once");
        let mentions = harness.public(GAMES).await;
        let mentions = mentions
            .iter()
            .filter(|m| is_board(m) && content(m).contains("c3") && mentioned(m) == [BOB]);
        assert_eq!(mentions.count(), 1, "once");
        let numbers = rookery::metrics::Metrics::default();
        let numbers = numbers.text(harness.app()).await.unwrap();
        for name in [
            "notices_waiting ",
            "notices_lag_seconds ",
            "notices_oldest_seconds ",
            "players_unreachable 0",
            "players_unreachable_longest_seconds 0",
            "notices_given_up_total 0",
        ] {
            assert!(numbers.contains(&format!("rookery_{name}")), "{numbers}");
        }
        harness.stop_with_refusals().await;
    }
}

/// A thread whose match is over is archived after a while, so that a server does not run out of active threads; an
/// archived thread is woken by a post.
#[tokio::test(flavor = "multi_thread")]
async fn threads_of_matches_that_are_over_are_archived_and_sleeping_ones_are_woken() {
    let harness = Harness::with_clock().await;
    let options = [("side", "white"), ("clock", "14")];
    let table = harness.open(&options).await;
    harness.click(BOB, &table, "Join").await;
    let (thread, board) = harness.first_board().await;
    assert!(content(&board).contains("archives this thread"), "{board}");
    harness
        .people("archive", json!({"user": ALICE, "channel": thread}))
        .await;
    assert!(is_archived(&harness, &thread).await);
    let options = [("move", "Nb1-c3"), ("game", "1")];
    harness.command(ALICE, GAMES, "move", &options).await;
    let board = harness
        .message(BOB, &thread, |m| content(m).contains("c3"))
        .await;
    assert!(!is_archived(&harness, &thread).await);

    let sure = harness.resign(BOB, &board).await.message;
    harness.click(BOB, &sure, "Yes, I give up").await;
    harness
        .message(ALICE, &thread, |m| content(m).contains("resigned"))
        .await;
    harness.pass(12 * HOUR).await;
    harness.caught_up().await;
    assert!(
        !is_archived(&harness, &thread).await,
        "they may talk about it"
    );
    harness.pass(19 * HOUR).await;
    let begun = std::time::Instant::now();
    while !is_archived(&harness, &thread).await {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    harness.end().await;
}

/// All notes can be read, however many there are.
#[tokio::test(flavor = "multi_thread")]
async fn notes_that_do_not_fit_into_a_message_come_as_a_file() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let mut last = Value::Null;
    for number in 1..=4 {
        let text = format!("note-{number} {}", "words ".repeat(200));
        let options = [("text", text.as_str())];
        last = harness
            .command(ALICE, &thread, "note", &options)
            .await
            .message;
        assert!(is_private(&last));
    }
    assert!(content(&last).contains("\n4. <t:"), "{last}");
    let file = &last["attachments"][0];
    assert_eq!(file["filename"], "notes.txt", "{last}");
    let text = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
    let text = text.text().await.unwrap();
    for number in 1..=4 {
        assert!(text.contains(&format!("note-{number} ")), "{text}");
    }
    harness.end().await;
}
