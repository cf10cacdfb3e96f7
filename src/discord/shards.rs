//! All shards: how many there are to be, whether they may be started, and serenity's client that keeps them connected.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serenity::async_trait;
use serenity::client::{ClientBuilder, Context, RawEventHandler};
use serenity::gateway::GatewayError;
use serenity::http::Http;
use serenity::model::event::Event;
use serenity::model::gateway::GatewayIntents;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::{sleep, timeout};

use super::gateway::Bot;
use super::http::said;
use super::unreadable::unreadable;
use super::watchdog::Watchdog;
use crate::metrics::GatewayNumbers;

/// Longest wait of a start for which few sessions are left.
const LONGEST_START: Duration = Duration::from_secs(600);
/// How long the sessions may take to be ended when the bot stops.
const LEAVE: Duration = Duration::from_secs(3);
/// Between two identifies, as serenity spaces them.
const BETWEEN_IDENTIFIES: Duration = Duration::from_secs(5);

/// When the gateway is given up, which tests shorten.
#[derive(Clone, Debug)]
pub struct Pace {
    /// How often the shards are looked at; more than zero.
    pub look: Duration,
    /// Identifies in a row without a `READY` after which the process ends.
    pub identifies: u32,
    /// How long a shard may be silent while another lives before it is started again.
    pub restart: Duration,
    /// How long a shard may show no sign of life - `READY`, `RESUMED` or a heartbeat acknowledged - before the process
    /// ends.
    pub silence: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            look: Duration::from_secs(5),
            identifies: 6,
            restart: Duration::from_secs(180),
            silence: Duration::from_secs(600),
        }
    }
}

/// What Discord says about the gateway: where it is, into how many shards the bot is to be split, and how many
/// sessions it may still begin.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The gateway's address.
    pub url: String,
    /// How many shards there are to be.
    pub shards: u32,
    /// Sessions that may be begun in a day.
    pub total: u64,
    /// Sessions that may still be begun.
    pub left: u64,
    /// When they are all there again.
    resets: Instant,
}

impl Plan {
    /// Asks Discord.
    ///
    /// # Errors
    /// It cannot be reached, or refuses the token.
    pub async fn ask(http: &Http) -> serenity::Result<Plan> {
        let bot = http.get_bot_gateway().await?;
        let limit = &bot.session_start_limit;
        Ok(Plan {
            url: bot.url,
            shards: bot.shards.max(1),
            total: limit.total,
            left: limit.remaining,
            resets: Instant::now() + Duration::from_millis(limit.reset_after),
        })
    }

    /// Why no start is possible, if none is: each shard needs a session.
    pub fn refusal(&self) -> Option<String> {
        (self.left < u64::from(self.shards)).then(|| {
            format!(
                "Discord lets the bot begin {} more sessions and it needs {}: of {} a day the others are used up. They \
                 are there again in {}. Find out why the bot was started so often before it is started again.",
                self.left,
                self.shards,
                self.total,
                Span(self.resets.saturating_duration_since(Instant::now())),
            )
        })
    }

    /// Between two starts, so that the sessions left last until there are more; nothing while there are plenty.
    fn spacing(&self) -> Duration {
        if !few(self.left, self.total) {
            return Duration::ZERO;
        }
        let rest = self.resets.saturating_duration_since(Instant::now());
        let starts = self.left / u64::from(self.shards);
        rest / u32::try_from(starts).unwrap_or(u32::MAX).max(1)
    }
}

/// Whether so few sessions are left that something must have gone wrong.
pub fn few(left: u64, total: u64) -> bool {
    left.saturating_mul(5) < total
}

/// A span of time as people read it.
pub struct Span(pub Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_secs().div_ceil(60);
        match (minutes / 60, minutes % 60) {
            (0, minutes) => write!(f, "{minutes} min"),
            (hours, minutes) => write!(f, "{hours} h {minutes} min"),
        }
    }
}

/// How the gateway is connected to.
pub struct Setup {
    /// The REST routes, which know how many sessions are left.
    pub http: Arc<Http>,
    /// The same for serenity's client, which wants one of its own.
    pub client_http: Http,
    /// What takes the interactions.
    pub bot: Bot,
    /// When it is given up.
    pub pace: Pace,
    /// What is counted.
    pub numbers: GatewayNumbers,
}

