//! Tests of the board in parts and the sheet of pieces, behind the buttons of a board.

use crate::explore::{asked, challenge};
use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, components, content, has_button, is_private,
};

/// A button of every part leads to it, replacing the first; anybody may look.
#[tokio::test(flavor = "multi_thread")]
async fn larger_shows_the_board_part_by_part_to_who_asks() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
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
    // After a move the part with its destination is shown first.
    harness.play(ALICE, &thread, "Nb1-c3").await;
    let moved = harness.click(CAROL, &board, "Larger").await.message;
    assert!(content(&moved).contains("a–d, 1–4"), "{moved}");
    harness.end().await;
}

/// The sheet comes with the moves in words, behind the button and with the first page of the rules.
#[tokio::test(flavor = "multi_thread")]
async fn the_sheet_of_pieces_is_behind_a_button_and_first_in_the_rules() {
    let harness = Harness::new().await;
    let (_, board) = harness.begin().await;
    let sheet = harness.click(ALICE, &board, "Pieces").await.message;
    assert!(is_private(&sheet), "{sheet}");
    let more = harness.click(ALICE, &board, "More").await.message;
    let rules = harness.click(ALICE, &more, "Rules").await.message;
    for message in [&sheet, &rules] {
        let alt = message["attachments"][0]["description"].as_str().unwrap();
        assert!(alt.contains("Two-stack (N): a jump of 2 and 1."), "{alt}");
    }
    harness.end().await;
}

/// A piece of the sheet is shown by itself, replacing the sheet, with its moves in words; there is a way to the others.
#[tokio::test(flavor = "multi_thread")]
async fn a_piece_of_the_sheet_is_shown_larger() {
    let harness = Harness::new().await;
    let (_, board) = harness.begin().await;
    let sheet = harness.click(CAROL, &board, "Pieces").await.message;
    let piece = harness.pick(CAROL, &sheet, "Two-stack (N)").await.message;
    assert_eq!(piece["id"], sheet["id"], "{piece}");
    assert!(
        is_private(&piece) && content(&piece).contains("Two-stack (N): a jump of 2 and 1."),
        "{piece}"
    );
    assert_eq!(piece["attachments"][0]["filename"], "piece.png");
    let other = harness.pick(CAROL, &piece, "Royal").await.message;
    assert!(content(&other).contains("Royal stone"), "{other}");
    harness.end().await;
}

/// The list has a page for every ten matches, and the buttons lead to the last one and back.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_games_has_pages_to_its_end() {
    let harness = Harness::unhurried().await;
    let app = harness.app();
    for game in 1..=12 {
        let table = app.open(asked(ALICE, game * 10), challenge()).await;
        let table = table.unwrap().game;
        let joined = app.join(asked(BOB, game * 10 + 1), table, None).await;
        joined.unwrap();
    }
    let list = |message: &serde_json::Value| content(message).matches("Abstract Chess").count();
    let first = harness.command(ALICE, GAMES, "games", &[]).await.message;
    assert!(!has_button(&first, "◀ Previous"), "{first}");
    assert_eq!(list(&first), 10, "{first}");
    let second = harness.click(ALICE, &first, "Next ▶").await.message;
    assert_eq!(second["id"], first["id"]);
    assert_eq!(list(&second), 2, "{second}");
    assert!(!has_button(&second, "Next ▶"), "{second}");
    let back = harness.click(ALICE, &second, "◀ Previous").await.message;
    assert_eq!(content(&back), content(&first));
    harness.end().await;
}
