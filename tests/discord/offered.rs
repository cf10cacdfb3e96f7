//! Tests of seats of running games that are found in lists.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::four::two_seats_for_bob;
use crate::harness::{
    ALICE, CAROL, DAVE, GENERAL, Harness, TIMEOUT, components, content, has_button, is_private,
};

/// Waits until a list has a button: the audience of a game is looked up after the answer.
async fn list(harness: &Harness, user: &str, command: &str, label: &str) -> Value {
    let begun = Instant::now();
    loop {
        let page = harness.command(user, GENERAL, command, &[]).await.message;
        assert!(is_private(&page), "{page}");
        if has_button(&page, label) {
            return page;
        }
        assert!(begun.elapsed() < TIMEOUT, "{page}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// "`/tables` and `/substitute` list the offered seats, in any channel, and a seat is taken from there."
#[tokio::test(flavor = "multi_thread")]
async fn an_offered_seat_is_found_in_another_channel() {
    let harness = Harness::unhurried().await;
    let table = two_seats_for_bob(&harness).await;
    harness.click(CAROL, &table, "Play White").await;
    let (thread, _) = harness.first_board().await;
    let none = harness
        .command(DAVE, GENERAL, "substitute", &[])
        .await
        .message;
    assert!(
        content(&none).contains("No seat of a game is offered"),
        "{none}"
    );

    let offer = [("action", "offer")];
    harness.command(ALICE, &thread, "substitute", &offer).await;
    let tables = list(&harness, DAVE, "tables", "Join 1").await;
    let line = "**Four Seasons Chess** · game 1: a seat is offered, no move yet.";
    assert!(content(&tables).contains(line), "{tables}");
    let is_menu = |one: &Value| one["type"] == 3;
    assert!(components(&tables).iter().any(is_menu), "{tables}");
    let own = list(&harness, ALICE, "substitute", "Game 1").await;
    assert!(content(&own).contains("in this game of yours") && !has_button(&own, "Join 1"));

    let seats = list(&harness, DAVE, "substitute", "Join 1").await;
    assert!(
        content(&seats).starts_with("**Offered seats**\n"),
        "{seats}"
    );
    assert!(!components(&seats).iter().any(is_menu), "{seats}");
    harness.click(DAVE, &seats, "Join 1").await;
    harness
        .message(CAROL, &thread, |m| {
            content(m).contains("plays Green now, in place of")
        })
        .await;
    let none = harness.command(CAROL, GENERAL, "tables", &[]).await.message;
    assert!(!has_button(&none, "Game 1"), "{none}");
    harness.end().await;
}
