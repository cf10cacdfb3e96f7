//! Tests of the table of four before the game: players who join or leave, their notifications, and the table's message.

use rookery::games;
use rookery::sandbox::FaultKind;
use serde_json::{Value, json};

use crate::four::{PLAYERS, game_of_four, resign, sit_down};
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, components, content, has_button, is_board,
    is_private, mentioned,
};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// Role of users who want notifications of tables.
const LOVERS: &str = "5000000000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_four_fills_seat_by_seat() {
    let harness = Harness::new().await;
    let table = harness.open_game(&game_of_four(), &[("side", "red")]).await;
    for free in ["Play Green", "Play Black", "Play White", "Any seat"] {
        assert!(has_button(&table, free), "{free}: {table}");
    }
    assert!(!has_button(&table, "Play Red"), "Alice sits there");
    assert!(content(&table).contains("The table closes <t:"), "{table}");
    // With four players nobody wins by one player's clock.
    let clock = "If you run out twice, anyone may take over your seat.";
    assert!(
        content(&table).contains(clock) && !content(&table).contains("claim"),
        "{table}"
    );

    // Only Alice is notified of each joining player.
    let table = harness.click(BOB, &table, "Play White").await.message;
    assert!(!has_button(&table, "Play White"), "{table}");
    let notice = harness
        .message(ALICE, GAMES, |m| content(m).contains("has joined"))
        .await;
    assert!(content(&notice).contains(BOB), "{notice}");
    assert_eq!(mentioned(&notice), [ALICE]);
    let table = harness.click(CAROL, &table, "Any seat").await.message;
    assert!(
        content(&table).contains(&format!("drawn): <@{CAROL}>")),
        "{table}"
    );
    // A seated player changes seats by the button of a free one, and nobody is notified.
    let moved = harness.click(BOB, &table, "Play Black").await.message;
    assert!(
        content(&moved).contains(&format!("Black: <@{BOB}>"))
            && has_button(&moved, "Play White")
            && !has_button(&moved, "Play Black"),
        "{moved}"
    );
    let table = harness.click(BOB, &moved, "Play White").await.message;
    let taken = harness.press(DAVE, &table, "r1:join:1:any:t").await.message;
    assert!(
        !has_button(&taken, "Any seat"),
        "it begins by itself: {taken}"
    );
    for user in PLAYERS {
        assert!(content(&taken).contains(user), "{taken}");
    }
    assert!(content(&taken).contains(&format!("<@{ALICE}> (Red)")));
    assert!(content(&taken).contains(&format!("<@{BOB}> (White)")));

    // No notice reports that Dave has joined: the first board tells everyone that the game begins.
    let (_, board) = harness.first_board().await;
    assert!(content(&board).contains("The game begins: <@"), "{board}");
    assert!(
        content(&board).contains(&format!("<@{BOB}> (White)")),
        "{board}"
    );
    for user in [ALICE, BOB, CAROL] {
        assert!(mentioned(&board).contains(&user), "{user}: {board}");
    }
    harness.caught_up().await;
    let mut joined = harness.public(GAMES).await;
    joined.retain(|m| content(m).contains("has joined"));
    assert_eq!(joined.len(), 2, "Bob and Carol: {joined:#?}");
    harness.end().await;
}

