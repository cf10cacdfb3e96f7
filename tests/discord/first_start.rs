//! Tests of the first start: what goes wrong ends in one sentence that says what to do, the same from `rookery bot`,
//! `rookery check` and `rookery setup`.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rookery::sandbox::{FaultKind, OddBody};
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::harness::Harness;

type Settings<'s> = &'s [(&'s str, &'s str)];

const BOT: &[&str] = &["bot"];
const CHECK: &[&str] = &["check"];
const SETUP: &[&str] = &["setup", "--yes"];
const ALL: [&[&str]; 3] = [BOT, CHECK, SETUP];

/// Runs the program in the sandbox's folder; returns how it ended, and the line with this part.
async fn line(harness: &Harness, arguments: &[&str], settings: Settings<'_>, part: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command
        .args(arguments)
        .env_clear()
        .env("DISCORD_TOKEN", harness.server.token())
        .env("ROOKERY_DISCORD_API", harness.server.api_base())
        .env("ROOKERY_DATABASE", harness.database())
        .envs(settings.iter().copied())
        .current_dir(harness.folder.path())
        .stdin(Stdio::null());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = output.await.unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    assert!(!output.status.success(), "{arguments:?}: {said}");
    let line = said.lines().find(|line| line.contains(part));
    let line = line.unwrap_or_else(|| panic!("{arguments:?} does not say {part:?}: {said}"));
    line.to_owned()
}

/// Asserts that each of these commands fails with the same sentence, which begins and ends like this.
async fn each_says(
    harness: &Harness,
    commands: &[&[&str]],
    settings: Settings<'_>,
    (begin, end): (&str, &str),
) {
    for arguments in commands {
        let line = line(harness, arguments, settings, begin).await;
        let (_, rest) = line.split_once(begin).unwrap();
        assert_eq!(rest.trim_end_matches('.'), end, "{arguments:?}: {line}");
    }
}

/// Asserts that each of these commands fails with this part of a sentence.
async fn each_names(harness: &Harness, settings: Settings<'_>, part: &str) {
    for arguments in ALL {
        line(harness, arguments, settings, part).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_none_or_unknown_is_named() {
    let harness = Harness::empty().await;
    let unknown = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.Gabcde.0123456789-abcdefghijklmnopqrstuvwxyz_A";
    each_says(
        &harness,
        &ALL,
        &[("DISCORD_TOKEN", unknown)],
        (
            " does not know the token: ",
            "make a new one on the page \"Bot\" of your application at https://discord.com/developers/applications and \
             put it into DISCORD_TOKEN",
        ),
    )
    .await;
    let key = harness.server.shared().public_key();
    each_says(
        &harness,
        &ALL,
        &[("DISCORD_TOKEN", &key)],
        (
            "DISCORD_TOKEN is ",
            "a public key and not a bot's token: reset the token on the page \"Bot\" of your application at \
             https://discord.com/developers/applications and copy it",
        ),
    )
    .await;
    harness.server.stop().await;
}

/// Discord is asked through a proxy, so that its name is not looked up here; the proxy's is, in vain.
#[tokio::test(flavor = "multi_thread")]
async fn a_network_without_discord_is_told_apart_by_its_failures() {
    let harness = Harness::empty().await;
    // A part of a name has 63 letters at most, so no server is asked.
    let nowhere = format!("http://{}.invalid:1", "a".repeat(64));
    let no_name = [("ROOKERY_DISCORD_API", ""), ("HTTPS_PROXY", &nowhere)];
    let part = "Discord cannot be reached (its name cannot be looked up): check the network";
    each_names(&harness, &no_name, part).await;
    let closed = [("ROOKERY_DISCORD_API", "http://127.0.0.1:9")];
    let part = "http://127.0.0.1:9 cannot be reached (no connection): check the network";
    each_names(&harness, &closed, part).await;

    let shared = harness.server.shared();
    for (fault, part) in [
        (FaultKind::Odd(200, OddBody::Page), "login page"),
        (FaultKind::Odd(403, OddBody::Page), "login page"),
        (FaultKind::Odd(302, OddBody::Empty), "login page"),
        (FaultKind::Status(503), "fails (HTTP 503): try again"),
        (FaultKind::Status(429), "wait a few minutes"),
        (FaultKind::Status(403), "refuses the bot (HTTP 403"),
    ] {
        for arguments in ALL {
            shared.fault("GET /", fault, 1);
            line(&harness, arguments, &[], part).await;
        }
    }
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_never_answers_is_not_waited_for() {
    let harness = Harness::empty().await;
    let shared = harness.server.shared();
    shared.fault("GET /users/@me", FaultKind::Silence, 1);
    line(&harness, CHECK, &[], "cannot be reached (no answer)").await;
    harness.server.stop().await;
}

/// Starts a proxy that connects everybody to a server with a certificate for these years; returns its address.
async fn proxy(years: (i32, i32)) -> String {
    let mut certificate = rcgen::CertificateParams::new(vec!["discord.com".to_owned()]).unwrap();
    certificate.not_before = rcgen::date_time_ymd(years.0, 1, 1);
    certificate.not_after = rcgen::date_time_ymd(years.1, 1, 1);
    let key = rcgen::KeyPair::generate().unwrap();
    let certificate = certificate.self_signed(&key).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            // The client hangs up at the certificate.
            let _ = offer(client, &acceptor).await;
        }
    });
    format!("http://{address}")
}

