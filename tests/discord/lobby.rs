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
    assert!(content(&table).contains("If it is not full <t:"), "{table}");

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
        content(&table).contains(&format!("chance: <@{CAROL}>")),
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
    let left = stage.click(BOB, &table, "Leave").await.message;
    assert!(has_button(&left, "Play White"), "{left}");
    told(ALICE, "does not play at your table").await;

    // The opener goes, and who has waited longest has the table.
    let handed = stage.click(ALICE, &left, "Leave").await.message;
    assert!(
        content(&handed).contains(&format!("<@{CAROL}> opens a table")),
        "{handed}"
    );
    told(CAROL, "it is yours now").await;
    let table = stage.click(DAVE, &handed, "Play Black").await.message;
    told(CAROL, &format!("<@{DAVE}> has joined")).await;
    let refused = stage.click(DAVE, &table, "Close the table").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("Only"),
        "{refused}"
    );
    let closed = stage.click(CAROL, &table, "Close the table").await.message;
    assert!(content(&closed).contains("closed"), "{closed}");
    assert!(components(&closed).is_empty(), "{closed}");
    told(DAVE, "closed before the game began").await;

    // A table with nobody left at it is closed.
    let table = stage.open_game(&game_of_four(), &[]).await;
    let closed = stage.click(ALICE, &table, "Leave").await.message;
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
            content(m).contains(&format!("<@{CAROL}> opens"))
        })
        .await;
    for table in [&here, &there] {
        assert_eq!(table["mention_roles"], json!([LOVERS]), "{table}");
        assert!(content(table).contains("If it is not full <t:"), "{table}");
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
