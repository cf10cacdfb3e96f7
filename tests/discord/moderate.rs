//! Tests of a server's moderators, and of users who are not.

use rookery::match_state::GameId;
use rookery::sandbox::{Outcome, Raw};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, button, content, is_board, is_private,
    mentioned,
};

const ELSEWHERE: &str = "2000000000000000666";
const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_MESSAGES: u64 = 1 << 13;

fn snowflake(text: &str) -> u64 {
    text.parse().unwrap()
}

/// Returns a member with these permissions in the channel.
pub fn member(user: &str, permissions: u64) -> Value {
    json!({
        "user": {"id": user, "username": "someone", "discriminator": "0", "global_name": null, "avatar": null},
        "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
        "permissions": permissions.to_string(), "nick": null,
    })
}

/// Returns a subcommand that Discord offers only to holders of its permission.
pub fn forged(user: &str, channel: &str, command: &str, sub: &str, options: Value) -> Raw {
    Raw {
        kind: 2,
        user: snowflake(user),
        channel: snowflake(channel),
        data: json!({
            "id": "1", "name": command, "type": 1,
            "options": [{"name": sub, "type": 1, "options": options}],
        }),
        over: Value::Null,
    }
}

/// Returns a press of a button that is not on that message.
fn pressed(user: &str, message: &Value, id: &str) -> Raw {
    Raw {
        kind: 3,
        user: snowflake(user),
        channel: snowflake(message["channel_id"].as_str().unwrap()),
        data: json!({"component_type": 2, "custom_id": id}),
        over: json!({"message": message}),
    }
}

pub fn over(mut raw: Raw, members: Value) -> Raw {
    let mut all = raw.over.as_object().cloned().unwrap_or_default();
    all.extend(members.as_object().unwrap().clone());
    raw.over = Value::Object(all);
    raw
}

pub fn refusal(outcome: Outcome) -> String {
    let message = outcome.message.unwrap();
    assert!(is_private(&message), "{message}");
    content(&message).to_owned()
}

/// Begins a match of Bob and Carol; returns the thread and its first board.
pub async fn begun(harness: &Harness) -> (String, Value) {
    let options = json!([{"name": "side", "type": 3, "value": "white"}]);
    let table = harness
        .subcommand(BOB, GAMES, "new", "abstract-chess", options)
        .await
        .message;
    harness.click(CAROL, &table, "Join").await;
    harness.first_board().await
}

fn of_game(number: &str) -> Value {
    json!([{"name": "game", "type": 3, "value": number}])
}

fn of_player(user: &str) -> Value {
    json!([{"name": "player", "type": 6, "value": user}])
}

