//! Tests of matches that last for months, in seconds: clocks, reminders, their recipients, and the state after a crash.

use std::sync::atomic::Ordering;

use crate::harness::{
    ANN, BOB, CY, DEE, HOUR, TestApp, challenge, four, is_reminder, legal, match_view, on, pass,
    per_move, sent, sent_kinds, together,
};
use rookery::app::{MatchRef, Moderator, NewGame, NotificationKind, Phase, Scope};
use rookery::match_state::{ChannelId, DAY, Due, Moderation, Pace, Terms, UserId};

mod unclaimed;
mod vacations;
mod weekends;

#[tokio::test]
async fn a_player_is_reminded_once_when_a_quarter_of_the_time_is_left() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(10, false))).await;
    assert_eq!(
        sent_kinds(&harness).await,
        [],
        "the board tells Ann that the game has begun"
    );
    let mut notices = Vec::new();
    let began = harness.now.load(Ordering::SeqCst);
    for _ in 0..10 * 24 - 1 {
        pass(&harness, HOUR).await;
        for (to, why) in sent_kinds(&harness).await {
            assert_eq!(to, Some(ANN), "{why:?}");
            let hours = (harness.now.load(Ordering::SeqCst) - began) / HOUR;
            assert!(is_reminder(&why), "{why:?}");
            notices.push(hours);
        }
    }
    assert_eq!(notices, [180]);
    // A move in time; the opponent is notified by the board that shows it.
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.mention, [BOB]);
    assert!(sent(&harness).await.is_empty());
}

#[tokio::test]
async fn a_soft_clock_lets_the_opponent_give_a_day_or_claim() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, false))).await;
    let which = MatchRef::Game(game);
    let early = harness.app.claim(harness.by(BOB), which).await.unwrap_err();
    assert_eq!(early.to_string(), "In game 1 nobody has run out of time.");
    pass(&harness, DAY).await;
    let flagged = match_view(&harness, game).await;
    assert_eq!(flagged.phase, Phase::Playing);
    assert_eq!(flagged.timer.unwrap().due, Due::Claim);
    let notices = sent_kinds(&harness).await;
    // One post tells both.
    assert!(
        matches!(&notices[..], [(None, NotificationKind::Board { mention, .. })] if *mention == [ANN, BOB]),
        "{notices:?}"
    );
    // The position is the same: the button made before is valid.
    let given = harness
        .app
        .gift(harness.by(BOB), MatchRef::At(game, flagged.ply - 1));
    let timer = given.await.unwrap().timer.unwrap();
    let now = harness.now.load(Ordering::SeqCst);
    assert_eq!((timer.due, timer.at), (Due::Clock, now + DAY));
    pass(&harness, DAY).await;
    let own = harness.app.claim(harness.by(ANN), which).await.unwrap_err();
    assert_eq!(own.to_string(), "It is your own turn.");
    let claimed = harness.app.claim(harness.by(BOB), which).await.unwrap();
    let ending = "Black wins: White ran out of time.".to_owned();
    assert_eq!(claimed.phase, Phase::Over { ending });
    let profile = harness.app.profile(ANN).await.unwrap();
    assert_eq!((profile.finished, profile.abandoned), (0, 1));
}

#[tokio::test]
async fn a_flagged_player_can_still_move_and_a_hard_clock_decides_alone() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, false))).await;
    pass(&harness, 2 * DAY).await;
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.timer.unwrap().due, Due::Clock);
    let game = harness.begun(on(per_move(1, true))).await;
    pass(&harness, DAY).await;
    let over = match_view(&harness, game).await;
    assert!(matches!(over.phase, Phase::Over { .. }));
    let notices = sent_kinds(&harness).await;
    let board = notices.iter().filter(|(to, why)| {
        to.is_none() && matches!(why, NotificationKind::Board { mention, .. } if mention.len() == 2)
    });
    assert_eq!(board.count(), 2, "the flag and the end: {notices:?}");
}

#[tokio::test]
async fn a_bank_grows_with_every_move_up_to_its_cap() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(Terms::default())).await;
    let left = |match_view: &rookery::app::MatchView| match_view.clocks[0].left.unwrap();
    assert_eq!(left(&match_view(&harness, game).await), 7 * DAY);
    pass(&harness, 3 * DAY).await;
    assert_eq!(left(&harness.play(ANN, game, "Ng1-f3").await), 5 * DAY);
    for round in 0..6 {
        let (black, white) = [("Nb8-c6", "Nf3-g1"), ("Nc6-b8", "Ng1-f3")][round % 2];
        harness.play(BOB, game, black).await;
        harness.play(ANN, game, white).await;
        if round == 5 {
            break;
        }
        // Moves of other pieces, so that no position recurs.
        let file = ['a', 'b', 'd', 'e', 'g'][round];
        harness.play(BOB, game, &format!("P{file}7-{file}6")).await;
        harness.play(ANN, game, &format!("P{file}2-{file}3")).await;
    }
    assert_eq!(left(&match_view(&harness, game).await), 14 * DAY);
}

