//! Two lanes for requests: a person with few requests is served at once; people with many wait together in one slow
//! lane. [`super::rate_limit`] decides whether a request is admitted at all. Here it waits for its turn, so that any
//! number of busy people take no more of the machine from a quiet one than one of them alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use super::rate_limit::{Buckets, RateLimit};
use crate::match_state::UserId;

/// The limit of the quick lane for commands, buttons and menus: enough to look at a game, build a move and play it.
pub const ASKING: RateLimit = RateLimit {
    burst: 8,
    per_second: 0.5,
};
/// The limit of the quick lane for suggestions: enough to type a move.
pub const TYPING: RateLimit = RateLimit {
    burst: 8,
    per_second: 1.0,
};

/// The two lanes.
#[derive(Debug)]
pub struct FairQueue {
    quick: Mutex<Buckets>,
    /// The lock of each person in the slow lane: one request of each person waits for the lane, the person's others for
    /// that one.
    people: Mutex<HashMap<UserId, Arc<tokio::sync::Mutex<()>>>>,
    busy: Arc<Semaphore>,
}

/// A place in a lane; dropping it lets the next one in.
#[derive(Debug)]
pub struct Place {
    /// The permit and the person's lock; `None` in the quick lane.
    _busy: Option<(OwnedSemaphorePermit, OwnedMutexGuard<()>)>,
}

impl FairQueue {
    /// Creates the lanes; the slow one serves as many requests at once as half of the processors, and at least one.
    pub fn new(little: RateLimit) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        FairQueue {
            quick: Mutex::new(Buckets::new(little)),
            people: Mutex::default(),
            busy: Arc::new(Semaphore::new((processors / 2).max(1))),
        }
    }

    /// Waits until it is the person's turn.
    pub async fn enter(&self, user: UserId) -> Place {
        let is_little = {
            let mut quick = self.quick.lock().unwrap_or_else(PoisonError::into_inner);
            quick.take(user, Instant::now())
        };
        if is_little {
            return Place { _busy: None };
        }
        let own = {
            let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
            // A person without a waiting or served request holds nothing.
            people.retain(|_, own| Arc::strong_count(own) > 1);
            Arc::clone(people.entry(user).or_default())
        };
        let own = own.lock_owned().await;
        // Nobody closes the semaphore.
        let permit = Arc::clone(&self.busy).acquire_owned().await;
        Place {
            _busy: permit.ok().map(|permit| (permit, own)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    const LITTLE: RateLimit = RateLimit {
        burst: 2,
        per_second: 0.001,
    };

    fn lanes() -> FairQueue {
        FairQueue {
            busy: Arc::new(Semaphore::new(1)),
            ..FairQueue::new(LITTLE)
        }
    }

    #[tokio::test]
    async fn who_asks_for_little_never_waits_for_those_who_ask_for_much() {
        let lanes = lanes();
        let (much, more, little) = (UserId(1), UserId(2), UserId(3));
        let mut served = Vec::new();
        for user in [much, much, more, more, much] {
            served.push(lanes.enter(user).now_or_never().unwrap());
        }
        assert!(lanes.enter(more).now_or_never().is_none());
        assert!(lanes.enter(much).now_or_never().is_none());
        assert!(lanes.enter(little).now_or_never().is_some());
        // The lane is free again once its only request has been served.
        served.pop();
        assert!(lanes.enter(more).now_or_never().is_some());
    }

    /// A request in the slow lane waits for one request of every other person, not for all of a person's requests.
    #[tokio::test]
    async fn the_slow_lane_goes_from_person_to_person() {
        let lanes = lanes();
        let (flood, other) = (UserId(1), UserId(2));
        for user in [flood, flood, other, other] {
            lanes.enter(user).await;
        }
        let first = lanes.enter(flood).await;
        let mut waiting: Vec<_> = (0..5).map(|_| Box::pin(lanes.enter(flood))).collect();
        for one in &mut waiting {
            assert!(one.as_mut().now_or_never().is_none());
        }
        let mut next = Box::pin(lanes.enter(other));
        assert!(next.as_mut().now_or_never().is_none());
        drop(first);
        // One of the flood's requests came before, and no more than one.
        let mut place = None;
        for one in &mut waiting {
            place = place.or(one.as_mut().now_or_never());
        }
        drop(place);
        assert!(next.as_mut().now_or_never().is_some());
    }

    #[tokio::test]
    async fn nothing_is_kept_of_those_who_are_gone() {
        let lanes = lanes();
        for user in 0..100 {
            for _ in 0..3 {
                lanes.enter(UserId(user)).await;
            }
        }
        assert!(lanes.people.lock().unwrap().len() <= 1);
    }
}
