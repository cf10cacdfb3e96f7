//! Tests of several processes on one PostgreSQL database, and what each of them may rely on. They are run by
//! `postgres::what_holds_with_sqlite_holds_with_postgresql`, which starts a server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use rookery::app::{App, AppError, Delivery, Limits, MatchRef, Notice, NotificationKind, Side};
use rookery::match_state::{DAY, GameId, UserId};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::sync::Notify;

use crate::harness::{ANN, BOB, TestApp, challenge, legal, on, open_seat, per_move, sent, sources};
use crate::postgres::on_a_server::two;
use crate::statements::Statements;

mod cut_off;
mod kept;

/// Seconds of a claim, and one more.
const LEASE: i64 = 61;

/// Number of people notified, and of notices to each.
const PEOPLE: u64 = 20;
const EACH: u64 = 5;

/// Stores many notices to many people, in this order.
async fn much_to_tell(harness: &TestApp) {
    harness.begun(challenge()).await;
    sent(harness).await;
    let mut connection = PgConnection::connect(&harness.place).await.unwrap();
    for number in 0..PEOPLE * EACH {
        let why = format!("{{\"why\": \"joined\", \"user\": {number}}}");
        let insert = format!(
            "INSERT INTO outbox (game, ply, \"user\", why, at, ready) VALUES (1, 9, {}, '{why}', 0, 0)",
            300 + number % PEOPLE
        );
        sqlx::query(AssertSqlSafe(insert))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
}

fn number(notice: &Notice) -> u64 {
    match notice.items[0].why {
        NotificationKind::Joined { user } => user.0,
        ref other => panic!("{other:?}"),
    }
}

/// Notices that two processes have sent, and are sending.
#[derive(Default)]
struct Sent {
    under_way: Mutex<BTreeSet<UserId>>,
    notices: Mutex<BTreeMap<UserId, Vec<u64>>>,
    by: [AtomicUsize; 2],
}

impl Sent {
    async fn send(&self, notice: Notice, by: usize) -> Delivery {
        let to = notice.to.unwrap();
        assert!(self.under_way.lock().unwrap().insert(to), "two at once");
        self.by[by].fetch_add(1, Ordering::SeqCst);
        // Neither ends before the other has begun.
        while self.by[1 - by].load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        self.notices
            .lock()
            .unwrap()
            .entry(to)
            .or_default()
            .push(number(&notice));
        self.under_way.lock().unwrap().remove(&to);
        Delivery::Done
    }
}

/// Two processes share the outbox: each notice is sent once, and each person gets one at a time, in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn two_processes_share_the_notices() {
    let Some((harness, other)) = two().await else {
        return;
    };
    much_to_tell(&harness).await;
    let sent = Sent::default();
    let (first, second) = tokio::join!(
        harness.app.deliver(|notice| sent.send(notice, 0)),
        other.deliver(|notice| sent.send(notice, 1)),
    );
    // The first to end left the other the notices that it was about to send.
    let handed = first.unwrap() + second.unwrap();
    assert_eq!(handed as u64, PEOPLE * EACH);
    let notices = sent.notices.into_inner().unwrap();
    assert_eq!(notices.len() as u64, PEOPLE);
    for (user, numbers) in notices {
        assert_eq!(numbers.len() as u64, EACH, "{user:?}");
        assert!(numbers.is_sorted(), "{user:?}: {numbers:?}");
    }
    other.stop().await;
}

