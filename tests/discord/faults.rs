//! Tests of faults between the bot and Discord: the game is not affected.

use std::time::Duration;

use rookery::sandbox::{FaultKind, Limits};
use serde_json::json;

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, content, has_button, is_board, is_private, mentioned,
};
use crate::log;

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_drops_or_reconnects_loses_no_command() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let moves = [(ALICE, "Nb1-c3"), (BOB, "Pa7-a6"), (ALICE, "Nc3-b1")];
    let jolts = ["drop", "reconnect", "resumable"];
    for ((user, mv), fault) in moves.into_iter().zip(jolts) {
        let (status, _) = harness.people("gateway", json!({"do": fault})).await;
        assert_eq!(status, 200);
        // Typed while no bot is connected; delivered when the session is resumed.
        let played = harness.play(user, &thread, mv).await;
        assert_eq!(played.state, "answered", "{fault}");
        assert!(is_board(&played.message), "{fault}: {:?}", played.message);
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_session_is_begun_again() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    harness.people("gateway", json!({"do": "invalidate"})).await;
    // Input typed now is lost on Discord, too; the player sees that and types it again.
    let mut played = harness.play(ALICE, &thread, "Nb1-c3").await;
    for _ in 0..10 {
        if played.state == "answered" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        played = harness.play(ALICE, &thread, "Nb1-c3").await;
    }
    assert!(is_board(&played.message), "{played:?}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_answer_fails_is_shown_all_the_same() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();

    // Once: the second attempt succeeds.
    shared.fault("POST /interactions/", FaultKind::Status(500), 1);
    let played = harness.play(ALICE, &thread, "Nb1-c3").await;
    assert!(is_board(&played.message), "{played:?}");

    // The answer arrives, but the bot does not learn of it: no second one.
    shared.fault("POST /interactions/", FaultKind::Lost, 1);
    let before = harness.messages(ALICE, &thread).await.len();
    let played = harness.play(BOB, &thread, "Pa7-a6").await;
    assert!(is_board(&played.message), "{played:?}");

    // Every time: the board comes as an ordinary message, and is the only one after the lost answer.
    shared.fault("POST /interactions/", FaultKind::Status(500), 3);
    harness.play(ALICE, &thread, "Nc3-d5").await;
    let posted = harness
        .message(BOB, &thread, |message| {
            is_board(message) && content(message).contains("d5")
        })
        .await;
    assert_eq!(mentioned(&posted), [BOB]);
    assert_eq!(harness.messages(ALICE, &thread).await.len(), before + 2);
    // The sandbox counts an unanswered interaction here as a violation, which its own fault has caused.
    harness.stop_with_faults().await;
}

/// A self-hosted server with Discord's limits: without serenity's limiter, the bot is refused, waits and is not refused
/// again and again; every board is posted.
#[tokio::test(flavor = "multi_thread")]
async fn messages_over_a_limit_of_a_server_of_our_own_are_posted_after_a_while() {
    let mut harness = Harness::with_limits(Limits {
        enforce_rates: true,
        ..Limits::default()
    })
    .await;
    harness.start_bot().await;
    let (thread, _) = harness.begin().await;
    let moves = [
        (ALICE, "Nb1-c3"),
        (BOB, "Nb8-c6"),
        (ALICE, "Nc3-b1"),
        (BOB, "Nc6-b8"),
        (ALICE, "Nb1-c3"),
        (BOB, "Nb8-c6"),
    ];
    for (user, mv) in moves {
        let played = harness.play(user, GAMES, mv).await;
        assert_eq!(played.state, "answered", "{mv}: {played:?}");
    }
    let shared = harness.server.shared();
    let path = format!("/channels/{thread}/messages");
    let count = |status: u16| {
        let requests = shared.requests();
        let such = requests.iter().filter(|request| {
            request.method == "POST" && request.path == path && request.status == status
        });
        such.count()
    };
    harness
        .until("every board is posted", || count(200) == moves.len() + 1)
        .await;
    let refused = count(429);
    assert!((1..=12).contains(&refused), "{refused}");
    harness.end().await;
}

/// A request over the limit, without serenity's limiter, is sent again when the server said, not before.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_our_own_is_left_alone_for_as_long_as_it_says() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    let path = format!("/channels/{thread}/messages");
    let answers = || {
        let requests = shared.requests().into_iter();
        let posted = requests.filter(|request| request.method == "POST" && request.path == path);
        posted.map(|request| request.status).collect::<Vec<_>>()
    };
    let before = answers().len();
    // Longer than the default wait, twice: the request, and the question how long.
    let wait = Duration::from_millis(2_200);
    shared.fault(&format!("POST {path}"), FaultKind::Limited(wait), 2);
    let begun = std::time::Instant::now();
    let played = harness.play(ALICE, GAMES, "Nb1-c3").await;
    assert_eq!(played.state, "answered", "{played:?}");
    harness
        .until("the board is posted", || {
            answers()[before..].last() == Some(&200)
        })
        .await;
    assert!(begun.elapsed() >= wait, "{:?}", begun.elapsed());
    assert_eq!(answers()[before..], [429, 429, 200]);
    harness.end().await;
}

