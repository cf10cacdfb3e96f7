//! The use cases: opening a table, joining, moving, looking, resigning. `app` connects the table, the store and the
//! games, and knows neither Discord nor pixels.
//!
//! Each call answers one person. A change is committed before its call returns.
//!
//! Functions that many modules await return a [`BoxFuture`], as in the store and in the Discord adapter: an `async fn`
//! is compiled again in each codegen unit that awaits it, with everything that it awaits.

use std::any::Any;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::store::{Asked, Store};

mod bounds;
mod deadlines;
mod error;
mod limits;
mod lobby;
mod machine;
mod matches;
mod meanwhile;
mod notice;
mod offer;
mod person;
mod play;
mod request;
mod server;
mod sources;
mod start;
mod task;
mod texts;
mod tournament;
mod transfer;
mod upkeep;
mod view;

pub use deadlines::claim::ClaimQuestion;
pub use deadlines::health::{Task, TaskHealth};
pub use deadlines::schedule::TICK;
pub use deadlines::vacation::{BUDGET, Vacation};
pub use error::AppError;
pub use limits::Limits;
pub use lobby::open_tables::{Entries, OpenTable, OpenTables, SeekOutcome, pairable};
pub use lobby::table_change::TableChange;
pub use lobby::twists::Twist;
pub use machine::{FirstHint, Hint, MachineGame, Review, ReviewNote, ReviewStep};
pub use notice::answers::FallbackFor;
pub use notice::kinds::{DailyList, Delivery, Destination, Item, Notice, NotificationKind};
pub use notice::route::Waiting;
pub use offer::DrawQuestion;
pub use offer::kind::{DeclinedOffer, OfferKind, Offered};
pub use person::note::Note;
pub use person::preferences::{NotifyBy, Preferences};
pub use person::profile::{Leaderboard, Profile};
pub use play::TypedMove;
pub use play::explore::Explored;
pub use play::plan::{Plan, PlanEdit, PlanLine};
pub use play::preview::{MovePreview, PreviewHint};
pub use play::walk::{Answered, Walk};
pub use request::{MatchRef, NewGame, Place, Purpose, Request, Rounds, Sent, Side};
pub use server::moderation::{Moderator, Scope};
pub use sources::{Chance, Clock, Sources};
pub use task::daily_puzzle::PuzzlePost;
pub use task::tutorial::Progress;
pub use task::view::{SoloTask, TaskState, TaskSteps, TaskView, TypedTask};
pub use texts::mention;
pub use tournament::{
    Corrected, DivisionView, EVENT_ROUNDS, EventPlayer, NewEvent, NewLeague, PairingView, Posted,
    SeasonPlace, SeasonView, TournamentPost, TournamentPostKind, TournamentView, Vacations,
};
pub use transfer::game_text::{LONGEST_GAME, LONGEST_TEXT};
pub use view::match_view::{
    Frames, History, LastMove, Listed, MatchView, Phase, Remark, SeatClock, SoloResult, Steps,
};

pub use crate::store::{BulletinKind, ListFilter, TournamentPhase, Winner};

use limits::Busy;
use machine::Machine;
use matches::cache::MatchCache;
use matches::failing::Failing;
use notice::answers::Fallbacks;
use notice::reachability::Reachability;

/// Rookery without Discord: the store, the clock, chance and what this process keeps in memory.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    sources: Sources,
    match_cache: Arc<MatchCache>,
    failing: Arc<Failing>,
    task_health: Arc<TaskHealth>,
    limits: Limits,
    importing: Busy,
    fallbacks: Arc<Fallbacks>,
    reach: Arc<Reachability>,
    machine: Arc<Machine>,
    /// True if this process answers people. One that does not leaves it to the others to record that somebody can move.
    answers: bool,
    /// Locked while a request looks for an opponent.
    seeking: Arc<tokio::sync::Mutex<()>>,
}

impl App {
    /// Sets the limits on what one person may have and do.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> App {
        App { limits, ..self }
    }

    /// Makes this the `App` of a process that only does what is due and leaves the answers to other processes.
    #[must_use]
    pub fn without_answers(self) -> App {
        App {
            answers: false,
            ..self
        }
    }

    /// Returns when each task of the scheduler last ran.
    pub fn task_health(&self) -> &TaskHealth {
        &self.task_health
    }

    /// Returns the database, for settings and backups.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the database for the changes of a request to anything but matches; each is made once per request.
    fn asked(&self, request: Request) -> Store {
        self.store.asked(Asked {
            interaction: request.interaction,
            at: self.sources.clock.now(),
            until: request.sent.until(None),
        })
    }

    /// Returns an `App` for changes of a request that concern no person, such as a server's settings; each is made
    /// once.
    #[must_use]
    pub fn for_request(&self, request: Request) -> App {
        App {
            store: self.asked(request),
            ..self.clone()
        }
    }

    /// Refuses a request that has been carried out before.
    fn must_be_new(&self, request: Request) -> BoxFuture<'_, Result<(), AppError>> {
        Box::pin(async move {
            if self.store.is_repeated(request.interaction).await? {
                return Err(AppError::Repeated);
            }
            Ok(())
        })
    }
}

/// Runs slow work off the async threads: replays, lists of legal moves, pictures.
///
/// # Errors
/// [`AppError::Internal`] if the work panicked.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, AppError> {
    let done = run_boxed(Box::new(|| Box::new(work()))).await?;
    let done = done.downcast().map_err(|_| AppError::Internal)?;
    Ok(*done)
}

/// Runs `work` with its result's type erased, so that the runtime's part of it is compiled only once.
fn run_boxed(
    work: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>,
) -> BoxFuture<'static, Result<Box<dyn Any + Send>, AppError>> {
    Box::pin(async move {
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(task = %error.id(), "a game failed while it was being worked out");
            AppError::Internal
        })
    })
}

#[cfg(test)]
mod tests;
