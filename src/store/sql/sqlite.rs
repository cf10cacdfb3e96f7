//! SQLite's part of the store: opening the file, and the one connection that writes.
//!
//! That connection writes in `BEGIN IMMEDIATE` transactions; moves that arrive at the same moment share one
//! ([`crate::store::matches::group`]). Other connections read, and under write-ahead logging they wait for no writer.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};

use super::{Connection, Held, Pool, Transaction};
use crate::private;
use crate::store::handle::Queue;
use crate::store::{
    BUSY, STATEMENTS, Store, StoreError, database::scrub, real_file, sql::migrations,
};

/// Number of connections that read.
pub(in crate::store) const READERS: u32 = 4;

pub(in crate::store) async fn open(path: &Path) -> Result<Store, StoreError> {
    let unusable = |cause: String| StoreError::Unusable {
        place: path.into(),
        cause,
    };
    if let Some(folder) = path.parent() {
        private::make_folder(folder).map_err(|error| unusable(error.to_string()))?;
    }
    let file = real_file(path)?;
    // SQLite gives its other files the same permissions.
    match private::make_file(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            return Err(unusable(error.to_string()));
        }
        _ => {}
    }
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .foreign_keys(true)
        .statement_cache_capacity(STATEMENTS)
        .busy_timeout(BUSY);
    let pages = Arc::new(AtomicU32::new(0));
    let limit = Arc::clone(&pages);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(BUSY)
        // The file does not go away between two statements.
        .test_before_acquire(false)
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
                .synchronous(SqliteSynchronous::Full)
                // Deleted contents are overwritten.
                .pragma("secure_delete", "ON"),
        )
        .await
        .map_err(|error| unusable(error.to_string()))?;
    if let Err(error) = migrate(&writer).await {
        writer.close().await;
        return Err(not_migrated(path, error));
    }
    scrub::finish(&writer).await;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(BUSY)
        .test_before_acquire(false)
        // A reader drops its cached pages whenever another connection commits: a larger cache would only take memory.
        .connect_with(options.read_only(true).pragma("cache_size", "-512"))
        .await
        .map_err(|error| unusable(error.to_string()))?;
    Ok(Store {
        writer: Pool::Sqlite(writer),
        readers: Pool::Sqlite(readers),
        pages,
        queue: Queue::default(),
        outbox_changed: Arc::new(true.into()),
        holder: rand::random(),
        asked: None,
    })
}

pub(in crate::store) fn not_migrated(path: &Path, error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(migration) => StoreError::Newer {
            place: path.into(),
            migration,
        },
        error => StoreError::Unusable {
            place: path.into(),
            cause: error.to_string(),
        },
    }
}

async fn migrate(writer: &SqlitePool) -> Result<(), MigrateError> {
    let mut connection = writer.acquire().await?;
    // With `run` the compiler could not prove the future to be `Send`.
    migrations::sqlite()
        .run_direct(None, &mut *connection, false)
        .await
}

/// Begins a transaction on the one connection that writes.
pub(in crate::store) async fn begin(pool: &SqlitePool) -> Result<Transaction, sqlx::Error> {
    let begun = match pool.begin_with("BEGIN IMMEDIATE").await {
        // Some failures, a full disk among them, make SQLite roll back by itself. The connection then still counts a
        // transaction that is gone, and would begin no other: it is replaced by a new one.
        Err(sqlx::Error::InvalidSavePointStatement) => {
            pool.acquire().await?.close().await?;
            pool.begin_with("BEGIN IMMEDIATE").await?
        }
        begun => begun?,
    };
    Ok(Transaction::new(Connection::Sqlite(Held::Transaction(
        begun,
    ))))
}

impl Store {
    /// Limits the database to a number of pages, to imitate a full disk. For tests; PostgreSQL has no such limit.
    ///
    /// # Errors
    /// The database failed.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.pages.store(pages, Ordering::Relaxed);
        if let Connection::Sqlite(mut connection) = self.write().await? {
            limit_pages(&mut connection, pages).await?;
        }
        Ok(())
    }

    /// Returns the pools that write and read, for tests that query SQLite itself.
    #[cfg(test)]
    pub(in crate::store) fn pools(&self) -> (&SqlitePool, &SqlitePool) {
        match (&self.writer, &self.readers) {
            (Pool::Sqlite(writer), Pool::Sqlite(readers)) => (writer, readers),
            _ => panic!("the store is not SQLite's"),
        }
    }
}

/// Limits the pages of the database file that a connection may use.
async fn limit_pages(connection: &mut SqliteConnection, pages: u32) -> Result<(), sqlx::Error> {
    // A pragma takes no bound values; a number is safe.
    let pragma = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::query(pragma).execute(connection).await?;
    Ok(())
}

/// Returns the steps by which SQLite carries out a query.
#[cfg(test)]
pub(in crate::store) async fn steps(store: &Store, query: &str) -> Vec<String> {
    use sqlx::Row as _;
    let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
    let rows = sqlx::query(explain).fetch_all(store.pools().1).await;
    let rows = rows.expect("a statement that SQLite understands");
    rows.iter().map(|row| row.get("detail")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// An answered commit is on the disk: one that only reached the operating system would be lost with the power.
    #[tokio::test]
    async fn the_writer_waits_for_the_disk_and_readers_cannot_write() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let number = async |pragma: &'static str| {
            let value = sqlx::query_scalar::<_, i64>(pragma);
            value.fetch_one(store.pools().0).await.unwrap()
        };
        const FULL: i64 = 2;
        assert_eq!(number("PRAGMA synchronous").await, FULL);
        assert_eq!(number("PRAGMA foreign_keys").await, 1);
        let written = sqlx::query("DELETE FROM game")
            .execute(store.pools().1)
            .await;
        assert!(written.is_err());
    }

    /// Discord waits three seconds for an answer, so waiting much longer for a connection is pointless.
    #[tokio::test]
    async fn a_connection_is_not_waited_for_longer_than_five_seconds() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for pool in [store.pools().0, store.pools().1] {
            assert!(pool.options().get_acquire_timeout() <= Duration::from_secs(5));
        }
    }

    /// A slow reader (a backup, a long history) delays no move.
    #[tokio::test]
    async fn readers_and_the_writer_do_not_wait_for_each_other() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let mut reading = store.pools().1.begin().await.unwrap();
        let count = "SELECT count(*) FROM setting";
        let before: i64 = sqlx::query_scalar(count)
            .fetch_one(&mut *reading)
            .await
            .unwrap();
        let writing = store.pools().0.begin_with("BEGIN IMMEDIATE").await.unwrap();
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
