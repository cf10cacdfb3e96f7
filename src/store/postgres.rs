//! What is PostgreSQL's own: connecting, how long anything may take, and what its errors mean.
//!
//! Many connections write at the same time, each in a transaction of its own that reads what is committed. Whatever a
//! transaction decides by must therefore be held until it ends, by locking a row: the match by [`hold`], a person by
//! [`hold_people`], a rating by `rating::hold`. All who hold several hold them in the order of their numbers, so that
//! no two wait for each other.
//! PostgreSQL spoils a transaction at its first error: what is expected to happen is no error but a row too few.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::primary::{self, Primary};
use super::sql::{Connection, Held, Pool, Transaction, list, query, query_scalar};
use super::{
    Address, BUSY, Database, ErrorKind, Examined, Store, StoreError, group, migrations, narrow,
    signed, unsigned,
};
use crate::match_state::{GameId, Rating, UserId};

/// The oldest server that will do, as `server_version_num` has it.
const OLDEST: u32 = 150_000;

/// How long a connection that is not used is kept.
const IDLE: Duration = Duration::from_secs(600);

/// How long a connection is taken to be there without asking.
const TRUSTED: Duration = Duration::from_secs(1);

/// How long a statement may take, may wait for a lock, and a transaction may do nothing: whatever is asked for is to be
/// answered within Discord's three seconds, and nobody is to be waited for who is gone.
const TIMEOUTS: [(&str, &str); 3] = [
    ("statement_timeout", "5s"),
    ("lock_timeout", "2s"),
    ("idle_in_transaction_session_timeout", "10s"),
];

/// As [`append`](super::append)'s; a ply or an interaction that is there already adds no row.
pub(super) const INSERT_EVENTS: &str = "INSERT INTO event (game, ply, at, outage, kind, seat, \"user\", text, next, interaction) \
    SELECT $1, $2 + number, $3, $6, kind, seat, \"user\", text, next, CASE number WHEN 1 THEN $4 END \
    FROM ROWS FROM (json_to_recordset(CAST($5 AS JSON)) \
     AS (kind TEXT, seat BIGINT, \"user\" BIGINT, text TEXT, next BIGINT)) WITH ORDINALITY \
     AS one (kind, seat, \"user\", text, next, number) ON CONFLICT DO NOTHING";

/// As [`moderation`](super::moderation)'s, without a word on which index to take.
pub(super) const HIDDEN: &str = "SELECT asked.value FROM json_each($1) AS asked WHERE 'hide' = \
    (SELECT text FROM event \
     WHERE game = asked.value AND kind = 'moderated' AND text IN ('hide', 'show') ORDER BY ply DESC LIMIT 1)";

/// As [`privacy`](super::privacy)'s.
pub(super) const TABLES: &str = "SELECT CAST(found.relname AS TEXT) FROM pg_class AS found \
    JOIN pg_attribute AS field ON field.attrelid = found.oid \
    WHERE found.relkind = 'r' AND found.relnamespace = CAST(current_schema() AS REGNAMESPACE) \
    AND field.attname = 'user' ORDER BY found.relname";

/// As [`privacy`](super::privacy)'s.
pub(super) const UNBLOCK: &str = "UPDATE setting SET value = CAST(jsonb_set(CAST(value AS JSONB), '{blocked}', \
     (SELECT coalesce(jsonb_agg(one), '[]') FROM jsonb_array_elements(CAST(value AS JSONB) -> 'blocked') AS one \
     WHERE one #>> '{}' <> $1)) AS TEXT) \
    WHERE key = 'preferences' AND EXISTS (SELECT 1 \
     FROM jsonb_array_elements(CAST(value AS JSONB) -> 'blocked') AS one WHERE one #>> '{}' = $1)";

pub(super) async fn open(address: &Address) -> Result<Store, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(address.connections())
        .acquire_timeout(BUSY)
        .idle_timeout(IDLE)
        // To ask each time whether the server is still there would be a round trip for each statement.
        .test_before_acquire(false)
        .before_acquire(|connection, about| {
            Box::pin(async move {
                if about.idle_for > TRUSTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        });
    let primary = connect(address, pool).await?;
    Ok(Store {
        writer: Pool::Postgres(primary.clone()),
        readers: Pool::Postgres(primary),
        pages: Arc::default(),
        queue: group::Queue::default(),
        outbox_changed: Arc::new(true.into()),
        holder: rand::random(),
    })
}

/// Brings the schema up to date, and connects.
pub(super) fn connect(
    address: &Address,
    pool: PgPoolOptions,
) -> BoxFuture<'_, Result<Primary, StoreError>> {
    Box::pin(async move {
        let (options, _) = primary::find(address).await?;
        migrate(&options).await.map_err(|error| match error {
            MigrateError::VersionMissing(migration) => StoreError::Newer {
                place: Database::Server(address.clone()),
                migration,
            },
            error => unusable(address, &error),
        })?;
        let connected = Primary::connect(address, options, &TIMEOUTS, pool).await;
        connected.map_err(|error| unusable(address, &error))
    })
}

