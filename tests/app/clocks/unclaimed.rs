//! Tests of wins on time that nobody claims: who may claim is reminded once, and after seven days
//! the game is lost without a claim.

use std::sync::atomic::Ordering;

use rookery::app::{MatchRef, NotificationKind, Phase};
use rookery::match_state::{DAY, Due, GameId, UserId};

use crate::harness::{ANN, BOB, HOUR, TestApp, match_view, on, pass, per_move, sent_kinds};

/// The migrations by which running games of earlier versions follow the rule; both databases take both.
const BEFORE: [&str; 2] = [
    include_str!("../../../migrations/sqlite/0046_flagged_before.sql"),
    include_str!("../../../migrations/postgres/0015_flagged_before.sql"),
];

/// Returns the people who are reminded that they may claim.
async fn reminded(harness: &TestApp) -> Vec<UserId> {
    let sent = sent_kinds(harness).await.into_iter();
    let claims = |why: &NotificationKind| matches!(why, NotificationKind::ClaimReminder { .. });
    let reminded = sent.map(|(user, why)| match why {
        NotificationKind::Together { why, users } if claims(&why) => users,
        why if claims(&why) => user.into_iter().collect(),
        _ => Vec::new(),
    });
    reminded.flatten().collect()
}

async fn is_over(harness: &TestApp, game: GameId) -> bool {
    matches!(match_view(harness, game).await.phase, Phase::Over { .. })
}

/// Begins a match of Ann and Bob whose first player has run out of time.
async fn flagged(harness: &TestApp) -> GameId {
    let game = harness.begun(on(per_move(1, false))).await;
    pass(harness, DAY).await;
    let timer = match_view(harness, game).await.timer.unwrap();
    assert_eq!((timer.due, timer.at - timer.runs), (Due::Claim, 7 * DAY));
    assert_eq!(reminded(harness).await, []);
    game
}

#[tokio::test]
async fn who_may_claim_is_reminded_once_and_wins_after_seven_days() {
    let harness = TestApp::new().await;
    let game = flagged(&harness).await;
    let mut reminders = Vec::new();
    for hours in 1..7 * 24 {
        pass(&harness, HOUR).await;
        let sent = reminded(&harness).await.into_iter();
        reminders.extend(sent.map(|user| (user, hours)));
    }
    assert_eq!(reminders, [(BOB, 84)]);
    pass(&harness, HOUR - 1).await;
    assert!(!is_over(&harness, game).await);
    pass(&harness, 1).await;
    let ending = "Black wins: White ran out of time.".to_owned();
    assert_eq!(
        match_view(&harness, game).await.phase,
        Phase::Over { ending }
    );
    let profile = harness.app.profile(ANN).await.unwrap();
    assert_eq!((profile.finished, profile.abandoned), (0, 1));
    let notices = sent_kinds(&harness).await;
    let board = notices.iter().filter(|(to, why)| {
        to.is_none() && matches!(why, NotificationKind::Board { mention, .. } if mention.len() == 2)
    });
    assert_eq!(board.count(), 1, "{notices:?}");
}

#[tokio::test]
async fn of_four_each_opponent_is_reminded_and_the_seat_drops_out_after_seven_days() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(2, false)).await;
    // Excused, then offered to others for three days.
    for days in [2, 2, 3] {
        pass(&harness, days * DAY).await;
    }
    let late = match_view(&harness, game).await;
    assert_eq!(late.timer.unwrap().due, Due::Claim);
    let (seat, owner) = late.next[0];
    assert_eq!(reminded(&harness).await, []);
    pass(&harness, 4 * DAY).await;
    let mut others: Vec<UserId> = late.seats.iter().filter_map(|(_, user)| *user).collect();
    others.retain(|user| *user != owner);
    assert_eq!(reminded(&harness).await, others);
    pass(&harness, 3 * DAY - 1).await;
    assert!(!match_view(&harness, game).await.clocks[seat.index()].out);
    pass(&harness, 1).await;
    let gone = match_view(&harness, game).await;
    assert_eq!(gone.phase, Phase::Playing);
    assert!(gone.clocks[seat.index()].out);
    assert_eq!(harness.app.profile(owner).await.unwrap().abandoned, 1);
}

/// A move, a claim or a day that is given ends the seven days, and with them a reminder that was not sent yet.
#[tokio::test]
async fn a_day_that_is_given_ends_the_seven_days() {
    let harness = TestApp::new().await;
    let game = flagged(&harness).await;
    pass(&harness, 4 * DAY).await;
    let given = harness
        .app
        .gift(harness.by(BOB), MatchRef::Game(game))
        .await
        .unwrap();
    assert_eq!(given.timer.unwrap().due, Due::Clock);
    assert_eq!(reminded(&harness).await, []);
    pass(&harness, DAY).await;
    let again = match_view(&harness, game).await.timer.unwrap();
    assert_eq!((again.due, again.at - again.runs), (Due::Claim, 7 * DAY));
    pass(&harness, 6 * DAY).await;
    harness.play(ANN, game, "Ng1-f3").await;
    pass(&harness, DAY).await;
    assert!(!is_over(&harness, game).await);
}