/// Keeps all shards connected until `stop` completes.
///
/// # Errors
/// No connection will be accepted, or the watchdog has given up.
pub async fn run(setup: Setup, plan: Plan, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    let mut stop = pin!(stop);
    let spacing = plan.spacing().min(LONGEST_START);
    if !spacing.is_zero() {
        tracing::warn!(
            left = plan.left,
            total = plan.total,
            wait = ?spacing,
            "few sessions are left for today: they are begun after a while"
        );
        tokio::select! {
            () = sleep(spacing) => {}
            () = &mut stop => return Ok(()),
        }
    }
    setup
        .numbers
        .planned(plan.shards, plan.left, BETWEEN_IDENTIFIES);
    let watchdog = Arc::new(Watchdog::new(setup.http, setup.pace, setup.numbers, &plan));
    let events = Events {
        bot: setup.bot,
        answers: Handle::current(),
        watchdog: Arc::clone(&watchdog),
    };
    let threads = Threads::start()?;
    let builder = ClientBuilder::new_with_http(setup.client_http, GatewayIntents::empty())
        .raw_event_handler(events);
    let mut client = tokio::select! {
        client = threads.handle.spawn(builder.into_future()) => client
            .context("the gateway's client crashed")?
            .context("the gateway's client cannot be made")?,
        () = &mut stop => return Ok(()),
    };
    // serenity would go to Discord's own where it could not ask. Sessions are resumed here too.
    *client.ws_url.lock().await = plan.url;
    let manager = Arc::clone(&client.shard_manager);
    let running = threads
        .handle
        .spawn(async move { client.start_shards(plan.shards).await });
    let ended = tokio::select! {
        ended = running => Some(match ended {
            Ok(Err(error)) => refused(&error),
            Ok(Ok(())) | Err(_) => "the gateway's client ended".to_owned(),
        }),
        reason = watchdog.run(&manager) => Some(reason),
        () = stop => None,
    };
    // What is still connected then is cut off with the threads.
    if let Some(reason) = ended {
        bail!("the connection to the gateway ended: {reason}");
    }
    tracing::info!("stopping: answers under way are finished first");
    let _ = timeout(LEAVE, manager.shutdown_all()).await;
    Ok(())
}

/// Why no connection will be accepted, in a sentence.
fn refused(error: &serenity::Error) -> String {
    let (code, reason) = match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => (
            4004,
            "the token is not accepted: copy it again from the page \"Bot\" of the application",
        ),
        serenity::Error::Gateway(GatewayError::InvalidGatewayIntents) => (
            4013,
            "the intents are not accepted: a newer Rookery is needed",
        ),
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) => (
            4014,
            "the intents are not granted to the application: a newer Rookery is needed",
        ),
        other => return said(other),
    };
    format!("the gateway closed the connection with code {code}: {reason}")
}

/// The threads of serenity's client, which are left behind, not waited for. A shard whose socket has ended goes round
/// without a pause until its next heartbeat fails, up to 41 s (`ShardRunner::recv_event` takes the end for "nothing
/// yet"): among answers and deadlines it would hold them up.
struct Threads {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl Threads {
    fn start() -> anyhow::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("gateway")
            .enable_all()
            .build()
            .context("the gateway cannot start its threads")?;
        Ok(Threads {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// What the shards send, handed on to the threads on which answers are given.
struct Events {
    bot: Bot,
    answers: Handle,
    watchdog: Arc<Watchdog>,
}

#[async_trait]
impl RawEventHandler for Events {
    async fn raw_event(&self, context: Context, event: Event) {
        let (shard, bot) = (context.shard_id.0, self.bot.clone());
        let _answers = self.answers.enter();
        match event {
            Event::Ready(event) => {
                let ready = event.ready;
                tracing::info!(
                    shard,
                    user = %ready.user.name,
                    servers = ready.guilds.len(),
                    "connected"
                );
                self.watchdog.ready(shard);
                bot.ready(ready.application.id);
            }
            Event::Resumed(_) => {
                tracing::info!(shard, "resumed");
                self.watchdog.resumed(shard);
            }
            Event::InteractionCreate(event) => {
                tokio::spawn(async move { bot.receive(event.interaction).await });
            }
            other => {
                if let Some(unreadable) = unreadable(&other) {
                    tokio::spawn(async move { bot.unreadable(unreadable).await });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(left: u64, shards: u32) -> Plan {
        Plan {
            url: String::new(),
            shards,
            total: 1000,
            left,
            resets: Instant::now() + Duration::from_secs(7200),
        }
    }

    #[test]
    fn a_start_needs_a_session_for_each_shard_and_says_when_there_are_more() {
        assert_eq!(plan(3, 3).refusal(), None);
        let refusal = plan(2, 3).refusal().unwrap();
        assert!(
            refusal.contains("2 h 0 min") && refusal.contains("1000"),
            "{refusal}"
        );
        assert!(plan(0, 1).refusal().is_some());
    }

    #[test]
    fn sessions_that_are_few_last_until_there_are_more() {
        assert_eq!(plan(1000, 1).spacing(), Duration::ZERO);
        assert_eq!(plan(200, 1).spacing(), Duration::ZERO);
        let seconds = plan(100, 1).spacing().as_secs();
        assert!((71..=72).contains(&seconds), "{seconds}");
    }
}
