//! Moving a whole store to another database, of either kind: everything or nothing.
//!
//! One database is read as of one moment and written to the other in one transaction, table by table, under the same
//! numbers. Then the copy is read again and a digest of each table compared: it is committed only if all agree.

use futures_util::TryStreamExt as _;
use futures_util::future::BoxFuture;
use sqlx::AssertSqlSafe;

use crate::rules::digest;
use crate::store::sql::value::SqlValue;
use crate::store::sql::{Connection, Transaction, query, query_scalar};
use crate::store::{Database, Store, StoreError};

/// Tables by which PostgreSQL's processes coordinate. SQLite has none of them, and no rows are needed while nobody
/// runs.
const PROCESSES: [&str; 3] = ["lease", "claim", "person_lock"];

/// Tables that the schema itself or a bot's first start fills.
const FILLED: [&str; 3] = ["census", "heartbeat", "upkeep"];

/// Tables that triggers fill while others are written, in the order in which the triggers depend on each other: they
/// are copied last, and replace the triggers' results.
const DERIVED: [&str; 3] = ["member", "rating_band", "census"];

/// The most values in one statement. SQLite allows 32,766 and PostgreSQL 65,535.
const VALUES: usize = 8_000;

/// The statements that list the writable columns of a table, with their types in SQLite's words.
const COLUMNS: [&str; 2] = [
    "SELECT name || ' ' || type FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY name",
    "SELECT column_name || ' ' || CASE data_type WHEN 'bigint' THEN 'INTEGER' WHEN 'double precision' THEN 'REAL' \
     ELSE upper(data_type) END FROM information_schema.columns WHERE table_schema = current_schema() \
     AND table_name = $1 AND is_generated = 'NEVER' ORDER BY column_name",
];

/// The statements that list all tables.
const TABLES: [&str; 2] = [
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 6) <> 'sqlite' \
     AND substr(name, 1, 5) <> '_sqlx' ORDER BY name",
    "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema() \
     AND table_type = 'BASE TABLE' AND left(table_name, 5) <> '_sqlx' ORDER BY table_name",
];

/// The columns that PostgreSQL numbers by itself: the numbering must go on above the copied numbers.
const NUMBERED: &str = "SELECT table_name || ' ' || column_name FROM information_schema.columns \
    WHERE table_schema = current_schema() AND is_identity = 'YES' ORDER BY 1";

/// Numbers of what was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Number of matches.
    pub games: u64,
    /// Number of events of all matches.
    pub events: u64,
    /// Number of rows of all tables.
    pub rows: u64,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer,
    Real,
    Text,
}

/// A table's name and its columns.
#[derive(Debug, PartialEq, Eq)]
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

/// The number of rows of a table, and the sum of their digests, which does not depend on their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    rows: u64,
    digest: u128,
}

