//! Tests of notifications: people get them once, where and when they want them, despite faults.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::harness::{
    ANN, BOB, HOUR, TestApp, all_sent, challenge, is_reminder, on, pass, per_move, sent,
    sent_kinds, sources,
};
use rookery::app::{
    App, Delivery, Destination, MatchRef, NewGame, Notice, NotificationKind, NotifyBy, Preferences,
};
use rookery::match_state::{ChannelId, DAY, Terms, UserId};
use tokio::sync::Notify;

mod daily;
mod next;

#[tokio::test]
async fn what_was_sent_when_the_bot_died_is_sent_again_under_the_same_nonce() {
    let mut harness = TestApp::new().await;
    harness.begun(on(per_move(1, true))).await;
    sent(&harness).await;
    pass(&harness, DAY).await;
    let (first, begun) = (Mutex::new(Vec::new()), Notify::new());
    let dying = harness.app.deliver(|notice| {
        first.lock().unwrap().push(notice);
        begun.notify_one();
        // Discord has the message; the bot dies before it learns of it.
        std::future::pending()
    });
    tokio::select! {
        _ = dying => panic!("it has heard of it"),
        () = begun.notified() => {}
    }
    harness = harness.restart().await;
    let again = sent(&harness).await;
    let first = first.into_inner().unwrap();
    assert_eq!(first, again);
    assert!(
        (1..=25).contains(&again[0].nonce.len()),
        "{}",
        again[0].nonce
    );
    assert!(sent(&harness).await.is_empty());
}

/// A notice that ends each process which tries to send it takes another route after as many tries as one that fails.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_of_which_nobody_ever_hears_again_is_given_up() {
    const TRIES: usize = 12;
    let harness = TestApp::new().await;
    harness.begun(challenge()).await;
    sent(&harness).await;
    harness
        .execute(
            "INSERT INTO outbox (game, ply, \"user\", why, at, ready) \
             VALUES (1, 9, 300, '{\"why\": \"joined\", \"user\": 301}', 0, 0)",
        )
        .await;
    let open = "SELECT count(*) FROM outbox WHERE done IS NULL AND refused = 0 AND \"user\" = 300";
    let (ways, mut deaths) = (Mutex::new(Vec::new()), 0);
    while harness.numbers(open).await == [1] {
        let tried = Notify::new();
        let dying = App::start(harness.place(), sources(&harness.now));
        let dying = dying.await.unwrap();
        tokio::select! {
            _ = dying.deliver(|notice| {
                if notice.to == Some(UserId(300)) {
                    ways.lock().unwrap().push(notice.way);
                    tried.notify_one();
                }
                std::future::pending()
            }) => break,
            () = tried.notified() => deaths += 1,
        }
        assert!(deaths < 5 * TRIES, "it is tried for ever");
        // The dead process's claim is released.
        harness.now.fetch_add(61, Ordering::SeqCst);
        harness.app.beat().await.unwrap();
    }
    let ways = ways.into_inner().unwrap();
    let (next, tried) = ways.split_last().unwrap();
    assert_eq!(tried.len(), TRIES);
    assert!(tried.iter().all(|way| way != next), "{ways:?}");
}

/// Refusals count towards a ban of the bot's address: closed direct messages are not tried again at every notice.
#[tokio::test]
async fn one_who_takes_no_direct_messages_is_notified_at_home_from_then_on() {
    let harness = TestApp::new().await;
    let direct = Preferences {
        notify_by: NotifyBy::Direct,
        ..Preferences::default()
    };
    let asked = harness.by(BOB);
    harness.app.prefer(asked, direct).await.unwrap();
    let game = harness.begun(on(per_move(14, false))).await;
    sent(&harness).await;
    let ways = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        ways.lock().unwrap().push(notice.way);
        let refused = notice.way == Destination::Direct;
        async move {
            if refused {
                Delivery::Blocked
            } else {
                Delivery::Done
            }
        }
    };
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        harness.play(user, game, text).await;
        harness.app.deliver(&send).await.unwrap();
    }
    let (direct, home) = (Destination::Direct, Destination::Home);
    assert_eq!(ways.into_inner().unwrap(), [direct, home, home]);
}

