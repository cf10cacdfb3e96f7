//! A table in two steps: opened with a game and an opponent, and changed by menus before anybody has come; and what the
//! context menus of users and messages offer.

use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::stage::{
    ALICE, BOB, CAROL, GAMES, Outcome, Stage, components, content, has_button, is_private,
    mentioned,
};

/// The value of an option in the menu with that placeholder is taken.
async fn take(stage: &Stage, user: &str, message: &Value, menu: &str, value: &str) -> Outcome {
    let found = components(message)
        .into_iter()
        .find(|component| component["placeholder"] == menu)
        .unwrap_or_else(|| panic!("no menu {menu}: {message}"));
    stage
        .interact(json!({
            "user": user, "channel": message["channel_id"], "kind": "component", "message": message["id"],
            "custom_id": found["custom_id"], "values": [value],
        }))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn variant_clock_and_side_are_chosen_on_the_table_before_anybody_joins() {
    let stage = Stage::new().await;
    let table = stage.open_game("the-tower-game", &[]).await;
    let refused = take(&stage, BOB, &table, "Change the variant …", "chamber").await;
    assert!(
        is_private(&refused.message) && content(&refused.message).contains("Only"),
        "{refused:?}"
    );
    let chamber = take(&stage, ALICE, &table, "Change the variant …", "chamber")
        .await
        .message;
    assert_eq!(chamber["id"], table["id"], "in its place");
    assert!(
        content(&chamber).contains("The Tower Game (Chamber)"),
        "{chamber}"
    );
    // Another variant takes the place of the first, and does not come on top of it.
    let shuffle = take(&stage, ALICE, &chamber, "Change the variant …", "shuffle")
        .await
        .message;
    assert!(
        content(&shuffle).contains("The Tower Game (Shuffle)"),
        "{shuffle}"
    );
    let chamber = take(&stage, ALICE, &shuffle, "Change the variant …", "chamber")
        .await
        .message;
    let clock = take(&stage, ALICE, &chamber, "Change the clock …", "3")
        .await
        .message;
    assert!(content(&clock).contains("3 days per move"), "{clock}");
    let side = take(&stage, ALICE, &clock, "Change your side …", "1")
        .await
        .message;
    assert!(
        content(&side).contains(&format!("Black: <@{ALICE}>")),
        "{side}"
    );
    let games = stage.command(ALICE, GAMES, "games", &[]).await.message;
    assert!(content(&games).contains("(Chamber)"), "{games}");

    let joined = stage.click(BOB, &side, "Join").await.message;
    assert!(
        components(&joined)
            .iter()
            .all(|component| component["type"] != 3),
        "{joined}"
    );
    let (_, board) = stage.first_board().await;
    assert!(
        content(&board).contains("The Tower Game (Chamber)"),
        "{board}"
    );
    assert!(
        content(&board).contains(&format!("<@{BOB}> (White), it is your turn")),
        "{board}"
    );
    // Whoever kept the old menu changes nothing any more.
    let raw = Raw {
        kind: 3,
        user: ALICE.parse().unwrap(),
        channel: GAMES.parse().unwrap(),
        data: json!({"component_type": 3, "custom_id": "r1:tablemenu:1:t:clock", "values": ["untimed"]}),
        over: json!({"message": side}),
    };
    let late = stage.server.world().deliver(raw).await.message.unwrap();
    assert!(content(&late).contains("has begun"), "{late}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn context_menus_challenge_a_user_and_show_the_board_of_a_message() {
    let stage = Stage::new().await;
    let menu = |user: &str, channel: &str, data: Value| Raw {
        kind: 2,
        user: user.parse().unwrap(),
        channel: channel.parse().unwrap(),
        data,
        over: Value::Null,
    };
    let state = stage.state(ALICE).await;
    let users = state["users"].as_array().cloned().unwrap_or_default();
    let bob = users
        .iter()
        .find(|user| user["id"] == BOB)
        .cloned()
        .unwrap_or_else(
            || json!({"id": BOB, "username": "bob", "discriminator": "0", "avatar": null}),
        );
    let data = json!({
        "id": "1", "name": "Challenge", "type": 2, "target_id": BOB, "resolved": {"users": {BOB: bob}},
    });
    let asked = stage.server.world().deliver(menu(ALICE, GAMES, data)).await;
    let asked = asked.message.unwrap();
    assert!(
        is_private(&asked) && has_button(&asked, "Four Towers"),
        "{asked}"
    );
    let table = stage.click(ALICE, &asked, "Abstract Chess").await.message;
    assert!(
        !is_private(&table) && has_button(&table, "Accept"),
        "{table}"
    );
    assert_eq!(mentioned(&table), [BOB]);
    stage.click(BOB, &table, "Accept").await;
    let (thread, board) = stage.first_board().await;

    for (name, wanted) in [
        ("My board", "it is your turn"),
        ("Moves", "No move has been made"),
    ] {
        let id = board["id"].as_str().unwrap();
        let data = json!({
            "id": "1", "name": name, "type": 3, "target_id": id, "resolved": {"messages": {id: board}},
        });
        let shown = stage
            .server
            .world()
            .deliver(menu(CAROL, &thread, data))
            .await;
        let shown = shown.message.unwrap();
        assert!(
            is_private(&shown) && content(&shown).contains(wanted),
            "{shown}"
        );
    }
    stage.end().await;
}