/// A notice that a process was sending when it died is sent by another after the lease, and not before; the rest at
/// once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn another_process_takes_over_what_a_dead_one_was_sending() {
    let Some((harness, other)) = two().await else {
        return;
    };
    much_to_tell(&harness).await;
    let (begun, enough) = (Mutex::new(BTreeMap::new()), Notify::new());
    let dying = other.deliver(|notice| {
        let mut begun = begun.lock().unwrap();
        begun.insert(notice.to.unwrap(), notice.nonce.clone());
        if begun.len() == 16 {
            enough.notify_one();
        }
        std::future::pending()
    });
    tokio::select! {
        _ = dying => panic!("it has sent everything"),
        () = enough.notified() => {}
    }
    let begun = begun.into_inner().unwrap();
    let before = sent(&harness).await;
    assert_eq!(before.len() as u64, (PEOPLE - 16) * EACH);
    assert!(
        before
            .iter()
            .all(|notice| !begun.contains_key(&notice.to.unwrap()))
    );
    harness.now.fetch_add(LEASE, Ordering::SeqCst);
    let after = sent(&harness).await;
    assert_eq!(after.len() as u64, 16 * EACH);
    for (user, nonce) in begun {
        let first = after.iter().find(|notice| notice.to == Some(user)).unwrap();
        assert_eq!(first.nonce, nonce, "Discord would not know it again");
    }
    other.stop().await;
}

/// A process that ends in order releases its claims.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn a_process_that_stops_gives_back_what_it_was_at_work_on() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let game = harness.begun(on(per_move(1, true))).await;
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    let now = harness.now.load(Ordering::SeqCst);
    assert_eq!(other.store().due(now, &[], 9).await.unwrap(), [game]);
    assert_eq!(harness.app.tick().await.unwrap(), 0);
    other.stop().await;
    assert_eq!(harness.app.tick().await.unwrap(), 1);
}

/// Each match whose time is over is judged by one of two processes, and those that a dead one had begun with by the
/// other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn two_processes_share_the_deadlines() {
    const GAMES: usize = 50;
    let Some((harness, other)) = two().await else {
        return;
    };
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(harness.begun(on(per_move(1, true))).await);
    }
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    let now = harness.now.load(Ordering::SeqCst);
    // This process looks for work, and dies.
    let third = App::start(harness.place(), sources(&harness.now))
        .await
        .unwrap();
    let lost = third.store().due(now, &[], 7).await.unwrap();
    assert_eq!(lost.len(), 7);
    let tick = |app: &App| {
        let app = app.clone();
        tokio::spawn(async move { app.tick().await.unwrap() })
    };
    let both = [tick(&harness.app), tick(&other)];
    let mut done = 0;
    for one in both {
        done += one.await.unwrap();
    }
    assert_eq!(done, GAMES - lost.len());
    harness.now.fetch_add(LEASE, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    assert_eq!(other.tick().await.unwrap(), lost.len());
    for game in games {
        let stored = other.store().load_whole(game).await.unwrap();
        let ended = stored
            .events
            .iter()
            .filter(|event| event.record.kind == "ended");
        assert_eq!(ended.count(), 1, "{game:?}");
    }
    other.stop().await;
}

/// One of two processes reminds those who may claim, and one gives the win that nobody claims.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn two_processes_give_a_win_that_nobody_claims_once() {
    const GAMES: usize = 20;
    let Some((harness, other)) = two().await else {
        return;
    };
    for _ in 0..GAMES {
        harness.begun(on(per_move(1, false))).await;
    }
    let both = async |days: i64| {
        harness.now.fetch_add(days * DAY, Ordering::SeqCst);
        harness.app.beat().await.unwrap();
        let tick = |app: &App| {
            let app = app.clone();
            tokio::spawn(async move { app.tick().await.unwrap() })
        };
        for one in [tick(&harness.app), tick(&other)] {
            one.await.unwrap();
        }
    };
    let count = async |question| harness.numbers(question).await[0];
    both(1).await;
    both(4).await;
    let reminders = "SELECT count(*) FROM outbox WHERE why LIKE '%claim_reminder%'";
    assert_eq!(count(reminders).await, GAMES as i64);
    both(3).await;
    let given = "SELECT count(*) FROM event WHERE kind = 'timedout'";
    assert_eq!(count(given).await, GAMES as i64);
    let lost = "SELECT abandoned FROM reliability WHERE abandoned > 0";
    assert_eq!(harness.numbers(lost).await, [GAMES as i64]);
    other.stop().await;
}