#[tokio::test]
async fn a_refused_direct_message_is_sent_to_the_home_and_quiet_hours_and_digests_wait() {
    let harness = TestApp::new().await;
    let prefer = |user, wishes: Preferences| harness.app.prefer(harness.by(user), wishes);
    let direct = Preferences {
        notify_by: NotifyBy::Direct,
        ..Preferences::default()
    };
    prefer(BOB, direct.clone()).await.unwrap();
    let game = harness.begun(on(per_move(14, false))).await;
    sent(&harness).await;
    assert!(harness.play(ANN, game, "Ng1-f3").await.mention.is_empty());
    let ways = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        ways.lock()
            .unwrap()
            .push((notice.way, notice.nonce.clone()));
        let refused = notice.way == Destination::Direct;
        async move {
            if refused {
                Delivery::Blocked
            } else {
                Delivery::Done
            }
        }
    };
    harness.app.deliver(send).await.unwrap();
    let ways = ways.into_inner().unwrap();
    assert_eq!(
        [ways[0].0, ways[1].0],
        [Destination::Direct, Destination::Home]
    );
    assert_ne!(ways[0].1, ways[1].1, "another message");

    // The clock began at 13:46:40 UTC; quiet from 12 to 18.
    prefer(
        ANN,
        Preferences {
            quiet: Some((12, 18)),
            ..direct
        },
    )
    .await
    .unwrap();
    harness.play(BOB, game, "Nb8-c6").await;
    assert!(sent(&harness).await.is_empty());
    harness.now.fetch_add(5 * HOUR, Ordering::SeqCst);
    assert_eq!(
        sent_kinds(&harness).await,
        [(Some(ANN), NotificationKind::Turn)]
    );

    // One message a day, without notices that no longer apply; Bob takes direct messages again.
    harness.app.direct_opened(BOB).await.unwrap();
    let digest = Preferences {
        notify_by: NotifyBy::Digest,
        ..Preferences::default()
    };
    prefer(BOB, digest.clone()).await.unwrap();
    harness.play(ANN, game, "Nf3-g1").await;
    harness.play(BOB, game, "Nc6-b8").await;
    let others = [
        harness.begun(on(per_move(14, false))).await,
        harness.begun(on(per_move(1, false))).await,
    ];
    for other in others {
        harness.play(ANN, other, "Ng1-f3").await;
    }
    let notices = sent_kinds(&harness).await;
    assert!(
        notices.iter().all(|(to, _)| *to != Some(BOB)),
        "{notices:?}"
    );
    harness.now.fetch_add(15 * HOUR, Ordering::SeqCst);
    let digests: Vec<Notice> = sent(&harness)
        .await
        .into_iter()
        .filter(|notice| notice.to == Some(BOB))
        .collect();
    assert_eq!(digests.len(), 1);
    let waiting = digests[0].waiting.as_ref().unwrap();
    assert_eq!((waiting.waiting, waiting.urgent), (2, 1));
    assert_eq!(waiting.games.len(), 2);
    assert!(waiting.games.is_sorted_by_key(|one| one.deadline));
    assert!(digests[0].items.len() >= 2);
    let nothing = Preferences {
        notify_by: NotifyBy::Nothing,
        ..Preferences::default()
    };
    prefer(ANN, nothing).await.unwrap();
    let odd = Preferences {
        zone: "Mars/Olympus".to_owned(),
        ..digest
    };
    let refused = prefer(BOB, odd).await.unwrap_err();
    assert!(refused.to_string().contains("no time zone"), "{refused}");
    assert!(
        harness
            .play(BOB, others[0], "Nb8-c6")
            .await
            .mention
            .is_empty()
    );
    assert!(
        sent_kinds(&harness)
            .await
            .iter()
            .all(|(to, _)| *to != Some(ANN))
    );
}

#[tokio::test]
async fn reminders_stop_for_who_does_not_come_back() {
    let harness = TestApp::new().await;
    for _ in 0..12 {
        harness.begun(on(per_move(1, false))).await;
    }
    let mut reminders = 0;
    for _ in 0..26 {
        pass(&harness, HOUR).await;
        reminders += sent_kinds(&harness)
            .await
            .iter()
            .filter(|(_, why)| is_reminder(why))
            .count();
    }
    assert_eq!(reminders, 9);
}

/// A board whose answer does not arrive is shown once, as a separate message, to the people concerned.
#[tokio::test]
async fn an_answer_that_does_not_come_is_covered_and_one_that_came_is_not() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(on(per_move(14, false))).await;
    harness.play(ANN, game, "Ng1-f3").await;
    harness = harness.restart().await;
    let fallbacks = |notices: Vec<Notice>| -> Vec<NotificationKind> {
        let waiting = notices
            .into_iter()
            .filter(|notice| notice.fallback_for.is_some());
        waiting.map(|notice| notice.items[0].why.clone()).collect()
    };
    harness.now.fetch_add(60, Ordering::SeqCst);
    assert_eq!(
        fallbacks(all_sent(&harness).await),
        [],
        "answered and closed"
    );

    let play = |harness: &TestApp| {
        let (app, by) = (harness.app.clone(), harness.by(BOB));
        async move { app.play(by, MatchRef::Game(game), "Nb8-c6").await.unwrap() }
    };
    play(&harness).await;
    // The bot dies before it answers.
    harness = harness.restart().await;
    assert_eq!(fallbacks(all_sent(&harness).await), [], "it may still come");
    harness.now.fetch_add(60, Ordering::SeqCst);
    let notices = fallbacks(all_sent(&harness).await);
    assert!(
        matches!(&notices[..], [NotificationKind::Board { mention, .. }] if *mention == [ANN]),
        "{notices:?}"
    );
    assert_eq!(fallbacks(all_sent(&harness).await), []);
}

