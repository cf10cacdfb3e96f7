//! The answers under way that have a fallback, in memory alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How long fallbacks whose answers have been given may stay unclosed in the store, in seconds.
pub(super) const UNCLOSED: i64 = 10;

/// How many of them may.
pub(super) const MOST: usize = 32;

/// The answer that a notice is the fallback of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallbackFor {
    /// The interaction (a snowflake) that it answers.
    pub interaction: u64,
    /// How many events the match had when the answer was written.
    pub ply: u32,
}

impl FallbackFor {
    /// What the message bears that shows the board after an answer, at most 25 characters: Discord itself sees to it
    /// that answer and fallback are not both sent within a few minutes.
    pub fn nonce(self) -> String {
        format!("{}b", self.interaction)
    }
}

/// The answers of this process that have a fallback, by interaction.
#[derive(Debug, Default)]
pub(super) struct Fallbacks(Mutex<HashMap<u64, State>>);

/// What is known of such an answer; times are in seconds of the Unix epoch.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// The answer is being given, since then.
    UnderWay(i64),
    /// It has been given, since then, and the fallback is to be closed.
    Shown(i64),
    /// The same, and that is being done: nobody else begins with it, who would wait for the same rows.
    Closing,
}

impl Fallbacks {
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut HashMap<u64, State>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An answer is about to be given.
    pub fn begin(&self, interaction: u64, now: i64) {
        self.with(|answers| answers.insert(interaction, State::UnderWay(now)));
    }

    /// Notes that an answer has been given, and takes those whose fallbacks are to be closed now.
    pub(super) fn shown(&self, interaction: u64, now: i64) -> Vec<u64> {
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

    /// Takes all whose answers have been given, those of which it is not known whether they are still being closed, too.
    pub(super) fn all_shown(&self) -> Vec<u64> {
        self.with(|answers| take(answers, |state| !matches!(state, State::UnderWay(_))))
    }

    /// Notes that these could not be closed at `now`.
    pub(super) fn put_back(&self, interactions: &[u64], now: i64) {
        self.with(|answers| {
            for interaction in interactions {
                if let Some(state) = answers.get_mut(interaction) {
                    *state = State::Shown(now);
                }
            }
        });
    }

    pub(super) fn forget(&self, interactions: &[u64]) -> bool {
        self.with(|answers| {
            let before = answers.len();
            answers.retain(|interaction, _| !interactions.contains(interaction));
            answers.len() < before
        })
    }
}

/// Marks those that are wanted as being closed.
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

    /// Two who close the same fallbacks wait for each other in the database, each with a connection that moves wait for.
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