#[tokio::test]
async fn an_outage_flags_nobody_refreshes_nothing_and_is_given_back() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(on(per_move(3, true))).await;
    pass(&harness, 2 * DAY).await;
    let before = match_view(&harness, game).await.timer.unwrap();
    harness.now.fetch_add(30 * DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    assert_eq!(harness.app.tick().await.unwrap(), 0);
    let after = match_view(&harness, game).await.timer.unwrap();
    assert_eq!(after.at, before.at + 30 * DAY);
    let row = harness.app.store().row(game).await.unwrap();
    assert_eq!(
        row.deadline,
        Some(after.at),
        "the store says what the events say"
    );
    // Repeated restarts give nobody more.
    for _ in 0..5 {
        harness = harness.restart().await;
    }
    assert_eq!(match_view(&harness, game).await.timer.unwrap(), after);
    pass(&harness, DAY - 1).await;
    assert_eq!(match_view(&harness, game).await.phase, Phase::Playing);
    pass(&harness, 1).await;
    assert!(matches!(
        match_view(&harness, game).await.phase,
        Phase::Over { .. }
    ));
    // A clock that had already run out stays so.
    let game = harness.begun(on(per_move(1, false))).await;
    pass(&harness, DAY).await;
    harness.now.fetch_add(5 * DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    assert_eq!(
        match_view(&harness, game).await.timer.unwrap().due,
        Due::Claim
    );
}

/// An outage is one row, and the stored deadlines follow in pieces: no match runs out by a deadline not moved yet, and
/// none is moved twice, also if a player moves or ends a vacation in between.
#[tokio::test]
async fn deadlines_follow_an_outage_in_pieces() {
    for (leap, piece) in [(3 * DAY, 1), (3 * DAY, 3), (-3_600, 1)] {
        let mut harness = TestApp::new().await;
        pass(&harness, DAY).await;
        let mut games = Vec::new();
        for days in [1, 3, 5, 2] {
            games.push(harness.begun(on(per_move(days, true))).await);
        }
        pass(&harness, 7_200).await;
        let agree = async |harness: &TestApp| {
            for game in &games {
                let shown = match_view(harness, *game).await.timer.unwrap().at;
                let stored = harness.app.store().row(*game).await.unwrap().deadline;
                assert_eq!(stored, Some(shown), "{leap}, {game:?}");
            }
        };
        agree(&harness).await;
        let before = match_view(&harness, games[0]).await.timer.unwrap().at;
        harness.now.fetch_add(leap, Ordering::SeqCst);
        let store = harness.app.store();
        let noted = store.wake(|| harness.now.load(Ordering::SeqCst), 60);
        assert!(noted.await.unwrap().is_some());
        let row = store.row(games[0]).await.unwrap();
        assert_eq!(row.deadline, Some(before), "it is one row");
        assert_eq!(
            match_view(&harness, games[0]).await.timer.unwrap().at,
            before + leap
        );
        // Its stored deadline is over.
        let now = harness.now.load(Ordering::SeqCst);
        assert_eq!(store.due(now + 30 * DAY, &[], 9).await.unwrap(), []);
        assert!(store.give_back(piece, "{}").await.unwrap());
        harness.play(ANN, games[1], "Nb1-c3").await;
        harness
            .app
            .begin_vacation(harness.by(BOB), 2)
            .await
            .unwrap();
        // The process dies in between, and another outage is recorded first.
        harness.now.fetch_add(DAY, Ordering::SeqCst);
        harness = harness.restart().await;
        assert_eq!(harness.app.tick().await.unwrap(), 0);
        assert!(!harness.app.store().give_back(piece, "{}").await.unwrap());
        agree(&harness).await;
        for game in &games {
            assert_eq!(match_view(&harness, *game).await.phase, Phase::Playing);
        }
        assert_eq!(
            match_view(&harness, games[0]).await.timer.unwrap().at,
            before + leap + DAY
        );
    }
}

/// A match whose time would have run out during an outage gets a post that its clock goes on, once; no other does, nor
/// one that a moderator has hidden.
#[tokio::test]
async fn an_outage_over_a_deadline_is_told_where_it_ran() {
    let mut harness = TestApp::new().await;
    let soon = harness.begun(on(per_move(1, true))).await;
    let later = harness.begun(on(per_move(5, true))).await;
    let hidden = harness.begun(on(per_move(1, true))).await;
    for game in [soon, later, hidden] {
        harness.app.set_home(game, ChannelId(901)).await.unwrap();
    }
    let moderator = Moderator {
        request: harness.by(UserId(777)),
        scope: Scope::Server,
    };
    let hide = (MatchRef::Game(hidden), Moderation::Hide);
    harness
        .app
        .moderate(moderator, hide.0, hide.1, None)
        .await
        .unwrap();
    pass(&harness, 1).await;
    harness.now.fetch_add(2 * DAY, Ordering::SeqCst);
    harness = harness.restart().await;
    harness.app.tick().await.unwrap();
    let items = sent(&harness).await.into_iter().flat_map(|one| one.items);
    let told = items.filter(|item| item.why == NotificationKind::GivenBack);
    let told: Vec<_> = told.map(|item| item.game).collect();
    assert_eq!(told, [soon]);
}

#[tokio::test]
async fn an_untimed_match_ends_after_a_long_silence() {
    let harness = TestApp::new().await;
    let terms = Terms {
        pace: Pace::Untimed,
        ..Terms::default()
    };
    let game = harness.begun(on(terms)).await;
    pass(&harness, 59 * DAY).await;
    assert_eq!(match_view(&harness, game).await.phase, Phase::Playing);
    pass(&harness, DAY).await;
    let Phase::Over { ending } = match_view(&harness, game).await.phase else {
        panic!("nobody has moved for 60 days")
    };
    assert!(ending.contains("without a result"), "{ending}");
}

#[tokio::test]
async fn a_deadline_is_written_with_its_notice_or_not_at_all() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(1, true))).await;
    sent(&harness).await;
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    for table in ["outbox", "event", "seat"] {
        let before = if table == "seat" { "UPDATE" } else { "INSERT" };
        harness.fail(before, table, "TRUE").await;
        let _ = harness.app.tick().await;
        harness.repair().await;
        // A failed match is left alone for a while.
        harness.now.fetch_add(60, Ordering::SeqCst);
        assert_eq!(match_view(&harness, game).await.phase, Phase::Playing);
        assert!(
            sent(&harness).await.is_empty(),
            "nothing happened, nothing is told"
        );
    }
    harness.app.tick().await.unwrap();
    harness.app.tick().await.unwrap();
    let ended = harness.numbers("SELECT count(*) FROM event WHERE kind = 'ended'");
    assert_eq!(ended.await, [1]);
    assert_eq!(sent(&harness).await.len(), 1);
}

