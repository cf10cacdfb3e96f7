//! Tests of `rookery check --health`: its exit code tells if the bot is alive, with a sentence.

use std::net::TcpListener;
use std::process::Command;
use std::time::Instant;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::Harness;
use crate::program::Program;

/// Returns true if the bot is alive, and the sentence.
async fn health(harness: &Harness, settings: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command
        .args(["check", "--health"])
        .env_clear()
        .env("ROOKERY_DATABASE", harness.database())
        .envs(settings.iter().copied())
        .current_dir(harness.folder.path());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = output.await.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    (output.status.success(), said)
}

/// The database tells, where no metrics are served: an old heartbeat is no sign of life.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_heartbeat_tells_if_a_bot_is_alive() {
    let harness = Harness::empty().await;
    let (alive, said) = health(&harness, &[]).await;
    assert!(!alive && said.contains("no bot has run"), "{said}");
    assert!(!harness.database().exists(), "nothing was made");
    let mut program = Program::start(&harness, &[]).await;
    let (alive, said) = health(&harness, &[]).await;
    assert!(alive, "{said}");
    program.signal("KILL");
    program.end().await;
    let begun = Instant::now();
    let options = SqliteConnectOptions::new().filename(harness.database());
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("UPDATE heartbeat SET at = unixepoch() - 300")
        .execute(&mut database)
        .await
        .unwrap();
    let (alive, said) = health(&harness, &[]).await;
    // Seconds pass between the change and the look.
    let age = said
        .split_once(" for ")
        .and_then(|(_, rest)| rest.split_once(" s "));
    let age: Option<u64> = age.and_then(|(age, _)| age.parse().ok());
    let oldest = 301 + begun.elapsed().as_secs();
    assert!(
        !alive && age.is_some_and(|age| (300..=oldest).contains(&age)),
        "{said}"
    );
    harness.server.stop().await;
}

/// With a port for metrics, the process itself is asked: its end is seen at once.
#[tokio::test(flavor = "multi_thread")]
async fn where_metrics_are_served_the_process_itself_is_asked() {
    let harness = Harness::empty().await;
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    let settings = [("ROOKERY_METRICS_PORT", port.as_str())];
    let mut program = Program::start(&harness, &settings).await;
    let (alive, said) = health(&harness, &settings).await;
    assert!(alive, "{said}");
    program.signal("KILL");
    program.end().await;
    let (alive, said) = health(&harness, &settings).await;
    assert!(!alive && said.contains(&port), "{said}");
    harness.server.stop().await;
}
