//! Tests of buttons pressed on messages that do not have them: others' view stays unchanged.

use rookery::sandbox::{Outcome, Raw};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, button, content, has_button, is_board, is_private,
};

/// Returns a message as everybody sees it, without parts that change by themselves.
pub async fn seen(harness: &Harness, channel: &str, message: &Value) -> Value {
    let messages = harness.messages(CAROL, channel).await;
    let found = messages.iter().find(|seen| seen["id"] == message["id"]);
    found.cloned().expect("it is still there")
}

/// Presses a button that the message need not have.
pub async fn forge(harness: &Harness, user: &str, message: &Value, id: &str) -> Outcome {
    let raw = Raw {
        kind: 3,
        user: user.parse().unwrap(),
        channel: message["channel_id"].as_str().unwrap().parse().unwrap(),
        data: json!({"component_type": 2, "custom_id": id}),
        over: json!({"message": message}),
    };
    harness.server.shared().deliver(raw).await
}

/// Buttons that replace a private message leave a public board unchanged, pressed by a player and by a stranger.
#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_a_private_message_forged_onto_a_board_leaves_the_board_alone() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let planned = harness
        .command(ALICE, &thread, "plan", &[("line", "if Pa7-a6 then Nc3-b1")])
        .await;
    assert_eq!(planned.state, "answered");
    let before = seen(&harness, &thread, &board).await;
    let forged = [
        "r1:planned:1",
        "r1:choose:1:0::0",
        "r1:choose:1:0:0:0",
        "r1:another:1:0",
        "r1:go:1:0:0",
        "r1:look:1:0:0",
        "r1:tried:1:0:0:=Nb1-c3",
        "r1:cancel",
        "r1:rules:abstract-chess:1",
        "r1:planedit:1:0:1:up",
        "r1:planline:1:0",
    ];
    for id in forged {
        for user in [ALICE, BOB, CAROL] {
            let pressed = forge(&harness, user, &board, id).await;
            let message = pressed.message.expect(id);
            assert!(is_private(&message), "{id}: {message}");
        }
        let after = seen(&harness, &thread, &board).await;
        assert_eq!(after, before, "{id}");
    }
    harness.end().await;
}

/// A table is shown where it was opened, not instead of a board.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_taken_by_a_button_forged_onto_a_board_does_not_replace_it() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let table = harness.open(&[("side", "white")]).await;
    let join = button(&table, "Join");
    let before = seen(&harness, &thread, &board).await;
    let joined = forge(&harness, CAROL, &board, &join).await;
    assert!(joined.message.is_some_and(|message| is_private(&message)));
    assert_eq!(seen(&harness, &thread, &board).await, before);
    // The game that has begun is shown in the place of its table.
    harness
        .message(BOB, GAMES, |m| {
            m["id"] == table["id"] && !has_button(m, "Join")
        })
        .await;
    harness.caught_up().await;
    harness.end().await;
}

/// Private buttons on the messages that they belong to still work.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_menu_is_still_walked_in_its_own_place() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    let menu = harness.click(ALICE, &board, "Choose a move").await.message;
    assert!(is_private(&menu));
    let on = harness.pick(ALICE, &menu, "b1").await.message;
    assert_eq!(on["id"], menu["id"], "in its place: {on}");
    let table = harness.open(&[("side", "white")]).await;
    let left = harness.click(ALICE, &table, "Close table").await.message;
    assert_eq!(left["id"], table["id"], "{left}");
    assert!(!has_button(&left, "Join"), "{}", content(&left));
    assert!(is_board(&board) && thread != GAMES && json!(thread) != table["channel_id"]);
    harness.end().await;
}

/// Returns the number of events of a match.
async fn ply(harness: &Harness, game: i64) -> u32 {
    let store = harness.app().store();
    let row = store.row(rookery::match_state::GameId(game)).await;
    row.unwrap().ply
}

/// A view is shown to the user who presses; a change that the board does not offer is not made.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_and_settings_forged_onto_a_board_are_answered_in_private_and_change_nothing() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let at = ply(&harness, 1).await;
    let before = seen(&harness, &thread, &board).await;
    let public = harness.public(&thread).await;
    for id in [
        "larger:1:0",
        "larger:1:4294967295",
        "larger:77:0",
        "part:1:0:3",
        "part:1:0:65535",
        "part:77:0:0",
        "pieces:1",
        "pieces:77",
        "piecemenu:1",
        "piece:1:0",
        "piece:1:65535",
        "piece:77:0",
        "more:1:0",
        "more:77:0",
        "games:0",
        "games:65535",
        "see:1:0:Nb1-c3",
        "see:1:4294967295:Nb1-c3",
        "see:1:0:Pa7-a6",
        "see:1:0:xyzzy",
        "see:77:0:Nb1-c3",
        "settable:1:t:clock:untimed",
        "settable:1:t:variant:double",
        "settable:1:h:side:1",
        "settable:77:t:side:1",
        "claim:1:0",
        "gift:1:0",
        "m:goon:1:0:3",
    ]
    .map(|id| format!("r1:{id}"))
    .iter()
    .chain(&[format!("r1:see:1:{at}:Nb1-c3"), format!("r1:claim:1:{at}")])
    {
        for user in [ALICE, BOB, CAROL] {
            let pressed = forge(&harness, user, &board, id).await;
            let message = pressed.message.expect(id);
            assert!(is_private(&message), "{user} {id}: {message}");
            assert!(
                !content(&message).contains("wrong on my side"),
                "{id}: {message}"
            );
        }
        assert_eq!(seen(&harness, &thread, &board).await, before, "{id}");
    }
    assert_eq!(ply(&harness, 1).await, at);
    assert_eq!(harness.public(&thread).await, public);
    harness.end().await;
}

