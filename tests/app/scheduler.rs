//! Tests of scheduled work: nothing waits for anything that fails, expired time is judged before late moves, and a
//! wrong clock moves no deadline.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::harness::{
    ANN, BOB, CY, HOUR, TestApp, challenge, match_view, on, open_seat, pass, per_move, sent,
    sent_kinds,
};
use rookery::app::{
    Delivery, MatchRef, NewGame, Notice, NotificationKind, NotifyBy, Phase, Preferences,
};
use rookery::match_state::{DAY, Due, GameId, Pace, Terms, UserId};

mod wrong_clocks;

/// Passes time while the bot runs and before it looks for due work.
async fn unnoticed(harness: &TestApp, seconds: i64) {
    harness.now.fetch_add(seconds, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
}

async fn is_over(harness: &TestApp, game: GameId) -> bool {
    matches!(match_view(harness, game).await.phase, Phase::Over { .. })
}

/// Returns the remaining time of the player to move.
async fn left(harness: &TestApp, game: GameId) -> i64 {
    let timer = match_view(harness, game).await.timer.unwrap();
    timer.at - harness.now.load(Ordering::SeqCst).max(timer.runs)
}

/// Checks that the stored row agrees with the events.
async fn must_agree(harness: &TestApp, game: GameId) {
    let row = harness.app.store().row(game).await.unwrap();
    let timer = match_view(harness, game).await.timer.unwrap();
    assert_eq!(row.deadline, Some(timer.at));
}

#[tokio::test]
async fn a_move_after_a_hard_deadline_does_not_count_though_nobody_has_looked() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, true))).await;
    sent(&harness).await;
    unnoticed(&harness, DAY + 3).await;
    for user in [ANN, BOB] {
        let late = harness
            .app
            .play(harness.by(user), MatchRef::Game(game), "Ng1-f3")
            .await;
        let said = late.unwrap_err().to_string();
        assert!(said.contains("over"), "{said}");
    }
    let Phase::Over { ending } = match_view(&harness, game).await.phase else {
        panic!("the clock alone decides");
    };
    assert_eq!(ending, "Black wins: White ran out of time.");
    let notices = sent_kinds(&harness).await;
    assert!(
        matches!(&notices[..], [(None, NotificationKind::Board { mention, .. })] if *mention == [ANN, BOB]),
        "{notices:?}"
    );
    // A second earlier it is in time.
    let game = harness.begun(on(per_move(1, true))).await;
    unnoticed(&harness, DAY - 1).await;
    harness.play(ANN, game, "Ng1-f3").await;
}

#[tokio::test]
async fn one_who_comes_late_is_given_the_reason() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, true))).await;
    unnoticed(&harness, DAY + 3).await;
    let late = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(game), "Ng1-f3")
        .await;
    let said = late.unwrap_err().to_string();
    assert!(said.contains("White ran out of time"), "{said}");
    // Resigning comes too late as well, and a vacation saves nothing.
    let game = harness.begun(on(per_move(1, true))).await;
    unnoticed(&harness, DAY + 3).await;
    let late = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await;
    let said = late.unwrap_err().to_string();
    assert!(said.contains("White ran out of time"), "{said}");
    let game = harness.begun(on(per_move(1, true))).await;
    unnoticed(&harness, DAY + 3).await;
    harness
        .app
        .begin_vacation(harness.by(ANN), 10)
        .await
        .unwrap();
    assert!(is_over(&harness, game).await);
    // Nor can a player join a table whose time is over.
    let opened = harness
        .app
        .open(harness.by(BOB), open_seat())
        .await
        .unwrap();
    unnoticed(&harness, 7 * DAY + 1).await;
    let joined = harness.app.join(harness.by(CY), opened.game, None).await;
    assert!(joined.is_err());
    assert!(is_over(&harness, opened.game).await);
}

