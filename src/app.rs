//! The use cases: open a table, join, move, look, resign. Joins the table, the store and the games; knows neither
//! Discord nor pixels.
//!
//! Every call is one answer to one person. What changes anything is committed before the call returns.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::match_state::{Audience, ChannelId, GameId, GuildId, Terms, Timer, UserId};
use crate::rules::{Choice, Choices, Options, RuleError, Seat};
use crate::scene::Scene;
use crate::store::{Database, Store, StoreError};

mod bulletin;
mod change;
mod clock;
mod clocks;
mod daily_puzzle;
mod delivery;
mod explore;
mod fallback;
mod find_match;
mod frames;
mod limit;
mod loaded;
mod lobby;
mod machine;
mod match_cache;
mod moderation;
mod note;
mod notice;
mod offer;
mod plan;
mod play;
mod preferences;
mod privacy;
mod profile;
mod puzzle;
mod record;
mod rematch;
mod route;
mod schedule;
mod server;
mod sight;
mod steps;
mod substitute;
mod table_change;
mod tables;
mod task;
mod task_health;
mod texts;
mod transfer;
mod tutorial;
mod unreplayable;
mod upgrade;
mod upkeep;
mod vacation;
mod views;

pub use clock::{Chance, Clock};
pub use daily_puzzle::PuzzlePost;
pub use explore::Explored;
pub use fallback::FallbackFor;
pub use limit::Limits;
pub use machine::{Hint, MachineGame, Review, ReviewNote};
pub use moderation::{Moderator, Scope};
pub use note::Note;
pub use notice::{Delivery, Destination, Item, Notice, NotificationKind};
pub use offer::{OfferKind, Offered};
pub use plan::{Plan, PlanEdit, PlanLine};
pub use preferences::{Preferences, Tell};
pub use profile::{Ladder, Profile};
pub use route::Waiting;
pub use schedule::TICK;
pub use table_change::{TableChange, Twist};
pub use tables::{OpenTable, OpenTables, Sought, pairable};
pub use task::{Posed, SoloTask, TaskState, TaskSteps};
pub use task_health::{Task, TaskHealth};
pub use texts::mention;
pub use transfer::{LONGEST_GAME, LONGEST_TEXT};
pub use tutorial::Progress;
pub use vacation::{BUDGET, Vacation};

pub use crate::store::BulletinKind;

use fallback::Fallbacks;
use match_cache::MatchCache;
use route::Reachability;
use schedule::Failing;

/// Where somebody speaks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// Whether the bot can only answer there: a server or a group without it, or somebody's messages with a friend.
    pub outside: bool,
}

impl Place {
    /// Who may see a match that is opened here, where that need not be looked up.
    fn audience(self) -> Option<Audience> {
        self.outside.then_some(Audience::Channel)
    }

    /// The server whose settings hold here: that of a place which the bot is a member of.
    pub fn server(self) -> Option<GuildId> {
        self.guild.filter(|_| !self.outside)
    }
}

/// One thing somebody asks for, known by the snowflake that Discord gave it, so that a repeated delivery is
/// recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asks.
    pub user: UserId,
    /// From where.
    pub place: Place,
    /// The interaction's snowflake.
    pub interaction: u64,
}

/// Which match is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchRef {
    /// The one of this thread or channel, or the asker's only one that waits for a move.
    Here,
    /// This one.
    Game(GameId),
    /// This one, as it stood when that many events had happened: a button that may be stale.
    At(GameId, u32),
}

/// What somebody wants of the match they mean: it decides which one [`MatchRef::Here`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To move: a match that they play, of several the one that waits for them.
    Move,
    /// To leave: a match that they play.
    Resign,
    /// To look: any match.
    Look,
}

/// Who sits where in a new match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game's key.
    pub game: String,
    /// Its options, unresolved.
    pub options: Options,
    /// Invited players besides the opener. Fewer than the seats leave seats open to anyone.
    pub opponents: Vec<UserId>,
    /// The opener's seat; `None` draws it.
    pub seat: Option<Seat>,
    /// How long the players may think; `None` takes what the server has set, or else [`Terms::default`].
    pub terms: Option<Terms>,
}

/// How far a match is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are still open, or invited players have not accepted.
    Open {
        /// The invited who have not answered.
        invited: Vec<UserId>,
        /// How many seats nobody sits on.
        empty: u8,
    },
    /// It is being played.
    Playing,
    /// It is over.
    Over {
        /// The ending in one sentence ("White wins: the royal stone was captured."), and who came in where if more
        /// than two played.
        ending: String,
    },
}