impl Sum {
    fn add(&mut self, row: &[SqlValue<'_>]) {
        self.rows += 1;
        // The debug form distinguishes null, an empty text, and a text that looks like two.
        self.digest = self.digest.wrapping_add(digest(&format!("{row:?}")));
    }
}

/// Copies everything from one database to another, which must be empty. Nobody else may use either.
///
/// # Errors
/// [`StoreError::Move`], with nothing changed, if the other is not empty or the copy differs from the original.
pub async fn move_store(from: &Database, to: &Database) -> Result<Moved, StoreError> {
    if from.file().is_some_and(|file| !file.is_file()) {
        return Err(StoreError::Move(format!("there is no database at {from}")));
    }
    let source = Store::open(from).await?;
    let target = Store::open(to).await?;
    let moved = copy(&source, &target, to).await;
    source.close().await;
    target.close().await;
    moved
}

fn copy<'a>(
    source: &'a Store,
    target: &'a Store,
    to: &'a Database,
) -> BoxFuture<'a, Result<Moved, StoreError>> {
    Box::pin(async move {
        let mut read = source.snapshot().await?;
        let mut written = target.begin().await?;
        for transaction in [&mut read, &mut written] {
            without_limits(transaction).await?;
        }
        let tables = tables(&mut read).await?;
        if tables != self::tables(&mut written).await? {
            return Err(StoreError::Move("the two have different tables".to_owned()));
        }
        for table in &tables {
            let filled = FILLED.contains(&table.name.as_str());
            if !filled && sum(&mut written, table).await? != Sum::default() {
                return Err(StoreError::Move(format!(
                    "{to} is not empty (its table {}): give it one in which nothing is kept yet",
                    table.name
                )));
            }
        }
        let mut moved = Moved {
            games: 0,
            events: 0,
            rows: 0,
        };
        let mut sums = Vec::with_capacity(tables.len());
        for table in &tables {
            let copied = copy_table(&mut read, &mut written, table).await?;
            match table.name.as_str() {
                "game" => moved.games = copied.rows,
                "event" => moved.events = copied.rows,
                _ => {}
            }
            moved.rows += copied.rows;
            sums.push(copied);
        }
        restore_rematches(&mut read, &mut written).await?;
        for (table, copied) in tables.iter().zip(sums) {
            if sum(&mut written, table).await? != copied {
                return Err(StoreError::Move(format!(
                    "what was written to the table {} is not what was read",
                    table.name
                )));
            }
        }
        number_on(&mut written).await?;
        if let Connection::Postgres(..) = *written {
            // PostgreSQL's planner would take large tables for small ones until it analyzes them by itself.
            for table in &tables {
                let analyze = format!("ANALYZE \"{}\"", table.name);
                query(AssertSqlSafe(analyze)).execute(&mut written).await?;
            }
        }
        written.commit().await?;
        Ok(moved)
    })
}

/// Removes the time limits of statements: a single one may read a whole table.
async fn without_limits(transaction: &mut Transaction) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = **transaction {
        for limit in [
            "SET LOCAL statement_timeout = 0",
            "SET LOCAL idle_in_transaction_session_timeout = 0",
        ] {
            query(limit).execute(transaction).await?;
        }
    }
    Ok(())
}

/// Returns the tables to copy, each after those that it refers to.
async fn tables(connection: &mut Connection) -> Result<Vec<Table>, StoreError> {
    let [sqlite, postgres] = TABLES;
    let names: Vec<String> = query_scalar(connection.either(sqlite, postgres))
        .fetch_all(connection)
        .await?;
    let mut tables = Vec::new();
    for name in names {
        if !PROCESSES.contains(&name.as_str()) {
            let columns = columns(connection, &name).await?;
            tables.push(Table { name, columns });
        }
    }
    tables.sort_by_key(|table| {
        let derived = DERIVED.iter().position(|name| *name == table.name);
        (derived.map(|place| place + 1), table.name != "game")
    });
    Ok(tables)
}

async fn columns(
    connection: &mut Connection,
    table: &str,
) -> Result<Vec<(String, Kind)>, StoreError> {
    let [sqlite, postgres] = COLUMNS;
    let lines: Vec<String> = query_scalar(connection.either(sqlite, postgres))
        .bind(table)
        .fetch_all(connection)
        .await?;
    let column = |line: String| {
        let (name, kind) = line.rsplit_once(' ')?;
        let kind = match kind {
            "INTEGER" => Kind::Integer,
            "REAL" => Kind::Real,
            "TEXT" => Kind::Text,
            _ => return None,
        };
        Some((name.to_owned(), kind))
    };
    let columns: Option<Vec<_>> = lines.into_iter().map(column).collect();
    columns.ok_or_else(|| StoreError::Move(format!("the columns of {table} cannot be read")))
}

impl Table {
    /// Returns the columns as a statement lists them.
    fn list(&self) -> String {
        let names = self.columns.iter().map(|(name, _)| format!("\"{name}\""));
        names.collect::<Vec<_>>().join(", ")
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM \"{}\"", self.list(), self.name)
    }

    fn insert(&self, rows: usize) -> String {
        let width = self.columns.len();
        let row = |row: usize| {
            let places = (1..=width).map(|column| format!("${}", row * width + column));
            format!("({})", places.collect::<Vec<_>>().join(", "))
        };
        let all: Vec<String> = (0..rows).map(row).collect();
        format!(
            "INSERT INTO \"{}\" ({}) VALUES {}",
            self.name,
            self.list(),
            all.join(", ")
        )
    }

    /// A rematch can have a lower number than a match that is not copied yet, so this column is written afterwards.
    fn is_later(&self, column: usize) -> bool {
        self.name == "game" && self.columns[column].0 == "rematch"
    }
}

