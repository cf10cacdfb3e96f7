//! Tests of the bot as it runs on Discord: https to discord.com and serenity's rate limiter. A replacement of
//! discord.com on loopback accepts the encrypted connections, shows a certificate that the test's client trusts, and
//! forwards the data to the sandbox's server.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rookery::app::{App, Sources};
use rookery::config::Token;
use rookery::discord::{self, Connection, Dependencies, Pace};
use rookery::metrics::Metrics;
use rookery::sandbox::{FaultKind, Limits};
use serde_json::json;
use serenity::http::{HttpBuilder, Ratelimit, Ratelimiter, RatelimitingBucket};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::harness::{ALICE, BOB, GAMES, Harness, content, is_board};

type Routes = Arc<RwLock<HashMap<RatelimitingBucket, Arc<tokio::sync::Mutex<Ratelimit>>>>>;

/// A server that looks like discord.com to a client with its certificate.
struct FakeDiscord {
    address: SocketAddr,
    certificate: CertificateDer<'static>,
    /// Addresses that clients asked to be connected to.
    asked: Arc<Mutex<Vec<String>>>,
    /// Gateway over TLS, as `wss://localhost:PORT/gateway`.
    gateway: String,
    /// Metrics of the bot behind it.
    numbers: Metrics,
}

impl FakeDiscord {
    async fn start(behind: SocketAddr) -> FakeDiscord {
        let own = rcgen::generate_simple_self_signed(vec![
            "discord.com".to_owned(),
            "localhost".to_owned(),
        ])
        .unwrap();
        let certificate = own.cert.der().clone();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(own.signing_key.serialize_der()));
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = Arc::clone(&asked);
        let direct = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = direct.local_addr().unwrap().port();
        let encrypting = acceptor.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = direct.accept().await {
                let acceptor = encrypting.clone();
                tokio::spawn(async move {
                    // A client that does not trust the certificate hangs up.
                    let _ = encrypt(client, behind, &acceptor).await;
                });
            }
        });
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (acceptor, noted) = (acceptor.clone(), Arc::clone(&noted));
                tokio::spawn(async move {
                    // A client that hangs up ends only its own connection.
                    let _ = pass_on(client, behind, &acceptor, &noted).await;
                });
            }
        });
        FakeDiscord {
            address,
            certificate,
            asked,
            gateway: format!("wss://localhost:{port}/gateway"),
            numbers: Metrics::default(),
        }
    }

    /// Returns a client that connects to the front whatever it requests, and trusts only its certificate.
    fn client(&self) -> reqwest::Client {
        let proxy = reqwest::Proxy::all(format!("http://{}", self.address)).unwrap();
        let root = reqwest::Certificate::from_der(&self.certificate).unwrap();
        reqwest::Client::builder()
            .use_rustls_tls()
            .tls_built_in_root_certs(false)
            .add_root_certificate(root)
            .proxy(proxy)
            .build()
            .unwrap()
    }
}

async fn pass_on(
    client: TcpStream,
    behind: SocketAddr,
    acceptor: &TlsAcceptor,
    noted: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    client.set_nodelay(true)?;
    let mut client = BufReader::new(client);
    let (mut line, mut asked) = (String::new(), None);
    loop {
        line.clear();
        client.read_line(&mut line).await?;
        if line.trim().is_empty() {
            break;
        }
        asked = asked.or_else(|| Some(line.trim().to_owned()));
    }
    let asked = asked.unwrap_or_default();
    noted.lock().unwrap().push(asked.clone());
    if !asked.starts_with("CONNECT discord.com:443 ") {
        return client.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").await;
    }
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
    encrypt(client, behind, acceptor).await
}

/// Forwards the data of an encrypted connection.
async fn encrypt(
    client: impl AsyncRead + AsyncWrite + Unpin,
    behind: SocketAddr,
    acceptor: &TlsAcceptor,
) -> std::io::Result<()> {
    let mut client = acceptor.accept(client).await?;
    let mut server = TcpStream::connect(behind).await?;
    server.set_nodelay(true)?;
    tokio::io::copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}

/// Starts a sandbox with the bot as it runs on Discord; returns the front, and the entries of its rate limiters.
async fn begin(sweep: Duration) -> (Harness, FakeDiscord, Arc<Mutex<Vec<Routes>>>) {
    begin_with(Limits::default(), sweep).await
}