#[tokio::test]
async fn an_outage_is_given_back_to_the_seven_days() {
    let mut harness = TestApp::new().await;
    let game = flagged(&harness).await;
    pass(&harness, 4 * DAY).await;
    harness.now.fetch_add(30 * DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    pass(&harness, 3 * DAY - 1).await;
    // The reminder names the time that holds now.
    let until = harness.now.load(Ordering::SeqCst) + 1;
    let seat = match_view(&harness, game).await.next[0].0;
    let reminder = NotificationKind::ClaimReminder { seat, until };
    assert!(sent_kinds(&harness).await.contains(&(Some(BOB), reminder)));
    assert!(!is_over(&harness, game).await);
    pass(&harness, 1).await;
    assert!(is_over(&harness, game).await);
}

/// Nobody's game ends by the rule before it has been told: where a player ran out of time under an earlier version, the
/// flag is raised anew, and the seven days count from then. What was stored before replays to what it was.
#[tokio::test]
async fn where_the_time_ran_out_before_the_rule_seven_days_begin_with_it() {
    for migration in BEFORE {
        let mut harness = TestApp::new().await;
        let game = flagged(&harness).await;
        pass(&harness, DAY).await;
        sent_kinds(&harness).await;
        // As an earlier version stored it.
        harness
            .execute(
                "UPDATE event SET text = NULL WHERE kind = 'flagged'; DELETE FROM checkpoint; \
                 UPDATE game SET deadline = runs + 5184000, due = runs + 5184000",
            )
            .await;
        harness = harness.restart().await;
        let timer = match_view(&harness, game).await.timer.unwrap();
        assert_eq!((timer.due, timer.at - timer.runs), (Due::Claim, 60 * DAY));
        assert_eq!(harness.app.tick().await.unwrap(), 0);
        pass(&harness, 40 * DAY).await;
        harness.execute(migration).await;
        harness = harness.restart().await;
        pass(&harness, 1).await;
        let since = harness.now.load(Ordering::SeqCst);
        let timer = match_view(&harness, game).await.timer.unwrap();
        assert_eq!((timer.runs, timer.at), (since, since + 7 * DAY));
        let told = sent_kinds(&harness).await;
        let board = |why: &NotificationKind| matches!(why, NotificationKind::Board { mention, .. } if *mention == [ANN, BOB]);
        assert!(told.iter().any(|(_, why)| board(why)), "{told:?}");
        pass(&harness, 7 * DAY - 1).await;
        assert!(!is_over(&harness, game).await);
        pass(&harness, 1).await;
        assert!(is_over(&harness, game).await);
    }
}

/// A game that is being played, or has no clock, is not touched by the migration.
#[tokio::test]
async fn other_games_keep_what_is_due_in_them() {
    for migration in BEFORE {
        let harness = TestApp::new().await;
        harness.begun(on(per_move(3, false))).await;
        let untimed = rookery::match_state::Terms {
            pace: rookery::match_state::Pace::Untimed,
            ..per_move(1, false)
        };
        harness.begun(on(untimed)).await;
        let due = || harness.numbers("SELECT due FROM game ORDER BY id");
        let before = due().await;
        harness.execute(migration).await;
        assert_eq!(due().await, before);
    }
}

/// The win and everything that follows from it are stored together, also where the process dies in between.
#[tokio::test]
async fn an_unclaimed_win_is_given_once_and_whole() {
    let mut harness = TestApp::new().await;
    let game = flagged(&harness).await;
    harness.now.fetch_add(7 * DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    for table in ["event", "outbox", "abandoned"] {
        harness.fail("INSERT", table, "TRUE").await;
        let _ = harness.app.tick().await;
        harness.repair().await;
        assert!(!is_over(&harness, game).await, "{table}");
        assert_eq!(harness.app.profile(ANN).await.unwrap().abandoned, 0);
        harness = harness.restart().await;
    }
    harness.app.tick().await.unwrap();
    harness.app.tick().await.unwrap();
    assert!(is_over(&harness, game).await);
    let ended = harness.numbers("SELECT count(*) FROM event WHERE kind = 'timedout'");
    assert_eq!(ended.await, [1]);
    assert_eq!(harness.app.profile(ANN).await.unwrap().abandoned, 1);
}
