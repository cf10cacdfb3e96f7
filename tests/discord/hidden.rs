//! Tests of a game with hidden pieces (Kriegspiel), over the socket: the answer to a try, plans and the machine, and
//! the view after the end. [`sent`] tests that nothing is shown before it, [`posted`] that nothing is posted, and
//! [`traces`] that logs and numbers have no trace.

use std::time::Duration;

use rookery::discord::{Dependencies, RateLimit};
use rookery::games;
use rookery::rules::{Game, Options};
use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, components, content, has_button, is_board, is_private,
};

mod posted;
mod sent;
mod traces;
mod transcript;

fn position() -> Box<dyn Game> {
    let options: Options = [("mutator", "kriegspiel")].into_iter().collect();
    games::find("tower").unwrap().new_game(&options).unwrap()
}

/// Returns the questions that the umpire allows the side to move.
fn asks(game: &dyn Game) -> Vec<String> {
    let extra = game.extra();
    let (_, asks) = extra.iter().find(|(key, _)| *key == "asks").unwrap();
    let asks = asks.as_array().unwrap().iter();
    asks.map(|ask| ask.as_str().unwrap().to_owned()).collect()
}

/// Begins a match of Kriegspiel between Alice, who is White, and Bob; returns its thread.
async fn begin() -> (Harness, String) {
    let mut harness = Harness::empty().await;
    harness.set_clock(rookery::app::Clock::new(|| 1_800_000_000));
    let means = Dependencies {
        asking: RateLimit::UNLIMITED,
        typing: RateLimit::UNLIMITED,
        look: Duration::from_millis(50),
        ..Dependencies::default()
    };
    harness.start_with(means).await;
    let thread = seated(&harness).await;
    (harness, thread)
}

/// Opens the match in a sandbox with the bot, and returns its thread.
async fn seated(harness: &Harness) -> String {
    let options = [("side", "white"), ("mutator", "kriegspiel")];
    harness.open_game("the-tower-game", &options).await;
    let table = harness
        .message(BOB, GAMES, |message| has_button(message, "Join"))
        .await;
    assert!(
        content(&table).to_lowercase().contains("kriegspiel"),
        "{table}"
    );
    harness.click(BOB, &table, "Join").await;
    let (thread, board) = harness.first_board().await;
    assert!(
        content(&board).to_lowercase().contains("kriegspiel"),
        "{board}"
    );
    thread
}

