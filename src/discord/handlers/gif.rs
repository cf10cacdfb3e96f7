//! Moving pictures: made off the replies' path, one after the other, and one for each person at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::{Answer, Asker, FollowUp, Handlers, Response};
use crate::app::{AppError, Frames, MatchRef, Rounds};
use crate::discord::reply::{File, Reply};
use crate::discord::texts;
use crate::match_state::UserId;
use crate::render::{self, Gif, RenderError, Theme};
use crate::scene::Scene;

/// The largest file: Discord takes 10 MiB, the rest of the message included.
const LARGEST: usize = 10 * 1024 * 1024 - 64 * 1024;
/// How many people may have one under way, the waiting included.
const WAITING: usize = 16;

/// What makes a moving picture of at most so many bytes.
pub type GifRenderer = Arc<dyn Fn(&[Scene], usize) -> Result<Gif, RenderError> + Send + Sync>;

/// The filmer of all moving pictures that people see.
pub fn gif_renderer() -> GifRenderer {
    Arc::new(|scenes, most| render::gif(scenes, Theme::default(), most))
}

/// Where moving pictures are made.
pub struct GifQueue {
    gif_renderer: GifRenderer,
    /// One at a time: answers to moves need the other processors.
    camera: Semaphore,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

/// Somebody's one place in the studio; it is free again when this is dropped.
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
    /// A studio in which `filmer` works.
    pub fn new(gif_renderer: GifRenderer) -> Self {
        GifQueue {
            gif_renderer,
            camera: Semaphore::new(1),
            busy: Arc::default(),
        }
    }

    fn book(&self, user: UserId) -> Result<Ticket, AppError> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.contains(&user) {
            return Err(AppError::Plain(texts::ONE_FILM.to_owned()));
        }
        if busy.len() >= WAITING {
            return Err(AppError::Plain(texts::MANY_FILMS.to_owned()));
        }
        busy.insert(user);
        Ok(Ticket {
            user,
            busy: Arc::clone(&self.busy),
        })
    }
}

impl Handlers {
    /// Begins a moving picture: what is refused is refused at once, the rest takes its time.
    pub(super) async fn film(
        &self,
        asker: Asker,
        which: MatchRef,
        rounds: Rounds,
    ) -> Result<Answer, AppError> {
        let booking = self.studio.book(asker.request.user)?;
        let scenes = self
            .app
            .scenes(asker.request, which, rounds, render::MOST_FRAMES);
        let film = scenes.await?;
        Ok(Answer {
            first: Response::Wait,
            then: Some(FollowUp::Gif {
                film: Box::new(film),
                booking,
            }),
            keep: None,
        })
    }

    /// Makes a moving picture.
    pub async fn render_gif(&self, film: Frames, booking: Ticket) -> Reply {
        let Ok(_permit) = self.studio.camera.acquire().await else {
            return Reply::private(texts::NO_FILM);
        };
        let Frames {
            game,
            title,
            from,
            to,
            positions,
            scenes,
            alt,
        } = film;
        let gif_renderer = Arc::clone(&self.studio.gif_renderer);
        let made = tokio::task::spawn_blocking(move || gif_renderer(&scenes, LARGEST)).await;
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
