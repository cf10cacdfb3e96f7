//! All shards: how many there are to be, how often a session may be begun, and what is done when none is alive.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::bail;
use serenity::http::Http;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::Connector;

use super::gateway::Bot;
use super::http::said;
use super::is_loopback;
use super::shard::Shard;
use crate::config::Token;
use crate::metrics::GatewayNumbers;

/// Longest wait of a start for which few sessions are left.
const LONGEST_START: Duration = Duration::from_secs(600);

/// The gateway's times, which tests shorten.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Between two identifies that share a place in Discord's concurrency, and the first wait after an identify that no
    /// `READY` followed; it doubles.
    pub identify: Duration,
    /// Longest wait before an identify.
    pub longest_identify: Duration,
    /// First wait before a resume, after two connections that ended soon; it doubles.
    pub resume: Duration,
    /// Longest wait before a resume.
    pub longest_resume: Duration,
    /// Longest wait after a session was said not to be valid.
    pub invalid: Duration,
    /// How long a connection must have been ready for the failures before it to be forgotten.
    pub steady: Duration,
    /// Identifies of a shard without a `READY` after which the process ends.
    pub identifies: u32,
    /// How long no shard may show a sign of life - `READY`, `RESUMED` or a heartbeat acknowledged - before the process
    /// ends.
    pub silence: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            identify: Duration::from_secs(5),
            longest_identify: Duration::from_secs(300),
            resume: Duration::from_millis(500),
            longest_resume: Duration::from_secs(60),
            invalid: Duration::from_secs(5),
            steady: Duration::from_secs(60),
            identifies: 6,
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
    /// How many shards may identify at the same time.
    concurrency: u32,
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
            concurrency: u32::try_from(limit.max_concurrency).unwrap_or(1).max(1),
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

    /// Between two sessions begun, so that those left last until there are more; nothing while there are plenty.
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
struct Span(Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_secs().div_ceil(60);
        match (minutes / 60, minutes % 60) {
            (0, minutes) => write!(f, "{minutes} min"),
            (hours, minutes) => write!(f, "{hours} h {minutes} min"),
        }
    }
}

/// What all shards share.
pub struct Shards {
    http: Arc<Http>,
    bot: Bot,
    token: Token,
    /// Whether the server is one on this machine, and no other may be connected to.
    own: bool,
    pace: Pace,
    connector: Option<Connector>,
    numbers: GatewayNumbers,
    plan: Mutex<Plan>,
    /// When somebody identified last, for each place in Discord's concurrency.
    places: Vec<Arc<AsyncMutex<Option<Instant>>>>,
}

/// The right to identify; nobody else does at the same place while it is held.
pub struct Start(OwnedMutexGuard<Option<Instant>>);

/// How the gateway is connected to.
pub struct Setup {
    /// The REST routes, which know how many sessions are left.
    pub http: Arc<Http>,
    /// What takes the interactions.
    pub bot: Bot,
    /// The bot's token.
    pub token: Token,
    /// Whether the server is one on this machine.
    pub own: bool,
    /// The gateway's times.
    pub pace: Pace,
    /// What encrypts the connection; `None` trusts the certificates that browsers trust.
    pub connector: Option<Connector>,
    /// What is counted.
    pub numbers: GatewayNumbers,
}

impl Shards {
    /// Shards that are not connected yet.
    pub fn new(setup: Setup, plan: Plan) -> Arc<Self> {
        setup.numbers.planned(plan.shards, plan.left);
        let places = (0..plan.concurrency).map(|_| Arc::default()).collect();
        Arc::new(Shards {
            http: setup.http,
            bot: setup.bot,
            token: setup.token,
            own: setup.own,
            pace: setup.pace,
            connector: setup.connector,
            numbers: setup.numbers,
            plan: Mutex::new(plan),
            places,
        })
    }