/// Many requests at the same moment, in two processes, fill the last place only once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn what_a_person_may_have_holds_for_all_processes_together() {
    let Some((mut harness, other)) = two().await else {
        return;
    };
    let limits = Limits {
        tables: 5,
        ..Limits::UNLIMITED
    };
    harness.app = harness.app.clone().with_limits(limits);
    let apps = [harness.app.clone(), other.with_limits(limits)];
    let asked = (0..12).map(|number: usize| {
        let (app, request) = (apps[number % 2].clone(), harness.by(ANN));
        tokio::spawn(async move { app.open(request, open_seat()).await })
    });
    let mut opened = 0;
    for done in join_all(asked).await {
        match done.unwrap() {
            Ok(_) => opened += 1,
            Err(AppError::Plain(refusal)) => {
                assert!(refusal.contains("5 open tables"), "{refusal}")
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(opened, 5);
    apps[1].stop().await;
}

/// Two players who invite each other at the same moment, in two processes, do not deadlock.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn crossing_invitations_all_arrive() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let asked = (0..8).map(|number: usize| {
        let (app, by, to) = match number % 2 {
            0 => (harness.app.clone(), ANN, BOB),
            _ => (other.clone(), BOB, ANN),
        };
        let mut new = challenge();
        new.opponents = vec![to];
        let request = harness.by(by);
        tokio::spawn(async move { app.open(request, new).await })
    });
    for done in join_all(asked).await {
        done.unwrap().unwrap();
    }
    other.stop().await;
}

/// A match played in two processes by turns, each with a cache, is never shown in an old state.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn two_processes_play_one_match_by_turns() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let game = harness.game().await.game;
    for number in 0..16_usize {
        let (app, beside, user) = match number % 2 {
            0 => (&harness.app, &other, ANN),
            _ => (&other, &harness.app, BOB),
        };
        let text = legal(app, game).await.remove(number % 5);
        let moved = app
            .play(harness.by(user), MatchRef::Game(game), &text)
            .await;
        let moved = moved.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let show = beside.show(harness.by(user), MatchRef::Game(game), Side::Public, None);
        let seen = show.await.unwrap();
        assert_eq!((seen.ply, &seen.last), (moved.ply, &moved.last));
    }
    other.stop().await;
}

/// Changes by another process to a cached match are read with the statement before every move, at no further statement.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn a_move_after_one_in_another_process_sends_no_more_statements() {
    let (statements, _listening) = Statements::listen();
    let Some((harness, other)) = two().await else {
        return;
    };
    let game = harness.begun(challenge()).await;
    let mut sent = Vec::new();
    for number in 0..6 {
        let (app, before, user) = match number % 2 {
            0 => (&harness.app, &other, ANN),
            _ => (&other, &harness.app, BOB),
        };
        let text = legal(before, game).await.swap_remove(0);
        statements.take();
        let moved = app.play(harness.by(user), MatchRef::Game(game), &text);
        moved.await.unwrap();
        sent = statements.take();
    }
    // As `statements::a_move_sends_no_more_statements_than_it_needs` counts them.
    assert_eq!(sent.len(), 4, "{}", sent.join("\n"));
    other.stop().await;
}

/// Two moves at the same ply in two processes: the second is refused as any late move is.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn the_slower_of_two_processes_tells_what_happened() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let game = harness.game().await;
    let which = MatchRef::At(game.game, game.ply);
    let moves = legal(&other, game.game).await;
    // Both have the current match in their cache.
    for app in [&harness.app, &other] {
        let show = app.show(harness.by(ANN), which, Side::Public, None);
        show.await.unwrap();
    }
    harness
        .app
        .play(harness.by(ANN), which, &moves[0])
        .await
        .unwrap();
    let late = other.play(harness.by(ANN), which, &moves[1]).await;
    let Err(AppError::Stale(late)) = late else {
        panic!("{late:?}");
    };
    let here = harness.app.play(harness.by(ANN), which, &moves[1]).await;
    let Err(AppError::Stale(here)) = here else {
        panic!("{here:?}");
    };
    assert_eq!(late, here);
    other.stop().await;
}

