//! Tests of places outside the bot's servers: messages between friends, and a server without it. People bring it there
//! by installing it for themselves; it only answers. The sandbox refuses anything else, and every test fails at its end
//! if a request was refused.

use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, components, content, has_button, is_board, is_private,
    mentioned,
};

/// Group of Alice, Bob and Carol.
pub const GROUP: &str = "3000000000000000004";
/// Direct messages between Alice and Bob.
const FRIENDS: &str = "3000000000000000005";
/// Channel of a server without the bot.
const LOUNGE: &str = "3000000000000000003";

/// True if a message rings for nobody.
fn is_silent(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or_default() & (1 << 12) != 0
}

async fn open(harness: &Harness, channel: &str, options: Value) -> Value {
    let opened = harness
        .subcommand(ALICE, channel, "new", "abstract-chess", options)
        .await;
    assert_eq!(opened.state, "answered");
    opened.message
}

fn side(side: &str) -> Value {
    json!([{"name": "side", "type": 3, "value": side}])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_a_group() {
    a_game_is_played_in(GROUP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_direct_messages_between_friends() {
    a_game_is_played_in(FRIENDS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_a_server_without_the_bot() {
    a_game_is_played_in(LOUNGE).await;
}

async fn a_game_is_played_in(channel: &str) {
    let harness = Harness::new().await;
    let table = open(&harness, channel, side("white")).await;
    assert!(!is_private(&table), "{table}");
    assert!(content(&table).contains("I'm not a member here"), "{table}");
    let found = harness.command(BOB, channel, "tables", &[]).await.message;
    assert!(has_button(&found, "Join 1"), "{found}");

    harness.click(BOB, &table, "Join").await;
    let board = harness.message(BOB, channel, is_board).await;
    assert!(content(&board).contains("it is your turn"), "{board}");
    let moved = harness.play(ALICE, channel, "Ng1-f3").await.message;
    assert!(is_board(&moved), "everybody there sees it: {moved}");
    assert_eq!(moved["channel_id"], channel);
    assert_eq!(mentioned(&moved), [BOB]);
    // Turns are notified by direct message, since nothing is posted there without an interaction.
    let direct = harness.direct(BOB).await;
    let notice = |message: &Value| content(message).contains("it is your turn");
    let turn = harness.message(BOB, &direct, notice).await;
    assert!(is_silent(&turn), "the mention rings, once: {turn}");
    assert!(
        channel == LOUNGE || !content(&turn).contains(channel),
        "a link to messages of others opens nothing"
    );
    // The match is played on from there, and the others are notified.
    let answered = harness.play(BOB, &direct, "Ng8-f6").await.message;
    assert!(
        content(&answered).contains("I can't post where"),
        "{answered}"
    );
    let direct = harness.direct(ALICE).await;
    let turn = harness
        .message(ALICE, &direct, |message| {
            notice(message) && content(message).contains("Ng8-f6")
        })
        .await;
    assert!(!is_silent(&turn), "nothing else rings: {turn}");

    if channel != FRIENDS {
        let board = harness.command(CAROL, channel, "board", &[]).await.message;
        assert!(is_private(&board), "{board}");
    }
    let chosen = harness.click(ALICE, &moved, "My side").await.message;
    assert!(is_private(&chosen) && content(&chosen).contains("it is your turn"));
    let asked = harness.command(ALICE, channel, "resign", &[]).await.message;
    assert!(is_private(&asked), "{asked}");
    harness.click(ALICE, &asked, "Yes, I give up").await;
    harness
        .message(BOB, channel, |message| {
            !is_private(message) && content(message).contains("(Black) beats")
        })
        .await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_without_being_a_member_is_said_in_one_sentence() {
    let harness = Harness::new().await;
    let options = json!([{"name": "place", "type": 3, "value": "thread"}]);
    let table = open(&harness, LOUNGE, options).await;
    assert!(content(&table).contains("I can't make a thread"), "{table}");
    assert_eq!(harness.thread().await, None);
    // Commands about a server with the bot are not offered there.
    for command in ["server", "moderate"] {
        let (status, answer) = harness
            .people(
                "interact",
                json!({
                    "user": ALICE, "channel": LOUNGE, "kind": "command", "command": command,
                    "options": [{"name": "show", "type": 1, "options": []}],
                }),
            )
            .await;
        assert!(status >= 400, "{answer}");
    }
    // A server may let the bot answer only in private: then nobody would see a table.
    let member = json!({
        "user": {"id": ALICE, "username": "alice", "discriminator": "0", "global_name": "Alice", "avatar": null},
        "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
        "permissions": "2048",
    });
    let raw = Raw {
        kind: 2,
        user: ALICE.parse().unwrap(),
        channel: LOUNGE.parse().unwrap(),
        data: json!({
            "id": "1", "name": "new", "type": 1,
            "options": [{"name": "abstract-chess", "type": 1, "options": []}],
        }),
        over: json!({"member": member}),
    };
    let refused = harness.server.shared().deliver(raw).await.message.unwrap();
    assert!(
        is_private(&refused) && content(&refused).contains("answer only you"),
        "{refused}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_is_played_in_a_group_and_answers_by_direct_message() {
    let harness = Harness::new().await;
    let options = json!([
        {"name": "game", "type": 3, "value": "abstract"},
        {"name": "level", "type": 4, "value": 1},
        {"name": "place", "type": 3, "value": "here"},
    ]);
    harness
        .interact(json!({
            "user": ALICE, "channel": GROUP, "kind": "command", "command": "play", "options": options,
        }))
        .await;
    let moved = harness.play(ALICE, GROUP, "Ng1-f3").await.message;
    assert!(is_board(&moved), "{moved}");
    let direct = harness.direct(ALICE).await;
    harness
        .message(ALICE, &direct, |message| {
            content(message).contains("it is your turn")
        })
        .await;
    harness.end().await;
}

/// Forged buttons on others' messages do not replace them by a private view, in a group as little as in a server.
#[tokio::test(flavor = "multi_thread")]
async fn a_forged_button_replaces_nothing_in_a_group() {
    let harness = Harness::new().await;
    let table = open(&harness, GROUP, json!([])).await;
    let raw = Raw {
        kind: 3,
        user: BOB.parse().unwrap(),
        channel: GROUP.parse().unwrap(),
        data: json!({"component_type": 2, "custom_id": "r1:tables:0"}),
        over: json!({"message": table}),
    };
    let answered = harness.server.shared().deliver(raw).await.message.unwrap();
    assert!(is_private(&answered), "{answered}");
    let still = harness
        .message(CAROL, GROUP, |message| message["id"] == table["id"])
        .await;
    assert_eq!(still["content"], table["content"]);
    harness.end().await;
}

/// Some commands are only for servers with the bot; all others go where people take them.
#[tokio::test(flavor = "multi_thread")]
async fn commands_are_installed_by_servers_and_by_people() {
    let harness = Harness::new().await;
    for command in harness.server.shared().commands() {
        let name = command["name"].as_str().unwrap();
        let (types, contexts) = match name {
            "server" | "moderate" | "leaderboard" | "event" | "season" => (json!([0]), json!([0])),
            "new" | "Challenge" => (json!([0, 1]), json!([0, 2])),
            _ => (json!([0, 1]), json!([0, 1, 2])),
        };
        assert_eq!(command["integration_types"], types, "{name}");
        assert_eq!(command["contexts"], contexts, "{name}");
    }
    // In a group the user's menu challenges a friend.
    let bob = json!({"id": BOB, "username": "bob", "discriminator": "0", "avatar": null});
    let raw = Raw {
        kind: 2,
        user: ALICE.parse().unwrap(),
        channel: GROUP.parse().unwrap(),
        data: json!({
            "id": "1", "name": "Challenge", "type": 2, "target_id": BOB, "resolved": {"users": {BOB: bob}},
        }),
        over: Value::Null,
    };
    let asked = harness.server.shared().deliver(raw).await.message.unwrap();
    let table = harness.click(ALICE, &asked, "Four Towers").await.message;
    assert!(
        !is_private(&table) && has_button(&table, "Accept"),
        "{table}"
    );
    assert!(components(&table).len() > 1 && table["channel_id"] == GROUP);
    assert!(harness.public(GAMES).await.is_empty());
    harness.end().await;
}
