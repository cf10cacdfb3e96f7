//! The table of four before the game: who comes, who leaves, what is told of it, and what becomes of its message.

use std::time::Duration;

use rookery::games;
use rookery::sandbox::Ill;
use serde_json::{Value, json};

use crate::four::{PLAYERS, game_of_four};
use crate::stage::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Stage, components, content, has_button, is_board,
    is_private, mentioned,
};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// The role of those who want to hear of tables.
const LOVERS: &str = "5000000000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_four_fills_seat_by_seat() {
    let stage = Stage::new().await;
    let table = stage.open_game(&game_of_four(), &[("side", "red")]).await;
    for free in ["Play Green", "Play Black", "Play White", "Any seat"] {
        assert!(has_button(&table, free), "{free}: {table}");
    }
    assert!(!has_button(&table, "Play Red"), "Alice sits there");
    assert!(content(&table).contains("The table closes <t:"), "{table}");

    // Each one who comes is told to Alice, and only to her.
    let table = stage.click(BOB, &table, "Play White").await.message;
    assert!(!has_button(&table, "Play White"), "{table}");
    let told = stage
        .message(ALICE, GAMES, |m| content(m).contains("has joined"))
        .await;
    assert!(content(&told).contains(BOB), "{told}");
    assert_eq!(mentioned(&told), [ALICE]);
    let table = stage.click(CAROL, &table, "Any seat").await.message;
    assert!(
        content(&table).contains(&format!("drawn): <@{CAROL}>")),
        "{table}"
    );
    let taken = stage.press(DAVE, &table, "r1:join:1:any:t").await.message;
    assert!(
        !has_button(&taken, "Any seat"),
        "it begins by itself: {taken}"
    );
    for user in PLAYERS {
        assert!(content(&taken).contains(user), "{taken}");
    }
    assert!(content(&taken).contains(&format!("<@{ALICE}> (Red)")));
    assert!(content(&taken).contains(&format!("<@{BOB}> (White)")));

    // That Dave has come is not told for itself: the first board tells everyone that the game begins.
    let (_, board) = stage.first_board().await;
    assert!(content(&board).contains("The game begins: <@"), "{board}");
    assert!(
        content(&board).contains(&format!("<@{BOB}> (White)")),
        "{board}"
    );
    for user in [ALICE, BOB, CAROL] {
        assert!(mentioned(&board).contains(&user), "{user}: {board}");
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut told = stage.public(GAMES).await;
    told.retain(|m| content(m).contains("has joined"));
    assert_eq!(told.len(), 2, "Bob and Carol: {told:#?}");
    stage.end().await;
}

