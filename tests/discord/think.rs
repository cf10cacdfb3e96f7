//! Private thinking, plans, previews, notes, records.

use serde_json::{Value, json};

use crate::stage::{
    ALICE, BOB, CAROL, GENERAL, Stage, components, content, has_button, is_board, is_private,
    picture,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_sees_the_move_before_it_is_made() {
    let stage = Stage::new().await;
    let (thread, _) = stage.begin().await;
    let set = [("preview", "usual")];
    stage.command(ALICE, &thread, "settings", &set).await;
    let preview = stage.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(
        is_private(&preview) && has_button(&preview, "Try another"),
        "{preview}"
    );
    picture(&preview).await;
    let seen = stage.public(&thread).await;
    assert!(seen.iter().all(|m| !content(m).contains("c3")), "{seen:?}");
    let played = stage.click(ALICE, &preview, "Play it").await.message;
    assert!(
        is_board(&played) && content(&played).contains("c3"),
        "{played}"
    );
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_tried_in_private_and_become_a_plan() {
    let stage = Stage::new().await;
    let (thread, _) = stage.begin().await;
    let before = stage.public(&thread).await;
    // Bob waits, tries a move of White's and his answer, and steps back and forth.
    let tried = stage
        .command(BOB, &thread, "explore", &[("line", "Nb1-c3")])
        .await
        .message;
    assert!(
        is_private(&tried) && content(&tried).contains("`Nb1-c3`"),
        "{tried}"
    );
    picture(&tried).await;
    let piece = stage.pick(BOB, &tried, "a7").await.message;
    let answer = stage.pick(BOB, &piece, "Pa7-a6").await.message;
    assert!(content(&answer).contains("`Nb1-c3 Pa7-a6`"), "{answer}");
    let back = stage.click(BOB, &answer, "◀").await.message;
    assert!(content(&back).contains("After move 1 of 2"), "{back}");
    let on = stage.click(BOB, &back, "▶").await.message;
    assert!(content(&on).contains("After move 2 of 2"), "{on}");
    let planned = stage.click(BOB, &on, "Make it a plan").await.message;
    assert!(
        content(&planned).contains("if Nb1-c3 then Pa7-a6"),
        "{planned}"
    );
    assert_eq!(
        stage.public(&thread).await,
        before,
        "nobody else has seen anything"
    );
    let hidden = stage.command(ALICE, &thread, "plan", &[]).await.message;
    assert!(content(&hidden).contains("no plan"), "{hidden}");

    // It is answered at once, and the one who planned it is not rung up for it.
    let moved = stage.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(
        is_board(&moved) && content(&moved).contains("a6"),
        "{moved}"
    );
    assert!(
        content(&moved).contains(&format!("<@{ALICE}> (White), it is your turn")),
        "{moved}"
    );

    // Lines are checked as they are entered.
    let bad = [("line", "if Pe2-e9 then Pa6-a5")];
    let refused = stage.command(BOB, &thread, "plan", &bad).await.message;
    assert!(
        is_private(&refused) && !content(&refused).contains("Your plan"),
        "{refused}"
    );
    let good = [("line", "any move: Pa6-a5")];
    let kept = stage.command(BOB, &thread, "plan", &good).await.message;
    assert!(content(&kept).contains("if any move then"), "{kept}");

    // Alice plays from her private board.
    let tried = stage
        .command(ALICE, &thread, "explore", &[("line", "Nc3-d5")])
        .await
        .message;
    let played = stage.click(ALICE, &tried, "Play Nc3-d5").await.message;
    assert!(is_board(&played), "{played}");
    let stranger = stage.command(CAROL, &thread, "explore", &[]).await.message;
    assert!(
        is_private(&stranger) && !has_button(&stranger, "Make it a plan"),
        "{stranger}"
    );
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_private_and_sealed_ones_open_at_the_end() {
    let stage = Stage::new().await;
    let (thread, _) = stage.begin().await;
    let note = [("text", "mind the **knight** <@1>")];
    let noted = stage.command(ALICE, &thread, "note", &note).await.message;
    assert!(
        is_private(&noted) && !content(&noted).contains("<@1>"),
        "{noted}"
    );
    stage
        .interact(json!({
            "user": BOB, "channel": thread, "kind": "command", "command": "note",
            "options": [{"name": "text", "type": 3, "value": "I feared Nd5"}, {"name": "sealed", "type": 5, "value": true}],
        }))
        .await;
    let hers = stage.command(ALICE, &thread, "note", &[]).await.message;
    assert!(
        content(&hers).contains("knight") && !content(&hers).contains("feared"),
        "{hers}"
    );
    crate::four::resign(&stage, BOB, &thread).await;
    let hers = stage.command(ALICE, &thread, "note", &[]).await.message;
    assert!(content(&hers).contains("feared"), "{hers}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_shown_and_a_game_is_exported_and_brought_in() {
    let stage = Stage::new().await;
    let (thread, _) = stage.begin().await;
    for (user, mv) in [
        (ALICE, "Nb1-c3"),
        (BOB, "Pa7-a6"),
        (ALICE, "Nc3-d5"),
        (BOB, "Pa6-a5"),
    ] {
        stage.play(user, &thread, mv).await;
    }
    let exported = stage.command(CAROL, &thread, "export", &[]).await.message;
    assert!(is_private(&exported), "{exported}");
    let url = exported["attachments"][0]["url"].as_str().unwrap();
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    crate::four::resign(&stage, BOB, &thread).await;

    let profile = stage.command(ALICE, GENERAL, "profile", &[]).await.message;
    assert!(
        content(&profile).contains("Abstract Chess") && content(&profile).contains("1 won"),
        "{profile}"
    );
    let ladder = stage
        .command(CAROL, GENERAL, "leaderboard", &[("game", "abstract")])
        .await
        .message;
    let text_of = content(&ladder);
    assert!(
        text_of.find(ALICE) < text_of.find(BOB) && text_of.contains(BOB),
        "{ladder}"
    );

    // The form takes what was exported.
    let (_, opened) = stage
        .people(
            "interact",
            json!({"user": CAROL, "channel": GENERAL, "kind": "command", "command": "import", "wait": true}),
        )
        .await;
    let modal: &Value = &opened["modal"];
    let fields = json!([{"type": 1, "components": [{
        "type": 4, "custom_id": components(modal)[0]["custom_id"], "value": text,
    }]}]);
    let brought = stage
        .interact(json!({
            "user": CAROL, "channel": GENERAL, "kind": "modal", "interaction": opened["interaction"],
            "custom_id": modal["custom_id"], "components": fields,
        }))
        .await
        .message;
    assert!(
        is_board(&brought) && content(&brought).contains("a5"),
        "{brought}"
    );
    stage.end().await;
}
