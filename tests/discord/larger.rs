//! The board in parts and the sheet of pieces, behind the buttons of a board.

use crate::harness::{ALICE, CAROL, Harness, components, content, is_private};

/// A button of every part leads to it, in the place of the first; anybody may look.
#[tokio::test(flavor = "multi_thread")]
async fn larger_shows_the_board_part_by_part_to_who_asks() {
    let harness = Harness::new().await;
    let (_, board) = harness.begin().await;
    let files = board["attachments"].as_array().unwrap();
    assert_eq!(files.len(), 1, "one picture a post: {board}");
    let first = harness.click(CAROL, &board, "Larger").await.message;
    assert!(is_private(&first), "{first}");
    assert_eq!(first["attachments"][0]["filename"], "part.png");
    let labels: Vec<String> = components(&first)
        .iter()
        .map(|button| button["label"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(labels, ["a–d, 5–8", "e–h, 5–8", "a–d, 1–4", "e–h, 1–4"]);
    for label in labels {
        let part = harness.click(CAROL, &first, &label).await.message;
        assert_eq!(part["id"], first["id"], "{part}");
        assert!(content(&part).contains(&label), "{part}");
        let alt = part["attachments"][0]["description"].as_str().unwrap();
        assert!(alt.contains(&label), "{alt}");
    }
    harness.end().await;
}

/// The sheet comes with the moves in words, behind the button and with the first page of the rules.
#[tokio::test(flavor = "multi_thread")]
async fn the_sheet_of_pieces_is_behind_a_button_and_first_in_the_rules() {
    let harness = Harness::new().await;
    let (_, board) = harness.begin().await;
    let sheet = harness.click(ALICE, &board, "Pieces").await.message;
    assert!(is_private(&sheet), "{sheet}");
    let rules = harness.click(ALICE, &board, "Rules").await.message;
    for message in [&sheet, &rules] {
        let alt = message["attachments"][0]["description"].as_str().unwrap();
        assert!(alt.contains("Two-stack (N): a leap of 2 and 1."), "{alt}");
    }
    harness.end().await;
}
