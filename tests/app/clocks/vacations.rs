//! Tests of vacations: the clocks they stop, the days available, and that all matches or none take part.

use crate::harness::{ANN, BOB, TestApp, match_view, on, pass, per_move};
use rookery::match_state::DAY;
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_vacation_stops_ones_own_clocks_and_has_a_budget() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(3, true))).await;
    pass(&harness, DAY).await;
    let vacation = harness
        .app
        .begin_vacation(harness.by(ANN), 10)
        .await
        .unwrap();
    assert_eq!(vacation.left, 20);
    let now = harness.now.load(Ordering::SeqCst);
    let away = match_view(&harness, game).await;
    assert_eq!(
        away.timer.unwrap().at,
        now + 12 * DAY,
        "two days are left after it"
    );
    assert_eq!(away.clocks[0].away_until, Some(now + 10 * DAY));
    pass(&harness, 4 * DAY).await;
    let back = harness.app.end_vacation(harness.by(ANN)).await.unwrap();
    assert_eq!((back.until, back.left), (None, 26));
    let now = harness.now.load(Ordering::SeqCst);
    assert_eq!(
        match_view(&harness, game).await.timer.unwrap().at,
        now + 2 * DAY
    );
    let refused = harness
        .app
        .begin_vacation(harness.by(ANN), 27)
        .await
        .unwrap_err();
    let said = refused.to_string();
    assert_eq!(said, "You have 26 vacation days left; 27 are too many.");
    // A match that begins meanwhile waits too; the opponent's clock does not.
    harness
        .app
        .begin_vacation(harness.by(BOB), 5)
        .await
        .unwrap();
    let other = harness.begun(on(per_move(3, true))).await;
    harness.play(ANN, other, "Ng1-f3").await;
    assert_eq!(
        match_view(&harness, other).await.timer.unwrap().at,
        now + 8 * DAY
    );
}

/// A player on vacation is away in every match or in none, wherever the bot dies on the way.
#[tokio::test]
async fn a_vacation_begins_and_ends_in_every_match_or_in_none() {
    let mut harness = TestApp::new().await;
    let games = [
        harness.begun(on(per_move(3, true))).await,
        harness.begun(on(per_move(3, true))).await,
        harness.begun(on(per_move(3, true))).await,
    ];
    let away = async |harness: &TestApp| {
        let mut away = Vec::new();
        for game in games {
            away.push(match_view(harness, game).await.clocks[0].away_until);
        }
        let until = harness.app.vacation(ANN).await.unwrap().until;
        assert!(away.iter().all(|at| *at == until), "{away:?} {until:?}");
        until
    };
    let faults = [
        ("INSERT", "event", "NEW.game = 3"),
        ("UPDATE", "game", "NEW.id = 2"),
    ];
    for (before, table, when) in faults {
        harness.fail(before, table, when).await;
        let refused = harness.app.begin_vacation(harness.by(ANN), 5).await;
        assert!(refused.is_err());
        harness.repair().await;
        harness = harness.restart().await;
        assert_eq!(away(&harness).await, None);
        assert_eq!(harness.app.vacation(ANN).await.unwrap().left, 30);
    }
    harness
        .app
        .begin_vacation(harness.by(ANN), 5)
        .await
        .unwrap();
    let until = away(&harness).await;
    assert!(until.is_some());
    pass(&harness, DAY).await;
    for (before, table, when) in faults {
        harness.fail(before, table, when).await;
        assert!(harness.app.end_vacation(harness.by(ANN)).await.is_err());
        harness.repair().await;
        harness = harness.restart().await;
        assert_eq!(away(&harness).await, until);
    }
    let back = harness.app.end_vacation(harness.by(ANN)).await.unwrap();
    assert_eq!((back.until, back.left), (None, 29));
    assert_eq!(away(&harness).await, None);
}
