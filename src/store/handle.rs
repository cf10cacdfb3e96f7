//! The store as the rest of the program holds it, and the queue of additions. Its methods are in the files of their
//! subjects.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::match_state::GameId;
use crate::store::error::StoreError;
use crate::store::matches::commit::Commit;
use crate::store::matches::until::Asked;
use crate::store::sql::Pool;

/// The database: connections that write and read, and the queue of additions. Copies share them.
#[derive(Clone, Debug)]
pub struct Store {
    pub(super) writer: Pool,
    pub(super) readers: Pool,
    /// The limit of [`Store::limit_pages`]; 0 for none.
    pub(super) pages: Arc<AtomicU32>,
    pub(super) queue: Queue,
    /// The flag of [`Store::take_outbox_changed`].
    pub(super) outbox_changed: Arc<AtomicBool>,
    /// The number under which this process claims its work.
    pub(super) holder: i64,
    /// The request that makes the changes; see [`Store::asked`].
    pub(super) asked: Option<Asked>,
}

/// The queue of additions to write.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
pub(super) struct Waiting {
    pub(super) list: VecDeque<Wanted>,
    /// True while a task writes the additions of the list.
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