/// A menu of a table, used by somebody other than its opener, changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_opener_changes_a_table() {
    let harness = Harness::unhurried().await;
    let table = harness.open(&[("side", "white")]).await;
    let before = seen(&harness, GAMES, &table).await;
    for (setting, value) in [
        ("clock", "untimed"),
        ("variant", "double"),
        ("side", "1"),
        ("side", "200"),
        ("clock", "a year and a day"),
        ("variant", "chamber"),
        ("colour", "red"),
    ] {
        let id = format!("r1:tablemenu:1:t:{setting}");
        let raw = Raw {
            kind: 3,
            user: BOB.parse().unwrap(),
            channel: GAMES.parse().unwrap(),
            data: json!({"component_type": 3, "custom_id": id, "values": [value]}),
            over: json!({"message": table}),
        };
        let pressed = harness.server.shared().deliver(raw).await;
        let message = pressed.message.expect(setting);
        assert!(is_private(&message), "{setting} {value}: {message}");
        assert_eq!(seen(&harness, GAMES, &table).await, before, "{setting}");
    }
    harness.end().await;
}

/// A machine has no clock to claim on, and a game can only be continued from the player's own move.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_machine_is_not_claimed_or_gone_on_with_by_forged_buttons() {
    let harness = Harness::unhurried().await;
    let first = crate::machine::play(&harness, GAMES, "abstract", 1, json!([])).await;
    for user in [ALICE, CAROL] {
        for verb in ["claim", "gift"] {
            let at = ply(&harness, 1).await;
            let id = format!("r1:{verb}:1:{at}");
            let before = harness.public(GAMES).await;
            let pressed = forge(&harness, user, &first, &id).await;
            assert!(pressed.answered, "{user} {id}: {pressed:?}");
            assert_eq!(harness.public(GAMES).await, before, "{user} {id}");
            assert_eq!(ply(&harness, 1).await, at, "{user} {id}");
        }
    }
    let sure = harness.resign(ALICE, &first).await.message;
    harness.click(ALICE, &sure, "Yes, I give up").await;
    let over = ply(&harness, 1).await;
    for (user, at, level) in [
        (ALICE, 0, 3),
        (ALICE, 99_999, 3),
        (ALICE, over, 3),
        (CAROL, 1, 3),
        (ALICE, 1, 9),
    ] {
        let id = format!("r1:m:goon:1:{at}:{level}");
        let pressed = forge(&harness, user, &first, &id).await;
        let message = pressed.message.expect("an answer");
        assert!(is_private(&message), "{user} {id}: {message}");
    }
    let second = rookery::match_state::GameId(2);
    assert!(
        harness.app().store().row(second).await.is_err(),
        "no game was begun"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_buttons_get_a_private_sentence_and_nothing_else() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    for forged in [
        "r1:go:1:0:0-0",
        "r1:go:999:3:0",
        "r1:play:1:4:Nb1-c3",
        "r1:play:1:999:Nb1-c3",
        "r1:resigned:1:0",
        "r1:join:1:any:t",
        "r1:join:77:3:h",
        "r1:leave:1:t",
        "r1:choose:1:4:9999:0",
        "r1:view:1:0:0",
        "r2:cancel",
        "r1:lessons:abstract:0",
        "r1:rules:nothing:3",
        "r1:rules:abstract:65000",
        "drop table game",
    ] {
        let message = harness
            .api(
                &format!("/channels/{thread}/messages"),
                json!({"content": "x", "allowed_mentions": {"parse": []}, "components": [
                    {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": forged}]},
                ]}),
            )
            .await;
        let answered = harness.press(CAROL, &message, forged).await;
        assert_eq!(answered.state, "answered", "{forged}");
        let private = is_private(&answered.message);
        // Pages of rules are for anyone; they only replace the message they are on.
        assert!(
            private || forged.starts_with("r1:rules:"),
            "{forged}: {answered:?}"
        );
        assert!(
            !content(&answered.message).contains("wrong on my side"),
            "{forged}: {answered:?}"
        );
    }
    let still = harness.click(ALICE, &board, "Choose a move").await.message;
    assert!(
        content(&still).contains("Which"),
        "nothing has changed: {still}"
    );
    harness.end().await;
}
