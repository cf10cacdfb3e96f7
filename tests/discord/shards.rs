//! The gateway at its limits: every way in which a connection ends, how often it is made again, and when the process
//! gives up.

use std::path::Path;
use std::time::{Duration, Instant};

use rookery::app::{App, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, Connection, Dependencies, Pace, RateLimit};
use rookery::sandbox::{Jolt, Limits, Server, Setup};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::harness::{ALICE, GENERAL, Harness, is_private};

/// Discord's times, a hundred times as fast.
fn quick() -> Pace {
    Pace {
        identify: Duration::from_millis(50),
        longest_identify: Duration::from_secs(3),
        resume: Duration::from_millis(5),
        longest_resume: Duration::from_millis(100),
        invalid: Duration::from_millis(50),
        identifies: 4,
        ..Pace::default()
    }
}

fn means(pace: Pace) -> Dependencies {
    Dependencies {
        pace,
        asking: RateLimit::BOUNDLESS,
        typing: RateLimit::BOUNDLESS,
        ..Dependencies::default()
    }
}

/// A bot of which nobody expects that it will ever be connected.
struct Bot {
    app: App,
    running: JoinHandle<anyhow::Result<()>>,
    _stop: oneshot::Sender<()>,
}

impl Bot {
    async fn start(server: &Server, folder: &Path, means: Dependencies) -> Bot {
        let app = App::start(&folder.join("rookery.db"), Sources::system())
            .await
            .unwrap();
        let connection = Connection {
            token: Token::new(server.token()).unwrap(),
            api: Some(ApiBase::new(&server.api_base()).unwrap()),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(discord::run_with(app.clone(), connection, means, async {
            let _ = stopped.await;
        }));
        Bot {
            app,
            running,
            _stop: stop,
        }
    }

    /// Waits until it ends by itself; what it says then, which never holds the token.
    async fn end(self, server_token: &str) -> String {
        let ended = tokio::time::timeout(Duration::from_secs(30), self.running).await;
        let error = ended.expect("it ends").unwrap().unwrap_err();
        self.app.stop().await;
        let said = format!("{error:#}");
        assert!(!said.contains(server_token), "{said}");
        said
    }
}

/// The bot of an empty stage, until it ends by itself.
async fn ends(harness: &Harness, means: Dependencies) -> String {
    let bot = Bot::start(&harness.server, harness.folder.path(), means).await;
    bot.end(harness.server.token()).await
}

async fn ask(harness: &Harness) {
    let answered = harness.command(ALICE, GENERAL, "help", &[]).await;
    assert_eq!(answered.state, "answered");
    assert!(is_private(&answered.message));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_leaves_the_session_is_resumed_and_loses_no_command() {
    let mut harness = Harness::empty().await;
    harness.start_with(means(quick())).await;
    let world = harness.server.world();
    let codes = [4000, 4001, 4002, 4005, 4008, 4009, 1001, 1012, 4099];
    for (before, code) in (0..).zip(codes) {
        assert_eq!(world.resumes(), before, "{code}");
        world.jolt(Jolt::Close(code));
        // Typed while nobody is connected.
        ask(&harness).await;
        harness
            .until("it is resumed", || world.resumes() == before + 1)
            .await;
    }
    assert_eq!(world.identifies(), 1, "sessions are few: none was begun");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_ends_the_session_begins_another() {
    let mut harness = Harness::empty().await;
    harness.start_with(means(quick())).await;
    let world = harness.server.world();
    for (before, code) in (1..).zip([4003, 4006, 4007]) {
        assert_eq!(world.identifies(), before, "{code}");
        world.jolt(Jolt::Close(code));
        harness
            .until("another session", || {
                world.identifies() == before + 1 && world.bot_online()
            })
            .await;
        ask(&harness).await;
    }
    assert_eq!(world.resumes(), 0, "there was nothing to resume");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_is_final_ends_the_process_with_a_sentence_at_once() {
    for code in [4004, 4010, 4011, 4012, 4013, 4014] {
        let harness = Harness::empty().await;
        let world = harness.server.world();
        world.refuse_identifies(code, 10);
        let said = ends(&harness, means(quick())).await;
        assert!(
            said.contains(&code.to_string()) && said.len() > 60,
            "{code}: {said}"
        );
        assert_eq!(world.identifies(), 1, "{code}");
        harness.server.stop().await;
    }
    // The same for one who was connected for long.
    let harness = Harness::empty().await;
    let bot = Bot::start(&harness.server, harness.folder.path(), means(quick())).await;
    harness.ready().await;
    harness.server.world().jolt(Jolt::Close(4004));
    let said = bot.end(harness.server.token()).await;
    assert!(said.contains("4004") && said.contains("token"), "{said}");
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn identifies_without_a_session_come_ever_slower_and_end_the_process() {
    let harness = Harness::empty().await;
    let world = harness.server.world();
    world.refuse_identifies(4000, 100);
    let begun = Instant::now();
    let said = ends(&harness, means(quick())).await;
    assert!(
        said.contains("identified 4 times") && said.contains("4000"),
        "{said}"
    );
    assert_eq!(world.identifies(), 4);
    let waits = Duration::from_millis(50 + 100 + 200);
    assert!(begun.elapsed() >= waits, "{:?}", begun.elapsed());
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_many_servers_connects_the_shards_that_discord_asks_for() {
    let mut harness = Harness::empty().await;
    let world = harness.server.world();
    world.demand_shards(3);
    let means = means(quick());
    let numbers = means.metrics.clone();
    harness.start_with(means).await;
    harness
        .until("all are connected", || {
            world.shards() == [(0, 3), (1, 3), (2, 3)]
        })
        .await;
    assert_eq!(world.identifies(), 3);
    ask(&harness).await;
    let direct = harness.direct(ALICE).await;
    let answered = harness.command(ALICE, &direct, "help", &[]).await;
    assert_eq!(answered.state, "answered", "direct messages are shard 0's");

    // Each resumes its own session.
    world.jolt(Jolt::Close(4000));
    harness.until("all resume", || world.resumes() == 3).await;
    ask(&harness).await;
    let mut text = String::new();
    for _ in 0..100 {
        text = numbers.text(harness.app()).await.unwrap();
        if text.contains("rookery_shards_connected 3\n") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for line in [
        "rookery_shards_wanted 3\n",
        "rookery_shards_connected 3\n",
        "rookery_sessions_left 997\n",
        "rookery_identifies_total 3\n",
        "rookery_gateway_silence_seconds ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_session_for_each_shard_no_start_is_tried() {
    let harness = Harness::empty().await;
    let world = harness.server.world();
    world.limit_sessions(2);
    world.demand_shards(3);
    let said = ends(&harness, means(quick())).await;
    assert!(
        said.contains("2 more sessions") && said.contains("needs 3") && said.contains("24 h"),
        "{said}"
    );
    world.demand_shards(1);
    world.limit_sessions(0);
    let said = ends(&harness, means(quick())).await;
    assert!(said.contains("0 more sessions"), "{said}");
    assert_eq!(world.identifies(), 0);
    harness.server.stop().await;
}

/// Discord ends all sessions of a bot that identifies too often, and takes its token away.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_for_which_few_sessions_are_left_waits() {
    let mut harness = Harness::empty().await;
    let world = harness.server.world();
    let gateway = |left: u32| {
        json!({
            "url": format!("ws://{}/gateway", harness.server.address()), "shards": 1,
            "session_start_limit": {
                "total": 1000, "remaining": left, "reset_after": 60_000, "max_concurrency": 1,
            },
        })
    };
    // A minute for 100 sessions, so 0.6 s each.
    world.pretend("/gateway/bot", gateway(100));
    let begun = Instant::now();
    harness.start_with(means(quick())).await;
    assert!(begun.elapsed() >= Duration::from_millis(590));
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_hears_nothing_any_more_ends_with_a_sentence() {
    let harness = Harness::empty().await;
    let pace = Pace {
        silence: Duration::from_secs(2),
        ..quick()
    };
    let bot = Bot::start(&harness.server, harness.folder.path(), means(pace)).await;
    harness.ready().await;
    let token = harness.server.token().to_owned();
    harness.server.stop().await;
    let said = bot.end(&token).await;
    assert!(said.contains("no shard has been ready"), "{said}");
}

/// A connection that is dead although nobody closed it.
#[tokio::test(flavor = "multi_thread")]
async fn a_heartbeat_that_is_not_acknowledged_is_followed_by_a_resume() {
    let folder = crate::scratch::folder();
    let server = Server::start(Setup {
        limits: Limits {
            heartbeat: Duration::from_millis(200),
            ..Limits::default()
        },
        ..Setup::default()
    })
    .await
    .unwrap();
    let world = server.world();
    let bot = Bot::start(&server, folder.path(), means(quick())).await;
    let resumed = async |times: u32| {
        let begun = Instant::now();
        while world.resumes() < times || !world.bot_online() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{times}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    resumed(0).await;
    world.jolt(Jolt::Silent);
    resumed(1).await;
    assert_eq!(world.identifies(), 1);
    drop(bot);
    server.stop().await;
}