async fn begin_with(
    limits: Limits,
    sweep: Duration,
) -> (Harness, FakeDiscord, Arc<Mutex<Vec<Routes>>>) {
    let mut harness = Harness::with_limits(limits).await;
    let front = FakeDiscord::start(harness.server.address()).await;
    let client = front.client();
    let routes: Arc<Mutex<Vec<Routes>>> = Arc::default();
    let seen = Arc::clone(&routes);
    let token = format!("Bot {}", harness.server.token());
    let rest = move |builder: HttpBuilder| {
        // Exactly the limiter that the builder would make, which hides its entries.
        let limiter = Ratelimiter::new(client.clone(), token.clone());
        seen.lock().unwrap().push(limiter.routes());
        builder.client(client.clone()).ratelimiter(limiter)
    };
    let means = Dependencies {
        rest: Box::new(rest),
        sweep,
        metrics: front.numbers.clone(),
        ..Dependencies::default()
    };
    harness.start_bot_with(None, means).await;
    (harness, front, routes)
}

/// Asserts that only the front was contacted, and only as discord.com.
fn assert_only_discord(front: &FakeDiscord) {
    let asked = front.asked.lock().unwrap();
    assert!(!asked.is_empty());
    for line in asked.iter() {
        assert_eq!(line, "CONNECT discord.com:443 HTTP/1.1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_with_its_rate_limiter_the_bot_plays_and_waits_when_told_to() {
    let (harness, front, _) = begin(Duration::from_secs(60)).await;
    let (thread, _) = harness.begin().await;
    let played = harness.play(ALICE, &thread, "Nb1-c3").await;
    assert!(is_board(&played.message), "{played:?}");

    // Too many requests, twice: the answer is sent again after the time that Discord names.
    let answers = |harness: &Harness| {
        let requests = harness.server.shared().requests();
        let answers = requests
            .iter()
            .filter(|request| request.path.starts_with("/interactions/"));
        answers.map(|request| request.status).collect::<Vec<_>>()
    };
    let before = answers(&harness).len();
    let shared = harness.server.shared();
    shared.fault("POST /interactions/", FaultKind::Status(429), 2);
    let begun = Instant::now();
    let played = harness.play(BOB, &thread, "Pa7-a6").await;
    assert!(is_board(&played.message), "{played:?}");
    assert!(!played.deferred);
    assert_eq!(answers(&harness)[before..], [429, 429, 204]);
    assert!(begun.elapsed() >= Duration::from_millis(600), "0.3 s twice");

    assert_only_discord(&front);
    harness.end().await;
}

/// Entries of serenity's limiter, one for every answered interaction, are swept.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_rate_limiter_remembers_is_swept() {
    const MANY: usize = 60;
    let sweep = Duration::from_millis(1500);
    let (harness, front, routes) = begin(sweep).await;
    let remembered = async || {
        let all = routes.lock().unwrap().clone();
        let mut sum = 0;
        for routes in all {
            sum += routes.read().await.len();
        }
        sum
    };
    let asking = (0..MANY).map(|_| {
        harness.interact(json!({
            "user": ALICE, "channel": GAMES, "kind": "command", "command": "help", "options": [],
        }))
    });
    let mut most = 0;
    for outcome in asking {
        assert_eq!(outcome.await.state, "answered");
        most = most.max(remembered().await);
    }
    assert!(most >= 20, "there is something to be swept: {most}");
    let begun = Instant::now();
    while remembered().await > 5 {
        assert!(
            begun.elapsed() < 3 * sweep,
            "{} are remembered",
            remembered().await
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_only_discord(&front);
    harness.end().await;
}

/// Returns the statuses of answers to requests of this kind.
fn statuses(harness: &Harness, method: &str, path: &str) -> Vec<u16> {
    let requests = harness.server.shared().requests();
    let such = requests
        .iter()
        .filter(|request| request.method == method && request.path == path);
    such.map(|request| request.status).collect()
}

/// A bucket of five messages in five seconds: the bot reads the headers, and waits before it is refused.
#[tokio::test(flavor = "multi_thread")]
async fn more_messages_than_a_bucket_holds_are_all_posted_and_none_is_refused() {
    let limits = Limits {
        enforce_rates: true,
        ..Limits::default()
    };
    let (harness, front, _) = begin_with(limits, Duration::from_secs(60)).await;
    let (thread, _) = harness.begin().await;
    let moves = [
        (ALICE, "Nb1-c3"),
        (BOB, "Nb8-c6"),
        (ALICE, "Nc3-b1"),
        (BOB, "Nc6-b8"),
        (ALICE, "Nb1-c3"),
        (BOB, "Nb8-c6"),
    ];
    let begun = Instant::now();
    for (user, mv) in moves {
        // From elsewhere, so that the board is posted as a separate message.
        let played = harness.play(user, GAMES, mv).await;
        assert_eq!(played.state, "answered", "{mv}: {played:?}");
    }
    let path = format!("/channels/{thread}/messages");
    harness
        .until("every board is posted", || {
            statuses(&harness, "POST", &path).len() == moves.len() + 1
        })
        .await;
    assert_eq!(statuses(&harness, "POST", &path), [200; 7]);
    assert!(begun.elapsed() >= Duration::from_secs(2), "it has waited");
    assert_only_discord(&front);
    harness.end().await;
}

/// Requests refused by the global limit are sent again after the time that Discord names, and not lost.
#[tokio::test(flavor = "multi_thread")]
async fn requests_over_the_global_limit_are_sent_again() {
    let limits = Limits {
        enforce_rates: true,
        global: 3,
        ..Limits::default()
    };
    let (harness, front, _) = begin_with(limits, Duration::from_secs(60)).await;
    let channels: Vec<String> = {
        let mut channels = Vec::new();
        for _ in 0..4 {
            let (thread, _) = harness.begin().await;
            channels.push(thread);
        }
        channels
    };
    let played = futures_util::future::join_all(channels.iter().enumerate().map(|(at, _)| {
        let game = (at + 1).to_string();
        harness.interact(json!({
            "user": ALICE, "channel": GAMES, "kind": "command", "command": "move",
            "options": [
                {"name": "move", "type": 3, "value": "Nb1-c3"},
                {"name": "game", "type": 3, "value": game},
            ],
        }))
    }))
    .await;
    for outcome in played {
        assert_eq!(outcome.state, "answered", "{outcome:?}");
    }
    for thread in &channels {
        harness
            .message(BOB, thread, |message| {
                is_board(message) && content(message).contains("c3")
            })
            .await;
    }
    let shared = harness.server.shared();
    let refused = shared.requests();
    let refused = refused.iter().filter(|request| request.status == 429);
    let refused = refused.count();
    assert!(refused > 0, "there was something to wait for");
    let text = front.numbers.text(harness.app()).await.unwrap();
    let counted = format!("rookery_requests_refused_total{{status=\"429\"}} {refused}\n");
    assert!(text.contains(&counted), "{counted}{text}");
    assert_only_discord(&front);
    harness.end().await;
}

/// The token is never sent to a server with an untrusted certificate, and the process reports the reason in the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_with_a_certificate_that_nobody_vouches_for_is_not_identified_to() {
    let harness = Harness::empty().await;
    let front = FakeDiscord::start(harness.server.address()).await;
    let client = front.client();
    let shared = harness.server.shared();
    let answer = json!({
        "url": front.gateway, "shards": 1,
        "session_start_limit": {
            "total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1,
        },
    });
    shared.pretend("/gateway/bot", answer);
    let token = format!("Bot {}", harness.server.token());
    let means = Dependencies {
        rest: Box::new(move |builder: HttpBuilder| {
            let limiter = Ratelimiter::new(client.clone(), token.clone());
            builder.client(client.clone()).ratelimiter(limiter)
        }),
        pace: Pace {
            look: Duration::from_millis(100),
            silence: Duration::from_millis(1500),
            ..Pace::default()
        },
        ..Dependencies::default()
    };
    let app = App::start(harness.database(), Sources::system())
        .await
        .unwrap();
    let connection = Connection {
        token: Token::new(harness.server.token()).unwrap(),
        api: None,
    };
    let ended = discord::run_with(app, connection, means, std::future::pending()).await;
    let said = format!("{:#}", ended.unwrap_err());
    assert!(said.contains("no shard has been ready"), "{said}");
    assert_eq!(shared.identifies(), 0);
    harness.server.stop().await;
}