/// An outage is given back once, even if several processes detect it; and all of them show the new deadlines.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn an_outage_is_given_back_once_and_shown_by_all() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let game = harness.begun(on(per_move(3, true))).await;
    let deadline = async |app: &App| {
        let show = app.show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        show.await.unwrap().timer.unwrap().at
    };
    let before = deadline(&harness.app).await;
    assert_eq!(deadline(&other).await, before);
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    let woken = (0..8_usize).map(|number| {
        let app = [&harness.app, &other][number % 2].clone();
        tokio::spawn(async move { app.wake().await })
    });
    for done in join_all(woken).await {
        done.unwrap().unwrap();
    }
    assert_eq!(other.store().last_outage().await.unwrap(), 1);
    for app in [&harness.app, &other] {
        assert_eq!(deadline(app).await, before + DAY);
    }
    other.stop().await;
}

/// A process without answers lets no time run out while no process answers, and gives nothing back by itself.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn no_time_runs_out_while_no_process_answers() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let other = other.without_answers();
    let game = harness.begun(on(per_move(1, true))).await;
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    assert_eq!(other.run_due_timers().await.unwrap(), 0);
    assert_eq!(other.store().last_outage().await.unwrap(), 0);
    // The processes that answer are back, and the player has a day again.
    harness.app.heartbeat().await.unwrap();
    assert_eq!(other.run_due_timers().await.unwrap(), 0);
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    assert!(other.run_due_timers().await.unwrap() > 0);
    let stored = other.store().load_whole(GameId(game.0)).await.unwrap();
    assert!(
        stored
            .events
            .iter()
            .any(|event| event.record.kind == "ended")
    );
    other.stop().await;
}

/// A process about to commit a match that it opened or ended does not block another that opens and ends others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by another test, which starts a server"]
async fn nobody_waits_for_others_who_open_and_end_matches() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let first = harness.game().await.game;
    let mut holder = PgConnection::connect(&harness.place).await.unwrap();
    let mut held = holder.begin().await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO game (key, options, rules, channel, opened, ply, phase, since, moves) \
         VALUES ('abstract', '{}', 1, 1, 0, 0, 'over', 0, 0)",
    )
    .execute(&mut *held)
    .await
    .unwrap();
    let opened = other.open(harness.by(ANN), challenge()).await;
    assert!(opened.is_ok(), "{opened:?}");
    for user in [ANN, BOB] {
        let text = legal(&other, first).await.remove(0);
        let played = other.play(harness.by(user), MatchRef::Game(first), &text);
        played.await.unwrap();
    }
    let resigned = other.resign(harness.by(ANN), MatchRef::Game(first)).await;
    assert!(resigned.is_ok(), "{resigned:?}");
    held.rollback().await.unwrap();
    let counted = other.store().census().await.unwrap();
    assert_eq!(counted, [("open", 1), ("playing", 0), ("over", 1)]);
    other.stop().await;
}

/// Two people in the same matches who go on vacation at the same moment, in two processes, both do.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn crossing_vacations_both_begin() {
    let Some((harness, other)) = two().await else {
        return;
    };
    for _ in 0..6 {
        harness.begun(on(per_move(3, true))).await;
    }
    for _ in 0..3 {
        let begin = |app: &App, user| {
            let (app, request) = (app.clone(), harness.by(user));
            tokio::spawn(async move { app.begin_vacation(request, 2).await })
        };
        for done in join_all([begin(&harness.app, ANN), begin(&other, BOB)]).await {
            done.unwrap().unwrap();
        }
        harness.now.fetch_add(10, Ordering::SeqCst);
        let end = |app: &App, user| {
            let (app, request) = (app.clone(), harness.by(user));
            tokio::spawn(async move { app.end_vacation(request).await })
        };
        for done in join_all([end(&other, ANN), end(&harness.app, BOB)]).await {
            done.unwrap().unwrap();
        }
        harness.now.fetch_add(10, Ordering::SeqCst);
    }
    other.stop().await;
}
