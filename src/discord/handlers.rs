//! Where what somebody asks for becomes an answer: the use cases of [`App`], pictures, and what is to be said.
//!
//! Nothing here sends anything: an [`Answer`] says what is to be sent.

mod autocomplete;
mod correspondence;
mod explore;
mod gif;
mod interactions;
mod lobby;
mod machine;
mod notice;
mod pictures;
mod play;
mod privacy_moderation;
mod rules_pages;
mod server;
mod tables;
mod task;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serenity::model::Permissions;
use tokio::sync::Semaphore;

pub use gif::{GifRenderer, Ticket, gif_renderer};

use super::board::{self, RenderedBoard};
use super::commands;
use super::custom_id::{CustomId, Path};
use super::reply::{Question, Reply};
use super::request::Command;
use super::surroundings::Surroundings;
use super::texts;
use crate::app::{App, AppError, Frames, MatchRef, MatchView, Phase, Purpose, Request, Side};
use crate::discord::markdown::cut;
use crate::games;
use crate::match_state::{ChannelId, GameId, UserId};
use crate::metrics::{FailureKind, Metrics};
use crate::render::{self, RenderError, Theme};
use crate::rules::Options;
use crate::scene::{Scene, View};

/// What is to be sent.
#[derive(Debug)]
pub struct Answer {
    /// To the one who asked.
    pub first: Response,
    /// Afterwards.
    pub then: Option<FollowUp>,
    /// Where the first answer tells everybody of something that happened.
    pub keep: Option<Keep>,
}

/// Where a first answer tells everybody of something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In a channel, where it is posted if it cannot be given as an answer.
    Post(ChannelId),
    /// Where the bot can only answer.
    Answer,
}

