//! Tests of events over the socket: from `/event new` to the closing post, also with a bot that is killed again and
//! again; and of their buttons, pressed by people who may not.

use std::time::Duration;

use rookery::sandbox::FaultKind;
use serde_json::{Value, json};

use crate::forged::{forge, seen};
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, Harness, button, content, has_button, has_picture, is_board,
    is_private, mentioned,
};
use crate::kill::{becomes, killed_and_started};
use crate::program::Program;

const PEOPLE: [&str; 4] = [ALICE, BOB, CAROL, DAVE];

/// Longer than any test.
const NEVER: Duration = Duration::from_secs(600);

async fn allow(harness: &Harness) -> Value {
    let on = json!([{"name": "allowed", "type": 3, "value": "on"}]);
    harness
        .subcommand(ALICE, GAMES, "server", "events", on)
        .await
        .message
}

async fn new_event(harness: &Harness, user: &str) -> Value {
    let options = json!([
        {"name": "game", "type": 3, "value": "abstract"},
        {"name": "clock", "type": 3, "value": "3"},
    ]);
    harness
        .subcommand(user, GAMES, "event", "new", options)
        .await
        .message
}

async fn show(harness: &Harness, user: &str) -> Value {
    harness
        .subcommand(user, GAMES, "event", "show", json!([]))
        .await
        .message
}

/// True for the message in which people sign up, while they can.
fn is_list(message: &Value) -> bool {
    has_button(message, "Start now") && !is_private(message)
}

fn is_round(message: &Value, round: usize) -> bool {
    content(message).contains(&format!("· round {round} of 3")) && !has_button(message, "My games")
}

/// Returns the messages of the channel for which this holds.
async fn count(harness: &Harness, holds: impl Fn(&Value) -> bool) -> usize {
    let messages = harness.public(GAMES).await;
    messages.iter().filter(|message| holds(message)).count()
}

/// Returns the games of a round's post, each with the second player named.
fn games(post: &Value) -> Vec<(String, String)> {
    let lines = content(post).lines().filter_map(|line| {
        let (players, game) = line.split_once(" · game ")?;
        let (_, second) = players.split_once(" – ")?;
        let second = second.trim_start_matches("<@").trim_end_matches('>');
        Some((game.to_owned(), second.to_owned()))
    });
    lines.collect()
}

async fn resign(harness: &Harness, user: &str, game: &str) {
    let asked = harness
        .command(user, GAMES, "resign", &[("game", game)])
        .await;
    harness.click(user, &asked.message, "Yes, I give up").await;
}

/// An event of four people, as they see it.
#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_an_event_to_its_end() {
    let harness = Harness::unhurried().await;
    let off = new_event(&harness, BOB).await;
    assert!(content(&off).contains("Events are off"), "{off}");
    let set = allow(&harness).await;
    assert!(content(&set).contains("Events can be held here"), "{set}");
    new_event(&harness, BOB).await;
    let list = harness.message(ALICE, GAMES, is_list).await;
    assert!(mentioned(&list).is_empty(), "{list}");
    for user in PEOPLE {
        let joined = harness.click(user, &list, "Join").await.message;
        assert_eq!(joined["id"], list["id"], "the list itself changes");
        // The message itself may be edited to an older state for a moment.
        let name = format!("<@{user}>");
        assert!(harness.has_answered(&name), "{name}: {joined}");
    }
    // The list is edited after the answers, too.
    becomes(&harness, "SELECT signup_stale FROM tournament", 0).await;
    // Only the organiser starts and cancels; who has joined cannot join again. The list stays as it is.
    let before = seen(&harness, GAMES, &list).await;
    for (user, label, words) in [
        (DAVE, "Start now", "Only <@"),
        (DAVE, "Cancel", "moderat"),
        (CAROL, "Join", "already"),
    ] {
        let refused = harness.click(user, &list, label).await.message;
        assert!(
            is_private(&refused) && content(&refused).contains(words),
            "{refused}"
        );
    }
    assert_eq!(seen(&harness, GAMES, &list).await, before);
    harness.click(BOB, &list, "Start now").await;
    for round in 1..=3 {
        let post = harness.message(ALICE, GAMES, |m| is_round(m, round)).await;
        assert!(mentioned(&post).is_empty(), "the boards ring: {post}");
        let games = games(&post);
        assert_eq!(games.len(), 2, "{post}");
        for (game, second) in games {
            let is_first =
                |m: &Value| is_board(m) && content(m).ends_with(&format!("· game {game}"));
            let board = harness.message(ALICE, GAMES, is_first).await;
            assert_eq!(mentioned(&board).len(), 2, "both are called: {board}");
            resign(&harness, &second, &game).await;
        }
    }
    let closing = harness
        .message(ALICE, GAMES, |m| content(m).contains("it is over"))
        .await;
    assert_eq!(content(&closing).lines().count(), 5, "{closing}");
    assert!(mentioned(&closing).is_empty());
    let is_table = |m: &Value| has_button(m, "My games") && has_picture(m);
    let table = harness.message(ALICE, GAMES, is_table).await;
    let words = table["attachments"][0]["description"].as_str().unwrap();
    assert!(words.contains("Crosstable of the event"), "{words}");
    assert_eq!(count(&harness, is_table).await, 1);
    let own = harness.click(CAROL, &table, "My games").await.message;
    assert!(
        is_private(&own) && content(&own).lines().count() == 3,
        "{own}"
    );
    let shown = show(&harness, DAVE).await;
    let picture = harness.click(DAVE, &shown, "Table").await.message;
    assert!(is_private(&picture) && has_picture(&picture), "{picture}");
    assert!(
        !has_button(&shown, "Withdraw") && !has_button(&shown, "Cancel"),
        "{shown}"
    );
    harness.end().await;
}

