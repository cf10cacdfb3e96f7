//! Numbers of the gateway.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

/// The gateway's numbers; clones count together.
#[derive(Clone, Debug, Default)]
pub struct GatewayNumbers {
    wanted: Gauge,
    connected: Gauge,
    left: Gauge,
    identifies: Counter,
    silence: Gauge<f64, std::sync::atomic::AtomicU64>,
    shards: Arc<Mutex<BTreeMap<u32, Shard>>>,
}

#[derive(Clone, Copy, Debug)]
struct Shard {
    connected: bool,
    /// Time of the last `READY`, `RESUMED` or acknowledged heartbeat, or of the start.
    alive: Instant,
}

impl GatewayNumbers {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "shards_wanted",
            "Shards that Discord asked for at the start",
            self.wanted.clone(),
        );
        registry.register(
            "shards_connected",
            "Shards whose session is ready or resumed",
            self.connected.clone(),
        );
        registry.register(
            "sessions_left",
            "Sessions that Discord lets the bot begin before the limit is reset",
            self.left.clone(),
        );
        registry.register(
            "identifies",
            "Identifies sent to the gateway",
            self.identifies.clone(),
        );
        registry.register_with_unit(
            "gateway_silence",
            "Since the last sign of life of the shard that has been silent longest",
            Unit::Seconds,
            self.silence.clone(),
        );
    }

    fn shards(&self) -> MutexGuard<'_, BTreeMap<u32, Shard>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that Discord asks for so many shards, which start `apart` from each other, and has so many sessions
    /// left.
    pub fn planned(&self, shards: u32, left: u64, apart: Duration) {
        self.wanted.set(i64::from(shards));
        self.left.set(i64::try_from(left).unwrap_or(i64::MAX));
        let mut known = self.shards();
        for number in 0..shards {
            known.entry(number).or_insert(Shard {
                connected: false,
                alive: Instant::now() + apart * number,
            });
        }
    }

    /// Records how many identifies were sent in all, and how many sessions are left.
    pub fn identified(&self, identifies: u64, left: u64) {
        self.identifies
            .inc_by(identifies.saturating_sub(self.identifies.get()));
        self.left.set(i64::try_from(left).unwrap_or(i64::MAX));
    }

    /// Records that a shard's session is ready or resumed.
    pub fn connected(&self, shard: u32) {
        self.note(shard, true);
    }

    /// Records that a shard's heartbeat was acknowledged.
    pub fn alive(&self, shard: u32) {
        if let Some(known) = self.shards().get_mut(&shard) {
            known.alive = Instant::now();
        }
    }

    /// Records that a shard's connection ended.
    pub fn disconnected(&self, shard: u32) {
        self.note(shard, false);
    }

    fn note(&self, shard: u32, connected: bool) {
        let mut known = self.shards();
        if let Some(shard) = known.get_mut(&shard) {
            shard.connected = connected;
            if connected {
                shard.alive = Instant::now();
            }
        }
        drop(known);
        self.connected.set(i64::from(self.connected_shards()));
    }

    /// Returns the number of shards that are connected.
    pub fn connected_shards(&self) -> u32 {
        let connected = self
            .shards()
            .values()
            .filter(|shard| shard.connected)
            .count();
        u32::try_from(connected).unwrap_or(u32::MAX)
    }

    /// Returns the time since the last sign of life of each shard.
    pub fn silences(&self) -> Vec<(u32, Duration)> {
        let shards = self.shards();
        let silences = shards
            .iter()
            .map(|(number, shard)| (*number, shard.alive.elapsed()));
        silences.collect()
    }

    /// Updates the numbers that depend on the time.
    pub(super) fn refresh(&self) {
        let silences = self.silences();
        let longest = silences.iter().map(|(_, silence)| *silence).max();
        self.silence.set(longest.unwrap_or_default().as_secs_f64());
    }
}