/// What the one who asked gets.
#[derive(Debug)]
pub enum Response {
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
pub enum FollowUp {
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
    SetLobbyMessage {
        /// Which match's.
        game: GameId,
        /// Where it is.
        channel: ChannelId,
    },
    /// A message that shows an open table, which is not open any more, says so.
    SetHome {
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
    /// The board follows the answer, where the bot can only answer.
    Here {
        /// The board.
        reply: Reply,
    },
    /// A match begins at a table that somebody has joined from elsewhere.
    BeginThere {
        /// Which match.
        game: GameId,
        /// Where its table is.
        channel: ChannelId,
        /// The table's message (a snowflake), which gets the match's thread if it asks for one, and what it says now.
        table: Option<(u64, Reply)>,
        /// The thread's name.
        thread: String,
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
    Gif {
        /// What it shows.
        film: Box<Frames>,
        /// The asker's place in the queue.
        booking: Ticket,
    },
}

impl FollowUp {
    /// Whether it brings what everybody is to see of what has been done.
    pub fn shows(&self) -> bool {
        matches!(
            self,
            FollowUp::Post { .. }
                | FollowUp::Table { .. }
                | FollowUp::Begin { .. }
                | FollowUp::BeginThere { .. }
                | FollowUp::Here { .. }
        )
    }
}

/// Who asks, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// The request, for the use cases.
    pub request: Request,
    /// What kind of place that is.
    pub surroundings: Surroundings,
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

    /// Whether the bot is a member of the server they ask from.
    fn in_server(&self) -> bool {
        self.surroundings == Surroundings::Server
    }

    /// Whether others read there.
    fn among_others(&self) -> bool {
        self.surroundings != Surroundings::Direct
    }

    /// Where an answer tells everybody of something that happened.
    fn keep(&self, channel: ChannelId) -> Option<Keep> {
        Some(match self.surroundings {
            Surroundings::Outside => Keep::Answer,
            Surroundings::Server | Surroundings::Direct => Keep::Post(channel),
        })
    }
}

/// What somebody used to ask for something that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvokedFrom {
    /// A command or a form.
    Words,
    /// A button below a board, which goes on to be one.
    Board,
    /// A button below a question to the asker alone, which is answered by it.
    Question,
}

/// What draws a board as a PNG file.
pub type BoardRenderer = Arc<dyn Fn(&Scene) -> Result<Vec<u8>, RenderError> + Send + Sync>;

/// The painter of all pictures that people see.
pub fn board_renderer() -> BoardRenderer {
    Arc::new(|scene| render::png(scene, Theme::default()))
}

/// Turns requests into answers.
pub struct Handlers {
    pub(super) app: App,
    board_renderer: BoardRenderer,
    studio: gif::GifQueue,
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
            first: Response::Say(reply),
            then: None,
            keep: None,
        }
    }

    /// With something that happens afterwards.
    fn and(self, then: FollowUp) -> Self {
        Answer {
            then: Some(then),
            ..self
        }
    }

    fn update(reply: Reply) -> Self {
        Answer {
            first: Response::Update(reply),
            then: None,
            keep: None,
        }
    }

    /// The same without anything done to the message that the button is on: others see it, and the button is not one
    /// that belongs on it. What would take its place is said to the one who asked alone.
    pub fn aside(self) -> Self {
        let first = match self.first {
            Response::Update(reply) => Response::Say(Reply {
                private: true,
                pings: Vec::new(),
                roles: Vec::new(),
                ..reply
            }),
            first => first,
        };
        let then = match self.then {
            Some(FollowUp::SetLobbyMessage { .. }) => None,
            Some(FollowUp::Begin {
                game,
                channel,
                reply,
                ..
            }) => Some(FollowUp::Begin {
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

impl Handlers {
    /// A desk for `app`, which draws as many pictures at once as there are processors.
    pub fn new(
        app: App,
        board_renderer: BoardRenderer,
        gif_renderer: GifRenderer,
        metrics: Metrics,
    ) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Handlers {
            app,
            board_renderer,
            metrics,
            studio: gif::GifQueue::new(gif_renderer),
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
    pub async fn command(&self, asker: Asker, parsed: Command) -> Answer {
        let done = match parsed {
            Command::New { new, thread, terms } => self.open(asker, new, thread, &terms).await,
            Command::Move { which, text } => self.play(asker, which, &text).await,
            Command::Correspondence(action) => self.months(asker, action).await,
            Command::Board { which, piece } => {
                self.own_board(asker, which, piece.as_deref(), None).await
            }
            Command::Tables => self.tables(asker, 0).await.map(Answer::say),
            Command::Seek => Ok(Answer::say(board::seek())),
            Command::Games => self.games(asker, 0).await.map(Answer::say),
            Command::History { which } => self.history(asker, which).await,
            Command::Gif { which, rounds } => self.film(asker, which, rounds).await,
            Command::Rules { game, topic } => self.rules(asker, game, topic).await,
            Command::Resign { which } => self.resign(asker, which).await,
            Command::Play(parsed) => self.play_asked(asker, parsed).await,
            Command::Server(parsed) => self.server(asker, parsed).await,
            Command::Privacy(parsed) => self.privacy(asker, parsed).await,
            Command::Moderate(parsed) => self.moderate(asker, parsed).await,
            Command::Task(parsed) => self.tasks(asker, parsed).await,
            Command::Challenge(user) => Ok(Answer::say(board::challenge(games::GAMES, user))),
            Command::Help => Ok(Answer::say(Reply::private(texts::help(games::GAMES)))),
        };
        done.unwrap_or_else(refused)
    }

    /// Answers a press of a button or a choice from a menu. `message` is the text of the message that it is on.
    pub async fn component(&self, asker: Asker, custom_id: CustomId, message: &str) -> Answer {
        let done = match custom_id {
            CustomId::Join { game, seat, thread } => self.join(asker, game, seat, thread).await,
            CustomId::JoinAs { game, key, thread } => {
                self.join_as(asker, game, key.as_deref(), thread).await
            }
            CustomId::Sit { game, key } => self.sit(asker, game, key.as_deref()).await,
            CustomId::Tables { page } => self.tables(asker, page).await.map(Answer::update),
            CustomId::Seek { keys } => self.seek(asker, &keys).await,
            CustomId::Leave { game, thread } => self.leave(asker, game, thread).await,
            CustomId::Close { game } => self.close(asker, game).await,
            CustomId::View { game, ply } => {
                self.own_board(asker, MatchRef::Game(game), None, Some(ply))
                    .await
            }
            CustomId::Choose {
                game,
                ply,
                path,
                page,
            } => {
                let which = MatchRef::At(game, ply);
                self.choose(asker, which, &path, page)
                    .await
                    .map(Answer::update)
            }
            CustomId::Start { game, ply } => {
                let which = MatchRef::At(game, ply);
                self.choose(asker, which, &Path::default(), 0)
                    .await
                    .map(Answer::say)
            }
            CustomId::Another { game, ply } => {
                let which = MatchRef::At(game, ply);
                self.choose(asker, which, &Path::default(), 0)
                    .await
                    .map(Answer::update)
            }
            CustomId::Go { game, ply, path } => {
                let which = MatchRef::At(game, ply);
                match self.app.steps(asker.request, which, &path.0).await {
                    Ok(steps) if steps.whole => {
                        self.make_move(asker, which, &steps.text, InvokedFrom::Question)
                            .await
                    }
                    Ok(_) => self
                        .choose(asker, which, &path, 0)
                        .await
                        .map(Answer::update),
                    Err(refusal) => Err(refusal),
                }
            }
            CustomId::Play { game, ply, text } => {
                self.make_move(asker, MatchRef::At(game, ply), &text, InvokedFrom::Question)
                    .await
            }
            CustomId::Larger { game, ply } => {
                let which = MatchRef::At(game, ply);
                self.larger(asker, which, None).await.map(Answer::say)
            }
            CustomId::Part { game, ply, part } => {
                let which = MatchRef::At(game, ply);
                let part = usize::from(part);
                self.larger(asker, which, Some(part))
                    .await
                    .map(Answer::update)
            }
            CustomId::Pieces { game } => self.pieces(asker, game).await,
            CustomId::Piece { game, piece } => self.piece(asker, game, usize::from(piece)).await,
            CustomId::Games { page } => self.games(asker, page).await.map(Answer::update),
            CustomId::SetTable {
                game,
                thread,
                setting,
                value,
            } => {
                self.change_table(asker, (game, thread), setting, &value)
                    .await
            }
            CustomId::Challenge { key, user } => self.challenge(asker, key, user).await,
            CustomId::More { game, .. } => self.more(asker, game).await,
            CustomId::See { game, ply, text } => self.see(asker, game, ply, &text).await,
            CustomId::Moves { game } => self.history(asker, MatchRef::Game(game)).await,
            CustomId::Resign { game, ply } => self.resign(asker, MatchRef::At(game, ply)).await,
            CustomId::ResignYes { game, ply } => {
                match self
                    .app
                    .resign(asker.request, MatchRef::At(game, ply))
                    .await
                {
                    Ok(match_view) => {
                        let words = |home| texts::resigned_elsewhere(home);
                        Ok(self
                            .announce(
                                asker,
                                &match_view,
                                texts::RESIGNED,
                                words,
                                InvokedFrom::Question,
                            )
                            .await)
                    }
                    Err(refusal) => Err(refusal),
                }
            }
            CustomId::Task(custom_id) => self.press_task(asker, custom_id).await,
            CustomId::Machine(custom_id) => self.press_machine(asker, custom_id, message).await,
            CustomId::Cancel => Ok(Answer::update(Reply::private(texts::NOT_RESIGNED))),
            CustomId::Erase => self.erase(asker).await,
            CustomId::EndGame { game, ply } => self.end_game(asker, game, ply).await,
            CustomId::Nothing => Ok(self.spared(asker)),
            CustomId::Learn { key } => Ok(self.page(&key, 0, false).await),
            CustomId::Rules { key, page } => Ok(self.page(&key, usize::from(page), true).await),
            // These are menus, which `request::custom_id` has turned into what they choose.
            CustomId::Offer { game, ply, kind } => {
                self.offer(asker, MatchRef::At(game, ply), kind, InvokedFrom::Board)
                    .await
            }
            CustomId::Decline { game, ply, kind } => {
                self.decline(asker, MatchRef::At(game, ply), kind).await
            }
            CustomId::Own(press) => match commands::of_button(&press.button) {
                Some(own) => (own.press)(self, asker, press).await,
                None => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
            },
            CustomId::Take { game, seat } => self.take_seat(asker, game, Some(seat)).await,
            CustomId::Explore { game, .. } => self
                .explore(asker, MatchRef::Game(game), &[], 0, "")
                .await
                .map(Answer::say),
            CustomId::Look { game, ply, at } => {
                let line = board::line_of(message);
                let which = MatchRef::At(game, ply);
                self.explore(asker, which, &line, usize::from(at), "")
                    .await
                    .map(Answer::update)
            }
            CustomId::Try {
                game,
                ply,
                at,
                text,
            } => {
                self.try_move(asker, (game, ply), usize::from(at), &text, message)
                    .await
            }
            CustomId::PlayLine { game, ply } => self.play_line(asker, (game, ply), message).await,
            CustomId::PlanLine { game, ply } => self.plan_line(asker, (game, ply), message).await,
            CustomId::Planned { game } => self.planned(asker, game, None).await,
            CustomId::PlanPick { game, line, .. } => self.planned(asker, game, Some(line)).await,
            CustomId::PlanEdit {
                game,
                ply,
                line,
                edit,
            } => {
                let which = MatchRef::At(game, ply);
                match self.app.edit_plan(asker.request, which, line, edit).await {
                    Ok(plan) => Ok(Answer::update(board::plan(&plan))),
                    Err(refusal) => Err(refusal),
                }
            }
            CustomId::Pick { .. }
            | CustomId::PieceMenu { .. }
            | CustomId::RulesMenu { .. }
            | CustomId::SeekMenu
            | CustomId::Show
            | CustomId::TryMenu { .. }
            | CustomId::TableMenu { .. }
            | CustomId::PlanMenu { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        };
        done.unwrap_or_else(refused)
    }

    /// Tells of something that changed a match: at its home with the first answer, if that is here; from elsewhere,
    /// the asker gets the board and the home gets it too.
    async fn announce(
        &self,
        asker: Asker,
        match_view: &MatchView,
        done: &str,
        elsewhere: impl Fn(ChannelId) -> String,
        used: InvokedFrom,
    ) -> Answer {
        if match_view.private {
            return self.privately(asker, match_view, &[], used).await;
        }
        if match_view.hidden {
            // A moderator hides the match: its board is for its players alone, who are told of it by themselves.
            return self
                .privately(asker, match_view, &[done.to_owned()], used)
                .await;
        }
        if match_view.outside {
            return self.answer_outside(asker, match_view, done, used).await;
        }
        let home = match match_view.home {
            Some(home) => Some(home),
            None if asker.in_server() => {
                self.set_home(match_view.game, asker.here()).await;
                Some(asker.here())
            }
            None => None,
        };
        let drawn = self.draw(match_view).await;
        match home {
            // The question is closed, so that its buttons are not pressed again.
            Some(home)
                if home == asker.here() && used == InvokedFrom::Question && asker.in_private =>
            {
                Answer {
                    first: Response::Update(Reply::private(done)),
                    then: Some(FollowUp::Post {
                        home,
                        reply: board::board(match_view, drawn),
                    }),
                    keep: None,
                }
            }
            Some(home) if home == asker.here() => Answer {
                first: Response::Say(board::board(match_view, drawn)),
                then: None,
                keep: asker.keep(home),
            },
            Some(home) => {
                let notes = [elsewhere(home)];
                let mut own = board::own(match_view, drawn.clone(), &notes, asker.request.user);
                own.private = asker.among_others();
                Answer {
                    first: if used != InvokedFrom::Words {
                        Response::Update(own)
                    } else {
                        Response::Say(own)
                    },
                    then: Some(FollowUp::Post {
                        home,
                        reply: board::board(match_view, drawn),
                    }),
                    keep: None,
                }
            }
            None => {
                let notes = [done.to_owned()];
                let mut own = board::own(match_view, drawn, &notes, asker.request.user);
                own.private = asker.among_others();
                Answer::say(own)
            }
        }
    }

    /// Tells of something that changed a match of a place where the bot can only answer: with the answer, if it was asked
    /// there; from elsewhere, the others are told by direct message.
    async fn answer_outside(
        &self,
        asker: Asker,
        match_view: &MatchView,
        done: &str,
        used: InvokedFrom,
    ) -> Answer {
        let drawn = self.draw(match_view).await;
        if match_view.home != Some(asker.here()) {
            let notes = [done.to_owned(), texts::OUTSIDE_ELSEWHERE.to_owned()];
            let mut own = board::own(match_view, drawn, &notes, asker.request.user);
            own.private = asker.among_others();
            return match used {
                InvokedFrom::Words => Answer::say(own),
                InvokedFrom::Board | InvokedFrom::Question => Answer::update(own),
            };
        }
        let reply = board::board(match_view, drawn);
        if used == InvokedFrom::Question && asker.in_private {
            return Answer::update(Reply::private(done)).and(FollowUp::Here { reply });
        }
        Answer {
            keep: Some(Keep::Answer),
            ..Answer::say(reply)
        }
    }

    /// Tells of something that changed an analysis board: its player, and nobody else.
    async fn privately(
        &self,
        asker: Asker,
        match_view: &MatchView,
        notes: &[String],
        used: InvokedFrom,
    ) -> Answer {
        let mut own = board::own(
            match_view,
            self.draw(match_view).await,
            notes,
            asker.request.user,
        );
        own.private = asker.among_others();
        match used {
            InvokedFrom::Board | InvokedFrom::Question if asker.in_private => Answer::update(own),
            _ => Answer::say(own),
        }
    }

    async fn own_board(
        &self,
        asker: Asker,
        which: MatchRef,
        piece: Option<&str>,
        ply: Option<u32>,
    ) -> Result<Answer, AppError> {
        let match_view = self
            .app
            .show(asker.request, which, Side::Own, piece)
            .await?;
        let drawn = self.draw(&match_view).await;
        let mut notes = Vec::new();
        if piece.is_some() && !board::marks_a_piece(&match_view.scene) {
            notes.push(texts::NO_SUCH_PIECE.to_owned());
        }
        if ply.is_some_and(|ply| ply < match_view.ply) {
            notes.push(texts::gone_on(match_view.last.as_ref()));
        }
        let user = asker.request.user;
        Ok(Answer::say(board::own(&match_view, drawn, &notes, user)))
    }

    /// What else the asker can do about a match.
    /// A page of the asker's matches.
    async fn games(&self, asker: Asker, page: u16) -> Result<Reply, AppError> {
        let first = u32::from(page) * board::LISTED;
        let listed = self.app.games_from(asker.request, first, board::LISTED + 1);
        let listed = listed.await?;
        Ok(board::games(&listed, page, |user| self.name(user)))
    }

    async fn more(&self, asker: Asker, game: GameId) -> Result<Answer, AppError> {
        let match_view = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None)
            .await?;
        Ok(Answer::say(board::more(&match_view, asker.request.user)))
    }

    async fn choose(
        &self,
        asker: Asker,
        which: MatchRef,
        path: &Path,
        page: u16,
    ) -> Result<Reply, AppError> {
        let steps = self.app.steps(asker.request, which, &path.0).await?;
        let drawn = match &steps.preview {
            Some(scene) => self.picture(scene).await,
            None => None,
        };
        Ok(board::steps(&steps, path, usize::from(page), drawn))
    }

    async fn history(&self, asker: Asker, which: MatchRef) -> Result<Answer, AppError> {
        let history = self.app.history(asker.request, which).await?;
        Ok(Answer::say(board::history(&history)))
    }

    async fn resign(&self, asker: Asker, which: MatchRef) -> Result<Answer, AppError> {
        let suggestions = self.app.suggestions(asker.request, which, Purpose::Resign);
        let (game, _) = suggestions.await?;
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
        Ok(Answer::say(board::resign(&match_view)))
    }

    /// Notes where a match lives. That it could not be noted loses nothing: the next move notes it.
    pub async fn set_home(&self, game: GameId, home: ChannelId) {
        if let Err(error) = self.app.set_home(game, home).await {
            tracing::warn!(game = game.0, %error, "could not note where a match lives");
        }
    }

    /// Notes which message shows a match's open table. Where that fails, it will not be changed by itself.
    pub async fn set_lobby_message(&self, game: GameId, channel: ChannelId, message: u64) {
        if let Err(error) = self.app.set_lobby_message(game, channel, message).await {
            tracing::warn!(game = game.0, %error, "could not note which message shows a table");
        }
    }

    async fn draw(&self, match_view: &MatchView) -> RenderedBoard {
        // Nobody knows yet which board it will be.
        if !match_view.choices.is_empty() {
            return RenderedBoard::default();
        }
        RenderedBoard {
            board: self.picture(&match_view.scene).await,
        }
    }

    /// Draws off the async threads. `None` where drawing fails or panics: the game goes on without a picture.
    async fn picture(&self, scene: &Scene) -> Option<Vec<u8>> {
        let _permit = self.drawing.acquire().await.ok()?;
        let (board_renderer, scene) = (Arc::clone(&self.board_renderer), scene.clone());
        let begun = Instant::now();
        match tokio::task::spawn_blocking(move || board_renderer(&scene)).await {
            Ok(Ok(bytes)) => {
                self.metrics.drawn(begun.elapsed());
                Some(bytes)
            }
            Ok(Err(error)) => {
                self.metrics.trouble(FailureKind::Picture);
                tracing::error!(%error, "a picture could not be drawn");
                None
            }
            Err(error) => {
                self.metrics.trouble(FailureKind::Picture);
                tracing::error!(task = %error.id(), "drawing a picture crashed");
                None
            }
        }
    }
}

/// A request that changed nothing.
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

/// A desk that several tasks sit at.
pub type Shared = Arc<Handlers>;