/// Returns the rows of a table, each with a value for each column.
fn rows<'c>(
    connection: &'c mut Connection,
    table: &'c Table,
) -> impl futures_util::Stream<Item = Result<Vec<SqlValue<'static>>, sqlx::Error>> + 'c {
    let rows = query(AssertSqlSafe(table.select())).fetch(connection);
    rows.and_then(move |row| async move {
        let values = table.columns.iter().enumerate().map(|(at, (_, kind))| {
            Ok(match kind {
                Kind::Integer => SqlValue::Integer(row.at(at)?),
                Kind::Real => SqlValue::Real(row.at(at)?),
                Kind::Text => SqlValue::Text(row.at::<Option<String>>(at)?.map(Into::into)),
            })
        });
        values.collect()
    })
}

async fn sum(connection: &mut Connection, table: &Table) -> Result<Sum, StoreError> {
    let mut sum = Sum::default();
    let mut rows = std::pin::pin!(rows(connection, table));
    while let Some(row) = rows.try_next().await? {
        sum.add(&row);
    }
    Ok(sum)
}

async fn copy_table(
    read: &mut Connection,
    written: &mut Connection,
    table: &Table,
) -> Result<Sum, StoreError> {
    // The schema, a first start or a trigger may have filled the table.
    query(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name)))
        .execute(written)
        .await?;
    let most = (VALUES / table.columns.len().max(1)).max(1);
    let mut sum = Sum::default();
    let mut batch: Vec<Vec<SqlValue<'static>>> = Vec::with_capacity(most);
    let mut rows = std::pin::pin!(rows(read, table));
    loop {
        let row = rows.try_next().await?;
        let ended = row.is_none();
        if let Some(row) = row {
            sum.add(&row);
            batch.push(row);
        }
        if (ended && !batch.is_empty()) || batch.len() == most {
            write(written, table, std::mem::take(&mut batch)).await?;
        }
        if ended {
            return Ok(sum);
        }
    }
}

async fn write(
    written: &mut Connection,
    table: &Table,
    batch: Vec<Vec<SqlValue<'static>>>,
) -> Result<(), StoreError> {
    let mut insert = query(AssertSqlSafe(table.insert(batch.len())));
    for row in batch {
        for (at, value) in row.into_iter().enumerate() {
            insert = insert.value(if table.is_later(at) {
                SqlValue::Integer(None)
            } else {
                value
            });
        }
    }
    insert.execute(written).await?;
    Ok(())
}

async fn restore_rematches(
    read: &mut Connection,
    written: &mut Connection,
) -> Result<(), StoreError> {
    let rows = query("SELECT id, rematch FROM game WHERE rematch IS NOT NULL")
        .fetch_all(read)
        .await?;
    for row in rows {
        query("UPDATE game SET rematch = $1 WHERE id = $2")
            .bind(row.try_get::<i64>("rematch")?)
            .bind(row.try_get::<i64>("id")?)
            .execute(written)
            .await?;
    }
    Ok(())
}

/// Makes the numbers of new rows go on above the copied ones, as SQLite does by itself.
async fn number_on(connection: &mut Connection) -> Result<(), StoreError> {
    if let Connection::Sqlite(_) = connection {
        return Ok(());
    }
    let numbered: Vec<String> = query_scalar(NUMBERED).fetch_all(connection).await?;
    for line in numbered {
        let Some((table, column)) = line.split_once(' ') else {
            continue;
        };
        let set = format!(
            "SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), coalesce(max(\"{column}\"), 0) + 1, false) \
             FROM \"{table}\""
        );
        query(AssertSqlSafe(set)).fetch_one(connection).await?;
    }
    Ok(())
}