/// Waits for the board of the move with that number of its player.
async fn posted(harness: &Harness, thread: &str, plies: usize) -> Vec<Value> {
    let whose = |message: &&Value| content(message).contains("has moved.");
    harness
        .message(CAROL, thread, |message| {
            is_board(message) && content(message).contains("has moved.")
        })
        .await;
    let begun = std::time::Instant::now();
    loop {
        let changes = harness.server.shared().changes();
        let public = harness.public(thread).await;
        if public.iter().filter(whose).count() >= plies {
            return public;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{public:#?}");
        harness.changed_since(changes).await;
    }
}

/// Plays a move in private: the answer is for the mover alone, and the public board follows as a separate message.
async fn played(harness: &Harness, thread: &str, user: &str, mv: &str, plies: usize) -> Value {
    let outcome = harness.play(user, thread, mv).await;
    assert!(is_private(&outcome.message), "{outcome:?}");
    assert!(
        content(&outcome.message).contains(mv.trim_start_matches('P')),
        "{outcome:?}"
    );
    posted(harness, thread, plies).await;
    outcome.message
}

/// The rules: "A move that is not legal is answered `No.` if it is among `asks`, else `Nonsense.`, to the asker alone
/// and with no reason; it costs nothing, and nobody else hears of it."
#[tokio::test(flavor = "multi_thread")]
async fn a_try_that_is_refused_is_answered_to_the_asker_alone() {
    let (harness, thread) = begin().await;
    // Moves until Black may ask for something that cannot be played.
    let mut game = position();
    let mut plies = 0;
    let try_refused = loop {
        let refused = asks(game.as_ref())
            .into_iter()
            .find(|ask| game.parse_move(ask).is_err());
        if let Some(refused) = refused {
            break refused;
        }
        let user = if plies % 2 == 0 { ALICE } else { BOB };
        let legal = game.legal();
        let mv = legal.iter().find(|mv| mv.starts_with('P')).unwrap();
        plies += 1;
        played(&harness, &thread, user, mv, plies).await;
        game.play(mv).unwrap();
        assert!(plies < 12, "no such position");
    };
    let user = if plies % 2 == 0 { ALICE } else { BOB };
    let public = harness.public(&thread).await;
    let before = harness.server.shared().requests().len();
    for (text, answer) in [(try_refused.as_str(), "No."), ("Raa1-bb3", "Nonsense.")] {
        let refused = harness.play(user, &thread, text).await;
        assert!(
            is_private(&refused.message) && !refused.deferred,
            "{refused:?}"
        );
        assert_eq!(content(&refused.message), answer);
        assert!(components(&refused.message).is_empty(), "{refused:?}");
    }
    let sent = harness.server.shared().requests();
    let sent: Vec<&str> = (sent.iter().skip(before))
        .filter(|request| request.method != "GET")
        .map(|request| request.path.split('/').nth(1).unwrap_or_default())
        .collect();
    assert_eq!(sent, ["interactions", "interactions"]);
    assert_eq!(harness.public(&thread).await.len(), public.len());
    // It costs nothing: it is still the same player's turn.
    let legal = game.legal();
    played(&harness, &thread, user, &legal[0], plies + 1).await;
    harness.end().await;
}

/// The rules: "after it everybody sees all".
#[tokio::test(flavor = "multi_thread")]
async fn after_the_end_everything_is_shown() {
    let (harness, thread) = begin().await;
    played(&harness, &thread, ALICE, "Ned1-ec3", 1).await;
    played(&harness, &thread, BOB, "Ned8-dd6", 2).await;
    let board = harness.message(ALICE, &thread, is_board).await;
    let empty = board["attachments"][0]["description"].as_str().unwrap();
    assert!(
        empty.contains("hidden") && !empty.contains("ec3"),
        "{empty}"
    );
    let history = harness
        .command(CAROL, &thread, "history", &[])
        .await
        .message;
    assert!(!content(&history).contains("Ned"), "{history}");
    let history = harness.command(BOB, &thread, "history", &[]).await.message;
    assert!(content(&history).contains("1. ? Ned8-dd6"), "{history}");

    let sure = harness.resign(BOB, &board).await.message;
    let over = harness.click(BOB, &sure, "Yes, I give up").await;
    assert_eq!(over.state, "answered");
    let last = harness
        .message(CAROL, &thread, |message| {
            is_board(message) && content(message).contains("resigned")
        })
        .await;
    let words = last["attachments"][0]["description"].as_str().unwrap();
    assert!(words.contains("ec3"), "{words}");
    let history = harness
        .command(CAROL, &thread, "history", &[])
        .await
        .message;
    assert!(
        content(&history).contains("1. Ned1-ec3 Ned8-dd6"),
        "{history}"
    );
    assert!(has_button(&last, "Moves"));
    let film = harness.command(CAROL, &thread, "gif", &[]).await.message;
    let words = film["attachments"][0]["description"].as_str().unwrap();
    assert!(words.contains("ec3"), "{words}");
    harness.end().await;
}

/// The machine plays by what its player may know: at its first level alone, without hints, and its moves are as hidden
/// as a person's.
#[tokio::test(flavor = "multi_thread")]
async fn the_machine_plays_what_is_hidden_and_sees_no_more() {
    let harness = Harness::new().await;
    harness
        .open_game(
            "the-tower-game",
            &[
                ("mutator", "kriegspiel"),
                ("side", "white"),
                ("place", "here"),
            ],
        )
        .await;
    let table = harness
        .message(BOB, GAMES, |message| {
            content(message).contains("Kriegspiel") && has_button(message, "Play the machine")
        })
        .await;
    let asked = harness
        .click(ALICE, &table, "Play the machine")
        .await
        .message;
    assert!(is_private(&asked), "{asked}");
    let levels = components(&asked)[0]["options"].as_array().unwrap().len();
    assert_eq!(levels, 1, "{asked}");
    let menu = components(&asked)[0]["custom_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let forged = Raw {
        kind: 3,
        user: ALICE.parse().unwrap(),
        channel: GAMES.parse().unwrap(),
        data: json!({"component_type": 3, "custom_id": menu, "values": ["3"]}),
        over: json!({"message": asked}),
    };
    let refused = harness.server.shared().deliver(forged).await;
    let refused = refused.message.unwrap();
    assert!(content(&refused).contains("level 1 only"), "{refused}");
    harness.pick(ALICE, &asked, "1 Hatchling").await;
    let thread = GAMES;
    let board = harness.message(ALICE, thread, is_board).await;
    assert!(!has_button(&board, "Hint"), "{board}");
    played(&harness, thread, ALICE, "Ned1-ec3", 2).await;
    let public = harness.public(thread).await;
    for message in &public {
        assert!(!content(message).contains("ec3"), "{message}");
    }
    let history = harness.command(ALICE, thread, "history", &[]).await.message;
    assert!(content(&history).contains("1. Ned1-ec3 ?"), "{history}");
    let hint = harness.command(ALICE, thread, "hint", &[]).await.message;
    assert!(
        content(&hint).contains("no hints while pieces are hidden"),
        "{hint}"
    );
    harness.end().await;
}

/// The rules: plans show the asker's view. A plan does not depend on anything hidden from its maker, and its answer is
/// judged when it is tried.
#[tokio::test(flavor = "multi_thread")]
async fn a_plan_depends_on_nothing_that_is_hidden() {
    let (harness, thread) = begin().await;
    played(&harness, &thread, ALICE, "Ned1-ec3", 1).await;
    for line in [
        "if Ned8-dd6 then Nec3-eb5",
        "any capture on aa1: Nec3-eb5",
        "Nec3-eb5",
    ] {
        let refused = harness
            .command(ALICE, &thread, "plan", &[("line", line)])
            .await;
        assert!(is_private(&refused.message), "{refused:?}");
        assert!(content(&refused.message).contains("`any move: your move`"));
    }
    let line = "any move: Kcc1-aa8; any move: Nec3-eb5";
    let planned = harness
        .command(ALICE, &thread, "plan", &[("line", line)])
        .await
        .message;
    assert!(is_private(&planned) && content(&planned).contains("Nec3-eb5"));
    let moved = harness.play(BOB, &thread, "Ned8-dd6").await;
    assert!(is_private(&moved.message), "{moved:?}");
    let public = harness
        .message(CAROL, &thread, |message| {
            is_board(message) && content(message).contains("has moved at once")
        })
        .await;
    assert!(!content(&public).contains("eb5") && !content(&public).contains("dd6"));
    let history = harness
        .command(ALICE, &thread, "history", &[])
        .await
        .message;
    assert!(content(&history).contains("1. Ned1-ec3 ?"), "{history}");
    assert!(content(&history).contains("2. Nec3-eb5"), "{history}");
    harness.end().await;
}
