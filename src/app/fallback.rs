//! What covers an answer: a notice that is written with what the answer tells of, and is sent only if the answer does
//! not come. Which answers are under way or have been given is known in memory alone; after a crash every cover that is
//! not closed is sent, unless its answer is found in the channel.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::App;
use crate::store::{SendOutcome, UnsentNotice};

/// How long an answer is waited for before its cover is sent, in seconds.
pub(super) const COVERED: i64 = 30;

/// How long an answer may be under way, with all its attempts, in seconds.
const UNDER_WAY: i64 = 300;

/// How long covers whose answers have been given may stay unclosed in the store, in seconds.
const UNCLOSED: i64 = 10;

/// How many of them may.
const MOST: usize = 32;

/// The answer that a notice covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallbackFor {
    /// The interaction (a snowflake) that it answers.
    pub interaction: u64,
    /// How many events the match had when the answer was written.
    pub ply: u32,
}

impl FallbackFor {
    /// What the message bears that shows the board after an answer, at most 25 characters: Discord itself sees to it
    /// that answer and cover are not both sent within a few minutes.
    pub fn nonce(self) -> String {
        format!("{}b", self.interaction)
    }
}

/// The covers of this process, by interaction.
#[derive(Debug, Default)]
pub(super) struct Fallbacks(Mutex<HashMap<u64, State>>);

#[derive(Clone, Copy, Debug)]
enum State {
    /// The answer is being given, since then.
    UnderWay(i64),
    /// It has been given, and the cover is to be closed.
    Shown(i64),
}

impl Fallbacks {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<u64, State>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An answer is about to be given.
    pub fn begin(&self, interaction: u64, now: i64) {
        self.with(|covers| covers.insert(interaction, State::UnderWay(now)));
    }

    /// Notes that an answer has been given, and takes those whose covers are to be closed now.
    fn shown(&self, interaction: u64, now: i64) -> Vec<u64> {
        self.with(|covers| {
            let Some(state) = covers.get_mut(&interaction) else {
                return Vec::new();
            };
            *state = State::Shown(now);
            let shown = |state: &State| match state {
                State::Shown(at) => Some(*at),
                State::UnderWay(_) => None,
            };
            let all: Vec<(u64, i64)> = covers
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
    fn all_shown(&self) -> Vec<u64> {
        self.with(|covers| {
            let shown = covers
                .iter()
                .filter(|(_, state)| matches!(state, State::Shown(_)));
            shown.map(|(interaction, _)| *interaction).collect()
        })
    }

    fn forget(&self, interactions: &[u64]) -> bool {
        self.with(|covers| {
            let before = covers.len();
            covers.retain(|interaction, _| !interactions.contains(interaction));
            covers.len() < before
        })
    }
}

impl App {
    /// Notes what became of the answer to an interaction: whether everybody concerned has been shown what it did. If
    /// not, what covers it is sent at once.
    pub async fn answered(&self, interaction: u64, shown: bool) {
        self.release_machine(interaction);
        let now = self.sources.clock.now();
        if shown {
            let closed = self.covers.shown(interaction, now);
            if closed.is_empty() {
                return;
            }
            match self.store.close_fallbacks(&closed, now).await {
                Ok(()) => drop(self.covers.forget(&closed)),
                // It is tried again with the next ones.
                Err(error) => tracing::warn!(%error, "covers could not be closed"),
            }
        } else if self.covers.forget(&[interaction])
            && let Err(error) = self.store.hasten_fallback(interaction, now).await
        {
            tracing::warn!(%error, "a cover could not be hastened");
        }
    }

    /// Closes the covers of all answers that have been given.
    pub(super) async fn close_fallbacks(&self) {
        let closed = self.covers.all_shown();
        let now = self.sources.clock.now();
        if !closed.is_empty()
            && let Err(error) = self.store.close_fallbacks(&closed, now).await
        {
            tracing::warn!(%error, "covers could not be closed");
        }
    }

    /// What a notice that covers an answer comes to, where the answer is under way or has been given.
    pub(super) fn covered(&self, unsent: &UnsentNotice, now: i64) -> Option<SendOutcome> {
        let interaction = unsent.cover?;
        let state = self
            .covers
            .with(|covers| covers.get(&interaction).copied())?;
        match state {
            State::Shown(_) => Some(SendOutcome::Done),
            State::UnderWay(since) if now - since < UNDER_WAY => {
                Some(SendOutcome::Later(now + UNCLOSED))
            }
            State::UnderWay(_) => {
                self.covers.forget(&[interaction]);
                None
            }
        }
    }
}
