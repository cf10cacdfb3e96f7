//! Tests of a bot that is killed between moves and during them: answered moves are stored, and nothing is half stored.

use std::time::{Duration, Instant};

use rookery::app::{App, MatchRef, Place, Request, Sent, Sources};
use rookery::games;
use rookery::match_state::{ChannelId, GameId, UserId};
use rookery::rules::Game;
use serde_json::json;

use rookery::sandbox::FaultKind;
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{
    ALICE, BOB, GAMES, GENERAL, Harness, content, has_button, is_board, is_private, mentioned,
};
use crate::program::Program;

/// Returns the moves in the database.
async fn stored(harness: &Harness) -> Vec<String> {
    let app = App::start(harness.database(), Sources::system())
        .await
        .unwrap();
    let request = Request {
        user: UserId(ALICE.parse().unwrap()),
        place: Place {
            guild: None,
            channel: ChannelId(1),
            outside: false,
        },
        interaction: 1,
        sent: Sent::now(),
    };
    let history = app
        .history(request, MatchRef::Game(GameId(1)))
        .await
        .unwrap();
    app.stop().await;
    let mut moves = Vec::new();
    let (_, played) = history.file.split_once("\n\n").unwrap();
    for line in played.lines() {
        moves.extend(
            line.split_whitespace()
                .filter(|word| word.contains(['-', 'x', '+']) && !word.ends_with('.'))
                .map(str::to_owned),
        );
    }
    moves
}

/// Returns a move that does not end the game, from that place in the list on.
fn going_on(game: &dyn Game, from: usize) -> String {
    let legal = game.legal();
    let mut moves = legal.iter().cycle().skip(from % legal.len());
    moves
        .find(|mv| {
            let mut after = game.boxed_clone();
            after.play(mv).unwrap();
            !after.status().is_over()
        })
        .unwrap()
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answered_move_is_lost_when_the_bot_is_killed() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let table = harness.open(&[("place", "here"), ("side", "white")]).await;
    harness.click(BOB, &table, "Join").await;
    let mover = |moves: usize| if moves.is_multiple_of(2) { ALICE } else { BOB };
    let kind = games::find("abstract").unwrap();
    let mut game = kind.new_game(&Default::default()).unwrap();
    let mut answered: Vec<String> = Vec::new();
    let begun = Instant::now();
    for round in 0..10_u64 {
        // Some rounds end between moves, the others during one, each at another moment of it.
        for _ in 0..2 {
            let mv = going_on(game.as_ref(), usize::try_from(round).unwrap());
            let played = harness.play(mover(answered.len()), GAMES, &mv).await;
            // On a busy machine the answer may be late: then everybody sees the board, and the mover "Done.".
            let counts = played.deferred || !is_private(&played.message);
            assert!(counts, "{:?}", played.message);
            game.play(&mv).unwrap();
            answered.push(mv);
        }
        let mv = going_on(game.as_ref(), 0);
        let under_way = if round % 2 == 0 {
            let (_, sent) = harness
                .people(
                    "interact",
                    json!({
                        "user": mover(answered.len()), "channel": GAMES, "kind": "command", "command": "move",
                        "options": [{"name": "move", "type": 3, "value": mv}],
                    }),
                )
                .await;
            assert!(sent["interaction"].is_string());
            tokio::time::sleep(Duration::from_millis(round * 4)).await;
            true
        } else {
            false
        };
        drop(bot);
        let shared = harness.server.shared();
        harness
            .until("the bot is gone", || !shared.bot_online())
            .await;

        let stored = stored(&harness).await;
        assert_eq!(
            stored[..answered.len()],
            answered,
            "every answered move is there"
        );
        let more = &stored[answered.len()..];
        match more {
            [] => {}
            [one] if under_way && *one == mv => {
                game.play(&mv).unwrap();
                answered.push(mv);
            }
            other => panic!("half a move, or one that nobody made: {other:?}"),
        }
        bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    }
    let list = harness.command(ALICE, GAMES, "games", &[]).await.message;
    let count = format!("{} moves", answered.len());
    let label = list["components"][0]["components"][0]["options"][0]["label"].as_str();
    assert!(label.is_some_and(|label| label.contains(&count)), "{list}");
    eprintln!("10 rounds in {:?}, {count}", begun.elapsed());

    // A stop in order ends the program by itself and cleanly.
    bot.signal("TERM");
    assert!(bot.end().await.success());
    harness.stop_with_faults().await;
}

