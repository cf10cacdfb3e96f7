//! All SQL. A match is a list of events that is only ever added to; all else in the database can be made from it.
//! The store knows texts and numbers, and no game.
//!
//! The database is SQLite's, in a file, or PostgreSQL's, in a server. The statements are the same ([`sql`]); what
//! differs is in [`sqlite`] and [`postgres`]: how a database is opened, and how it keeps two who write from each other.
//! With SQLite one connection writes at a time. With PostgreSQL many do, and those who look at a match before they write
//! about it hold it first ([`postgres::hold`]). Several processes may use such a database at once; what each is at work
//! on it claims ([`claim`]). A commit is on the disk before it is acknowledged.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use sql::{Connection, Pool, Transaction};

mod address;
mod append;
mod audience;
mod backup;
mod bulletin;
mod checkpoint;
mod claim;
mod commit;
mod connection_string;
mod daily_puzzle;
mod database;
mod due;
#[cfg(test)]
mod effort;
mod error;
mod examine;
mod group;
mod handle;
mod insert;
mod lease;
mod limit;
mod list;
mod load;
mod lock;
mod machine;
mod migrations;
mod mined_puzzle;
mod moderation;
mod note;
mod offer;
mod once;
mod one_statement;
mod outbox;
mod plan;
mod postgres;
mod presence;
mod primary;
mod privacy;
mod rating;
mod reach;
mod row;
mod rules;
mod scrub;
mod settings;
mod sql;
mod sqlite;
mod tables;
mod task;
mod transfer;
mod unsent;
mod until;
mod upkeep;
mod vacation;
mod value;

pub use address::Address;
pub use backup::backup;
pub use bulletin::{BulletinKind, RecurringPost, WeekRow};
pub use claim::ClaimKind;
pub use commit::{
    Bounds, Commit, FormerPlans, KeptOffers, MatchSummary, OfferRow, Opening, PlanChange, PlanRow,
    Posting,
};
pub use database::{Database, Examined};
pub use due::Outage;
pub use error::{Bound, StoreError};
pub use examine::Health;
pub use handle::Store;
pub use lease::{Lease, LeaseTimes};
pub use limit::Opened;
pub use list::{Listing, Participants};
pub use load::{Beside, Glance, Stored};
pub use lock::{Lock, real_file};
pub use mined_puzzle::MinedPuzzle;
pub use moderation::Bar;
pub use note::NoteRow;
pub use offer::OfferChange;
pub use outbox::{SendOutcome, UnsentNotice};
pub use privacy::Kept;
pub use reach::{Backlog, Unreachable};
pub use row::{Checkpoint, EventRow, PhaseName, Row};
pub use settings::PlayerRow;
pub use tables::TableRow;
pub use task::{PuzzleRow, PuzzleState};
pub use transfer::{Moved, move_store};
pub use unsent::NextUnsent;
pub use until::{Asked, Until};

use database::{ATTEMPTS, BUSY, STATEMENTS};
use value::{narrow, signed, unsigned, user_ids};

impl Store {
    /// Opens the database, makes it (and its folder) where there is not one, and brings it up to date.
    ///
    /// # Errors
    /// [`StoreError::Newer`], [`StoreError::Unusable`].
    pub fn open(database: impl Into<Database>) -> BoxFuture<'static, Result<Store, StoreError>> {
        let database = database.into();
        Box::pin(async move {
            match database {
                Database::File(path) => sqlite::open(&path).await,
                Database::Server(address) => postgres::open(&address).await,
            }
        })
    }

    /// A connection to read with.
    async fn read(&self) -> Result<Connection, sqlx::Error> {
        self.readers.acquire().await
    }

    /// A connection for one statement that writes.
    async fn write(&self) -> Result<Connection, sqlx::Error> {
        self.writer.acquire().await
    }

    /// Begins to read everything as of one moment.
    async fn snapshot(&self) -> Result<Transaction, sqlx::Error> {
        Box::pin(self.readers.snapshot()).await
    }

    /// Begins to write.
    fn begin(&self) -> BoxFuture<'_, Result<Transaction, StoreError>> {
        Box::pin(async move {
            sql::sent("BEGIN");
            let mut transaction = match &self.writer {
                Pool::Sqlite(pool) => sqlite::begin(pool).await?,
                Pool::Postgres(primary) => postgres::begin(primary).await?,
            };
            transaction.then_set(Some(Arc::clone(&self.outbox_changed)));
            Ok(transaction)
        })
    }

    /// Begins to write what somebody has asked for, if that is still in time.
    ///
    /// # Errors
    /// [`StoreError::Late`].
    async fn begin_until(&self, until: Option<Until>) -> Result<Transaction, StoreError> {
        Until::wait(until, self.begin()).await
    }

    /// Begins to claim: claims may be lost if a server itself fails, and nobody waits for its disk.
    async fn begin_claiming(&self) -> Result<Transaction, StoreError> {
        let Pool::Postgres(primary) = &self.writer else {
            return self.begin().await;
        };
        sql::sent("BEGIN");
        Ok(Box::pin(postgres::begin_unsynced(primary)).await?)
    }

    /// The time by the clock of the database's server, in milliseconds of the Unix epoch; `None` where the database is a file
    /// of this machine.
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

    /// Closes every connection. What was acknowledged is safe without it.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            claim::release_all(&self.writer, self.holder).await;
            self.readers.close().await;
            self.writer.close().await;
        })
    }
}
