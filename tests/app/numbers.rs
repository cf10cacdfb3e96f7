//! Tests of the numbers for Prometheus: they show each fault while it lasts.

use std::sync::atomic::Ordering;

use rookery::app::{Delivery, Destination, MatchRef, Notice, NotifyBy, Preferences};
use rookery::metrics::Metrics;

use crate::harness::{ANN, BOB, HOUR, TestApp, all_sent, on, pass, per_move, sql};

/// Returns the values of some gauges and counters, by their names without `rookery_`.
async fn numbers<const N: usize>(
    harness: &TestApp,
    metrics: &Metrics,
    names: [&str; N],
) -> [i64; N] {
    let text = metrics.text(&harness.app).await.unwrap();
    names.map(|name| {
        let value = text.lines().find_map(|line| {
            let rest = line.strip_prefix("rookery_")?.strip_prefix(name)?;
            rest.strip_prefix(' ')
        });
        let value = value.unwrap_or_else(|| panic!("{name}: {text}"));
        value.parse().unwrap()
    })
}

#[tokio::test]
async fn a_notice_that_does_not_go_out_is_seen_in_the_numbers() {
    let harness = TestApp::new().await;
    let metrics = Metrics::default();
    const NAMES: [&str; 3] = [
        "notices_waiting",
        "notices_lag_seconds",
        "notices_oldest_seconds",
    ];
    let game = harness.begun(on(per_move(14, false))).await;
    all_sent(&harness).await;
    let [before, lag, _] = numbers(&harness, &metrics, NAMES).await;
    assert_eq!(lag, 0);
    let which = MatchRef::Game(game);
    let moved = harness.app.play(harness.by(ANN), which, "Ng1-f3").await;
    moved.unwrap();
    harness.now.fetch_add(90, Ordering::SeqCst);
    let [waiting, lag, oldest] = numbers(&harness, &metrics, NAMES).await;
    // The fallback waits half a minute for the answer that shows the same.
    assert_eq!((waiting > before, lag), (true, 60));
    assert!(oldest >= 90, "{oldest}");
    pass(&harness, HOUR).await;
    all_sent(&harness).await;
    let [_, lag, _] = numbers(&harness, &metrics, NAMES).await;
    assert_eq!(lag, 0);
}

#[tokio::test]
async fn a_notice_that_cannot_be_read_and_a_player_whom_nothing_reaches_are_seen_in_the_numbers() {
    let harness = TestApp::new().await;
    let metrics = Metrics::default();
    const NAMES: [&str; 2] = ["notices_put_aside", "players_unreachable"];
    let direct = Preferences {
        notify_by: NotifyBy::Direct,
        ..Preferences::default()
    };
    harness.app.prefer(harness.by(BOB), direct).await.unwrap();
    let game = harness.begun(on(per_move(1, true))).await;
    all_sent(&harness).await;
    assert_eq!(numbers(&harness, &metrics, NAMES).await, [0, 0]);
    let mut database = sql(&harness.database()).await;
    sqlx::query("INSERT INTO outbox (game, ply, user, why, at, ready) VALUES (1, 1, 102, 'no reason', 0, 0)")
        .execute(&mut database)
        .await
        .unwrap();
    harness.play(ANN, game, "Ng1-f3").await;
    for _ in 0..20 {
        pass(&harness, HOUR).await;
        let refuse = |notice: Notice| async move {
            match notice.way {
                Destination::Direct => Delivery::Blocked,
                _ => Delivery::Gone,
            }
        };
        harness.app.deliver(refuse).await.unwrap();
    }
    assert_eq!(numbers(&harness, &metrics, NAMES).await, [1, 1]);
}

/// The heartbeat gauge shows for how long no process has recorded that the bot runs.
#[tokio::test]
async fn a_heartbeat_that_stops_is_seen_in_the_numbers() {
    let harness = TestApp::new().await;
    let metrics = Metrics::default();
    harness.app.beat().await.unwrap();
    assert_eq!(
        numbers(&harness, &metrics, ["heartbeat_age_seconds"]).await,
        [0]
    );
    harness.now.fetch_add(77, Ordering::SeqCst);
    assert_eq!(
        numbers(&harness, &metrics, ["heartbeat_age_seconds"]).await,
        [77]
    );
}
