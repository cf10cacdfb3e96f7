//! Tests of tables that users call up from lists: they keep all their actions, whatever happened to their messages.

use serde_json::{Value, json};

use crate::four::game_of_four;
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, Harness, components, content, has_button, is_board, is_private,
};

/// Returns the labels of all buttons and menu entries, in their order.
fn labels(message: &Value) -> Vec<String> {
    let all = components(message).into_iter();
    let label = |one: Value| {
        let text = one["label"].as_str().or(one["placeholder"].as_str());
        text.unwrap_or_default().to_owned()
    };
    all.map(label).collect()
}

/// "Tables can always be joined, declined, closed and found by those who may, whatever became of their messages."
#[tokio::test(flavor = "multi_thread")]
async fn what_can_be_done_at_a_table_outlives_its_message() {
    let harness = Harness::unhurried().await;
    let look = async |user: &str, game: &str| {
        let board = harness.command(user, GAMES, "board", &[("game", game)]);
        let board = board.await.message;
        assert!(is_private(&board), "{board}");
        board
    };
    let is_game = |number: u32| {
        move |m: &Value| is_board(m) && content(m).contains(&format!("· game {number}"))
    };
    let here = [("place", "here"), ("side", "white"), ("opponent", BOB)];

    // An invitation is declined from the user's list of games, and accepted in a direct message.
    let table = harness.open(&here).await;
    harness.delete(&table).await;
    let listed = harness.command(BOB, GAMES, "games", &[]).await.message;
    let found = harness.pick(BOB, &listed, "1:").await.message;
    assert_eq!(labels(&found)[..2], ["Accept", "Decline"], "{found}");
    assert!(!has_button(&found, "Close table"), "{found}");
    let own = look(ALICE, "1").await;
    assert!(
        has_button(&own, "Close table") && !has_button(&own, "Accept"),
        "{own}"
    );
    let others = look(CAROL, "1").await;
    assert_eq!(labels(&others), ["Rules"], "{others}");
    let declined = harness.click(BOB, &found, "Decline").await.message;
    assert!(
        is_private(&declined) && content(&declined).contains("not at the table of game 1"),
        "{declined}"
    );

    let table = harness.open(&here).await;
    harness.delete(&table).await;
    let direct = harness.direct(BOB).await;
    let found = harness.command(BOB, &direct, "board", &[("game", "2")]);
    let found = found.await.message;
    harness.click(BOB, &found, "Accept").await;
    harness.message(CAROL, GAMES, is_game(2)).await;

    // The opener finds it among the open ones, changes it and closes it; joining another one begins the game.
    let here = [("place", "here"), ("side", "white")];
    for _ in 0..2 {
        let table = harness.open(&here).await;
        harness.delete(&table).await;
    }
    let listed = harness.command(ALICE, GAMES, "tables", &[]).await.message;
    let own = harness.click(ALICE, &listed, "Table 3").await.message;
    let menus = labels(&own);
    assert!(menus.contains(&"Change the clock …".to_owned()), "{own}");
    let clock = components(&own)
        .into_iter()
        .find(|one| one["placeholder"] == "Change the clock …");
    let changed = json!({
        "user": ALICE, "channel": GAMES, "kind": "component", "message": own["id"],
        "custom_id": clock.unwrap()["custom_id"], "values": ["3"],
    });
    let changed = harness.interact(changed).await.message;
    assert_eq!(changed["id"], own["id"]);
    assert!(content(&changed).contains("3 days per move"), "{changed}");
    let closed = harness.click(ALICE, &changed, "Close table").await.message;
    assert!(
        content(&closed).contains("closed before the game began"),
        "{closed}"
    );
    let listed = harness.command(CAROL, GAMES, "tables", &[]).await.message;
    assert!(!labels(&listed).contains(&"Join 3".to_owned()), "{listed}");
    harness.click(CAROL, &listed, "Join 4").await;
    harness.message(DAVE, GAMES, is_game(4)).await;

    // At a table of four a user joins, changes seats, leaves, and the opener lets the machine play.
    let four = harness
        .open_game(&game_of_four(), &[("place", "here"), ("side", "green")])
        .await;
    harness.delete(&four).await;
    let found = look(BOB, "5").await;
    harness.click(BOB, &found, "Play Black").await;
    let found = look(BOB, "5").await;
    assert!(
        has_button(&found, "Leave table") && !has_button(&found, "Any seat"),
        "{found}"
    );
    harness.click(BOB, &found, "Play White").await;
    let found = look(BOB, "5").await;
    assert!(
        content(&found).contains(&format!("White: <@{BOB}>")),
        "{found}"
    );
    harness.click(BOB, &found, "Leave table").await;
    let found = look(CAROL, "5").await;
    assert!(has_button(&found, "Play White"), "{found}");
    harness.click(CAROL, &found, "Any seat").await;
    let own = look(ALICE, "5").await;
    let filled = labels(&own)
        .into_iter()
        .find(|label| label.contains("machine"));
    let levels = harness.click(ALICE, &own, &filled.unwrap()).await.message;
    harness.pick(ALICE, &levels, "1").await;
    harness.message(DAVE, GAMES, is_game(5)).await;
    harness.stop_with_refusals().await;
}
