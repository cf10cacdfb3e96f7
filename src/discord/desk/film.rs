//! Moving pictures: made off the replies' path, one after the other, and one for each person at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::{Answer, Asker, Desk, First, Then};
use crate::app::{Film, Refusal, Rounds, Which};
use crate::discord::reply::{File, Reply};
use crate::discord::texts;
use crate::render::{self, Gif, RenderError, Theme};
use crate::scene::Scene;
use crate::table::UserId;

/// The largest file: Discord takes 10 MiB, the rest of the message included.
const LARGEST: usize = 10 * 1024 * 1024 - 64 * 1024;
/// How many people may have one under way, the waiting included.
const WAITING: usize = 16;

/// What makes a moving picture of at most so many bytes.
pub type Filmer = Arc<dyn Fn(&[Scene], usize) -> Result<Gif, RenderError> + Send + Sync>;

/// The filmer of all moving pictures that people see.
pub fn filmer() -> Filmer {
    Arc::new(|scenes, most| render::gif(scenes, Theme::default(), most))
}

/// Where moving pictures are made.
pub struct Studio {
    filmer: Filmer,
    /// One at a time: answers to moves need the other processors.
    camera: Semaphore,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

/// Somebody's one place in the studio; it is free again when this is dropped.
#[derive(Debug)]
pub struct Booking {
    user: UserId,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

impl Drop for Booking {
    fn drop(&mut self) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(&self.user);
    }
}

impl Studio {
    /// A studio in which `filmer` works.
    pub fn new(filmer: Filmer) -> Self {
        Studio {
            filmer,
            camera: Semaphore::new(1),
            busy: Arc::default(),
        }
    }

    fn book(&self, user: UserId) -> Result<Booking, Refusal> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.contains(&user) {
            return Err(Refusal::Plain(texts::ONE_FILM.to_owned()));
        }
        if busy.len() >= WAITING {
            return Err(Refusal::Plain(texts::MANY_FILMS.to_owned()));
        }
        busy.insert(user);
        Ok(Booking {
            user,
            busy: Arc::clone(&self.busy),
        })
    }
}

impl Desk {
    /// Begins a moving picture: what is refused is refused at once, the rest takes its time.
    pub(super) async fn film(
        &self,
        asker: Asker,
        which: Which,
        rounds: Rounds,
    ) -> Result<Answer, Refusal> {
        let booking = self.studio.book(asker.request.user)?;
        let scenes = self
            .app
            .scenes(asker.request, which, rounds, render::MOST_FRAMES);
        let film = scenes.await?;
        Ok(Answer {
            first: First::Wait,
            then: Some(Then::Film {
                film: Box::new(film),
                booking,
            }),
            keep: None,
        })
    }

    /// Makes a moving picture.
    pub async fn develop(&self, film: Film, booking: Booking) -> Reply {
        let Ok(_permit) = self.studio.camera.acquire().await else {
            return Reply::private(texts::NO_FILM);
        };
        let Film {
            game,
            title,
            from,
            to,
            positions,
            scenes,
            alt,
        } = film;
        let filmer = Arc::clone(&self.studio.filmer);
        let made = tokio::task::spawn_blocking(move || filmer(&scenes, LARGEST)).await;
        drop(booking);
        match made {
            Ok(Ok(Gif { file, frames })) => {
                let words = texts::film(&title, game, (from, to), frames, positions);
                let mut reply = Reply::public(words);
                reply.files.push(File {
                    name: "game.gif",
                    bytes: file,
                    alt,
                });
                reply
            }
            Ok(Err(RenderError::TooLong { .. })) => Reply::private(texts::FILM_TOO_LONG),
            Ok(Err(error)) => {
                tracing::error!(game = game.0, %error, "a moving picture could not be made");
                Reply::private(texts::NO_FILM)
            }
            Err(error) => {
                tracing::error!(game = game.0, task = %error.id(), "making a moving picture crashed");
                Reply::private(texts::NO_FILM)
            }
        }
    }
}