/// Routes are tried in turn: home, the table's channel, a direct message; if none is open, again every hour.
#[tokio::test]
async fn whose_turn_it_is_is_sent_by_any_way_that_is_open() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(14, false))).await;
    harness.app.set_home(game, ChannelId(901)).await.unwrap();
    let by = harness.by(ANN);
    let interaction = by.interaction;
    harness
        .app
        .play(by, MatchRef::Game(game), "Ng1-f3")
        .await
        .unwrap();
    harness.app.answered(interaction, false).await;
    let tried = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        let mut tried = tried.lock().unwrap();
        tried.push((notice.to, notice.channel.map(|channel| channel.0)));
        let done = if notice.channel.is_none() {
            Delivery::Blocked
        } else {
            Delivery::Gone
        };
        async move { done }
    };
    harness.app.deliver(send).await.unwrap();
    let taken = || std::mem::take(&mut *tried.lock().unwrap());
    assert_eq!(
        taken(),
        [(None, Some(901)), (None, Some(900)), (Some(BOB), None),]
    );
    // Direct messages known to be closed are not tried again: too many refusals count towards a ban.
    harness.now.fetch_add(HOUR, Ordering::SeqCst);
    harness.app.deliver(send).await.unwrap();
    assert_eq!(taken(), [(Some(BOB), Some(901)), (Some(BOB), Some(900))]);
    harness.app.direct_opened(BOB).await.unwrap();
    harness.app.deliver(send).await.unwrap();
    assert_eq!(
        taken(),
        [
            (Some(BOB), Some(901)),
            (Some(BOB), Some(900)),
            (Some(BOB), None),
        ],
        "somebody who says that they can be reached is tried at once"
    );
    harness.now.fetch_add(HOUR, Ordering::SeqCst);
    assert_eq!(
        sent_kinds(&harness).await,
        [(Some(BOB), NotificationKind::Turn)],
        "never lost"
    );
    harness.now.fetch_add(HOUR, Ordering::SeqCst);
    assert_eq!(sent_kinds(&harness).await, [], "and told once");
}

/// A match whose home is gone continues in the channel of its table.
#[tokio::test]
async fn a_match_without_its_home_goes_on_in_the_channel_of_its_table() {
    let harness = TestApp::new().await;
    let game = harness.begun(on(per_move(14, false))).await;
    harness.app.set_home(game, ChannelId(901)).await.unwrap();
    let by = harness.by(ANN);
    let interaction = by.interaction;
    harness
        .app
        .play(by, MatchRef::Game(game), "Ng1-f3")
        .await
        .unwrap();
    harness.app.answered(interaction, false).await;
    let send = |notice: Notice| {
        let gone = notice.channel == Some(ChannelId(901));
        async move { if gone { Delivery::Gone } else { Delivery::Done } }
    };
    harness.app.deliver(send).await.unwrap();
    let row = harness.app.store().row(game).await.unwrap();
    assert_eq!(row.home, Some(ChannelId(900)));
}

/// A notice that would be too late in the morning is sent at night; others wait.
#[tokio::test]
async fn quiet_hours_hold_back_what_can_wait_alone() {
    let harness = TestApp::new().await;
    // The clock began at 13:46:40 UTC.
    for (user, days) in [(ANN, 1), (BOB, 14)] {
        let quiet = Preferences {
            quiet: Some((12, 18)),
            ..Preferences::default()
        };
        harness.app.prefer(harness.by(user), quiet).await.unwrap();
        harness.begun(on(per_move(days, false))).await;
    }
    // Ann's day ends at a quarter to two, in her quiet hours; in the other match she has days left.
    pass(&harness, DAY - HOUR / 2).await;
    let notices = sent_kinds(&harness).await;
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(matches!(
        notices[0],
        (Some(ANN), NotificationKind::Reminder { .. })
    ));
}

