//! Writing SQLite's file again, so that the bytes of what was erased are not in it either.
//!
//! The connection that writes overwrites what it deletes. When rows are moved from one page to another, though, copies
//! can stay behind in the free parts of pages, and they are in the write-ahead log until that begins anew. So the whole
//! file is written again after somebody was erased, and the log cut off. Nobody can move meanwhile: so while the bot runs
//! it is done where the file is small, at most once an hour, and else by the next start.

use sqlx::sqlite::SqlitePool;

use super::sql::{Pool, Transaction, query};
use super::{Store, StoreError};

/// The largest file that is written again while the bot runs, in bytes: it takes less than a second.
const SMALL: i64 = 32_000_000;

/// The least time between two times that the file is written again while the bot runs, in seconds.
const HOUR: i64 = 3_600;

/// Notes that the file has to be written again: `next` is 0 then, and `last` says when it was, in seconds of the Unix epoch.
const NOTE: &str = "INSERT INTO upkeep (job, next, last) VALUES ('scrub', 0, 0) ON CONFLICT (job) DO UPDATE SET next = 0";

/// Notes, in the transaction that erases somebody, that the file has to be written again.
pub(super) async fn note(transaction: &mut Transaction) -> Result<(), StoreError> {
    if let super::sql::Connection::Sqlite(_) = **transaction {
        query(NOTE).execute(transaction).await?;
    }
    Ok(())
}

/// Writes the file again where that is noted. A start does not fail by it: it is tried again by the next.
pub(super) async fn finish(writer: &SqlitePool) {
    if let Err(error) = write_again(writer, i64::MAX, 0).await {
        tracing::warn!(%error, "what was erased could not be taken out of the file yet");
    }
}

/// Writes the file again where that is noted, if it has at most so many bytes and was not written again for so long, in
/// seconds.
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
    // Waits for those who read, for as long as a connection waits for another.
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
    /// Takes what was erased out of SQLite's file, if that takes no longer than a move may wait and was not done within the
    /// last hour; else the upkeep or the next start does.
    ///
    /// # Errors
    /// The database failed; it is tried again.
    pub async fn scrub(&self) -> Result<(), StoreError> {
        match &self.writer {
            Pool::Sqlite(writer) => Ok(write_again(writer, SMALL, HOUR).await?),
            Pool::Postgres(_) => Ok(()),
        }
    }
}
