//! A sandbox with a bot in it, and people who use it.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use reqwest::Client;
use rookery::app::{App, Chance, Clock, Limits, Place, Preferences, Request, Sent, Sources, Task};
use rookery::config::{ApiBase, PublicKey, Roles, Token};
use rookery::discord::{self, AnswerTimes, Connection, Dependencies, Endpoint, RateLimit};
use rookery::match_state::{ChannelId, UserId};
use rookery::sandbox::{Limits as RateLimits, Server, Setup};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::openapi;

mod messages;
mod people;

pub use messages::*;

pub const GENERAL: &str = "3000000000000000001";
pub const GAMES: &str = "3000000000000000002";
pub const ALICE: &str = "4000000000000000001";
pub const BOB: &str = "4000000000000000002";
pub const CAROL: &str = "4000000000000000003";
pub const DAVE: &str = "4000000000000000004";

/// Variable that makes the bot take interactions by HTTP in every test.
pub const BY_HTTP: &str = "ROOKERY_TEST_BY_HTTP";

/// The time at which a test begins, in seconds of the Unix epoch.
const BEGUN: i64 = 1_800_000_000;

/// Longest wait for anything, also on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// A sandbox, with or without a bot.
pub struct Harness {
    pub server: Server,
    pub folder: TempDir,
    http: Client,
    bot: Option<Bot>,
    sources: Sources,
    limits: Limits,
    answer_times: AnswerTimes,
    now: Arc<AtomicI64>,
}

struct Bot {
    app: App,
    stop: oneshot::Sender<()>,
    running: JoinHandle<anyhow::Result<()>>,
}

/// The outcome of a user's action.
#[derive(Debug)]
pub struct Outcome {
    pub message: Value,
    pub state: String,
    pub deferred: bool,
}