/// Returns the number of messages with a board in a channel.
async fn boards(harness: &Harness, channel: &str) -> usize {
    let messages = harness.messages(CAROL, channel).await;
    messages.iter().filter(|message| is_board(message)).count()
}

/// An answer that was delivered, with its receipt lost and later attempts refused, is not posted twice: the bot checks
/// for it first.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_whose_receipt_is_lost_is_shown_and_rings_once() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    let before = boards(&harness, &thread).await;
    shared.fault("POST /interactions/", FaultKind::Lost, 1);
    shared.fault("POST /interactions/", FaultKind::Status(500), 10);
    let played = harness.play(ALICE, &thread, "Nb1-c3").await;
    assert!(is_board(&played.message), "{played:?}");
    harness
        .until("it has looked", || {
            shared
                .requests()
                .iter()
                .any(|request| request.method == "GET" && request.path.ends_with("/@original"))
        })
        .await;
    shared.end_faults();
    // Follow-ups of the first answer have been sent when the next one is there.
    let played = harness.play(BOB, &thread, "Pa7-a6").await;
    assert!(is_board(&played.message), "{played:?}");
    assert_eq!(boards(&harness, &thread).await, before + 2);
    harness.stop_with_faults().await;
}

/// Attempts at a first answer end before three seconds, after which Discord accepts none, and the board is posted.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_answer_is_given_up_while_the_player_still_waits() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    shared.fault("POST /interactions/", FaultKind::Status(500), 10);
    let begun = std::time::Instant::now();
    let (_, posted) = tokio::join!(
        harness.play(ALICE, &thread, "Nb1-c3"),
        harness.message(BOB, &thread, |message| {
            let posted = is_board(message) && content(message).contains("c3");
            posted && begun.elapsed() < Duration::from_millis(2500)
        })
    );
    assert_eq!(mentioned(&posted), [BOB]);
    shared.end_faults();
    harness.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_leave_to_make_threads_the_game_stays_in_the_channel() {
    let harness = Harness::timed().await;
    let shared = harness.server.shared();
    let table = harness.open(&[("side", "white")]).await;
    shared.fault(
        &format!("POST /channels/{GAMES}/messages/"),
        FaultKind::Status(403),
        1,
    );
    harness.click(BOB, &table, "Join").await;
    let board = harness.message(BOB, GAMES, is_board).await;
    assert_eq!(mentioned(&board), [ALICE]);
    assert!(
        content(&board).contains("can't make a thread here"),
        "{board}"
    );
    let played = harness.play(ALICE, GAMES, "Nb1-c3").await.message;
    assert!(is_board(&played), "{played}");
    harness.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_that_cannot_be_written_to_is_reported_and_the_move_counts() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    shared.fault(
        &format!("POST /channels/{thread}/messages"),
        FaultKind::Status(403),
        1,
    );
    let played = harness.play(ALICE, GAMES, "Nb1-c3").await.message;
    assert!(is_private(&played));
    let answer = harness
        .message(ALICE, GAMES, |message| {
            content(message).contains("could not post")
        })
        .await;
    assert!(is_private(&answer), "{answer}");
    // Bob is notified in the match's channel, as soon as that can be written to.
    let board = harness
        .message(BOB, &thread, |message| content(message).contains("c3"))
        .await;
    assert!(
        has_button(&board, "My side") && mentioned(&board) == [BOB],
        "{board}"
    );
    let answered = harness.play(BOB, &thread, "Pa7-a6").await.message;
    assert!(is_board(&answered), "the move counted: {answered}");
    harness.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_moves_at_once_are_each_answered_in_time() {
    let harness = Harness::timed().await;
    for _ in 0..12 {
        let table = harness.open(&[("place", "here"), ("side", "white")]).await;
        harness.click(BOB, &table, "Join").await;
    }
    let games: Vec<String> = (1..=12).map(|game: u32| game.to_string()).collect();
    let played = futures_util::future::join_all(games.iter().map(|game| {
        harness.interact(json!({
            "user": ALICE, "channel": GAMES, "kind": "command", "command": "move",
            "options": [
                {"name": "move", "type": 3, "value": "Nb1-c3"},
                {"name": "game", "type": 3, "value": game},
            ],
        }))
    }))
    .await;
    for outcome in played {
        assert_eq!(outcome.state, "answered");
        assert!(
            is_board(&outcome.message) || outcome.deferred,
            "{outcome:?}"
        );
    }
    harness.end().await;
}

/// Serenity drops an unreadable interaction with only a line for debugging: the bot must not.
#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_cannot_be_read_is_logged_and_answered() {
    log::keep();
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let (status, _) = harness
        .people(
            "fault",
            json!({"event": "INTERACTION_CREATE", "without": ["data"]}),
        )
        .await;
    assert_eq!(status, 200);
    let asked = json!({
        "user": ALICE, "channel": thread, "kind": "command", "command": "move", "wait": true,
        "options": [{"name": "move", "type": 3, "value": "Nb1-c3"}],
    });
    let (_, answer) = harness.people("interact", asked.clone()).await;
    assert_eq!(answer["state"], "answered", "{answer}");
    let message = &answer["message"];
    assert!(
        is_private(message) && content(message).contains("nothing was changed"),
        "{message}"
    );
    let id = answer["interaction"].as_str().unwrap();
    assert!(log::has(&["ERROR", id, "could not be read"]));

    // Suggestions for an unreadable request are empty.
    harness.server.shared().spoil(&["locale", "data"]);
    let none = harness
        .complete(ALICE, &thread, "move", &[("move", "Nb1")])
        .await;
    assert_eq!(none, []);

    // Without its token nobody can be answered: only the log remains.
    harness.server.shared().spoil(&["data", "token"]);
    let mut quiet = asked;
    quiet["wait"] = json!(false);
    let (_, answer) = harness.people("interact", quiet).await;
    let id = answer["interaction"].as_str().unwrap().to_owned();
    harness
        .until("it is in the log", || {
            log::has(&["ERROR", &id, "could not be read"])
        })
        .await;

    let played = harness.play(ALICE, &thread, "Nb1-c3").await;
    assert!(is_board(&played.message), "nothing was changed: {played:?}");
    harness.stop_with_faults().await;
}

/// Refusals, silence and delays by Discord at every place in turn do not change the game: the move counts once.
#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_refusal_by_discord_leaves_the_game_as_it_was_meant() {
    let harness = Harness::timed().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    let moves = [
        (ALICE, "Nb1-c3"),
        (BOB, "Pa7-a6"),
        (ALICE, "Nc3-b1"),
        (BOB, "Pa6-a5"),
    ];
    let ills = [
        FaultKind::Status(429),
        FaultKind::Status(503),
        FaultKind::Late(Duration::from_millis(900)),
        FaultKind::Silence,
    ];
    for ((user, mv), ill) in moves.into_iter().zip(ills) {
        shared.fault("POST /interactions/", ill, 1);
        harness.play(user, &thread, mv).await;
        let (_, to) = mv.split_once('-').unwrap();
        harness
            .message(CAROL, &thread, |message| {
                is_board(message) && content(message).contains(to)
            })
            .await;
    }
    let row = harness
        .app()
        .store()
        .row(rookery::match_state::GameId(1))
        .await;
    assert_eq!(row.unwrap().moves, 4, "each once");
    harness.stop_with_faults().await;
}
