//! Moving pictures: made after the answer, one at a time, and one for each person at a time.

use std::sync::Arc;

use super::gif_queue::{GifRenderer, Ticket};
use super::{Answer, Asker, FollowUp, Handlers, Response};
use crate::app::{AppError, Frames, MatchRef, Rounds};
use crate::discord::reply::{File, Reply};
use crate::discord::texts;
use crate::render::{self, Gif, RenderError, Theme};
use crate::scene::Scene;

/// The largest file in bytes: Discord takes 10 MiB, the rest of the message included.
const LARGEST: usize = 10 * 1024 * 1024 - 64 * 1024;
/// Returns the renderer of the moving pictures that people see.
pub fn gif_renderer() -> GifRenderer {
    Arc::new(|scenes, most| render::gif(scenes, Theme::default(), most))
}

impl Handlers {
    /// Begins a moving picture: refuses at once, or leaves the work to the follow-up.
    pub(in crate::discord) async fn gif(
        &self,
        asker: Asker,
        which: MatchRef,
        rounds: Rounds,
    ) -> Result<Answer, AppError> {
        let ticket = self
            .gif_queue
            .take_place(asker.request.user, asker.request.place.channel)?;
        let scenes = self
            .app
            .scenes(asker.request, which, rounds, render::MOST_FRAMES);
        let frames = scenes.await?;
        Ok(Answer {
            first: Response::Wait,
            then: Some(FollowUp::Gif {
                frames: Box::new(frames),
                ticket,
            }),
            keep: None,
        })
    }

    /// Makes a moving picture of a few scenes; `None` if it cannot be made.
    pub(super) async fn short_gif(&self, scenes: Vec<Scene>) -> Option<Vec<u8>> {
        let _permit = self.gif_queue.making.acquire().await.ok()?;
        let gif_renderer = Arc::clone(&self.gif_queue.gif_renderer);
        let made = tokio::task::spawn_blocking(move || gif_renderer(&scenes, LARGEST)).await;
        let made = made.map_err(|error| error.to_string());
        let made = made.and_then(|made| made.map_err(|error| error.to_string()));
        let made = made.inspect_err(|error| {
            tracing::error!(%error, "a moving picture could not be made");
        });
        made.ok().map(|gif| gif.file)
    }

    /// Makes a moving picture. Its place in the queue is taken until it has been sent.
    pub async fn render_gif(&self, frames: Frames, ticket: &Ticket) -> Reply {
        let Ok(_permit) = self.gif_queue.making.acquire().await else {
            return Reply::private(texts::NO_GIF);
        };
        let Frames {
            game,
            title,
            from,
            to,
            positions,
            scenes,
            alt,
        } = frames;
        let gif_renderer = Arc::clone(&self.gif_queue.gif_renderer);
        let made = tokio::task::spawn_blocking(move || gif_renderer(&scenes, LARGEST)).await;
        ticket.made();
        match made {
            Ok(Ok(Gif { file, frames })) => {
                let words = texts::gif(&title, game, (from, to), frames, positions);
                let mut reply = Reply::public(words);
                reply.files.push(File {
                    name: "game.gif",
                    bytes: file,
                    alt,
                });
                reply
            }
            Ok(Err(RenderError::TooLong { .. })) => Reply::private(texts::GIF_TOO_LONG),
            Ok(Err(error)) => {
                tracing::error!(game = game.0, %error, "a moving picture could not be made");
                Reply::private(texts::NO_GIF)
            }
            Err(error) => {
                tracing::error!(game = game.0, task = %error.id(), "making a moving picture crashed");
                Reply::private(texts::NO_GIF)
            }
        }
    }
}
