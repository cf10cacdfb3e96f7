//! All shards: how many there are to be, whether they may be started, and serenity's client that keeps them connected.

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
use super::plan::{Pace, Plan};
use super::received::received;
use super::watchdog::Watchdog;
use crate::metrics::GatewayNumbers;

/// Longest wait of a start for which few sessions are left.
const LONGEST_START: Duration = Duration::from_secs(600);
/// How long the sessions may take to be ended when the bot stops.
const LEAVE: Duration = Duration::from_secs(3);
/// Between two identifies, as serenity spaces them.
const BETWEEN_IDENTIFIES: Duration = Duration::from_secs(5);

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

/// The threads of serenity's client, which are left behind, not waited for. A shard whose socket has ended reads it
/// again without a pause until a heartbeat fails (`ShardRunner::recv_event` takes the end for "nothing yet"): among
/// answers and deadlines it would hold them up.
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

impl RawEventHandler for Events {
    // Without `async_trait`, so that no future holds the event: it may be any that Discord has, and the proof that every
    // part of it may be sent between threads takes the compiler a second.
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
    /// Takes an event. Nothing is waited for: what takes longer has a task of its own.
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
