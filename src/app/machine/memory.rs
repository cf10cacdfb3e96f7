//! What is known of the machine's work, in memory alone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::queue::Queue;
use crate::match_state::GameId;

/// What is known of the machine's work, in memory alone.
#[derive(Debug, Default)]
pub(in crate::app) struct Machine {
    pub(super) queue: Queue,
    pub(super) known: Mutex<Known>,
    pub(super) nudge: Notify,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    /// The requests whose answers go out before the machine moves: since when, and in which match; a new one has no
    /// number until it is stored.
    pub(super) answers: HashMap<u64, (i64, GameId)>,
    /// How often it has found no move.
    pub(super) failures: HashMap<GameId, u32>,
}

impl Machine {
    pub(super) fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The queue for whatever is to be thought about.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Thinks no more.
    pub fn stop(&self) {
        self.queue.stop();
    }
}
