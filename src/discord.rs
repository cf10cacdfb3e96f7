//! The Discord adapter of Rookery: serenity's client, and the conversions to and from it.
//!
//! The path of a request: serenity's shards receive it ([`shards`] starts them, [`watchdog`] ends the process when they
//! are deaf), or [`endpoint`] reads it from Discord's HTTP requests. [`gateway`] takes it, [`request`] (pure) reads its
//! contents, [`handlers`] asks the [`App`] and draws the pictures, [`board`] and [`reply`] (pure) make an answer of
//! words, buttons and files, and [`http`] sends it. Slash commands come from [`commands`], the meaning of buttons from
//! [`custom_id`], every word that people read from [`texts`].
//!
//! The same adapter runs on Discord, in the sandbox and under test: only the address differs.

mod answer_times;
mod board;
mod commands;
mod custom_id;
mod dependencies;
#[doc(hidden)]
pub mod dry_run;
mod endpoint;
mod fair_queue;
mod gateway;
mod handlers;
mod http;
mod markdown;
mod name;
mod obstacle;
pub(crate) mod permissions;
mod plan;
mod rate_limit;
mod received;
mod replace;
mod reply;
mod request;
mod server;
mod shards;
mod suggestion;
mod surroundings;
mod texts;
mod watchdog;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{anyhow, bail};
use futures_util::FutureExt as _;
use serenity::http::{Http, HttpBuilder};

use crate::app::App;
use crate::config::{ApiBase, Token};
use gateway::Bot;
use handlers::Handlers;
use plan::Plan;
use shards::Setup;

pub use answer_times::AnswerTimes;
pub use dependencies::Dependencies;
pub use endpoint::Endpoint;
pub use handlers::{BoardRenderer, GifRenderer};
pub use obstacle::{Obstacle, ask, ask_with_time};
pub use plan::{Pace, few};
pub use rate_limit::RateLimit;
pub use server::ServerSettings;

/// Longest wait for the plan of the gateway, waiting for a rate limit included.
const PLANNING: Duration = Duration::from_secs(30);

/// The server to connect to, and the bot's token.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The bot's token.
    pub token: Token,
    /// A Discord-compatible server on this machine; `None` is Discord.
    pub api: Option<ApiBase>,
}

impl Connection {
    /// Returns a builder of a client of the server's REST routes.
    fn rest(&self) -> HttpBuilder {
        let builder = HttpBuilder::new(self.token.expose()).client(http::client());
        match &self.api {
            // With its rate limiter on, serenity would ignore the address and send the token to Discord.
            Some(base) => builder.proxy(base.as_str()).ratelimiter_disabled(true),
            None => builder,
        }
    }

    /// Returns the name of the server for people.
    pub fn server(&self) -> &str {
        self.api.as_ref().map_or("Discord", ApiBase::as_str)
    }

    /// Returns a client of the REST routes for single requests.
    pub fn single_requests(&self) -> Http {
        self.rest().build()
    }

    /// Returns a client of the REST routes that counts the refusals that make it wait.
    fn http(&self, dependencies: &Dependencies) -> Http {
        let mut http = (dependencies.rest)(self.rest()).build();
        if let Some(limiter) = &mut http.ratelimiter {
            // The limiter waits inside itself, unseen by its caller. It calls back for each wait, most of them before a
            // refusal; the limit of all requests together is learnt from a refusal alone.
            let refusals = dependencies.metrics.refusals();
            limiter.set_ratelimit_callback(Box::new(move |wait| {
                if wait.global {
                    refusals.refused(429);
                }
            }));
        }
        http
    }
}

/// Runs the bot until `stop` completes, then finishes the answers under way.
///
/// # Errors
/// The server cannot be reached, refuses the token, or ends the connection for good.
pub async fn run(
    app: App,
    connection: Connection,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    run_with(app, connection, Dependencies::default(), stop).await
}

