//! The bot as it is on Discord: https to discord.com and serenity's rate limiter. A stand-in for discord.com on loopback
//! takes the encrypted connections, shows a certificate that the test's client trusts, and passes what it hears on to
//! the sandbox's server.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rookery::discord::Means;
use rookery::sandbox::Ill;
use serde_json::json;
use serenity::http::{HttpBuilder, Ratelimit, Ratelimiter, RatelimitingBucket};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::stage::{ALICE, BOB, GAMES, Stage, is_board};

type Routes = Arc<RwLock<HashMap<RatelimitingBucket, Arc<tokio::sync::Mutex<Ratelimit>>>>>;

/// discord.com, as far as a client with its certificate can tell.
struct Front {
    address: SocketAddr,
    certificate: CertificateDer<'static>,
    /// Where clients asked to be connected to.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Front {
    async fn start(behind: SocketAddr) -> Front {
        let own = rcgen::generate_simple_self_signed(vec!["discord.com".to_owned()]).unwrap();
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
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (acceptor, noted) = (acceptor.clone(), Arc::clone(&noted));
                tokio::spawn(async move {
                    // A client that hangs up ends its own connection alone.
                    let _ = pass_on(client, behind, &acceptor, &noted).await;
                });
            }
        });
        Front {
            address,
            certificate,
            asked,
        }
    }

    /// A client that goes through the front whatever it asks for, and trusts its certificate alone.
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
    let mut client = acceptor.accept(client).await?;
    let mut server = TcpStream::connect(behind).await?;
    server.set_nodelay(true)?;
    tokio::io::copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}

/// A sandbox with the bot as it is on Discord; its way there, and what its rate limiters remember.
async fn begin(sweep: Duration) -> (Stage, Front, Arc<Mutex<Vec<Routes>>>) {
    let mut stage = Stage::empty().await;
    let front = Front::start(stage.server.address()).await;
    let client = front.client();
    let routes: Arc<Mutex<Vec<Routes>>> = Arc::default();
    let seen = Arc::clone(&routes);
    let token = format!("Bot {}", stage.server.token());
    let rest = move |builder: HttpBuilder| {
        // The very limiter that the builder would make, which does not let anybody see into it.
        let limiter = Ratelimiter::new(client.clone(), token.clone());
        seen.lock().unwrap().push(limiter.routes());
        builder.client(client.clone()).ratelimiter(limiter)
    };
    let means = Means {
        rest: Box::new(rest),
        sweep,
        ..Means::default()
    };
    stage.start_bot_with(None, means).await;
    (stage, front, routes)
}

/// Nobody but the front was asked for anything, and that only to be discord.com.
fn assert_only_discord(front: &Front) {
    let asked = front.asked.lock().unwrap();
    assert!(!asked.is_empty());
    for line in asked.iter() {
        assert_eq!(line, "CONNECT discord.com:443 HTTP/1.1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_with_its_rate_limiter_the_bot_plays_and_waits_when_told_to() {
    let (stage, front, _) = begin(Duration::from_secs(60)).await;
    let (thread, _) = stage.begin().await;
    let played = stage.play(ALICE, &thread, "Nb1-c3").await;
    assert!(is_board(&played.message), "{played:?}");

    // Too many requests, twice: the answer is sent again after the time that Discord names.
    let answers = |stage: &Stage| {
        let requests = stage.server.world().requests();
        let answers = requests
            .iter()
            .filter(|request| request.path.starts_with("/interactions/"));
        answers.map(|request| request.status).collect::<Vec<_>>()
    };
    let before = answers(&stage).len();
    let world = stage.server.world();
    world.fault("POST /interactions/", Ill::Status(429), 2);
    let begun = Instant::now();
    let played = stage.play(BOB, &thread, "Pa7-a6").await;
    assert!(is_board(&played.message), "{played:?}");
    assert!(!played.deferred);
    assert_eq!(answers(&stage)[before..], [429, 429, 204]);
    assert!(begun.elapsed() >= Duration::from_millis(600), "0.3 s twice");

    assert_only_discord(&front);
    stage.end().await;
}

/// Serenity's limiter keeps an entry for every interaction that was ever answered.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_rate_limiter_remembers_is_swept() {
    const MANY: usize = 60;
    let sweep = Duration::from_millis(1500);
    let (stage, front, routes) = begin(sweep).await;
    let remembered = async || {
        let all = routes.lock().unwrap().clone();
        let mut sum = 0;
        for routes in all {
            sum += routes.read().await.len();
        }
        sum
    };
    let asking = (0..MANY).map(|_| {
        stage.interact(json!({
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
    stage.end().await;
}
