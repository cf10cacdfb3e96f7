//! Reachability of users, in memory alone.

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::match_state::UserId;
use crate::store::{Store, StoreError};

/// The state of notifying people that is kept between notices.
#[derive(Debug, Default)]
pub(in crate::app) struct Reachability {
    /// The time at which old notices were last pruned, in seconds of the Unix epoch.
    pub(in crate::app) pruned: AtomicI64,
    /// Number of notices given up since the start.
    pub(in crate::app) given_up: AtomicU64,
    /// Number of channels for results, a digest or puzzles given up since the start.
    pub(in crate::app) lost_channels: AtomicU64,
    /// Users whose clocks were stopped because they cannot be reached.
    pub(in crate::app) waited_for: Mutex<HashSet<UserId>>,
}

impl Reachability {
    /// Loads the state from the store.
    pub async fn load(store: &Store) -> Result<Reachability, StoreError> {
        let unreachable = store.unreachable(None).await?;
        let users = unreachable.iter().map(|unreachable| unreachable.user);
        Ok(Reachability {
            pruned: AtomicI64::default(),
            given_up: AtomicU64::default(),
            lost_channels: AtomicU64::default(),
            waited_for: Mutex::new(users.collect()),
        })
    }

    /// Reads the changes that other processes have stored.
    pub async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        let unreachable = store.unreachable(None).await?;
        let waited_for = unreachable
            .iter()
            .map(|unreachable| unreachable.user)
            .collect();
        self.with(|users| *users = waited_for);
        Ok(())
    }

    pub(in crate::app) fn with<T>(&self, work: impl FnOnce(&mut HashSet<UserId>) -> T) -> T {
        let mut users = self
            .waited_for
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(&mut users)
    }

    pub fn note_lost_channel(&self) {
        self.lost_channels.fetch_add(1, Ordering::Relaxed);
    }

    pub(in crate::app) fn wait_for(&self, user: UserId) {
        self.with(|users| users.insert(user));
    }

    pub(in crate::app) fn is_waited_for(&self, user: UserId) -> bool {
        self.with(|users| users.contains(&user))
    }

    pub(in crate::app) fn found(&self, user: UserId) {
        self.with(|users| users.remove(&user));
    }
}