impl Harness {
    /// Starts a sandbox that nobody is connected to yet.
    pub fn empty() -> BoxFuture<'static, Harness> {
        Harness::with_limits(RateLimits::default())
    }

    /// Starts a sandbox in which an answer may take longer than Discord waits, as anything may on a busy machine.
    fn relaxed() -> BoxFuture<'static, Harness> {
        Box::pin(async move {
            let limits = RateLimits {
                first_answer: AnswerTimes::GENEROUS.given_up,
                ..RateLimits::default()
            };
            let mut harness = Harness::with_limits(limits).await;
            harness.answer_times = AnswerTimes::GENEROUS;
            harness
        })
    }

    /// Starts a sandbox with custom times and limits.
    pub fn with_limits(limits: RateLimits) -> BoxFuture<'static, Harness> {
        Box::pin(async move {
            let setup = Setup {
                limits,
                ..Setup::default()
            };
            Harness {
                server: Server::start(setup).await.unwrap(),
                folder: crate::scratch::folder(),
                http: Client::new(),
                bot: None,
                sources: Sources::system(),
                limits: Limits {
                    review_nodes: 2_000,
                    mining_nodes: 1,
                    ..Limits::default()
                },
                answer_times: AnswerTimes::DISCORD,
                now: Arc::new(AtomicI64::new(BEGUN)),
            }
        })
    }

    /// Starts a sandbox with the bot in it, whose clock the test sets.
    pub fn with_clock() -> BoxFuture<'static, Harness> {
        Box::pin(async move {
            let mut harness = Harness::relaxed().await;
            let now = Arc::clone(&harness.now);
            harness.sources.clock = Clock::new(move || now.load(Ordering::SeqCst));
            harness.start_bot().await;
            harness
        })
    }

    /// Makes the next bot defer every answer.
    pub fn be_late(&mut self) {
        self.answer_times.defer_after = Duration::ZERO;
    }

    /// Gives the next bot another clock.
    pub fn set_clock(&mut self, clock: Clock) {
        self.sources.clock = clock;
    }

    /// Starts a sandbox with the bot, whose dice fall like this, one after the other.
    pub fn with_dice(throws: &[u8]) -> BoxFuture<'_, Harness> {
        Box::pin(async move {
            let mut harness = Harness::relaxed().await;
            let now = Arc::clone(&harness.now);
            harness.sources.clock = Clock::new(move || now.load(Ordering::SeqCst));
            let throws = Mutex::new(VecDeque::from(throws.to_vec()));
            harness.sources.chance = Chance::new(move |count| match count {
                6 => u64::from(throws.lock().unwrap().pop_front().unwrap() - 1),
                count => count - 1,
            });
            harness.start_bot().await;
            harness
        })
    }

    /// Lets time pass, in seconds, during which the bot runs.
    pub fn pass(&self, seconds: i64) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // A bot that did not run would give the time back.
            let now = || self.now.fetch_add(seconds, Ordering::SeqCst) + seconds;
            self.app().store().beat(now).await.unwrap();
        })
    }

    /// Returns how many days have passed since the test began.
    pub fn days(&self) -> i64 {
        (self.now.load(Ordering::SeqCst) - BEGUN) / 86_400
    }

    /// Lets time pass, in seconds, during which no bot runs.
    pub fn skip(&self, seconds: i64) {
        self.now.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Ends a test in which the bot was refused something that it could not know.
    pub fn stop_with_refusals(mut self) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            self.stop_bot().await;
            self.must_be_described();
            self.server.stop().await;
        })
    }

    /// Starts a sandbox with a bot in it, which has as long for an answer as on Discord.
    pub fn timed() -> BoxFuture<'static, Harness> {
        Box::pin(async move {
            let mut harness = Harness::empty().await;
            harness.start_bot().await;
            harness
        })
    }

    /// Returns the bot's use cases.
    pub fn app(&self) -> &App {
        &self.bot.as_ref().unwrap().app
    }

    /// Starts a sandbox with the bot in it, its commands registered.
    pub fn new() -> BoxFuture<'static, Harness> {
        Box::pin(async move {
            let mut harness = Harness::relaxed().await;
            harness.start_bot().await;
            harness
        })
    }

    pub fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("rookery.db")
    }

    /// Starts a sandbox with a bot that does not limit one person's requests and games.
    pub fn unhurried() -> BoxFuture<'static, Harness> {
        Box::pin(async move {
            let mut harness = Harness::relaxed().await;
            harness.limits = Limits::UNLIMITED;
            let means = Dependencies {
                asking: RateLimit::UNLIMITED,
                typing: RateLimit::UNLIMITED,
                look: Duration::from_millis(100),
                ..Dependencies::default()
            };
            harness.start_with(means).await;
            harness
        })
    }

    /// Connects a bot with custom dependencies, and waits until it is ready.
    pub fn start_with(&mut self, means: Dependencies) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let api = ApiBase::new(&self.server.api_base()).unwrap();
            self.start_bot_with(Some(api), means).await;
        })
    }

    /// Turns off the previews that newcomers have, for all users in the database.
    pub fn prepare(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if self.database().exists() {
                return;
            }
            crate::migrated::create(&self.database()).await;
            let app = App::start(self.database(), self.sources.clone())
                .await
                .unwrap();
            for user in [ALICE, BOB, CAROL, DAVE] {
                let chosen = Preferences {
                    preview: Some(false),
                    ..Preferences::default()
                };
                app.prefer(asker(user), chosen).await.unwrap();
            }
            app.stop().await;
        })
    }

    /// Connects a bot in this process, and waits until it is ready.
    pub fn start_bot(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let api = ApiBase::new(&self.server.api_base()).unwrap();
            let means = Dependencies {
                look: Duration::from_millis(100),
                ..Dependencies::default()
            };
            self.start_bot_with(Some(api), means).await;
        })
    }

    /// Connects a bot with custom dependencies; without an address, it runs as on Discord.
    pub fn start_bot_with(
        &mut self,
        api: Option<ApiBase>,
        mut means: Dependencies,
    ) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.prepare().await;
            means.answer_times = self.answer_times;
            if std::env::var_os(BY_HTTP).is_some() {
                self.open_endpoint(&mut means).await;
            }
            let app = App::start(self.database(), self.sources.clone())
                .await
                .unwrap()
                .with_limits(self.limits);
            let connection = Connection {
                token: Token::new(self.server.token()).unwrap(),
                api,
            };
            let (stop, stopped) = oneshot::channel::<()>();
            let running = tokio::spawn(discord::run_with(app.clone(), connection, means, async {
                let _ = stopped.await;
            }));
            self.bot = Some(Bot { app, stop, running });
            self.ready().await;
        })
    }

    /// Makes the bot take interactions by HTTP, and the sandbox send them there; returns the address.
    pub fn open_endpoint<'a>(&'a self, means: &'a mut Dependencies) -> BoxFuture<'a, String> {
        Box::pin(async move {
            let shared = self.server.shared();
            let key = PublicKey::read(&shared.public_key()).unwrap();
            let free = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let endpoint = Endpoint::bind(free, key).await.unwrap();
            let base = format!("http://{}", endpoint.address().unwrap());
            means.roles = Roles::read("http,scheduler,notifier").unwrap();
            means.endpoint = Some(endpoint);
            shared.post_to(vec![format!("{base}/interactions")]);
            base
        })
    }

    /// Waits until a bot is connected and its commands are there.
    pub fn ready(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let shared = self.server.shared();
            self.until("the bot is ready", || {
                shared.bot_online() && !shared.commands().is_empty()
            })
            .await;
        })
    }

    /// Stops the bot as a service manager would.
    pub fn stop_bot(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let bot = self.bot.take().unwrap();
            let _ = bot.stop.send(());
            bot.running.await.unwrap().unwrap();
            bot.app.stop().await;
        })
    }

    /// Ends the test: every request must have been valid.
    pub fn end(mut self) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            if self.bot.is_some() {
                self.stop_bot().await;
            }
            self.must_be_clean();
            self.server.stop().await;
        })
    }

    /// Ends a test in which requests were made to fail: then interactions without an answer in time, or answered again
    /// after a lost answer, are no violations; anything else is.
    pub fn stop_with_faults(mut self) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            if self.bot.is_some() {
                self.stop_bot().await;
            }
            let mut violations = self.server.shared().violations();
            // 160004: a thread that was made before the bot died is requested again.
            let forgiven = [
                "not answered",
                "(40060)",
                "(160004)",
                "was not",
                "answered after",
            ];
            violations.retain(|sentence| !forgiven.iter().any(|known| sentence.contains(known)));
            assert!(violations.is_empty(), "{violations:#?}");
            self.must_be_described();
            self.server.stop().await;
        })
    }

    fn must_be_clean(&self) {
        let violations = self.server.shared().violations();
        assert!(violations.is_empty(), "{violations:#?}");
        self.must_be_described();
    }

    /// Asserts that every request fits Discord's description.
    fn must_be_described(&self) {
        let faults = openapi::faults(&self.server.shared().requests());
        assert!(faults.is_empty(), "{faults:#?}");
    }

    pub async fn until(&self, what: &str, mut done: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !done() {
            assert!(
                begun.elapsed() < TIMEOUT,
                "in vain: {what}; {:#?}",
                self.server.shared().violations()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits for a message in a channel, as a user sees it.
    pub async fn message(
        &self,
        user: &str,
        channel: &str,
        is_it: impl Fn(&Value) -> bool,
    ) -> Value {
        let begun = Instant::now();
        loop {
            let changes = self.server.shared().changes();
            let messages = self.messages(user, channel).await;
            if let Some(found) = messages.iter().rev().find(|message| is_it(message)) {
                return found.clone();
            }
            let seen: Vec<_> = messages.iter().map(|message| &message["content"]).collect();
            assert!(begun.elapsed() < TIMEOUT, "no such message: {seen:#?}");
            self.changed_since(changes).await;
        }
    }

    /// True if an answer to an interaction had these words.
    pub fn has_answered(&self, words: &str) -> bool {
        let requests = self.server.shared().requests();
        let mut answers = requests.iter().filter(|request| {
            request.path.starts_with("/interactions/") || request.path.starts_with("/webhooks/")
        });
        answers.any(|answer| {
            let bodies = [&answer.body["data"], &answer.body];
            bodies.iter().any(|body| content(body).contains(words))
        })
    }

    /// Waits until something that users see has changed, after so many changes.
    pub fn changed_since(&self, changes: u64) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let begun = Instant::now();
            while self.server.shared().changes() == changes && begun.elapsed() < TIMEOUT {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
    }

    pub fn state<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Value> {
        Box::pin(async move {
            let url = format!("{}/sandbox/state?user={user}", self.server.api_base());
            self.http
                .get(url)
                .send()
                .await
                .unwrap()
                .json()
                .await
                .unwrap()
        })
    }

    /// Returns the messages of a channel, oldest first, as a user sees them.
    pub fn messages<'a>(&'a self, user: &'a str, channel: &'a str) -> BoxFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let state = self.state(user).await;
            state["messages"][channel]
                .as_array()
                .cloned()
                .unwrap_or_default()
        })
    }

    /// Returns the public messages of a channel.
    pub fn public<'a>(&'a self, channel: &'a str) -> BoxFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let mut messages = self.messages(CAROL, channel).await;
            messages.retain(|message| !is_private(message));
            messages
        })
    }

    /// Waits until nothing is left in the outbox.
    pub fn all_sent(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let sent = async {
                while self.app().waiting().await.unwrap().notices > 0 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            tokio::time::timeout(TIMEOUT, sent)
                .await
                .expect("all is sent");
        })
    }

    /// Waits until all due work is done: the scheduler has looked at all deadlines since this was called, and no notice
    /// is left that could be sent.
    pub fn caught_up(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // The current round may have begun before; the one after it has not.
            for _ in 0..2 {
                let begun = Instant::now();
                self.until("the scheduler looks at deadlines", || {
                    let since = begun.elapsed();
                    let age = self.app().task_health().age(Task::Deadlines);
                    age.is_some_and(|age| age < since)
                })
                .await;
            }
            let path = format!("sqlite://{}", self.database().display());
            let mut connection = SqliteConnection::connect(&path).await.unwrap();
            let begun = Instant::now();
            loop {
                let due = "SELECT count(*) FROM outbox WHERE done IS NULL AND ready <= ?";
                let due: i64 = sqlx::query_scalar(due)
                    .bind(self.sources.clock.now())
                    .fetch_one(&mut connection)
                    .await
                    .unwrap();
                if due == 0 {
                    return;
                }
                assert!(begun.elapsed() < TIMEOUT, "{due} notices are not sent");
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
    }

    /// Returns a user's direct-message channel with the bot.
    pub fn direct<'a>(&'a self, user: &'a str) -> BoxFuture<'a, String> {
        Box::pin(async move {
            let state = self.state(user).await;
            let channels = state["channels"].as_array().unwrap();
            // Those between two people are of the same type.
            let with_bot = |channel: &&Value| {
                channel["type"] == 1
                    && channel["recipients"]
                        .as_array()
                        .is_some_and(|all| all.len() == 1)
            };
            let direct = channels.iter().find(with_bot).unwrap();
            direct["id"].as_str().unwrap().to_owned()
        })
    }

    /// Returns the newest thread.
    pub fn thread(&self) -> BoxFuture<'_, Option<String>> {
        Box::pin(async move {
            let state = self.state(ALICE).await;
            let channels = state["channels"].as_array().unwrap();
            let threads = channels.iter().filter(|channel| channel["type"] == 11);
            threads
                .map(|thread| thread["id"].as_str().unwrap().to_owned())
                .max()
        })
    }

    /// Returns the bot's snowflake.
    pub fn bot_id(&self) -> BoxFuture<'_, String> {
        Box::pin(async move {
            let url = format!("{}/api/v10/users/@me", self.server.api_base());
            let token = format!("Bot {}", self.server.token());
            let asked = self
                .http
                .get(url)
                .header("authorization", token)
                .send()
                .await;
            let me: Value = asked.unwrap().json().await.unwrap();
            me["id"].as_str().unwrap().to_owned()
        })
    }
}

/// Returns a user's request that is not made over Discord. Each has a different number.
pub fn asker(user: &str) -> Request {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Request {
        user: UserId(user.parse().unwrap()),
        place: Place {
            guild: None,
            channel: ChannelId(1),
            outside: false,
        },
        interaction: NEXT.fetch_add(1, Ordering::Relaxed),
        sent: Sent::now(),
    }
}
