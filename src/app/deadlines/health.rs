//! Health of the scheduler's tasks: the time of each one's last run, for monitoring from outside.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A task of the scheduler, which runs without a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Records that the bot runs.
    Heartbeat,
    /// Does what is due in matches.
    Deadlines,
    /// Sends notices.
    Notices,
}

impl Task {
    /// Every task.
    pub const ALL: [Task; 3] = [Task::Heartbeat, Task::Deadlines, Task::Notices];

    /// Returns the task's name in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Task::Heartbeat => "heartbeat",
            Task::Deadlines => "deadlines",
            Task::Notices => "notices",
        }
    }
}

/// The time of each task's last run.
#[derive(Debug, Default)]
pub struct TaskHealth {
    rounds: [Mutex<Option<Instant>>; 3],
    put_aside: AtomicU64,
}

impl TaskHealth {
    /// Records that a task has run.
    pub(in crate::app) fn note_run(&self, task: Task) {
        *self.round(task) = Some(Instant::now());
    }

    /// Returns the time since a task last ran; `None` before the first time.
    pub fn age(&self, task: Task) -> Option<Duration> {
        self.round(task).map(|at| at.elapsed())
    }

    /// Counts a notice that cannot be read and was put aside.
    pub(in crate::app) fn note_put_aside(&self) {
        self.put_aside.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of unreadable notices put aside since the start.
    pub fn put_aside(&self) -> u64 {
        self.put_aside.load(Ordering::Relaxed)
    }

    fn round(&self, task: Task) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.rounds[task as usize]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