    /// Keeps all shards connected until `stop` completes.
    ///
    /// # Errors
    /// A shard can never be connected, or none has been alive for long.
    pub async fn run(self: &Arc<Self>, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
        let of = self.plan().shards;
        let (stopping, _) = watch::channel(());
        let mut running = JoinSet::new();
        for number in 0..of {
            let mut shard = Shard::new(number, of, Arc::clone(self));
            let mut stopped = stopping.subscribe();
            running.spawn(async move {
                let ended = tokio::select! {
                    reason = shard.run() => Some(reason),
                    _ = stopped.changed() => None,
                };
                shard.leave().await;
                ended
            });
        }
        let ended = tokio::select! {
            ended = running.join_next() => Some(match ended {
                Some(Ok(Some(reason))) => reason,
                Some(Err(_)) => "a shard crashed".to_owned(),
                Some(Ok(None)) | None => "a shard ended".to_owned(),
            }),
            () = self.silent() => Some(format!(
                "for {} no shard has been ready, resumed or had a heartbeat acknowledged",
                Span(self.pace.silence)
            )),
            () = stop => None,
        };
        if ended.is_none() {
            tracing::info!("stopping: answers under way are finished first");
        }
        stopping.send_replace(());
        while running.join_next().await.is_some() {}
        match ended {
            Some(reason) => bail!("the connection to the gateway ended: {reason}"),
            None => Ok(()),
        }
    }

    /// Completes when no shard has shown a sign of life for too long.
    async fn silent(&self) {
        loop {
            let silence = self.numbers.silence();
            match self.pace.silence.checked_sub(silence) {
                Some(rest) if !rest.is_zero() => sleep(rest).await,
                _ => return,
            }
        }
    }

    /// Waits until a shard may identify. `again`: one without a `READY` came before.
    ///
    /// # Errors
    /// No session may be begun any more today, in a sentence.
    pub async fn start(&self, shard: u32, again: bool) -> Result<Start, String> {
        let place = &self.places[shard as usize % self.places.len()];
        let last = Arc::clone(place).lock_owned().await;
        let since = last.map_or(Duration::MAX, |last| last.elapsed());
        sleep(self.pace.identify.saturating_sub(since)).await;
        let plan = self.plan();
        if plan.left == 0 || Instant::now() >= plan.resets {
            match Plan::ask(&self.http).await {
                Ok(plan) => {
                    self.numbers.planned(self.plan().shards, plan.left);
                    *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = Plan {
                        shards: self.plan().shards,
                        ..plan
                    };
                }
                Err(error) => tracing::warn!(
                    reason = said(&error),
                    "it is not known how many sessions may be begun"
                ),
            }
        }
        let plan = self.plan();
        if plan.left == 0 {
            return Err(Plan { shards: 1, ..plan }.refusal().unwrap_or_default());
        }
        let spacing = match again {
            true => plan.spacing(),
            false => plan.spacing().min(LONGEST_START),
        };
        if !spacing.is_zero() && (again || last.is_none()) {
            tracing::warn!(
                left = plan.left,
                total = plan.total,
                wait = ?spacing,
                "few sessions are left for today: the next one is begun after a while"
            );
            sleep(spacing).await;
        }
        Ok(Start(last))
    }

    /// A shard identifies now.
    pub fn identified(&self, mut start: Start) {
        *start.0 = Some(Instant::now());
        let left = {
            let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
            plan.left = plan.left.saturating_sub(1);
            plan.left
        };
        self.numbers.identified(left);
    }

    fn plan(&self) -> Plan {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        plan.clone()
    }

    /// Where a session is begun.
    pub fn url(&self) -> String {
        self.plan().url
    }

    /// Where a session is resumed: where Discord says, unless that is not on this machine and has to be.
    pub fn resume_url(&self, said: &str) -> String {
        if said.is_empty() || (self.own && !is_loopback(said)) {
            return self.url();
        }
        said.to_owned()
    }

    /// What takes the interactions.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        self.token.expose()
    }

    /// The gateway's times.
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// What encrypts the connections.
    pub fn connector(&self) -> Option<Connector> {
        self.connector.clone()
    }

    /// What is counted.
    pub fn numbers(&self) -> &GatewayNumbers {
        &self.numbers
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
            concurrency: 1,
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
