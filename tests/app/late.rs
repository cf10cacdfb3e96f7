//! Tests of late requests: a request works in its own turn or not at all. A user without an answer within three seconds
//! learns from Discord that the bot did not respond, and asks again; nobody has seen a position before it was stored.

use std::time::{Duration, Instant};

use rookery::app::{App, AppError, MatchRef, MatchView, OfferKind, Preferences, Request, Sent};
use rookery::match_state::{GameId, GuildId};
use rookery::store::{NextUnsent, Posting, SendOutcome};

use crate::harness::{ANN, BOB, TestApp, legal, open_seat, sources};

const LATE: &str =
    "I couldn't begin with that in time, so nothing was changed. Please send it again.";

/// Returns the request as sent two seconds ago, which is long compared with a look at the database.
fn earlier(request: Request) -> Request {
    let sent = Sent::new(Duration::from_secs(2), Duration::from_secs(60));
    Request { sent, ..request }
}

async fn ply(harness: &TestApp, game: GameId) -> u32 {
    harness.app.store().row(game).await.unwrap().ply
}

/// Returns the answer to a request that was sent before the position could be seen.
#[track_caller]
fn since<T: std::fmt::Debug>(done: Result<T, AppError>) -> String {
    match done {
        Err(AppError::Stale(said)) if said.starts_with("I did not do that: since then ") => said,
        other => panic!("{other:?}"),
    }
}

/// A move typed again for lack of an answer is not played twice: the first copy arrives late, when the turn has come
/// round, and is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_sent_before_the_last_one_was_made_is_not_played_after_it() {
    let harness = TestApp::new().await;
    let other = App::start(harness.place(), sources(&harness.now));
    let other = other.await.unwrap();
    for elsewhere in [false, true] {
        let game = harness.game().await.game;
        let (here, there) = match elsewhere {
            false => (&harness.app, &harness.app),
            true => (&harness.app, &other),
        };
        let late = earlier(harness.by(ANN));
        let which = MatchRef::Game(game);
        here.play(harness.by(ANN), which, "Nb1-c3").await.unwrap();
        here.play(harness.by(BOB), which, "Nb8-c6").await.unwrap();
        let text = legal(there, game).await.remove(0);
        let before = ply(&harness, game).await;
        let said = since(there.play(late, which, &text).await);
        assert!(said.contains("played Nb8-c6"), "{said}");
        assert_eq!(ply(&harness, game).await, before);
        // A button names the position that it was pressed for: no clock matters.
        let button = there.play(late, MatchRef::At(game, before), &text).await;
        assert_eq!(button.unwrap().ply, before + 1);
        // A move sent after that is played.
        let text = legal(there, game).await.remove(0);
        let typed = there.play(harness.by(BOB), which, &text);
        assert_eq!(typed.await.unwrap().ply, before + 2);
    }
    other.stop().await;
}

/// A request that does not name its position is refused in a later one; buttons name theirs.
#[tokio::test]
async fn nothing_typed_is_done_in_a_position_that_came_after_it() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let [ann, bob] = [ANN, BOB].map(|user| earlier(harness.by(user)));
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
    // A request sent since is carried out.
    let offered = app.offer(harness.by(BOB), which, OfferKind::Draw).await;
    assert_eq!(offered.unwrap().offers.len(), 1);
    app.resign(harness.by(BOB), which).await.unwrap();
}

/// People who join a table at the same moment all get a seat.
#[tokio::test]
async fn an_open_table_takes_who_came_at_the_same_moment() {
    let harness = TestApp::new().await;
    let new = crate::harness::four(false);
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    let [bob, cy] = [BOB, crate::harness::CY].map(|user| earlier(harness.by(user)));
    for request in [bob, cy] {
        let joined = harness.app.join(request, opened.game, None).await;
        joined.unwrap();
    }
}

/// Returns the request as one whose sender is no longer waiting.
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

/// A request held up for longer than Discord waits is not begun, even by a button or without other events: its sender
/// has seen the failure.
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
    // A request that is known to take long is carried out.
    let imported = app.import(ann(), "Game: abstract\n\n1. Nb1-c3").await;
    assert!(matches!(imported, Ok(MatchView { .. })), "{imported:?}");
}

/// A request that waits for a held database beyond its validity is not carried out when the database is free.
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

