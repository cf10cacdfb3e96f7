//! Tests of the order of notices.

use std::sync::atomic::Ordering;

use rookery::app::App;
use rookery::match_state::{DAY, UserId};
use rookery::store::{ClaimKind, NextUnsent, Posting, SendOutcome, UnsentNotice};

use crate::harness::{TestApp, challenge, sources};

/// Several notices found at once are to different people, to each the earliest, and first to those whose turn it is;
/// notices claimed by another process are left to it until it releases them.
#[tokio::test]
async fn notices_that_are_found_at_once_are_to_different_people() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let store = harness.app.store();
    let now = harness.now.load(Ordering::SeqCst);
    let found = |unsent: Vec<NextUnsent>| {
        let found = unsent.into_iter().map(|unsent| match unsent {
            NextUnsent::Notice(unsent) => unsent,
            NextUnsent::Unreadable(notice) => panic!("{notice}"),
        });
        found.collect::<Vec<UnsentNotice>>()
    };
    // Notices of the match itself.
    loop {
        let earlier = found(store.next_unsent(now + DAY, &[], &[], 100).await.unwrap());
        if earlier.is_empty() {
            break;
        }
        let ids: Vec<i64> = earlier.iter().map(|unsent| unsent.id).collect();
        let done = store.record_outcome(&ids, SendOutcome::Done, now);
        done.await.unwrap();
    }
    store.release(ClaimKind::Home, &[game.0]).await;
    let posting = |user: u64, why: &str, ready: i64| Posting {
        user: (user != 0).then_some(UserId(user)),
        why: format!("{{\"why\":\"{why}\"}}"),
        at: now,
        ready,
        nags: false,
        cover: None,
        refused: 0,
    };
    let postings = [
        posting(1, "joined", now - 9),
        posting(2, "joined", now - 8),
        posting(1, "turn", now - 7),
        posting(3, "turn", now - 6),
        posting(0, "joined", now - 5),
        posting(0, "joined", now - 4),
        posting(4, "turn", now + 1),
    ];
    let nothing = UnsentNotice {
        id: 999_999,
        game,
        ply: 0,
        user: None,
        why: "{}".to_owned(),
        at: now,
        refused: 0,
        cover: None,
        tries: 0,
    };
    let insert = format!(
        "INSERT INTO outbox (id, game, ply, why, at, ready) VALUES (999999, {}, 0, '{{}}', 0, {now})",
        game.0
    );
    harness.execute(&insert).await;
    store.split(&nothing, &postings, now).await.unwrap();
    let whom = |found: &[UnsentNotice]| -> Vec<(u64, u32)> {
        let whom = found
            .iter()
            .map(|unsent| (unsent.user.map_or(0, |user| user.0), unsent.tries));
        whom.collect()
    };
    let first = found(store.next_unsent(now, &[], &[], 2).await.unwrap());
    assert_eq!(whom(&first), [(1, 0), (3, 0)]);
    // The earliest notice to the first user.
    assert!(first[0].why.contains("joined"), "{first:?}");
    let busy = [UserId(1), UserId(3)];
    if harness.place().file().is_some() {
        let rest = found(store.next_unsent(now, &busy, &[], 100).await.unwrap());
        assert_eq!(whom(&rest), [(2, 0), (0, 0)]);
        // Notices found again by the same process have not been sent.
        let again = found(store.next_unsent(now, &busy, &[game], 100).await.unwrap());
        assert_eq!(whom(&again), [(2, 1)]);
        return;
    }
    let other = App::start(harness.place(), sources(&harness.now))
        .await
        .unwrap();
    let others = found(other.store().next_unsent(now, &[], &[], 100).await.unwrap());
    assert_eq!(whom(&others), [(2, 0), (0, 0)]);
    let mine = store.next_unsent(now, &busy, &[], 100).await.unwrap();
    assert!(mine.is_empty(), "{mine:?}");
    // Recording an outcome releases the notice's recipient, and so does recording none.
    let again = [(others[0].id, SendOutcome::Again(now - 8))];
    let claimed = Some((ClaimKind::Person, &[2][..]));
    let recorded = other.store().record_outcomes(&again, now, claimed);
    recorded.await.unwrap();
    let home = Some((ClaimKind::Home, &[game.0][..]));
    let recorded = other.store().record_outcomes(&[], now, home);
    recorded.await.unwrap();
    let again = found(store.next_unsent(now, &busy, &[], 100).await.unwrap());
    assert_eq!(whom(&again), [(2, 1), (0, 1)]);
}
