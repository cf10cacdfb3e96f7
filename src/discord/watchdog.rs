//! A watchdog of serenity's shards. serenity logs the close codes after which no connection is accepted and tries again
//! forever, and its shards can stop without anybody starting them again; a process that is deaf must not live on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use serenity::gateway::{ConnectionStage, ShardManager};
use serenity::http::Http;
use serenity::model::id::ShardId;
use tokio::time::{MissedTickBehavior, interval};

use super::http::said;
use super::plan::{Pace, Plan, Span, few};
use crate::metrics::GatewayNumbers;

/// The time a connected shard may be silent before it counts as disconnected: two heartbeats and a half.
const HEARTBEATS: Duration = Duration::from_secs(105);

/// The time between two starts of a shard that does not acknowledge heartbeats: each uses up one of the day's sessions.
const BETWEEN_STARTS: Duration = Duration::from_secs(60);
/// A heartbeat; Discord accepts it at any time, and its sequence may be null.
const HEARTBEAT: &str = r#"{"op":1,"d":null}"#;

/// A shard's heartbeats and starts, as far as the watchdog has asked for them.
#[derive(Default)]
struct Pulse {
    /// The latency at the last look.
    latency: Option<Duration>,
    /// The time of the last heartbeat asked for in this connection.
    asked: Option<Instant>,
    /// The time of the last start.
    started: Option<Instant>,
}

impl Pulse {
    /// Returns how long the last heartbeat has been unacknowledged, for a shard that has been silent for `silence`.
    fn unacknowledged(&self, silence: Duration) -> Option<Duration> {
        let waited = self.asked?.elapsed();
        (silence >= waited).then_some(waited)
    }

    /// True if the shard was started again less than `span` ago.
    fn started_within(&self, span: Duration) -> bool {
        self.started.is_some_and(|at| at.elapsed() < span)
    }
}

/// A watchdog of all shards.
pub struct Watchdog {
    http: Arc<Http>,
    pace: Pace,
    numbers: GatewayNumbers,
    shards: u32,
    sessions: Mutex<Sessions>,
}

/// The sessions that were begun. Discord counts an identify when it arrives, which serenity reports to nobody; a
/// `READY` is known at once.
struct Sessions {
    /// Number of sessions that may still be begun.
    left: u64,
    /// Number of sessions that may be begun in a day.
    total: u64,
    /// Number of shards into which Discord would split the bot now.
    shards: u32,
    /// Number of sessions begun by this process.
    begun: u64,
    /// Number of sessions begun since the last `READY`, without one.
    unready: u32,
}

impl Sessions {
    /// Counts a `READY`.
    fn ready(&mut self) {
        // An identify may have been counted while it was under way.
        if self.unready == 0 {
            self.left = self.left.saturating_sub(1);
            self.begun += 1;
        }
        self.unready = 0;
    }

    /// Takes over Discord's count of sessions left. If there are more than before, a new day has begun.
    fn counted(&mut self, plan: &Plan) {
        let more = self.left.saturating_sub(plan.left);
        self.begun += more;
        self.unready = self
            .unready
            .saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
        (self.left, self.total, self.shards) = (plan.left, plan.total, plan.shards);
    }
}

impl Watchdog {
    /// Creates a watchdog of the shards of `plan`, which are about to be started.
    pub fn new(http: Arc<Http>, pace: Pace, numbers: GatewayNumbers, plan: &Plan) -> Self {
        Watchdog {
            http,
            pace,
            numbers,
            shards: plan.shards,
            sessions: Mutex::new(Sessions {
                left: plan.left,
                total: plan.total,
                shards: plan.shards,
                begun: 0,
                unready: 0,
            }),
        }
    }

    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a shard's session has begun.
    pub fn ready(&self, shard: u32) {
        {
            let mut sessions = self.sessions();
            sessions.ready();
            self.numbers.identified(sessions.begun, sessions.left);
        }
        self.numbers.connected(shard);
    }

    /// Records that a shard's session has been resumed.
    pub fn resumed(&self, shard: u32) {
        self.numbers.connected(shard);
    }