async fn offer(client: TcpStream, acceptor: &TlsAcceptor) -> std::io::Result<()> {
    let mut client = BufReader::new(client);
    let mut line = String::new();
    while client.read_line(&mut line).await? > 2 {
        line.clear();
    }
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
    acceptor.accept(client).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_tells_of_a_wrong_clock_or_of_somebody_in_between() {
    let harness = Harness::empty().await;
    let clock = "Discord's certificate is not valid at the time of this machine's clock (20";
    let between = "Discord's certificate is not from an authority that this program trusts";
    for (years, part) in [
        ((2000, 2001), clock),
        ((2900, 2901), clock),
        ((2000, 2900), between),
    ] {
        let proxy = proxy(years).await;
        let settings = [("ROOKERY_DISCORD_API", ""), ("HTTPS_PROXY", &proxy)];
        each_names(&harness, &settings, part).await;
    }
    harness.server.stop().await;
}

/// Answers every request with the bot's user and this time; returns the address.
async fn server_at(time: jiff::Timestamp) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let date = time.strftime("%a, %d %b %Y %H:%M:%S GMT");
    let body = json!({"id": "1000000000000000001", "username": "rookery"}).to_string();
    let answer = format!(
        "HTTP/1.1 200 OK\r\ndate: {date}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let _ = client.read(&mut [0; 4096]).await;
            // A client that hangs up needs no answer.
            let _ = client.write_all(answer.as_bytes()).await;
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_differs_from_discords_by_minutes_is_reported() {
    let harness = Harness::empty().await;
    let said = async |seconds: i64| {
        let now = jiff::Timestamp::now();
        let time = jiff::Timestamp::from_second(now.as_second() + seconds).unwrap();
        let server = format!("http://{}", server_at(time).await);
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command
            .arg("check")
            .env_clear()
            .env("DISCORD_TOKEN", harness.server.token())
            .env("ROOKERY_DISCORD_API", server)
            .current_dir(harness.folder.path());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap());
        String::from_utf8(output.await.unwrap().stdout).unwrap()
    };
    let fast = said(-600).await;
    assert!(
        fast.contains("look  clock: this machine's clock is 10 min ahead of"),
        "{fast}"
    );
    let slow = said(420).await;
    assert!(
        slow.contains("look  clock: this machine's clock is 7 min behind"),
        "{slow}"
    );
    let right = said(0).await;
    assert!(!right.contains("clock:"), "{right}");
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_is_taken_is_named_with_its_setting() {
    let harness = Harness::empty().await;
    let holder = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap();
    let port = address.port().to_string();
    let begin = format!("another program listens at {address}: ");
    let end = |setting| format!("stop that one, or set {setting} to another port");
    let metrics = [("ROOKERY_METRICS_PORT", port.as_str())];
    let told = end("ROOKERY_METRICS_PORT");
    each_says(&harness, &ALL, &metrics, (&begin, &told)).await;
    let (key, address) = (harness.server.shared().public_key(), address.to_string());
    let by_http = [
        ("ROOKERY_ROLES", "http,scheduler,notifier"),
        ("DISCORD_PUBLIC_KEY", key.as_str()),
        ("ROOKERY_HTTP", address.as_str()),
    ];
    let told = end("ROOKERY_HTTP");
    each_says(&harness, &ALL, &by_http, (&begin, &told)).await;
    // Setup has written the token there, with which the sandbox would not start.
    std::fs::remove_file(harness.folder.path().join(".env")).unwrap();
    let sandbox = [
        ("DISCORD_TOKEN", ""),
        ("ROOKERY_SANDBOX_PORT", port.as_str()),
    ];
    let told = end("ROOKERY_SANDBOX_PORT");
    each_says(&harness, &[&["sandbox"], &[]], &sandbox, (&begin, &told)).await;
    harness.server.stop().await;
}

/// A database that cannot be made or written to is refused by the bot in the check's words.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_written_to_is_named_with_its_cause() {
    let harness = Harness::empty().await;
    let nowhere = [("ROOKERY_DATABASE", "/proc/rookery/rookery.db")];
    each_names(&harness, &nowhere, "no file can be made in /proc (").await;
    let remedy = "but the database needs that: check the folder and its permissions";
    each_names(&harness, &nowhere, remedy).await;
    let port = ("ROOKERY_SANDBOX_PORT", "0");
    line(&harness, &["sandbox"], &[nowhere[0], port], remedy).await;
    std::fs::create_dir(harness.folder.path().join("games")).unwrap();
    let is_folder = [("ROOKERY_DATABASE", "games")];
    let part = "is a folder: ROOKERY_DATABASE names the database's file";
    each_names(&harness, &is_folder, part).await;
    std::fs::write(
        harness.database(),
        "This is no database, but a long enough text.",
    )
    .unwrap();
    each_names(&harness, &[], "Give ROOKERY_DATABASE the right file").await;
    std::fs::remove_file(harness.database()).unwrap();

    // Under a shell that limits the size of files, as a full disk does.
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" bot";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, env!("CARGO_BIN_EXE_rookery")])
        .env_clear()
        .env("DISCORD_TOKEN", harness.server.token())
        .env("ROOKERY_DISCORD_API", harness.server.api_base())
        .current_dir(harness.folder.path());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = output.await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("there is no room in rookery-data") && said.contains("make room"),
        "{said}"
    );
    harness.server.stop().await;
}

