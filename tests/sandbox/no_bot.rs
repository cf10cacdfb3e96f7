//! `rookery sandbox --no-bot`: the chat alone, with a bot that is started separately.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{ALICE, GENERAL};
use crate::scratch;

/// Longest time that a bot may take to come, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the program with arguments, in a folder and without settings.
fn rookery(arguments: &[&str], folder: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command
        .args(arguments)
        .env_clear()
        .env("ROOKERY_LOG", "warn")
        .current_dir(folder);
    command
}

/// Commands are answered once a bot is started with the settings that the sandbox prints.
#[tokio::test]
async fn a_bot_with_the_printed_settings_answers_in_a_sandbox_without_one() {
    let folder = scratch::folder();
    let mut sandbox = rookery(&["sandbox", "--no-bot"], folder.path())
        .env("ROOKERY_SANDBOX_PORT", "0")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(sandbox.stdout.take().unwrap()).lines();
    let _sandbox = Running(sandbox);
    let settings: Vec<(String, String)> = lines
        .map(|line| line.unwrap())
        .find(|line| line.contains("DISCORD_TOKEN="))
        .unwrap()
        .split(' ')
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (_, base) = &settings[0];
    let http = reqwest::Client::new();
    let state = async || -> Value {
        let address = format!("{base}/sandbox/state?user={ALICE}");
        let answer = http.get(address).send().await.unwrap();
        answer.json().await.unwrap()
    };
    assert_eq!(state().await["online"], false);

    let _bot = Running(
        rookery(&["bot"], folder.path())
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .spawn()
            .unwrap(),
    );
    let begun = Instant::now();
    loop {
        let state = state().await;
        if state["online"] == true && state["commands"] != json!([]) {
            break;
        }
        assert!(begun.elapsed() < LIMIT, "no bot comes");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let asked = json!({
        "user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "games",
        "options": [], "wait": true,
    });
    let url = format!("{base}/sandbox/interact");
    let answer: Value = http
        .post(url)
        .json(&asked)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(answer["state"], "answered");
}
