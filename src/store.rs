//! All SQL. A match is a list of events that only grows; its other rows (summary, seats, checkpoints) can be derived
//! from it. The store knows texts and numbers, and no game.
//!
//! The database is SQLite's, in a file, or PostgreSQL's, on a server. Both share the statements ([`sql`]); they differ
//! in how a database is opened and how writers are kept apart ([`sql::sqlite`] and [`sql::postgres`]). With SQLite one
//! connection writes at a time. With PostgreSQL many do, and a writer that depends on the state of a match first locks
//! the match ([`sql::postgres::hold`]). Several processes may use such a database at once; each claims its work
//! ([`processes::claim`]). A commit is on the disk before it is acknowledged.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use sql::{Connection, Pool, Transaction};

mod database;
#[cfg(test)]
mod effort;
mod error;
mod handle;
mod matches;
mod notices;
mod people;
mod processes;
mod sql;
mod tasks;
mod tournament;
mod upkeep;

pub use database::address::Address;
pub use database::backup::backup;
pub use database::examine::Health;
pub use database::lock::{Lock, real_file};
pub use database::move_store::{Moved, move_store};
pub use database::{Database, Examined};
pub use error::{Bound, StoreError};
pub use handle::Store;
pub use matches::commit::{
    Bounds, Commit, FormerPlans, KeptOffers, MatchSummary, OfferRow, Opening, PlanChange, PlanRow,
    Posting,
};
pub use matches::due::Outage;
pub use matches::list::{Listing, Participants};
pub use matches::load::{Beside, Glance, Stored};
pub use matches::note::NoteRow;
pub use matches::offer::OfferChange;
pub use matches::open_tables::{SearchedPlaces, TableRow};
pub use matches::own_list::ListFilter;
pub use matches::row::{Checkpoint, EventRow, PhaseName, Row};
pub use matches::until::{Asked, Until};
pub use notices::bulletin::{BulletinKind, RecurringPost, WeekRow};
pub use notices::outbox::{SendOutcome, TOGETHER, UnsentNotice};
pub use notices::overtaken::ShownReminder;
pub use notices::reach::{Backlog, Unreachable};
pub use notices::unsent::NextUnsent;
pub use people::limit::Opened;
pub use people::moderation::Bar;
pub use people::privacy::Kept;
pub use people::settings::PlayerRow;
pub use processes::claim::ClaimKind;
pub use processes::lease::{Lease, LeaseTimes};
pub use tasks::mined_puzzle::MinedPuzzle;
pub use tasks::progress::{PuzzleRow, PuzzleState, RatedAnswer};
pub use tournament::{
    ClosedDivision, Entering, EntrantRow, FinalPlace, NewDivision, NewPairing, NewSeason,
    NewTournament, PairingRow, Part, SeasonRow, Sent as SentPost, StoredTournament,
    TournamentPhase, TournamentRow, Winner,
};

use database::{ATTEMPTS, BUSY, STATEMENTS};
use sql::value::{narrow, signed, unsigned, user_ids};

impl Store {
    /// Opens the database, makes it (and its folder) if it is missing, and migrates it.
    ///
    /// # Errors
    /// [`StoreError::Newer`], [`StoreError::Unusable`].
    pub fn open(database: impl Into<Database>) -> BoxFuture<'static, Result<Store, StoreError>> {
        let database = database.into();
        Box::pin(async move {
            match database {
                Database::File(path) => sql::sqlite::open(&path).await,
                Database::Server(address) => sql::postgres::open(&address).await,
            }
        })
    }

    /// Returns a connection for reading.
    async fn read(&self) -> Result<Connection, sqlx::Error> {
        self.readers.acquire().await
    }

    /// Returns a connection for a single statement that writes.
    async fn write(&self) -> Result<Connection, sqlx::Error> {
        self.writer.acquire().await
    }

    /// Begins a transaction that reads everything as of one moment.
    async fn snapshot(&self) -> Result<Transaction, sqlx::Error> {
        Box::pin(self.readers.snapshot()).await
    }

    /// Begins a transaction that writes.
    fn begin(&self) -> BoxFuture<'_, Result<Transaction, StoreError>> {
        Box::pin(async move {
            sql::sent("BEGIN");
            let mut transaction = match &self.writer {
                Pool::Sqlite(pool) => sql::sqlite::begin(pool).await?,
                Pool::Postgres(primary) => sql::postgres::begin(primary).await?,
            };
            transaction.then_set(Some(Arc::clone(&self.outbox_changed)));
            Ok(transaction)
        })
    }

    /// Begins a transaction that writes for a request, unless it is too late for that.
    ///
    /// # Errors
    /// [`StoreError::Late`].
    async fn begin_until(&self, until: Option<Until>) -> Result<Transaction, StoreError> {
        Until::wait(until, self.begin()).await
    }

    /// Begins a transaction for claims. It does not wait for the server's disk: claims may be lost if the server fails.
    async fn begin_claiming(&self) -> Result<Transaction, StoreError> {
        let Pool::Postgres(primary) = &self.writer else {
            return self.begin().await;
        };
        sql::sent("BEGIN");
        Ok(Box::pin(sql::postgres::begin_unsynced(primary)).await?)
    }

    /// Returns the time by the clock of the database's server, in milliseconds of the Unix epoch; `None` if the
    /// database is a file of this machine.
    ///
    /// # Errors
    /// The database failed.
    pub async fn time(&self) -> Result<Option<i64>, StoreError> {
        if let Pool::Sqlite(_) = self.readers {
            return Ok(None);
        }
        let now = "SELECT CAST(1000 * extract(epoch FROM clock_timestamp()) AS BIGINT)";
        let mut connection = self.read().await?;
        let now = sql::query_scalar(now).fetch_one(&mut connection).await?;
        Ok(Some(now))
    }

    /// Releases this process's claims and closes every connection. Acknowledged commits are safe even without a close.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            processes::claim::release_all(&self.writer, self.holder).await;
            self.readers.close().await;
            self.writer.close().await;
        })
    }
}
