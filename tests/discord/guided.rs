//! Tests of a move made without typing.

use crate::harness::{ALICE, BOB, CAROL, Harness, content, has_button, is_board, is_private};

#[tokio::test(flavor = "multi_thread")]
async fn menus_lead_to_a_move() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    let refused = harness.click(BOB, &board, "Choose a move").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("not yours"),
        "{refused}"
    );

    let menu = harness.click(ALICE, &board, "Choose a move").await.message;
    assert!(is_private(&menu), "{menu}");
    // The board may be far up by then: every step shows it, with the choice marked and described.
    let plain = crate::harness::picture(&menu).await;
    let to = harness.pick(ALICE, &menu, "b1").await.message;
    let marked = crate::harness::picture(&to).await;
    assert_ne!(marked, plain);
    assert!(content(&to).contains("can go to"), "{to}");
    assert_eq!(to["id"], menu["id"], "the menu changes in its place: {to}");
    let back = harness.click(ALICE, &to, "Back").await.message;
    assert_eq!(back["components"][0], menu["components"][0]);
    let to = harness.pick(ALICE, &back, "b1").await.message;
    let mut ready = harness.pick(ALICE, &to, "Nb1-c3").await.message;
    if !has_button(&ready, "Back") {
        ready = harness
            .message(ALICE, ready["channel_id"].as_str().unwrap(), |m| {
                has_button(m, "Back")
            })
            .await;
    }
    let play = crate::harness::components(&ready)
        .into_iter()
        .find(|button| {
            button["label"]
                .as_str()
                .is_some_and(|label| label.starts_with("Play "))
        })
        .unwrap_or_else(|| panic!("nothing to play: {ready}"));
    let closed = harness
        .press(ALICE, &ready, play["custom_id"].as_str().unwrap())
        .await
        .message;
    // The menu is closed, and everybody sees the board.
    assert_eq!(
        (&closed["id"], &closed["components"]),
        (&ready["id"], &serde_json::json!([]))
    );
    assert!(
        is_private(&closed) && content(&closed).contains("Played"),
        "{closed}"
    );
    harness
        .message(CAROL, &thread, |m| is_board(m) && content(m).contains("c3"))
        .await;
    harness.end().await;
}

/// On Discord, a suggestion that is picked and typed on comes back as its label with the typing after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_picked_piece_can_be_typed_on() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let pieces = harness
        .complete(ALICE, &thread, "move", &[("move", "")])
        .await;
    let (label, text) = pieces.iter().find(|(_, text)| text.contains("b1")).unwrap();
    assert_ne!(label, text, "there is something to be picked out");
    let begun = format!("{label}-c");
    let moves = harness
        .complete(ALICE, &thread, "move", &[("move", &begun)])
        .await;
    assert!(
        moves.iter().any(|(_, value)| value == "Nb1-c3"),
        "{moves:?}"
    );
    let played = harness.play(ALICE, &thread, &format!("{label}-c3")).await;
    assert!(is_board(&played.message), "{played:?}");
    harness.end().await;
}
