//! Tests that a wrong clock or an outage does not change a deadline.

use super::{is_over, left, must_agree};
use crate::harness::{ANN, BOB, TestApp, match_view, on, pass, per_move};
use rookery::app::{AppError, MatchRef};
use rookery::match_state::{DAY, Terms};
use std::sync::atomic::Ordering;

/// A start with a clock that is years ahead moves no deadline, and the next start with the right clock still finds an
/// outage.
#[tokio::test]
async fn a_start_with_a_wrong_clock_moves_no_deadline_and_hides_no_outage() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(on(per_move(3, true))).await;
    pass(&harness, DAY).await;
    for leap in [10 * 365 * DAY, -10 * 365 * DAY, -365 * DAY, 365 * DAY] {
        harness.now.fetch_add(leap, Ordering::SeqCst);
        harness = harness.restart().await;
        harness.app.tick().await.unwrap();
        assert_eq!(left(&harness, game).await, 2 * DAY, "{leap}");
        must_agree(&harness, game).await;
    }
    // Two days in which the bot does not run are still given back.
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    harness.app.tick().await.unwrap();
    assert_eq!(left(&harness, game).await, 2 * DAY);
    pass(&harness, 2 * DAY).await;
    assert!(is_over(&harness, game).await);
}

/// A leap of the clock while the bot runs costs nobody time, also if a player moves before it is noticed.
#[tokio::test]
async fn a_clock_that_leaps_while_the_bot_runs_costs_nobody_time() {
    let mut harness = TestApp::new().await;
    let bank = harness.begun(on(Terms::default())).await;
    let hard = harness.begun(on(per_move(1, true))).await;
    let leaps = [3 * DAY, -3 * DAY, 20 * DAY, -40 * DAY, 20 * DAY];
    for (leap, file) in leaps.into_iter().zip(["a", "b", "d", "e", "g"]) {
        harness.now.fetch_add(leap, Ordering::SeqCst);
        let before = match_view(&harness, bank).await.clocks[0].left.unwrap();
        let moved = harness.play(ANN, bank, &format!("P{file}2-{file}3")).await;
        let expected = (before + DAY).min(14 * DAY);
        assert_eq!(moved.clocks[0].left, Some(expected), "{leap}");
        harness.play(BOB, bank, &format!("P{file}7-{file}6")).await;
        harness.app.run_due_timers().await.unwrap();
        assert!(!is_over(&harness, hard).await);
        assert_eq!(left(&harness, hard).await, DAY, "{leap}");
        if leap == -40 * DAY {
            harness = harness.restart().await;
        }
        must_agree(&harness, bank).await;
        must_agree(&harness, hard).await;
    }
    // Moves count in their order, whatever the clock showed.
    let stored = harness.app.store().load_whole(bank).await.unwrap();
    assert!(
        stored
            .events
            .windows(2)
            .all(|pair| pair[0].outage <= pair[1].outage)
    );
}

/// An outage recorded between the computation and the commit of a move is still given back.
#[tokio::test]
async fn an_outage_that_is_noted_while_a_move_is_worked_out_is_given_back_all_the_same() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(Terms::default())).await;
    // The cached match is as it was before.
    assert_eq!(left(&harness, game).await, 7 * DAY);
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    let clock = std::sync::Arc::clone(&harness.now);
    let outage = harness
        .app
        .store()
        .wake(move || clock.load(Ordering::SeqCst), 60)
        .await;
    assert_eq!(outage.unwrap().unwrap().id, 1);
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.clocks[0].left, Some(8 * DAY), "nothing was taken");
    must_agree(&harness, game).await;
    let harness = harness.restart().await;
    must_agree(&harness, game).await;
    assert_eq!(
        match_view(&harness, game).await.clocks[0].left,
        Some(8 * DAY)
    );
    let refused: Result<_, AppError> = harness
        .app
        .claim(harness.by(ANN), MatchRef::Game(game))
        .await;
    assert!(refused.is_err());
}
