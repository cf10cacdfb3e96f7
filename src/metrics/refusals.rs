//! Refused requests of the kinds that Discord counts: 10,000 of them in 10 minutes ban the address.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// Period over which Discord counts.
const WINDOW: Duration = Duration::from_secs(600);
/// Refusals within the period at which the log warns, long before 10,000.
const MANY: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfStatus {
    status: u16,
}

/// The refusals; clones count together.
#[derive(Clone, Debug, Default)]
pub struct RefusalNumbers {
    refused: Family<OfStatus, Counter>,
    recent: Arc<Mutex<Recent>>,
}

#[derive(Debug, Default)]
struct Recent {
    /// Times of the refusals, at most [`MANY`] of them.
    times: VecDeque<Instant>,
    warned: Option<Instant>,
}

impl RefusalNumbers {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "requests_refused",
            "Requests answered with 401, 403 or 429, of which 10000 in 10 minutes ban the address",
            self.refused.clone(),
        );
    }

    /// Records that a request was answered with this status. Only 401, 403 and 429 are counted.
    pub fn refused(&self, status: u16) {
        if !matches!(status, 401 | 403 | 429) {
            return;
        }
        self.refused.get_or_create(&OfStatus { status }).inc();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.is_worth_a_warning(Instant::now()) {
            tracing::warn!(
                refused = MANY,
                minutes = WINDOW.as_secs() / 60,
                "Discord refuses many requests (401, 403 or 429): at 10000 in 10 minutes it bans this address"
            );
        }
    }
}

impl Recent {
    /// Counts a refusal; true if there are many and a warning is due.
    fn is_worth_a_warning(&mut self, now: Instant) -> bool {
        self.times.push_back(now);
        if self.times.len() > MANY {
            self.times.pop_front();
        }
        let within = |then: &Instant| now.duration_since(*then) < WINDOW;
        let many = self.times.len() == MANY && self.times.front().is_some_and(within);
        let quiet = self.warned.is_none_or(|warned| !within(&warned));
        if many && quiet {
            self.warned = Some(now);
        }
        many && quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_refusals_in_ten_minutes_are_warned_of_once_and_few_are_not() {
        let start = Instant::now();
        let mut slow = Recent::default();
        let mut fast = Recent::default();
        let mut warnings = 0;
        for n in 0..3 * MANY as u32 {
            assert!(!slow.is_worth_a_warning(start + Duration::from_secs(1) * n));
            warnings += u32::from(fast.is_worth_a_warning(start + Duration::from_millis(10) * n));
        }
        assert_eq!(warnings, 1);
    }

    #[test]
    fn only_what_discord_counts_is_counted() {
        let numbers = RefusalNumbers::default();
        for status in [401, 403, 429, 404, 500, 200, 403] {
            numbers.refused(status);
        }
        let count = |status| numbers.refused.get_or_create(&OfStatus { status }).get();
        assert_eq!((count(401), count(403), count(429)), (1, 2, 1));
        assert_eq!(count(404), 0);
    }
}
