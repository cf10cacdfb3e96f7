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
                State::UnderWay(_) => None,
            };
            let all: Vec<(u64, i64)> = answers
                .iter()
                .filter_map(|(interaction, state)| Some((*interaction, shown(state)?)))
                .collect();
            let old = all.iter().any(|(_, at)| now - at >= UNCLOSED);
            if !old && all.len() < MOST {
                return Vec::new();
            }
            all.into_iter()
                .map(|(interaction, _)| interaction)
                .collect()
        })
    }

    /// Takes all whose answers have been given.
    pub(super) fn all_shown(&self) -> Vec<u64> {
        self.with(|answers| {
            let shown = answers
                .iter()
                .filter(|(_, state)| matches!(state, State::Shown(_)));
            shown.map(|(interaction, _)| *interaction).collect()
        })
    }

    pub(super) fn forget(&self, interactions: &[u64]) -> bool {
        self.with(|answers| {
            let before = answers.len();
            answers.retain(|interaction, _| !interactions.contains(interaction));
            answers.len() < before
        })
    }
}
