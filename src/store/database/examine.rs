//! Examination of a database before a start, which changes nothing in it.

use std::path::Path;

use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row as _};

use crate::store::notices::reach::BACKLOG;
use crate::store::{
    Backlog, Database, Examined, Store, StoreError, sql, sql::migrations, sql::postgres,
    sql::sqlite, unsigned,
};

/// Longest wait for another process, while the operator waits for the result.
const BUSY: std::time::Duration = std::time::Duration::from_secs(2);

/// The state of a bot that runs on the database, as far as the database shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// The time of the last heartbeat, in seconds of the Unix epoch; `None` before the first start.
    pub heartbeat: Option<i64>,
    /// The notifications that wait to be sent.
    pub backlog: Backlog,
}

impl Store {
    /// Returns the state at `now` (seconds of the Unix epoch) of a bot that runs on a database of this version.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn examine_health(path: &Path, now: i64) -> Result<Health, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(BUSY);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let heartbeat = sqlx::query_scalar("SELECT at FROM heartbeat WHERE id = 1")
            .fetch_optional(&mut connection)
            .await;
        let backlog = sqlx::query(BACKLOG)
            .bind(now)
            .bind(Backlog::MOST)
            .fetch_one(&mut connection)
            .await;
        // An error at closing does not matter: the result is known.
        let _ = connection.close().await;
        Ok(Health {
            heartbeat: heartbeat?,
            backlog: Backlog::read(&sql::Row::Sqlite(backlog?))?,
        })
    }

    /// Returns the seconds since a bot last recorded in a database that it runs; `None` if none ever has.
    ///
    /// # Errors
    /// The database does not exist or cannot be read.
    pub fn heartbeat_age(database: &Database) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        Box::pin(async move {
            let path = match database {
                Database::File(path) => path,
                Database::Server(address) => return postgres::heartbeat_age(address).await,
            };
            let options = SqliteConnectOptions::new()
                .filename(path)
                .busy_timeout(BUSY);
            let mut connection = SqliteConnection::connect_with(&options).await?;
            let age = sqlx::query_scalar("SELECT unixepoch() - at FROM heartbeat WHERE id = 1")
                .fetch_optional(&mut connection)
                .await;
            // An error at closing does not matter: the result is known.
            let _ = connection.close().await;
            Ok(age?)
        })
    }

    /// Examines a database that exists, even while a bot is using it.
    ///
    /// # Errors
    /// [`StoreError::Newer`]; [`StoreError::Unusable`] if it is no database of Rookery's, or cannot be reached.
    pub fn examine(database: &Database) -> BoxFuture<'_, Result<Examined, StoreError>> {
        Box::pin(async move {
            let path = match database {
                Database::File(path) => path,
                Database::Server(address) => return postgres::examine(address).await,
            };
            let unusable = |error: &sqlx::Error| StoreError::Unusable {
                place: database.clone(),
                cause: error.to_string(),
            };
            let options = SqliteConnectOptions::new()
                .filename(path)
                .busy_timeout(BUSY);
            // The file is opened for writing as by a start: a write-ahead database that nobody has open cannot be read
            // otherwise.
            let mut connection = SqliteConnection::connect_with(&options)
                .await
                .map_err(|error| unusable(&error))?;
            let examined = look(&mut connection, path).await;
            // An error at closing does not matter: the result is known.
            let _ = connection.close().await;
            examined.map_err(|error| match error {
                StoreError::Database(error) => unusable(&error),
                error => error,
            })
        })
    }

    /// Returns the values of a setting of users and servers, as `(snowflake, value)`, in a database that exists.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn examine_setting(
        database: &Database,
        key: &str,
    ) -> Result<Vec<(u64, String)>, StoreError> {
        let path = match database {
            Database::File(path) => path,
            Database::Server(address) => return postgres::examine_setting(address, key).await,
        };
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(BUSY);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let rows = sqlx::query_as("SELECT owner, value FROM setting WHERE key = ? ORDER BY owner")
            .bind(key)
            .fetch_all(&mut connection)
            .await;
        // An error at closing does not matter: the result is known.
        let _ = connection.close().await;
        let rows: Vec<(i64, String)> = rows?;
        Ok(rows
            .into_iter()
            .map(|(owner, value)| (unsigned(owner), value))
            .collect())
    }
}

async fn look(connection: &mut SqliteConnection, path: &Path) -> Result<Examined, StoreError> {
    let damage: Vec<String> = sqlx::query_scalar("PRAGMA quick_check(10)")
        .fetch_all(&mut *connection)
        .await?;
    let mut damage: Vec<String> = damage.into_iter().filter(|line| line != "ok").collect();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut *connection)
            .await?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    let mut applied = 0;
    if has("_sqlx_migrations") {
        let count = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations");
        let count: i64 = count.fetch_one(&mut *connection).await?;
        applied = usize::try_from(count).unwrap_or(0);
    } else if !tables.is_empty() {
        return Err(StoreError::Unusable {
            place: path.into(),
            cause: "it is a database of something else".to_owned(),
        });
    }
    let mut games = 0;
    if has("game") {
        let count = sqlx::query("SELECT count(*) AS games FROM game")
            .fetch_one(&mut *connection)
            .await?;
        games = crate::store::narrow(count.try_get("games")?, "the number of matches")?;
        let lost = sqlx::query("PRAGMA foreign_key_check")
            .fetch_all(&mut *connection)
            .await?
            .len();
        if lost > 0 {
            damage.push(format!("{lost} rows belong to matches that are not there"));
        }
    }
    // The trial does everything that a start does, and is rolled back.
    let writable = match connection.begin_with("BEGIN IMMEDIATE").await {
        Ok(mut trial) => {
            migrations::sqlite()
                .run_direct(None, &mut *trial, false)
                .await
                .map_err(|error| sqlite::not_migrated(path, error))?;
            trial.rollback().await?;
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    };
    Ok(Examined {
        games,
        outstanding: migrations::sqlite().iter().len().saturating_sub(applied),
        damage,
        writable,
        ..Examined::default()
    })
}
