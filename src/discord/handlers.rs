//! Handlers: each makes an answer of a request, by the use cases of [`App`], with pictures and words.
//!
//! Nothing here sends anything: an [`Answer`] holds what the gateway sends.

mod announce;
mod answer;
mod autocomplete;
mod event;
mod gif;
mod gif_queue;
mod guide;
mod interactions;
mod lobby;
mod machine;
mod notice;
mod offers;
mod pictures;
mod play;
mod privacy_moderation;
mod rules_pages;
mod season;
mod solo;
mod tables;
mod task;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use serenity::model::Permissions;
use tokio::sync::Semaphore;

pub(super) use privacy_moderation::{moderator, must_manage, question};

pub use answer::{Answer, FollowUp, Keep, Response};
pub use gif::gif_renderer;
pub use gif_queue::GifRenderer;

use super::board::{self, RenderedBoard};
use super::custom_id::CustomId;
use super::reply::Reply;
use super::surroundings::Surroundings;
use super::texts;
use crate::app::{App, AppError, ListFilter, MatchRef, MatchView, Phase, Purpose, Request, Side};
use crate::discord::markdown::{cut, legible};
use crate::discord::rate_limit::RateLimit;
use crate::games;
use crate::match_state::{ChannelId, GameId, UserId};
use crate::metrics::{FailureKind, Metrics};
use crate::render::{self, RenderError, Theme};
use crate::rules::Options;
use crate::scene::{Scene, View};

/// The asker, and the place of the request.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// The request, for the use cases.
    pub request: Request,
    /// The kind of place.
    pub surroundings: Surroundings,
    /// True if a thread can be made in this channel.
    pub can_thread: bool,
    /// True if the bot may make no thread in this channel, which could have some.
    pub lacks_thread: bool,
    /// True if the request comes from a message that only the asker sees.
    pub in_private: bool,
    /// The asker's permissions in this channel, as Discord reports them; none in direct messages.
    pub holds: Permissions,
}

impl Asker {
    pub(super) fn here(&self) -> ChannelId {
        self.request.place.channel
    }

    /// True if the bot is a member of the asker's server.
    fn in_server(&self) -> bool {
        self.surroundings == Surroundings::Server
    }

    /// True if others read the channel.
    fn among_others(&self) -> bool {
        self.surroundings != Surroundings::Direct
    }

    /// Returns the way to keep an answer that reports a change to everybody.
    pub(super) fn keep(&self, channel: ChannelId) -> Option<Keep> {
        Some(match self.surroundings {
            Surroundings::Outside => Keep::Answer,
            Surroundings::Server | Surroundings::Direct => Keep::Post(channel),
        })
    }
}

/// The means by which the asker made a change that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum InvokedFrom {
    /// A command or a form.
    Words,
    /// A button below a board, which stays a board.
    Board,
    /// A button below a question to the asker alone, which the answer replaces.
    Question,
}

/// A function that draws a board as a PNG file.
pub type BoardRenderer = Arc<dyn Fn(&Scene) -> Result<Vec<u8>, RenderError> + Send + Sync>;

/// Returns the renderer of all pictures that people see.
pub fn board_renderer() -> BoardRenderer {
    Arc::new(|scene| render::png(scene, Theme::default()))
}

/// The handlers, which turn requests into answers.
pub struct Handlers {
    pub(super) app: App,
    board_renderer: BoardRenderer,
    gif_queue: gif_queue::GifQueue,
    drawing: Semaphore,
    metrics: Metrics,
    names: Mutex<Names>,
}

/// Names of the people met since the start. They are kept in memory alone.
#[derive(Default)]
struct Names {
    known: HashMap<UserId, String>,
    order: VecDeque<UserId>,
}

/// The most names that are remembered.
const NAMES: usize = 10_000;