/// A bot that may not register its commands says so and runs on, since those of an earlier start may be there.
#[tokio::test(flavor = "multi_thread")]
async fn commands_that_may_not_be_registered_are_reported() {
    let harness = Harness::empty().await;
    let shared = harness.server.shared();
    shared.fault("GET /applications/", FaultKind::Status(403), 2);
    let sentence = "does not let the bot register its commands (HTTP 403, code 50013: Missing Permissions): look at \
                    https://discord.com/developers/applications whether Discord has restricted the application, and use \
                    a token of that application";
    for arguments in [CHECK, SETUP] {
        let line = line(&harness, arguments, &[], sentence).await;
        assert!(line.starts_with("WRONG commands: "), "{line}");
    }
    shared.fault("PUT /applications/", FaultKind::Status(403), 9);
    let log = harness.folder.path().join("log");
    let mut bot = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("bot")
        .env_clear()
        .env("DISCORD_TOKEN", harness.server.token())
        .env("ROOKERY_DISCORD_API", harness.server.api_base())
        .env("ROOKERY_DATABASE", harness.database())
        .current_dir(harness.folder.path())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    harness
        .until("the bot says it", || {
            std::fs::read_to_string(&log).unwrap().contains(sentence)
        })
        .await;
    assert!(shared.bot_online());
    bot.kill().unwrap();
    bot.wait().unwrap();
    harness.server.stop().await;
}