pub(super) fn unusable(address: &Address, cause: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unusable {
        place: Database::Server(address.clone()),
        cause: cause.to_string(),
    }
}

/// Of several processes that start at once, one does, and the others wait for it.
async fn migrate(options: &PgConnectOptions) -> Result<(), MigrateError> {
    // Without the bounds in time: a migration takes as long as it takes. Nor is its whole text a warning when it is slow.
    let options = options.clone().disable_statement_logging();
    let mut connection = PgConnection::connect_with(&options).await?;
    // By way of `run` the future could not be sent to another thread, as the compiler sees it.
    let migrated = migrations::postgres()
        .run_direct(None, &mut connection, false)
        .await;
    // Whatever it says, the outcome is known.
    let _ = connection.close().await;
    migrated
}

/// Begins to write.
pub(super) async fn begin(primary: &Primary) -> Result<Transaction, sqlx::Error> {
    begin_by(primary, "BEGIN").await
}

/// Begins to write what may be lost if the server itself fails, and waits neither for its disk nor for its standbys.
pub(super) async fn begin_unsynced(primary: &Primary) -> Result<Transaction, sqlx::Error> {
    begin_by(primary, "BEGIN; SET LOCAL synchronous_commit TO off").await
}

async fn begin_by(primary: &Primary, statement: &'static str) -> Result<Transaction, sqlx::Error> {
    let begun = primary.begin(statement).await?;
    Ok(Transaction::new(Connection::Postgres(
        Held::Transaction(begun),
        primary.presence(),
    )))
}

/// Has others who would hold a match wait until this transaction ends, and returns how many events it has. With
/// SQLite nobody else can write anyway, and nothing is looked up.
pub(super) async fn hold(
    connection: &mut Connection,
    game: GameId,
) -> Result<Option<i64>, StoreError> {
    if let Connection::Sqlite(_) = connection {
        return Ok(None);
    }
    // Rows of other tables may go on referring to it.
    Ok(
        query_scalar("SELECT ply FROM game WHERE id = $1 FOR NO KEY UPDATE")
            .bind(game.0)
            .fetch_optional(connection)
            .await?,
    )
}

/// Lets nobody read the number of the last outage until this transaction ends, and so nobody add to a match what was
/// worked out before it; and waits for those who have read it already.
pub(super) async fn hold_outages(connection: &mut Connection) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = connection {
        query("LOCK TABLE outage IN ACCESS EXCLUSIVE MODE")
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Has everybody else who counts what these people have or do wait until this transaction ends, or changes when they are on
/// vacation. No match hangs on it.
pub(super) async fn hold_people(
    connection: &mut Connection,
    users: impl IntoIterator<Item = UserId>,
) -> Result<(), sqlx::Error> {
    if let Connection::Sqlite(_) = connection {
        return Ok(());
    }
    let slots: BTreeSet<i64> = users.into_iter().map(slot).collect();
    query(
        "SELECT slot FROM person_lock WHERE slot IN (SELECT value FROM json_each($1)) ORDER BY slot FOR UPDATE",
    )
    .bind(list(&slots.into_iter().collect::<Vec<_>>()))
    .fetch_all(connection)
    .await?;
    Ok(())
}

/// Which row is locked for a person. Several share one, and wait for each other now and then for nothing; in return no
/// row has to be made, kept and erased for each of them.
fn slot(user: UserId) -> i64 {
    const SLOTS: u64 = 1_024;
    // A snowflake's low bits are few different ones: it begins with the milliseconds of its making.
    signed(((user.0 >> 22) ^ user.0) % SLOTS)
}

/// Lets nobody else note that the bot runs, or give back time in which it did not, until this transaction ends.
pub(super) async fn hold_heartbeat(connection: &mut Connection) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = connection {
        query("SELECT at FROM heartbeat WHERE id = 1 FOR UPDATE")
            .fetch_optional(connection)
            .await?;
    }
    Ok(())
}

