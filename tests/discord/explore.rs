//! Tests of private boards, plans, previews, notes and records.

use rookery::app::{MatchRef, NewGame, Request};
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Options, Seat};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GENERAL, Harness, asker, components, content, has_button, is_board,
    is_private, mentioned, picture,
};

/// Returns a request that is not made over Discord, with a separate number.
pub fn asked(user: &str, interaction: u64) -> Request {
    Request {
        interaction,
        ..asker(user)
    }
}

pub fn challenge() -> NewGame {
    NewGame {
        game: "abstract".to_owned(),
        options: Options::new(),
        opponents: vec![UserId(BOB.parse().unwrap())],
        seat: Some(Seat::WHITE),
        terms: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_sees_the_move_before_it_is_made() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let set = [("preview", "usual")];
    harness.command(ALICE, &thread, "settings", &set).await;
    let preview = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(
        is_private(&preview) && has_button(&preview, "Another move"),
        "{preview}"
    );
    picture(&preview).await;
    let seen = harness.public(&thread).await;
    assert!(seen.iter().all(|m| !content(m).contains("c3")), "{seen:?}");
    // Another move replaces the preview, and neither leaves a used button behind.
    let menu = harness.click(ALICE, &preview, "Another move").await.message;
    assert_eq!(menu["id"], preview["id"]);
    assert!(!has_button(&menu, "Play it"), "{menu}");
    let preview = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    let closed = harness.click(ALICE, &preview, "Play it").await.message;
    assert_eq!(
        (&closed["id"], &closed["components"]),
        (&preview["id"], &json!([]))
    );
    assert!(content(&closed).contains("Played"), "{closed}");
    let played = harness
        .message(BOB, &thread, |m| is_board(m) && content(m).contains("c3"))
        .await;
    assert_eq!(mentioned(&played), [BOB]);

    // Users stop being newcomers: after two games of a kind the move is made at once, in other games it is not.
    crate::four::resign(&harness, BOB, &thread).await;
    let app = harness.app();
    for game in 2..=3 {
        let table = app.open(asked(ALICE, game * 100), challenge()).await;
        let which = MatchRef::Game(table.unwrap().game);
        let joined = app.join(asked(BOB, game * 100 + 1), GameId(game as i64), None);
        joined.await.unwrap();
        let moves = ["Nb1-c3", "Pa7-a6", "Nc3-d5", "Pa6-a5"];
        for (number, mv) in (2..).zip(moves) {
            let user = if number % 2 == 0 { ALICE } else { BOB };
            let played = app.play(asked(user, game * 100 + number), which, mv).await;
            played.unwrap();
        }
        let resigned = app.resign(asked(BOB, game * 100 + 9), which).await;
        resigned.unwrap();
    }
    let table = harness.open(&[("side", "white"), ("place", "here")]).await;
    harness.click(BOB, &table, "Join").await;
    let here = crate::harness::GAMES;
    harness.message(ALICE, here, is_board).await;
    let at_once = harness.play(ALICE, here, "Nb1-c3").await.message;
    assert!(is_board(&at_once), "{at_once}");
    let options = [("side", "white"), ("place", "here")];
    let table = harness.open_game("four-fold-chess", &options).await;
    harness.click(BOB, &table, "Join").await;
    let fifth = [("move", "d2>d4"), ("game", "5")];
    harness
        .message(ALICE, here, |m| {
            is_board(m) && content(m).contains("game 5")
        })
        .await;
    let preview = harness.command(ALICE, here, "move", &fifth).await.message;
    assert!(has_button(&preview, "Play it"), "{preview}");
    // The setting "always" or "never" is respected.
    let always = [("preview", "on")];
    harness.command(BOB, here, "settings", &always).await;
    let fourth = [("move", "Pa7-a6"), ("game", "4")];
    let preview = harness.command(BOB, here, "move", &fourth).await.message;
    assert!(has_button(&preview, "Play it"), "{preview}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_tried_in_private_and_become_a_plan() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let before = harness.public(&thread).await;
    // Bob waits, tries a move of White's and his answer, and steps back and forth.
    let tried = harness
        .command(BOB, &thread, "explore", &[("line", "Nb1-c3")])
        .await
        .message;
    assert!(
        is_private(&tried) && content(&tried).contains("`Nb1-c3`"),
        "{tried}"
    );
    picture(&tried).await;
    // Before any move is tried the description names none.
    let bare = harness.command(BOB, &thread, "explore", &[]).await.message;
    let alt = picture(&bare).await;
    assert!(
        alt.starts_with("Abstract Chess, the board as it is now. White to move. "),
        "{alt}"
    );
    let piece = harness.pick(BOB, &tried, "a7").await.message;
    let answer = harness.pick(BOB, &piece, "Pa7-a6").await.message;
    assert!(content(&answer).contains("`Nb1-c3 Pa7-a6`"), "{answer}");
    let back = harness.click(BOB, &answer, "◀").await.message;
    assert!(content(&back).contains("After move 1 of 2"), "{back}");
    let on = harness.click(BOB, &back, "▶").await.message;
    assert!(content(&on).contains("After move 2 of 2"), "{on}");
    let planned = harness.click(BOB, &on, "Make it a plan").await.message;
    assert!(
        content(&planned).contains("if Nb1-c3 then Pa7-a6"),
        "{planned}"
    );
    assert_eq!(
        harness.public(&thread).await,
        before,
        "nobody else has seen anything"
    );
    let hidden = harness.command(ALICE, &thread, "plan", &[]).await.message;
    assert!(content(&hidden).contains("no plan"), "{hidden}");

    // The planned answer is made at once, and its planner is not mentioned.
    let moved = harness.play(ALICE, &thread, "Nb1-c3").await.message;
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
    let refused = harness.command(BOB, &thread, "plan", &bad).await.message;
    assert!(
        is_private(&refused) && !content(&refused).contains("Your plan"),
        "{refused}"
    );
    let good = [("line", "any move: Pa6-a5")];
    let kept = harness.command(BOB, &thread, "plan", &good).await.message;
    assert!(content(&kept).contains("if any move then"), "{kept}");

    // Alice plays from her private board.
    let tried = harness
        .command(ALICE, &thread, "explore", &[("line", "Nc3-d5")])
        .await
        .message;
    let closed = harness.click(ALICE, &tried, "Play Nc3-d5").await.message;
    assert_eq!(closed["components"], json!([]), "{closed}");
    harness
        .message(BOB, &thread, |m| is_board(m) && content(m).contains("d5"))
        .await;
    let stranger = harness
        .command(CAROL, &thread, "explore", &[])
        .await
        .message;
    assert!(
        is_private(&stranger) && !has_button(&stranger, "Make it a plan"),
        "{stranger}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lines_of_a_plan_are_changed_one_by_one_in_private() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let before = harness.public(&thread).await;
    let first = [("line", "Nb1-c3: Pa7-a6; Nb1-a3: Pb7-b6")];
    let plan = harness.command(BOB, &thread, "plan", &first).await.message;
    assert!(is_private(&plan), "{plan}");
    let more = json!({
        "user": BOB, "channel": thread, "kind": "command", "command": "plan",
        "options": [
            {"name": "line", "type": 3, "value": "any move: Pc7-c6"},
            {"name": "add", "type": 5, "value": true},
        ],
    });
    let plan = harness.interact(more).await.message;
    let order = |message: &Value| {
        let text = content(message).to_owned();
        let mut found: Vec<(usize, &str)> = ["Pa7-a6", "Pb7-b6", "Pc7-c6"]
            .into_iter()
            .filter_map(|answer| Some((text.find(answer)?, answer)))
            .collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|(_, answer)| answer)
            .collect::<Vec<_>>()
    };
    // In the order in which they are tried.
    assert_eq!(order(&plan), ["Pa7-a6", "Pb7-b6", "Pc7-c6"]);
    let line = harness.pick(BOB, &plan, "1. ").await.message;
    assert_eq!(line["id"], plan["id"], "in its place");
    assert!(
        !has_button(&line, "Earlier") && has_button(&line, "Later"),
        "{line}"
    );
    let plan = harness.click(BOB, &line, "Later").await.message;
    assert_eq!(order(&plan), ["Pb7-b6", "Pa7-a6", "Pc7-c6"]);
    let line = harness.pick(BOB, &plan, "3. ").await.message;
    let plan = harness.click(BOB, &line, "Move to the top").await.message;
    assert_eq!(order(&plan), ["Pc7-c6", "Pb7-b6", "Pa7-a6"]);
    let line = harness.pick(BOB, &plan, "2. ").await.message;
    let plan = harness.click(BOB, &line, "Back to the plan").await.message;
    let line = harness.pick(BOB, &plan, "2. ").await.message;
    let plan = harness.click(BOB, &line, "Remove it").await.message;
    assert_eq!(order(&plan), ["Pc7-c6", "Pa7-a6"]);
    assert_eq!(
        harness.public(&thread).await,
        before,
        "nobody else has seen it"
    );

    // A menu from before a move reports that the game has gone on.
    let line = harness.pick(BOB, &plan, "1. ").await.message;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    let stale = harness.click(BOB, &line, "Remove it").await.message;
    assert!(content(&stale).contains("since then"), "{stale}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_move_is_made_automatically_for_who_wants_that() {
    let harness = Harness::new().await;
    let wish = json!({
        "user": BOB, "channel": GENERAL, "kind": "command", "command": "settings",
        "options": [{"name": "forced", "type": 5, "value": true}],
    });
    let set = harness.interact(wish).await.message;
    assert!(content(&set).contains("I play it for you"), "{set}");
    let options = [("side", "white"), ("place", "here")];
    let table = harness.open_game("the-tower-game", &options).await;
    harness.click(BOB, &table, "Join").await;
    let here = crate::harness::GAMES;
    harness.message(ALICE, here, is_board).await;
    for (user, mv) in [
        (ALICE, "Ned1-ec3"),
        (BOB, "Ned8-dd6"),
        (ALICE, "Nec3-eb5"),
        (BOB, "Pac7-ac6"),
    ] {
        let played = harness.play(user, here, mv).await.message;
        assert!(is_board(&played), "{played}");
    }
    // Black is in check, and only one capture ends it.
    let played = harness.play(ALICE, here, "Neb5xec7").await.message;
    let text = content(&played);
    // In the order in which it happened.
    let (moved, answered) = text.split_once("answered at once").unwrap();
    assert!(
        moved.contains("Nxec7") && !answered.contains("Nxec7"),
        "{text}"
    );
    assert!(
        text.contains("answered at once with `Mxec7`")
            && text.contains(&format!("<@{ALICE}> (White), it is your turn")),
        "{played}"
    );
    assert_eq!(mentioned(&played), Vec::<&str>::new());
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_private_and_sealed_ones_open_at_the_end() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let note = [("text", "mind the **knight** <@1>")];
    let noted = harness.command(ALICE, &thread, "note", &note).await.message;
    assert!(
        is_private(&noted) && !content(&noted).contains("<@1>"),
        "{noted}"
    );
    harness
        .interact(json!({
            "user": BOB, "channel": thread, "kind": "command", "command": "note",
            "options": [{"name": "text", "type": 3, "value": "I feared Nd5"}, {"name": "sealed", "type": 5, "value": true}],
        }))
        .await;
    let hers = harness.command(ALICE, &thread, "note", &[]).await.message;
    assert!(
        content(&hers).contains("knight") && !content(&hers).contains("feared"),
        "{hers}"
    );
    crate::four::resign(&harness, BOB, &thread).await;
    let hers = harness.command(ALICE, &thread, "note", &[]).await.message;
    assert!(content(&hers).contains("feared"), "{hers}");
    // Only a user's own notes have numbers, by which they are removed.
    let remove = async |number: i64| {
        let options = json!([{"name": "remove", "type": 4, "value": number}]);
        let asked = json!({
            "user": ALICE, "channel": thread, "kind": "command", "command": "note", "options": options,
        });
        harness.interact(asked).await.message
    };
    let none = remove(2).await;
    assert!(
        is_private(&none) && content(&none).contains("no note 2"),
        "{none}"
    );
    let left = remove(1).await;
    assert!(
        content(&left).contains("feared") && !content(&left).contains("knight"),
        "{left}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_shown_and_a_game_is_exported_and_brought_in() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    for (user, mv) in [
        (ALICE, "Nb1-c3"),
        (BOB, "Pa7-a6"),
        (ALICE, "Nc3-d5"),
        (BOB, "Pa6-a5"),
    ] {
        harness.play(user, &thread, mv).await;
    }
    let exported = harness.command(CAROL, &thread, "export", &[]).await.message;
    assert!(is_private(&exported), "{exported}");
    let url = exported["attachments"][0]["url"].as_str().unwrap();
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    for (white, black) in [("g2-g3", "h7-h6"), ("h2-h3", "g7-g6"), ("f2-f3", "f7-f6")] {
        harness.play(ALICE, &thread, &format!("P{white}")).await;
        harness.play(BOB, &thread, &format!("P{black}")).await;
    }
    crate::four::resign(&harness, BOB, &thread).await;

    let profile = harness
        .command(ALICE, GENERAL, "profile", &[])
        .await
        .message;
    assert!(
        content(&profile).contains("Abstract Chess") && content(&profile).contains("1 won"),
        "{profile}"
    );
    let ladder = harness
        .command(CAROL, GENERAL, "leaderboard", &[("game", "abstract")])
        .await
        .message;
    let text_of = content(&ladder);
    assert!(
        text_of.find(ALICE) < text_of.find(BOB) && text_of.contains(BOB),
        "{ladder}"
    );

    // The form accepts an exported text.
    let (_, opened) = harness
        .people(
            "interact",
            json!({"user": CAROL, "channel": GENERAL, "kind": "command", "command": "import", "wait": true}),
        )
        .await;
    let modal: &Value = &opened["modal"];
    let fields = json!([{"type": 1, "components": [{
        "type": 4, "custom_id": components(modal)[0]["custom_id"], "value": text,
    }]}]);
    let brought = harness
        .interact(json!({
            "user": CAROL, "channel": GENERAL, "kind": "modal", "interaction": opened["interaction"],
            "custom_id": modal["custom_id"], "components": fields,
        }))
        .await
        .message;
    assert!(
        is_private(&brought) && content(&brought).contains("a5"),
        "{brought}"
    );
    harness.end().await;
}