/// Opens the database next to the bot.
pub async fn database(harness: &Harness) -> SqliteConnection {
    let path = format!("sqlite://{}", harness.database().display());
    SqliteConnection::connect(&path).await.unwrap()
}

/// Waits until a number in the database has the wanted value.
pub async fn becomes(harness: &Harness, question: &'static str, wanted: i64) {
    let begun = Instant::now();
    loop {
        let mut connection = database(harness).await;
        let found: i64 = sqlx::query_scalar(question)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if found == wanted {
            return;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{question}: {found}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const EVENTS: &str = "SELECT count(*) FROM event WHERE kind = 'moved'";
pub const OPEN_COVERS: &str =
    "SELECT count(*) FROM outbox WHERE cover IS NOT NULL AND done IS NULL";

/// Kills the bot, passes the time in which an answer is awaited, and starts it again. Faults end between the two: the
/// killed bot must not get through what it was kept from.
pub async fn killed_and_started(harness: &Harness, bot: Program) -> Program {
    drop(bot);
    let shared = harness.server.shared();
    harness
        .until("the bot is gone", || !shared.bot_online())
        .await;
    shared.end_faults();
    let mut connection = database(harness).await;
    sqlx::query("UPDATE outbox SET ready = ready - 30 WHERE done IS NULL AND cover IS NOT NULL")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    Program::start(harness, &[("ROOKERY_LOG", "warn")]).await
}

/// Lets Alice open a table in the channel for games; returns its message, which may come late on a busy machine.
async fn opened(harness: &Harness) -> Value {
    harness.open(&[("side", "white")]).await;
    harness.message(BOB, GAMES, |m| has_button(m, "Join")).await
}

/// Begins a match of Alice and Bob; returns its thread.
async fn begun(harness: &Harness) -> String {
    let table = opened(harness).await;
    harness.click(BOB, &table, "Join").await;
    harness.first_board().await.0
}

/// Sends a request without waiting for its answer.
pub async fn send(harness: &Harness, body: Value) {
    let (status, sent) = harness.people("interact", body).await;
    assert_eq!(status, 200, "{sent}");
}

/// Returns how many messages of a channel show a board with that text and mention a user.
pub async fn rung(harness: &Harness, channel: &str, text: &str, user: &str) -> usize {
    let messages = harness.public(channel).await;
    let rung = messages
        .iter()
        .filter(|m| content(m).contains(text) && mentioned(m).contains(&user));
    rung.count()
}

/// A kill after a move is stored and before anybody is notified still notifies the player to move, once.
#[tokio::test(flavor = "multi_thread")]
async fn killed_before_the_answer_whose_turn_it_is_hears_of_it_once() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let thread = begun(&harness).await;
    let shared = harness.server.shared();
    // Answered in the match's channel, and from elsewhere, where the board is posted afterwards.
    let cases = [
        (
            ALICE,
            "Nb1-c3",
            thread.as_str(),
            "POST /interactions/".to_owned(),
        ),
        (
            BOB,
            "Pa7-a6",
            GENERAL,
            format!("POST /channels/{thread}/messages"),
        ),
    ];
    for (made, (user, mv, from, route)) in (1..).zip(cases) {
        shared.fault(&route, FaultKind::Silence, 100);
        let body = json!({
            "user": user, "channel": from, "kind": "command", "command": "move",
            "options": [
                {"name": "move", "type": 3, "value": mv},
                {"name": "game", "type": 3, "value": "1"},
            ],
        });
        send(&harness, body).await;
        becomes(&harness, EVENTS, made).await;
        let square = &mv[mv.len() - 2..];
        let other = if user == ALICE { BOB } else { ALICE };
        assert_eq!(rung(&harness, &thread, square, other).await, 0);
        bot = killed_and_started(&harness, bot).await;
        let board = harness
            .message(other, &thread, |m| {
                is_board(m) && content(m).contains(square)
            })
            .await;
        assert_eq!(mentioned(&board), [other]);
        assert!(has_button(&board, "My side"), "{board}");
        becomes(&harness, OPEN_COVERS, 0).await;
        assert_eq!(rung(&harness, &thread, square, other).await, 1);
    }
    drop(bot);
    harness.stop_with_faults().await;
}

/// A kill after everybody was notified and before that is recorded notifies nobody twice.
#[tokio::test(flavor = "multi_thread")]
async fn killed_after_the_answer_nobody_is_notified_twice() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let thread = begun(&harness).await;
    let before = rung(&harness, &thread, "", ALICE).await;
    bot = killed_and_started(&harness, bot).await;
    becomes(&harness, OPEN_COVERS, 0).await;
    assert_eq!(
        rung(&harness, &thread, "", ALICE).await,
        before,
        "the start"
    );

    harness.play(ALICE, &thread, "Nb1-c3").await;
    harness
        .message(BOB, &thread, |m| mentioned(m) == [BOB])
        .await;
    bot = killed_and_started(&harness, bot).await;
    becomes(&harness, OPEN_COVERS, 0).await;
    assert_eq!(rung(&harness, &thread, "c3", BOB).await, 1, "the answer");

    let options = [("move", "Pa7-a6"), ("game", "1")];
    harness.command(BOB, GENERAL, "move", &options).await;
    harness
        .message(ALICE, &thread, |m| content(m).contains("a6"))
        .await;
    bot = killed_and_started(&harness, bot).await;
    becomes(&harness, OPEN_COVERS, 0).await;
    assert_eq!(
        rung(&harness, &thread, "a6", ALICE).await,
        1,
        "from elsewhere"
    );
    drop(bot);
    harness.stop_with_faults().await;
}

/// Invitations, the start of a match and its end are notified like moves.
#[tokio::test(flavor = "multi_thread")]
async fn killed_before_the_answer_tables_starts_and_ends_are_notified() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let shared = harness.server.shared();
    let silent = || shared.fault("POST /interactions/", FaultKind::Silence, 100);
    silent();
    let new = json!({
        "user": ALICE, "channel": GAMES, "kind": "command", "command": "new",
        "options": [{"name": "abstract-chess", "type": 1, "options": [
            {"name": "opponent", "type": 6, "value": BOB},
            {"name": "side", "type": 3, "value": "white"},
        ]}],
    });
    send(&harness, new).await;
    becomes(&harness, OPEN_COVERS, 1).await;
    bot = killed_and_started(&harness, bot).await;
    let table = harness
        .message(BOB, GAMES, |m| has_button(m, "Accept"))
        .await;
    assert_eq!(mentioned(&table), [BOB]);
    becomes(&harness, OPEN_COVERS, 0).await;

    silent();
    let accept = crate::harness::button(&table, "Accept");
    let press = json!({
        "user": BOB, "channel": GAMES, "kind": "component", "message": table["id"], "custom_id": accept,
    });
    send(&harness, press).await;
    becomes(&harness, OPEN_COVERS, 1).await;
    bot = killed_and_started(&harness, bot).await;
    let board = harness
        .message(ALICE, GAMES, |m| {
            is_board(m) && mentioned(m).contains(&ALICE) && has_button(m, "Choose a move")
        })
        .await;
    becomes(&harness, OPEN_COVERS, 0).await;

    let resign = harness.resign(ALICE, &board).await.message;
    silent();
    let yes = crate::harness::button(&resign, "Yes, I give up");
    let press = json!({
        "user": ALICE, "channel": GAMES, "kind": "component", "message": resign["id"], "custom_id": yes,
    });
    send(&harness, press).await;
    becomes(&harness, OPEN_COVERS, 1).await;
    bot = killed_and_started(&harness, bot).await;
    harness
        .message(BOB, GAMES, |m| {
            content(m).contains("resigned") && mentioned(m).contains(&BOB)
        })
        .await;
    becomes(&harness, OPEN_COVERS, 0).await;
    drop(bot);
    harness.stop_with_faults().await;
}

