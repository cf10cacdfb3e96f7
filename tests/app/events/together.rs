//! Tests of several processes that hold one event on a PostgreSQL database.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rookery::app::{App, Posted, TournamentPhase, TournamentPost, TournamentPostKind};
use rookery::tournament::TournamentId;

use super::{FOUR, HERE, event, games, joined, new_event, resign_all};
use crate::harness::{ANN, TestApp, pass};
use crate::postgres::on_a_server::two;

/// Seconds of a claim, and one more.
const LEASE: i64 = 61;

/// Posts of all processes, as their nonces.
#[derive(Default)]
struct Posts(Mutex<Vec<(TournamentPostKind, String)>>);

impl Posts {
    async fn run(&self, app: &App) {
        let send = |post: TournamentPost| {
            if post.kind != TournamentPostKind::Look && post.message.is_none() {
                self.0.lock().unwrap().push((post.kind, post.nonce));
            }
            async {
                // The other process goes on meanwhile.
                tokio::task::yield_now().await;
                Posted::Done(7)
            }
        };
        app.run_tournaments(send).await.unwrap();
    }
}

async fn ready(harness: &TestApp) -> TournamentId {
    pass(harness, 1_800_000_000).await;
    harness.app.set_events(HERE, true).await.unwrap();
    let id = joined(harness, new_event(), &FOUR).await;
    harness.app.start_event(harness.by(ANN), id).await.unwrap();
    id
}

/// Two processes hold an event to its end: every round is drawn once, and every post is sent once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn two_processes_draw_each_round_once() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let id = ready(&harness).await;
    let posts = Posts::default();
    for _ in 0..12 {
        tokio::join!(posts.run(&harness.app), posts.run(&other));
        resign_all(&harness, id).await;
    }
    let over = event(&harness, id).await;
    assert_eq!(over.phase, TournamentPhase::Over);
    assert_eq!(over.pairings.len(), 6);
    let mut sent = posts.0.into_inner().unwrap();
    let all = sent.len();
    sent.sort_by(|one, other| one.1.cmp(&other.1));
    sent.dedup();
    assert_eq!(sent.len(), all, "a post was sent twice: {sent:?}");
    other.stop().await;
}

/// A process dies between drawing a round and posting its pairings: another one posts them after the claim has run out,
/// and draws nothing again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn another_process_posts_what_a_dead_one_has_drawn() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let id = ready(&harness).await;
    let reached = AtomicUsize::new(0);
    let dying = other.run_tournaments(|post| {
        let stops = post.kind == TournamentPostKind::Round;
        reached.fetch_add(usize::from(stops), Ordering::SeqCst);
        async move {
            if stops {
                std::future::pending::<()>().await;
            }
            Posted::Done(7)
        }
    });
    tokio::select! {
        _ = dying => panic!("it has posted everything"),
        () = async {
            while reached.load(Ordering::SeqCst) == 0 {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        } => {}
    }
    let drawn = games(&harness, id).await;
    assert_eq!(drawn.len(), 2);
    let posts = Posts::default();
    posts.run(&harness.app).await;
    assert!(posts.0.lock().unwrap().is_empty(), "it is claimed");
    harness.now.fetch_add(LEASE, Ordering::SeqCst);
    posts.run(&harness.app).await;
    let sent = posts.0.into_inner().unwrap();
    let rounds = sent
        .iter()
        .filter(|(kind, _)| *kind == TournamentPostKind::Round);
    assert_eq!(rounds.count(), 1, "{sent:?}");
    assert_eq!(games(&harness, id).await, drawn);
    other.stop().await;
}
