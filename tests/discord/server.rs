//! Tests of a server's settings.

use rookery::sandbox::FaultKind;
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, GAMES, GENERAL, Harness, content, has_button, is_private, mentioned,
};
use crate::moderate::{forged, refusal};

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

/// A channel in which the bot may not post is refused at once, with the names of what it lacks there: its own
/// permissions count, not those of the admin.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_in_which_the_bot_may_not_post_is_not_taken() {
    const SERVER: &str = "2000000000000000001";
    const BOT: &str = "1000000000000000001";
    const SEND: u64 = 1 << 11;
    const FILES: u64 = 1 << 15;
    const THREADS: u64 = 1 << 35;
    let harness = Harness::new().await;
    let shared = harness.server.shared();
    let over = |id: &str, kind: u8, allow: u64, deny: u64| json!({"id": id, "type": kind, "allow": allow.to_string(), "deny": deny.to_string()});
    let closed = |overwrites: Value| json!({"id": GAMES, "type": 0, "guild_id": SERVER, "permission_overwrites": overwrites});
    let path = format!("/channels/{GAMES}");
    let set = async |sub: &str| {
        let channel = json!([{"name": "channel", "type": 7, "value": GAMES}]);
        let said = harness.subcommand(ALICE, GENERAL, "server", sub, channel);
        let said = said.await.message;
        assert!(is_private(&said), "{said}");
        content(&said).to_owned()
    };
    let shown = async || {
        let shown = harness.subcommand(ALICE, GENERAL, "server", "show", json!([]));
        content(&shown.await.message).to_owned()
    };
    let before = shown().await;
    for (overwrites, lacks) in [
        (json!([over(SERVER, 0, 0, SEND)]), "I lack *Send Messages*."),
        (
            json!([over(SERVER, 0, 0, SEND | FILES)]),
            "I lack *Send Messages* and *Attach Files*.",
        ),
        (
            json!([over(SERVER, 0, SEND, 0), over(BOT, 1, 0, FILES)]),
            "I lack *Attach Files*.",
        ),
    ] {
        shared.pretend(&path, closed(overwrites));
        for sub in ["tables", "results", "digest", "puzzles"] {
            let said = set(sub).await;
            assert!(
                said.contains(lacks) && said.contains(GAMES),
                "{sub}: {said}"
            );
            assert_eq!(shown().await, before, "{sub}");
        }
    }
    // Games in threads need more, and only they.
    shared.pretend(&path, closed(json!([over(SERVER, 0, 0, THREADS)])));
    let said = json!([
        {"name": "channel", "type": 7, "value": GAMES}, {"name": "place", "type": 3, "value": "thread"},
    ]);
    let said = harness.subcommand(ALICE, GENERAL, "server", "tables", said);
    let said = content(&said.await.message).to_owned();
    assert!(said.contains("I lack *Create Public Threads*"), "{said}");
    let said = set("tables").await;
    assert!(said.contains(GAMES) && !said.contains("I lack"), "{said}");
    // A channel that Discord does not show to the bot.
    shared.fault(&format!("GET {path}"), FaultKind::Status(403), 1);
    let said = set("tables").await;
    assert!(said.contains("I lack *View Channels*"), "{said}");
    // What is denied to everybody is allowed to the bot.
    shared.pretend(
        &path,
        closed(json!([over(SERVER, 0, 0, SEND), over(BOT, 1, SEND, 0)])),
    );
    let said = set("tables").await;
    assert!(said.contains(GAMES) && !said.contains("I lack"), "{said}");

    // Of the channel of the command, Discord tells the bot's permissions with it.
    let mut here = forged(
        ALICE,
        GENERAL,
        "server",
        "results",
        json!([{"name": "channel", "type": 7, "value": GENERAL}]),
    );
    here.over = json!({"app_permissions": FILES.to_string()});
    let asked = || {
        shared
            .requests()
            .iter()
            .filter(|one| one.path.contains("/roles"))
            .count()
    };
    let before = asked();
    let said = refusal(shared.deliver(here).await);
    assert!(
        said.contains("I lack *View Channels* and *Send Messages*"),
        "{said}"
    );
    assert_eq!(asked(), before);
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
