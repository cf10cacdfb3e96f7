//! What a server's admin sets.

use serde_json::json;

use crate::stage::{ALICE, BOB, GAMES, GENERAL, Stage, content, has_button, is_private, mentioned};

const PLAYERS: &str = "5000000000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn a_role_hears_of_new_tables_and_nobody_else_does() {
    let stage = Stage::new().await;
    let set = stage
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

    let table = stage.open(&[]).await;
    assert_eq!(table["mention_roles"], json!([PLAYERS]), "{table}");
    assert_eq!(mentioned(&table), Vec::<&str>::new());
    let answered = stage.server.world().requests();
    let answered = answered
        .iter()
        .rfind(|request| request.body["data"]["content"].is_string())
        .unwrap();
    assert_eq!(
        answered.body["data"]["allowed_mentions"],
        json!({"parse": [], "users": [], "roles": [PLAYERS]})
    );
    // Another game's table mentions nobody.
    let other = stage.open_game("four-fold-chess", &[]).await;
    assert_eq!(other["mention_roles"], json!([]), "{other}");

    // Without a role it is over.
    let forgotten = json!([{"name": "game", "type": 3, "value": "abstract"}]);
    stage
        .subcommand(ALICE, GENERAL, "server", "role", forgotten)
        .await;
    let table = stage.open(&[]).await;
    assert_eq!(table["mention_roles"], json!([]), "{table}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_a_usual_clock() {
    let stage = Stage::new().await;
    let table = stage.open(&[]).await;
    assert!(
        content(&table).contains("7 days, plus 1 per move"),
        "{table}"
    );
    let clock = json!([
        {"name": "clock", "type": 3, "value": "3"},
        {"name": "flag", "type": 3, "value": "hard"},
        {"name": "wait", "type": 4, "value": 2},
    ]);
    let set = stage
        .subcommand(ALICE, GENERAL, "server", "clock", clock)
        .await
        .message;
    assert!(
        is_private(&set) && content(&set).contains("3 days per move"),
        "{set}"
    );
    let table = stage.open(&[]).await;
    let text = content(&table);
    assert!(
        text.contains("Clock: 3 days per move. If you run out, you lose"),
        "{table}"
    );
    // Whoever opens a table has the last word, and what they do not say is as usual.
    let table = stage.open(&[("clock", "untimed")]).await;
    assert!(content(&table).contains("Untimed"), "{table}");
    let table = stage.open(&[("clock", "5")]).await;
    let text = content(&table);
    assert!(
        text.contains("5 days") && text.contains("If you run out, you lose"),
        "{table}"
    );
    // What is no clock changes nothing.
    for bad in ["4", "soon"] {
        let bad = json!([{"name": "clock", "type": 3, "value": bad}]);
        let refused = stage
            .subcommand(ALICE, GENERAL, "server", "clock", bad)
            .await
            .message;
        assert!(is_private(&refused), "{refused}");
    }
    let shown = stage
        .subcommand(ALICE, GENERAL, "server", "show", json!([]))
        .await
        .message;
    assert!(content(&shown).contains("3 days per move"), "{shown}");
    assert!(content(&shown).contains("waits 2 days"), "{shown}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_posted_in_the_channel_that_is_set_and_only_admins_set_it() {
    let stage = Stage::new().await;
    let refused = stage
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
    let set = stage
        .subcommand(ALICE, GENERAL, "server", "tables", options)
        .await
        .message;
    assert!(content(&set).contains(GAMES), "{set}");
    let opened = stage
        .subcommand(BOB, GENERAL, "new", "abstract-chess", json!([]))
        .await
        .message;
    assert!(
        is_private(&opened) && content(&opened).contains(GAMES),
        "{opened}"
    );
    let table = stage
        .message(ALICE, GAMES, |message| has_button(message, "Join"))
        .await;
    stage.click(ALICE, &table, "Join").await;
    stage.message(ALICE, GAMES, crate::stage::is_board).await;
    assert_eq!(stage.thread().await, None, "it is played in the channel");
    stage.end().await;
}
