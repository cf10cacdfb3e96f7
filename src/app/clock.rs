//! Where time and chance come from: outside, so that a test can bring its own.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rand::RngExt;

/// The last second of the year 9999. A clock that shows more is wrong, and sums with what it shows stay far from the
/// largest number.
const LAST: i64 = 253_402_300_799;

/// Tells the time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Clock::new(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |since| {
                i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
            })
        })
    }

    /// A clock that asks `now` for the seconds of the Unix epoch.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Clock(Arc::new(now))
    }

    /// Seconds of the Unix epoch.
    pub fn now(&self) -> i64 {
        (self.0)().clamp(-LAST, LAST)
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
