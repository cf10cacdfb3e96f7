//! Running it: the check before a start, the polite stop, the numbers for Prometheus, and what the log must not hold.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rookery::discord::Means;
use rookery::metrics;
use rookery::sandbox::Ill;
use serde_json::json;

use crate::stage::{ALICE, BOB, Stage, content, is_board};

/// Runs `rookery check` in a folder of its own with these settings.
async fn check(stage: &Stage, settings: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command
        .arg("check")
        .env_clear()
        .current_dir(stage.folder.path());
    for (name, value) in settings {
        command.env(name, value);
    }
    let output: Output = tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), said)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_names_what_is_wrong_before_a_start_and_changes_nothing() {
    let stage = Stage::empty().await;
    let api = stage.server.api_base();
    let database = stage.database();
    let good = [
        ("DISCORD_TOKEN", stage.server.token()),
        ("ROOKERY_DISCORD_API", api.as_str()),
        ("ROOKERY_DATABASE", database.to_str().unwrap()),
    ];
    let with = |name: &'static str, value: &'static str| {
        let mut settings = good.to_vec();
        settings.retain(|(known, _)| *known != name);
        settings.push((name, value));
        settings
    };

    let (well, said) = check(&stage, &good).await;
    assert!(well && !said.contains("WRONG"), "{said}");
    assert!(
        said.contains("does not exist yet") && said.contains("rookery's"),
        "{said}"
    );
    assert!(!database.exists(), "nothing was made");
    assert!(!stage.server.world().bot_online() && stage.server.world().commands().is_empty());

    let (well, said) = check(&stage, &with("ROOKERY_LOG_FORMAT", "xml")).await;
    assert!(!well && said.contains("ROOKERY_LOG_FORMAT"), "{said}");

    let (well, said) = check(&stage, &with("DISCORD_TOKEN", "another-token-than-ours")).await;
    assert!(!well && said.contains("WRONG token"), "{said}");
    assert!(!said.contains("another-token"), "{said}");

    let (well, said) = check(&stage, &with("DISCORD_TOKEN", "")).await;
    assert!(well && said.contains("DISCORD_TOKEN is not set"), "{said}");

    let (well, said) = check(&stage, &with("ROOKERY_DISCORD_API", "http://127.0.0.1:9")).await;
    assert!(!well && said.contains("no connection"), "{said}");

    std::fs::write(
        &database,
        "This is no database, but a text that is long enough.",
    )
    .unwrap();
    let (well, said) = check(&stage, &good).await;
    assert!(!well && said.contains("WRONG database"), "{said}");
    std::fs::remove_file(&database).unwrap();

    let env = stage.folder.path().join(".env");
    std::fs::write(&env, "ROOKERY_LOG=info\n").unwrap();
    std::fs::set_permissions(&env, std::fs::Permissions::from_mode(0o644)).unwrap();
    let (_, said) = check(&stage, &good).await;
    assert!(said.contains("chmod 600"), "{said}");
    stage.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_looks_into_a_database_that_a_bot_is_using() {
    let stage = Stage::new().await;
    stage.begin().await;
    let api = stage.server.api_base();
    let database = stage.database();
    let settings = [
        ("DISCORD_TOKEN", stage.server.token()),
        ("ROOKERY_DISCORD_API", api.as_str()),
        ("ROOKERY_DATABASE", database.to_str().unwrap()),
    ];
    let (well, said) = check(&stage, &settings).await;
    assert!(well && said.contains("with 1 games"), "{said}");
    // A newer version has been here.
    let path = format!("sqlite://{}", database.display());
    let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&path)
        .await
        .unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of tomorrow', 1, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let (well, said) = check(&stage, &settings).await;
    assert!(!well && said.contains("newer version"), "{said}");
    stage.end().await;
}