    /// Watches until there is no hope left; returns the reason as a sentence.
    pub async fn run(&self, manager: &Arc<ShardManager>) -> String {
        let mut pulses = HashMap::new();
        let mut was_unready = false;
        let mut timer = interval(self.pace.look);
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            timer.tick().await;
            let running = self.look(manager, &mut pulses).await;
            if self.numbers.connected_shards() < self.shards {
                self.count().await;
            }
            // Twice, since the last identify may be on its way to a READY.
            let is_unready = self.sessions().unready >= self.pace.identifies;
            if is_unready && was_unready {
                return self.unready();
            }
            was_unready = is_unready;
            if let Some(reason) = self.used_up().or_else(|| self.silent()) {
                return reason;
            }
            self.restart(manager, &running, &mut pulses);
        }
    }

    /// Looks for heartbeats that were acknowledged since the last look, each of which has another latency, and for
    /// shards that are not connected; asks connected ones for a heartbeat. Returns the shards that have a runner.
    ///
    /// serenity takes the end of a socket after some close codes (4003, 4010, 4011) for silence, and reads it again
    /// without a pause until its own next heartbeat fails, up to 41 s. A frame that cannot be sent ends the runner.
    async fn look(&self, manager: &ShardManager, pulses: &mut HashMap<u32, Pulse>) -> Vec<u32> {
        let runners = manager.runners.lock().await;
        for shard in 0..self.shards {
            let pulse = pulses.entry(shard).or_default();
            let runner = runners.get(&ShardId(shard));
            let Some(runner) = runner.filter(|one| one.stage == ConnectionStage::Connected) else {
                pulse.asked = None;
                // `Disconnected` is a runner's first stage, and may last until the first heartbeat.
                if runner.is_none_or(|one| one.stage != ConnectionStage::Disconnected) {
                    self.numbers.disconnected(shard);
                }
                continue;
            };
            if runner.latency.is_some() && runner.latency != pulse.latency {
                pulse.latency = runner.latency;
                self.numbers.alive(shard);
            }
        }
        for (shard, silence) in self.numbers.silences() {
            let pulse = pulses.entry(shard).or_default();
            let unacknowledged = pulse.unacknowledged(silence);
            let is_deaf = unacknowledged.is_some_and(|waited| waited >= self.pace.deaf);
            if silence >= HEARTBEATS || is_deaf {
                self.numbers.disconnected(shard);
            }
            let lately = pulse
                .asked
                .is_some_and(|at| at.elapsed() < self.pace.deaf / 2);
            let runner = runners.get(&ShardId(shard));
            if let Some(runner) = runner
                && runner.stage == ConnectionStage::Connected
                && unacknowledged.is_none()
                && !lately
            {
                pulse.asked = Some(Instant::now());
                runner.runner_tx.websocket_message(HEARTBEAT.into());
            }
        }
        runners.keys().map(|shard| shard.0).collect()
    }

    /// Asks Discord how many sessions were begun.
    async fn count(&self) {
        let begun = self.sessions().begun;
        match Plan::ask(&self.http).await {
            Ok(plan) => {
                let mut sessions = self.sessions();
                // A count taken before the last READY does not include it.
                if sessions.begun == begun {
                    sessions.counted(&plan);
                    self.numbers.identified(sessions.begun, sessions.left);
                }
            }
            Err(error) => tracing::warn!(
                reason = said(&error),
                "it is not known how many sessions were begun"
            ),
        }
    }

    fn unready(&self) -> String {
        let sessions = self.sessions();
        let more = match sessions.shards > self.shards {
            true => format!(
                " Discord asks for {} shards now, and {} were started.",
                sessions.shards, self.shards
            ),
            false => String::new(),
        };
        format!(
            "the bot identified {} times and no session became ready; what serenity logged before this says with which \
             close code.{more}",
            sessions.unready
        )
    }

    /// Returns why the process must end if sessions run out: Discord takes the token from a bot that begins too many.
    fn used_up(&self) -> Option<String> {
        let sessions = self.sessions();
        let usual = u64::from(self.shards) + u64::from(self.pace.identifies);
        (few(sessions.left, sessions.total) && sessions.begun > usual).then(|| {
            format!(
                "{} sessions were begun since the start, and of {} a day {} are left",
                sessions.begun, sessions.total, sessions.left
            )
        })
    }

    fn silent(&self) -> Option<String> {
        let silences = self.numbers.silences();
        let (shard, silence) = silences.iter().max_by_key(|(_, silence)| *silence)?;
        if *silence < self.pace.silence {
            return None;
        }
        let span = Span(self.pace.silence);
        let long = self.pace.restart.min(self.pace.silence);
        let all = silences.iter().all(|(_, silence)| *silence >= long);
        Some(match all {
            true => format!(
                "for {span} no shard has been ready, resumed or had a heartbeat acknowledged"
            ),
            false => format!(
                "for {span} shard {shard} of {} has not been ready, resumed or had a heartbeat acknowledged, although \
                 it was started again",
                self.shards
            ),
        })
    }

    /// Starts again the shards that do not acknowledge heartbeats, and those that are silent while others live.
    fn restart(
        &self,
        manager: &Arc<ShardManager>,
        running: &[u32],
        pulses: &mut HashMap<u32, Pulse>,
    ) {
        let silences = self.numbers.silences();
        let other_lives = silences
            .iter()
            .any(|(_, silence)| *silence < self.pace.restart);
        for (shard, silence) in silences {
            let pulse = pulses.entry(shard).or_default();
            let unacknowledged = pulse.unacknowledged(silence);
            let is_deaf = unacknowledged.is_some_and(|waited| waited >= self.pace.deaf)
                && !pulse.started_within(BETWEEN_STARTS);
            let is_silent = other_lives
                && silence >= self.pace.restart
                && !pulse.started_within(self.pace.restart);
            // A shard without a runner already waits in serenity's queue.
            if !(is_deaf || is_silent) || !running.contains(&shard) {
                continue;
            }
            pulse.started = Some(Instant::now());
            pulse.asked = None;
            tracing::warn!(shard, ?silence, "a silent shard is started again");
            let manager = Arc::clone(manager);
            tokio::spawn(async move { manager.restart(ShardId(shard)).await }.boxed());
        }
    }
}
