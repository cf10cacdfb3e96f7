//! Tests of bulletins: results, and the weekly digest.

use super::{HERE, NEWS, listed, public, table};
use crate::harness::{ANN, BOB, CY, DEE, HOUR, TestApp, all_sent, challenge, open_seat, pass};
use rookery::app::{BulletinKind, Delivery, MatchRef, Notice, NotificationKind, Place, Request};
use rookery::match_state::{Audience, ChannelId, DAY, GameId, UserId};
use std::sync::Mutex;

/// Lets Ann and Bob play a game that everyone may see, until Ann resigns.
async fn ended(harness: &TestApp, winner: UserId, loser: UserId) -> GameId {
    let new = rookery::app::NewGame {
        opponents: vec![winner],
        ..challenge()
    };
    let opened = harness.app.open(harness.by(loser), new).await.unwrap();
    let game = opened.game;
    public(harness, game).await;
    harness
        .app
        .join(harness.by(winner), game, None)
        .await
        .unwrap();
    harness.play(loser, game, "Ng1-f3").await;
    harness.play(winner, game, "Ng8-f6").await;
    let resigned = harness.app.resign(harness.by(loser), MatchRef::Game(game));
    resigned.await.unwrap();
    harness.answer().await;
    game
}

fn bulletins(sent: Vec<Notice>) -> Vec<Notice> {
    let is_one = |notice: &Notice| {
        matches!(
            notice.items[0].why,
            NotificationKind::Result { .. } | NotificationKind::Weekly { .. }
        )
    };
    sent.into_iter().filter(is_one).collect()
}

#[tokio::test]
async fn results_go_to_the_channel_that_asks_for_them_and_hidden_games_do_not() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let results = BulletinKind::Results;
    ended(&harness, BOB, ANN).await;
    assert!(
        bulletins(all_sent(&harness).await).is_empty(),
        "nobody has asked"
    );
    app.set_bulletin(HERE, results, Some(NEWS)).await.unwrap();
    let game = ended(&harness, BOB, ANN).await;
    let sent = bulletins(all_sent(&harness).await);
    let [notice] = &sent[..] else {
        panic!("{sent:#?}");
    };
    assert_eq!((notice.channel, notice.to), (Some(NEWS), None));
    assert_eq!(notice.items[0].game, game);
    // One of a private channel, and one that a moderator has hidden before it was posted.
    let secret = app
        .open(harness.at(ANN, 950), challenge())
        .await
        .unwrap()
        .game;
    let channel = Audience::Channel;
    app.store().note_audience(secret, channel).await.unwrap();
    app.join(harness.at(BOB, 950), secret, None).await.unwrap();
    harness.play(ANN, secret, "Ng1-f3").await;
    app.resign(harness.by(BOB), MatchRef::Game(secret))
        .await
        .unwrap();
    assert!(bulletins(all_sent(&harness).await).is_empty());
    app.set_bulletin(HERE, results, None).await.unwrap();
    ended(&harness, BOB, ANN).await;
    assert!(bulletins(all_sent(&harness).await).is_empty(), "turned off");
}

#[tokio::test]
async fn a_channel_that_is_gone_is_turned_off_and_one_that_fails_is_not() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let results = BulletinKind::Results;
    app.set_bulletin(HERE, results, Some(NEWS)).await.unwrap();
    ended(&harness, BOB, ANN).await;
    let tries = Mutex::new(0);
    let failing = |notice: Notice| {
        let bulletin = notice.channel == Some(NEWS);
        *tries.lock().unwrap() += u32::from(bulletin);
        let done = if bulletin {
            Delivery::Failed
        } else {
            Delivery::Done
        };
        async move { done }
    };
    app.deliver(failing).await.unwrap();
    assert_eq!(*tries.lock().unwrap(), 1);
    assert_eq!(app.bulletin(HERE, results).await.unwrap(), Some(NEWS));
    pass(&harness, HOUR).await;
    let gone = |notice: Notice| {
        let bulletin = notice.channel == Some(NEWS);
        let done = if bulletin {
            Delivery::Gone
        } else {
            Delivery::Done
        };
        async move { done }
    };
    app.deliver(gone).await.unwrap();
    assert_eq!(app.bulletin(HERE, results).await.unwrap(), None);
    assert_eq!(app.waiting().await.unwrap().lost_channels, 1);
}

