//! Counters and timings for Prometheus: `http://127.0.0.1:PORT/metrics`, off unless `ROOKERY_METRICS_PORT` is set. No
//! number is kept by user, server or game.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use futures_util::FutureExt as _;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use tokio::net::TcpListener;

use crate::app::{App, Task, Waiting};
use crate::config::no_listener;

mod gateway;
mod refusals;

pub use gateway::GatewayNumbers;
pub use refusals::RefusalNumbers;

/// The kind of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum InteractionKind {
    /// A slash command.
    Command,
    /// A button or a menu.
    Component,
    /// Typing, answered by suggestions.
    Autocomplete,
    /// An interaction that could not be read.
    Unreadable,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum FailureKind {
    /// An answer could not be sent.
    Unsent,
    /// A picture could not be drawn.
    Picture,
    /// Answering crashed.
    Crash,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfKind {
    kind: InteractionKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfTrouble {
    kind: FailureKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfTask {
    task: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InPhase {
    phase: &'static str,
}

/// The bot's counters; clones count together.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Registry>,
    interactions: Family<OfKind, Counter>,
    held_back: Family<OfKind, Counter>,
    answers: Family<OfKind, Histogram>,
    pictures: Histogram,
    troubles: Family<OfTrouble, Counter>,
    connections: Counter,
    games: Family<InPhase, Gauge>,
    rounds: Family<OfTask, Gauge>,
    heartbeat: Gauge,
    put_aside: Gauge,
    gateway: GatewayNumbers,
    refusals: RefusalNumbers,
    notices: Notices,
}

/// Numbers of waiting notifications.
#[derive(Clone, Debug, Default)]
struct Notices {
    waiting: Gauge,
    lag: Gauge,
    oldest: Gauge,
    unreachable: Gauge,
    longest: Gauge,
    given_up: Counter,
    lost_channels: Counter,
}

impl Notices {
    fn register(&self, registry: &mut Registry) {
        registry.register(
            "notices_waiting",
            "Notices that wait to be sent, those that are not due yet included",
            self.waiting.clone(),
        );
        registry.register_with_unit(
            "notices_lag",
            "How long the oldest notice that is due has waited",
            Unit::Seconds,
            self.lag.clone(),
        );
        registry.register_with_unit(
            "notices_oldest",
            "How long ago the oldest notice that has not been sent was written: quiet hours, a digest or another try",
            Unit::Seconds,
            self.oldest.clone(),
        );
        registry.register(
            "players_unreachable",
            "Players to move whom no message reaches",
            self.unreachable.clone(),
        );
        registry.register_with_unit(
            "players_unreachable_longest",
            "For how long the first of them has not been reached",
            Unit::Seconds,
            self.longest.clone(),
        );
        registry.register(
            "notices_given_up",
            "Notices given up since the start because no way took them",
            self.given_up.clone(),
        );
        registry.register(
            "channels_turned_off",
            "Channels for results, a digest or puzzles turned off since the start because nothing can be posted there",
            self.lost_channels.clone(),
        );
    }

    fn set(&self, waiting: Waiting) {
        self.waiting.set(i64::from(waiting.notices));
        self.lag.set(waiting.lag);
        self.oldest.set(waiting.oldest);
        self.unreachable.set(i64::from(waiting.unreachable));
        self.longest.set(waiting.longest);
        let before = self.given_up.get();
        self.given_up
            .inc_by(waiting.given_up.saturating_sub(before));
        let before = self.lost_channels.get();
        self.lost_channels
            .inc_by(waiting.lost_channels.saturating_sub(before));
    }
}

impl Default for Metrics {
    fn default() -> Self {
        // From a millisecond to eight seconds.
        let times = || Histogram::new(exponential_buckets(0.001, 2.0, 14));
        let mut registry = Registry::with_prefix("rookery");
        let metrics = Metrics {
            registry: Arc::default(),
            interactions: Family::default(),
            held_back: Family::default(),
            answers: Family::new_with_constructor(times),
            pictures: times(),
            troubles: Family::default(),
            connections: Counter::default(),
            games: Family::default(),
            rounds: Family::default(),
            heartbeat: Gauge::default(),
            put_aside: Gauge::default(),
            gateway: GatewayNumbers::default(),
            refusals: RefusalNumbers::default(),
            notices: Notices::default(),
        };
        metrics.register(&mut registry);
        metrics.gateway.register(&mut registry);
        metrics.refusals.register(&mut registry);
        metrics.notices.register(&mut registry);
        let started: Gauge = Gauge::default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        started.set(now.map_or(0, |since| {
            i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
        }));
        registry.register_with_unit(
            "start_time",
            "When the bot was started, in seconds of the Unix epoch",
            Unit::Seconds,
            started,
        );
        Metrics {
            registry: Arc::new(registry),
            ..metrics
        }
    }
}

impl Metrics {
    /// Registers each of the bot's own numbers with its description.
    fn register(&self, registry: &mut Registry) {
        registry.register(
            "interactions",
            "What people did with the bot",
            self.interactions.clone(),
        );
        registry.register(
            "held_back",
            "Requests refused because one person asked too much at a time",
            self.held_back.clone(),
        );
        registry.register_with_unit(
            "answer",
            "From an interaction's arrival to its first answer, received",
            Unit::Seconds,
            self.answers.clone(),
        );
        registry.register_with_unit(
            "picture",
            "Drawing and writing one picture",
            Unit::Seconds,
            self.pictures.clone(),
        );
        registry.register("troubles", "What went wrong", self.troubles.clone());
        registry.register(
            "connections",
            "Sessions begun with the gateway",
            self.connections.clone(),
        );
        registry.register("games", "Games by phase", self.games.clone());
        registry.register_with_unit(
            "task_age",
            "Since a task of the scheduler last came round",
            Unit::Seconds,
            self.rounds.clone(),
        );
        registry.register_with_unit(
            "heartbeat_age",
            "Since it was last noted in the database that the bot runs",
            Unit::Seconds,
            self.heartbeat.clone(),
        );
        registry.register(
            "notices_put_aside",
            "Notices that cannot be read, put aside since the start",
            self.put_aside.clone(),
        );
    }

    /// Counts an interaction.
    pub fn asked(&self, kind: InteractionKind) {
        self.interactions.get_or_create(&OfKind { kind }).inc();
    }

    /// Counts an interaction that was held back because its sender made too many.
    pub fn held_back(&self, kind: InteractionKind) {
        self.held_back.get_or_create(&OfKind { kind }).inc();
    }

    /// Records the time until the first answer was received.
    pub fn answered(&self, kind: InteractionKind, after: Duration) {
        self.answers
            .get_or_create(&OfKind { kind })
            .observe(after.as_secs_f64());
    }

    /// Records the time that drawing a picture took.
    pub fn drawn(&self, within: Duration) {
        self.pictures.observe(within.as_secs_f64());
    }

    /// Counts a failure.
    pub fn trouble(&self, kind: FailureKind) {
        self.troubles.get_or_create(&OfTrouble { kind }).inc();
    }

    /// Counts a session with the gateway.
    pub fn connected(&self) {
        self.connections.inc();
    }

    /// Returns the counters of requests that Discord refused.
    pub fn refusals(&self) -> RefusalNumbers {
        self.refusals.clone()
    }

    /// Returns the numbers of the gateway.
    pub fn gateway(&self) -> GatewayNumbers {
        self.gateway.clone()
    }

    /// Returns everything in Prometheus's text format; games are counted and ages computed now.
    ///
    /// # Errors
    /// The games cannot be counted.
    pub async fn text(&self, app: &App) -> anyhow::Result<String> {
        for (phase, count) in app.store().census().await? {
            self.games
                .get_or_create(&InPhase { phase })
                .set(i64::from(count));
        }
        for task in Task::ALL {
            if let Some(age) = app.task_health().age(task) {
                let task = task.key();
                self.rounds.get_or_create(&OfTask { task }).set(whole(age));
            }
        }
        if let Some(age) = app.heartbeat_age().await? {
            self.heartbeat.set(age);
        }
        let put_aside = app.task_health().put_aside();
        self.put_aside
            .set(i64::try_from(put_aside).unwrap_or(i64::MAX));
        self.gateway.refresh();
        self.notices.set(app.waiting().await?);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// Returns whole seconds.
fn whole(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// Serves the numbers on 127.0.0.1 until the task is dropped; returns the address.
///
/// # Errors
/// The port is taken.
pub async fn serve(metrics: Metrics, app: App, port: u16) -> anyhow::Result<SocketAddr> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address).await;
    let listener =
        listener.map_err(|error| anyhow!(no_listener("ROOKERY_METRICS_PORT", address, &error)))?;
    let address = listener.local_addr()?;
    let answer = move || {
        let (metrics, app) = (metrics.clone(), app.clone());
        async move { page(&metrics, &app).await }
    };
    let router = Router::new().route("/metrics", get(answer));
    let serving = async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the metrics are no longer served");
        }
    };
    tokio::spawn(serving.boxed());
    tracing::info!(%address, "metrics are served");
    Ok(address)
}

async fn page(metrics: &Metrics, app: &App) -> Response {
    match metrics.text(app).await {
        Ok(text) => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            ([(CONTENT_TYPE, kind)], text).into_response()
        }
        Err(error) => {
            tracing::warn!("the metrics cannot be written: {error:#}");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}