#[tokio::test]
async fn a_soft_flag_falls_before_a_late_move_which_counts() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, false))).await;
    sent(&harness).await;
    unnoticed(&harness, DAY + 3).await;
    // The position is the same: a button made before is valid.
    let ply = match_view(&harness, game).await.ply;
    let moved = harness
        .app
        .play(harness.by(ANN), MatchRef::At(game, ply), "Ng1-f3")
        .await;
    assert_eq!(moved.unwrap().timer.unwrap().due, Due::Clock);
    // Nobody is notified of a claim that has lapsed.
    assert_eq!(sent_kinds(&harness).await, []);
    let events = harness.app.store().load_whole(game).await.unwrap().events;
    let kinds: Vec<&str> = events.iter().map(|row| row.record.kind.as_str()).collect();
    assert!(kinds.ends_with(&["flagged", "moved"]), "{kinds:?}");
    // The opponent need not wait for the scheduler either.
    unnoticed(&harness, DAY + 3).await;
    let claimed = harness
        .app
        .claim(harness.by(ANN), MatchRef::Game(game))
        .await;
    assert!(matches!(claimed.unwrap().phase, Phase::Over { .. }));
}

#[tokio::test]
async fn a_match_that_fails_for_the_moment_is_tried_again_at_the_next_tick_and_holds_up_no_other() {
    let harness = TestApp::new().await;
    let failing = harness.begun(on(per_move(1, true))).await;
    let other = harness.begun(on(per_move(1, true))).await;
    let of_it = format!("NEW.game = {}", failing.0);
    harness.fail("INSERT", "event", &of_it).await;
    pass(&harness, DAY).await;
    assert!(!is_over(&harness, failing).await);
    assert!(is_over(&harness, other).await);
    harness.repair().await;
    pass(&harness, 10).await;
    assert!(is_over(&harness, failing).await);
}

#[tokio::test]
async fn a_match_that_cannot_be_read_runs_out_when_it_can() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, true))).await;
    let damage = "UPDATE event SET kind = 'x-' || kind WHERE ply = 2";
    harness.execute(damage).await;
    let harness = harness.restart().await;
    for _ in 0..60 {
        pass(&harness, 60).await;
    }
    unnoticed(&harness, DAY - HOUR).await;
    harness.app.tick().await.unwrap();
    let repair = "UPDATE event SET kind = substr(kind, 3) WHERE ply = 2";
    harness.execute(repair).await;
    let harness = harness.restart().await;
    pass(&harness, HOUR).await;
    assert!(is_over(&harness, game).await);
}

#[tokio::test]
async fn a_notice_that_cannot_be_read_is_put_aside_and_the_others_go_out() {
    let harness = TestApp::new().await;
    let direct = Preferences {
        notify_by: NotifyBy::Direct,
        ..Preferences::default()
    };
    for user in [ANN, BOB] {
        let prefer = harness.app.prefer(harness.by(user), direct.clone()).await;
        prefer.unwrap();
    }
    for _ in 0..3 {
        harness.begun(on(per_move(14, false))).await;
    }
    let ids = "SELECT id FROM outbox WHERE \"user\" = 101 ORDER BY id";
    let ids = harness.numbers(ids).await;
    assert!(ids.len() >= 3, "{ids:?}");
    for (change, id) in [("tries = -1", ids[0]), ("why = '{\"why\":'", ids[1])] {
        let change = format!("UPDATE outbox SET {change} WHERE id = {id}");
        harness.execute(&change).await;
    }
    let notices = sent(&harness).await;
    let notices = notices
        .iter()
        .filter(|notice| notice.to == Some(ANN))
        .count();
    assert_eq!(notices, ids.len() - 2);
    assert_eq!(harness.app.task_health().put_aside(), 2);
    let kept = "SELECT count(*) FROM outbox WHERE done IS NULL AND \"user\" IS NOT NULL";
    let kept = harness.numbers(kept).await;
    assert_eq!(kept, [2], "neither lost nor tried at once");
    assert!(sent(&harness).await.is_empty());
    let repair = "UPDATE outbox SET tries = 0 WHERE tries < 0";
    harness.execute(repair).await;
    unnoticed(&harness, DAY).await;
    assert_eq!(sent(&harness).await.len(), 1, "mended, it is told");
}

