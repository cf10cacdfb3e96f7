//! Buttons that are not on the message they are pressed on: what others see stays as it is.

use rookery::sandbox::{Outcome, Raw};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, button, content, has_button, is_board, is_private,
};

/// A message as everybody sees it, without what changes by itself.
async fn seen(harness: &Harness, channel: &str, message: &Value) -> Value {
    let messages = harness.messages(CAROL, channel).await;
    let found = messages.iter().find(|seen| seen["id"] == message["id"]);
    found.cloned().expect("it is still there")
}

/// A button that the message need not have.
async fn forge(harness: &Harness, user: &str, message: &Value, id: &str) -> Outcome {
    let raw = Raw {
        kind: 3,
        user: user.parse().unwrap(),
        channel: message["channel_id"].as_str().unwrap().parse().unwrap(),
        data: json!({"component_type": 2, "custom_id": id}),
        over: json!({"message": message}),
    };
    harness.server.world().deliver(raw).await
}

/// Everything that takes the place of a private message, pressed on a public board by a player and by a stranger.
#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_a_private_message_forged_onto_a_board_leaves_the_board_alone() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let planned = harness
        .command(ALICE, &thread, "plan", &[("line", "if Pa7-a6 then Nc3-b1")])
        .await;
    assert_eq!(planned.state, "answered");
    let before = seen(&harness, &thread, &board).await;
    let forged = [
        "r1:planned:1",
        "r1:choose:1:0::0",
        "r1:choose:1:0:0:0",
        "r1:another:1:0",
        "r1:go:1:0:0",
        "r1:look:1:0:0",
        "r1:tried:1:0:0:=Nb1-c3",
        "r1:cancel",
        "r1:rules:abstract-chess:1",
        "r1:planedit:1:0:1:up",
        "r1:planline:1:0",
    ];
    for id in forged {
        for user in [ALICE, BOB, CAROL] {
            let pressed = forge(&harness, user, &board, id).await;
            let message = pressed.message.expect(id);
            assert!(is_private(&message), "{id}: {message}");
        }
        let after = seen(&harness, &thread, &board).await;
        assert_eq!(after, before, "{id}");
    }
    harness.end().await;
}

/// A table is shown where it was opened, not in the place of somebody's board.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_taken_by_a_button_forged_onto_a_board_does_not_replace_it() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let table = harness.open(&[("side", "white")]).await;
    let join = button(&table, "Join");
    let before = seen(&harness, &thread, &board).await;
    let joined = forge(&harness, CAROL, &board, &join).await;
    assert!(joined.message.is_some_and(|message| is_private(&message)));
    assert_eq!(seen(&harness, &thread, &board).await, before);
    // The table itself is still one for the one who presses there.
    let pressed = harness.click(BOB, &table, "Join").await;
    assert_eq!(pressed.state, "answered");
    harness.end().await;
}

/// The same buttons on the messages that they belong to do what they did.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_menu_is_still_walked_in_its_own_place() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    let menu = harness.click(ALICE, &board, "Choose a move").await.message;
    assert!(is_private(&menu));
    let on = harness.pick(ALICE, &menu, "b1").await.message;
    assert_eq!(on["id"], menu["id"], "in its place: {on}");
    let table = harness.open(&[("side", "white")]).await;
    let left = harness.click(ALICE, &table, "Close table").await.message;
    assert_eq!(left["id"], table["id"], "{left}");
    assert!(!has_button(&left, "Join"), "{}", content(&left));
    assert!(is_board(&board) && thread != GAMES && json!(thread) != table["channel_id"]);
    harness.end().await;
}
