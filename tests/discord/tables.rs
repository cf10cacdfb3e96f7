//! Tests of tables in two steps: opened with a game and an opponent, and changed by menus before a player has joined;
//! and of the context menus of users and messages.

use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::found::table_of;
use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, Outcome, components, content, has_button, is_board,
    is_private, mentioned,
};
use crate::moderate::forged;

/// A game with many options has them in one text, so that its command stays short; each of them can be typed.
#[tokio::test(flavor = "multi_thread")]
async fn the_options_of_a_rich_game_are_one_text() {
    let harness = Harness::new().await;
    let (game, option) = ("the-tower-game", "options");
    let commands = harness.server.shared().commands();
    let new = commands
        .iter()
        .find(|command| command["name"] == "new")
        .unwrap();
    for sub in new["options"].as_array().unwrap() {
        let count = sub["options"].as_array().map_or(0, Vec::len);
        assert!(count <= 13, "{}: {count}", sub["name"]);
    }
    let typed = [(option, "board=chamber pawns=berlin")];
    let table = harness.open_game(game, &typed).await;
    assert!(content(&table).contains("(Chamber, Berlin)"), "{table}");
    for (typed, why) in [
        ("colour=red", "no option \"colour=red\""),
        ("board=castle", "The option board cannot be \"castle\""),
        ("board=chamber board=tower", "there twice"),
        ("planar=hook", "riders tripunch"),
        ("seed=7", "setup shuffle"),
    ] {
        let refused = harness.open_game(game, &[(option, typed)]).await;
        assert!(
            is_private(&refused) && content(&refused).contains(why),
            "{typed}: {refused}"
        );
    }
    let contrary = [("variant", "chamber"), (option, "board=tower")];
    let refused = harness.open_game(game, &contrary).await;
    let already = "That variant already sets board to chamber";
    assert!(
        is_private(&refused) && content(&refused).contains(already),
        "{refused}"
    );
    // The effects of its options are explained at the table, common rules of such games are not.
    let explained = |table: &Value| content(table).matches('💡').count();
    let dice = harness
        .open_game("four-seasons-chess", &[(option, "dice=on")])
        .await;
    assert!(content(&dice).contains("The die says what moves"), "{dice}");
    assert_eq!(explained(&dice), 1, "{dice}");
    let usual = harness.open_game("four-seasons-chess", &[]).await;
    assert_eq!(explained(&usual), 0, "{usual}");
    let rest = [(option, "stake_mate=3")];
    let refused = harness.open_game("four-seasons-chess", &rest).await;
    assert!(
        is_private(&refused) && content(&refused).contains("stakes on"),
        "{refused}"
    );
    let shuffled = [(option, "setup=shuffle seed=7")];
    let table = harness.open_game(game, &shuffled).await;
    assert!(content(&table).contains("(Shuffle)"), "{table}");
    harness.end().await;
}