/// A match as it is to be shown: all that a message says about it, without a word of Discord.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// Which match.
    pub game: GameId,
    /// How many events it had when this was made; buttons carry it.
    pub ply: u32,
    /// The game's key.
    pub key: &'static str,
    /// The game's name, with its variant where it has one ("Abstract Chess (Aronson)").
    pub title: String,
    /// Who sits where, in turn order, with the seat's name for people ("White"). At an open table, who asked for it.
    pub seats: Vec<(String, Option<UserId>)>,
    /// The pairs of seats that win and lose together; empty where each plays for itself.
    pub teams: &'static [[Seat; 2]],
    /// What can be added to the game of a table that nobody has come to yet.
    pub twists: Vec<Twist>,
    /// Who opened the table.
    pub opener: Option<UserId>,
    /// Who has a place at the open table, with or without a seat of their own yet, in the order they came. Empty once
    /// the game has begun.
    pub guests: Vec<UserId>,
    /// How far it is.
    pub phase: Phase,
    /// The thread or channel it lives in, once known.
    pub home: Option<ChannelId>,
    /// Since when it stands as it stands, in seconds of the Unix epoch.
    pub since: i64,
    /// What happened before an answer that was made at once, in order, one sentence each; the answer is the last move.
    pub before: Vec<String>,
    /// The last move: who made it, in display notation and in words. `None` before the first.
    pub last: Option<LastMove>,
    /// What followed the move by itself, in order, one sentence each.
    pub told: Vec<String>,
    /// Whose turn it is.
    pub next: Vec<(Seat, UserId)>,
    /// What is in danger: one line for each royal piece that the picture rings.
    pub warnings: Vec<String>,
    /// What the piece that was asked about can do, in one sentence.
    pub reach: Option<String>,
    /// What else must be seen with the board, a line each.
    pub status_lines: Vec<String>,
    /// Rules that just came into force and that the players have not met before, a line each.
    pub lessons: Vec<String>,
    /// The picture.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
    /// The terms it is played on; `None` where no clock runs at all.
    pub terms: Option<Terms>,
    /// What runs out next, and when.
    pub timer: Option<Timer>,
    /// The clock of each seat, in turn order; empty unless the game is being played.
    pub clocks: Vec<SeatClock>,
    /// What is offered and not yet answered.
    pub offers: Vec<Offered>,
    /// Whom the public board is to mention: whose turn it is now, or whose match has ended, and who wants to be told
    /// there. Empty when nothing has just happened.
    pub mention: Vec<UserId>,
    /// Whether a moderator hides it from everybody who does not play in it.
    pub hidden: bool,
    /// The role (a snowflake) to mention with a new table that is open to anyone, where the server has set one.
    pub role: Option<u64>,
    /// Whether it is an analysis board: nobody but its player sees it.
    pub private: bool,
    /// Whether its rules hide something of the board until the end.
    pub hides: bool,
    /// Whether something is shown here that only the one may see whom it was made for.
    pub secret: bool,
    /// Whether what has just happened is shown at the match's home by itself, and the answer is for the asker alone.
    pub posted: bool,
    /// Moves made so far.
    pub moves: u32,
    /// The keys of the games of which the open table becomes one; empty where the game is known.
    pub choices: Vec<&'static str>,
    /// Whether it was opened where the bot can only answer.
    pub outside: bool,
}

/// How a seat stands for time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// What it had when its turn began, or has for its next turn, in seconds; `None` where nobody counts. The seat to
    /// move has until the end of [`MatchView::timer`].
    pub left: Option<i64>,
    /// Until when its player is on vacation, in seconds of the Unix epoch.
    pub away_until: Option<i64>,
    /// Whether its player has thought too long, and the match goes on without asking them.
    pub absent: bool,
    /// Whether anyone may take it over.
    pub vacant: bool,
    /// Whether it has dropped out.
    pub out: bool,
}

/// The last move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Whose it was, as the seat is called for people.
    pub seat: String,
    /// Its number for people: 1 for the first turn of everyone.
    pub number: u32,
    /// Display notation, `+` and `#` included; `None` where the move is hidden.
    pub display: Option<String>,
    /// In words; empty where they would tell something that is hidden.
    pub words: String,
    /// Whether it was planned, or the only move, and made by itself.
    pub at_once: bool,
}

