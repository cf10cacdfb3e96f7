//! The fallback of an answer: a notice stored with what the answer shows, and sent only if the answer does not arrive.
//! Answers under way or given are known in memory alone; after a crash every open fallback is sent, unless its answer
//! is found in the channel.

use futures_util::future::BoxFuture;

use super::answers::{State, UNCLOSED};
use crate::app::App;
use crate::store::{SendOutcome, UnsentNotice};

/// Time for which an answer is waited for before its fallback is sent, in seconds.
pub(in crate::app) const FALLBACK_AFTER: i64 = 30;

/// Maximum time for which an answer may be under way, with all its attempts, in seconds.
const UNDER_WAY: i64 = 300;

impl App {
    /// Records whether the answer to an interaction has been shown to everybody concerned. If not, its fallback is sent
    /// at once.
    pub async fn answered(&self, interaction: u64, shown: bool) {
        self.machine.release(interaction);
        let now = self.sources.clock.now();
        if shown {
            let given = self.fallbacks.shown(interaction, now);
            self.close_fallbacks_of(&given, now).await;
        } else if self.fallbacks.forget(&[interaction])
            && let Err(error) = self.store.make_fallback_ready(interaction, now).await
        {
            tracing::warn!(%error, "a fallback could not be hastened");
        }
    }

    /// Closes the fallbacks of all answers that have been given.
    pub(in crate::app) async fn close_fallbacks(&self) {
        let given = self.fallbacks.all_shown();
        let now = self.sources.clock.now();
        self.close_fallbacks_of(&given, now).await;
    }

    /// Closes the fallbacks of the answers to these interactions. After a failure they are closed with the next ones.
    fn close_fallbacks_of<'a>(&'a self, given: &'a [u64], now: i64) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if given.is_empty() {
                return;
            }
            match self.store.close_fallbacks(given, now).await {
                Ok(()) => drop(self.fallbacks.forget(given)),
                Err(error) => {
                    self.fallbacks.put_back(given, now);
                    tracing::warn!(%error, "fallbacks could not be closed");
                }
            }
        })
    }

    /// Returns the outcome of a fallback at `now` (seconds of the Unix epoch) if its answer is under way or has been
    /// given.
    pub(in crate::app) fn fallback_outcome(
        &self,
        unsent: &UnsentNotice,
        now: i64,
    ) -> Option<SendOutcome> {
        let interaction = unsent.cover?;
        let state = self
            .fallbacks
            .with(|answers| answers.get(&interaction).copied())?;
        match state {
            State::Shown(_) | State::Closing => Some(SendOutcome::Done),
            State::UnderWay(since) if now - since < UNDER_WAY => {
                Some(SendOutcome::Later(now + UNCLOSED))
            }
            State::UnderWay(_) => {
                self.fallbacks.forget(&[interaction]);
                None
            }
        }
    }
}