#[tokio::test]
async fn a_table_that_is_not_filled_is_closed_and_those_waiting_are_notified() {
    let harness = TestApp::new().await;
    let new = NewGame {
        opponents: vec![],
        seat: None,
        terms: Some(Terms {
            open: 2,
            ..Terms::default()
        }),
        ..four(false)
    };
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    harness
        .app
        .join(harness.by(BOB), opened.game, None)
        .await
        .unwrap();
    assert_eq!(
        sent_kinds(&harness).await,
        [(Some(ANN), NotificationKind::Joined { user: BOB })]
    );
    pass(&harness, 2 * DAY - 1).await;
    assert!(matches!(
        match_view(&harness, opened.game).await.phase,
        Phase::Open { .. }
    ));
    pass(&harness, 1).await;
    assert!(matches!(
        match_view(&harness, opened.game).await.phase,
        Phase::Over { .. }
    ));
    assert_eq!(
        sent_kinds(&harness).await,
        [(None, together(NotificationKind::Closed, &[ANN, BOB]))]
    );
}

#[tokio::test]
async fn at_a_table_of_four_an_absent_player_is_excused_once_then_the_seat_is_for_anyone() {
    let harness = TestApp::new().await;
    let terms = per_move(2, true);
    let game = harness.four(terms).await;
    let first = match_view(&harness, game).await.next[0].1;
    pass(&harness, 2 * DAY).await;
    let excused = match_view(&harness, game).await;
    assert_eq!(excused.next[0].1, first);
    assert_eq!(excused.timer.unwrap().due, Due::Clock);
    assert!(sent_kinds(&harness).await.iter().any(
        |(_, why)| matches!(why, NotificationKind::Board { mention, .. } if *mention == [first])
    ));
    pass(&harness, 2 * DAY).await;
    let vacant = match_view(&harness, game).await;
    assert_eq!(vacant.timer.unwrap().due, Due::Window);
    assert!(vacant.clocks[0].vacant && vacant.clocks[0].absent);
    let player = harness
        .app
        .take_seat(harness.by(BOB), game, None)
        .await
        .unwrap_err();
    assert!(player.to_string().contains("for somebody new"), "{player}");
    let eve = UserId(105);
    let taken = harness
        .app
        .take_seat(harness.by(eve), game, None)
        .await
        .unwrap();
    assert_eq!(taken.next[0].1, eve);
    assert_eq!(taken.timer.unwrap().due, Due::Clock);
    let none = harness
        .app
        .take_seat(harness.by(UserId(106)), game, None)
        .await
        .unwrap_err();
    assert_eq!(
        none.to_string(),
        "No seat of game 1 is offered at the moment."
    );
    // The record of the player who left stays with them, and the newcomer's begins.
    assert_eq!(harness.app.profile(first).await.unwrap().abandoned, 1);
    assert_eq!(harness.app.profile(eve).await.unwrap().abandoned, 0);
    let moves = legal(&harness.app, game).await;
    harness.play(eve, game, &moves[0]).await;

    // The next player is excused, offered, and drops out; the others go on.
    let second = match_view(&harness, game).await.next[0].1;
    pass(&harness, 2 * DAY).await;
    pass(&harness, 2 * DAY).await;
    pass(&harness, 3 * DAY).await;
    let gone = match_view(&harness, game).await;
    assert_eq!(gone.phase, Phase::Playing);
    assert!(gone.clocks[1].out);
    assert_ne!(gone.next[0].1, second);
    let harness = harness.restart().await;
    let after = match_view(&harness, game).await;
    assert_eq!(
        (after.ply, after.timer, after.next),
        (gone.ply, gone.timer, gone.next)
    );
}