/// One line of somebody's list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// The other players.
    pub others: Vec<UserId>,
    /// How far it is.
    pub phase: Phase,
    /// Whether the asker is to move.
    pub mine: bool,
    /// Who is to move.
    pub next: Vec<UserId>,
    /// Since when, in seconds of the Unix epoch.
    pub since: i64,
    /// Moves made so far.
    pub moves: u32,
    /// The thread or channel it lives in.
    pub home: Option<ChannelId>,
    /// When something runs out next, in seconds of the Unix epoch.
    pub deadline: Option<i64>,
}

/// The moves of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// Who sits where.
    pub seats: Vec<(String, Option<UserId>)>,
    /// Numbered lines in display notation, one for each round of turns.
    pub lines: Vec<String>,
    /// The whole record as a text file: headers, options, canonical moves, result.
    pub file: String,
}

/// Which rounds of a match are meant, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    /// The number of the first; `None` is the first of all.
    pub from: Option<u32>,
    /// The number of the last; `None` is the last that was played.
    pub to: Option<u32>,
}

/// A match position by position, seen as in public.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// The number of the first move shown.
    pub from: u32,
    /// The number of the last move shown.
    pub to: u32,
    /// How many positions there are from before the first move to after the last.
    pub positions: usize,
    /// As many of them as were asked for, evenly spaced; always the first and the last.
    pub scenes: Vec<Scene>,
    /// The film in words: at most 1,024 characters.
    pub alt: String,
}

/// Where somebody stands on the way to a move that is put together step by step.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Which match.
    pub game: GameId,
    /// How many events it has.
    pub ply: u32,
    /// The game's name, with its variant.
    pub title: String,
    /// What has been chosen so far: the beginning of a move, or a whole one; empty at the start.
    pub text: String,
    /// Whether `text` is a whole legal move.
    pub whole: bool,
    /// What can be chosen next; empty once the move is whole.
    pub choices: Choices,
    /// The board with what has been chosen so far, from the asker's side, where the game draws it.
    pub preview: Option<Scene>,
    /// The preview in words: at most 1,024 characters.
    pub alt: String,
    /// What the chosen piece can do, in one sentence; `None` where no piece, or a whole move, is chosen.
    pub reach: Option<String>,
    /// What a whole move does and what it leaves in danger, one sentence each.
    pub effects: Vec<String>,
}

/// Why a request changed nothing: each is a clear sentence for the one who asked, in private.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppError {
    /// The rules forbid it.
    #[error("{0}")]
    Rules(RuleError),
    /// Anything else that the asker can understand and mend.
    #[error("{0}")]
    Plain(String),
    /// Several matches could be meant.
    #[error("You have several games here: say which with the `game` option.")]
    WhichGame(Vec<Listed>),
    /// The match has gone on since the button was made.
    #[error("{0}")]
    Stale(String),
    /// This very request has been answered before: say nothing.
    #[error("That was already done.")]
    Repeated,
    /// The store or something else of ours failed. Nothing was changed; what went wrong is in the log.
    #[error(
        "Something went wrong on my side and nothing was changed. Please try again in a moment."
    )]
    Internal,
}

impl From<RuleError> for AppError {
    fn from(rejection: RuleError) -> Self {
        AppError::Rules(rejection)
    }
}

/// What an [`App`] needs from outside.
#[derive(Clone, Debug)]
pub struct Sources {
    /// What tells the time.
    pub clock: Clock,
    /// What decides where chance decides.
    pub chance: Chance,
}

impl Sources {
    /// The machine's own.
    pub fn system() -> Self {
        Sources {
            clock: Clock::system(),
            chance: Chance::system(),
        }
    }
}

/// Rookery without Discord.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    sources: Sources,
    recent: Arc<MatchCache>,
    failing: Arc<Failing>,
    pulse: Arc<TaskHealth>,
    limits: Limits,
    importing: limit::Busy,
    covers: Arc<Fallbacks>,
    reach: Arc<Reachability>,
    machine: Arc<machine::Machine>,
    /// Held while somebody looks for an opponent.
    seeking: Arc<tokio::sync::Mutex<()>>,
}

