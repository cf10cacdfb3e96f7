//! Tests of the gateway at its limits: every way in which a connection ends, and when the process gives up.

use std::path::Path;
use std::time::{Duration, Instant};

use rookery::app::{App, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, Connection, Dependencies, Pace, RateLimit};
use rookery::sandbox::{ConnectionFault, Limits as RateLimits, Server};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use crate::harness::{ALICE, GENERAL, Harness, TIMEOUT, is_private};

/// Returns a pace that looks often, and gives up after two identifies.
fn quick() -> Pace {
    Pace {
        look: Duration::from_millis(100),
        identifies: 2,
        ..Pace::default()
    }
}

/// Returns limits with a heartbeat every two seconds, by which a shard notices that its socket has ended.
fn heartbeats() -> RateLimits {
    RateLimits {
        heartbeat: Duration::from_secs(2),
        ..RateLimits::default()
    }
}

fn means(pace: Pace) -> Dependencies {
    Dependencies {
        pace,
        asking: RateLimit::UNLIMITED,
        typing: RateLimit::UNLIMITED,
        ..Dependencies::default()
    }
}

/// A bot that may never be connected.
struct Bot {
    app: App,
    running: JoinHandle<anyhow::Result<()>>,
    _stop: oneshot::Sender<()>,
}

impl Bot {
    async fn start(server: &Server, folder: &Path, means: Dependencies) -> Bot {
        let app = App::start(folder.join("rookery.db"), Sources::system())
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

    /// Waits until it ends by itself; returns its error, which never holds the token.
    async fn end(self, server_token: &str) -> String {
        let ended = tokio::time::timeout(Duration::from_secs(30), self.running).await;
        let error = ended.expect("it ends").unwrap().unwrap_err();
        self.app.stop().await;
        let said = format!("{error:#}");
        assert!(!said.contains(server_token), "{said}");
        said
    }
}

/// Runs the bot of an empty sandbox until it ends by itself; returns its error.
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
    let shared = harness.server.shared();
    let codes = [4000, 4001, 4002, 4005, 4008, 1001, 1012, 4099];
    for (before, code) in (0..).zip(codes) {
        assert_eq!(shared.resumes(), before, "{code}");
        shared.fail_connections(ConnectionFault::Close(code));
        // Typed while no bot is connected.
        ask(&harness).await;
        harness
            .until("it is resumed", || shared.resumes() == before + 1)
            .await;
    }
    assert_eq!(shared.identifies(), 1, "sessions are few: none was begun");
    harness.end().await;
}

/// A close that serenity would only notice at its next heartbeat, after up to 41 s, is noticed by the bot within
/// seconds.
async fn a_close_that_serenity_does_not_notice_ends_the_deafness_within_seconds(code: u16) {
    let mut harness = Harness::empty().await;
    let pace = Pace {
        deaf: Duration::from_secs(2),
        ..quick()
    };
    harness.start_with(means(pace)).await;
    let shared = harness.server.shared();
    let begun = Instant::now();
    shared.fail_connections(ConnectionFault::Close(code));
    harness
        .until("another session", || {
            shared.identifies() == 2 && shared.bot_online()
        })
        .await;
    let deaf = begun.elapsed();
    assert!(deaf < Duration::from_secs(20), "{code}: {deaf:?}");
    ask(&harness).await;
    harness.end().await;
}

