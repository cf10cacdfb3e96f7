//! Two lanes for requests: the one who asks for little is served at once, and the one who asks for much waits in one lane with
//! all others who do. What somebody may ask for at all is [`super::rate_limit`]'s; here it is decided when it is their
//! turn, so that any number of busy people take no more of the machine from a quiet one than one of them alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use super::rate_limit::{Buckets, RateLimit};
use crate::match_state::UserId;

/// What still counts as little for commands, buttons and menus: somebody looks at a game, builds a move, and plays it.
pub const ASKING: RateLimit = RateLimit {
    burst: 4,
    per_second: 0.5,
};
/// The same for suggestions: somebody types a move.
pub const TYPING: RateLimit = RateLimit {
    burst: 8,
    per_second: 1.0,
};

/// The two lanes.
#[derive(Debug)]
pub struct FairQueue {
    quick: Mutex<Buckets>,
    /// The place of each person in the other lane: one request of each waits for the lane, the rest for that one.
    people: Mutex<HashMap<UserId, Arc<tokio::sync::Mutex<()>>>>,
    busy: Arc<Semaphore>,
}

/// A place in a lane; the next one's turn comes when it is dropped.
#[derive(Debug)]
pub struct Place {
    /// `None` in the quick lane.
    _busy: Option<(OwnedSemaphorePermit, OwnedMutexGuard<()>)>,
}

impl FairQueue {
    /// Lanes of which the slow one serves half of the processors, and one at least.
    pub fn new(little: RateLimit) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        FairQueue {
            quick: Mutex::new(Buckets::new(little)),
            people: Mutex::default(),
            busy: Arc::new(Semaphore::new((processors / 2).max(1))),
        }
    }

    /// Waits until it is somebody's turn.
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
            // The one who neither waits nor is served holds nothing.
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
        // The lane is free again once the one in it has been served.
        served.pop();
        assert!(lanes.enter(more).now_or_never().is_some());
    }

    /// In the slow lane each waits for one request of every other, not for all that somebody has asked for.
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
        // One of the flood's came before, and no more than one.
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