impl App {
    /// Opens the database (and makes it where there is not one), and is ready.
    ///
    /// # Errors
    /// The database cannot be used, or was written by a newer version.
    pub fn start(
        database: impl Into<Database>,
        sources: Sources,
    ) -> BoxFuture<'static, Result<App, StoreError>> {
        Box::pin(App::start_on(database.into(), sources))
    }

    async fn start_on(database: Database, sources: Sources) -> Result<App, StoreError> {
        let store = Store::open(database).await?;
        // Nobody could move while the bot did not run: no clock ran either.
        store.wake(|| sources.clock.now(), schedule::GRACE).await?;
        let recent = MatchCache::default();
        recent.forget_before(store.last_outage().await?);
        recent.put_outdated(upgrade::outdated(&store).await?);
        App::of(store, sources, recent).await
    }

    async fn of(store: Store, sources: Sources, recent: MatchCache) -> Result<App, StoreError> {
        let reach = Arc::new(Reachability::load(&store).await?);
        Ok(App {
            store,
            sources,
            recent: Arc::new(recent),
            failing: Arc::default(),
            pulse: Arc::default(),
            limits: Limits::default(),
            importing: limit::Busy::default(),
            covers: Arc::default(),
            reach,
            machine: Arc::default(),
            seeking: Arc::default(),
        })
    }

    /// The same with other limits on what one person may have and do.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> App {
        App { limits, ..self }
    }

    /// Closes the database. What was answered is safe without it.
    pub async fn stop(&self) {
        self.machine.stop();
        self.close_fallbacks().await;
        self.store.close().await;
    }

    /// When each task of the scheduler last came round.
    pub fn pulse(&self) -> &TaskHealth {
        &self.pulse
    }

    /// The database, for settings and backups.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Opens a table. The opener sits on it; the invited must accept. The one who invites themselves plays both sides.
    ///
    /// # Errors
    /// Unknown game, bad options, a seat the game does not have, more players than seats, somebody invited twice or who
    /// takes no invitations; more tables, games or invitations than one person may have.
    pub async fn open(&self, request: Request, new: NewGame) -> Result<MatchView, AppError> {
        self.open_table(request, new, &[]).await
    }

    /// Notes the thread or channel where a match lives.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_home(&self, game: GameId, home: ChannelId) -> Result<(), AppError> {
        Ok(self.store.set_home(game, home).await?)
    }

    /// Notes which message (a snowflake) of a channel shows a match's open table.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_lobby_message(
        &self,
        game: GameId,
        channel: ChannelId,
        message: u64,
    ) -> Result<(), AppError> {
        Ok(self.store.set_lobby_message(game, channel, message).await?)
    }

    /// Takes a seat at an open table; `None` takes any. The match starts when the last seat is taken.
    ///
    /// # Errors
    /// The table is full, closed or meant for others; the asker sits there already.
    pub async fn join(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<MatchView, AppError> {
        self.join_table(request, game, seat, None).await
    }

    /// Declines an invitation or leaves an open table. One's own goes to the one who has waited longest; where nobody
    /// waits it is closed.
    ///
    /// # Errors
    /// The match has started; the asker is not at it.
    pub async fn leave(&self, request: Request, game: GameId) -> Result<MatchView, AppError> {
        self.leave_table(request, game).await
    }

    /// Closes one's own open table.
    ///
    /// # Errors
    /// The match has started; somebody else has opened the table.
    pub async fn close(&self, request: Request, game: GameId) -> Result<MatchView, AppError> {
        self.close_table(request, game).await
    }

    /// Plays a move, read leniently, for the seat that the asker holds.
    ///
    /// # Errors
    /// Not a player, not their turn, stale, or against the rules.
    pub async fn play(
        &self,
        request: Request,
        which: MatchRef,
        text: &str,
    ) -> Result<MatchView, AppError> {
        self.play_move(request, which, text).await
    }

    /// The match as it stands, also from a stale button; `side` turns the board, `reach` marks what the piece on a
    /// square can do.
    ///
    /// # Errors
    /// No such match, or none here.
    pub async fn show(
        &self,
        request: Request,
        which: MatchRef,
        side: Side,
        reach: Option<&str>,
    ) -> Result<MatchView, AppError> {
        self.show_match(request, which, side, reach).await
    }

    /// The sheet of a match's pieces, and what the match is called.
    ///
    /// # Errors
    /// No such match, or none here.
    pub async fn pieces(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<(String, crate::rules::sheet::Sheet), AppError> {
        self.sheet_of_match(request, which).await
    }

    /// Gives up. `MatchRef::At` names the ply that the confirming button was made at.
    ///
    /// # Errors
    /// Not a player, or the match is not being played.
    pub async fn resign(&self, request: Request, which: MatchRef) -> Result<MatchView, AppError> {
        self.resign_seat(request, which).await
    }

    /// The match that is meant, and how many events it has: what a button made from it must carry.
    ///
    /// # Errors
    /// No such match, none here, or several.
    pub async fn suggestions(
        &self,
        request: Request,
        which: MatchRef,
        purpose: Purpose,
    ) -> Result<(GameId, u32), AppError> {
        let game = self.which(request, which, purpose).await?;
        Ok((game, self.store.row(game).await?.ply))
    }

    /// What the asker plays, has open or is invited to: first what waits for their move, the longest waiting first,
    /// then the rest in the same order; at most 26.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn games(&self, request: Request) -> Result<Vec<Listed>, AppError> {
        self.list_games(request).await
    }

    /// The same from a place in the list on, counted from 0, and at most `most` of them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_from(
        &self,
        request: Request,
        first: u32,
        most: u32,
    ) -> Result<Vec<Listed>, AppError> {
        self.list_games_from(request, first, most).await
    }

    /// The moves so far.
    ///
    /// # Errors
    /// No such match, or none here.
    pub async fn history(&self, request: Request, which: MatchRef) -> Result<History, AppError> {
        self.show_history(request, which).await
    }

    /// The positions of a match, or of some rounds of it: about `most` at most, of longer ones every second, third, ...
    ///
    /// # Errors
    /// No such match, none here, none begun, or no such rounds.
    pub async fn scenes(
        &self,
        request: Request,
        which: MatchRef,
        rounds: Rounds,
        most: usize,
    ) -> Result<Frames, AppError> {
        self.show_frames(request, which, rounds, most).await
    }

    /// Walks the choices of the seat to move, by the index of the answer taken at each step, from 0.
    ///
    /// # Errors
    /// Not a player, not their turn, stale, or a way that the choices do not have.
    pub async fn steps(
        &self,
        request: Request,
        which: MatchRef,
        path: &[u16],
    ) -> Result<Steps, AppError> {
        self.walk(request, which, path).await
    }

    /// What `/move` offers while the asker types: at most 25, best first; empty where nothing fits or it is not their
    /// turn. Texts and labels have at most 100 characters.
    pub async fn complete_move(
        &self,
        request: Request,
        which: MatchRef,
        typed: &str,
    ) -> Vec<Choice> {
        self.suggest_moves(request, which, typed).await
    }

    /// Why nothing can be offered to somebody who types a move: it is not their turn, or they do not play. `None` where
    /// they can move, or where it is not clear which match they mean.
    pub async fn why_no_moves(&self, request: Request, which: MatchRef) -> Option<String> {
        self.why_not_to_move(request, which).await
    }

    /// The matches that a `game` option can mean, best first, at most 25: the asker's own, then the others here. By
    /// their numbers all are found, by words those that the lists begin with.
    pub async fn complete_game(&self, request: Request, typed: &str) -> Vec<Listed> {
        self.suggest_games(request, typed).await
    }

    /// Refuses a request that has done its work before.
    async fn must_be_new(&self, request: Request) -> Result<(), AppError> {
        if self.store.is_repeated(request.interaction).await? {
            return Err(AppError::Repeated);
        }
        Ok(())
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Repeated => AppError::Repeated,
            StoreError::Bound(bound) => AppError::Plain(limit::sentence(bound)),
            StoreError::NoGame(game) => AppError::Plain(format!("There is no game {}.", game.0)),
            // Who has asked for a certain ply says what has changed since; anybody else tries again.
            StoreError::Changed => AppError::Stale(
                "Something happened in this game at the same moment. Please look again.".to_owned(),
            ),
            StoreError::Busy(error) => {
                tracing::warn!(%error, "the database is busy");
                AppError::Plain(
                    "The database is busy; nothing was changed. Try again in a moment.".to_owned(),
                )
            }
            StoreError::Full(error) => {
                tracing::error!(%error, "the disk is full");
                AppError::Plain(
                    "I have no room left to write this down, so nothing was changed and your games are safe. \
                     Please tell the person who runs me that my disk is full."
                        .to_owned(),
                )
            }
            error => {
                tracing::error!(%error, "the store failed");
                AppError::Internal
            }
        }
    }
}

/// Does work that takes long for a thread that serves many: replays, legal lists, pictures.
async fn think<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, AppError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(task = %error.id(), "a game failed while it was being worked out");
        AppError::Internal
    })
}

/// How a board is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// As in public: the first seat below.
    Public,
    /// The asker's own seat below.
    Own,
}

#[cfg(test)]
mod tests;
