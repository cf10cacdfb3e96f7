//! PostgreSQL's part of the store: connections, locks, time limits and examination.
//!
//! Many connections write at the same time, each in a transaction that reads committed rows. Whatever a transaction
//! decides by must therefore be held until it ends, by locking a row: the match by [`hold`], a user by [`hold_people`],
//! a rating by `rating::hold`. A transaction that locks several rows does so in the order of their numbers, so that no
//! two wait for each other. PostgreSQL aborts a transaction at its first error, so an expected failure is no error here
//! but a missing row.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Row as _};

use super::primary::{self, Primary};
use super::{Connection, Held, Pool, Transaction, list, query, query_scalar};
use crate::match_state::{GameId, Rating, UserId};
use crate::store::error::{ErrorKind, postgres_kind};
use crate::store::handle::Queue;
use crate::store::{
    Address, BUSY, Database, Examined, Store, StoreError, narrow, signed, sql::migrations, unsigned,
};

/// Oldest server version that is supported, in the form of `server_version_num`.
const OLDEST: u32 = 150_000;

/// Time for which an unused connection is kept.
const IDLE: Duration = Duration::from_secs(600);

/// Time after its last use in which a connection is trusted without a ping.
const TRUSTED: Duration = Duration::from_secs(1);

/// The settings of each session, which override those of the server, the database and the user. They are statements
/// rather than start parameters, which poolers refuse. The time limits for statements, locks and idle transactions let
/// requests be answered within Discord's three seconds, and no transaction waits long for a dead client. The last two
/// set the isolation level of single statements and the format of numbers.
const SESSION: &str = "SET statement_timeout = '5s'; SET lock_timeout = '2s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET default_transaction_isolation = 'read committed'; \
    SET extra_float_digits = 1";

/// Begins a transaction that writes. It locks what it decides by, so it need only see committed rows, whatever the
/// server's default level is: at a stricter one it would fail when others write at the same time.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// Returns the tables that the user may not use, separated by commas.
const CLOSED: &str = "SELECT string_agg(CAST(relname AS TEXT), ', ') FROM pg_class WHERE relkind = 'r' \
    AND relnamespace = CAST(current_schema() AS REGNAMESPACE) AND NOT (has_table_privilege(oid, 'SELECT') \
    AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))";

/// PostgreSQL's form of the statement in [`append`](crate::store::matches::append); an existing ply or interaction adds
/// no row.
pub(in crate::store) const INSERT_EVENTS: &str = "INSERT INTO event (game, ply, at, outage, kind, seat, \"user\", text, next, interaction) \
    SELECT $1, $2 + number, $3, $6, kind, seat, \"user\", text, next, CASE number WHEN 1 THEN $4 END \
    FROM ROWS FROM (json_to_recordset(CAST($5 AS JSON)) \
     AS (kind TEXT, seat BIGINT, \"user\" BIGINT, text TEXT, next BIGINT)) WITH ORDINALITY \
     AS one (kind, seat, \"user\", text, next, number) ON CONFLICT DO NOTHING";

/// PostgreSQL's form of the statement in [`moderation`](crate::store::people::moderation), without SQLite's index hint.
pub(in crate::store) const HIDDEN: &str = "SELECT asked.value FROM json_each($1) AS asked WHERE 'hide' = \
    (SELECT text FROM event \
     WHERE game = asked.value AND kind = 'moderated' AND text IN ('hide', 'show') ORDER BY ply DESC LIMIT 1)";

/// PostgreSQL's form of the statement in [`privacy`](crate::store::people::privacy).
pub(in crate::store) const TABLES: &str = "SELECT CAST(found.relname AS TEXT) FROM pg_class AS found \
    JOIN pg_attribute AS field ON field.attrelid = found.oid \
    WHERE found.relkind = 'r' AND found.relnamespace = CAST(current_schema() AS REGNAMESPACE) \
    AND field.attname = 'user' ORDER BY found.relname";

/// PostgreSQL's form of the statement in [`privacy`](crate::store::people::privacy).
pub(in crate::store) const UNBLOCK: &str = "UPDATE setting SET value = CAST(jsonb_set(CAST(value AS JSONB), '{blocked}', \
     (SELECT coalesce(jsonb_agg(one), '[]') FROM jsonb_array_elements(CAST(value AS JSONB) -> 'blocked') AS one \
     WHERE one #>> '{}' <> $1)) AS TEXT) \
    WHERE key = 'preferences' AND EXISTS (SELECT 1 \
     FROM jsonb_array_elements(CAST(value AS JSONB) -> 'blocked') AS one WHERE one #>> '{}' = $1)";