/// An offer withdrawn before its notification was sent is never sent.
#[tokio::test]
async fn a_withdrawn_offer_is_not_sent_after_quiet_hours() {
    let harness = TestApp::new().await;
    let quiet = Preferences {
        quiet: Some((12, 18)),
        ..Preferences::default()
    };
    harness.app.prefer(harness.by(BOB), quiet).await.unwrap();
    let game = harness.begun(on(per_move(14, false))).await;
    let draw = rookery::app::OfferKind::Draw;
    let which = MatchRef::Game(game);
    harness
        .app
        .offer(harness.by(ANN), which, draw)
        .await
        .unwrap();
    harness
        .app
        .decline(harness.by(ANN), which, draw)
        .await
        .unwrap();
    harness.now.fetch_add(5 * HOUR, Ordering::SeqCst);
    let notices = sent_kinds(&harness).await;
    assert!(
        !notices
            .iter()
            .any(|(_, why)| matches!(why, NotificationKind::Offer { .. })),
        "{notices:?}"
    );
}

/// A player does not lose time, or a game, because the bot could not notify them of their turn.
#[tokio::test]
async fn the_clock_of_a_player_whom_no_message_reaches_stops_until_they_come() {
    for days in [1, 3] {
        let mut harness = TestApp::new().await;
        let game = harness.begun(on(per_move(days, true))).await;
        harness.play(ANN, game, "Ng1-f3").await;
        let turn = harness.now.load(Ordering::SeqCst);
        let refuse = |notice: Notice| {
            let blocked = notice.way == Destination::Direct;
            async move {
                if blocked {
                    Delivery::Blocked
                } else {
                    Delivery::Gone
                }
            }
        };
        for _ in 0..i64::from(days) * 24 + 6 {
            pass(&harness, HOUR).await;
            harness.app.deliver(refuse).await.unwrap();
        }
        let row = harness.app.store().row(game).await.unwrap();
        assert_eq!(
            row.ending, None,
            "the hard deadline of {days} days did not fall"
        );
        let waiting = harness.app.waiting().await.unwrap();
        assert_eq!(waiting.unreachable, 1);
        assert!(waiting.longest > 10 * HOUR, "{waiting:?}");
        // The notice is retried again and again, so it is never overdue; but it is old.
        assert!(waiting.lag <= HOUR, "{waiting:?}");
        assert!(waiting.oldest > 7 * HOUR, "{waiting:?}");
        let stands = crate::harness::match_view(&harness, game).await;
        assert!(
            stands
                .remarks
                .iter()
                .any(|line| line.text.contains("clock stops")),
            "{:?}",
            stands.remarks
        );

        // A long time later, after a restart, Bob comes back with the time he had when he first became unreachable.
        harness = harness.restart().await;
        pass(&harness, 2 * DAY).await;
        let now = harness.now.load(Ordering::SeqCst);
        if days == 1 {
            harness.app.came(BOB).await.unwrap();
        } else {
            // Alternatively he becomes reachable.
            let notices = sent_kinds(&harness).await;
            assert!(
                notices.contains(&(Some(BOB), NotificationKind::Turn)),
                "{notices:?}"
            );
        }
        let row = harness.app.store().row(game).await.unwrap();
        let left = row.deadline.unwrap() - now;
        let first_refused = turn + i64::from(days) * DAY * 3 / 4 + HOUR;
        assert!(
            left >= i64::from(days) * DAY - (first_refused - turn),
            "{left} of {days} days"
        );
        assert_eq!(harness.app.waiting().await.unwrap().unreachable, 0);
        harness.play(BOB, game, "Nb8-c6").await;
    }
}

/// A notice to several players reaches each of them by direct message if the match's home is gone.
#[tokio::test]
async fn a_notice_to_several_goes_to_each_where_no_channel_takes_it() {
    let harness = TestApp::new().await;
    let terms = Terms {
        open: 2,
        ..Terms::default()
    };
    let new = NewGame {
        terms: Some(terms),
        ..challenge()
    };
    harness.app.open(harness.by(ANN), new).await.unwrap();
    all_sent(&harness).await;
    pass(&harness, 2 * DAY).await;
    let seen = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        let direct = notice.way == Destination::Direct;
        if direct {
            let why = notice.items[0].why.clone();
            seen.lock().unwrap().push((notice.to, why));
        }
        async move {
            if direct {
                Delivery::Done
            } else {
                Delivery::Gone
            }
        }
    };
    let delivered = tokio::time::timeout(Duration::from_secs(20), harness.app.deliver(send));
    delivered
        .await
        .expect("no notice is tried without end")
        .unwrap();
    let mut seen = seen.into_inner().unwrap();
    seen.retain(|(_, why)| *why == NotificationKind::Closed);
    seen.sort_by_key(|(to, _)| *to);
    let closed = |user| (Some(user), NotificationKind::Closed);
    assert_eq!(seen, [closed(ANN), closed(BOB)]);
}
