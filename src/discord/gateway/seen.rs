//! Interactions delivered lately: none is answered twice.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use super::discord_clock::DiscordClock;

/// The most interactions that are remembered, so that a repeated delivery is not answered twice.
const REMEMBERED: usize = 4096;

/// The interactions that were delivered lately.
#[derive(Default)]
pub(super) struct Seen {
    known: HashSet<u64>,
    order: VecDeque<u64>,
    clock: DiscordClock,
}

impl Seen {
    /// True if the interaction is delivered for the first time.
    pub(super) fn first_time(&mut self, id: u64) -> bool {
        if !self.known.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }

    /// Returns the least age of an interaction that has just arrived.
    pub(super) fn age(&mut self, id: u64) -> Duration {
        self.clock.age(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_counts_once_and_old_ones_are_forgotten() {
        let mut seen = Seen::default();
        assert!(seen.first_time(1));
        assert!(!seen.first_time(1));
        for id in 2..=(REMEMBERED as u64 + 1) {
            assert!(seen.first_time(id));
        }
        assert_eq!(seen.known.len(), REMEMBERED);
        assert!(seen.first_time(1));
    }
}
