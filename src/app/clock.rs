//! Where time and chance come from: outside, so that a test can bring its own.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rand::RngExt;

use crate::store::{Store, StoreError};

/// The last second of the year 9999. A clock that shows more is wrong, and sums with what it shows stay far from the
/// largest number.
const LAST: i64 = 253_402_300_799;

/// From which difference of two clocks on somebody should look at it, in milliseconds.
const NOTICED: i64 = 1_000;

/// A smaller difference than this is none, in milliseconds: no clock is set anew for it.
const SLIGHT: i64 = 100;

/// Tells the time.
#[derive(Clone)]
pub struct Clock {
    /// In milliseconds of the Unix epoch.
    now: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// By how many milliseconds it is ahead of the database's; `None` where it does not follow that one.
    ahead: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Clock::machine(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |since| {
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            })
        })
    }

    /// A machine's clock, which asks `now` for the milliseconds of the Unix epoch. Where a server
    /// keeps the database its clock decides, so that all who share it agree.
    pub fn machine(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Clock {
            now: Arc::new(now),
            ahead: Some(Arc::default()),
        }
    }

    /// A clock that asks `now` for the seconds of the Unix epoch, and follows no other.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Clock {
            now: Arc::new(move || now().saturating_mul(1_000)),
            ahead: None,
        }
    }

    /// Seconds of the Unix epoch.
    pub fn now(&self) -> i64 {
        let ahead = self.ahead.as_ref();
        let ahead = ahead.map_or(0, |ahead| ahead.load(Ordering::Relaxed));
        let now = (self.now)().saturating_sub(ahead).div_euclid(1_000);
        now.clamp(-LAST, LAST)
    }

    /// Goes by the clock of the database's server from now on, where there is one.
    pub(super) async fn follow(&self, store: &Store) -> Result<(), StoreError> {
        let Some(ahead) = &self.ahead else {
            return Ok(());
        };
        let asked = (self.now)();
        let Some(theirs) = store.time().await? else {
            return Ok(());
        };
        let took = (self.now)().saturating_sub(asked).max(0);
        let new = asked.saturating_add(took / 2).saturating_sub(theirs);
        let changed = new
            .saturating_sub(ahead.load(Ordering::Relaxed))
            .saturating_abs();
        // The answer was read at some moment of the time it took.
        if changed <= took + SLIGHT {
            return Ok(());
        }
        ahead.store(new, Ordering::Relaxed);
        if changed > NOTICED && new.saturating_abs() > NOTICED {
            tracing::warn!(
                ahead_by_ms = new,
                "this machine's clock is not the database's, which is gone by: set both by NTP"
            );
        }
        Ok(())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// Decides what is left to chance.
#[derive(Clone)]
pub struct Chance(Arc<dyn Fn(u64) -> u64 + Send + Sync>);

impl Chance {
    /// The operating system's randomness.
    pub fn system() -> Self {
        Chance::new(|count| rand::rng().random_range(0..count))
    }

    /// A chance that asks `draw` for a number below the one given, which is at least 1.
    pub fn new(draw: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Self {
        Chance(Arc::new(draw))
    }

    /// One of `count` equally likely numbers from 0; 0 where there is no choice.
    pub fn below(&self, count: u64) -> u64 {
        if count < 2 {
            return 0;
        }
        (self.0)(count).min(count - 1)
    }

    /// One of these; `None` where there are none.
    pub fn pick<'t, T>(&self, from: &'t [T]) -> Option<&'t T> {
        let index = self.below(from.len() as u64);
        from.get(usize::try_from(index).ok()?)
    }

    /// These in an order drawn by lot (Fisher and Yates).
    pub fn shuffle<T>(&self, these: &mut [T]) {
        for last in (1..these.len()).rev() {
            let other = self.below(last as u64 + 1);
            these.swap(last, usize::try_from(other).unwrap_or(last));
        }
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}

/// What an [`App`](super::App) needs from outside.
#[derive(Clone, Debug)]
pub struct Sources {
    /// What tells the time.
    pub clock: Clock,
    /// What decides where chance decides.
    pub chance: Chance,
}

impl Sources {
    /// The machine's own.
    pub fn system() -> Self {
        Sources {
            clock: Clock::system(),
            chance: Chance::system(),
        }
    }
}