pub(in crate::store) async fn open(address: &Address) -> Result<Store, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(address.connections())
        .acquire_timeout(BUSY)
        .idle_timeout(IDLE)
        // A test before each use would cost a round trip for each statement.
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
        queue: Queue::default(),
        outbox_changed: Arc::new(true.into()),
        holder: rand::random(),
        asked: None,
    })
}

/// Migrates the schema and connects.
pub(in crate::store) fn connect(
    address: &Address,
    pool: PgPoolOptions,
) -> BoxFuture<'_, Result<Primary, StoreError>> {
    Box::pin(async move {
        let (options, _) = primary::find(address).await?;
        whole_sessions(address, &options).await?;
        migrate(&options)
            .await
            .map_err(|error| not_migrated(address, error))?;
        let pool = pool.after_connect(|connection, _| Box::pin(set_up(connection)));
        let connected = Primary::connect(address, options, pool).await;
        connected.map_err(|error| unusable(address, &error))
    })
}

pub(in crate::store) fn unusable(address: &Address, cause: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unusable {
        place: Database::Server(address.clone()),
        cause: cause.to_string(),
    }
}

fn not_migrated(address: &Address, error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(migration) => StoreError::Newer {
            place: Database::Server(address.clone()),
            migration,
        },
        error => unusable(address, &error),
    }
}

async fn set_up(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(SESSION).execute(connection).await.map(|_| ())
}

/// Opens a session outside any pool.
async fn session(
    address: &Address,
    options: &PgConnectOptions,
) -> Result<PgConnection, StoreError> {
    let mut connection = connection(address, options).await?;
    let set = set_up(&mut connection).await;
    set.map_err(|error| unusable(address, &error))?;
    Ok(connection)
}

async fn connection(
    address: &Address,
    options: &PgConnectOptions,
) -> Result<PgConnection, StoreError> {
    match tokio::time::timeout(BUSY, PgConnection::connect_with(options)).await {
        Ok(connected) => connected.map_err(|error| unusable(address, &error)),
        Err(_) => Err(unusable(address, &"the server does not answer")),
    }
}

/// Checks that each connection is one session of the server, which keeps its settings and prepared statements: a pooler
/// may lend one session to several connections in turns.
async fn whole_sessions(address: &Address, options: &PgConnectOptions) -> Result<(), StoreError> {
    // These connections change no settings, which would remain in sessions lent to others.
    let mut first = connection(address, options).await?;
    must_be_new(&mut first, address).await?;
    let mut second = connection(address, options).await?;
    let mut processes = [Vec::new(), Vec::new()];
    // This order detects poolers that lend the session used last as well as those that lend the one idle longest.
    for turn in [0, 1, 0, 0, 1] {
        let connection = if turn == 0 { &mut first } else { &mut second };
        let asked = sqlx::raw_sql("SELECT pg_backend_pid()").fetch_one(connection);
        let row = asked.await.map_err(|error| unusable(address, &error))?;
        let process: i32 = row.try_get(0).map_err(|error| unusable(address, &error))?;
        processes[turn].push(process);
    }
    // An error at closing does not matter: the outcome is known.
    let _ = (first.close().await, second.close().await);
    let [mut first, mut second] = processes;
    first.dedup();
    second.dedup();
    if first.len() > 1 || second.len() > 1 || first == second {
        return Err(unusable(
            address,
            &"it is reached by a pooler that gives every transaction another session, and Rookery needs whole ones: set \
              its pool_mode to session, or name the server itself",
        ));
    }
    Ok(())
}

/// Refuses a server that is older than [`OLDEST`].
async fn must_be_new(connection: &mut PgConnection, address: &Address) -> Result<(), StoreError> {
    let asked = sqlx::raw_sql("SELECT current_setting('server_version_num')");
    let row = asked.fetch_one(connection).await;
    let version: Result<String, _> = row.and_then(|row| row.try_get(0));
    let version = version.map_err(|error| unusable(address, &error))?;
    match version.parse::<u32>() {
        Ok(version) if version < OLDEST => Err(StoreError::Old {
            place: Database::Server(address.clone()),
            version: version / 10_000,
        }),
        _ => Ok(()),
    }
}