/// Buttons that nobody was given, and those of an event in messages of something else, change nothing.
#[tokio::test(flavor = "multi_thread")]
async fn forged_buttons_of_events_do_nothing() {
    let harness = Harness::unhurried().await;
    allow(&harness).await;
    new_event(&harness, BOB).await;
    let list = harness.message(ALICE, GAMES, is_list).await;
    let id = button(&list, "Join").rsplit(':').next().unwrap().to_owned();
    let before = seen(&harness, GAMES, &list).await;
    for word in ["start", "cancel", "cancelled", "withdrawn", "mine", "table"] {
        for number in [id.as_str(), "99"] {
            let pressed = forge(&harness, DAVE, &list, &format!("r1:event:{word}:{number}")).await;
            let answer = pressed.message.expect(word);
            assert!(is_private(&answer), "{answer}");
        }
    }
    assert_eq!(seen(&harness, GAMES, &list).await, before);
    // A join through a message of something else is carried out, and leaves that message alone.
    let board = harness.open(&[("place", "here")]).await;
    let table = seen(&harness, GAMES, &board).await;
    let pressed = forge(&harness, DAVE, &board, &format!("r1:event:join:{id}")).await;
    assert!(is_private(&pressed.message.unwrap()));
    assert_eq!(seen(&harness, GAMES, &board).await, table);
    let joined = |m: &Value| is_list(m) && content(m).contains("1 person takes part");
    harness.message(ALICE, GAMES, joined).await;
    harness.end().await;
}

/// A bot that is killed around every post of an event, after it has reached Discord and before it is recorded: each round
/// is drawn once, and each post is there once.
#[tokio::test(flavor = "multi_thread")]
async fn killed_again_and_again_an_event_goes_on() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let shared = harness.server.shared();
    allow(&harness).await;
    let route = format!("POST /channels/{GAMES}/messages");
    shared.fault(&route, FaultKind::Late(NEVER), 100);
    new_event(&harness, ALICE).await;
    let list = harness.message(ALICE, GAMES, is_list).await;
    bot = killed_and_started(&harness, bot).await;
    for user in PEOPLE {
        harness.click(user, &list, "Join").await;
    }
    // The post is carried out and its receipt lost, or it is lost itself.
    for round in 1..=4 {
        let (fault, carried_out) = match round % 2 {
            0 => (FaultKind::Silence, false),
            _ => (FaultKind::Late(NEVER), true),
        };
        shared.fault(&route, fault, 100);
        if round == 1 {
            harness.click(ALICE, &list, "Start now").await;
        } else {
            let post = harness
                .message(ALICE, GAMES, |m| is_round(m, round - 1))
                .await;
            for (game, second) in games(&post) {
                resign(&harness, &second, &game).await;
            }
        }
        let is_next = |m: &Value| match round {
            4 => content(m).contains("it is over"),
            round => is_round(m, round),
        };
        if carried_out {
            harness.message(ALICE, GAMES, is_next).await;
        } else {
            tokio::time::sleep(Duration::from_millis(700)).await;
        }
        bot = killed_and_started(&harness, bot).await;
        harness.message(ALICE, GAMES, is_next).await;
        assert_eq!(count(&harness, is_next).await, 1, "{round}");
    }
    for round in 1..=3 {
        assert_eq!(count(&harness, |m| is_round(m, round)).await, 1, "{round}");
    }
    assert_eq!(count(&harness, |m| has_button(m, "My games")).await, 1);
    let lists = |m: &Value| content(m).contains("takes part") || content(m).contains("take part");
    assert_eq!(count(&harness, lists).await, 1);
    drop(bot);
    harness.stop_with_faults().await;
}