/// Waits until a message that a user sees has no buttons left, and returns it.
async fn settled(harness: &Harness, channel: &str, table: &Value) -> Value {
    harness
        .message(ALICE, channel, |m| {
            let joins = ["Any seat", "Accept", "Join"];
            m["id"] == table["id"] && joins.iter().all(|join| !has_button(m, join))
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_four_can_be_left_handed_on_and_closed() {
    let harness = Harness::new().await;
    let notice = async |user: &str, words: &str| {
        let notice = harness
            .message(user, GAMES, |m| {
                content(m).contains(words) && mentioned(m) == [user]
            })
            .await;
        assert!(!is_board(&notice), "{notice}");
    };
    let table = harness.open_game(&game_of_four(), &[]).await;
    harness.click(BOB, &table, "Play White").await;
    let table = harness.click(CAROL, &table, "Any seat").await.message;
    let left = harness.click(BOB, &table, "Leave table").await.message;
    assert!(has_button(&left, "Play White"), "{left}");
    notice(ALICE, "won't play at your table").await;

    // The opener leaves, and the player who has waited longest gets the table.
    let handed = harness.click(ALICE, &left, "Leave table").await.message;
    assert!(
        content(&handed).contains(&format!("<@{CAROL}> is looking for players")),
        "{handed}"
    );
    notice(CAROL, "it is yours now").await;
    let table = harness.click(DAVE, &handed, "Play Black").await.message;
    notice(CAROL, &format!("<@{DAVE}> has joined")).await;
    let refused = harness.click(DAVE, &table, "Close table").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("Only"),
        "{refused}"
    );
    let closed = harness.click(CAROL, &table, "Close table").await.message;
    assert!(content(&closed).contains("closed"), "{closed}");
    assert_eq!(components(&closed).len(), 1, "{closed}");
    notice(DAVE, "closed before the game began").await;

    // Only its last opener can open it again, once; whoever had joined is invited.
    let refused = harness.click(DAVE, &closed, "Open again").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains(&format!("Only <@{CAROL}>")),
        "{refused}"
    );
    let again = harness.click(CAROL, &closed, "Open again").await.message;
    assert!(!is_private(&again), "{again}");
    assert_eq!(mentioned(&again), [DAVE], "{again}");
    let twice = harness.click(CAROL, &closed, "Open again").await.message;
    assert!(
        is_private(&twice) && content(&twice).contains("opened again already"),
        "{twice}"
    );
    harness.click(DAVE, &again, "Accept").await;
    let closed = harness.click(CAROL, &again, "Close table").await.message;
    assert!(has_button(&closed, "Open again"), "{closed}");
    notice(DAVE, "closed before the game began").await;

    // A table without players is closed.
    let table = harness.open_game(&game_of_four(), &[]).await;
    let closed = harness.click(ALICE, &table, "Leave table").await.message;
    assert!(content(&closed).contains("closed"), "{closed}");
    assert!(has_button(&closed, "Open again"), "{closed}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_calls_its_role_and_is_closed_when_its_time_is_over() {
    let mut harness = Harness::with_clock().await;
    let game = game_of_four();
    let kind = games::GAMES.iter().find(|kind| kind.seats.len() == 4);
    let role = json!([
        {"name": "game", "type": 3, "value": kind.unwrap().key},
        {"name": "role", "type": 8, "value": LOVERS},
    ]);
    harness
        .subcommand(ALICE, GENERAL, "server", "role", role)
        .await;
    let channel = json!([{"name": "channel", "type": 7, "value": GAMES}]);
    harness
        .subcommand(ALICE, GENERAL, "server", "tables", channel)
        .await;
    let wait = json!([{"name": "wait", "type": 4, "value": 1}]);
    // One is the answer itself, the other is posted in the channel for tables.
    let here = harness.subcommand(ALICE, GAMES, "new", &game, wait.clone());
    let here = here.await.message;
    harness.subcommand(CAROL, GENERAL, "new", &game, wait).await;
    let there = harness
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
    harness.click(BOB, &here, "Any seat").await;
    harness.stop_bot().await;
    harness.start_bot().await;
    harness.pass(DAY - HOUR).await;
    harness.caught_up().await;
    let waiting = harness
        .message(ALICE, GAMES, |m| m["id"] == here["id"])
        .await;
    assert!(has_button(&waiting, "Any seat"), "{waiting}");
    harness.pass(2 * HOUR).await;
    // One post a table.
    for users in [&[ALICE, BOB][..], &[CAROL]] {
        harness
            .message(users[0], GAMES, |m| {
                content(m).contains("closed before the game began") && mentioned(m) == users
            })
            .await;
    }
    for table in [&here, &there] {
        let closed = settled(&harness, GAMES, table).await;
        assert!(content(&closed).contains("closed"), "{closed}");
        let files = closed["attachments"].as_array().unwrap();
        assert_eq!(files.len(), 1, "the picture stays");
        assert_eq!(mentioned(&closed), Vec::<&str>::new());
    }
    // A closed invitation names who had not answered, and is repeated with one press.
    let invitation = json!([
        {"name": "opponent", "type": 6, "value": BOB}, {"name": "wait", "type": 4, "value": 1},
    ]);
    let asked = harness.subcommand(ALICE, GAMES, "new", "abstract-chess", invitation);
    let asked = asked.await.message;
    harness.pass(25 * HOUR).await;
    let closed = settled(&harness, GAMES, &asked).await;
    assert!(
        content(&closed).contains(&format!("<@{BOB}> had not joined")),
        "{closed}"
    );
    let again = harness.click(ALICE, &closed, "Open again").await.message;
    assert_eq!(mentioned(&again), [BOB], "{again}");
    assert!(content(&again).contains("waits 1 day") || content(&again).contains("closes <t:"));
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_message_missed_the_beginning_is_brought_up_to_date() {
    let harness = Harness::timed().await;
    let table = harness.open(&[("side", "white")]).await;
    let shared = harness.server.shared();
    shared.fault("POST /interactions/", FaultKind::Status(500), 3);
    // Nor is it changed once there is a thread.
    shared.fault("PATCH /channels/", FaultKind::Status(500), 100);
    harness.click(BOB, &table, "Join").await;
    let refused = || {
        let requests = shared.requests();
        requests
            .iter()
            .any(|one| one.method == "PATCH" && one.status == 500)
    };
    harness.until("it could not be changed", refused).await;
    harness.first_board().await;
    shared.end_faults();
    let still = harness
        .message(CAROL, GAMES, |m| m["id"] == table["id"])
        .await;
    assert!(has_button(&still, "Join"), "{still}");
    let late = harness.click(CAROL, &still, "Join").await.message;
    assert!(
        is_private(&late) && content(&late).contains("has begun already"),
        "{late}"
    );
    let begun = settled(&harness, GAMES, &table).await;
    assert!(content(&begun).contains("the game begins"), "{begun}");
    harness.stop_with_faults().await;
}

/// A role that wants notifications of tables is mentioned once in a while, not for each of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_role_is_mentioned_once_in_ten_minutes() {
    let harness = Harness::with_clock().await;
    for game in ["abstract", "fourfold"] {
        let role = json!([
            {"name": "game", "type": 3, "value": game},
            {"name": "role", "type": 8, "value": LOVERS},
        ]);
        harness
            .subcommand(ALICE, GENERAL, "server", "role", role)
            .await;
    }
    let rings = async |user: &str, game: &str| {
        let table = harness
            .subcommand(user, GAMES, "new", game, json!([]))
            .await;
        assert!(has_button(&table.message, "Join"), "{table:?}");
        table.message["mention_roles"] == json!([LOVERS])
    };
    assert!(rings(ALICE, "abstract-chess").await);
    assert!(!rings(ALICE, "abstract-chess").await);
    assert!(
        !rings(BOB, "abstract-chess").await,
        "no matter who opens it"
    );
    assert!(rings(ALICE, "four-fold-chess").await, "another game's");
    // A refused table does not use up a mention.
    harness.pass(599).await;
    assert!(!rings(CAROL, "abstract-chess").await);
    harness.pass(1).await;
    for _ in 0..2 {
        harness.open(&[("opponent", BOB)]).await;
    }
    let refused = harness
        .subcommand(ALICE, GAMES, "new", "abstract-chess", json!([]))
        .await
        .message;
    assert!(is_private(&refused), "a sixth table: {refused}");
    assert!(rings(DAVE, "abstract-chess").await);
    harness.end().await;
}

/// No user can fill a channel with tables or invite somebody again and again.
#[tokio::test(flavor = "multi_thread")]
async fn tables_and_invitations_of_one_person_are_bounded() {
    let harness = Harness::new().await;
    let count = async || {
        let messages = harness.public(GAMES).await;
        messages.iter().filter(|m| !mentioned(m).is_empty()).count()
    };
    let invite = async |user: &str, whom: &str| {
        let options = json!([{"name": "opponent", "type": 6, "value": whom}]);
        let opened = harness
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
    harness.open(&[]).await;
    let refused = invite(ALICE, DAVE).await;
    assert!(content(&refused).contains("5 open tables"), "{refused}");
    // An answer makes room.
    harness.click(BOB, &tables[0], "Decline").await;
    assert!(has_button(&invite(ALICE, BOB).await, "Accept"));
    harness.end().await;
}

/// Each user decides who may invite them.
#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_invitations_gets_none() {
    let harness = Harness::new().await;
    let settings = async |options: Value| {
        let set = json!({
            "user": BOB, "channel": GAMES, "kind": "command", "command": "settings", "options": options,
        });
        harness.interact(set).await.message
    };
    let invite = async |user: &str| {
        let options = json!([{"name": "opponent", "type": 6, "value": BOB}]);
        let opened = harness
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
        harness
            .app()
            .store()
            .row(rookery::match_state::GameId(1))
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
    harness.end().await;
}

/// Waiting tables do not hide the match that is played in the same channel.
#[tokio::test(flavor = "multi_thread")]
async fn open_tables_do_not_take_over_a_channel() {
    let harness = Harness::new().await;
    let here = json!([{"name": "place", "type": 3, "value": "here"}]);
    let table = harness
        .subcommand(ALICE, GAMES, "new", "abstract-chess", here.clone())
        .await
        .message;
    harness.click(BOB, &table, "Join").await;
    harness.message(ALICE, GAMES, is_board).await;
    for user in [CAROL, ALICE] {
        harness
            .subcommand(user, GAMES, "new", "abstract-chess", here.clone())
            .await;
    }
    for user in [ALICE, BOB, CAROL, DAVE] {
        let board = harness.command(user, GAMES, "board", &[]).await.message;
        assert!(content(&board).contains("· game 1"), "{user}: {board}");
    }
    let offered = harness.offer_draw(ALICE, GAMES).await;
    assert!(content(&offered).contains("offers a draw"), "{offered}");
    harness.end().await;
}

/// A rematch belongs to the place of the first match, wherever the last consent comes from.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_stays_in_its_server() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    let asked = harness.resign(ALICE, &board).await.message;
    harness.click(ALICE, &asked, "Yes, I give up").await;
    harness.command(ALICE, &thread, "rematch", &[]).await;
    let direct = harness.direct(BOB).await;
    harness
        .command(BOB, &direct, "rematch", &[("game", "1")])
        .await;
    harness
        .message(ALICE, &thread, |m| {
            is_board(m) && content(m).contains("· game 2")
        })
        .await;
    let row = async |game| {
        let row = harness
            .app()
            .store()
            .row(rookery::match_state::GameId(game))
            .await;
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
    let seen = harness.command(CAROL, GAMES, "board", &seen).await.message;
    assert!(content(&seen).contains("· game 2"), "{seen}");
    harness.end().await;
}

/// "A rematch of four in which somebody declines" is a table like any other: with its buttons, its terms and its role,
/// opened by the player who asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_of_four_that_somebody_declines_is_a_table() {
    let harness = Harness::new().await;
    let kind = games::GAMES.iter().find(|kind| kind.seats.len() == 4);
    let role = json!([
        {"name": "game", "type": 3, "value": kind.unwrap().key},
        {"name": "role", "type": 8, "value": LOVERS},
    ]);
    let thread = sit_down(&harness, &[]).await;
    for user in [ALICE, BOB, CAROL] {
        resign(&harness, user, &thread).await;
    }
    harness
        .subcommand(ALICE, GENERAL, "server", "role", role)
        .await;
    let asked = harness.command(CAROL, &thread, "rematch", &[]).await;
    for user in [ALICE, BOB] {
        harness
            .click(user, &asked.message, "Accept the rematch")
            .await;
    }
    let declined = harness.click(DAVE, &asked.message, "No rematch").await;
    let table = declined.message;
    // Each player moves on by one seat: Dave's is free.
    for label in ["Play Black", "Any seat", "Leave table", "Close table"] {
        assert!(has_button(&table, label), "{label}: {table}");
    }
    let says = content(&table);
    for words in [
        &format!("<@{CAROL}> is looking for players")[..],
        "The table closes <t:",
        "If you run out twice",
    ] {
        assert!(says.contains(words), "{words}: {table}");
    }
    assert_eq!(table["mention_roles"], json!([LOVERS]), "{table}");
    let refused = harness.click(ALICE, &table, "Close table").await.message;
    assert!(is_private(&refused), "{refused}");
    let left = harness.click(CAROL, &table, "Leave table").await.message;
    assert!(
        content(&left).contains(&format!("<@{ALICE}> is looking for players")),
        "{left}"
    );
    harness.click(CAROL, &left, "Any seat").await;
    harness.click(DAVE, &left, "Any seat").await;
    let begun = harness
        .message(DAVE, &thread, |m| {
            is_board(m) && content(m).contains("· game 2")
        })
        .await;
    assert!(content(&begun).contains("The game begins"), "{begun}");
    harness.end().await;
}
