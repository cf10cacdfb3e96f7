//! All SQL. A match is a list of events that is only ever added to; all else in the database can be made from it.
//! The store knows texts and numbers, and no game.
//!
//! The database is SQLite's, in a file, or PostgreSQL's, in a server. The statements are the same ([`sql`]); what
//! differs is in [`sqlite`] and [`postgres`]: how a database is opened, and how it keeps two who write from each other.
//! With SQLite one connection writes at a time. With PostgreSQL many do, and those who look at a match before they write
//! about it hold it first ([`postgres::hold`]). Several processes may use such a database at once; what each is at work
//! on it claims ([`claim`]). A commit is on the disk before it is acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use sql::{Connection, Pool, Transaction};

use crate::match_state::{Audience, ChannelId, GameId, GuildId, Record, UserId};

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
mod examine;
mod group;
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
pub use commit::{Commit, MatchSummary, Opening};
pub use database::Database;
pub use due::Outage;
pub use examine::{Examined, Health};
pub use lease::{Lease, LeaseTimes};
pub use limit::{Bound, Bounds, Opened};
pub use list::{Listing, Participants};
pub use load::{Beside, Glance, Stored};
pub use lock::{Lock, real_file};
pub use mined_puzzle::MinedPuzzle;
pub use moderation::Bar;
pub use note::NoteRow;
pub use offer::{KeptOffers, OfferChange, OfferRow};
pub use once::Asked;
pub use outbox::{Posting, SendOutcome, UnsentNotice};
pub use plan::{FormerPlans, PlanChange, PlanRow};
pub use privacy::Kept;
pub use reach::{Backlog, Unreachable};
pub use settings::PlayerRow;
pub use tables::TableRow;
pub use task::{PuzzleRow, PuzzleState};
pub use transfer::{Moved, move_store};
pub use unsent::NextUnsent;
pub use until::Until;

/// How many connections read.
const READERS: u32 = 4;

/// How many statements a connection keeps prepared: more than there are.
const STATEMENTS: usize = 512;

/// How long a connection waits for another process that holds the database, and a request for a connection. The one who
/// asked is refused soon because too much is going on, rather than late.
const BUSY: Duration = Duration::from_secs(5);

/// How often a transaction is tried that others get in the way of.
const ATTEMPTS: usize = 8;

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote the event of that ply first.
    #[error("the match has gone on since")]
    Changed,
    /// It was not begun before the one who asked for it was told that nothing comes of it.
    #[error("it would have been begun too late")]
    Late,
    /// This interaction has done its work before.
    #[error("the request was carried out before")]
    Repeated,
    /// A new match would be more than one person may have.
    #[error("more than one person may have: {0:?}")]
    Bound(Bound),
    /// There is no such match.
    #[error("there is no game {}", .0.0)]
    NoGame(GameId),
    /// The database was written by a newer version of Rookery.
    #[error(
        "{place} was written by a newer version of Rookery (its migration {migration} is not known to this one). Run that \
         version, or give this one another database. Nothing was changed."
    )]
    Newer {
        /// Where it is.
        place: Database,
        /// The first migration that is not known.
        migration: i64,
    },
    /// The database cannot be opened or brought up to date.
    #[error("{place} cannot be used as the database: {cause}")]
    Unusable {
        /// Where it is.
        place: Database,
        /// Why.
        cause: String,
    },
    /// Another bot runs on the database.
    #[error(
        "another Rookery{} runs on {}, and two on one database would tell everything twice. Stop that one, or give this \
         one another database (ROOKERY_DATABASE).",
        .process.map(|id| format!(" (process {id})")).unwrap_or_default(),
        .place
    )]
    InUse {
        /// Where the database is.
        place: Database,
        /// The other's process id, where it is known.
        process: Option<u32>,
    },
    /// This process was the bot on the database, and may not go on.
    #[error(
        "this process could not show for too long that it runs on {place}, and another may have taken its place. \
         Start it again: it waits until it is needed."
    )]
    Superseded {
        /// Where the database is.
        place: Database,
    },
    /// Not everything can be moved to another database, so nothing was.
    #[error("nothing was moved: {0}.")]
    Move(String),
    /// A copy cannot be made.
    #[error("no backup was made: {0}")]
    Backup(String),
    /// A row says what no row can say.
    #[error("the record is damaged: {0}")]
    Damaged(String),
    /// Another process holds the database, or so many requests wait for it that this one's turn did not come.
    #[error("the database is busy: {0}")]
    Busy(Arc<sqlx::Error>),
    /// The connection was cut at such a moment that it is not known whether it was written.
    #[error("the database was cut off, and it is not known whether it has written this down: {0}")]
    Unsure(Arc<sqlx::Error>),
    /// The disk has no room left, or the database may not grow any more.
    #[error("the disk is full: {0}")]
    Full(Arc<sqlx::Error>),
    /// SQLite failed.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let kind = match &error {
            // A connection that is cut says nothing of whether what was being done is done.
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => ErrorKind::Busy,
            sqlx::Error::Database(error) => postgres::error_kind(error.as_ref())
                .or_else(|| sqlite::error_kind(error.as_ref()))
                .unwrap_or(ErrorKind::Other),
            _ => ErrorKind::Other,
        };
        match kind {
            ErrorKind::Changed => StoreError::Changed,
            ErrorKind::Busy => StoreError::Busy(Arc::new(error)),
            ErrorKind::Late => StoreError::Late,
            ErrorKind::Full => StoreError::Full(Arc::new(error)),
            ErrorKind::Other => StoreError::Database(Arc::new(error)),
        }
    }
}

