//! A request in its own turn or not at all. Whoever gets no answer within three seconds is told by Discord that the bot did not
//! respond, and asks again; nobody has seen a position before it was stored.

use std::time::{Duration, Instant};

use rookery::app::{App, AppError, MatchRef, MatchView, NewGame, OfferKind, Request, Sent};
use rookery::match_state::GameId;

use crate::harness::{ANN, BOB, TestApp, challenge, legal, open_seat, sources};

const LATE: &str =
    "It took too long until I could begin with that, so nothing was changed. Please send it again.";

/// A game in which Ann holds both sides.
async fn own(harness: &TestApp) -> GameId {
    let new = NewGame {
        opponents: vec![ANN],
        ..challenge()
    };
    harness.app.open(harness.by(ANN), new).await.unwrap().game
}

async fn ply(harness: &TestApp, game: GameId) -> u32 {
    harness.app.store().row(game).await.unwrap().ply
}

/// What is said to a request that was sent before the position could be seen.
#[track_caller]
fn since<T: std::fmt::Debug>(done: Result<T, AppError>) -> String {
    match done {
        Err(AppError::Stale(said)) if said.starts_with("I did not do that: since then ") => said,
        other => panic!("{other:?}"),
    }
}

/// Somebody types a move, gets no answer and types it again; the first is found on the way when the turn has come round.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_sent_before_the_last_one_was_made_is_not_played_after_it() {
    let harness = TestApp::new().await;
    let other = App::start(harness.place(), sources(&harness.now));
    let other = other.await.unwrap();
    for elsewhere in [false, true] {
        let game = own(&harness).await;
        let (here, there) = match elsewhere {
            false => (&harness.app, &harness.app),
            true => (&harness.app, &other),
        };
        let late = harness.by(ANN);
        here.play(harness.by(ANN), MatchRef::Game(game), "Nb1-c3")
            .await
            .unwrap();
        let text = legal(there, game).await.remove(0);
        let before = ply(&harness, game).await;
        let said = since(there.play(late, MatchRef::Game(game), &text).await);
        assert!(said.contains("played Nb1-c3"), "{said}");
        assert_eq!(ply(&harness, game).await, before);
        // A button names the position that it was pressed for: no clock is asked.
        let button = there.play(late, MatchRef::At(game, before), &text).await;
        assert_eq!(button.unwrap().ply, before + 1);
        // What is sent after that is played.
        let text = legal(there, game).await.remove(0);
        let typed = there.play(harness.by(ANN), MatchRef::Game(game), &text);
        assert_eq!(typed.await.unwrap().ply, before + 2);
    }
    other.stop().await;
}

/// The rule is the same for whatever is asked for without a word of the position, and buttons have one.
#[tokio::test]
async fn nothing_typed_is_done_in_a_position_that_came_after_it() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let late = [harness.by(ANN), harness.by(BOB)];
    let [ann, bob] = late;
    harness.play(ANN, game, "Nb1-c3").await;
    let before = ply(&harness, game).await;
    since(app.resign(bob, which).await);
    since(app.offer(bob, which, OfferKind::Draw).await);
    since(app.offer(ann, which, OfferKind::Takeback).await);
    since(app.decline(bob, which, OfferKind::Draw).await);
    since(app.before_draw(bob, which).await);
    since(app.claim(bob, which).await);
    since(app.gift(bob, which).await);
    since(app.plan(ann, which, "if any move then Nc3-b1").await);
    since(app.add_to_plan(ann, which, "if any move then Nc3-b1").await);
    assert_eq!(ply(&harness, game).await, before);
    assert!(app.store().plans(game).await.unwrap().is_empty());
    assert!(app.store().offers(game).await.unwrap().is_empty());
    // And what was sent since is done.
    let offered = app.offer(harness.by(BOB), which, OfferKind::Draw).await;
    assert_eq!(offered.unwrap().offers.len(), 1);
    app.resign(harness.by(BOB), which).await.unwrap();
}

