//! Limits on one person's requests in a span of time, so that nobody's haste slows anybody else.
//!
//! Everybody has a separate bucket that fills over time; each request takes one drop out of it. A person whose bucket
//! is empty gets a refusal, for which neither the database nor a picture is touched.
//!
//! The crate `governor` would replace the forty lines of [`Buckets`] except for their bound on people, and depends on
//! further packages (`dashmap`, `quanta` and more).

use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

use crate::match_state::UserId;

/// A limit on requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateLimit {
    /// Number of requests at once.
    pub burst: u32,
    /// Number of requests a second in the long run.
    pub per_second: f64,
}

impl RateLimit {
    /// The limit for commands, buttons and menus: quicker than anybody can read the answers.
    pub const ASKING: RateLimit = RateLimit {
        burst: 30,
        per_second: 2.0,
    };
    /// The limit for suggestions while a person types: Discord asks for them at nearly every key.
    pub const TYPING: RateLimit = RateLimit {
        burst: 60,
        per_second: 10.0,
    };
    /// The limit for moving pictures in a channel: enough to discuss a game, and no flood of files.
    pub const GIFS: RateLimit = RateLimit {
        burst: 6,
        per_second: 1.0 / 30.0,
    };
    /// No limit worth the name, for measuring the speed of the machine.
    pub const UNLIMITED: RateLimit = RateLimit {
        burst: u32::MAX,
        per_second: 1e9,
    };

    /// Returns the time an empty bucket takes to be full.
    fn refill(self) -> Duration {
        Duration::try_from_secs_f64(f64::from(self.burst) / self.per_second)
            .unwrap_or(Duration::MAX)
    }
}

/// The most buckets kept, of people or channels. A full one need not be kept.
const PEOPLE: usize = 10_000;

/// Buckets of people or of channels.
#[derive(Debug)]
pub struct Buckets<Of = UserId> {
    allowance: RateLimit,
    left: HashMap<Of, Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    drops: f64,
    at: Instant,
}

impl<Of: Copy + Eq + Hash> Buckets<Of> {
    /// Creates full buckets for everybody.
    pub fn new(allowance: RateLimit) -> Self {
        Buckets {
            allowance,
            left: HashMap::new(),
        }
    }

    /// Takes a drop out of a bucket; returns false if it is empty.
    pub fn take(&mut self, user: Of, now: Instant) -> bool {
        let full = f64::from(self.allowance.burst);
        if !self.left.contains_key(&user) && self.left.len() >= PEOPLE {
            self.make_room(now);
        }
        let bucket = self.left.entry(user).or_insert(Bucket {
            drops: full,
            at: now,
        });
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        bucket.drops = (bucket.drops + since * self.allowance.per_second).min(full);
        bucket.at = now;
        if bucket.drops < 1.0 {
            return false;
        }
        bucket.drops -= 1.0;
        true
    }

    /// Forgets buckets that must be full again; if there are none, forgets all, since that many people at once are no
    /// single person's haste.
    fn make_room(&mut self, now: Instant) {
        let refill = self.allowance.refill();
        self.left
            .retain(|_, bucket| now.saturating_duration_since(bucket.at) < refill);
        if self.left.len() >= PEOPLE {
            self.left.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOW: RateLimit = RateLimit {
        burst: 3,
        per_second: 0.5,
    };

    #[test]
    fn a_flood_is_held_back_and_nobody_else_feels_it() {
        let mut buckets = Buckets::<UserId>::new(SLOW);
        let now = Instant::now();
        let let_through = (0..100).filter(|_| buckets.take(UserId(1), now)).count();
        assert_eq!(let_through, 3);
        assert!(buckets.take(UserId(2), now));
    }

    #[test]
    fn a_bucket_fills_over_time_but_not_beyond_its_brim() {
        let mut buckets = Buckets::<UserId>::new(SLOW);
        let start = Instant::now();
        while buckets.take(UserId(1), start) {}
        assert!(!buckets.take(UserId(1), start + Duration::from_millis(1900)));
        assert!(buckets.take(UserId(1), start + Duration::from_millis(2100)));
        let much_later = start + Duration::from_secs(86_400);
        let let_through = (0..100).filter(|_| buckets.take(UserId(1), much_later));
        assert_eq!(let_through.count(), 3);
        // A clock read out of order takes nothing away and gives nothing.
        assert!(!buckets.take(UserId(1), start));
    }

    #[test]
    fn the_memory_is_bounded_and_keeps_who_is_held_back_while_others_pass() {
        let mut buckets = Buckets::<UserId>::new(SLOW);
        let start = Instant::now();
        for user in 0..PEOPLE as u64 {
            buckets.take(UserId(user), start);
        }
        let later = start + Duration::from_secs(7);
        while buckets.take(UserId(1), later) {}
        buckets.take(UserId(1_000_000), later);
        assert_eq!(buckets.left.len(), 2);
        assert!(!buckets.take(UserId(1), later));
        for user in 0..3 * PEOPLE as u64 {
            buckets.take(UserId(user), later);
        }
        assert!(buckets.left.len() <= PEOPLE);
    }
}
