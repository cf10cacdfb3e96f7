//! Why the store did not do what it was asked, and what the errors of the databases mean.

use std::sync::Arc;

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

use super::database::Database;
use crate::match_state::{GameId, UserId};

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

/// The bound that a new match would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// [`Bounds::games`](super::Bounds::games).
    Games(u32),
    /// [`Bounds::machines`](super::Bounds::machines).
    Machines(u32),
    /// [`Bounds::tables`](super::Bounds::tables).
    Tables(u32),
    /// [`Bounds::invitations`](super::Bounds::invitations), to this person.
    Invitations(UserId, u32),
    /// [`Bounds::pending`](super::Bounds::pending), of this person.
    Pending(UserId),
    /// [`Bounds::invitations_a_day`](super::Bounds::invitations_a_day), to this person.
    InvitationsADay(UserId, u32),
    /// [`Bounds::imports_a_day`](super::Bounds::imports_a_day).
    ImportsADay(u32),
    /// [`Bounds::begun_a_day`](super::Bounds::begun_a_day).
    BegunADay(u32),
    /// How many notes one person may have.
    Notes(u32),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let kind = match &error {
            // A connection that is cut says nothing of whether what was being done is done.
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => ErrorKind::Busy,
            sqlx::Error::Database(error) => postgres_kind(error.as_ref())
                .or_else(|| sqlite_kind(error.as_ref()))
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
pub(super) enum ErrorKind {
    /// Two who wrote got in each other's way, and this one is to begin again.
    Changed,
    Busy,
    Late,
    Full,
    Other,
}

/// What an error means; `None` where it is not one of PostgreSQL's. The codes are of its manual's appendix A.
pub(super) fn postgres_kind(error: &dyn DatabaseError) -> Option<ErrorKind> {
    let error = error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>()?;
    Some(match error.code() {
        // Serialization failure, deadlock.
        "40001" | "40P01" => ErrorKind::Changed,
        // Lock not available, cancelled by the timeout, too many connections, an idle transaction ended, a server that
        // is not the primary any more.
        "55P03" | "57014" | "53300" | "25P03" | "25006" => ErrorKind::Busy,
        "53100" => ErrorKind::Full,
        // Of our own function `in_time`.
        "LATE0" => ErrorKind::Late,
        // Connection exceptions, and a server that stops or starts.
        code if code.starts_with("08") || code.starts_with("57P0") => ErrorKind::Busy,
        _ => ErrorKind::Other,
    })
}

/// What an error means; `None` where it is not one of SQLite's.
fn sqlite_kind(error: &dyn DatabaseError) -> Option<ErrorKind> {
    // Extended result codes: the primary one is in the lowest byte.
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const FULL: i32 = 13;
    let error = error.try_downcast_ref::<SqliteError>()?;
    let code = error.code()?.parse::<i32>().ok()? & 0xff;
    Some(match code {
        BUSY | LOCKED => ErrorKind::Busy,
        FULL => ErrorKind::Full,
        _ => ErrorKind::Other,
    })
}

/// Whether the connection was cut, so that nobody knows what became of what was asked for.
pub(super) fn is_cut(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| code.starts_with("08") || code.starts_with("57P0")),
        _ => false,
    }
}
