//! Who waits for a moving picture: one for each person at a time, and one is made after the other.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::app::AppError;
use crate::discord::texts;
use crate::match_state::UserId;
use crate::render::{Gif, RenderError};
use crate::scene::Scene;

/// How many people may have one under way, the waiting included.
const WAITING: usize = 16;

/// What makes a moving picture of at most so many bytes.
pub type GifRenderer = Arc<dyn Fn(&[Scene], usize) -> Result<Gif, RenderError> + Send + Sync>;

/// Where moving pictures are made.
pub struct GifQueue {
    pub(super) gif_renderer: GifRenderer,
    /// One is made at a time: answers to moves need the other processors.
    pub(super) making: Semaphore,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

/// Somebody's one place in the queue; it is free again when this is dropped.
#[derive(Debug)]
pub struct Ticket {
    user: UserId,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(&self.user);
    }
}

impl GifQueue {
    /// An empty queue for `gif_renderer`.
    pub fn new(gif_renderer: GifRenderer) -> Self {
        GifQueue {
            gif_renderer,
            making: Semaphore::new(1),
            busy: Arc::default(),
        }
    }

    /// # Errors
    /// Somebody has a place already, or all are taken.
    pub fn take_place(&self, user: UserId) -> Result<Ticket, AppError> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.contains(&user) {
            return Err(AppError::Plain(texts::ONE_GIF.to_owned()));
        }
        if busy.len() >= WAITING {
            return Err(AppError::Plain(texts::MANY_GIFS.to_owned()));
        }
        busy.insert(user);
        Ok(Ticket {
            user,
            busy: Arc::clone(&self.busy),
        })
    }
}