/// Migrates the schema. If several processes start at once, one migrates and the others wait for it.
async fn migrate(options: &PgConnectOptions) -> Result<(), MigrateError> {
    // A migration may take any time, so there are no time limits. Nor is the text of a slow one logged as a warning.
    let options = options.clone().disable_statement_logging();
    let mut connection = PgConnection::connect_with(&options).await?;
    const UNBOUNDED: &str = "SET statement_timeout = 0; SET lock_timeout = 0; \
        SET idle_in_transaction_session_timeout = 0; SET default_transaction_isolation = 'read committed'";
    sqlx::raw_sql(UNBOUNDED).execute(&mut connection).await?;
    // With `run` the compiler could not prove the future to be `Send`.
    let migrated = migrations::postgres()
        .run_direct(None, &mut connection, false)
        .await;
    // An error at closing does not matter: the outcome is known.
    let _ = connection.close().await;
    migrated
}

/// Begins a transaction that writes.
pub(in crate::store) async fn begin(primary: &Primary) -> Result<Transaction, sqlx::Error> {
    begin_by(primary, BEGIN).await
}

/// Begins a transaction that may be lost if the server fails: its commit waits neither for the disk nor for standbys.
pub(in crate::store) async fn begin_unsynced(
    primary: &Primary,
) -> Result<Transaction, sqlx::Error> {
    const UNSYNCED: &str =
        "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit TO off";
    begin_by(primary, UNSYNCED).await
}

async fn begin_by(primary: &Primary, statement: &'static str) -> Result<Transaction, sqlx::Error> {
    let begun = primary.begin(statement).await?;
    Ok(Transaction::new(Connection::Postgres(
        Held::Transaction(begun),
        primary.presence(),
    )))
}

/// Locks a match until this transaction ends, so that others who would lock it wait, and returns its number of events.
/// With SQLite nobody else can write anyway, and `None` is returned.
pub(in crate::store) async fn hold(
    connection: &mut Connection,
    game: GameId,
) -> Result<Option<i64>, StoreError> {
    if let Connection::Sqlite(_) = connection {
        return Ok(None);
    }
    // This lock lets rows of other tables go on referring to the match.
    Ok(
        query_scalar("SELECT ply FROM game WHERE id = $1 FOR NO KEY UPDATE")
            .bind(game.0)
            .fetch_optional(connection)
            .await?,
    )
}

