//! A move made without typing.

use crate::stage::{ALICE, BOB, CAROL, Stage, content, has_button, is_board, is_private};

#[tokio::test(flavor = "multi_thread")]
async fn menus_lead_to_a_move() {
    let stage = Stage::new().await;
    let (thread, board) = stage.begin().await;
    let refused = stage.click(BOB, &board, "Choose a move").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("not yours"),
        "{refused}"
    );

    let menu = stage.click(ALICE, &board, "Choose a move").await.message;
    assert!(is_private(&menu), "{menu}");
    let to = stage.pick(ALICE, &menu, "b1").await.message;
    assert_eq!(to["id"], menu["id"], "the menu changes in its place: {to}");
    let back = stage.click(ALICE, &to, "Back").await.message;
    assert_eq!(back["components"][0], menu["components"][0]);
    let to = stage.pick(ALICE, &back, "b1").await.message;
    let mut ready = stage.pick(ALICE, &to, "Nb1-c3").await.message;
    if !has_button(&ready, "Back") {
        ready = stage
            .message(ALICE, ready["channel_id"].as_str().unwrap(), |m| {
                has_button(m, "Back")
            })
            .await;
    }
    let play = crate::stage::components(&ready)
        .into_iter()
        .find(|button| {
            button["label"]
                .as_str()
                .is_some_and(|label| label.starts_with("Play "))
        })
        .unwrap_or_else(|| panic!("nothing to play: {ready}"));
    let closed = stage
        .press(ALICE, &ready, play["custom_id"].as_str().unwrap())
        .await
        .message;
    // The menu has done its work, and everybody sees the board.
    assert_eq!(
        (&closed["id"], &closed["components"]),
        (&ready["id"], &serde_json::json!([]))
    );
    assert!(
        is_private(&closed) && content(&closed).contains("Played"),
        "{closed}"
    );
    stage
        .message(CAROL, &thread, |m| is_board(m) && content(m).contains("c3"))
        .await;
    stage.end().await;
}

/// On Discord, a suggestion that is picked and typed on comes back as its label with the typing behind it.
#[tokio::test(flavor = "multi_thread")]
async fn a_picked_piece_can_be_typed_on() {
    let stage = Stage::new().await;
    let (thread, _) = stage.begin().await;
    let pieces = stage
        .complete(ALICE, &thread, "move", &[("move", "")])
        .await;
    let (label, text) = pieces.iter().find(|(_, text)| text.contains("b1")).unwrap();
    assert_ne!(label, text, "there is something to be picked out");
    let begun = format!("{label}-c");
    let moves = stage
        .complete(ALICE, &thread, "move", &[("move", &begun)])
        .await;
    assert!(
        moves.iter().any(|(_, value)| value == "Nb1-c3"),
        "{moves:?}"
    );
    let played = stage.play(ALICE, &thread, &format!("{label}-c3")).await;
    assert!(is_board(&played.message), "{played:?}");
    stage.end().await;
}
