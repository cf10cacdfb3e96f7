//! Tests of an orderly stop: answers in progress are given first, and a hanging one does not keep the process.

use std::time::{Duration, Instant};

use rookery::discord::Dependencies;
use rookery::sandbox::FaultKind;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{ALICE, BOB, Harness, content, is_board};
use crate::program::Program;

/// Makes Alice's move without waiting for its answer, until the bot sends its first answer, even if only a deferral.
async fn ask(harness: &Harness, thread: &str, text: &str) {
    let asked = json!({
        "user": ALICE, "channel": thread, "kind": "command", "command": "move",
        "options": [{"name": "move", "type": 3, "value": text}],
    });
    let (status, sent) = harness.people("interact", asked).await;
    assert_eq!(status, 200);
    let path = format!("/interactions/{}/", sent["interaction"].as_str().unwrap());
    let shared = harness.server.shared();
    harness
        .until("an answer is sent", || {
            let requests = shared.requests();
            requests
                .iter()
                .any(|request| request.path.starts_with(&path))
        })
        .await;
}

/// Holds the database, so that no move can be stored.
async fn hold(harness: &Harness) -> SqliteConnection {
    let path = format!("sqlite://{}", harness.database().display());
    let mut holder = SqliteConnection::connect(&path).await.unwrap();
    let begun = sqlx::query("BEGIN IMMEDIATE").execute(&mut holder).await;
    begun.unwrap();
    holder
}

/// Waits until the program stops: it has left the gateway and finishes its current work.
async fn stops(harness: &Harness, program: &Program) {
    let shared = harness.server.shared();
    harness
        .until("the program stops", || {
            program.log().contains("stopping") && !shared.bot_online()
        })
        .await;
}

/// A user who has asked before the stop is answered: the move is in progress for as long as the database is held.
#[tokio::test(flavor = "multi_thread")]
async fn a_polite_stop_finishes_the_answers_under_way() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    for (signal, text, to) in [("TERM", "Nb1-c3", "c3"), ("INT", "Nc3-d5", "d5")] {
        let mut program = Program::start(&harness, &[]).await;
        let thread = match harness.thread().await {
            Some(thread) => {
                harness.play(BOB, &thread, "Pa7-a6").await;
                thread
            }
            None => harness.begin().await.0,
        };
        let holder = hold(&harness).await;
        ask(&harness, &thread, text).await;
        program.signal(signal);
        stops(&harness, &program).await;
        assert!(program.ended().is_none(), "an answer is under way");
        let seen = harness.messages(BOB, &thread).await;
        assert!(
            !seen
                .iter()
                .any(|message| is_board(message) && content(message).contains(to)),
            "it was not given yet"
        );
        let mut holder = holder;
        sqlx::query("ROLLBACK").execute(&mut holder).await.unwrap();
        holder.close().await.unwrap();
        let status = tokio::time::timeout(Duration::from_secs(10), program.end()).await;
        assert!(status.unwrap().success(), "{}", program.log());
        let board = harness
            .message(BOB, &thread, |message| {
                is_board(message) && content(message).contains(to)
            })
            .await;
        assert!(content(&board).contains("your turn"));
    }
    harness.stop_with_faults().await;
}

/// A second signal ends a stop that hangs on an answer which Discord never confirms. The move still counts.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_signal_ends_a_stop_that_hangs() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut program = Program::start(&harness, &[]).await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    // Every attempt.
    shared.fault("POST /interactions/", FaultKind::Silence, 10);
    ask(&harness, &thread, "Nb1-c3").await;
    program.signal("TERM");
    stops(&harness, &program).await;
    assert!(program.ended().is_none(), "it waits for the answer");
    let begun = Instant::now();
    program.signal("TERM");
    let status = tokio::time::timeout(Duration::from_secs(5), program.end()).await;
    assert!(!status.unwrap().success(), "it says that something is left");
    assert!(
        begun.elapsed() < Duration::from_secs(3),
        "{:?}",
        begun.elapsed()
    );
    assert!(program.log().contains("second signal"), "{}", program.log());

    shared.end_faults();
    let again = Program::start(&harness, &[]).await;
    let played = harness.play(BOB, &thread, "Pa7-a6").await.message;
    assert!(is_board(&played), "the move counts: {played}");
    drop(again);
    harness.stop_with_faults().await;
}

/// A stop that hangs ends without a second signal, since the wait is limited.
#[tokio::test(flavor = "multi_thread")]
async fn a_stop_that_hangs_ends_after_a_while() {
    let mut harness = Harness::empty().await;
    let means = Dependencies {
        stop_timeout: Duration::from_millis(500),
        ..Dependencies::default()
    };
    harness.start_with(means).await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    // Every attempt.
    shared.fault("POST /interactions/", FaultKind::Silence, 10);
    ask(&harness, &thread, "Nb1-c3").await;
    let begun = Instant::now();
    harness.stop_bot().await;
    let took = begun.elapsed();
    assert!(
        (Duration::from_millis(500)..Duration::from_millis(2500)).contains(&took),
        "{took:?}"
    );
    harness.stop_with_faults().await;
}
