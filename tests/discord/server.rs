//! Tests of a server's settings.

use serde_json::json;

use crate::harness::{
    ALICE, BOB, GAMES, GENERAL, Harness, content, has_button, is_private, mentioned,
};

const PLAYERS: &str = "5000000000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn a_role_hears_of_new_tables_and_nobody_else_does() {
    let harness = Harness::new().await;
    let set = harness
        .subcommand(
            ALICE,
            GENERAL,
            "server",
            "role",
            json!([
                {"name": "game", "type": 3, "value": "abstract"},
                {"name": "role", "type": 8, "value": PLAYERS},
            ]),
        )
        .await
        .message;
    assert!(is_private(&set) && content(&set).contains(PLAYERS), "{set}");
    assert_eq!(
        set["mention_roles"],
        json!([]),
        "to tell of it rings nobody"
    );

    let table = harness.open(&[]).await;
    assert_eq!(table["mention_roles"], json!([PLAYERS]), "{table}");
    assert_eq!(mentioned(&table), Vec::<&str>::new());
    let answered = harness.server.shared().requests();
    let answered = answered
        .iter()
        .rfind(|request| request.body["data"]["content"].is_string())
        .unwrap();
    assert_eq!(
        answered.body["data"]["allowed_mentions"],
        json!({"parse": [], "users": [], "roles": [PLAYERS]})
    );
    // Another game's table mentions nobody.
    let other = harness.open_game("four-fold-chess", &[]).await;
    assert_eq!(other["mention_roles"], json!([]), "{other}");

    // Without a role the subscription ends.
    let forgotten = json!([{"name": "game", "type": 3, "value": "abstract"}]);
    harness
        .subcommand(ALICE, GENERAL, "server", "role", forgotten)
        .await;
    let table = harness.open(&[]).await;
    assert_eq!(table["mention_roles"], json!([]), "{table}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_a_usual_clock() {
    let harness = Harness::new().await;
    let table = harness.open(&[]).await;
    assert!(
        content(&table).contains("7 days, plus 1 per move"),
        "{table}"
    );
    let clock = json!([
        {"name": "clock", "type": 3, "value": "3"},
        {"name": "flag", "type": 3, "value": "hard"},
        {"name": "wait", "type": 4, "value": 2},
    ]);
    let set = harness
        .subcommand(ALICE, GENERAL, "server", "clock", clock)
        .await
        .message;
    assert!(
        is_private(&set) && content(&set).contains("3 days per move"),
        "{set}"
    );
    let table = harness.open(&[]).await;
    let text = content(&table);
    assert!(
        text.contains("Clock: 3 days per move. If you run out, you lose"),
        "{table}"
    );
    // The opener of a table decides, and options that they leave out have the server's defaults.
    let table = harness.open(&[("clock", "untimed")]).await;
    assert!(content(&table).contains("Untimed"), "{table}");
    let table = harness.open(&[("clock", "5")]).await;
    let text = content(&table);
    assert!(
        text.contains("5 days") && text.contains("If you run out, you lose"),
        "{table}"
    );
    // An invalid clock changes nothing.
    for bad in ["4", "soon"] {
        let bad = json!([{"name": "clock", "type": 3, "value": bad}]);
        let refused = harness
            .subcommand(ALICE, GENERAL, "server", "clock", bad)
            .await
            .message;
        assert!(is_private(&refused), "{refused}");
    }
    let shown = harness
        .subcommand(ALICE, GENERAL, "server", "show", json!([]))
        .await
        .message;
    assert!(content(&shown).contains("3 days per move"), "{shown}");
    assert!(content(&shown).contains("waits 2 days"), "{shown}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_posted_in_the_channel_that_is_set_and_only_admins_set_it() {
    let harness = Harness::new().await;
    let refused = harness
        .people(
            "interact",
            json!({
                "user": BOB, "channel": GENERAL, "kind": "command", "command": "server",
                "options": [{"name": "show", "type": 1, "options": []}],
            }),
        )
        .await;
    assert_eq!(refused.0, 404, "nobody else has the command");

    let options = json!([
        {"name": "channel", "type": 7, "value": GAMES},
        {"name": "place", "type": 3, "value": "here"},
    ]);
    let set = harness
        .subcommand(ALICE, GENERAL, "server", "tables", options)
        .await
        .message;
    assert!(content(&set).contains(GAMES), "{set}");
    let opened = harness
        .subcommand(BOB, GENERAL, "new", "abstract-chess", json!([]))
        .await
        .message;
    assert!(
        is_private(&opened) && content(&opened).contains(GAMES),
        "{opened}"
    );
    let table = harness
        .message(ALICE, GAMES, |message| has_button(message, "Join"))
        .await;
    harness.click(ALICE, &table, "Join").await;
    harness
        .message(ALICE, GAMES, crate::harness::is_board)
        .await;
    assert_eq!(harness.thread().await, None, "it is played in the channel");
    harness.end().await;
}
