//! All SQL. A match is a list of events that is only ever added to; all else in the database can be made from it.
//! The store knows texts and numbers, and no game.
//!
//! One connection writes, in `BEGIN IMMEDIATE` transactions; moves that come at the same moment share one. Others read,
//! and under write-ahead logging they wait for nobody. A commit is on the disk (`synchronous = FULL`) before it is
//! acknowledged.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

use crate::match_state::{Audience, ChannelId, GameId, GuildId, Record};
use crate::private;

mod append;
mod audience;
mod backup;
mod bulletin;
mod daily_puzzle;
mod due;
mod examine;
mod group;
mod limit;
mod list;
mod load;
mod lock;
mod machine;
mod moderation;
mod note;
mod offer;
mod outbox;
mod plan;
mod privacy;
mod rating;
mod reach;
mod rules;
mod settings;
mod tables;
mod task;
mod unsent;
mod upkeep;
mod vacation;

pub use append::{Commit, MatchSummary, Opening};
pub use backup::backup;
pub use bulletin::{Bulletin, BulletinKind, WeekRow};
pub use daily_puzzle::DailyPuzzle;
pub use due::Outage;
pub use examine::Examined;
pub use limit::{Bound, Bounds, Opened};
pub use list::{Company, Listing};
pub use load::Stored;
pub use lock::Lock;
pub use moderation::Bar;
pub use note::NoteRow;
pub use offer::{KeptOffers, OfferChange, OfferRow};
pub use outbox::{Posting, SendOutcome, UnsentNotice};
pub use plan::{FormerPlans, PlanChange, PlanRow};
pub use privacy::Kept;
pub use reach::{Backlog, Unreachable};
pub use tables::TableRow;
pub use task::{PuzzleRow, PuzzleState};
pub use unsent::NextUnsent;

/// How many connections read.
const READERS: u32 = 4;

/// How long a connection waits for another process that holds the database, and a request for a connection. The one who
/// asked is told soon that too much is going on, rather than late.
const BUSY: Duration = Duration::from_secs(5);

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote the event of that ply first.
    #[error("the match has gone on since")]
    Changed,
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
        "{} was written by a newer version of Rookery (its migration {migration} is not known to this one). Run that \
         version, or give this one another database. Nothing was changed.",
        .path.display()
    )]
    Newer {
        /// Where it is.
        path: PathBuf,
        /// The first migration that is not known.
        migration: i64,
    },
    /// The database cannot be opened or brought up to date.
    #[error("{} cannot be used as the database: {cause}", .path.display())]
    Unusable {
        /// Where it is.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// Another bot runs on the database.
    #[error(
        "another Rookery{} runs on {}, and two on one database would tell everything twice. Stop that one, or give this \
         one another database (ROOKERY_DATABASE).",
        .process.map(|id| format!(" (process {id})")).unwrap_or_default(),
        .path.display()
    )]
    InUse {
        /// Where the database is.
        path: PathBuf,
        /// The other's process id, where it is known.
        process: Option<u32>,
    },
    /// A copy cannot be made.
    #[error("no backup was made: {0}")]
    Backup(String),
    /// A row says what no row can say.
    #[error("the record is damaged: {0}")]
    Damaged(String),
    /// Another process holds the database, or so many requests wait for it that this one's turn did not come.
    #[error("the database is busy: {0}")]
    Busy(Arc<sqlx::Error>),
    /// The disk has no room left, or the database may not grow any more.
    #[error("the disk is full: {0}")]
    Full(Arc<sqlx::Error>),
    /// SQLite failed.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        // Extended result codes: the primary one is in the lowest byte.
        const BUSY: i32 = 5;
        const LOCKED: i32 = 6;
        const FULL: i32 = 13;
        let code = match &error {
            sqlx::Error::PoolTimedOut => Some(BUSY),
            sqlx::Error::Database(error) => error
                .code()
                .and_then(|code| code.parse::<i32>().ok())
                .map(|code| code & 0xff),
            _ => None,
        };
        match code {
            Some(BUSY | LOCKED) => StoreError::Busy(Arc::new(error)),
            Some(FULL) => StoreError::Full(Arc::new(error)),
            _ => StoreError::Database(Arc::new(error)),
        }
    }
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
    pub sign: Option<(ChannelId, u64)>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum PhaseName {
    /// Places are still to be taken.
    Open,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
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
    writer: SqlitePool,
    /// See [`Store::limit_pages`]; 0 is no limit.
    pages: Arc<AtomicU32>,
    readers: SqlitePool,
    queue: group::Queue,
}

