//! The state of the machine's work, in memory alone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, broadcast};

use super::queue::Queue;
use crate::match_state::GameId;

/// The number of moves that somebody who waits may miss without looking at the match again.
const MISSED: usize = 64;

/// The state of the machine's work.
#[derive(Debug)]
pub(in crate::app) struct Machine {
    pub(super) queue: Queue,
    pub(super) known: Mutex<Known>,
    pub(super) nudge: Notify,
    /// The matches in which the machine has just moved, for those who wait for that.
    pub(super) moved: broadcast::Sender<GameId>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    /// Requests whose answers go out before the machine moves, with the time and the match; a match that is not stored
    /// yet has the id `NEW`.
    pub(super) answers: HashMap<u64, (i64, GameId)>,
    /// Number of times that no move was found.
    pub(super) failures: HashMap<GameId, u32>,
}

impl Default for Machine {
    fn default() -> Self {
        Machine {
            queue: Queue::default(),
            known: Mutex::default(),
            nudge: Notify::new(),
            moved: broadcast::Sender::new(MISSED),
        }
    }
}

impl Machine {
    pub(super) fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the machine's move after an answer has gone out.
    pub fn release(&self, interaction: u64) {
        if self.lock().answers.remove(&interaction).is_some() {
            self.nudge.notify_one();
        }
    }

    /// Returns the queue of searches.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Stops all searches.
    pub fn stop(&self) {
        self.queue.stop();
    }
}
