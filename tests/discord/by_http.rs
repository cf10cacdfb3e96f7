//! Tests of the bot with interactions by HTTP: it works as over the gateway, and requests that are not Discord's are
//! refused.

use std::process::Command;
use std::time::Duration;

use reqwest::{Client, RequestBuilder};
use rookery::discord::Dependencies;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::harness::{ALICE, BY_HTTP, GENERAL, Harness};

/// The tests that are run again by HTTP, by the beginnings of their names: each kind of answer that an interaction has.
const AGAIN: [&str; 7] = [
    "game::",
    "guided::",
    "lobby::",
    "notices::",
    "ranks::",
    "server::",
    "tables::",
];

#[test]
fn what_holds_over_the_gateway_holds_by_http() {
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(AGAIN)
        .args(["--test-threads", "4"])
        .env(BY_HTTP, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}");
    println!("{said}");
}

/// A bot that takes interactions at an address.
struct Door {
    harness: Harness,
    base: String,
    http: Client,
}

impl Door {
    async fn open() -> Door {
        let mut harness = Harness::empty().await;
        let mut means = Dependencies::default();
        let base = harness.open_endpoint(&mut means).await;
        harness.start_with(means).await;
        Door {
            harness,
            base,
            http: Client::new(),
        }
    }

    fn post(&self, body: impl Into<Vec<u8>>) -> RequestBuilder {
        let post = self.http.post(format!("{}/interactions", self.base));
        post.body(body.into())
    }

    /// Returns a request signed as Discord does, with a time so many seconds from now.
    fn signed(&self, body: &str, from_now: i64) -> RequestBuilder {
        let timestamp = (now() + from_now).to_string();
        let signature = self
            .harness
            .server
            .shared()
            .sign(&timestamp, body.as_bytes());
        self.post(body)
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
    }
}

fn now() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(now.unwrap().as_secs()).unwrap()
}

