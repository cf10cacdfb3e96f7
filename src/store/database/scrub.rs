//! Rewriting SQLite's file, so that not even the bytes of erased rows remain in it.
//!
//! The connection that writes overwrites what it deletes. When rows move from one page to another, though, copies can
//! stay in the free parts of pages, and they are in the write-ahead log until it starts anew. So after an erasure the
//! whole file is rewritten and the log truncated. No move can be stored meanwhile: while the bot runs, only a small
//! file is rewritten, at most once an hour; a larger one waits for the next start.

use sqlx::sqlite::SqlitePool;

use crate::store::sql::{Pool, Transaction, query};
use crate::store::{Store, StoreError};

/// The largest file that is rewritten while the bot runs, in bytes, so that moves wait only briefly.
const SMALL: i64 = 32_000_000;

/// Shortest time between two rewritings while the bot runs, in seconds.
const HOUR: i64 = 3_600;

/// Marks the file for rewriting: `next` is 0 until it is done; `last` is the time of the last one, in seconds of the
/// Unix epoch.
const NOTE: &str = "INSERT INTO upkeep (job, next, last) VALUES ('scrub', 0, 0) ON CONFLICT (job) DO UPDATE SET next = 0";

/// Marks the file for rewriting, in the transaction that erases a user.
pub(in crate::store) async fn note(transaction: &mut Transaction) -> Result<(), StoreError> {
    if let crate::store::sql::Connection::Sqlite(_) = **transaction {
        query(NOTE).execute(transaction).await?;
    }
    Ok(())
}

/// Rewrites a marked file at a start. A failure is only logged, since the next start tries again.
pub(in crate::store) async fn finish(writer: &SqlitePool) {
    if let Err(error) = write_again(writer, i64::MAX, 0).await {
        tracing::warn!(%error, "what was erased could not be taken out of the file yet");
    }
}

/// Rewrites a marked file, if it has at most `most` bytes and the last rewriting was at least `pause` seconds ago.
async fn write_again(writer: &SqlitePool, most: i64, pause: i64) -> Result<(), sqlx::Error> {
    let mut connection = writer.acquire().await?;
    let noted =
        "SELECT 1 FROM upkeep WHERE job = 'scrub' AND next = 0 AND last <= unixepoch() - $1";
    let noted = sqlx::query(noted)
        .bind(pause)
        .fetch_optional(&mut *connection)
        .await?;
    if noted.is_none() {
        return Ok(());
    }
    let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size: i64 = sqlx::query_scalar(size).fetch_one(&mut *connection).await?;
    if size > most {
        return Ok(());
    }
    if size > SMALL {
        tracing::info!(
            bytes = size,
            "the file is written again without what was erased"
        );
    }
    sqlx::raw_sql("VACUUM").execute(&mut *connection).await?;
    // The checkpoint waits for readers, at most as long as any connection waits for another.
    let held: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(&mut *connection)
        .await?;
    if held == 0 {
        sqlx::query("UPDATE upkeep SET next = 1, last = unixepoch() WHERE job = 'scrub'")
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

impl Store {
    /// Rewrites SQLite's file if it is marked and small and was not rewritten within the last hour; otherwise the
    /// upkeep or the next start does that.
    ///
    /// # Errors
    /// The database failed; the file stays marked.
    pub async fn scrub(&self) -> Result<(), StoreError> {
        match &self.writer {
            Pool::Sqlite(writer) => Ok(write_again(writer, SMALL, HOUR).await?),
            Pool::Postgres(_) => Ok(()),
        }
    }
}