#[tokio::test]
async fn whose_turn_it_is_hears_of_it_before_anybody_hears_anything_else() {
    let harness = TestApp::new().await;
    let direct = Preferences {
        notify_by: NotifyBy::Direct,
        ..Preferences::default()
    };
    for user in (201..=260).map(UserId).chain([ANN, BOB]) {
        let prefer = harness.app.prefer(harness.by(user), direct.clone()).await;
        prefer.unwrap();
    }
    // Sixty people are notified that a player has joined their table.
    for user in (201..=260).map(UserId) {
        let opened = harness
            .app
            .open(harness.by(user), open_seat())
            .await
            .unwrap();
        let leave = harness.app.join(harness.by(CY), opened.game, None).await;
        leave.unwrap();
    }
    let before = sent(&harness).await;
    assert!(before.iter().any(|notice| notice.to == Some(UserId(260))));
    for user in (201..=260).map(UserId) {
        let opened = harness.app.open(
            harness.by(CY),
            NewGame {
                opponents: vec![user],
                ..challenge()
            },
        );
        let opened = opened.await.unwrap();
        harness
            .app
            .leave(harness.by(user), opened.game)
            .await
            .unwrap();
    }
    let game = harness.begun(challenge()).await;
    harness.play(ANN, game, "Ng1-f3").await;
    let notices = sent(&harness).await;
    let turn = notices.iter().position(|notice| {
        notice.to == Some(BOB)
            && notice
                .items
                .iter()
                .any(|item| item.why == NotificationKind::Turn)
    });
    let turn = turn.unwrap();
    let others = notices[..turn]
        .iter()
        .filter(|notice| notice.to != Some(BOB));
    assert!(others.count() <= 1, "Ann's own turn came before");
}

#[tokio::test]
async fn notices_go_out_several_at_a_time_and_to_one_person_one_at_a_time_in_order() {
    let harness = TestApp::new().await;
    harness.begun(challenge()).await;
    sent(&harness).await;
    let rows = (0..120).map(|number| {
        let why = format!("{{\"why\": \"joined\", \"user\": {number}}}");
        format!("(1, 9, {}, '{why}', 0, 0)", 300 + number % 30)
    });
    let rows: Vec<String> = rows.collect();
    let columns = "INSERT INTO outbox (game, ply, \"user\", why, at, ready) VALUES";
    harness
        .execute(&format!("{columns} {}", rows.join(", ")))
        .await;
    let under_way = Mutex::new(Vec::new());
    let most = AtomicUsize::new(0);
    let notices = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        let to = notice.to.unwrap();
        let now = {
            let mut under_way = under_way.lock().unwrap();
            assert!(!under_way.contains(&to), "two at once");
            under_way.push(to);
            under_way.len()
        };
        most.fetch_max(now, Ordering::SeqCst);
        let why = notice.items[0].why.clone();
        let (under_way, notices, most) = (&under_way, &notices, &most);
        async move {
            // The first end only when as many are in progress as allowed.
            let mut patience = 100_000;
            while most.load(Ordering::SeqCst) < 16 && patience > 0 {
                patience -= 1;
                tokio::task::yield_now().await;
            }
            // Each takes a different time.
            for _ in 0..to.0 % 7 {
                tokio::task::yield_now().await;
            }
            notices.lock().unwrap().push((to, why));
            under_way.lock().unwrap().retain(|other| *other != to);
            Delivery::Done
        }
    };
    assert_eq!(harness.app.deliver(send).await.unwrap(), 120);
    assert_eq!(most.load(Ordering::SeqCst), 16);
    let notices = notices.into_inner().unwrap();
    for user in (300..330).map(UserId) {
        let mine = notices.iter().filter(|(to, _)| *to == user);
        let numbers: Vec<u64> = mine
            .map(|(_, why)| match why {
                NotificationKind::Joined { user } => user.0,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(numbers.len() == 4 && numbers.is_sorted(), "{numbers:?}");
    }
}

/// A dropped notice is recorded on the one writing connection, for which notices being sent may wait or which they may
/// hold: neither waits for the other until the store gives up.
#[tokio::test]
async fn notices_that_are_not_to_be_sent_do_not_stop_those_that_are() {
    let harness = TestApp::new().await;
    harness.begun(challenge()).await;
    sent(&harness).await;
    let rows = (300..360).map(|user| {
        let why = format!("{{\"why\": \"joined\", \"user\": {user}}}");
        format!("(1, 9, {user}, '{why}', 0, 0), (1, 9, NULL, '{{\"why\": \"sign\"}}', 0, 0)")
    });
    let rows: Vec<String> = rows.collect();
    let columns = "INSERT INTO outbox (game, ply, \"user\", why, at, ready) VALUES";
    harness
        .execute(&format!("{columns} {}", rows.join(", ")))
        .await;
    assert_eq!(sent(&harness).await.len(), 60);
}

#[tokio::test]
async fn two_vacations_at_once_are_one() {
    let harness = TestApp::new().await;
    harness.begun(on(per_move(3, true))).await;
    let (one, other) = tokio::join!(
        harness.app.begin_vacation(harness.by(ANN), 20),
        harness.app.begin_vacation(harness.by(ANN), 15),
    );
    let refused = match (one, other) {
        (Ok(_), Err(refusal)) | (Err(refusal), Ok(_)) => refusal,
        both => panic!("{both:?}"),
    };
    assert!(
        refused.to_string().starts_with("You are on vacation"),
        "{refused}"
    );
    assert!(harness.app.vacation(ANN).await.unwrap().left >= 10);
}

#[tokio::test]
async fn a_match_that_could_not_be_read_when_a_vacation_began_waits_as_well() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(3, true))).await;
    let other = harness.begun(on(per_move(3, true))).await;
    let damage = format!(
        "UPDATE event SET kind = 'x-' || kind WHERE ply = 2 AND game = {}",
        game.0
    );
    harness.execute(&damage).await;
    let harness = harness.restart().await;
    pass(&harness, DAY).await;
    harness
        .app
        .begin_vacation(harness.by(ANN), 10)
        .await
        .unwrap();
    let repair = "UPDATE event SET kind = substr(kind, 3) WHERE kind LIKE 'x-%'";
    harness.execute(repair).await;
    let harness = harness.restart().await;
    // Its deadline comes while she is away.
    pass(&harness, 4 * DAY).await;
    pass(&harness, HOUR).await;
    assert!(!is_over(&harness, game).await);
    assert_eq!(left(&harness, game).await, 2 * DAY);
    assert_eq!(left(&harness, other).await, 2 * DAY);
    must_agree(&harness, game).await;
    pass(&harness, 6 * DAY).await;
    assert!(!is_over(&harness, game).await);
    pass(&harness, 2 * DAY).await;
    assert!(is_over(&harness, game).await && is_over(&harness, other).await);
}

