//! Answers under way that have a fallback, in memory alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Maximum time for which the fallback of a given answer stays unclosed in the store, in seconds.
pub(in crate::app) const UNCLOSED: i64 = 10;

/// Maximum number of fallbacks left unclosed after their answers.
pub(in crate::app) const MOST: usize = 32;

/// The answer that a notice is the fallback of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallbackFor {
    /// The interaction (a snowflake) that it answers.
    pub interaction: u64,
    /// The match's number of events when the answer was written.
    pub ply: u32,
}

impl FallbackFor {
    /// Returns the nonce of the message that shows the board after an answer, at most 25 characters: with it Discord
    /// accepts only one of answer and fallback within a few minutes.
    pub fn nonce(self) -> String {
        format!("{}b", self.interaction)
    }
}

/// The answers of this process that have a fallback, by interaction.
#[derive(Debug, Default)]
pub(in crate::app) struct Fallbacks(Mutex<HashMap<u64, State>>);

/// The state of an answer that has a fallback; times are in seconds of the Unix epoch.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) enum State {
    /// The answer is under way since this time.
    UnderWay(i64),
    /// The answer was given at this time, and its fallback is still open.
    Shown(i64),
    /// The answer was given, and its fallback is being closed; a second task that closed it would wait for the same
    /// rows.
    Closing,
}

impl Fallbacks {
    pub(in crate::app) fn with<T>(&self, work: impl FnOnce(&mut HashMap<u64, State>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Marks an answer as under way.
    pub fn begin(&self, interaction: u64, now: i64) {
        self.with(|answers| answers.insert(interaction, State::UnderWay(now)));
    }

    /// Marks an answer as given, and takes the fallbacks to close now: all that are open once they are many or old.
    pub(in crate::app) fn shown(&self, interaction: u64, now: i64) -> Vec<u64> {
        self.with(|answers| {
            let Some(state) = answers.get_mut(&interaction) else {
                return Vec::new();
            };
            *state = State::Shown(now);
            let shown = |state: &State| match state {
                State::Shown(at) => Some(*at),
                State::UnderWay(_) | State::Closing => None,
            };
            let (mut count, mut old) = (0, false);
            for at in answers.values().filter_map(shown) {
                count += 1;
                old |= now - at >= UNCLOSED;
            }
            if !old && count < MOST {
                return Vec::new();
            }
            take(answers, |state| shown(state).is_some())
        })
    }

    /// Takes all fallbacks of given answers, including those that may be in the middle of being closed.
    pub(in crate::app) fn all_shown(&self) -> Vec<u64> {
        self.with(|answers| take(answers, |state| !matches!(state, State::UnderWay(_))))
    }

    /// Marks the answers' fallbacks as not closed at `now`.
    pub(in crate::app) fn put_back(&self, interactions: &[u64], now: i64) {
        self.with(|answers| {
            for interaction in interactions {
                if let Some(state) = answers.get_mut(interaction) {
                    *state = State::Shown(now);
                }
            }
        });
    }

    pub(in crate::app) fn forget(&self, interactions: &[u64]) -> bool {
        self.with(|answers| {
            let before = answers.len();
            answers.retain(|interaction, _| !interactions.contains(interaction));
            answers.len() < before
        })
    }
}

/// Marks the fallbacks of the wanted answers as being closed and returns the interactions.
fn take(answers: &mut HashMap<u64, State>, wanted: impl Fn(&State) -> bool) -> Vec<u64> {
    let found = answers.iter_mut().filter(|(_, state)| wanted(state));
    found
        .map(|(interaction, state)| {
            *state = State::Closing;
            *interaction
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tasks that close the same fallbacks would wait for each other in the database, each holding a connection.
    #[test]
    fn a_fallback_is_closed_by_one_at_a_time_and_again_where_that_failed() {
        let fallbacks = Fallbacks::default();
        let most = MOST as u64;
        for interaction in 0..=most {
            fallbacks.begin(interaction, 0);
        }
        for interaction in 0..most - 1 {
            assert!(fallbacks.shown(interaction, 0).is_empty());
        }
        let mut taken = fallbacks.shown(most - 1, 0);
        taken.sort_unstable();
        assert_eq!(taken, (0..most).collect::<Vec<_>>());
        assert!(
            fallbacks.shown(most, 0).is_empty(),
            "the others are being closed"
        );
        fallbacks.put_back(&taken, 0);
        fallbacks.begin(most + 1, 0);
        assert_eq!(fallbacks.shown(most + 1, 0).len(), MOST + 2);
        assert_eq!(fallbacks.all_shown().len(), MOST + 2);
    }
}