/// Takes the value of an option in the menu with that placeholder.
async fn take(harness: &Harness, user: &str, message: &Value, menu: &str, value: &str) -> Outcome {
    let found = components(message)
        .into_iter()
        .find(|component| component["placeholder"] == menu)
        .unwrap_or_else(|| panic!("no menu {menu}: {message}"));
    harness
        .interact(json!({
            "user": user, "channel": message["channel_id"], "kind": "component", "message": message["id"],
            "custom_id": found["custom_id"], "values": [value],
        }))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn variant_clock_and_side_are_chosen_on_the_table_before_anybody_joins() {
    let harness = Harness::new().await;
    let table = harness.open_game("the-tower-game", &[]).await;
    let refused = take(&harness, BOB, &table, "Change the variant …", "chamber").await;
    assert!(
        is_private(&refused.message) && content(&refused.message).contains("Only"),
        "{refused:?}"
    );
    let chamber = take(&harness, ALICE, &table, "Change the variant …", "chamber")
        .await
        .message;
    assert_eq!(chamber["id"], table["id"], "in its place");
    assert!(
        content(&chamber).contains("The Tower Game (Chamber)"),
        "{chamber}"
    );
    // Another variant replaces the first, and does not add to it.
    let shuffle = take(&harness, ALICE, &chamber, "Change the variant …", "shuffle")
        .await
        .message;
    assert!(
        content(&shuffle).contains("The Tower Game (Shuffle)"),
        "{shuffle}"
    );
    let chamber = take(&harness, ALICE, &shuffle, "Change the variant …", "chamber")
        .await
        .message;
    let clock = take(&harness, ALICE, &chamber, "Change the clock …", "3")
        .await
        .message;
    assert!(content(&clock).contains("3 days per move"), "{clock}");
    let side = take(&harness, ALICE, &clock, "Change your side …", "1")
        .await
        .message;
    assert!(
        content(&side).contains(&format!("Black: <@{ALICE}>")),
        "{side}"
    );
    let games = harness.command(ALICE, GAMES, "games", &[]).await.message;
    assert!(content(&games).contains("(Chamber)"), "{games}");

    let joined = harness.click(BOB, &side, "Join").await.message;
    assert!(
        components(&joined)
            .iter()
            .all(|component| component["type"] != 3),
        "{joined}"
    );
    let (_, board) = harness.first_board().await;
    assert!(
        content(&board).contains("The Tower Game (Chamber)"),
        "{board}"
    );
    assert!(
        content(&board).contains(&format!("<@{BOB}> (White), it is your turn")),
        "{board}"
    );
    // An old menu changes nothing any more.
    let raw = Raw {
        kind: 3,
        user: ALICE.parse().unwrap(),
        channel: GAMES.parse().unwrap(),
        data: json!({"component_type": 3, "custom_id": "r1:tablemenu:1:t:clock", "values": ["untimed"]}),
        over: json!({"message": side}),
    };
    let late = harness.server.shared().deliver(raw).await.message.unwrap();
    assert!(content(&late).contains("has begun"), "{late}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn context_menus_challenge_a_user_and_show_the_board_of_a_message() {
    let harness = Harness::new().await;
    let menu = |user: &str, channel: &str, data: Value| Raw {
        kind: 2,
        user: user.parse().unwrap(),
        channel: channel.parse().unwrap(),
        data,
        over: Value::Null,
    };
    let state = harness.state(ALICE).await;
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
    let asked = harness
        .server
        .shared()
        .deliver(menu(ALICE, GAMES, data))
        .await;
    let asked = asked.message.unwrap();
    assert!(
        is_private(&asked) && has_button(&asked, "Four Towers"),
        "{asked}"
    );
    let answer = harness.click(ALICE, &asked, "Abstract Chess").await.message;
    let table = table_of(&harness, answer).await;
    assert!(
        !is_private(&table) && has_button(&table, "Accept"),
        "{table}"
    );
    assert_eq!(mentioned(&table), [BOB]);
    harness.click(BOB, &table, "Accept").await;
    let (thread, board) = harness.first_board().await;

    for (name, wanted) in [
        ("My board", "it is your turn"),
        ("Moves", "No move has been made"),
    ] {
        let id = board["id"].as_str().unwrap();
        let data = json!({
            "id": "1", "name": name, "type": 3, "target_id": id, "resolved": {"messages": {id: board}},
        });
        let shown = harness
            .server
            .shared()
            .deliver(menu(CAROL, &thread, data))
            .await;
        let shown = shown.message.unwrap();
        assert!(
            is_private(&shown) && content(&shown).contains(wanted),
            "{shown}"
        );
    }
    harness.end().await;
}

/// In the thread of a match, a command without `game` means that match, whoever gives it and whatever else they have
/// open.
#[tokio::test(flavor = "multi_thread")]
async fn a_visitors_table_is_not_meant_in_the_thread_of_another_game() {
    let harness = Harness::unhurried().await;
    let (thread, _) = harness.begin().await;
    let elsewhere = harness.subcommand(CAROL, GAMES, "new", "four-fold-chess", json!([]));
    elsewhere.await;
    let said = async |command: &str, options: &[(&str, &str)]| {
        let said = harness.command(CAROL, &thread, command, options).await;
        assert!(is_private(&said.message), "{said:?}");
        content(&said.message).to_owned()
    };
    for here in [false, true] {
        if here {
            let options = json!([]);
            let opened = harness.subcommand(CAROL, &thread, "new", "four-fold-chess", options);
            assert_eq!(opened.await.state, "answered");
        }
        for (command, options) in [
            ("move", &[("move", "a7-a6")][..]),
            ("draw", &[]),
            ("takeback", &[]),
            ("resign", &[]),
        ] {
            let said = said(command, options).await;
            assert!(said.contains("don't play in"), "{command}: {said}");
        }
        let board = said("board", &[]).await;
        assert!(board.contains("Abstract Chess"), "{board}");
    }
    // In other channels her table is meant as before.
    let said = harness.command(CAROL, GAMES, "draw", &[]).await.message;
    assert!(content(&said).contains("has not begun"), "{said}");
    harness.end().await;
}

/// A table says at once that the bot may make no threads there, and the game goes on in the channel.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_says_that_its_game_gets_no_thread_where_none_can_be_made() {
    const SEND_AND_FILES: u64 = 1 << 10 | 1 << 11 | 1 << 15;
    let harness = Harness::unhurried().await;
    let lacking = json!({"app_permissions": SEND_AND_FILES.to_string()});
    for (options, says_so) in [
        (json!([]), true),
        (
            json!([{"name": "place", "type": 3, "value": "thread"}]),
            true,
        ),
        (
            json!([{"name": "place", "type": 3, "value": "here"}]),
            false,
        ),
    ] {
        let mut open = forged(ALICE, GAMES, "new", "abstract-chess", options);
        open.over = lacking.clone();
        let opened = harness.server.shared().deliver(open).await;
        let table = opened.message.unwrap();
        let said = content(&table).contains("can't make a thread here");
        assert_eq!(said, says_so, "{table}");
        let joined = harness.click(BOB, &table, "Join").await.message;
        assert!(!has_button(&joined, "A thread is being made"), "{joined}");
    }
    harness
        .message(CAROL, GAMES, |m| {
            is_board(m) && content(m).contains("game 3")
        })
        .await;
    assert_eq!(harness.thread().await, None);
    harness.end().await;
}
