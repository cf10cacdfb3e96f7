//! Tests of the daily puzzle: once a day, at once on request, and never lost or repeated by a kill.

use std::sync::Mutex;

use rookery::app::{Delivery, PuzzlePost};
use rookery::match_state::{ChannelId, DAY, GuildId};

use crate::harness::{HOUR, TestApp, pass};

const HERE: GuildId = GuildId(500);
const CORNER: ChannelId = ChannelId(700);

/// Posts what is due, with this outcome; returns the posts.
async fn posted(harness: &TestApp, done: Delivery) -> Vec<PuzzlePost> {
    let posts = Mutex::new(Vec::new());
    let send = |post: PuzzlePost| {
        posts.lock().unwrap().push(post);
        async move { done }
    };
    harness.app.post_puzzles(send).await.unwrap();
    posts.into_inner().unwrap()
}

#[tokio::test]
async fn the_first_puzzle_comes_at_once_and_then_one_a_day() {
    let mut harness = TestApp::new().await;
    assert!(posted(&harness, Delivery::Done).await.is_empty());
    harness
        .app
        .set_daily_puzzle(HERE, Some(CORNER))
        .await
        .unwrap();
    let first = posted(&harness, Delivery::Done).await;
    assert_eq!((first.len(), first[0].channel), (1, CORNER));
    assert!(first[0].goal.contains("to move"), "{first:?}");

    let mut ids = vec![first[0].id];
    for hour in 0..10 * 24 {
        pass(&harness, HOUR).await;
        let posts = posted(&harness, Delivery::Done).await;
        assert!(hour >= 12 || posts.is_empty(), "the second came too early");
        ids.extend(posts.iter().map(|post| post.id));
        if hour % 50 == 0 {
            harness = harness.restart().await;
        }
    }
    assert!((10..=11).contains(&ids.len()), "{} in ten days", ids.len());
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() >= 10, "a puzzle came twice");

    // After a long absence there is one and not several.
    pass(&harness, 30 * DAY).await;
    assert_eq!(posted(&harness, Delivery::Done).await.len(), 1);
    assert!(posted(&harness, Delivery::Done).await.is_empty());
    harness.app.set_daily_puzzle(HERE, None).await.unwrap();
    pass(&harness, 2 * DAY).await;
    assert!(posted(&harness, Delivery::Done).await.is_empty());
}

/// A post that was not recorded before a kill is repeated with its nonce: Discord makes one message of both.
#[tokio::test]
async fn a_post_that_was_not_noted_is_repeated_with_its_nonce() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    app.set_daily_puzzle(HERE, Some(CORNER)).await.unwrap();
    let killed = Mutex::new(None);
    let send = |post: PuzzlePost| {
        *killed.lock().unwrap() = Some(post.nonce);
        std::future::pending::<Delivery>()
    };
    tokio::select! {
        biased;
        _ = app.post_puzzles(send) => unreachable!("it never ends"),
        () = async {
            while killed.lock().unwrap().is_none() {
                tokio::task::yield_now().await;
            }
        } => {}
    }
    let harness = harness.restart().await;
    let again = posted(&harness, Delivery::Done).await;
    assert_eq!(again.len(), 1);
    assert_eq!(killed.into_inner().unwrap(), Some(again[0].nonce.clone()));
    assert!(again[0].nonce.len() <= 25, "{}", again[0].nonce);
    assert!(posted(&harness, Delivery::Done).await.is_empty());
}

#[tokio::test]
async fn what_fails_is_tried_again_for_hours_and_a_channel_that_is_gone_is_turned_off() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    app.set_daily_puzzle(HERE, Some(CORNER)).await.unwrap();
    let failed = posted(&harness, Delivery::Failed).await;
    assert!(
        posted(&harness, Delivery::Done).await.is_empty(),
        "it waits"
    );
    pass(&harness, HOUR).await;
    let again = posted(&harness, Delivery::Failed).await;
    assert_eq!(again[0].nonce, failed[0].nonce);
    pass(&harness, 6 * HOUR).await;
    posted(&harness, Delivery::Failed).await;
    // The post is given up: the next one comes at its usual time, a day later at the latest.
    pass(&harness, HOUR).await;
    assert!(posted(&harness, Delivery::Done).await.is_empty());
    pass(&harness, 2 * DAY).await;
    let next = posted(&harness, Delivery::Gone).await;
    assert_ne!(next[0].nonce, failed[0].nonce);
    assert_eq!(app.daily_puzzle(HERE).await.unwrap(), None);
    assert_eq!(app.waiting().await.unwrap().lost_channels, 1);
}