#[tokio::test]
async fn of_four_everybody_gives_one_day_a_turn() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(2, false)).await;
    let which = MatchRef::Game(game);
    let (turn, mover) = {
        let match_view = match_view(&harness, game).await;
        (match_view.timer.unwrap().at, match_view.next[0].1)
    };
    let mut givers = [ANN, BOB, CY, crate::harness::DEE].to_vec();
    givers.retain(|user| *user != mover);
    for giver in &givers {
        harness.app.gift(harness.by(*giver), which).await.unwrap();
        let again = harness.app.gift(harness.by(*giver), which).await;
        let again = again.unwrap_err().to_string();
        assert!(again.contains("one a turn"), "{again}");
    }
    assert_eq!(
        match_view(&harness, game).await.timer.unwrap().at,
        turn + 3 * DAY
    );
    let harness = harness.restart().await;
    let again = harness.app.gift(harness.by(givers[0]), which).await;
    assert!(again.is_err(), "also after a restart");
    // In the next turn they can again; of two players, the only opponent can any number of times.
    let moves = crate::harness::legal(&harness.app, game).await;
    harness.play(mover, game, &moves[0]).await;
    harness.app.gift(harness.by(mover), which).await.unwrap();
    let two = harness.begun(on(per_move(1, false))).await;
    for _ in 0..3 {
        harness
            .app
            .gift(harness.by(BOB), MatchRef::Game(two))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn an_empty_bank_to_which_nothing_is_added_leaves_a_day_for_every_move() {
    let harness = TestApp::new().await;
    let pace = Pace::Bank {
        days: 1,
        add: 0,
        cap: 1,
    };
    let terms = Terms {
        pace,
        ..Terms::default()
    };
    let game = harness.begun(on(terms)).await;
    pass(&harness, DAY).await;
    assert_eq!(
        match_view(&harness, game).await.timer.unwrap().due,
        Due::Claim
    );
    harness.play(ANN, game, "Ng1-f3").await;
    harness.play(BOB, game, "Nb8-c6").await;
    let timer = match_view(&harness, game).await.timer.unwrap();
    assert_eq!((timer.due, left(&harness, game).await), (Due::Clock, DAY));
}