/// Locks the list of outages until this transaction ends: nobody can read the number of the last one, and so nobody can
/// add events that were worked out before it. Waits for transactions that have read it already.
pub(in crate::store) async fn hold_outages(connection: &mut Connection) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = connection {
        query("LOCK TABLE outage IN ACCESS EXCLUSIVE MODE")
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Locks these users until this transaction ends, so that others who count what they have or do, or change their
/// vacations, wait. Matches do not depend on this lock.
pub(in crate::store) async fn hold_people(
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

/// Returns the row to lock for a user. Several users share one and sometimes wait for each other needlessly; in return
/// no row for each user has to be made, kept and erased.
fn slot(user: UserId) -> i64 {
    const SLOTS: u64 = 1_024;
    // Snowflakes begin with the milliseconds of their making, and their low bits have few different values.
    signed(((user.0 >> 22) ^ user.0) % SLOTS)
}

/// Locks the heartbeat until this transaction ends: nobody else can write it, or give back time in which the bot did
/// not run.
pub(in crate::store) async fn hold_heartbeat(
    connection: &mut Connection,
) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = connection {
        query("SELECT at FROM heartbeat WHERE id = 1 FOR UPDATE")
            .fetch_optional(connection)
            .await?;
    }
    Ok(())
}

/// Locks the ratings of a puzzle and of a user who solves it until this transaction ends.
pub(in crate::store) async fn hold_puzzle(
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

/// Examines a database: see [`Store::examine`]. PostgreSQL itself guards against damage, so none is looked for.
pub(in crate::store) async fn examine(address: &Address) -> Result<Examined, StoreError> {
    let (options, unreachable) = primary::find(address).await?;
    whole_sessions(address, &options).await?;
    let mut connection = session(address, &options).await?;
    let examined = look(&mut connection, address).await;
    // An error at closing does not matter: the answer is known.
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
    // A standby can only be read until it takes over.
    let refuses = "SELECT CASE WHEN pg_is_in_recovery() THEN 'the server is a standby, which only reads' \
        WHEN current_setting('transaction_read_only') = 'on' \
        THEN 'nothing may be written there (default_transaction_read_only is on)' END";
    let refuses: Option<String> = sqlx::query_scalar(refuses)
        .fetch_one(&mut *connection)
        .await?;
    if let Some(refuses) = refuses {
        return Ok(Examined::refused(refuses));
    }
    let mut doubts = Vec::new();
    let asked = Instant::now();
    let ahead: f64 =
        sqlx::query_scalar("SELECT CAST($1 - extract(epoch FROM clock_timestamp()) AS FLOAT8)")
            .bind(machine_time())
            .fetch_one(&mut *connection)
            .await?;
    doubts.extend(clock_doubt(ahead, asked.elapsed()));
    let synced =
        "SELECT current_setting('synchronous_commit') <> 'off' AND current_setting('fsync') = 'on'";
    if !sqlx::query_scalar::<_, bool>(synced)
        .fetch_one(&mut *connection)
        .await?
    {
        doubts.push(
            "the server does not wait for its disk (synchronous_commit or fsync is off): with its power it loses moves \
             that were answered"
                .to_owned(),
        );
    }
    // The trial does everything that a start does, and is rolled back.
    let mut trial = connection.begin_with(BEGIN).await?;
    let before = migrated(&mut trial).await?;
    let known = migrations::postgres().iter().len();
    let outstanding = known.saturating_sub(before);
    let games = match migrations::postgres()
        .run_direct(None, &mut *trial, false)
        .await
    {
        Ok(()) => {
            let games: i64 = sqlx::query_scalar("SELECT CAST(sum(games) AS BIGINT) FROM census")
                .fetch_one(&mut *trial)
                .await?;
            let closed: Option<String> = sqlx::query_scalar(CLOSED).fetch_one(&mut *trial).await?;
            if let Some(tables) = closed {
                let why = format!("its user may not read and change its tables {tables}");
                return Ok(Examined::refused(why));
            }
            games
        }
        Err(MigrateError::ExecuteMigration(sqlx::Error::Database(error), _))
            if postgres_kind(error.as_ref())
                .is_some_and(|kind| matches!(kind, ErrorKind::Busy)) =>
        {
            doubts.push(
                "its schema is behind, and bringing it up to date could not be tried: it takes long, or its tables are in use"
                    .to_owned(),
            );
            0
        }
        Err(error) => return Err(not_migrated(address, error)),
    };
    trial.rollback().await?;
    Ok(Examined {
        games: narrow(games, "the number of matches")?,
        outstanding,
        doubts,
        ..Examined::default()
    })
}

/// Names a difference of more than a second between this machine's clock and the database's. `took` is the time of the
/// query, which adds to the possible error.
fn clock_doubt(ahead: f64, took: Duration) -> Option<String> {
    (ahead.abs() > 1.0 + took.as_secs_f64()).then(|| {
        let side = if ahead > 0.0 { "ahead of" } else { "behind" };
        let seconds = ahead.abs();
        format!(
            "this machine's clock is {seconds:.1} s {side} the database's, which Rookery goes by: set both by NTP"
        )
    })
}

/// Number of migrations that were carried out.
async fn migrated(connection: &mut PgConnection) -> Result<usize, sqlx::Error> {
    let has = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    if !sqlx::query_scalar(has).fetch_one(&mut *connection).await? {
        return Ok(0);
    }
    let count = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations");
    let count: i64 = count.fetch_one(connection).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Reads a setting: see [`Store::examine_setting`].
pub(in crate::store) async fn examine_setting(
    address: &Address,
    key: &str,
) -> Result<Vec<(u64, String)>, StoreError> {
    let (options, _) = primary::find(address).await?;
    let mut connection = session(address, &options).await?;
    let rows = sqlx::query_as("SELECT owner, value FROM setting WHERE key = $1 ORDER BY owner")
        .bind(key)
        .fetch_all(&mut connection)
        .await;
    // An error at closing does not matter: the answer is known.
    let _ = connection.close().await;
    let rows: Vec<(i64, String)> = rows?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|(owner, value)| (unsigned(owner), value))
        .collect())
}

/// Returns the age of the last heartbeat: see [`Store::heartbeat_age`].
pub(in crate::store) async fn heartbeat_age(address: &Address) -> Result<Option<i64>, StoreError> {
    let (options, _) = primary::find(address).await?;
    let mut connection = session(address, &options).await?;
    let age = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) - at FROM heartbeat WHERE id = 1";
    let age = sqlx::query_scalar(age)
        .fetch_optional(&mut connection)
        .await;
    // An error at closing does not matter: the answer is known.
    let _ = connection.close().await;
    Ok(age?)
}

/// The time by the machine's clock, in seconds of the Unix epoch.
fn machine_time() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_the_clocks_is_named_above_a_second() {
        let said = |ahead, took| clock_doubt(ahead, Duration::from_millis(took));
        assert!(said(62.5, 3).unwrap().contains("62.5 s ahead of"));
        assert!(said(-1.2, 3).unwrap().contains("1.2 s behind"));
        for (ahead, took) in [(0.0, 0), (0.9, 3), (-0.9, 3), (1.9, 1_000)] {
            assert_eq!(said(ahead, took), None);
        }
    }
}