/// Has everybody else who rates somebody who solves puzzles, or a puzzle, wait until this transaction ends.
pub(super) async fn hold_puzzle(
    connection: &mut Connection,
    user: UserId,
    puzzle: &str,
    first: Rating,
) -> Result<(), sqlx::Error> {
    if let Connection::Sqlite(_) = connection {
        return Ok(());
    }
    let own = Rating::default();
    query(
        "INSERT INTO puzzler (\"user\", rating, deviation, volatility, won, lost) VALUES ($1, $2, $3, $4, 0, 0) \
         ON CONFLICT (\"user\") DO UPDATE SET won = puzzler.won",
    )
    .bind(signed(user.0))
    .bind(own.rating)
    .bind(own.deviation)
    .bind(own.volatility)
    .execute(connection)
    .await?;
    query(
        "INSERT INTO puzzle_rating (id, rating, deviation, volatility) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO UPDATE SET rating = puzzle_rating.rating",
    )
    .bind(puzzle)
    .bind(first.rating)
    .bind(first.deviation)
    .bind(first.volatility)
    .execute(connection)
    .await?;
    Ok(())
}

/// What an error means; `None` where it is not one of PostgreSQL's. The codes are of its manual's appendix A.
pub(super) fn error_kind(error: &dyn DatabaseError) -> Option<ErrorKind> {
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

/// See [`Store::examine`]. What the server itself keeps in order is not looked at.
pub(super) async fn examine(address: &Address) -> Result<Examined, StoreError> {
    let failed = |error: sqlx::Error| unusable(address, &error);
    let (options, unreachable) = primary::find(address).await?;
    let options = options.options(TIMEOUTS);
    let connecting = tokio::time::timeout(BUSY, PgConnection::connect_with(&options));
    let connected = connecting
        .await
        .map_err(|_| unusable(address, &"the server does not answer"))?;
    let mut connection = connected.map_err(failed)?;
    let examined = look(&mut connection, address).await;
    // Whatever it says, the answer is known.
    let _ = connection.close().await;
    let examined = examined.map_err(|error| match error {
        StoreError::Database(error) => unusable(address, &error),
        error => error,
    })?;
    Ok(Examined {
        unreachable,
        ..examined
    })
}

async fn look(connection: &mut PgConnection, address: &Address) -> Result<Examined, StoreError> {
    let version: String = sqlx::query_scalar("SELECT current_setting('server_version_num')")
        .fetch_one(&mut *connection)
        .await?;
    if version.parse::<u32>().is_ok_and(|version| version < OLDEST) {
        return Err(unusable(address, &"PostgreSQL 15 or newer is needed"));
    }
    let known: Vec<i64> = migrations::postgres()
        .iter()
        .map(|migration| migration.version)
        .collect();
    let has = "SELECT to_regclass($1) IS NOT NULL";
    let mut applied = Vec::new();
    if sqlx::query_scalar(has)
        .bind("_sqlx_migrations")
        .fetch_one(&mut *connection)
        .await?
    {
        applied = sqlx::query_scalar("SELECT version FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut *connection)
            .await?;
    }
    if let Some(migration) = applied.iter().find(|version| !known.contains(version)) {
        return Err(StoreError::Newer {
            place: Database::Server(address.clone()),
            migration: *migration,
        });
    }
    let mut games = 0;
    if !applied.is_empty() {
        let count: i64 = sqlx::query_scalar("SELECT CAST(sum(games) AS BIGINT) FROM census")
            .fetch_one(&mut *connection)
            .await?;
        games = narrow(count, "the number of matches")?;
    }
    // A standby that has not taken over only reads.
    let reads: bool = sqlx::query_scalar("SELECT pg_is_in_recovery()")
        .fetch_one(&mut *connection)
        .await?;
    let may: bool = sqlx::query_scalar("SELECT has_schema_privilege(current_schema(), 'CREATE')")
        .fetch_one(connection)
        .await?;
    let outstanding = known
        .iter()
        .filter(|version| !applied.contains(version))
        .count();
    let writable = match (reads, may || outstanding == 0) {
        (true, _) => Err("the server is a standby, which only reads".to_owned()),
        (false, false) => Err("its user may make no tables in it".to_owned()),
        (false, true) => Ok(()),
    };
    Ok(Examined {
        games,
        outstanding,
        damage: Vec::new(),
        unreachable: Vec::new(),
        writable,
    })
}

/// See [`Store::examine_setting`].
pub(super) async fn examine_setting(
    address: &Address,
    key: &str,
) -> Result<Vec<(u64, String)>, StoreError> {
    let (options, _) = primary::find(address).await?;
    let options = options.options(TIMEOUTS);
    let mut connection = PgConnection::connect_with(&options).await?;
    let rows = sqlx::query_as("SELECT owner, value FROM setting WHERE key = $1 ORDER BY owner")
        .bind(key)
        .fetch_all(&mut connection)
        .await;
    // Whatever it says, the answer is known.
    let _ = connection.close().await;
    let rows: Vec<(i64, String)> = rows?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|(owner, value)| (unsigned(owner), value))
        .collect())
}
