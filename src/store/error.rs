//! Errors of the store, and the meaning of the databases' errors.

use std::sync::Arc;

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

use crate::match_state::{GameId, UserId};
use crate::store::database::Database;

/// The reason why the store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another commit has taken that ply, or the state has changed otherwise.
    #[error("the match has gone on since")]
    Changed,
    /// The change did not begin before the request's deadline, when its sender learned that it had failed.
    #[error("it would have been begun too late")]
    Late,
    /// This interaction has been carried out before.
    #[error("the request was carried out before")]
    Repeated,
    /// The change would break a limit on what one user may have.
    #[error("more than one person may have: {0:?}")]
    Bound(Bound),
    /// The match does not exist.
    #[error("there is no game {}", .0.0)]
    NoGame(GameId),
    /// The database was written by a newer version of Rookery.
    #[error(
        "{place} was written by a newer version of Rookery (its migration {migration} is not known to this one). Run that \
         version, or give this one another database. Nothing was changed."
    )]
    Newer {
        /// The place of the database.
        place: Database,
        /// The first migration that is not known.
        migration: i64,
    },
    /// The server is older than Rookery needs.
    #[error(
        "{place} is on PostgreSQL {version}, and Rookery needs 15 or newer: upgrade the server, or leave ROOKERY_DATABASE \
         out to keep the games in a file."
    )]
    Old {
        /// The place of the database.
        place: Database,
        /// The server's version.
        version: u32,
    },
    /// The database cannot be opened or migrated.
    #[error("{place} cannot be used as the database: {cause}")]
    Unusable {
        /// The place of the database.
        place: Database,
        /// The cause.
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
        /// The place of the database.
        place: Database,
        /// The other bot's process id, if it is known.
        process: Option<u32>,
    },
    /// This process was the bot on the database, and may not go on.
    #[error(
        "this process could not show for too long that it runs on {place}, and another may have taken its place. \
         Start it again: it waits until it is needed."
    )]
    Superseded {
        /// The place of the database.
        place: Database,
    },
    /// Part of the database cannot be moved to another one, so nothing was.
    #[error("nothing was moved: {0}.")]
    Move(String),
    /// The copy cannot be made.
    #[error("no backup was made: {0}")]
    Backup(String),
    /// A row has invalid contents.
    #[error("the record is damaged: {0}")]
    Damaged(String),
    /// Another process holds the database, or too many requests wait for it.
    #[error("the database is busy: {0}")]
    Busy(Arc<sqlx::Error>),
    /// The connection was cut at a moment that leaves it open if the change was written.
    #[error("the database was cut off, and it is not known whether it has written this down: {0}")]
    Unsure(Arc<sqlx::Error>),
    /// The disk has no room left, or the database may not grow any more.
    #[error("the disk is full: {0}")]
    Full(Arc<sqlx::Error>),
    /// The database failed in another way.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
}

/// A limit that a change would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The limit [`Bounds::games`](crate::store::Bounds::games).
    Games(u32),
    /// The limit [`Bounds::machines`](crate::store::Bounds::machines).
    Machines(u32),
    /// The limit [`Bounds::tables`](crate::store::Bounds::tables).
    Tables(u32),
    /// The limit [`Bounds::invitations`](crate::store::Bounds::invitations), to this user.
    Invitations(UserId, u32),
    /// The limit [`Bounds::pending`](crate::store::Bounds::pending), of this user.
    Pending(UserId),
    /// The limit [`Bounds::invitations_a_day`](crate::store::Bounds::invitations_a_day), to this user.
    InvitationsADay(UserId, u32),
    /// The limit [`Bounds::imports_a_day`](crate::store::Bounds::imports_a_day).
    ImportsADay(u32),
    /// The limit [`Bounds::begun_a_day`](crate::store::Bounds::begun_a_day).
    BegunADay(u32),
    /// The most notes that one user may have.
    Notes(u32),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let kind = match &error {
            // A cut connection leaves it open if the change was made.
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

/// The meaning of a database's error for the caller.
pub(super) enum ErrorKind {
    /// Two writers got in each other's way, and this one must begin again.
    Changed,
    Busy,
    Late,
    Full,
    Other,
}

/// Returns the meaning of an error; `None` if it is not one of PostgreSQL's. The codes are from its manual's appendix
/// A.
pub(super) fn postgres_kind(error: &dyn DatabaseError) -> Option<ErrorKind> {
    let error = error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>()?;
    Some(match error.code() {
        // Serialization failure, deadlock.
        "40001" | "40P01" => ErrorKind::Changed,
        // Lock not available, cancelled by the timeout, too many connections, an idle transaction ended, a server that
        // is not the primary any more.
        "55P03" | "57014" | "53300" | "25P03" | "25006" => ErrorKind::Busy,
        "53100" => ErrorKind::Full,
        // The code of our own function `in_time`.
        "LATE0" => ErrorKind::Late,
        // Connection exceptions, and a server that stops or starts.
        code if code.starts_with("08") || code.starts_with("57P0") => ErrorKind::Busy,
        _ => ErrorKind::Other,
    })
}

/// Returns the meaning of an error; `None` if it is not one of SQLite's.
fn sqlite_kind(error: &dyn DatabaseError) -> Option<ErrorKind> {
    // An extended result code has the primary code in its lowest byte.
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

/// True if the connection was cut, so that the statement may or may not have been carried out.
pub(super) fn is_cut(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| code.starts_with("08") || code.starts_with("57P0")),
        _ => false,
    }
}
