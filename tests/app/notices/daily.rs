//! Tests of the daily message.

use crate::harness::{
    ANN, BOB, HOUR, TestApp, all_sent, challenge, legal, on, open_seat, pass, per_move, sent,
};
use rookery::app::{Delivery, MatchRef, Notice, NotifyBy, Preferences};
use rookery::match_state::{DAY, UserId};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// A user who wants one message a day gets one with everything, however much there is.
#[tokio::test]
async fn a_day_of_many_games_is_sent_at_one_time_and_nothing_is_left_out() {
    let harness = TestApp::new().await;
    let digest = Preferences {
        notify_by: NotifyBy::Digest,
        ..Preferences::default()
    };
    for user in [ANN, BOB] {
        harness
            .app
            .prefer(harness.by(user), digest.clone())
            .await
            .unwrap();
    }
    // More than are read at a time, of two people in turn.
    for _ in 0..60 {
        let game = harness.begun(challenge()).await;
        harness.play(ANN, game, "Ng1-f3").await;
        let which = MatchRef::Game(game);
        let draw = rookery::app::OfferKind::Draw;
        harness
            .app
            .offer(harness.by(BOB), which, draw)
            .await
            .unwrap();
    }
    assert!(sent(&harness).await.is_empty());
    pass(&harness, DAY).await;
    let notices = sent(&harness).await;
    let of = |user| {
        let mine: Vec<&Notice> = notices
            .iter()
            .filter(|notice| notice.to == Some(user))
            .collect();
        assert!(mine.iter().all(|notice| notice.items.len() <= 10));
        let mut games: Vec<i64> = mine
            .iter()
            .flat_map(|notice| notice.items.iter().map(|item| item.game.0))
            .collect();
        games.sort_unstable();
        games.dedup();
        let lists = mine.iter().filter_map(|notice| notice.waiting.as_ref());
        let listed: BTreeSet<i64> = lists
            .flat_map(|list| list.games.iter().map(|one| one.game.0))
            .collect();
        let waiting = mine[0].waiting.as_ref().unwrap().waiting;
        (waiting, listed.len(), mine.len(), games.len())
    };
    assert_eq!(of(BOB), (60, 60, 6, 60));
    // Bob's offers; his arrival was separate news only while a table still waited.
    assert_eq!(of(ANN), (0, 0, 6, 60));
    assert!(sent(&harness).await.is_empty());
}

/// Daily messages are all due at the same hour: each goes out at one of twenty minutes.
#[tokio::test]
async fn a_daily_message_comes_at_a_minute_of_its_own() {
    let harness = TestApp::new().await;
    // A user id whose time of creation decides the minute; Bob's is 0.
    let late = UserId(600 << 22);
    let digest = Preferences {
        notify_by: NotifyBy::Digest,
        ..Preferences::default()
    };
    for user in [BOB, late] {
        let asked = harness.by(user);
        harness.app.prefer(asked, digest.clone()).await.unwrap();
        let opened = harness
            .app
            .open(harness.by(ANN), open_seat())
            .await
            .unwrap();
        let joined = harness.app.join(harness.by(user), opened.game, None).await;
        let (_, first) = joined.unwrap().next[0];
        harness.answer().await;
        let other = if first == ANN { user } else { ANN };
        let game = opened.game;
        let moves = legal(&harness.app, game).await;
        harness.play(first, game, &moves[0]).await;
        if other == ANN {
            let moves = legal(&harness.app, game).await;
            harness.play(ANN, game, &moves[0]).await;
        }
    }
    all_sent(&harness).await;
    // Nine o'clock of the next day, the default hour.
    let nine = 12 * DAY + 9 * HOUR;
    for (at, notices) in [(-1, None), (0, Some(BOB)), (599, None), (600, Some(late))] {
        harness.now.store(nine + at, Ordering::SeqCst);
        let told_now: Vec<_> = sent(&harness)
            .await
            .iter()
            .filter_map(|one| one.to)
            .collect();
        assert_eq!(told_now, Vec::from_iter(notices), "{at} s after nine");
    }
}

/// The part of a daily message sent before another failed is sent again, and the rest once.
#[tokio::test]
async fn of_a_days_messages_each_is_marked_as_it_goes_out() {
    let harness = TestApp::new().await;
    let digest = Preferences {
        notify_by: NotifyBy::Digest,
        ..Preferences::default()
    };
    harness.app.prefer(harness.by(BOB), digest).await.unwrap();
    for _ in 0..25 {
        let game = harness.begun(on(per_move(14, false))).await;
        harness.play(ANN, game, "Ng1-f3").await;
    }
    pass(&harness, DAY).await;
    let count = Mutex::new(0);
    let games = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        let mut count = count.lock().unwrap();
        *count += 1;
        let fails = *count == 2;
        if !fails {
            let notices = notice.items.iter().map(|item| item.game.0);
            games.lock().unwrap().extend(notices);
        }
        async move {
            if fails {
                Delivery::Failed
            } else {
                Delivery::Done
            }
        }
    };
    harness.app.deliver(send).await.unwrap();
    assert_eq!(games.lock().unwrap().len(), 15, "ten and five");
    harness.now.fetch_add(HOUR, Ordering::SeqCst);
    harness.app.deliver(send).await.unwrap();
    let mut games = games.into_inner().unwrap();
    games.sort_unstable();
    assert_eq!(games, (1..=25).collect::<Vec<i64>>(), "each once");
}

/// The lines of a failed daily message are retried together, and counted so.
#[tokio::test]
async fn each_line_of_a_daily_message_that_fails_is_counted() {
    let harness = TestApp::new().await;
    let digest = Preferences {
        notify_by: NotifyBy::Digest,
        ..Preferences::default()
    };
    harness.app.prefer(harness.by(BOB), digest).await.unwrap();
    for _ in 0..3 {
        let game = harness.begun(on(per_move(14, false))).await;
        harness.play(ANN, game, "Ng1-f3").await;
    }
    all_sent(&harness).await;
    pass(&harness, DAY).await;
    let tries = "SELECT tries FROM outbox WHERE done IS NULL AND \"user\" = 102";
    for times in 1..=3 {
        let fails = async |_| Delivery::Failed;
        assert_eq!(harness.app.deliver(fails).await.unwrap(), 1);
        assert_eq!(harness.numbers(tries).await, [times; 3]);
        harness.now.fetch_add(HOUR, Ordering::SeqCst);
    }
    assert_eq!(sent(&harness).await[0].items.len(), 3);
}
