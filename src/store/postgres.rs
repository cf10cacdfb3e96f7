//! What is PostgreSQL's own: connecting, how long anything may take, and what its errors mean.
//!
//! Many connections write at the same time, each in a transaction of its own that reads what is committed. Whatever a
//! transaction decides by must therefore be held until it ends, by locking a row: the match by [`hold`], a person by
//! [`hold_people`], a rating by `rating::hold`. All who hold several hold them in the order of their numbers, so that
//! no two wait for each other.
//! PostgreSQL spoils a transaction at its first error: what is expected to happen is no error but a row too few.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Row as _};

use super::error::{ErrorKind, postgres_kind};
use super::handle::Queue;
use super::primary::{self, Primary};
use super::sql::{Connection, Held, Pool, Transaction, list, query, query_scalar};
use super::{
    Address, BUSY, Database, Examined, Store, StoreError, migrations, narrow, signed, unsigned,
};
use crate::match_state::{GameId, Rating, UserId};

/// The oldest server that will do, as `server_version_num` has it.
const OLDEST: u32 = 150_000;

/// How long a connection that is not used is kept.
const IDLE: Duration = Duration::from_secs(600);

/// How long a connection is taken to be there without asking.
const TRUSTED: Duration = Duration::from_secs(1);

/// The settings of each session, whatever those of the server, the database or the user are. They are statements and no
/// parameters of the start, which poolers refuse. How long a statement may take, may wait for a lock, and a transaction may
/// do nothing: whatever is asked for has to be answered within Discord's three seconds, and nobody waits for somebody who is
/// gone. What a statement by itself sees of others' work. How numbers are written.
const SESSION: &str = "SET statement_timeout = '5s'; SET lock_timeout = '2s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET default_transaction_isolation = 'read committed'; \
    SET extra_float_digits = 1";

/// Begins what writes. What it decides by it holds, and so needs to see no more than what is committed, whatever the server's
/// own level is: at a stricter one it would be refused where others write at the same time.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// The tables that the user may not use, with commas between them.
const CLOSED: &str = "SELECT string_agg(CAST(relname AS TEXT), ', ') FROM pg_class WHERE relkind = 'r' \
    AND relnamespace = CAST(current_schema() AS REGNAMESPACE) AND NOT (has_table_privilege(oid, 'SELECT') \
    AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))";

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
        queue: Queue::default(),
        outbox_changed: Arc::new(true.into()),
        holder: rand::random(),
        asked: None,
    })
}

/// Brings the schema up to date, and connects.
pub(super) fn connect(
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

pub(super) fn unusable(address: &Address, cause: &dyn std::fmt::Display) -> StoreError {
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

/// A session that is in no pool.
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

/// Makes sure that a connection is one session of the server, with the settings and statements that were prepared in it:
/// a pooler may lend the same session to several connections in turns.
async fn whole_sessions(address: &Address, options: &PgConnectOptions) -> Result<(), StoreError> {
    // Nothing is set in them: it would stay in sessions that others are lent.
    let mut first = connection(address, options).await?;
    let mut second = connection(address, options).await?;
    let mut processes = [Vec::new(), Vec::new()];
    // Whether the pooler lends the session that was used last or the one that was not used for longest.
    for turn in [0, 1, 0, 0, 1] {
        let connection = if turn == 0 { &mut first } else { &mut second };
        let asked = sqlx::raw_sql("SELECT pg_backend_pid()").fetch_one(connection);
        let row = asked.await.map_err(|error| unusable(address, &error))?;
        let process: i32 = row.try_get(0).map_err(|error| unusable(address, &error))?;
        processes[turn].push(process);
    }
    // Whatever it says, the outcome is known.
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

/// Of several processes that start at once, one does, and the others wait for it.
async fn migrate(options: &PgConnectOptions) -> Result<(), MigrateError> {
    // Without the bounds in time: a migration takes as long as it takes. Nor is its whole text a warning when it is slow.
    let options = options.clone().disable_statement_logging();
    let mut connection = PgConnection::connect_with(&options).await?;
    const UNBOUNDED: &str = "SET statement_timeout = 0; SET lock_timeout = 0; \
        SET idle_in_transaction_session_timeout = 0; SET default_transaction_isolation = 'read committed'";
    sqlx::raw_sql(UNBOUNDED).execute(&mut connection).await?;
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
    begin_by(primary, BEGIN).await
}

/// Begins to write what may be lost if the server itself fails, and waits neither for its disk nor for its standbys.
pub(super) async fn begin_unsynced(primary: &Primary) -> Result<Transaction, sqlx::Error> {
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

/// See [`Store::examine`]. What the server itself keeps in order is not looked at.
pub(super) async fn examine(address: &Address) -> Result<Examined, StoreError> {
    let (options, unreachable) = primary::find(address).await?;
    whole_sessions(address, &options).await?;
    let mut connection = session(address, &options).await?;
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
    // A standby that has not taken over only reads.
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
    // All that a start does, and nothing of it stays.
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

/// Names a difference of more than a second between this machine's clock and the database's, as an answer that took so long
/// shows it.
fn clock_doubt(ahead: f64, took: Duration) -> Option<String> {
    (ahead.abs() > 1.0 + took.as_secs_f64()).then(|| {
        let side = if ahead > 0.0 { "ahead of" } else { "behind" };
        let seconds = ahead.abs();
        format!(
            "this machine's clock is {seconds:.1} s {side} the database's, which Rookery goes by: set both by NTP"
        )
    })
}

/// How many migrations were carried out.
async fn migrated(connection: &mut PgConnection) -> Result<usize, sqlx::Error> {
    let has = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    if !sqlx::query_scalar(has).fetch_one(&mut *connection).await? {
        return Ok(0);
    }
    let count = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations");
    let count: i64 = count.fetch_one(connection).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// See [`Store::examine_setting`].
pub(super) async fn examine_setting(
    address: &Address,
    key: &str,
) -> Result<Vec<(u64, String)>, StoreError> {
    let (options, _) = primary::find(address).await?;
    let mut connection = session(address, &options).await?;
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

/// The machine's clock, in seconds of the Unix epoch.
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