async fn status(request: RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

const PING: &str = r#"{"id":"1","application_id":"1","type":1,"token":"t","version":1}"#;

/// Discord sends a ping before it accepts an address, and a wrong signature now and then, to see it refused.
#[tokio::test]
async fn a_ping_is_answered_and_what_is_not_discords_is_refused() {
    let door = Door::open().await;
    let answer = door.signed(PING, 0).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert_eq!(answer.json::<Value>().await.unwrap(), json!({"type": 1}));
    // Without a signature, or with that of something else.
    assert_eq!(status(door.post(PING)).await, 401);
    let shared = door.harness.server.shared();
    let at = now().to_string();
    let signature = shared.sign(&at, PING.as_bytes());
    let by = |signature: &str, at: &str, body: &str| {
        door.post(body)
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", at)
    };
    assert_eq!(status(by(&signature, &at, PING)).await, 200);
    let later = (now() + 1).to_string();
    let (changed, zeros) = (PING.replace("\"t\"", "\"u\""), "0".repeat(128));
    let no_hex = signature.replace('a', "g");
    let (soon, before) = (
        shared.sign("soon", PING.as_bytes()),
        shared.sign("-1", PING.as_bytes()),
    );
    let (right, at) = (signature.as_str(), at.as_str());
    for (signature, at, body) in [
        (right, later.as_str(), PING),
        (right, at, changed.as_str()),
        (&right[..126], at, PING),
        (zeros.as_str(), at, PING),
        (no_hex.as_str(), at, PING),
        ("", at, PING),
        (right, "", PING),
        (soon.as_str(), "soon", PING),
        (before.as_str(), "-1", PING),
    ] {
        assert_eq!(
            status(by(signature, at, body)).await,
            401,
            "{signature} {at}"
        );
    }
    let half = door.post(PING).header("x-signature-ed25519", right);
    assert_eq!(status(half).await, 401);
    // A copy of an old request, or one of a clock that is far ahead.
    for off in [-301, 302] {
        assert_eq!(status(door.signed(PING, off)).await, 401, "{off}");
    }
    for near in [-290, 290] {
        assert_eq!(status(door.signed(PING, near)).await, 200, "{near}");
    }
    door.harness.end().await;
}

/// A signed request that cannot be read is refused, and the next interaction is answered.
#[tokio::test]
async fn what_cannot_be_read_is_refused_and_the_next_is_answered() {
    let door = Door::open().await;
    for nonsense in [
        "",
        "{",
        "null",
        "[]",
        "\"x\"",
        "{\"type\":2}",
        "{\"type\":\"1\"}",
        "{\"id\":\"7\",\"type\":9}",
    ] {
        assert_eq!(status(door.signed(nonsense, 0)).await, 400, "{nonsense}");
    }
    let large = format!("{{\"type\":1,\"x\":\"{}\"}}", "x".repeat(256 * 1024));
    assert_eq!(status(door.signed(&large, 0)).await, 413);
    let no_text = door.post([0xff, 0xfe]);
    assert_eq!(status(no_text).await, 401);
    for other in ["", "interactions/x", "metrics"] {
        let get = door.http.get(format!("{}/{other}", door.base));
        assert_eq!(status(get).await, 404, "{other}");
    }
    assert_eq!(
        status(door.http.get(format!("{}/interactions", door.base))).await,
        405
    );
    assert_eq!(
        status(door.http.get(format!("{}/health", door.base))).await,
        200
    );
    let shown = door.harness.command(ALICE, GENERAL, "help", &[]).await;
    assert_eq!(shown.state, "answered");
    door.harness.end().await;
}

/// A body that does not arrive delays nobody for long.
#[tokio::test]
async fn a_body_that_does_not_come_is_given_up() {
    let door = Door::open().await;
    let address = door.base.strip_prefix("http://").unwrap();
    let mut slow = TcpStream::connect(address).await.unwrap();
    let head =
        "POST /interactions HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = slow.read_to_string(&mut answer);
    tokio::time::timeout(Duration::from_secs(30), read)
        .await
        .unwrap()
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    door.harness.end().await;
}

/// More connections than allowed, each with half a request, some in the head and some in the body: the next one does
/// not wait until they are given up, and no file is opened beyond the bound.
#[tokio::test]
async fn half_open_connections_hold_up_nobody_and_are_bounded() {
    const MANY: usize = 500;
    let files = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let door = Door::open().await;
    let address = door.base.strip_prefix("http://").unwrap();
    let before = files();
    let mut halves = Vec::new();
    for number in 0..MANY {
        let mut half = TcpStream::connect(address).await.unwrap();
        let words = match number % 3 {
            0 => "",
            1 => "POST /interactions HTTP/1.1\r\nhost",
            _ => "POST /interactions HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
        };
        half.write_all(words.as_bytes()).await.unwrap();
        halves.push(half);
    }
    let begun = std::time::Instant::now();
    let answer = door.signed(PING, 0).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    let answered = door.harness.command(ALICE, GENERAL, "help", &[]).await;
    assert_eq!(answered.state, "answered");
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    // One end of each is the test's own.
    let held = files() - before - MANY;
    assert!(held < 300, "{held}");
    drop(halves);
    door.harness.end().await;
}

/// A head without an end is refused.
#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let door = Door::open().await;
    let address = door.base.strip_prefix("http://").unwrap();
    for (line, count) in [("x".repeat(1_000), 40), ("x".to_owned(), 200)] {
        let mut long = TcpStream::connect(address).await.unwrap();
        let mut head = "POST /interactions HTTP/1.1\r\nhost: x\r\n".to_owned();
        for number in 0..count {
            head.push_str(&format!("x-{number}: {line}\r\n"));
        }
        // The server may hang up before all is sent.
        let _ = long.write_all(head.as_bytes()).await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(8), long.read_to_end(&mut answer));
        let read = read.await.expect("it is not waited for its end");
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            read.is_err() || answer.starts_with("HTTP/1.1 431") || answer.is_empty(),
            "{answer}"
        );
    }
    door.harness.end().await;
}

/// A stop finishes acknowledged interactions, and refuses the rest.
#[tokio::test]
async fn a_stop_answers_what_was_acknowledged() {
    let mut door = Door::open().await;
    let opened = door.harness.command(ALICE, GENERAL, "help", &[]).await;
    assert_eq!(opened.state, "answered");
    door.harness.stop_bot().await;
    let refused = door.http.get(format!("{}/health", door.base)).send().await;
    assert!(refused.is_err());
    door.harness.end().await;
}

/// The key of another application is detected at the start, not by silence.
#[tokio::test]
async fn a_key_of_another_application_is_found_out_at_the_start() {
    use rookery::app::{App, Sources};
    use rookery::config::{ApiBase, PublicKey, Roles, Token};
    use rookery::discord::{self, Connection, Endpoint};

    let harness = Harness::empty().await;
    let other = Harness::empty().await;
    let key = PublicKey::read(&other.server.shared().public_key()).unwrap();
    let free = "127.0.0.1:0".parse().unwrap();
    let means = Dependencies {
        roles: Roles::read("http,scheduler,notifier").unwrap(),
        endpoint: Some(Endpoint::bind(free, key).await.unwrap()),
        ..Dependencies::default()
    };
    let connection = Connection {
        token: Token::new(harness.server.token()).unwrap(),
        api: Some(ApiBase::new(&harness.server.api_base()).unwrap()),
    };
    let app = App::start(harness.database(), Sources::system())
        .await
        .unwrap();
    let ran = discord::run_with(app.clone(), connection, means, std::future::pending()).await;
    let refusal = ran.unwrap_err().to_string();
    assert!(refusal.contains("DISCORD_PUBLIC_KEY"), "{refusal}");
    app.stop().await;
    other.end().await;
    harness.end().await;
}