impl Store {
    /// Opens the database, makes it (and its folder) where there is not one, and brings it up to date.
    ///
    /// # Errors
    /// [`StoreError::Newer`], [`StoreError::Unusable`].
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        let unusable = |cause: String| StoreError::Unusable {
            path: path.to_owned(),
            cause,
        };
        if let Some(folder) = path.parent() {
            private::make_folder(folder).map_err(|error| unusable(error.to_string()))?;
        }
        // SQLite gives the files beside it the same permissions.
        match private::make_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(unusable(error.to_string()));
            }
            _ => {}
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .busy_timeout(BUSY);
        let pages = Arc::new(AtomicU32::new(0));
        let limit = Arc::clone(&pages);
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(BUSY)
            .after_connect(move |connection, _| {
                let pages = limit.load(Ordering::Relaxed);
                Box::pin(async move {
                    if pages > 0 {
                        limit_pages(connection, pages).await?;
                    }
                    Ok(())
                })
            })
            .connect_with(
                options
                    .clone()
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full),
            )
            .await
            .map_err(|error| unusable(error.to_string()))?;
        if let Err(error) = sqlx::migrate!("./migrations").run(&writer).await {
            writer.close().await;
            return Err(match error {
                MigrateError::VersionMissing(migration) => StoreError::Newer {
                    path: path.to_owned(),
                    migration,
                },
                error => unusable(error.to_string()),
            });
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY)
            .connect_with(options.read_only(true))
            .await
            .map_err(|error| unusable(error.to_string()))?;
        Ok(Store {
            writer,
            readers,
            pages,
            queue: group::Queue::default(),
        })
    }

    /// Begins to write: a transaction on the one connection that writes.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        match self.writer.begin_with("BEGIN IMMEDIATE").await {
            // Some failures, a full disk among them, make SQLite roll back by itself. The connection then still counts
            // a transaction that is not one, and would take no other: it makes room for a new one.
            Err(sqlx::Error::InvalidSavePointStatement) => {
                self.writer.acquire().await?.close().await?;
                Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
            }
            begun => Ok(begun?),
        }
    }

    /// Lets the database have so many pages and no more, as on a disk that is full. For tests.
    ///
    /// # Errors
    /// The database failed.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.pages.store(pages, Ordering::Relaxed);
        let mut connection = self.writer.acquire().await?;
        limit_pages(&mut connection, pages).await?;
        Ok(())
    }

    /// Closes every connection and folds the write-ahead log into the database. What was acknowledged is safe without
    /// it.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// A snowflake as SQLite's signed integer. The bits are kept, whatever they are.
fn signed(snowflake: u64) -> i64 {
    snowflake.cast_signed()
}

/// The snowflake of a stored integer.
fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}

/// A stored number as a smaller one.
fn narrow<N: TryFrom<i64>>(stored: i64, what: &str) -> Result<N, StoreError> {
    N::try_from(stored).map_err(|_| StoreError::Damaged(format!("{what} is {stored}")))
}

/// Lets a connection use so many pages of the database file and no more.
async fn limit_pages(connection: &mut SqliteConnection, pages: u32) -> Result<(), sqlx::Error> {
    // No value can be bound in a pragma; a number is safe.
    let pragma = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::query(pragma).execute(connection).await?;
    Ok(())
}

/// The steps by which SQLite carries out a query.
#[cfg(test)]
async fn steps(store: &Store, query: &str) -> Vec<String> {
    use sqlx::Row as _;
    let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
    let rows = sqlx::query(explain).fetch_all(&store.readers).await;
    let rows = rows.expect("a statement that SQLite understands");
    rows.iter().map(|row| row.get("detail")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was answered is on the disk: a commit that only reaches the operating system would be lost with the power.
    #[tokio::test]
    async fn the_writer_waits_for_the_disk_and_readers_cannot_write() {
        let folder = crate::scratch::folder();
        let store = Store::open(&folder.path().join("rookery.db"))
            .await
            .unwrap();
        let number = async |pragma: &'static str| {
            let value = sqlx::query_scalar::<_, i64>(pragma);
            value.fetch_one(&store.writer).await.unwrap()
        };
        const FULL: i64 = 2;
        assert_eq!(number("PRAGMA synchronous").await, FULL);
        assert_eq!(number("PRAGMA foreign_keys").await, 1);
        let written = sqlx::query("DELETE FROM game")
            .execute(&store.readers)
            .await;
        assert!(written.is_err());
    }

    /// Discord waits three seconds for an answer: nobody waits for a connection until long after.
    #[tokio::test]
    async fn a_connection_is_not_waited_for_longer_than_five_seconds() {
        let folder = crate::scratch::folder();
        let store = Store::open(&folder.path().join("rookery.db"))
            .await
            .unwrap();
        for pool in [&store.writer, &store.readers] {
            assert!(pool.options().get_acquire_timeout() <= Duration::from_secs(5));
        }
    }

    /// A reader that takes its time (a backup, a long history) holds up no move.
    #[tokio::test]
    async fn readers_and_the_writer_do_not_wait_for_each_other() {
        let folder = crate::scratch::folder();
        let store = Store::open(&folder.path().join("rookery.db"))
            .await
            .unwrap();
        let mut reading = store.readers.begin().await.unwrap();
        let count = "SELECT count(*) FROM setting";
        let before: i64 = sqlx::query_scalar(count)
            .fetch_one(&mut *reading)
            .await
            .unwrap();
        let writing = store.writer.begin_with("BEGIN IMMEDIATE").await.unwrap();
        assert_eq!(store.setting(1, "zone").await.unwrap(), None);
        writing.rollback().await.unwrap();
        store.set(1, "zone", "UTC").await.unwrap();
        let after: i64 = sqlx::query_scalar(count)
            .fetch_one(&mut *reading)
            .await
            .unwrap();
        assert_eq!(before, after, "one moment");
        assert!(store.setting(1, "zone").await.unwrap().is_some());
    }
}