impl Handlers {
    /// Creates handlers of `app` that draw as many pictures at once as there are processors, with the limit `gifs` on
    /// moving ones in a channel.
    pub fn new(
        app: App,
        board_renderer: BoardRenderer,
        gif_renderer: GifRenderer,
        gifs: RateLimit,
        metrics: Metrics,
    ) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Handlers {
            app,
            board_renderer,
            metrics,
            gif_queue: gif_queue::GifQueue::new(gif_renderer, gifs),
            drawing: Semaphore::new(processors),
            names: Mutex::default(),
        }
    }

    /// The use cases.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Draws one board of every game, so that nobody has to wait for drawing that is done once. The pictures are
    /// discarded and not counted.
    pub async fn warm_up(&self) {
        for kind in games::GAMES {
            if let Ok(game) = kind.new_game(&Options::new()) {
                let _ = self.try_draw(&game.scene(&View::default())).await;
            }
        }
    }

    /// Remembers a user's name, for lists that cannot show mentions.
    pub fn met(&self, user: UserId, name: &str) {
        let name = cut(legible(name).replace('\n', " ").trim(), 32);
        if name.is_empty() {
            return;
        }
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if names.known.insert(user, name).is_none() {
            names.order.push_back(user);
            if names.order.len() > NAMES
                && let Some(first) = names.order.pop_front()
            {
                names.known.remove(&first);
            }
        }
    }

    /// Forgets a user's name.
    fn forget_name(&self, user: UserId) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.known.remove(&user);
        names.order.retain(|known| *known != user);
    }

    fn name(&self, user: UserId) -> Option<String> {
        if user.is_machine() {
            return Some(texts::person(user));
        }
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.known.get(&user).cloned()
    }

    /// Returns the name of the thread of a match: with its players if the names of all are known.
    fn thread_name(&self, match_view: &MatchView) -> String {
        let mut players: Vec<UserId> = Vec::new();
        for user in match_view.seats.iter().filter_map(|(_, user)| *user) {
            if !players.contains(&user) {
                players.push(user);
            }
        }
        let names: Option<Vec<String>> = players.into_iter().map(|user| self.name(user)).collect();
        texts::thread_name(
            &match_view.title,
            match_view.game,
            &names.unwrap_or_default(),
        )
    }

    /// Returns a page of the asker's matches.
    pub(super) async fn games(
        &self,
        asker: Asker,
        filter: ListFilter,
        page: u16,
    ) -> Result<Reply, AppError> {
        let span = (u32::from(page) * board::LISTED, board::LISTED + 1);
        let listed = self.app.games_from(asker.request, &filter, span).await?;
        Ok(board::games(&listed, &filter, page, |user| self.name(user)))
    }

    /// Returns the further actions on a match that the asker can take.
    async fn more(&self, asker: Asker, game: GameId) -> Result<Answer, AppError> {
        let match_view = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None)
            .await?;
        if board::is_solo(&match_view) && match_view.phase == Phase::Playing {
            let (user, among) = (asker.request.user, asker.among_others());
            let more = board::solo_more(&match_view, user, among);
            return Ok(Answer::update(more));
        }
        Ok(Answer::say(board::more(&match_view, asker.request.user)))
    }

    pub(super) async fn history(&self, asker: Asker, which: MatchRef) -> Result<Answer, AppError> {
        let history = self.app.history(asker.request, which).await?;
        Ok(Answer::say(board::history(&history)))
    }

    pub(super) async fn resign(&self, asker: Asker, which: MatchRef) -> Result<Answer, AppError> {
        let game = self.app.find_match(asker.request, which, Purpose::Own);
        let game = game.await?;
        let look = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None);
        let match_view = look.await?;
        if let MatchRef::At(_, ply) = which
            && ply != match_view.ply
        {
            let gone_on = texts::gone_on(match_view.last.as_ref());
            return Err(AppError::Stale(gone_on));
        }
        if !matches!(match_view.phase, Phase::Playing) {
            return Err(AppError::Plain(texts::NOT_PLAYING.to_owned()));
        }
        let plays = |user: &Option<UserId>| *user == Some(asker.request.user);
        if !match_view.seats.iter().any(|(_, user)| plays(user)) {
            return Err(AppError::Plain(texts::NOT_A_PLAYER.to_owned()));
        }
        let mut mine = match_view.seats.iter().zip(&match_view.clocks);
        if mine.all(|((_, user), clock)| !plays(user) || clock.out) {
            return Err(AppError::Plain(texts::OUT_ALREADY.to_owned()));
        }
        let sure = board::resign(&match_view);
        Ok(
            match board::is_solo(&match_view) && matches!(which, MatchRef::At(..)) {
                true => Answer::update(sure),
                false => Answer::say(sure),
            },
        )
    }

    async fn resign_confirmed(&self, asker: Asker, which: MatchRef) -> Result<Answer, AppError> {
        let match_view = self.app.resign(asker.request, which).await?;
        let elsewhere = |home| texts::resigned_elsewhere(home);
        let announced = self.announce(
            asker,
            &match_view,
            texts::RESIGNED,
            elsewhere,
            InvokedFrom::Question,
        );
        Ok(announced.await)
    }

    /// Stores a match's home. A failure loses nothing: the next move stores it.
    pub async fn set_home(&self, game: GameId, home: ChannelId) {
        if let Err(error) = self.app.set_home(game, home).await {
            tracing::warn!(game = game.0, %error, "could not note where a match lives");
        }
    }

    /// Stores which message shows a match's open table. After a failure, it is not changed with the match.
    pub async fn set_lobby_message(&self, game: GameId, channel: ChannelId, message: u64) {
        if let Err(error) = self.app.set_lobby_message(game, channel, message).await {
            tracing::warn!(game = game.0, %error, "could not note which message shows a table");
        }
    }

    pub(super) fn draw<'a>(&'a self, match_view: &'a MatchView) -> BoxFuture<'a, RenderedBoard> {
        Box::pin(async move {
            // The game, and so its board, is not chosen yet.
            if !match_view.choices.is_empty() {
                return RenderedBoard::default();
            }
            RenderedBoard {
                board: self.picture(&match_view.scene).await,
            }
        })
    }

    /// Draws off the async threads. `None` if drawing fails or panics: the game goes on without a picture.
    pub(super) fn picture<'a>(&'a self, scene: &'a Scene) -> BoxFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let drawn = self.try_draw(scene).await;
            match &drawn {
                Some((_, took)) => self.metrics.drawn(*took),
                None => self.metrics.trouble(FailureKind::Picture),
            }
            drawn.map(|(bytes, _)| bytes)
        })
    }

    /// Draws a picture; returns it with the time it took, without waiting for others.
    async fn try_draw(&self, scene: &Scene) -> Option<(Vec<u8>, Duration)> {
        let _permit = self.drawing.acquire().await.ok()?;
        let (board_renderer, scene) = (Arc::clone(&self.board_renderer), scene.clone());
        let begun = Instant::now();
        match tokio::task::spawn_blocking(move || board_renderer(&scene)).await {
            Ok(Ok(bytes)) => Some((bytes, begun.elapsed())),
            Ok(Err(error)) => {
                tracing::error!(%error, "a picture could not be drawn");
                None
            }
            Err(error) => {
                tracing::error!(task = %error.id(), "drawing a picture crashed");
                None
            }
        }
    }
}

/// Returns the answer to a request that changed nothing.
pub(super) fn refused(refusal: AppError) -> Answer {
    match refusal {
        AppError::Repeated => Answer {
            first: Response::Nothing,
            then: None,
            keep: None,
        },
        AppError::Rules(rejection) => Answer::say(board::refused(&rejection, None)),
        AppError::WhichGame(listed) => Answer::say(board::which_game(&listed)),
        other => Answer::say(Reply::private(other.to_string())),
    }
}

/// The handlers, as several tasks share them.
pub type Shared = Arc<Handlers>;