/// The digest is sent once a week, never twice, and not at all without games; after a long absence, one is sent.
#[tokio::test]
async fn a_digest_tells_of_the_week_once() {
    let mut harness = TestApp::new().await;
    let digest = BulletinKind::Digest;
    harness
        .app
        .set_bulletin(HERE, digest, Some(NEWS))
        .await
        .unwrap();
    pass(&harness, 8 * DAY).await;
    harness.app.run_due_timers().await.unwrap();
    assert!(
        bulletins(all_sent(&harness).await).is_empty(),
        "a quiet week"
    );

    let game = ended(&harness, BOB, ANN).await;
    table(&harness, CY).await;
    let mut digests = Vec::new();
    for _ in 0..8 {
        harness.app.run_due_timers().await.unwrap();
        // A digest written before a kill and not yet sent is still sent.
        harness = harness.restart().await;
        harness.app.run_due_timers().await.unwrap();
        digests.extend(bulletins(all_sent(&harness).await));
        if !digests.is_empty() {
            break;
        }
        pass(&harness, DAY).await;
    }
    let [notice] = &digests[..] else {
        panic!("{digests:#?}");
    };
    assert_eq!(notice.channel, Some(NEWS));
    let text = &notice.items[0].text;
    for part in [
        "One game ended.",
        "Longest game: <@101> and <@102> at Abstract Chess",
        &format!("`/gif game:{}`", game.0),
        "New here: <@101> and <@102>. Welcome!",
        "One table waits for an opponent: `/tables`",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The same week is over; a month later there is one for the month's last week at most.
    harness.app.run_due_timers().await.unwrap();
    assert!(bulletins(all_sent(&harness).await).is_empty());
    ended(&harness, DEE, CY).await;
    pass(&harness, 3 * DAY).await;
    pass(&harness, 20 * DAY).await;
    harness.app.run_due_timers().await.unwrap();
    harness.app.run_due_timers().await.unwrap();
    assert!(bulletins(all_sent(&harness).await).len() <= 1);
}

/// Outside the bot's servers nothing is sent without an interaction, and turns are notified by direct message.
#[tokio::test]
async fn nothing_is_posted_where_the_bot_can_only_answer() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let there = |user| Request {
        place: Place {
            guild: None,
            channel: ChannelId(990),
            outside: true,
        },
        ..harness.by(user)
    };
    let opened = app.open(there(ANN), open_seat()).await.unwrap();
    app.set_home(opened.game, ChannelId(990)).await.unwrap();
    assert!(opened.outside);
    assert_eq!(listed(&harness, there(BOB)).await, [opened.game]);
    app.join(there(BOB), opened.game, None).await.unwrap();
    harness.answer().await;
    all_sent(&harness).await;
    let moved = app
        .play(there(ANN), MatchRef::Here, "Ng1-f3")
        .await
        .unwrap();
    assert_eq!(moved.mention, [BOB], "the answer mentions him there");
    harness.answer().await;
    for notice in all_sent(&harness).await {
        assert_eq!(
            (notice.to, notice.channel),
            (Some(BOB), None),
            "{notice:#?}"
        );
    }
    // A move from elsewhere is not shown there; a process killed before its answer leaves nobody unnotified.
    app.play(harness.by(BOB), MatchRef::Game(opened.game), "Ng8-f6")
        .await
        .unwrap();
    let sent = all_sent(&harness).await;
    assert_eq!(sent.len(), 1);
    assert_eq!((sent[0].to, sent[0].channel), (Some(ANN), None));
    app.play(there(ANN), MatchRef::Here, "Nb1-c3")
        .await
        .unwrap();
    harness
        .now
        .fetch_add(60, std::sync::atomic::Ordering::SeqCst);
    let harness = harness.restart().await;
    let sent = all_sent(&harness).await;
    assert!(sent.iter().any(|notice| notice.to == Some(BOB)));
    assert!(
        sent.iter().all(|notice| notice.channel.is_none()),
        "{sent:#?}"
    );
    // A player who takes no direct messages has been mentioned there: their clock runs.
    let which = MatchRef::Game(opened.game);
    let blocked = |_: Notice| async { Delivery::Blocked };
    let there = Request {
        place: Place {
            guild: None,
            channel: ChannelId(990),
            outside: true,
        },
        ..harness.by(BOB)
    };
    harness.app.play(there, which, "Nb8-c6").await.unwrap();
    harness.answer().await;
    harness.app.deliver(blocked).await.unwrap();
    // A fallback is withdrawn when it would be due.
    harness
        .now
        .fetch_add(60, std::sync::atomic::Ordering::SeqCst);
    harness.app.deliver(blocked).await.unwrap();
    assert_eq!(harness.app.waiting().await.unwrap().notices, 0);
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    pass(&harness, 2 * DAY).await;
    let sent = all_sent(&harness).await;
    assert!(
        sent.iter().all(|notice| notice.channel.is_none()),
        "{sent:#?}"
    );
}