/// A close that ends the session, or after which serenity abandons it, is followed by another session.
async fn a_close_that_ends_the_session_begins_another(code: u16) {
    let mut harness = Harness::with_limits(heartbeats()).await;
    harness.start_with(means(quick())).await;
    let shared = harness.server.shared();
    shared.fail_connections(ConnectionFault::Close(code));
    harness
        .until("another session", || {
            shared.identifies() == 2 && shared.bot_online()
        })
        .await;
    ask(&harness).await;
    assert_eq!(shared.resumes(), 0, "{code}: there was nothing to resume");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_is_final_ends_the_process_with_a_sentence_at_once() {
    for code in [4004, 4013, 4014] {
        let harness = Harness::empty().await;
        let shared = harness.server.shared();
        shared.refuse_identifies(code, 10);
        let said = ends(&harness, means(quick())).await;
        assert!(
            said.contains(&code.to_string()) && said.len() > 60,
            "{code}: {said}"
        );
        assert_eq!(shared.identifies(), 1, "{code}");
        harness.server.stop().await;
    }
    // Again after a long connection.
    let harness = Harness::empty().await;
    let bot = Bot::start(&harness.server, harness.folder.path(), means(quick())).await;
    harness.ready().await;
    harness
        .server
        .shared()
        .fail_connections(ConnectionFault::Close(4004));
    let said = bot.end(harness.server.token()).await;
    assert!(said.contains("4004") && said.contains("token"), "{said}");
    harness.server.stop().await;
}

/// Identifies that never lead to a session end the process; serenity would go on without end: after 4000 every five
/// seconds, after 4010 and 4011 with every heartbeat that fails.
async fn identifies_without_a_session_end_the_process(code: u16) {
    let harness = Harness::with_limits(heartbeats()).await;
    let shared = harness.server.shared();
    shared.refuse_identifies(code, 100);
    let said = ends(&harness, means(quick())).await;
    assert!(
        said.contains("identified 2 times") && said.contains("close code"),
        "{code}: {said}"
    );
    assert_eq!(shared.identifies(), 2, "{code}");
    harness.server.stop().await;
}

/// A bot that has joined more servers than its shards may serve ends, and reports how many shards it needs.
async fn a_bot_with_too_few_shards_ends_and_says_how_many_it_needs() {
    let harness = Harness::with_limits(heartbeats()).await;
    let bot = Bot::start(&harness.server, harness.folder.path(), means(quick())).await;
    harness.ready().await;
    let shared = harness.server.shared();
    shared.demand_shards(2);
    shared.fail_connections(ConnectionFault::Close(4006));
    let said = bot.end(harness.server.token()).await;
    assert!(
        said.contains("asks for 2 shards now, and 1 were started"),
        "{said}"
    );
    harness.server.stop().await;
}

async fn a_bot_of_many_servers_connects_the_shards_that_discord_asks_for() {
    let mut harness = Harness::empty().await;
    let shared = harness.server.shared();
    shared.demand_shards(2);
    let means = means(quick());
    let numbers = means.metrics.clone();
    harness.start_with(means).await;
    harness
        .until("all are connected", || shared.shards() == [(0, 2), (1, 2)])
        .await;
    assert_eq!(shared.identifies(), 2);
    ask(&harness).await;
    let direct = harness.direct(ALICE).await;
    let answered = harness.command(ALICE, &direct, "help", &[]).await;
    assert_eq!(answered.state, "answered", "direct messages are shard 0's");

    // Each resumes its own session.
    shared.fail_connections(ConnectionFault::Close(4000));
    harness.until("all resume", || shared.resumes() == 2).await;
    ask(&harness).await;
    let lines = [
        "rookery_shards_wanted 2\n",
        "rookery_shards_connected 2\n",
        "rookery_sessions_left 998\n",
        "rookery_identifies_total 2\n",
        "rookery_gateway_silence_seconds ",
    ];
    let begun = Instant::now();
    loop {
        let text = numbers.text(harness.app()).await.unwrap();
        let missing = lines.iter().find(|line| !text.contains(**line));
        let Some(missing) = missing else { break };
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{missing}\n{text}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_session_for_each_shard_no_start_is_tried() {
    let harness = Harness::empty().await;
    let shared = harness.server.shared();
    shared.limit_sessions(2);
    shared.demand_shards(3);
    let said = ends(&harness, means(quick())).await;
    assert!(
        said.contains("2 more sessions") && said.contains("needs 3") && said.contains("24 h"),
        "{said}"
    );
    shared.demand_shards(1);
    shared.limit_sessions(0);
    let said = ends(&harness, means(quick())).await;
    assert!(said.contains("0 more sessions"), "{said}");
    assert_eq!(shared.identifies(), 0);
    harness.server.stop().await;
}

/// A start with few sessions left spaces them out, since Discord ends all sessions of a bot that identifies too often,
/// and resets its token.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_for_which_few_sessions_are_left_waits() {
    let mut harness = Harness::empty().await;
    let shared = harness.server.shared();
    let gateway = |left: u32| {
        json!({
            "url": format!("ws://{}/gateway", harness.server.address()), "shards": 1,
            "session_start_limit": {
                "total": 1000, "remaining": left, "reset_after": 200_000, "max_concurrency": 1,
            },
        })
    };
    // 200 s for 100 sessions, so 2 s each.
    shared.pretend("/gateway/bot", gateway(100));
    let begun = Instant::now();
    harness.start_with(means(quick())).await;
    assert!(begun.elapsed() >= Duration::from_millis(1990));
    harness.end().await;
}

/// A bot whose every session becomes ready, and is lost again, ends before it has used up its sessions.
async fn a_bot_that_uses_up_the_sessions_of_the_day_ends() {
    let harness = Harness::empty().await;
    let pace = Pace {
        look: Duration::from_secs(1),
        identifies: 1,
        ..quick()
    };
    let shared = harness.server.shared();
    // One more than the number that counts as few.
    shared.limit_sessions(201);
    let bot = Bot::start(&harness.server, harness.folder.path(), means(pace)).await;
    harness.ready().await;
    for identifies in 2..=3 {
        shared.fail_connections(ConnectionFault::Close(4006));
        harness
            .until("another session", || {
                shared.identifies() == identifies && shared.bot_online()
            })
            .await;
    }
    let said = bot.end(harness.server.token()).await;
    assert!(
        said.contains("3 sessions were begun") && said.contains("198 are left"),
        "{said}"
    );
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_hears_nothing_any_more_ends_with_a_sentence() {
    let harness = Harness::empty().await;
    let pace = Pace {
        silence: Duration::from_secs(2),
        restart: Duration::from_secs(2),
        ..quick()
    };
    let bot = Bot::start(&harness.server, harness.folder.path(), means(pace)).await;
    harness.ready().await;
    let token = harness.server.token().to_owned();
    harness.server.stop().await;
    let said = bot.end(&token).await;
    assert!(said.contains("no shard has been ready"), "{said}");
}

/// A silent shard is restarted while another lives; serenity would wait for its connection without limit.
async fn a_shard_that_is_silent_while_another_lives_is_started_again() {
    let mut harness = Harness::with_limits(heartbeats()).await;
    let shared = harness.server.shared();
    shared.demand_shards(2);
    let pace = Pace {
        restart: Duration::from_secs(5),
        ..quick()
    };
    harness.start_with(means(pace)).await;
    harness
        .until("both are connected", || shared.shards().len() == 2)
        .await;
    shared.hang_connections(1);
    shared.fail_connections(ConnectionFault::Drop);
    harness
        .until("one resumes", || {
            shared.resumes() == 1 && shared.shards().len() == 1
        })
        .await;
    harness
        .until("the other has another session", || {
            shared.identifies() >= 3 && shared.shards() == [(0, 2), (1, 2)]
        })
        .await;
    // On a slow machine it may be restarted once more, and events sent to it meanwhile are lost.
    let begun = Instant::now();
    let mut answered = harness.command(ALICE, GENERAL, "help", &[]).await;
    let is_lost = answered.state != "answered";
    while answered.state != "answered" {
        assert!(begun.elapsed() < TIMEOUT, "the bot does not answer");
        answered = harness.command(ALICE, GENERAL, "help", &[]).await;
    }
    assert!(is_private(&answered.message));
    if is_lost {
        harness.stop_with_faults().await;
    } else {
        harness.end().await;
    }
}

/// A connection that is dead although neither side closed it is replaced by another session.
async fn a_heartbeat_that_is_not_acknowledged_is_followed_by_another_session() {
    let mut harness = Harness::with_limits(heartbeats()).await;
    harness.start_with(means(quick())).await;
    let shared = harness.server.shared();
    shared.fail_connections(ConnectionFault::Silent);
    harness
        .until("another session", || {
            shared.identifies() == 2 && shared.bot_online()
        })
        .await;
    ask(&harness).await;
    harness.end().await;
}

/// All cases run at once, since serenity waits five seconds before it identifies again.
#[tokio::test(flavor = "multi_thread")]
async fn where_a_session_is_begun_again_the_bot_goes_on_or_ends() {
    let mut cases = JoinSet::new();
    for code in [4003, 4006, 4007, 4009] {
        cases.spawn(a_close_that_ends_the_session_begins_another(code));
    }
    for code in [4000, 4010, 4011, 4012] {
        cases.spawn(identifies_without_a_session_end_the_process(code));
    }
    for code in [4003, 4010, 4011] {
        cases.spawn(a_close_that_serenity_does_not_notice_ends_the_deafness_within_seconds(code));
    }
    cases.spawn(a_bot_with_too_few_shards_ends_and_says_how_many_it_needs());
    cases.spawn(a_bot_of_many_servers_connects_the_shards_that_discord_asks_for());
    cases.spawn(a_bot_that_uses_up_the_sessions_of_the_day_ends());
    cases.spawn(a_shard_that_is_silent_while_another_lives_is_started_again());
    cases.spawn(a_heartbeat_that_is_not_acknowledged_is_followed_by_another_session());
    while let Some(done) = cases.join_next().await {
        done.unwrap();
    }
}
