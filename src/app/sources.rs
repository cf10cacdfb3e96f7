//! The clock and chance, passed in from outside so that tests can bring their own.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rand::RngExt;

use crate::store::{Store, StoreError};

/// The last second of the year 9999: a bound for faulty clocks that keeps sums with times far from overflow.
const LAST: i64 = 253_402_300_799;

/// Difference between two clocks that is worth a warning, in milliseconds.
const NOTICED: i64 = 1_000;

/// Difference up to which a clock is not adjusted, in milliseconds.
const SLIGHT: i64 = 100;

/// A clock; tells the time.
#[derive(Clone)]
pub struct Clock {
    /// Returns milliseconds of the Unix epoch.
    now: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Milliseconds by which it is ahead of the database's clock; `None` if it does not follow that clock.
    ahead: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// Returns the machine's clock.
    pub fn system() -> Self {
        Clock::machine(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |since| {
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            })
        })
    }

    /// Returns a machine's clock that asks `now` for milliseconds of the Unix epoch. If the database is on a server,
    /// the server's clock decides, so that all processes agree.
    pub fn machine(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Clock {
            now: Arc::new(now),
            ahead: Some(Arc::default()),
        }
    }

    /// Returns a clock that asks `now` for seconds of the Unix epoch and follows no other clock.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Clock {
            now: Arc::new(move || now().saturating_mul(1_000)),
            ahead: None,
        }
    }

    /// Returns the time in seconds of the Unix epoch.
    pub fn now(&self) -> i64 {
        let ahead = self.ahead.as_ref();
        let ahead = ahead.map_or(0, |ahead| ahead.load(Ordering::Relaxed));
        let now = (self.now)().saturating_sub(ahead).div_euclid(1_000);
        now.clamp(-LAST, LAST)
    }

    /// Adjusts the clock to the database server's, if there is a server.
    pub(in crate::app) async fn follow(&self, store: &Store) -> Result<(), StoreError> {
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
        // The server read its clock at some moment of the round trip.
        if changed <= took + SLIGHT {
            return Ok(());
        }
        ahead.store(new, Ordering::Relaxed);
        if changed > NOTICED && new.saturating_abs() > NOTICED {
            tracing::warn!(
                ahead_by_ms = new,
                "this machine's clock differs from the database's, which is followed: set both by NTP"
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

/// A source of randomness; decides what is left to chance.
#[derive(Clone)]
pub struct Chance(Arc<dyn Fn(u64) -> u64 + Send + Sync>);

impl Chance {
    /// Returns the operating system's randomness.
    pub fn system() -> Self {
        Chance::new(|count| rand::rng().random_range(0..count))
    }

    /// Returns a source that asks `draw` for a number below its argument, which is at least 1.
    pub fn new(draw: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Self {
        Chance(Arc::new(draw))
    }

    /// Returns one of `count` equally likely numbers from 0; 0 if there is no choice.
    pub fn below(&self, count: u64) -> u64 {
        if count < 2 {
            return 0;
        }
        (self.0)(count).min(count - 1)
    }

    /// Returns a random element; `None` if `from` is empty.
    pub fn pick<'t, T>(&self, from: &'t [T]) -> Option<&'t T> {
        let index = self.below(from.len() as u64);
        from.get(usize::try_from(index).ok()?)
    }

    /// Shuffles the elements (Fisher and Yates).
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

/// The inputs that an [`App`](crate::app::App) needs from outside.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The clock.
    pub clock: Clock,
    /// The source of randomness.
    pub chance: Chance,
}

impl Sources {
    /// Returns the machine's clock and randomness.
    pub fn system() -> Self {
        Sources {
            clock: Clock::system(),
            chance: Chance::system(),
        }
    }
}