/// A request delivered again, to another process or after a restart, changes nothing twice.
#[tokio::test]
async fn whatever_a_request_changes_is_changed_once() {
    let harness = TestApp::new().await;
    let other = App::start(harness.place(), sources(&harness.now));
    let other = other.await.unwrap();
    let app = &harness.app;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let repeated = |done: Result<(), AppError>, what: &str| {
        assert!(matches!(done, Err(AppError::Repeated)), "{what}: {done:?}");
    };

    let [first, second, third] = [(); 3].map(|()| harness.by(ANN));
    app.add_note(first, which, "Two out.", false).await.unwrap();
    let again = other.add_note(first, which, "Two out.", false).await;
    repeated(again.map(drop), "a note");
    let notes = app.add_note(second, which, "Three.", false).await.unwrap();
    assert_eq!(notes.len(), 2);
    let left = app.remove_note(third, game, notes[0].id).await.unwrap();
    // The button of another note, as a number that has moved up would have it.
    let again = other.remove_note(third, game, left[0].id).await;
    repeated(again.map(drop), "a note that is taken out");
    assert_eq!(app.notes(harness.by(ANN), which).await.unwrap(), left);

    let request = harness.by(ANN);
    let mut wishes = app.preferences(ANN).await.unwrap();
    wishes.digest = 7;
    app.prefer(request, wishes.clone()).await.unwrap();
    wishes.digest = 8;
    app.prefer(harness.by(ANN), wishes.clone()).await.unwrap();
    let again = Preferences {
        digest: 7,
        ..wishes
    };
    repeated(other.prefer(request, again).await, "a preference");
    assert_eq!(app.preferences(ANN).await.unwrap().digest, 8);

    let request = harness.by(BOB);
    let plan = "if any move then Nb8-c6";
    app.add_to_plan(request, which, plan).await.unwrap();
    let again = other.add_to_plan(request, which, plan).await;
    repeated(again.map(drop), "a plan");
    assert_eq!(app.store().plans(game).await.unwrap().len(), 1);

    let request = harness.by(BOB);
    app.begin_vacation(request, 2).await.unwrap();
    app.end_vacation(harness.by(BOB)).await.unwrap();
    let again = other.begin_vacation(request, 2).await;
    repeated(again.map(drop), "a vacation");
    assert_eq!(app.vacation(BOB).await.unwrap().until, None);

    // One command may set several things of a server, each of them once.
    let guild = GuildId(500);
    let request = harness.by(ANN);
    let set = app.for_request(request);
    set.set_tables_shared(guild, true).await.unwrap();
    set.set_role(guild, "abstract", Some(7)).await.unwrap();
    app.for_request(harness.by(ANN))
        .set_tables_shared(guild, false)
        .await
        .unwrap();
    let again = other.for_request(request);
    repeated(
        again.set_tables_shared(guild, true).await,
        "a server's tables",
    );
    repeated(again.set_role(guild, "abstract", None).await, "a role");
    assert!(!app.is_shared(Some(guild)).await.unwrap());

    // A late request changes nothing, and is not recorded.
    too_late(
        app.add_note(held_up(harness.by(ANN)), which, "Four.", false)
            .await,
    );
    let handled = "SELECT count(*) FROM handled";
    assert_eq!(harness.numbers(handled).await, [11]);
    let now = harness.now.load(std::sync::atomic::Ordering::SeqCst);
    app.store().upkeep(now + 86_500).await.unwrap();
    assert_eq!(harness.numbers(handled).await, [0]);
    other.stop().await;
}

/// A notice replaced by others is replaced once, also if a process that was stopped for long goes on with it.
#[tokio::test]
async fn what_takes_the_place_of_a_notice_does_so_once() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness
        .execute("UPDATE outbox SET done = 0 WHERE done IS NULL")
        .await;
    harness.play(ANN, game, "Nb1-c3").await;
    harness
        .execute("UPDATE outbox SET ready = 0 WHERE done IS NULL")
        .await;
    let store = harness.app.store();
    let now = harness.now.load(std::sync::atomic::Ordering::SeqCst);
    let unsent = match &store.next_unsent(now, &[], &[], 1).await.unwrap()[..] {
        [NextUnsent::Notice(unsent)] => unsent.clone(),
        other => panic!("{other:?}"),
    };
    let posting = Posting {
        user: Some(BOB),
        why: unsent.why.clone(),
        at: now,
        ready: now,
        nags: false,
        cover: None,
        refused: 0,
    };
    let count = "SELECT count(*) FROM outbox WHERE done IS NULL";
    for _ in 0..2 {
        store
            .split(&unsent, std::slice::from_ref(&posting), now)
            .await
            .unwrap();
        assert_eq!(harness.numbers(count).await, [1]);
    }
    // Nor does the first process's outcome bring it back.
    let later = SendOutcome::Refused(1);
    store
        .record_outcome(&[unsent.id], later, now)
        .await
        .unwrap();
    let refused = "SELECT refused FROM outbox WHERE done IS NOT NULL ORDER BY id DESC LIMIT 1";
    assert_eq!(harness.numbers(refused).await, [0]);
}