/// Discord offers `/server` to users who may manage the server, and the bot accepts nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_set_up_by_those_alone_who_may_manage_it() {
    const MANAGE_MESSAGES: u64 = 1 << 13;
    const MANAGE_GUILD: u64 = 1 << 5;
    let harness = Harness::new().await;
    let here = json!([{"name": "place", "type": 3, "value": "here"}]);
    for permissions in [0, MANAGE_MESSAGES] {
        for (sub, options) in [("tables", here.clone()), ("show", json!([]))] {
            let mut asked = forged(BOB, GENERAL, "server", sub, options);
            asked.over = json!({"member": member(BOB, permissions)});
            let said = refusal(harness.server.shared().deliver(asked).await);
            assert!(said.contains("Manage Server"), "{said}");
        }
    }
    let mut asked = forged(BOB, GENERAL, "server", "tables", here);
    asked.over = json!({"member": member(BOB, MANAGE_GUILD)});
    let set = harness.server.shared().deliver(asked).await;
    let said = set.message.unwrap();
    assert!(!content(&said).contains("permission"), "{said}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_ended_by_a_moderator_of_its_server_and_by_nobody_else() {
    let harness = Harness::unhurried().await;
    let (thread, board) = begun(&harness).await;
    let shared = harness.server.shared();
    let row = harness.app().store().row(GameId(1)).await.unwrap();
    let end = format!("r1:endgame:1:{}", row.ply);

    for user in [BOB, CAROL, DAVE] {
        for (sub, options) in [
            ("close", of_game("1")),
            ("end", of_game("1")),
            ("hide", of_game("1")),
            ("show", of_game("1")),
            ("free", of_player(BOB)),
            ("bar", of_player(CAROL)),
            ("allow", of_player(CAROL)),
            ("bars", json!([])),
        ] {
            let said = refusal(
                shared
                    .deliver(forged(user, &thread, "moderate", sub, options))
                    .await,
            );
            assert!(
                said.contains("That is for moderators"),
                "{user} {sub}: {said}"
            );
        }
        let said = refusal(
            shared
                .deliver(forged(user, GENERAL, "server", "show", json!([])))
                .await,
        );
        assert!(said.contains("Manage Server"), "{user}: {said}");
        let said = refusal(shared.deliver(pressed(user, &board, &end)).await);
        assert!(said.contains("That is for moderators"), "{user}: {said}");
    }
    // A user who may manage messages in one channel is a moderator of that one.
    let of_general = json!({"member": member(DAVE, MANAGE_MESSAGES)});
    for raw in [
        forged(DAVE, GENERAL, "moderate", "end", of_game("1")),
        forged(DAVE, GENERAL, "moderate", "hide", of_game("1")),
    ] {
        let said = refusal(shared.deliver(over(raw, of_general.clone())).await);
        assert!(said.contains("not in this channel"), "{said}");
    }
    let raw = forged(DAVE, GENERAL, "moderate", "bar", of_player(CAROL));
    let said = refusal(shared.deliver(over(raw, of_general.clone())).await);
    assert!(said.contains("moderate members"), "{said}");
    // An administrator, of another server.
    let of_another = json!({
        "guild_id": ELSEWHERE, "guild": {"features": [], "id": ELSEWHERE, "locale": "en-US"},
        "member": member(DAVE, ADMINISTRATOR),
    });
    for raw in [
        forged(DAVE, &thread, "moderate", "end", of_game("1")),
        forged(DAVE, &thread, "moderate", "hide", of_game("1")),
        pressed(DAVE, &board, &end),
    ] {
        let said = refusal(shared.deliver(over(raw, of_another.clone())).await);
        assert!(said.contains("no game 1 here"), "{said}");
    }
    assert_eq!(harness.app().store().row(GameId(1)).await.unwrap(), row);

    // A moderator must confirm, and can cancel.
    let asked = harness
        .subcommand(ALICE, &thread, "moderate", "end", json!([]))
        .await
        .message;
    assert!(is_private(&asked), "{asked}");
    let left = harness.click(ALICE, &asked, "No, leave it").await.message;
    assert_eq!(content(&left), "Nothing was changed.");
    assert_eq!(harness.app().store().row(GameId(1)).await.unwrap(), row);
    let asked = harness
        .subcommand(ALICE, GENERAL, "moderate", "end", of_game("1"))
        .await
        .message;
    let yes = button(&asked, "Yes, end it");
    let done = harness.press(ALICE, &asked, &yes).await.message;
    assert!(
        is_private(&done) && content(&done).contains("is ended"),
        "{done}"
    );
    let ended = harness
        .message(DAVE, &thread, |message| {
            content(message).contains("ended by a moderator")
        })
        .await;
    assert!(is_board(&ended), "{ended}");
    assert_eq!(mentioned(&ended), [BOB, CAROL]);
    let history = harness.command(DAVE, &thread, "history", &[]).await.message;
    assert!(
        content(&history).contains("Ended by a moderator"),
        "{history}"
    );
    // The match is over, whatever is pressed or requested.
    let row = harness.app().store().row(GameId(1)).await.unwrap();
    let again = refusal(
        shared
            .deliver(over(
                pressed(ALICE, &board, &end),
                json!({"member": member(ALICE, ADMINISTRATOR)}),
            ))
            .await,
    );
    assert!(again.contains("over"), "{again}");
    for sub in ["end", "close"] {
        let again = harness
            .subcommand(ALICE, &thread, "moderate", sub, of_game("1"))
            .await
            .message;
        assert!(
            is_private(&again) && content(&again).contains("over"),
            "{again}"
        );
    }
    assert_eq!(harness.app().store().row(GameId(1)).await.unwrap(), row);
    let public = harness.public(&thread).await;
    assert_eq!(public.iter().filter(|message| is_board(message)).count(), 2);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_a_hidden_game_is_for_its_players_alone() {
    let harness = Harness::unhurried().await;
    let (thread, board) = begun(&harness).await;
    let hidden = harness
        .subcommand(ALICE, &thread, "moderate", "hide", json!([]))
        .await
        .message;
    assert!(
        is_private(&hidden) && content(&hidden).contains("hidden"),
        "{hidden}"
    );
    harness
        .message(DAVE, &thread, |message| {
            content(message).contains("A moderator has hidden this game")
                && mentioned(message) == [BOB, CAROL]
        })
        .await;
    let moved = harness.play(BOB, &thread, "Ng1-f3").await.message;
    assert!(is_private(&moved), "{moved}");
    let turn = harness
        .message(DAVE, &thread, |message| {
            content(message).contains("It is your turn")
        })
        .await;
    assert_eq!(mentioned(&turn), [CAROL]);
    assert_eq!(turn["attachments"], json!([]), "{turn}");
    for refused in [
        harness.command(DAVE, &thread, "board", &[]).await,
        harness.command(DAVE, &thread, "history", &[]).await,
        harness
            .command(DAVE, GENERAL, "board", &[("game", "1")])
            .await,
        harness.click(DAVE, &board, "My side").await,
        harness.click(DAVE, &board, "More").await,
    ] {
        let said = content(&refused.message);
        assert!(said.contains("has hidden game 1"), "{said}");
    }
    let own = harness.command(CAROL, &thread, "board", &[]).await.message;
    assert_eq!(own["attachments"].as_array().unwrap().len(), 1, "{own}");
    let public = harness.public(&thread).await;
    assert_eq!(public.iter().filter(|message| is_board(message)).count(), 1);

    harness
        .subcommand(ALICE, &thread, "moderate", "show", of_game("1"))
        .await;
    let moved = harness.play(CAROL, &thread, "Nb8-c6").await.message;
    assert!(is_board(&moved), "{moved}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_closed_and_a_barred_person_sits_down_at_none() {
    let harness = Harness::unhurried().await;
    let table = harness
        .subcommand(BOB, GAMES, "new", "abstract-chess", json!([]))
        .await
        .message;
    let closed = harness
        .subcommand(ALICE, GENERAL, "moderate", "close", of_game("1"))
        .await
        .message;
    assert!(content(&closed).contains("closed"), "{closed}");
    harness
        .message(CAROL, GAMES, |message| {
            message["id"] == table["id"]
                && content(message).contains("closed by a moderator")
                && message["components"] == json!([])
        })
        .await;
    harness
        .message(CAROL, GAMES, |message| {
            mentioned(message) == [BOB] && content(message).contains("closed by a moderator")
        })
        .await;

    let barred = harness
        .subcommand(ALICE, GENERAL, "moderate", "bar", of_player(CAROL))
        .await
        .message;
    assert!(is_private(&barred), "{barred}");
    assert!(mentioned(&barred).is_empty(), "it rings nobody");
    let table = harness
        .subcommand(BOB, GAMES, "new", "abstract-chess", json!([]))
        .await
        .message;
    let kept = |message: &Value| {
        is_private(message) && content(message).contains("from joining games in this server")
    };
    let joined = harness.click(CAROL, &table, "Join").await.message;
    assert!(kept(&joined), "{joined}");
    let opened = harness
        .subcommand(CAROL, GAMES, "new", "abstract-chess", json!([]))
        .await
        .message;
    assert!(kept(&opened), "{opened}");
    let invite = json!([{"name": "opponent", "type": 6, "value": CAROL}]);
    let invited = harness
        .subcommand(DAVE, GAMES, "new", "abstract-chess", invite)
        .await
        .message;
    assert!(kept(&invited), "{invited}");
    let bars = harness
        .subcommand(ALICE, GENERAL, "moderate", "bars", json!([]))
        .await
        .message;
    assert!(
        content(&bars).contains(CAROL) && content(&bars).contains(ALICE),
        "{bars}"
    );
    harness
        .subcommand(ALICE, GENERAL, "moderate", "allow", of_player(CAROL))
        .await;
    harness.click(CAROL, &table, "Join").await;
    harness.first_board().await;
    harness.end().await;
}