/// Whoever has asked before the stop is answered, although the answer takes its time.
#[tokio::test(flavor = "multi_thread")]
async fn a_polite_stop_finishes_the_answers_under_way() {
    let mut stage = Stage::new().await;
    let (thread, _) = stage.begin().await;
    let world = stage.server.world();
    // The request is carried out at once and answered late: the bot waits for that when it is told to stop.
    world.fault(
        "POST /interactions/",
        Ill::Late(Duration::from_millis(700)),
        1,
    );
    let asked = json!({
        "user": ALICE, "channel": thread, "kind": "command", "command": "move",
        "options": [{"name": "move", "type": 3, "value": "Nb1-c3"}],
    });
    let (status, _) = stage.people("interact", asked).await;
    assert_eq!(status, 200);
    // Long enough to have been delivered, too short to have been answered.
    tokio::time::sleep(Duration::from_millis(150)).await;
    let begun = Instant::now();
    stage.stop_bot().await;
    assert!(
        begun.elapsed() < Duration::from_secs(9),
        "not by patience running out"
    );
    let board = stage
        .message(BOB, &thread, |message| {
            is_board(message) && content(message).contains("c3")
        })
        .await;
    assert!(content(&board).contains("your turn"));
    stage.start_bot().await;
    let played = stage.play(BOB, &thread, "Pa7-a6").await.message;
    assert!(is_board(&played), "{played}");
    stage.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_for_prometheus_count_what_happened_and_name_nobody() {
    let mut stage = Stage::empty().await;
    let means = Means::default();
    let numbers = means.metrics.clone();
    stage.start_with(means).await;
    let address = metrics::serve(numbers, stage.app().clone(), 0)
        .await
        .unwrap();
    assert!(address.ip().is_loopback());
    let (thread, _) = stage.begin().await;
    stage.play(ALICE, &thread, "Nb1-c3").await;
    stage.play(ALICE, &thread, "Nb1-c3").await;
    let response = reqwest::get(format!("http://{address}/metrics"))
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    let text = response.text().await.unwrap();
    for line in [
        "rookery_interactions_total{kind=\"Command\"} 3",
        "rookery_interactions_total{kind=\"Component\"} 1",
        "rookery_games{phase=\"playing\"} 1",
        "rookery_connections_total 1",
        "rookery_answer_seconds_count{kind=\"Command\"} 3",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.ends_with("# EOF\n") && text.contains("rookery_picture_seconds_bucket"));
    for secret in [ALICE, BOB, "Nb1", stage.server.token()] {
        assert!(!text.contains(secret), "{secret}");
    }
    stage.end().await;
}

/// The log of a whole evening at its loudest: no token of ours, no token of an interaction, no move and no name.
#[tokio::test(flavor = "multi_thread")]
async fn the_log_holds_no_secret_and_no_private_line() {
    let stage = Stage::empty().await;
    let log = stage.folder.path().join("log");
    let mut bot = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("bot")
        .env_clear()
        .env("DISCORD_TOKEN", stage.server.token())
        .env("ROOKERY_DISCORD_API", stage.server.api_base())
        .env("ROOKERY_DATABASE", stage.database())
        .env(
            "ROOKERY_LOG",
            "trace,serenity=trace,hyper=trace,sqlx=trace,reqwest=trace",
        )
        .env("ROOKERY_LOG_FORMAT", "json")
        .current_dir(stage.folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    stage.ready().await;
    let (thread, _) = stage.begin().await;
    let world = stage.server.world();
    stage.play(ALICE, &thread, "Nb1-c3").await;
    stage.play(BOB, &thread, "Zz9-nonsense").await;
    world.fault("POST /interactions/", Ill::Status(500), 3);
    stage.play(BOB, &thread, "Pa7-a6").await;
    world.fault("POST /channels/", Ill::Status(403), 1);
    stage.command(ALICE, &thread, "history", &[]).await;
    stage.people("gateway", json!({"do": "drop"})).await;
    stage.play(ALICE, &thread, "Nc3-d5").await;
    assert!(
        Command::new("kill")
            .args(["-TERM", &bot.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert!(bot.wait().unwrap().success());
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.lines().count() > 5, "there is a log: {text}");
    for line in text.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|_| panic!("{line}"));
    }
    for secret in [
        stage.server.token(),
        "sandbox-interaction-",
        "Nb1-c3",
        "nonsense",
        "Alice",
        "alice",
    ] {
        let line = text.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret}: {line:?}");
    }
    stage.stop_with_faults().await;
}