/// Waits until a message that somebody sees has no buttons left, and gives it as it is then.
async fn settled(stage: &Stage, channel: &str, table: &Value) -> Value {
    stage
        .message(ALICE, channel, |m| {
            m["id"] == table["id"] && components(m).is_empty()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_four_can_be_left_handed_on_and_closed() {
    let stage = Stage::new().await;
    let told = async |user: &str, words: &str| {
        let told = stage
            .message(user, GAMES, |m| {
                content(m).contains(words) && mentioned(m) == [user]
            })
            .await;
        assert!(!is_board(&told), "{told}");
    };
    let table = stage.open_game(&game_of_four(), &[]).await;
    stage.click(BOB, &table, "Play White").await;
    let table = stage.click(CAROL, &table, "Any seat").await.message;
    let left = stage.click(BOB, &table, "Leave table").await.message;
    assert!(has_button(&left, "Play White"), "{left}");
    told(ALICE, "has left your table").await;

    // The opener goes, and who has waited longest has the table.
    let handed = stage.click(ALICE, &left, "Leave table").await.message;
    assert!(
        content(&handed).contains(&format!("<@{CAROL}> is looking for players")),
        "{handed}"
    );
    told(CAROL, "it is yours now").await;
    let table = stage.click(DAVE, &handed, "Play Black").await.message;
    told(CAROL, &format!("<@{DAVE}> has joined")).await;
    let refused = stage.click(DAVE, &table, "Close table").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("Only"),
        "{refused}"
    );
    let closed = stage.click(CAROL, &table, "Close table").await.message;
    assert!(content(&closed).contains("closed"), "{closed}");
    assert!(components(&closed).is_empty(), "{closed}");
    told(DAVE, "closed before the game began").await;

    // A table with nobody left at it is closed.
    let table = stage.open_game(&game_of_four(), &[]).await;
    let closed = stage.click(ALICE, &table, "Leave table").await.message;
    assert!(content(&closed).contains("closed"), "{closed}");
    assert!(components(&closed).is_empty(), "{closed}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_calls_its_role_and_is_closed_when_its_time_is_over() {
    let mut stage = Stage::with_clock().await;
    let game = game_of_four();
    let kind = games::GAMES.iter().find(|kind| kind.seats.len() == 4);
    let role = json!([
        {"name": "game", "type": 3, "value": kind.unwrap().key},
        {"name": "role", "type": 8, "value": LOVERS},
    ]);
    stage
        .subcommand(ALICE, GENERAL, "server", "role", role)
        .await;
    let channel = json!([{"name": "channel", "type": 7, "value": GAMES}]);
    stage
        .subcommand(ALICE, GENERAL, "server", "tables", channel)
        .await;
    let wait = json!([{"name": "wait", "type": 4, "value": 1}]);
    // One is the answer itself, the other is posted in the channel for tables.
    let here = stage.subcommand(ALICE, GAMES, "new", &game, wait.clone());
    let here = here.await.message;
    stage.subcommand(CAROL, GENERAL, "new", &game, wait).await;
    let there = stage
        .message(ALICE, GAMES, |m| {
            content(m).contains(&format!("<@{CAROL}> is looking for"))
        })
        .await;
    // One mention is enough for all who open a table within some minutes.
    assert_eq!(here["mention_roles"], json!([LOVERS]), "{here}");
    assert_eq!(there["mention_roles"], json!([]), "{there}");
    for table in [&here, &there] {
        assert!(content(table).contains("The table closes <t:"), "{table}");
    }
    stage.click(BOB, &here, "Any seat").await;
    stage.stop_bot().await;
    stage.start_bot().await;
    stage.pass(DAY - HOUR).await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    let waiting = stage.message(ALICE, GAMES, |m| m["id"] == here["id"]).await;
    assert!(has_button(&waiting, "Any seat"), "{waiting}");
    stage.pass(2 * HOUR).await;
    for user in [ALICE, BOB, CAROL] {
        stage
            .message(user, GAMES, |m| {
                content(m).contains("closed before the game began") && mentioned(m) == [user]
            })
            .await;
    }
    for table in [&here, &there] {
        let closed = settled(&stage, GAMES, table).await;
        assert!(content(&closed).contains("closed"), "{closed}");
        let files = closed["attachments"].as_array().unwrap();
        assert_eq!(files.len(), 1, "the picture stays");
        assert_eq!(mentioned(&closed), Vec::<&str>::new());
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_message_missed_the_beginning_is_brought_up_to_date() {
    let stage = Stage::new().await;
    let table = stage.open(&[("side", "white")]).await;
    let world = stage.server.world();
    world.fault("POST /interactions/", Ill::Status(500), 3);
    stage.click(BOB, &table, "Join").await;
    let still = stage
        .message(CAROL, GAMES, |m| m["id"] == table["id"])
        .await;
    assert!(has_button(&still, "Join"), "{still}");
    let late = stage.click(CAROL, &still, "Join").await.message;
    assert!(
        is_private(&late) && content(&late).contains("has begun already"),
        "{late}"
    );
    let begun = settled(&stage, GAMES, &table).await;
    assert!(content(&begun).contains("the game begins"), "{begun}");
    stage.stop_with_faults().await;
}

/// Whoever wants to know of tables is called once in a while, not for each of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_role_is_mentioned_once_in_ten_minutes() {
    let stage = Stage::with_clock().await;
    for game in ["abstract", "fourfold"] {
        let role = json!([
            {"name": "game", "type": 3, "value": game},
            {"name": "role", "type": 8, "value": LOVERS},
        ]);
        stage
            .subcommand(ALICE, GENERAL, "server", "role", role)
            .await;
    }
    let rings = async |user: &str, game: &str| {
        let table = stage.subcommand(user, GAMES, "new", game, json!([])).await;
        assert!(has_button(&table.message, "Join"), "{table:?}");
        table.message["mention_roles"] == json!([LOVERS])
    };
    assert!(rings(ALICE, "abstract-chess").await);
    assert!(!rings(ALICE, "abstract-chess").await);
    assert!(!rings(BOB, "abstract-chess").await, "whoever opens it");
    assert!(rings(ALICE, "four-fold-chess").await, "another game's");
    // A table that is refused takes nobody's mention away.
    stage.pass(599).await;
    assert!(!rings(CAROL, "abstract-chess").await);
    stage.pass(1).await;
    for _ in 0..2 {
        stage.open(&[("opponent", BOB)]).await;
    }
    let refused = stage
        .subcommand(ALICE, GAMES, "new", "abstract-chess", json!([]))
        .await
        .message;
    assert!(is_private(&refused), "a sixth table: {refused}");
    assert!(rings(DAVE, "abstract-chess").await);
    stage.end().await;
}

/// Nobody fills a channel with tables or rings somebody up again and again.
#[tokio::test(flavor = "multi_thread")]
async fn tables_and_invitations_of_one_person_are_bounded() {
    let stage = Stage::new().await;
    let count = async || {
        let messages = stage.public(GAMES).await;
        messages.iter().filter(|m| !mentioned(m).is_empty()).count()
    };
    let invite = async |user: &str, whom: &str| {
        let options = json!([{"name": "opponent", "type": 6, "value": whom}]);
        let opened = stage
            .subcommand(user, GAMES, "new", "abstract-chess", options)
            .await;
        opened.message
    };
    let mut tables = Vec::new();
    for _ in 0..3 {
        let table = invite(ALICE, BOB).await;
        assert!(has_button(&table, "Accept"), "{table}");
        tables.push(table);
    }
    let rung = count().await;
    let refused = invite(ALICE, BOB).await;
    assert!(is_private(&refused), "{refused}");
    assert!(
        content(&refused).contains("has not answered 3"),
        "{refused}"
    );
    assert_eq!(count().await, rung, "nobody is called");
    // Others can invite Bob, and Alice can invite others.
    assert!(has_button(&invite(CAROL, BOB).await, "Accept"));
    assert!(has_button(&invite(ALICE, CAROL).await, "Accept"));
    stage.open(&[]).await;
    let refused = invite(ALICE, DAVE).await;
    assert!(content(&refused).contains("5 open tables"), "{refused}");
    // An answer makes room.
    stage.click(BOB, &tables[0], "Decline").await;
    assert!(has_button(&invite(ALICE, BOB).await, "Accept"));
    stage.end().await;
}

/// Everybody says for themselves who may invite them.
#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_invitations_gets_none() {
    let stage = Stage::new().await;
    let settings = async |options: Value| {
        let set = json!({
            "user": BOB, "channel": GAMES, "kind": "command", "command": "settings", "options": options,
        });
        stage.interact(set).await.message
    };
    let invite = async |user: &str| {
        let options = json!([{"name": "opponent", "type": 6, "value": BOB}]);
        let opened = stage
            .subcommand(user, GAMES, "new", "abstract-chess", options)
            .await;
        opened.message
    };
    let is_refused = |answer: &Value| {
        is_private(answer)
            && content(answer).contains("takes no invitations")
            && mentioned(answer).is_empty()
    };
    let set = settings(json!([{"name": "block", "type": 6, "value": ALICE}])).await;
    let anyone_but = format!("Invitations: from anyone but <@{ALICE}>");
    assert!(content(&set).contains(&anyone_but), "{set}");
    let refused = invite(ALICE).await;
    assert!(is_refused(&refused), "{refused}");
    assert!(
        stage
            .app()
            .store()
            .row(rookery::table::GameId(1))
            .await
            .is_err()
    );
    assert!(has_button(&invite(CAROL).await, "Accept"));

    let set = settings(json!([
        {"name": "invitations", "type": 3, "value": "nobody"},
        {"name": "unblock", "type": 6, "value": ALICE},
    ]))
    .await;
    assert!(content(&set).contains("Invitations: from nobody"), "{set}");
    for user in [ALICE, CAROL] {
        let refused = invite(user).await;
        assert!(is_refused(&refused), "{refused}");
    }
    settings(json!([{"name": "invitations", "type": 3, "value": "anyone"}])).await;
    assert!(has_button(&invite(ALICE).await, "Accept"));
    let oneself = settings(json!([{"name": "block", "type": 6, "value": BOB}])).await;
    assert!(content(&oneself).contains("yourself"), "{oneself}");
    stage.end().await;
}

/// Tables that wait do not hide the game that is played in the same channel.
#[tokio::test(flavor = "multi_thread")]
async fn open_tables_do_not_take_over_a_channel() {
    let stage = Stage::new().await;
    let here = json!([{"name": "place", "type": 3, "value": "here"}]);
    let table = stage
        .subcommand(ALICE, GAMES, "new", "abstract-chess", here.clone())
        .await
        .message;
    stage.click(BOB, &table, "Join").await;
    stage.message(ALICE, GAMES, is_board).await;
    for user in [CAROL, ALICE] {
        stage
            .subcommand(user, GAMES, "new", "abstract-chess", here.clone())
            .await;
    }
    for user in [ALICE, BOB, CAROL, DAVE] {
        let board = stage.command(user, GAMES, "board", &[]).await.message;
        assert!(content(&board).contains("· game 1"), "{user}: {board}");
    }
    let offered = stage.command(ALICE, GAMES, "draw", &[]).await.message;
    assert!(content(&offered).contains("offers a draw"), "{offered}");
    stage.end().await;
}

/// A rematch belongs where the match before was played, wherever its last answer comes from.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_stays_in_its_server() {
    let stage = Stage::new().await;
    let (thread, board) = stage.begin().await;
    let asked = stage.resign(ALICE, &board).await.message;
    stage.click(ALICE, &asked, "Yes, I give up").await;
    stage.command(ALICE, &thread, "rematch", &[]).await;
    let direct = stage.direct(BOB).await;
    stage
        .command(BOB, &direct, "rematch", &[("game", "1")])
        .await;
    stage
        .message(ALICE, &thread, |m| {
            is_board(m) && content(m).contains("· game 2")
        })
        .await;
    let row = async |game| {
        let row = stage.app().store().row(rookery::table::GameId(game)).await;
        row.unwrap()
    };
    let (before, after) = (row(1).await, row(2).await);
    assert!(before.guild.is_some());
    assert_eq!(after.guild, before.guild);
    assert_eq!(after.channel, before.channel);
    assert_eq!(after.home, before.home);
    assert_eq!(after.audience, before.audience);
    // A member of the server sees it; from elsewhere nobody does.
    let seen = [("game", "2")];
    let seen = stage.command(CAROL, GAMES, "board", &seen).await.message;
    assert!(content(&seen).contains("· game 2"), "{seen}");
    stage.end().await;
}
