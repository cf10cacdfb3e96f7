//! All shards: their number, whether they may be started, and serenity's client that keeps them connected.

use std::future::ready;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use futures_util::future::BoxFuture;
use serenity::client::{ClientBuilder, Context, RawEventHandler};
use serenity::gateway::GatewayError;
use serenity::http::Http;
use serenity::model::event::Event;
use serenity::model::gateway::GatewayIntents;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::{sleep, timeout};

use super::gateway::Bot;
use super::http::said;
use super::obstacle::Obstacle;
use super::plan::{Pace, Plan};
use super::received::received;
use super::watchdog::Watchdog;
use crate::metrics::GatewayNumbers;

/// The longest wait before a start for which few sessions are left.
const LONGEST_START: Duration = Duration::from_secs(600);
/// The longest wait for the sessions to end when the bot stops.
const LEAVE: Duration = Duration::from_secs(3);
/// The time between two identifies, as serenity spaces them.
const BETWEEN_IDENTIFIES: Duration = Duration::from_secs(5);

/// The means to connect to the gateway.
pub struct Setup {
    /// The REST routes, for asking how many sessions are left.
    pub http: Arc<Http>,
    /// The REST routes for serenity's client, which takes possession of them.
    pub client_http: Http,
    /// The bot, which takes the interactions.
    pub bot: Bot,
    /// The limits after which the gateway is given up.
    pub pace: Pace,
    /// The counters of the gateway.
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
    // serenity would use Discord's address if it could not ask. Sessions are resumed here, too.
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
    // A shard still connected at the end is cut off with the threads.
    if let Some(reason) = ended {
        bail!("the connection to the gateway ended: {reason}");
    }
    tracing::info!("stopping: answers under way are finished first");
    let _ = timeout(LEAVE, manager.shutdown_all()).await;
    Ok(())
}

/// Returns why no connection will be accepted, in a sentence.
fn refused(error: &serenity::Error) -> String {
    let (code, reason) = match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => (
            4004,
            Obstacle::Token.sentence("Discord"),
        ),
        serenity::Error::Gateway(GatewayError::InvalidGatewayIntents) => (
            4013,
            "Discord does not know the intents any more: put a newer Rookery in place".to_owned(),
        ),
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) => (
            4014,
            "Discord does not grant the intents to the application: put a newer Rookery in place, which asks for none"
                .to_owned(),
        ),
        other => return said(other),
    };
    format!("the gateway closed the connection with code {code}: {reason}")
}

/// The threads of serenity's client, which are abandoned, not waited for. A shard whose socket has ended reads it again
/// without a pause until a heartbeat fails (`ShardRunner::recv_event` takes the end for "nothing yet"): on the threads
/// of answers and deadlines it would hold them up.
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

/// A handler of the shards' events, which hands them on to the threads on which answers are given.
struct Events {
    bot: Bot,
    answers: Handle,
    watchdog: Arc<Watchdog>,
}

impl RawEventHandler for Events {
    // Without `async_trait`, so that no future holds the event: it may be any of Discord's, and proving that every part
    // of it may be sent between threads takes the compiler long.
    fn raw_event<'a, 'b>(&'a self, context: Context, event: Event) -> BoxFuture<'b, ()>
    where
        'a: 'b,
        Self: 'b,
    {
        self.take(context.shard_id.0, event);
        Box::pin(ready(()))
    }
}

impl Events {
    /// Takes an event without waiting: longer work has a separate task.
    fn take(&self, shard: u32, event: Event) {
        let bot = self.bot.clone();
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
            other => match received(other) {
                Some(Ok(interaction)) => drop(tokio::spawn(bot.receive(interaction))),
                Some(Err(left)) => drop(tokio::spawn(bot.unreadable(left))),
                None => {}
            },
        }
    }
}
