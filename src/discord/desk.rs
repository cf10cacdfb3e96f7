//! Where what somebody asks for becomes an answer: the use cases of [`App`], pictures, and what is to be said.
//!
//! Nothing here sends anything: an [`Answer`] says what is to be sent.

mod care;
mod film;
mod hear;
mod lobby;
mod machine;
mod months;
mod notice;
mod pictures;
mod play;
mod server;
mod suggest;
mod task;
mod teach;
mod think;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serenity::model::Permissions;
use tokio::sync::Semaphore;

pub use film::{Booking, Filmer, filmer};

use super::board::{self, Drawn};
use super::press::{Path, Press};
use super::reply::{Question, Reply, cut};
use super::request::Asked;
use super::texts;
use crate::app::{App, Film, Phase, Purpose, Refusal, Request, Shown, Side, Which};
use crate::games;
use crate::metrics::{Metrics, Trouble};
use crate::render::{self, RenderError, Theme};
use crate::rules::Options;
use crate::scene::{Scene, View};
use crate::table::{ChannelId, GameId, UserId};

/// What is to be sent.
#[derive(Debug)]
pub struct Answer {
    /// To the one who asked.
    pub first: First,
    /// Afterwards.
    pub then: Option<Then>,
    /// Where the first answer is to be posted if it cannot be given as one: it tells of something that happened.
    pub keep: Option<ChannelId>,
}

/// What the one who asked gets.
#[derive(Debug)]
pub enum First {
    /// A message.
    Say(Reply),
    /// Another message in the place of the one that the button is on.
    Update(Reply),
    /// That it takes a while: what happens afterwards brings the answer.
    Wait,
    /// The form for the text of a match.
    Form,
    /// A form with one line.
    Ask(Question),
    /// Nothing: this very request has been answered before.
    Nothing,
}

/// What happens afterwards.
#[derive(Debug)]
pub enum Then {
    /// The board goes to where the match lives.
    Post {
        /// There.
        home: ChannelId,
        /// The board.
        reply: Reply,
    },
    /// The table goes to where tables are posted.
    Table {
        /// Which match's.
        game: GameId,
        /// There.
        lobby: ChannelId,
        /// The table.
        reply: Reply,
    },
    /// The answer shows an open table: which message it is, is noted.
    Sign {
        /// Which match's.
        game: GameId,
        /// Where it is.
        channel: ChannelId,
    },
    /// A message that shows an open table, which is not open any more, says so.
    Settle {
        /// Where it is.
        channel: ChannelId,
        /// Its snowflake.
        message: u64,
        /// What it says now.
        reply: Reply,
    },
    /// A match begins: it gets a thread below the table's message where one is wanted, and its first board.
    Begin {
        /// Which match.
        game: GameId,
        /// Where its table is.
        channel: ChannelId,
        /// The thread's name, if it is to have one.
        thread: Option<String>,
        /// The board.
        reply: Reply,
    },
    /// The asker's moves in a game that is over are looked at.
    Review {
        /// Who asks.
        request: Request,
        /// Which game.
        game: GameId,
    },
    /// A moving picture is made.
    Film {
        /// What it shows.
        film: Box<Film>,
        /// The asker's place in the queue.
        booking: Booking,
    },
}

impl Then {
    /// Whether it brings what everybody is to see of what has been done.
    pub fn shows(&self) -> bool {
        matches!(
            self,
            Then::Post { .. } | Then::Table { .. } | Then::Begin { .. }
        )
    }
}

/// Who asks, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// The request, for the use cases.
    pub request: Request,
    /// Whether a thread can be made in this channel.
    pub can_thread: bool,
    /// Whether it was a button of a message that only the asker sees.
    pub in_private: bool,
    /// What the asker may do in this channel, as Discord says; nothing in direct messages.
    pub holds: Permissions,
}

impl Asker {
    fn here(&self) -> ChannelId {
        self.request.place.channel
    }

    fn in_guild(&self) -> bool {
        self.request.place.guild.is_some()
    }
}

/// What somebody used to ask for something that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Used {
    /// A command or a form.
    Words,
    /// A button below a board, which goes on to be one.
    Board,
    /// A button below a question to the asker alone, which is answered by it.
    Question,
}

/// What draws a board as a PNG file.
pub type Painter = Arc<dyn Fn(&Scene) -> Result<Vec<u8>, RenderError> + Send + Sync>;

