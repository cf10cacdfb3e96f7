//! When each task of the scheduler last ran, for those who watch the bot from outside.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The tasks that run without a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Notes that the bot runs.
    Heartbeat,
    /// Does what is due in matches.
    Deadlines,
    /// Sends notices.
    Notices,
}

impl Task {
    /// Every task.
    pub const ALL: [Task; 3] = [Task::Heartbeat, Task::Deadlines, Task::Notices];

    /// In machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Task::Heartbeat => "heartbeat",
            Task::Deadlines => "deadlines",
            Task::Notices => "notices",
        }
    }
}

/// When each task last ran.
#[derive(Debug, Default)]
pub struct TaskHealth {
    rounds: [Mutex<Option<Instant>>; 3],
    put_aside: AtomicU64,
}

impl TaskHealth {
    /// A task has run.
    pub(super) fn note_run(&self, task: Task) {
        *self.round(task) = Some(Instant::now());
    }

    /// How long ago a task last ran; `None` before the first time.
    pub fn age(&self, task: Task) -> Option<Duration> {
        self.round(task).map(|at| at.elapsed())
    }

    /// A notice that cannot be read was put aside.
    pub(super) fn note_put_aside(&self) {
        self.put_aside.fetch_add(1, Ordering::Relaxed);
    }

    /// How many notices could not be read and were put aside since the start.
    pub fn put_aside(&self) -> u64 {
        self.put_aside.load(Ordering::Relaxed)
    }

    fn round(&self, task: Task) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.rounds[task as usize]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
