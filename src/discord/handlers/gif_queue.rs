//! The queue for moving pictures: one for each person at a time, and one is made after the other.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::AppError;
use crate::discord::rate_limit::{Buckets, RateLimit};
use crate::discord::texts;
use crate::match_state::{ChannelId, UserId};
use crate::render::{Gif, RenderError};
use crate::scene::Scene;

/// The most people whose picture may be under way, until it is sent: each holds the positions of a game and a file in
/// memory.
const WAITING: usize = 4;

/// A function that makes a moving picture of at most a number of bytes.
pub type GifRenderer = Arc<dyn Fn(&[Scene], usize) -> Result<Gif, RenderError> + Send + Sync>;

/// The queue in which moving pictures are made.
pub struct GifQueue {
    pub(super) gif_renderer: GifRenderer,
    /// The lock under which one is made at a time: answers to moves need the other processors.
    pub(super) making: Semaphore,
    busy: Arc<Mutex<HashSet<UserId>>>,
    /// The places, each taken until its picture has been sent.
    places: Arc<Semaphore>,
    channels: Mutex<Buckets<ChannelId>>,
}

/// A user's one place in the queue; dropping it frees the place.
#[derive(Debug)]
pub struct Ticket {
    user: UserId,
    busy: Arc<Mutex<HashSet<UserId>>>,
    is_made: AtomicBool,
    _place: OwnedSemaphorePermit,
}

impl Ticket {
    /// Marks the picture as made: before it has been sent, its owner may ask for another one.
    pub fn made(&self) {
        if self.is_made.swap(true, Ordering::SeqCst) {
            return;
        }
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(&self.user);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.made();
    }
}

impl GifQueue {
    /// Creates an empty queue for `gif_renderer`, with a limit on one channel's pictures.
    pub fn new(gif_renderer: GifRenderer, in_a_channel: RateLimit) -> Self {
        GifQueue {
            gif_renderer,
            making: Semaphore::new(1),
            busy: Arc::default(),
            places: Arc::new(Semaphore::new(WAITING)),
            channels: Mutex::new(Buckets::new(in_a_channel)),
        }
    }

    /// Takes a place for a picture that is shown in a channel.
    ///
    /// # Errors
    /// The user has a place already, all are taken, or the channel's limit is reached.
    pub fn take_place(&self, user: UserId, channel: ChannelId) -> Result<Ticket, AppError> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.contains(&user) {
            return Err(AppError::Plain(texts::ONE_GIF.to_owned()));
        }
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return Err(AppError::Plain(texts::MANY_GIFS.to_owned()));
        };
        {
            let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
            if !channels.take(channel, Instant::now()) {
                return Err(AppError::Plain(texts::GIFS_HERE.to_owned()));
            }
        }
        busy.insert(user);
        Ok(Ticket {
            user,
            busy: Arc::clone(&self.busy),
            is_made: AtomicBool::new(false),
            _place: place,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::RenderError;

    fn queue(in_a_channel: RateLimit) -> GifQueue {
        GifQueue::new(Arc::new(|_, _| Err(RenderError::Nothing)), in_a_channel)
    }

    #[test]
    fn one_is_made_for_a_person_and_few_are_under_way_until_they_are_sent() {
        let queue = queue(RateLimit::UNLIMITED);
        let ask = |user| queue.take_place(UserId(user), ChannelId(1));
        let first = ask(1).unwrap();
        assert!(ask(1).is_err());
        first.made();
        let second = ask(1).unwrap();
        // The first one is sent, which gives the second one's owner no third.
        drop(first);
        assert!(ask(1).is_err());
        let others: Vec<_> = (2..=WAITING as u64)
            .map(|user| ask(user).unwrap())
            .collect();
        assert!(ask(100).is_err());
        second.made();
        assert!(ask(100).is_err(), "it is not sent yet");
        drop(second);
        assert!(ask(100).is_ok());
        drop(others);
    }

    #[test]
    fn a_channel_is_not_flooded_and_others_are_not_concerned() {
        let queue = queue(RateLimit::GIFS);
        let ask = |user, channel| queue.take_place(UserId(user), ChannelId(channel));
        let given = (1..50).filter(|user| ask(*user, 1).is_ok()).count();
        assert_eq!(given, RateLimit::GIFS.burst as usize);
        assert!(ask(1, 2).is_ok());
    }
}
