//! Tests of privacy: a user sees their stored data, exports it, and has it erased.

use std::process::Command;

use rookery::match_state::{GameId, UserId};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GENERAL, Harness, button, content, is_board, is_private, mentioned,
};

async fn privacy(harness: &Harness, user: &str, sub: &str) -> Value {
    let answer = harness
        .subcommand(user, GENERAL, "privacy", sub, json!([]))
        .await
        .message;
    assert!(is_private(&answer), "{answer}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_is_shown_handed_over_and_erased() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    harness.play(ALICE, &thread, "Ng1-f3").await;
    harness
        .command(BOB, &thread, "note", &[("text", "bobs-own-note")])
        .await;
    let shown = privacy(&harness, BOB, "show").await;
    assert!(content(&shown).contains("1 seat in games"), "{shown}");
    assert!(content(&shown).contains("1 note"), "{shown}");
    let nothing = privacy(&harness, CAROL, "show").await;
    assert!(content(&nothing).contains("1 setting"), "{nothing}");
    assert!(!content(&nothing).contains("note:"), "{nothing}");

    let export = privacy(&harness, BOB, "export").await;
    let file = export["attachments"][0]["url"].as_str().unwrap();
    let text = reqwest::get(file).await.unwrap().text().await.unwrap();
    let exported: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exported["user"], BOB);
    assert_eq!(exported["tables"]["note"][0]["text"], "bobs-own-note");
    assert!(!text.contains(ALICE), "of nobody else: {text}");

    let asked = privacy(&harness, BOB, "erase").await;
    let left = harness.click(BOB, &asked, "No, leave it").await.message;
    assert_eq!(content(&left), "Nothing was changed.");
    let asked = privacy(&harness, BOB, "erase").await;
    let yes = button(&asked, "Yes, erase it all");
    // A user who forges that button on another message erases their own data, and does not change the message for
    // others.
    let forged = rookery::sandbox::Raw {
        kind: 3,
        user: CAROL.parse().unwrap(),
        channel: thread.parse().unwrap(),
        data: json!({"component_type": 2, "custom_id": yes}),
        over: json!({"message": board}),
    };
    let forged = harness
        .server
        .shared()
        .deliver(forged)
        .await
        .message
        .unwrap();
    assert!(is_private(&forged), "{forged}");
    assert!(content(&privacy(&harness, CAROL, "show").await).contains("Nothing."));
    assert!(content(&privacy(&harness, BOB, "show").await).contains("1 note"));

    let erased = harness
        .click(BOB, &asked, "Yes, erase it all")
        .await
        .message;
    assert!(
        is_private(&erased) && content(&erased).contains("a player who left in 1 game"),
        "{erased}"
    );
    // Alice, who waited for his move, is notified that it is over.
    let ended = harness
        .message(ALICE, &thread, |message| {
            is_board(message)
                && mentioned(message) == [ALICE]
                && content(message).contains("resigned")
        })
        .await;
    assert!(!content(&ended).contains(BOB), "{ended}");
    assert!(content(&privacy(&harness, BOB, "show").await).contains("Nothing."));
    let own = harness
        .command(ALICE, &thread, "board", &[("game", "1")])
        .await
        .message;
    assert!(!content(&own).contains(BOB), "{own}");
    assert!(!content(&own).contains(&u64::MAX.to_string()), "{own}");
    let public = harness.public(&thread).await;
    let first = public.iter().find(|message| message["id"] == board["id"]);
    assert!(first.is_some_and(is_board), "the forged press left it");
    harness.end().await;
}

/// An erasure from the command line works while the bot runs with the game in its cache.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_forgotten_from_the_command_line_while_the_bot_runs() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    harness.play(ALICE, &thread, "Ng1-f3").await;
    let forget = |user: &str| {
        Command::new(env!("CARGO_BIN_EXE_rookery"))
            .args(["forget", user])
            .env_clear()
            .env("ROOKERY_DATABASE", harness.database())
            .current_dir(harness.folder.path())
            .output()
            .unwrap()
    };
    for nobody in ["0", "18446744073709551615", "Bob", "-1"] {
        assert!(!forget(nobody).status.success(), "{nobody}");
    }
    let done = forget(BOB);
    assert!(done.status.success(), "{done:?}");
    let ended = harness
        .message(ALICE, &thread, |message| {
            is_board(message)
                && mentioned(message) == [ALICE]
                && content(message).contains("resigned")
        })
        .await;
    assert!(!content(&ended).contains(BOB), "{ended}");
    let stored = harness.app().store().load_whole(GameId(1)).await.unwrap();
    let bob = UserId(BOB.parse().unwrap());
    assert!(stored.events.iter().all(|row| row.record.user != Some(bob)));
    let moved = harness.play(BOB, &thread, "Nb8-c6").await.message;
    assert!(content(&moved).contains("over"), "{moved}");
    harness.end().await;
}
