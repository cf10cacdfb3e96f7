//! Tests of matches without a board, as Discord shows them: an unknown game, and corrected rules.

use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{ALICE, BOB, Harness, content, is_board, is_private};

/// Changes the database while no bot has it.
async fn change(harness: &mut Harness, statements: &[&'static str]) {
    harness.stop_bot().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(harness.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for statement in statements {
        let done = sqlx::query(*statement).execute(&mut connection).await;
        assert!(done.unwrap().rows_affected() > 0, "{statement}");
    }
    connection.close().await.unwrap();
    harness.start_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_a_game_that_is_not_known_is_shown_and_left() {
    let mut harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    change(&mut harness, &["UPDATE game SET key = 'gone'"]).await;
    let board = harness.command(ALICE, &thread, "board", &[]).await.message;
    assert!(
        content(&board).contains("does not know the game \"gone\""),
        "{board}"
    );
    assert!(!content(&board).contains("Move by"), "no clock runs");
    assert_eq!(board["attachments"][0]["filename"], "board.png");
    let refused = harness.play(BOB, &thread, "Nb8-c6").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("does not know the game"),
        "{refused}"
    );
    let offered = harness.offer_draw(ALICE, &thread).await;
    let drawn = harness
        .click(BOB, &offered, "Agree to a draw")
        .await
        .message;
    assert!(content(&drawn).contains("A draw:"), "{drawn}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_rules_were_corrected_is_posted_at_home() {
    let mut harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    change(
        &mut harness,
        &[
            "UPDATE game SET rules = 0",
            "UPDATE event SET text = 'Nb1-h8' WHERE kind = 'moved'",
        ],
    )
    .await;
    let notice = harness
        .message(ALICE, &thread, |m| {
            is_board(m) && content(m).contains("The rules of Abstract Chess were corrected")
        })
        .await;
    assert!(
        content(&notice).contains("last position before Nb1-h8"),
        "{notice}"
    );
    harness.end().await;
}
