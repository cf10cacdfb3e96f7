//! Tests of starting: commands are registered once, a stop finishes answers, a missing server is reported.

use std::process::Command;

use rookery::app::{App, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, Connection};
use serde_json::Value;

use crate::harness::{ALICE, GENERAL, Harness, content};
use crate::program::Program;

/// Returns how often the set of commands has been read (`GET`) or written (`PUT`).
fn times(harness: &Harness, method: &str) -> usize {
    let requests = harness.server.shared().requests();
    requests
        .iter()
        .filter(|request| request.method == method && request.path.ends_with("/commands"))
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_at_start_and_again_only_when_they_changed() {
    let mut harness = Harness::new().await;
    let names: Vec<String> = harness
        .server
        .shared()
        .commands()
        .iter()
        .map(|command| command["name"].as_str().unwrap().to_owned())
        .collect();
    for name in [
        "new", "move", "board", "games", "history", "gif", "rules", "resign", "help",
    ] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    // They are there before their registration is on record.
    harness
        .until("it is on record", || times(&harness, "PUT") > 0)
        .await;
    assert_eq!(times(&harness, "PUT"), 1);
    harness.stop_bot().await;

    let read = times(&harness, "GET");
    harness.start_bot().await;
    harness
        .until("the set is read", || times(&harness, "GET") > read)
        .await;
    harness.command(ALICE, GENERAL, "help", &[]).await;
    harness.stop_bot().await;

    // An outsider has changed them.
    let application = "1000000000000000001";
    let url = format!(
        "{}/api/v10/applications/{application}/commands",
        harness.server.api_base()
    );
    let put = reqwest::Client::new()
        .put(url)
        .header("authorization", format!("Bot {}", harness.server.token()))
        .json(&serde_json::json!([{"name": "old", "description": "of another version", "type": 1}]))
        .send()
        .await
        .unwrap();
    assert!(put.status().is_success());
    harness.start_bot().await;
    let shared = harness.server.shared();
    harness
        .until("the commands are ours again", || {
            let commands: Vec<Value> = shared.commands();
            commands.len() == names.len()
        })
        .await;
    harness
        .until("it is on record", || times(&harness, "PUT") >= 3)
        .await;
    let written = times(&harness, "PUT");
    assert_eq!(written, 3, "not where nothing had changed");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_is_there_after_a_restart_and_old_buttons_work() {
    let mut harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    harness.stop_bot().await;
    harness.start_bot().await;
    let menu = harness.click(ALICE, &board, "Choose a move").await.message;
    assert!(content(&menu).contains("Which"), "{menu}");
    let played = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(content(&played).contains("c3"));
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_not_there_or_refuses_the_token_is_reported_without_the_token() {
    let harness = Harness::empty().await;
    let app = App::start(harness.database(), Sources::system())
        .await
        .unwrap();
    let secret = "a-token-that-nobody-may-see";
    let connect = |base: String| {
        let connection = Connection {
            token: Token::new(secret).unwrap(),
            api: Some(ApiBase::new(&base).unwrap()),
        };
        discord::run(app.clone(), connection, std::future::pending())
    };
    let refused = connect(harness.server.api_base()).await.unwrap_err();
    let gone = connect("http://127.0.0.1:9".to_owned()).await.unwrap_err();
    for error in [refused, gone] {
        let said = format!("{error:#}");
        assert!(!said.contains(secret) && !said.is_empty(), "{said}");
    }
    harness.server.stop().await;
}

/// Two bots on one database would notify everybody twice: the second is refused with a sentence, and a process that
/// only reads or copies the database is not.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_bot_on_one_database_does_not_start() {
    let harness = Harness::empty().await;
    let mut first = Program::start(&harness, &[]).await;
    let rookery = async |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command
            .args(arguments)
            .env_clear()
            .env("DISCORD_TOKEN", harness.server.token())
            .env("ROOKERY_DISCORD_API", harness.server.api_base())
            .env("ROOKERY_DATABASE", harness.database())
            .current_dir(harness.folder.path());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap());
        let output = output.await.unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    let (well, said) = rookery(&["bot"]).await;
    let process = format!("process {}", first.id());
    assert!(!well && said.contains(&process), "{said}");
    assert!(said.contains("ROOKERY_DATABASE"), "{said}");
    for arguments in [&["check"][..], &["backup", "copy.db"]] {
        let (well, said) = rookery(arguments).await;
        assert!(well, "{arguments:?}: {said}");
    }
    // The lock ends with the process, however it ends.
    first.signal("KILL");
    first.end().await;
    let mut next = Program::start(&harness, &[]).await;
    next.signal("TERM");
    assert!(next.end().await.success());
    harness.server.stop().await;
}
