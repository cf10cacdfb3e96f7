//! The Discord side of Rookery: serenity's client, and the conversions to and from it.
//!
//! The way of a request: serenity's shards receive it ([`shards`] starts them, [`watchdog`] ends the process when they
//! are deaf), [`gateway`] takes it, [`request`] (pure) reads what is asked for, [`handlers`] asks the [`App`] and draws
//! the pictures, [`board`] and [`reply`] (pure) put the answer into words, buttons and files, and [`http`] sends it.
//! Slash commands come from [`commands`], the meaning of buttons from [`custom_id`], every word that people read from
//! [`texts`].
//!
//! The same adapter runs on Discord, in the sandbox and under test: all that differs is the address.

mod board;
mod commands;
mod custom_id;
mod dependencies;
#[doc(hidden)]
pub mod dry_run;
mod fair_queue;
mod gateway;
mod handlers;
mod http;
mod markdown;
mod plan;
mod rate_limit;
mod replace;
mod reply;
mod request;
mod server;
mod shards;
mod surroundings;
mod texts;
mod unreadable;
mod watchdog;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::bail;
use serenity::http::{Http, HttpBuilder};

use crate::app::App;
use crate::config::{ApiBase, Token};
use gateway::Bot;
use handlers::Handlers;
use plan::Plan;
use shards::Setup;

pub use dependencies::Dependencies;
pub use handlers::{BoardRenderer, GifRenderer};
pub use plan::{Pace, few};
pub use rate_limit::RateLimit;
pub use server::ServerSettings;

/// Whom to connect to, and as whom.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The bot's token.
    pub token: Token,
    /// A Discord-compatible server on this machine; `None` is Discord.
    pub api: Option<ApiBase>,
}

impl Connection {
    /// A client of the server's REST routes.
    fn rest(&self) -> HttpBuilder {
        let builder = HttpBuilder::new(self.token.expose());
        match &self.api {
            // With its rate limiter on, serenity would not look at the address and send the token to Discord.
            Some(base) => builder.proxy(base.as_str()).ratelimiter_disabled(true),
            None => builder,
        }
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

/// [`run`] with means of one's own.
///
/// # Errors
/// As [`run`].
pub async fn run_with(
    app: App,
    connection: Connection,
    dependencies: Dependencies,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let mut http = (dependencies.rest)(connection.rest()).build();
    if let Some(limiter) = &mut http.ratelimiter {
        // What the limiter waits for itself is never seen by who asks. It calls for each wait, most of them before it
        // was refused; the limit of all requests together is known by a refusal alone.
        let refusals = dependencies.metrics.refusals();
        limiter.set_ratelimit_callback(Box::new(move |wait| {
            if wait.global {
                refusals.refused(429);
            }
        }));
    }
    let plan = Plan::ask(&http).await.map_err(|error| {
        let server = connection.api.as_ref().map_or("Discord", ApiBase::as_str);
        anyhow::anyhow!("{server} cannot be reached: {}", http::said(&error))
    })?;
    if connection.api.is_some() && !is_loopback(&plan.url) {
        bail!("the sandbox names a gateway outside this machine: connecting to it is refused");
    }
    if let Some(refusal) = plan.refusal() {
        bail!(refusal);
    }

    let http = Arc::new(http);
    let handlers = Arc::new(Handlers::new(
        app,
        Arc::clone(&dependencies.board_renderer),
        Arc::clone(&dependencies.gif_renderer),
        dependencies.metrics.clone(),
    ));
    let warming = Arc::clone(&handlers);
    tokio::spawn(async move { warming.warm_up().await });
    let bot = Bot::new(handlers, Arc::clone(&http), &dependencies);
    let setup = Setup {
        http: Arc::clone(&http),
        client_http: (dependencies.rest)(connection.rest()).build(),
        bot: bot.clone(),
        pace: dependencies.pace,
        numbers: dependencies.metrics.gateway(),
    };

    let keeper = bot.clone();
    let keeping = tokio::spawn(async move { keeper.run_scheduler(dependencies.look).await });
    let sweeping = tokio::spawn(sweep(http, dependencies.sweep));
    let ended = shards::run(setup, plan, stop).await;
    bot.finish(dependencies.farewell).await;
    keeping.abort();
    sweeping.abort();
    ended
}

/// Whether a gateway's address is on this machine.
fn is_loopback(url: &str) -> bool {
    url.strip_prefix("ws://")
        .map(|rest| rest.split(['/', '?']).next().unwrap_or_default())
        .and_then(|host| host.parse::<std::net::SocketAddr>().ok())
        .is_some_and(|address| address.ip().is_loopback())
}

/// Forgets rate limits that have run out. Serenity keeps one for every interaction there ever was.
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
            // The one who is about to send holds it too.
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
