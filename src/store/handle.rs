//! The database as the rest of the program holds it, and the additions that wait for it. What is done with it is in the
//! files of what it is about.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::commit::Commit;
use super::error::StoreError;
use super::sql::Pool;
use super::until::Asked;
use crate::match_state::GameId;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pub(super) writer: Pool,
    pub(super) readers: Pool,
    /// See [`Store::limit_pages`]; 0 is no limit.
    pub(super) pages: Arc<AtomicU32>,
    pub(super) queue: Queue,
    /// See [`Store::take_outbox_changed`].
    pub(super) outbox_changed: Arc<AtomicBool>,
    /// What this process claims its work by.
    pub(super) holder: i64,
    /// The request by which something is changed; see [`Store::asked`].
    pub(super) asked: Option<Asked>,
}

/// The additions that wait to be written.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
pub(super) struct Waiting {
    pub(super) list: VecDeque<Wanted>,
    /// Whether somebody is at work on the list.
    pub(super) writing: bool,
}

#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) game: GameId,
    pub(super) commit: Commit,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
}

impl Queue {
    pub(super) fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