/// The painter of all pictures that people see.
pub fn painter() -> Painter {
    Arc::new(|scene| render::png(scene, Theme::default()))
}

/// Turns requests into answers.
pub struct Desk {
    app: App,
    painter: Painter,
    studio: film::Studio,
    drawing: Semaphore,
    metrics: Metrics,
    names: Mutex<Names>,
}

/// How people are called, as far as they have been met since the start. It is kept in memory alone.
#[derive(Default)]
struct Names {
    known: HashMap<UserId, String>,
    order: VecDeque<UserId>,
}

/// How many names are remembered.
const NAMES: usize = 10_000;

impl Answer {
    /// Only words, only to the one who asked.
    pub fn say(reply: Reply) -> Self {
        Answer {
            first: First::Say(reply),
            then: None,
            keep: None,
        }
    }

    /// With something that happens afterwards.
    fn and(self, then: Then) -> Self {
        Answer {
            then: Some(then),
            ..self
        }
    }

    fn update(reply: Reply) -> Self {
        Answer {
            first: First::Update(reply),
            then: None,
            keep: None,
        }
    }

    /// The same without anything done to the message that the button is on: others see it, and the button is not one
    /// that belongs on it. What would take its place is said to the one who asked alone.
    pub fn aside(self) -> Self {
        let first = match self.first {
            First::Update(reply) => First::Say(Reply {
                private: true,
                pings: Vec::new(),
                roles: Vec::new(),
                ..reply
            }),
            first => first,
        };
        let then = match self.then {
            Some(Then::Sign { .. }) => None,
            Some(Then::Begin {
                game,
                channel,
                reply,
                ..
            }) => Some(Then::Begin {
                game,
                channel,
                thread: None,
                reply,
            }),
            then => then,
        };
        Answer {
            first,
            then,
            keep: self.keep,
        }
    }
}