#[tokio::test]
async fn a_player_can_offer_the_seat_and_play_on_till_somebody_comes() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(2, false)).await;
    let which = MatchRef::Game(game);
    let offered = harness
        .app
        .offer_seat(harness.by(DEE), which)
        .await
        .unwrap();
    assert!(offered.clocks[3].vacant && !offered.clocks[3].absent);
    let kept = harness.app.keep_seat(harness.by(DEE), which).await.unwrap();
    assert!(!kept.clocks[3].vacant);
    harness
        .app
        .offer_seat(harness.by(DEE), which)
        .await
        .unwrap();
    let taken = harness
        .app
        .take_seat(harness.by(UserId(105)), game, None)
        .await
        .unwrap();
    assert_eq!(taken.seats[3].1, Some(UserId(105)));
    // A player who leaves in order has abandoned nothing.
    assert_eq!(harness.app.profile(DEE).await.unwrap().abandoned, 0);
    let two = harness.begun(challenge()).await;
    let refused = harness
        .app
        .offer_seat(harness.by(ANN), MatchRef::Game(two))
        .await
        .unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("nobody can take over your seat")
    );
}

/// Over a year of many matches, every deadline and reminder comes once, in order; nothing hangs.
#[tokio::test]
async fn a_year_passes_in_seconds() {
    let harness = TestApp::new().await;
    let mut games = Vec::new();
    for days in [1, 3, 7, 14] {
        games.push(harness.begun(on(per_move(days, days == 3))).await);
        games.push(harness.four(per_move(days, days != 3)).await);
    }
    games.push(harness.begun(on(Terms::default())).await);
    let end = harness.now.load(Ordering::SeqCst) + 365 * DAY;
    let mut notices = 0;
    let mut steps = 0;
    while let Some(due) = harness.app.next_due().await.unwrap() {
        assert!(due <= end, "everything has come to its end within a year");
        harness.now.fetch_max(due, Ordering::SeqCst);
        assert!(harness.app.tick().await.unwrap() > 0);
        notices += sent(&harness).await.len();
        steps += 1;
        // Some players come back now and then.
        if steps % 3 == 0 {
            let game = games[steps / 3 % games.len()];
            let match_view = match_view(&harness, game).await;
            let waits = match_view
                .timer
                .is_some_and(|timer| timer.due != Due::Claim);
            if let (true, Some((_, user)), true) = (waits, match_view.next.first(), steps < 120) {
                let (user, moves) = (*user, legal(&harness.app, game).await);
                harness.play(user, game, &moves[steps % moves.len()]).await;
            }
        }
    }
    for game in games {
        assert!(
            matches!(match_view(&harness, game).await.phase, Phase::Over { .. }),
            "{game:?}"
        );
    }
    // The last threads are archived a day after the end.
    pass(&harness, 2 * DAY).await;
    sent(&harness).await;
    let unsent = harness.numbers("SELECT count(*) FROM outbox WHERE done IS NULL");
    assert_eq!(unsent.await, [0]);
    assert!(notices > 30, "{notices}");
    assert!(harness.app.games(harness.by(CY)).await.unwrap().is_empty());
}
