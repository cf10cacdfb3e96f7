//! Tests of clocks that rest at weekends, a term of the table: from Saturday 0:00 to Monday 0:00 UTC no time passes.

use std::sync::atomic::Ordering;

use rookery::app::Phase;
use rookery::match_state::{DAY, GameId, Terms, Timer};

use crate::harness::{
    ANN, BOB, HOUR, TestApp, is_reminder, match_view, on, pass, per_move, sent_kinds,
};

/// Friday noon of a week, in seconds of the Unix epoch.
const FRIDAY_NOON: i64 = 15 * DAY + 12 * HOUR;

fn resting(days: u8, hard: bool) -> Terms {
    Terms {
        rests: true,
        ..per_move(days, hard)
    }
}

async fn timer(harness: &TestApp, game: GameId) -> Timer {
    let timer = match_view(harness, game).await.timer.unwrap();
    let stored = harness.app.store().row(game).await.unwrap().deadline;
    assert_eq!(stored, Some(timer.at), "the store says what the events say");
    timer
}

async fn on_friday() -> TestApp {
    let harness = TestApp::new().await;
    let now = harness.now.load(Ordering::SeqCst);
    pass(&harness, FRIDAY_NOON - now).await;
    harness
}

#[tokio::test]
async fn nobody_is_reminded_or_loses_time_at_a_weekend() {
    let harness = on_friday().await;
    let game = harness.begun(on(resting(3, true))).await;
    sent_kinds(&harness).await;
    let mut reminders = Vec::new();
    for hour in 1..=5 * 24 - 1 {
        pass(&harness, HOUR).await;
        for (to, why) in sent_kinds(&harness).await {
            assert_eq!(to, Some(ANN));
            assert!(is_reminder(&why), "{why:?}");
            reminders.push(hour);
        }
    }
    // Three quarters of three days are over on Tuesday at 18:00.
    assert_eq!(reminders, [102]);
    assert_eq!(timer(&harness, game).await.at, FRIDAY_NOON + 5 * DAY);
    pass(&harness, HOUR).await;
    let over = match_view(&harness, game).await.phase;
    assert!(matches!(over, Phase::Over { .. }), "{over:?}");
}

/// A move at a weekend neither costs time nor wins any; a bank holds what it held.
#[tokio::test]
async fn a_weekend_never_refills_a_clock() {
    let harness = on_friday().await;
    let terms = Terms {
        rests: true,
        ..Terms::default()
    };
    let game = harness.begun(on(terms)).await;
    pass(&harness, DAY).await;
    harness.play(ANN, game, "Ng1-f3").await;
    pass(&harness, DAY).await;
    harness.play(BOB, game, "Ng8-f6").await;
    // Of the first day half was Friday's, and a move adds one day.
    let now = harness.now.load(Ordering::SeqCst);
    let left = 7 * DAY - 12 * HOUR + DAY;
    // Sunday noon: the rest of Sunday, five workdays, and what is left after another weekend.
    assert_eq!(now, FRIDAY_NOON + 2 * DAY);
    let at = now + 12 * HOUR + 2 * DAY + left;
    assert_eq!(timer(&harness, game).await.at, at);
}

/// An outage gives back its part on workdays, once, in the state and in the store; matches without the term get all.
#[tokio::test]
async fn an_outage_at_a_weekend_gives_nothing_and_before_it_its_part() {
    let mut harness = on_friday().await;
    let game = harness.begun(on(resting(3, false))).await;
    let other = harness.begun(on(per_move(3, false))).await;
    let before = [timer(&harness, game).await, timer(&harness, other).await];
    // From Friday noon to Saturday noon.
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    let after = timer(&harness, game).await.at;
    assert_eq!(after, before[0].at + 12 * HOUR);
    assert_eq!(timer(&harness, other).await.at, before[1].at + DAY);
    // From Saturday noon to Sunday noon.
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    assert_eq!(timer(&harness, game).await.at, after);
    assert_eq!(timer(&harness, other).await.at, before[1].at + 2 * DAY);
    harness = harness.restart().await;
    assert_eq!(timer(&harness, game).await.at, after);
    // The clock was two days ahead: what it took is taken back.
    harness.now.fetch_sub(2 * DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    assert_eq!(timer(&harness, game).await.at, before[0].at);
}

/// A vacation that ends at a weekend, and a day given on a Friday.
#[tokio::test]
async fn vacations_and_given_days_rest_too() {
    let harness = on_friday().await;
    let game = harness.begun(on(resting(1, false))).await;
    assert_eq!(timer(&harness, game).await.at, FRIDAY_NOON + 3 * DAY);
    let which = rookery::app::MatchRef::Game(game);
    harness.app.gift(harness.by(BOB), which).await.unwrap();
    assert_eq!(timer(&harness, game).await.at, FRIDAY_NOON + 4 * DAY);
    harness
        .app
        .begin_vacation(harness.by(ANN), 1)
        .await
        .unwrap();
    // Back on Saturday noon with two days left: Monday and Tuesday.
    assert_eq!(
        timer(&harness, game).await.at,
        FRIDAY_NOON + 4 * DAY + 12 * HOUR
    );
}