/// A match whose beginning was not notified gets the requested thread, with its first board.
#[tokio::test(flavor = "multi_thread")]
async fn killed_before_its_thread_is_made_a_match_begins_in_a_thread_all_the_same() {
    begins_in_a_thread_though_killed_at("POST /interactions/").await;
}

/// A match gets its thread though the bot is killed after answering the joining player.
#[tokio::test(flavor = "multi_thread")]
async fn killed_between_an_answer_and_its_thread_a_match_begins_in_a_thread_all_the_same() {
    begins_in_a_thread_though_killed_at("POST /channels/").await;
}

/// Joins a table while Discord is silent at the request for a thread, or before; then kills the bot.
async fn begins_in_a_thread_though_killed_at(silent: &str) {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    let table = opened(&harness).await;
    let signed = "SELECT count(*) FROM game WHERE table_message IS NOT NULL";
    becomes(&harness, signed, 1).await;
    let shared = harness.server.shared();
    let asked = || {
        let requests = shared.requests();
        let asked = requests
            .iter()
            .map(|one| format!("{} {}", one.method, one.path));
        asked.filter(|one| one.starts_with(silent)).count()
    };
    let before = asked();
    shared.fault(silent, FaultKind::Silence, 100);
    let join = crate::harness::button(&table, "Join");
    let press = json!({
        "user": BOB, "channel": GAMES, "kind": "component", "message": table["id"], "custom_id": join,
    });
    send(&harness, press).await;
    becomes(
        &harness,
        "SELECT count(*) FROM game WHERE phase = 'playing'",
        1,
    )
    .await;
    harness
        .until("the bot is not answered", || asked() > before)
        .await;
    let bot = killed_and_started(&harness, bot).await;
    let (thread, board) = harness.first_board().await;
    assert!(mentioned(&board).contains(&ALICE), "{board}");
    becomes(&harness, OPEN_COVERS, 0).await;
    assert_eq!(rung(&harness, &thread, "", ALICE).await, 1);
    assert_eq!(rung(&harness, GAMES, "White to move", ALICE).await, 0);
    drop(bot);
    harness.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_the_machine_owes_when_the_bot_is_killed_is_made_once() {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let mut bot = Program::start(&harness, &[("ROOKERY_LOG", "warn")]).await;
    harness
        .interact(json!({
            "user": ALICE, "channel": GAMES, "kind": "command", "command": "play",
            "options": [
                {"name": "game", "type": 3, "value": "abstract"},
                {"name": "level", "type": 4, "value": 1},
                {"name": "place", "type": 3, "value": "here"},
            ],
        }))
        .await;
    for (round, mv) in ["Nb1-c3", "Nc3-b1"].into_iter().enumerate() {
        let made = i64::try_from(2 * round).unwrap();
        becomes(&harness, EVENTS, made).await;
        let moved = harness.play(ALICE, GAMES, mv).await.message;
        // The machine may have moved by now, or be about to.
        bot = killed_and_started(&harness, bot).await;
        becomes(&harness, EVENTS, made + 2).await;
        let id = |message: &Value| message["id"].as_str().unwrap().parse::<u64>().unwrap();
        harness
            .message(ALICE, GAMES, |m| {
                id(m) > id(&moved)
                    && is_board(m)
                    && content(m).contains("(Hatchling, level 1) played")
            })
            .await;
        becomes(&harness, EVENTS, made + 2).await;
    }
    bot.signal("TERM");
    assert!(bot.end().await.success());
    harness.stop_with_faults().await;
}
