//! Tests of faults on the bot's own machine: a held database, a full disk, a clock that jumps, a crash while a board is
//! drawn. The game goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rookery::config::ApiBase;
use rookery::discord::{BoardRenderer, Dependencies};
use rookery::render::{self, Theme};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, button, content, has_button, is_board, is_private, mentioned,
};
use crate::log;

/// Discord waits three seconds for a first answer; a database that is held for longer must not cost the move.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_takes_long_is_deferred_and_then_given() {
    let harness = Harness::timed().await;
    let (thread, board) = harness.begin().await;
    let path = format!("sqlite://{}", harness.database().display());
    let hold = async || {
        let mut holder = SqliteConnection::connect(&path).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE")
            .execute(&mut holder)
            .await
            .unwrap();
        holder
    };
    let shared = harness.server.shared();
    // Types 5 and 6 of "Interaction Callback Type".
    let deferred = || {
        let requests = shared.requests();
        let deferred = requests
            .iter()
            .filter(|request| request.path.starts_with("/interactions/"))
            .filter(|request| matches!(request.body["type"].as_u64(), Some(5 | 6)));
        deferred.count()
    };
    let release = async |mut holder: SqliteConnection| {
        let before = deferred();
        harness
            .until("an answer is deferred", || deferred() > before)
            .await;
        sqlx::query("ROLLBACK").execute(&mut holder).await.unwrap();
    };

    // A command: its private answer confirms it, and everybody gets the board.
    let holder = hold().await;
    let (played, ()) = tokio::join!(harness.play(ALICE, &thread, "Nb1-c3"), release(holder));
    assert!(played.deferred && is_private(&played.message), "{played:?}");
    let posted = harness
        .message(BOB, &thread, |message| {
            is_board(message) && content(message).contains("c3")
        })
        .await;
    assert_eq!(mentioned(&posted), [BOB]);

    // A late refusal stays private.
    let refused = harness.click(BOB, &board, "Choose a move").await;
    assert!(is_private(&refused.message));

    // A button: nothing is shown until the answer is there.
    let asked = harness.command(BOB, &thread, "resign", &[]).await.message;
    let yes = button(&asked, "Yes, I give up");
    let holder = hold().await;
    let (pressed, ()) = tokio::join!(harness.press(BOB, &asked, &yes), release(holder));
    assert_eq!(pressed.state, "answered");
    harness
        .message(CAROL, &thread, |message| {
            content(message).contains("Black resigned")
        })
        .await;
    harness.end().await;
}

/// A full disk refuses the move in words, nothing is half done, and the same move counts when there is room again.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_the_move_is_refused_in_words_and_counts_later() {
    let harness = Harness::unhurried().await;
    let (thread, _) = harness.begin().await;
    harness.app().store().limit_pages(1).await.unwrap();
    let moves = [
        (ALICE, "Nb1-c3"),
        (BOB, "Nb8-c6"),
        (ALICE, "Nc3-b1"),
        (BOB, "Nc6-b8"),
    ];
    // The existing pages have room for some more tables.
    let mut refused = false;
    for _ in 0..400 {
        let opened = harness
            .subcommand(CAROL, GAMES, "new", "abstract-chess", json!([]))
            .await;
        refused = content(&opened.message).contains("no room left");
        if refused {
            break;
        }
    }
    assert!(refused, "the disk was never full");
    let turns = moves.into_iter().cycle().take(40);
    for (played, (user, mv)) in (0..).zip(turns) {
        let answer = harness.play(user, &thread, mv).await.message;
        if content(&answer).contains("no room left") {
            assert!(is_private(&answer), "{answer}");
            let row = harness
                .app()
                .store()
                .row(rookery::match_state::GameId(1))
                .await;
            assert_eq!(row.unwrap().moves, played);
            harness.app().store().limit_pages(1_000_000).await.unwrap();
            let answer = harness.play(user, &thread, mv).await.message;
            assert!(is_board(&answer), "{answer}");
            harness.stop_with_faults().await;
            return;
        }
        if !is_board(&answer) {
            // The third occurrence of a position is a draw.
            break;
        }
    }
    harness.app().store().limit_pages(1_000_000).await.unwrap();
    harness.stop_with_faults().await;
}

/// A clock set back, and forward by years, does not disturb games, and waiting players are not punished.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_is_not_noticed_by_who_plays() {
    let harness = Harness::with_clock().await;
    let (thread, _) = harness.begin().await;
    let moves = [
        (ALICE, "Nb1-c3", -86_400),
        (BOB, "Pa7-a6", 10 * 365 * 86_400),
        (ALICE, "Nc3-b1", -20 * 365 * 86_400),
        (BOB, "Pa6-a5", 3_600),
    ];
    for (user, mv, jump) in moves {
        harness.skip(jump);
        harness.caught_up().await;
        let played = harness.play(user, &thread, mv).await;
        assert!(is_board(&played.message), "{jump}: {:?}", played.message);
    }
    harness.end().await;
}

/// A move counts though drawing its board crashes, and the reply mentions the missing picture.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_picture_crashes_stands() {
    log::keep();
    let broken = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&broken);
    let board_renderer: BoardRenderer = Arc::new(move |scene| {
        assert!(!switch.load(Ordering::SeqCst), "a crash on purpose");
        render::png(scene, Theme::default())
    });
    let mut harness = Harness::empty().await;
    let api = ApiBase::new(&harness.server.api_base()).unwrap();
    let means = Dependencies {
        board_renderer,
        ..Dependencies::default()
    };
    harness.start_bot_with(Some(api), means).await;
    let (thread, _) = harness.begin().await;

    broken.store(true, Ordering::SeqCst);
    let played = harness.play(ALICE, &thread, "Nb1-c3").await;
    assert_eq!(played.state, "answered");
    // If the crash takes long, the board is posted behind the answer.
    let is_without = |m: &Value| is_board(m) && content(m).contains("picture could not be drawn");
    let message = &harness.message(ALICE, &thread, is_without).await;
    assert!(has_button(message, "My side"), "{message}");
    assert_eq!(message["attachments"], json!([]));
    assert!(
        content(message).contains("c3") && content(message).contains("Black to move"),
        "{message}"
    );
    assert_eq!(mentioned(message), [BOB]);
    assert!(log::has(&["ERROR", "drawing a picture crashed"]));

    broken.store(false, Ordering::SeqCst);
    let answered = harness.play(BOB, &thread, "Pa7-a6").await;
    assert!(
        is_board(&answered.message),
        "the move stands, and pictures come again: {answered:?}"
    );
    harness.end().await;
}