/// Runs the bot as [`run`] does, with custom dependencies.
///
/// # Errors
/// As [`run`].
pub async fn run_with(
    app: App,
    connection: Connection,
    mut dependencies: Dependencies,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let http = connection.http(&dependencies);
    let roles = dependencies.roles;
    let mut plan = None;
    if roles.gateway {
        plan = Some(ask_plan(&http, &connection).await?);
    }
    let endpoint = dependencies.endpoint.take().filter(|_| roles.http);
    let mut application = None;
    if let Some(endpoint) = &endpoint {
        application = Some(endpoint.application(&http, connection.server()).await?);
    }

    let http = Arc::new(http);
    let handlers = Arc::new(Handlers::new(
        app.clone(),
        Arc::clone(&dependencies.board_renderer),
        Arc::clone(&dependencies.gif_renderer),
        dependencies.gifs,
        dependencies.metrics.clone(),
    ));
    let warming = Arc::clone(&handlers);
    tokio::spawn(async move { warming.warm_up().await }.boxed());
    let bot = Bot::new(handlers, Arc::clone(&http), &dependencies);
    if let Some(application) = application {
        bot.ready(application);
    }
    let setup = Setup {
        http: Arc::clone(&http),
        client_http: (dependencies.rest)(connection.rest()).build(),
        bot: bot.clone(),
        pace: dependencies.pace,
        numbers: dependencies.metrics.gateway(),
    };

    let scheduler = bot.clone();
    let look = dependencies.look;
    let keeping = tokio::spawn(async move { scheduler.run_scheduler(look, roles).await }.boxed());
    let sweeping = tokio::spawn(sweep(http, dependencies.sweep).boxed());
    let stop = stop.shared();
    let over_gateway = async {
        match plan {
            Some(plan) => shards::run(setup, plan, stop.clone()).await?,
            None => stop.clone().await,
        }
        anyhow::Ok(())
    };
    let by_http = async {
        match endpoint {
            Some(endpoint) => endpoint::serve::run(endpoint, bot.clone(), app, stop.clone()).await,
            None => stop.clone().await,
        }
        Ok(())
    };
    let ended = tokio::try_join!(over_gateway, by_http);
    bot.finish(dependencies.stop_timeout).await;
    keeping.abort();
    sweeping.abort();
    ended.map(|_| ())
}

/// Asks Discord for its plan of the gateway; fails unless a connection may be begun.
async fn ask_plan(http: &Http, connection: &Connection) -> anyhow::Result<Plan> {
    let asked = match tokio::time::timeout(PLANNING, Plan::ask(http)).await {
        Ok(asked) => asked.map_err(|error| Obstacle::of(&error)),
        Err(_) => Err(Obstacle::Silence),
    };
    let plan = asked.map_err(|obstacle| anyhow!(obstacle.sentence(connection.server())))?;
    if connection.api.is_some() && !is_loopback(&plan.url) {
        bail!("the sandbox names a gateway outside this machine: connecting to it is refused");
    }
    if let Some(refusal) = plan.refusal() {
        bail!(refusal);
    }
    Ok(plan)
}

/// True if a gateway's address is on this machine.
fn is_loopback(url: &str) -> bool {
    url.strip_prefix("ws://")
        .map(|rest| rest.split(['/', '?']).next().unwrap_or_default())
        .and_then(|host| host.parse::<std::net::SocketAddr>().ok())
        .is_some_and(|address| address.ip().is_loopback())
}

/// Forgets rate limits that have run out, since serenity keeps one for every interaction.
async fn sweep(http: Arc<Http>, every: Duration) {
    let Some(limiter) = &http.ratelimiter else {
        return;
    };
    let routes = limiter.routes();
    let mut timer = tokio::time::interval(every);
    loop {
        timer.tick().await;
        let now = SystemTime::now();
        routes.write().await.retain(|_, limit| {
            // A request about to be sent holds the limit, too.
            Arc::strong_count(limit) > 1
                || limit
                    .try_lock()
                    .map_or(true, |limit| limit.reset().is_some_and(|reset| reset > now))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_gateways_of_this_machine_are_loopback() {
        for near in [
            "ws://127.0.0.1:80",
            "ws://127.0.0.1:80/gateway?v=10",
            "ws://[::1]:9/",
        ] {
            assert!(is_loopback(near), "{near}");
        }
        for far in [
            "wss://gateway.discord.gg",
            "ws://127.0.0.1.evil.example:80",
            "ws://10.0.0.1:80",
            "ws://localhost:80",
            "wss://127.0.0.1:80",
        ] {
            assert!(!is_loopback(far), "{far}");
        }
    }
}