impl Desk {
    /// A desk for `app`, which draws as many pictures at once as there are processors.
    pub fn new(app: App, painter: Painter, filmer: Filmer, metrics: Metrics) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Desk {
            app,
            painter,
            metrics,
            studio: film::Studio::new(filmer),
            drawing: Semaphore::new(processors),
            names: Mutex::default(),
        }
    }

    /// Draws one board of every game, so that nobody has to wait for what is made once.
    pub async fn warm_up(&self) {
        for kind in games::GAMES {
            if let Ok(game) = kind.new_game(&Options::new()) {
                self.picture(&game.scene(&View::default())).await;
            }
        }
    }

    /// Remembers how somebody is called, for lists that cannot show mentions.
    pub fn met(&self, user: UserId, name: &str) {
        let name: String = cut(name, 32).chars().filter(|c| !c.is_control()).collect();
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

    /// Forgets how somebody is called.
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

    /// Answers a slash command.
    pub async fn command(&self, asker: Asker, asked: Asked) -> Answer {
        let done = match asked {
            Asked::New { new, thread, terms } => self.open(asker, new, thread, &terms).await,
            Asked::Move { which, text } => self.play(asker, which, &text).await,
            Asked::Months(deed) => self.months(asker, deed).await,
            Asked::Board { which, piece } => {
                self.own_board(asker, which, piece.as_deref(), None).await
            }
            Asked::Games => match self.app.games(asker.request).await {
                Ok(listed) => Ok(Answer::say(board::games(&listed, |user| self.name(user)))),
                Err(refusal) => Err(refusal),
            },
            Asked::History { which } => self.history(asker, which).await,
            Asked::Gif { which, rounds } => self.film(asker, which, rounds).await,
            Asked::Rules { game, topic } => self.rules(asker, game, topic).await,
            Asked::Resign { which } => self.resign(asker, which).await,
            Asked::Play(asked) => self.play_asked(asker, asked).await,
            Asked::Server(asked) => self.server(asker, asked).await,
            Asked::Privacy(asked) => self.privacy(asker, asked).await,
            Asked::Moderate(asked) => self.moderate(asker, asked).await,
            Asked::Task(asked) => self.tasks(asker, asked).await,
            Asked::Challenge(user) => Ok(Answer::say(board::challenge(games::GAMES, user))),
            Asked::Help => Ok(Answer::say(Reply::private(texts::help(games::GAMES)))),
        };
        done.unwrap_or_else(refused)
    }

    /// Answers a press of a button or a choice from a menu. `message` is the text of the message that it is on.
    pub async fn press(&self, asker: Asker, press: Press, message: &str) -> Answer {
        let done = match press {
            Press::Join { game, seat, thread } => self.join(asker, game, seat, thread).await,
            Press::Leave { game, thread } => self.leave(asker, game, thread).await,
            Press::Close { game } => self.close(asker, game).await,
            Press::View { game, ply } => {
                self.own_board(asker, Which::Game(game), None, Some(ply))
                    .await
            }
            Press::Choose {
                game,
                ply,
                path,
                page,
            } => {
                let which = Which::At(game, ply);
                self.choose(asker, which, &path, page)
                    .await
                    .map(Answer::update)
            }
            Press::Start { game, ply } => {
                let which = Which::At(game, ply);
                self.choose(asker, which, &Path::default(), 0)
                    .await
                    .map(Answer::say)
            }
            Press::Another { game, ply } => {
                let which = Which::At(game, ply);
                self.choose(asker, which, &Path::default(), 0)
                    .await
                    .map(Answer::update)
            }
            Press::Go { game, ply, path } => {
                let which = Which::At(game, ply);
                match self.app.steps(asker.request, which, &path.0).await {
                    Ok(steps) if steps.whole => {
                        self.make_move(asker, which, &steps.text, Used::Question)
                            .await
                    }
                    Ok(_) => self
                        .choose(asker, which, &path, 0)
                        .await
                        .map(Answer::update),
                    Err(refusal) => Err(refusal),
                }
            }
            Press::Play { game, ply, text } => {
                self.make_move(asker, Which::At(game, ply), &text, Used::Question)
                    .await
            }
            Press::Larger { game, ply } => {
                let which = Which::At(game, ply);
                self.larger(asker, which, 0).await.map(Answer::say)
            }
            Press::Part { game, ply, part } => {
                let which = Which::At(game, ply);
                let part = usize::from(part);
                self.larger(asker, which, part).await.map(Answer::update)
            }
            Press::Pieces { game } => self.pieces(asker, game).await,
            Press::SetTable {
                game,
                thread,
                setting,
                value,
            } => {
                self.change_table(asker, (game, thread), setting, &value)
                    .await
            }
            Press::Challenge { key, user } => self.challenge(asker, key, user).await,
            Press::More { game, .. } => self.more(asker, game).await,
            Press::See { game, ply, text } => self.see(asker, game, ply, &text).await,
            Press::Moves { game } => self.history(asker, Which::Game(game)).await,
            Press::Resign { game, ply } => self.resign(asker, Which::At(game, ply)).await,
            Press::ResignYes { game, ply } => {
                match self.app.resign(asker.request, Which::At(game, ply)).await {
                    Ok(shown) => {
                        let words = |home| texts::resigned_elsewhere(home);
                        Ok(self
                            .announce(asker, &shown, texts::RESIGNED, words, Used::Question)
                            .await)
                    }
                    Err(refusal) => Err(refusal),
                }
            }
            Press::Task(press) => self.press_task(asker, press).await,
            Press::Machine(press) => self.press_machine(asker, press).await,
            Press::Cancel => Ok(Answer::update(Reply::private(texts::NOT_RESIGNED))),
            Press::Erase => self.erase(asker).await,
            Press::EndGame { game, ply } => self.end_game(asker, game, ply).await,
            Press::Nothing => Ok(self.spared(asker)),
            Press::Learn { key } => Ok(self.page(&key, 0, false).await),
            Press::Rules { key, page } => Ok(self.page(&key, usize::from(page), true).await),
            // These are menus, which `request::press` has turned into what they choose.
            Press::Offer { game, ply, kind } => {
                self.offer(asker, Which::At(game, ply), kind, Used::Board)
                    .await
            }
            Press::Decline { game, ply, kind } => {
                self.decline(asker, Which::At(game, ply), kind).await
            }
            Press::Claim { game, ply } => self.claim(asker, Which::At(game, ply), false).await,
            Press::Gift { game, ply } => self.claim(asker, Which::At(game, ply), true).await,
            Press::Take { game, seat } => self.take_seat(asker, game, Some(seat)).await,
            Press::Explore { game, .. } => self
                .explore(asker, Which::Game(game), &[], 0, "")
                .await
                .map(Answer::say),
            Press::Look { game, ply, at } => {
                let line = board::line_of(message);
                let which = Which::At(game, ply);
                self.explore(asker, which, &line, usize::from(at), "")
                    .await
                    .map(Answer::update)
            }
            Press::Try {
                game,
                ply,
                at,
                text,
            } => {
                self.try_move(asker, (game, ply), usize::from(at), &text, message)
                    .await
            }
            Press::PlayLine { game, ply } => self.play_line(asker, (game, ply), message).await,
            Press::PlanLine { game, ply } => self.plan_line(asker, (game, ply), message).await,
            Press::Planned { game } => self.planned(asker, game, None).await,
            Press::PlanPick { game, line, .. } => self.planned(asker, game, Some(line)).await,
            Press::PlanEdit {
                game,
                ply,
                line,
                edit,
            } => {
                let which = Which::At(game, ply);
                match self.app.edit_plan(asker.request, which, line, edit).await {
                    Ok(plan) => Ok(Answer::update(board::plan(&plan))),
                    Err(refusal) => Err(refusal),
                }
            }
            Press::Pick { .. }
            | Press::RulesMenu { .. }
            | Press::Show
            | Press::TryMenu { .. }
            | Press::TableMenu { .. }
            | Press::PlanMenu { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        };
        done.unwrap_or_else(refused)
    }

    /// Tells of something that changed a match: at its home with the first answer, if that is here; from elsewhere,
    /// the asker gets the board and the home gets it too.
    async fn announce(
        &self,
        asker: Asker,
        shown: &Shown,
        done: &str,
        elsewhere: impl Fn(ChannelId) -> String,
        used: Used,
    ) -> Answer {
        if shown.private {
            return self.privately(asker, shown, &[], used).await;
        }
        if shown.hidden {
            // A moderator hides the match: its board is for its players alone, who are told of it by themselves.
            return self.privately(asker, shown, &[done.to_owned()], used).await;
        }
        let home = match shown.home {
            Some(home) => Some(home),
            None if asker.in_guild() => {
                self.settle(shown.game, asker.here()).await;
                Some(asker.here())
            }
            None => None,
        };
        let drawn = self.draw(shown).await;
        match home {
            // The question is closed, so that its buttons are not pressed again.
            Some(home) if home == asker.here() && used == Used::Question && asker.in_private => {
                Answer {
                    first: First::Update(Reply::private(done)),
                    then: Some(Then::Post {
                        home,
                        reply: board::board(shown, drawn),
                    }),
                    keep: None,
                }
            }
            Some(home) if home == asker.here() => Answer {
                first: First::Say(board::board(shown, drawn)),
                then: None,
                keep: Some(home),
            },
            Some(home) => {
                let notes = [elsewhere(home)];
                let mut own = board::own(shown, drawn.clone(), &notes, asker.request.user);
                own.private = asker.in_guild();
                Answer {
                    first: if used != Used::Words {
                        First::Update(own)
                    } else {
                        First::Say(own)
                    },
                    then: Some(Then::Post {
                        home,
                        reply: board::board(shown, drawn),
                    }),
                    keep: None,
                }
            }
            None => {
                let notes = [done.to_owned()];
                let mut own = board::own(shown, drawn, &notes, asker.request.user);
                own.private = asker.in_guild();
                Answer::say(own)
            }
        }
    }

    /// Tells of something that changed an analysis board: its player, and nobody else.
    async fn privately(&self, asker: Asker, shown: &Shown, notes: &[String], used: Used) -> Answer {
        let mut own = board::own(shown, self.draw(shown).await, notes, asker.request.user);
        own.private = asker.in_guild();
        match used {
            Used::Board | Used::Question if asker.in_private => Answer::update(own),
            _ => Answer::say(own),
        }
    }

    async fn own_board(
        &self,
        asker: Asker,
        which: Which,
        piece: Option<&str>,
        ply: Option<u32>,
    ) -> Result<Answer, Refusal> {
        let shown = self
            .app
            .show(asker.request, which, Side::Own, piece)
            .await?;
        let drawn = self.draw(&shown).await;
        let mut notes = Vec::new();
        if piece.is_some() && !board::marks_a_piece(&shown.scene) {
            notes.push(texts::NO_SUCH_PIECE.to_owned());
        }
        if ply.is_some_and(|ply| ply < shown.ply) {
            let last = shown
                .last
                .as_ref()
                .map(|last| (last.seat.as_str(), last.display.as_str()));
            notes.push(texts::gone_on(last));
        }
        let user = asker.request.user;
        Ok(Answer::say(board::own(&shown, drawn, &notes, user)))
    }

    /// What else the asker can do about a match.
    async fn more(&self, asker: Asker, game: GameId) -> Result<Answer, Refusal> {
        let shown = self
            .app
            .show(asker.request, Which::Game(game), Side::Own, None)
            .await?;
        Ok(Answer::say(board::more(&shown, asker.request.user)))
    }

    async fn choose(
        &self,
        asker: Asker,
        which: Which,
        path: &Path,
        page: u16,
    ) -> Result<Reply, Refusal> {
        let steps = self.app.steps(asker.request, which, &path.0).await?;
        let drawn = match &steps.preview {
            Some(scene) => self.picture(scene).await,
            None => None,
        };
        Ok(board::steps(&steps, path, usize::from(page), drawn))
    }

    async fn history(&self, asker: Asker, which: Which) -> Result<Answer, Refusal> {
        let history = self.app.history(asker.request, which).await?;
        Ok(Answer::say(board::history(&history)))
    }

    async fn resign(&self, asker: Asker, which: Which) -> Result<Answer, Refusal> {
        let meant = self.app.meant(asker.request, which, Purpose::Resign);
        let (game, _) = meant.await?;
        let look = self
            .app
            .show(asker.request, Which::Game(game), Side::Own, None);
        let shown = look.await?;
        if let Which::At(_, ply) = which
            && ply != shown.ply
        {
            let last = shown
                .last
                .as_ref()
                .map(|last| (last.seat.as_str(), last.display.as_str()));
            return Err(Refusal::Stale(texts::gone_on(last)));
        }
        if !matches!(shown.phase, Phase::Playing) {
            return Err(Refusal::Plain(texts::NOT_PLAYING.to_owned()));
        }
        let plays = |user: &Option<UserId>| *user == Some(asker.request.user);
        if !shown.seats.iter().any(|(_, user)| plays(user)) {
            return Err(Refusal::Plain(texts::NOT_A_PLAYER.to_owned()));
        }
        let mut mine = shown.seats.iter().zip(&shown.clocks);
        if mine.all(|((_, user), clock)| !plays(user) || clock.out) {
            return Err(Refusal::Plain(texts::OUT_ALREADY.to_owned()));
        }
        Ok(Answer::say(board::resign(&shown)))
    }

    /// Notes where a match lives. That it could not be noted loses nothing: the next move notes it.
    pub async fn settle(&self, game: GameId, home: ChannelId) {
        if let Err(error) = self.app.settle(game, home).await {
            tracing::warn!(game = game.0, %error, "could not note where a match lives");
        }
    }

    /// Notes which message shows a match's open table. Where that fails, it will not be changed by itself.
    pub async fn sign(&self, game: GameId, channel: ChannelId, message: u64) {
        if let Err(error) = self.app.sign(game, channel, message).await {
            tracing::warn!(game = game.0, %error, "could not note which message shows a table");
        }
    }

    async fn draw(&self, shown: &Shown) -> Drawn {
        Drawn {
            board: self.picture(&shown.scene).await,
        }
    }

    /// Draws off the async threads. `None` where drawing fails or panics: the game goes on without a picture.
    async fn picture(&self, scene: &Scene) -> Option<Vec<u8>> {
        let _permit = self.drawing.acquire().await.ok()?;
        let (painter, scene) = (Arc::clone(&self.painter), scene.clone());
        let begun = Instant::now();
        match tokio::task::spawn_blocking(move || painter(&scene)).await {
            Ok(Ok(bytes)) => {
                self.metrics.drawn(begun.elapsed());
                Some(bytes)
            }
            Ok(Err(error)) => {
                self.metrics.trouble(Trouble::Picture);
                tracing::error!(%error, "a picture could not be drawn");
                None
            }
            Err(error) => {
                self.metrics.trouble(Trouble::Picture);
                tracing::error!(task = %error.id(), "drawing a picture crashed");
                None
            }
        }
    }
}

/// A request that changed nothing.
fn refused(refusal: Refusal) -> Answer {
    match refusal {
        Refusal::Repeated => Answer {
            first: First::Nothing,
            then: None,
            keep: None,
        },
        Refusal::Rules(rejection) => Answer::say(board::refused(&rejection, None)),
        Refusal::WhichGame(listed) => Answer::say(board::which_game(&listed)),
        other => Answer::say(Reply::private(other.to_string())),
    }
}

/// A desk that several tasks sit at.
pub type Shared = Arc<Desk>;
