//! `rookery sandbox --workers N`: several processes of the bot on one PostgreSQL server, used through one page.

use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{ALICE, GENERAL};
use crate::scratch;
use crate::server::{self, Server};

/// Longest time that anything may take, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

/// A sandbox that ends with the test.
struct Running {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.process.try_wait(), Ok(None)) {
            // The sandbox alone asks its workers to end.
            kill("TERM", &self.process.id().to_string());
            let _ = self.process.wait();
        }
    }
}

impl Running {
    /// Returns the text after `before` in the next line that contains it.
    fn said(&mut self, before: &str) -> String {
        let found = self.lines.find_map(|line| {
            let line = line.unwrap();
            line.split_once(before).map(|(_, after)| after.to_owned())
        });
        found.unwrap_or_else(|| panic!("it ended before it said {before:?}"))
    }
}

fn kill(signal: &str, process: &str) {
    let killed = Command::new("kill").args(["-s", signal, process]).status();
    assert!(killed.unwrap().success());
}

fn first_word(text: &str) -> String {
    text.split(' ').next().unwrap().to_owned()
}

/// Number of workers.
const WORKERS: usize = 2;

/// Starts a sandbox whose workers answer; returns each worker's process and the address of its status.
async fn start(server: &Server, folder: &Path) -> (Running, Vec<(String, String)>) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["sandbox", "--workers", &WORKERS.to_string()])
        .env_clear()
        .env(
            "ROOKERY_DATABASE",
            server::address(server.socket(), "public"),
        )
        .env("ROOKERY_SANDBOX_PORT", "0")
        .env("ROOKERY_LOG", "warn")
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut running = Running { process, lines };
    let http = reqwest::Client::new();
    let mut workers = Vec::new();
    for number in 1..=WORKERS {
        let said = running.said(&format!("Worker {number} is process "));
        let address = said.rsplit(' ').next().unwrap().trim_end_matches('.');
        let health = format!("http://{address}/health");
        let begun = Instant::now();
        while http.get(&health).send().await.is_err() {
            assert!(begun.elapsed() < LIMIT, "worker {number} does not answer");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        workers.push((first_word(&said), health));
    }
    (running, workers)
}

/// Interactions go to each worker in turn; a killed worker is not missed, and is restarted.
#[tokio::test]
async fn workers_share_what_is_asked_in_the_page() {
    let Some(server) = Server::start() else {
        return;
    };
    let folder = scratch::folder();
    let (mut running, workers) = start(&server, folder.path()).await;
    let http = reqwest::Client::new();
    let base = first_word(&running.said("sandbox is at "));
    let ask = async || -> Value {
        let asked = json!({
            "user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "games",
            "options": [], "wait": true,
        });
        let url = format!("{base}/sandbox/interact");
        let answer = http.post(url).json(&asked).send().await.unwrap();
        answer.json().await.unwrap()
    };
    // The commands exist as soon as a worker has registered them.
    let begun = Instant::now();
    while ask().await["state"] != "answered" {
        assert!(begun.elapsed() < LIMIT, "no commands are registered");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for _ in 0..2 * WORKERS {
        assert_eq!(ask().await["state"], "answered");
    }
    let (killed, _) = &workers[0];
    kill("KILL", killed);
    // A request to a worker that is about to die is lost, as on Discord.
    running.said("Worker 1 has ended");
    for _ in 0..2 * WORKERS {
        assert_eq!(ask().await["state"], "answered");
    }
    let again = first_word(&running.said("Worker 1 is process "));
    assert_ne!(again, *killed);
    kill("TERM", &running.process.id().to_string());
    for number in 1..=WORKERS {
        let taken = running.said(&format!("Worker {number} has taken "));
        let taken: u64 = first_word(&taken).parse().unwrap();
        assert!(taken >= 2, "worker {number} has taken {taken}");
    }
    assert!(running.process.wait().unwrap().success());
}

/// True if a process runs; an ended process that has not been waited for has no command line left.
fn runs(process: &str) -> bool {
    std::fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|line| !line.is_empty())
}

/// Workers end with a killed sandbox, which cannot ask them to. Otherwise they would hold the database and their ports.
#[tokio::test]
async fn workers_end_when_the_sandbox_is_killed() {
    let Some(server) = Server::start() else {
        return;
    };
    let folder = scratch::folder();
    let (mut running, workers) = start(&server, folder.path()).await;
    assert!(workers.iter().all(|(process, _)| runs(process)));
    running.process.kill().unwrap();
    running.process.wait().unwrap();
    let begun = Instant::now();
    while workers.iter().any(|(process, _)| runs(process)) {
        assert!(begun.elapsed() < LIMIT, "they go on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let http = reqwest::Client::new();
    for (_, health) in workers {
        assert!(http.get(health).send().await.is_err());
    }
}

/// Several processes cannot share a file.
#[test]
fn workers_on_a_file_are_refused() {
    let folder = scratch::folder();
    let ran = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["sandbox", "--workers", "3"])
        .env_clear()
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(
        !ran.status.success() && said.contains("ROOKERY_DATABASE"),
        "{said}"
    );
}