/// People come to a table at the same moment, and each sits down.
#[tokio::test]
async fn an_open_table_takes_who_came_at_the_same_moment() {
    let harness = TestApp::new().await;
    let new = crate::harness::four(false);
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    let [bob, cy] = [BOB, crate::harness::CY].map(|user| harness.by(user));
    for request in [bob, cy] {
        let joined = harness.app.join(request, opened.game, None).await;
        joined.unwrap();
    }
}

/// The request when nobody waits for it any more.
fn held_up(request: Request) -> Request {
    let sent = Sent::new(Duration::ZERO, Duration::ZERO);
    Request { sent, ..request }
}

#[track_caller]
fn too_late<T: std::fmt::Debug>(done: Result<T, AppError>) {
    match done {
        Err(AppError::Plain(said)) if said == LATE => {}
        other => panic!("{other:?}"),
    }
}

/// Also a button, also where nothing has happened meanwhile: its sender was told that nothing came of it.
#[tokio::test]
async fn what_was_held_up_for_longer_than_discord_waits_is_not_begun() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let game = harness.game().await.game;
    let ann = || held_up(harness.by(ANN));
    let before = ply(&harness, game).await;
    for which in [MatchRef::Game(game), MatchRef::At(game, before)] {
        too_late(app.play(ann(), which, "Nb1-c3").await);
        too_late(app.resign(ann(), which).await);
        too_late(app.offer(ann(), which, OfferKind::Draw).await);
        too_late(app.plan(ann(), which, "").await);
    }
    too_late(app.open(ann(), open_seat()).await);
    let table = app.open(harness.by(ANN), open_seat()).await.unwrap().game;
    too_late(app.join(held_up(harness.by(BOB)), table, None).await);
    too_late(app.close(ann(), table).await);
    assert_eq!(ply(&harness, game).await, before);
    assert!(app.store().offers(game).await.unwrap().is_empty());
    assert_eq!(harness.numbers("SELECT count(*) FROM game").await, [2]);
    // What takes long by itself, and is known to, is done.
    let imported = app.import(ann(), "Game: abstract\n\n1. Nb1-c3").await;
    assert!(matches!(imported, Ok(MatchView { .. })), "{imported:?}");
}

/// Somebody else holds the database while the request waits, and for longer than it is good for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waited_for_the_database_too_long_is_not_made_when_it_is_free() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let before = ply(&harness, game).await;
    let mut file = None;
    let mut server = None;
    if harness.place().file().is_some() {
        let mut holder = crate::harness::sql(&harness.database()).await;
        let hold = sqlx::query("BEGIN IMMEDIATE");
        hold.execute(&mut holder).await.unwrap();
        file = Some(holder);
    } else {
        use sqlx::Connection as _;
        let mut holder = sqlx::PgConnection::connect(&harness.place).await.unwrap();
        let hold = sqlx::raw_sql("BEGIN; LOCK TABLE game IN EXCLUSIVE MODE");
        hold.execute(&mut holder).await.unwrap();
        server = Some(holder);
    }
    let sent = Sent::new(Duration::ZERO, Duration::from_millis(300));
    let request = Request {
        sent,
        ..harness.by(ANN)
    };
    let (app, begun) = (harness.app.clone(), Instant::now());
    let playing =
        tokio::spawn(async move { app.play(request, MatchRef::Game(game), "Nb1-c3").await });
    while begun.elapsed() < Duration::from_millis(400) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let release = "ROLLBACK";
    if let Some(mut holder) = file {
        sqlx::query(release).execute(&mut holder).await.unwrap();
    }
    if let Some(mut holder) = server {
        sqlx::query(release).execute(&mut holder).await.unwrap();
    }
    too_late(playing.await.unwrap());
    assert_eq!(ply(&harness, game).await, before);
    harness.play(ANN, game, "Nb1-c3").await;
}
