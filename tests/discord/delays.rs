//! Tests that slow or hanging notices delay neither each other nor due work, and cost nobody's clock anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use rookery::app::Clock;
use rookery::sandbox::FaultKind;
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{ALICE, BOB, GAMES, Harness};

const DAY: i64 = 86_400;

/// Returns the machine's clock.
fn seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap().as_secs().cast_signed()
}

async fn count(connection: &mut SqliteConnection, what: &str) -> i64 {
    let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {what}"));
    sqlx::query_scalar(query)
        .fetch_one(connection)
        .await
        .unwrap()
}

/// Lets Alice and Bob begin a match with a hard deadline of a day; returns a connection to its database.
async fn begin_with_a_deadline(harness: &Harness) -> SqliteConnection {
    let options = [
        ("side", "white"),
        ("place", "here"),
        ("clock", "1"),
        ("flag", "hard"),
    ];
    let table = harness.open(&options).await;
    harness.click(BOB, &table, "Join").await;
    let path = format!("sqlite://{}", harness.database().display());
    SqliteConnection::connect(&path).await.unwrap()
}

/// Sixty notices of two and a half seconds each, two of which are never answered, do not delay a deadline.
#[tokio::test(flavor = "multi_thread")]
async fn slow_and_hanging_notices_hold_up_nothing_else() {
    let mut harness = Harness::empty().await;
    let ahead = Arc::new(AtomicI64::new(0));
    let clock = Arc::clone(&ahead);
    let now = move || seconds() + clock.load(Ordering::SeqCst);
    harness.set_clock(Clock::new(now.clone()));
    harness.start_bot().await;
    let mut connection = begin_with_a_deadline(&harness).await;
    // Its deadline comes in eight seconds, and the reminders are behind.
    let soon = || ahead.fetch_add(DAY - 8, Ordering::SeqCst) + DAY - 8 + seconds();
    harness.app().store().beat(soon).await.unwrap();
    harness
        .until("the reminder is there", || {
            let requests = harness.server.shared().requests();
            requests.iter().any(|request| {
                let text = request.body["content"].as_str().unwrap_or_default();
                text.contains("still your turn")
            })
        })
        .await;
    let deadline: i64 = sqlx::query_scalar("SELECT deadline FROM game WHERE id = 1")
        .fetch_one(&mut connection)
        .await
        .unwrap();

    let shared = harness.server.shared();
    let route = format!("POST /channels/{GAMES}/messages");
    shared.fault(&route, FaultKind::Silence, 2);
    shared.fault(&route, FaultKind::Late(Duration::from_millis(2500)), 58);
    for user in 0..60_i64 {
        sqlx::query(
            "INSERT INTO outbox (game, ply, user, why, at, ready) \
             VALUES (1, 1000, ?, '{\"why\":\"declined\",\"kind\":\"draw\",\"user\":1}', ?, 0)",
        )
        .bind(ALICE.parse::<i64>().unwrap() + 1_000 + user)
        .bind(now())
        .execute(&mut connection)
        .await
        .unwrap();
    }
    let begun = Instant::now();
    let mut acted = None;
    let mut oldest = 0;
    let unsent = "outbox WHERE done IS NULL AND ply = 1000";
    loop {
        let heartbeat: i64 = sqlx::query_scalar("SELECT at FROM heartbeat")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        oldest = oldest.max(now() - heartbeat);
        if acted.is_none() {
            acted = sqlx::query_scalar("SELECT at FROM event WHERE kind = 'timedout'")
                .fetch_optional(&mut connection)
                .await
                .unwrap();
        }
        let left = count(&mut connection, unsent).await;
        if left == 2 && acted.is_some() {
            break;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(40),
            "{left} notices are left, and the deadline was acted upon at {acted:?}"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let late = acted.unwrap_or(i64::MAX) - deadline;
    assert!(late <= 5, "the deadline was acted upon {late} s late");
    assert!(oldest <= 15, "the heartbeat was {oldest} s old");
    assert_eq!(count(&mut connection, "outage").await, 0);
    // Hanging notices are given up in the end and sent again.
    let begun = Instant::now();
    while count(&mut connection, unsent).await > 0 {
        assert!(begun.elapsed() < Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    harness.stop_with_faults().await;
}

/// An error while a notice's board is made does not mean that its channel is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_cannot_be_made_for_the_moment_is_shown_later() {
    let harness = Harness::with_clock().await;
    let mut connection = begin_with_a_deadline(&harness).await;
    // A row that a look at the match needs is missing.
    sqlx::query("ALTER TABLE offer RENAME COLUMN at TO hidden")
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::query(
        "INSERT INTO outbox (game, ply, why, at, ready) VALUES (1, 1000, '{\"why\":\"board\",\"mention\":[]}', 0, 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    // The attempt has failed if there is a time for the next one.
    let tried = "outbox WHERE ply = 1000 AND done IS NULL AND tries > 0 AND ready > 0";
    let begun = Instant::now();
    while count(&mut connection, tried).await == 0 {
        assert_eq!(
            count(
                &mut connection,
                "outbox WHERE ply = 1000 AND done IS NOT NULL"
            )
            .await,
            0
        );
        assert!(begun.elapsed() < Duration::from_secs(20), "it is tried");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    sqlx::query("ALTER TABLE offer RENAME COLUMN hidden TO at")
        .execute(&mut connection)
        .await
        .unwrap();
    let before = harness.public(GAMES).await.len();
    harness.pass(50).await;
    let begun = Instant::now();
    loop {
        let changes = harness.server.shared().changes();
        if harness.public(GAMES).await.len() > before {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "it is shown");
        harness.changed_since(changes).await;
    }
    harness.end().await;
}