/// What an error of the database means to the one who asked.
enum ErrorKind {
    /// Two who wrote got in each other's way, and this one is to begin again.
    Changed,
    Busy,
    Late,
    Full,
    Other,
}

/// A match at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which match.
    pub game: GameId,
    /// The game's key.
    pub key: String,
    /// Its options, as JSON.
    pub options: String,
    /// The version of the rules that it is played by.
    pub rules: u32,
    /// The server it was opened in; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel it was opened in.
    pub channel: ChannelId,
    /// The thread or channel it lives in, once known.
    pub home: Option<ChannelId>,
    /// When it was opened, in seconds of the Unix epoch.
    pub opened: i64,
    /// How many events it has.
    pub ply: u32,
    /// How far it is.
    pub phase: PhaseName,
    /// How it ended, in machine notation.
    pub ending: Option<String>,
    /// Since when it stands as it stands, in seconds of the Unix epoch.
    pub since: i64,
    /// Moves made so far.
    pub moves: u32,
    /// The ply of the last event that changed the position, the turn or the open table.
    pub changed: u32,
    /// When something runs out, in seconds of the Unix epoch.
    pub deadline: Option<i64>,
    /// When there is something to do, in seconds of the Unix epoch.
    pub due: Option<i64>,
    /// The match that was opened as its rematch.
    pub rematch: Option<GameId>,
    /// The message that shows its open table: the channel and the message's snowflake, once known.
    pub table_message: Option<(ChannelId, u64)>,
    /// Who may see it; `None` where that is not known yet.
    pub audience: Option<Audience>,
    /// How many seats of its open table anyone may take.
    pub free: u8,
    /// Whether its open table can be found from other servers.
    pub shared: bool,
    /// Whether it was opened where the bot can only answer.
    pub outside: bool,
    /// The keys of the games, joined by commas, of which its table becomes one; `None` where the game is known.
    pub choices: Option<String>,
}

/// How far a match is, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseName {
    /// Places are still to be taken.
    Open,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

impl PhaseName {
    const ALL: [PhaseName; 3] = [PhaseName::Open, PhaseName::Playing, PhaseName::Over];

    /// As it is stored.
    fn key(self) -> &'static str {
        match self {
            PhaseName::Open => "open",
            PhaseName::Playing => "playing",
            PhaseName::Over => "over",
        }
    }

    fn read(key: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|phase| phase.key() == key);
        found.ok_or_else(|| StoreError::Damaged(format!("the phase of a match is {key}")))
    }
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the match, from 1.
    pub ply: u32,
    /// When it happened, in seconds of the Unix epoch.
    pub at: i64,
    /// The number of the last outage before it, 0 for none.
    pub outage: i64,
    /// What happened.
    pub record: Record,
}

/// A match as it was after some number of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// How many events it had.
    pub ply: u32,
    /// The match.
    pub standing: String,
    /// The game on the board.
    pub position: String,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Pool,
    readers: Pool,
    /// See [`Store::limit_pages`]; 0 is no limit.
    pages: Arc<AtomicU32>,
    queue: group::Queue,
    /// See [`Store::take_outbox_changed`].
    outbox_changed: Arc<AtomicBool>,
    /// What this process claims its work by.
    holder: i64,
    /// The request by which something is changed; see [`Store::asked`].
    asked: Option<Asked>,
}

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

/// The machine's clock, in seconds of the Unix epoch.
fn machine_time() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

/// A snowflake as a signed integer, the only ones there are in databases. The bits are kept, whatever they are.
fn signed(snowflake: u64) -> i64 {
    snowflake.cast_signed()
}

/// The snowflake of a stored integer.
fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}

/// The people of a column of stored integers.
fn user_ids(stored: Vec<i64>) -> Vec<UserId> {
    stored.into_iter().map(|id| UserId(unsigned(id))).collect()
}

/// A stored number as a smaller one.
fn narrow<N: TryFrom<i64>>(stored: i64, what: &str) -> Result<N, StoreError> {
    N::try_from(stored).map_err(|_| StoreError::Damaged(format!("{what} is {stored}")))
}
