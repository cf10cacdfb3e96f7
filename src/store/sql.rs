//! Statements with one text for SQLite and PostgreSQL: connections, values and rows of either.
//!
//! sqlx has two ways to serve both databases. `Any` takes an address but none of the options that SQLite needs
//! (write-ahead logging, read-only connections, how long to wait); code that is generic over the database needs a page
//! of bounds at each function. Here the choice is made in one place, where a statement meets a connection.
//!
//! A statement for both databases writes its parameters as `$1`, the columns `"user"` and `"placing"` in quotation
//! marks (PostgreSQL reads a bare `user` as the session's user), `ON CONFLICT` for `OR IGNORE` and `OR REPLACE`,
//! `IS DISTINCT FROM` for `IS NOT`, and a name for each `SELECT` in a `FROM`. Whole numbers are `i64` and flags 0 or 1.
//! PostgreSQL's schema defines the functions of SQLite that the statements use: `max` of two numbers, `instr`, and
//! `json_each` of a list of numbers. Where no single text serves both, [`Connection::either`] takes two.

pub(super) mod insert;
pub(super) mod migrations;
pub(super) mod postgres;
pub(super) mod presence;
pub(super) mod primary;
pub(super) mod sqlite;
pub(super) mod value;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgRow;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{
    Column as _, Database, Decode, Executor as _, Postgres, Row as _, SqlSafeStr, SqlStr, Sqlite,
    Type, TypeInfo as _, ValueRef as _,
};

use presence::Presence;
use primary::Primary;
use value::{Bind, SqlValue};

/// A pool of connections to a database.
#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(Primary),
}

impl Pool {
    /// Returns a connection of the pool. The future is boxed, as sqlx's own are: with both databases in it, it is
    /// large.
    pub(super) fn acquire(&self) -> BoxFuture<'_, Result<Connection, sqlx::Error>> {
        Box::pin(async {
            Ok(match self {
                Pool::Sqlite(pool) => Connection::Sqlite(Held::Plain(pool.acquire().await?)),
                Pool::Postgres(primary) => {
                    Connection::Postgres(Held::Plain(primary.acquire().await?), primary.presence())
                }
            })
        })
    }

    /// Begins a transaction that reads everything as of one moment.
    pub(super) async fn snapshot(&self) -> Result<Transaction, sqlx::Error> {
        const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        sent("BEGIN");
        Ok(Transaction::new(match self {
            Pool::Sqlite(pool) => Connection::Sqlite(Held::Transaction(pool.begin().await?)),
            Pool::Postgres(primary) => Connection::Postgres(
                Held::Transaction(primary.begin(ONE_MOMENT).await?),
                primary.presence(),
            ),
        }))
    }

    pub(super) async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(primary) => primary.close().await,
        }
    }
}

/// A connection of a pool, with or without an open transaction.
#[derive(Debug)]
pub(super) enum Held<D: Database> {
    Plain(PoolConnection<D>),
    Transaction(sqlx::Transaction<'static, D>),
}

impl<D: Database> Deref for Held<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        match self {
            Held::Plain(connection) => connection,
            Held::Transaction(transaction) => transaction,
        }
    }
}

impl<D: Database> DerefMut for Held<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        match self {
            Held::Plain(connection) => connection,
            Held::Transaction(transaction) => transaction,
        }
    }
}

/// A connection to a database.
pub(super) enum Connection {
    Sqlite(Held<Sqlite>),
    Postgres(Held<Postgres>, Arc<Presence>),
}

impl Connection {
    /// Sets a savepoint within a transaction.
    pub(super) async fn savepoint(&mut self) -> Result<(), sqlx::Error> {
        query("SAVEPOINT one").execute(self).await.map(|_| ())
    }

    /// Releases the savepoint: its changes become part of the transaction.
    pub(super) async fn release(&mut self) -> Result<(), sqlx::Error> {
        query("RELEASE SAVEPOINT one")
            .execute(self)
            .await
            .map(|_| ())
    }

    /// Undoes the changes since the savepoint and releases it.
    pub(super) async fn undo(&mut self) -> Result<(), sqlx::Error> {
        query("ROLLBACK TO SAVEPOINT one").execute(self).await?;
        self.release().await
    }

    /// Returns the text for this database, of two that mean the same.
    pub(super) fn either(&self, sqlite: &'static str, postgres: &'static str) -> &'static str {
        match self {
            Connection::Sqlite(_) => sqlite,
            Connection::Postgres(..) => postgres,
        }
    }
}

/// A transaction, rolled back unless it is committed.
pub(super) struct Transaction {
    connection: Connection,
    /// A flag to set at the commit.
    committed: Option<Arc<AtomicBool>>,
}

impl Transaction {
    pub(super) fn new(connection: Connection) -> Self {
        Transaction {
            connection,
            committed: None,
        }
    }

    /// Stores a flag to set at the commit; `None` for no flag.
    pub(super) fn then_set(&mut self, committed: Option<Arc<AtomicBool>>) {
        self.committed = committed;
    }

    pub(super) fn commit(self) -> BoxFuture<'static, Result<(), sqlx::Error>> {
        Box::pin(async move {
            sent("COMMIT");
            match self.connection {
                Connection::Sqlite(Held::Transaction(transaction)) => transaction.commit().await?,
                Connection::Postgres(Held::Transaction(transaction), server) => {
                    server.answers(transaction.commit()).await?;
                }
                Connection::Sqlite(Held::Plain(_)) | Connection::Postgres(Held::Plain(_), _) => {}
            }
            if let Some(committed) = self.committed {
                committed.store(true, Ordering::Release);
            }
            Ok(())
        })
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

/// A statement and the values of its parameters.
pub(super) struct Query<'q> {
    text: SqlStr,
    values: Vec<SqlValue<'q>>,
}

/// Returns a list of numbers as one parameter: JSON, which `json_each` turns into rows.
pub(super) fn list(numbers: &[i64]) -> String {
    // Rust's notation for a list of numbers is valid JSON.
    format!("{numbers:?}")
}

pub(super) fn query<'q>(text: impl SqlSafeStr) -> Query<'q> {
    Query {
        text: text.into_sql_str(),
        values: Vec::new(),
    }
}

/// Logs that a statement goes to the database: its text, and never its values. Each is a round trip to a server, or to
/// the thread on which SQLite works.
pub(super) fn sent(text: &str) {
    tracing::trace!(target: "rookery::store::statement", text);
}

/// Converts a statement with its values to sqlx's type.
fn prepare<D: Database>(query: Query<'_>) -> sqlx::query::Query<'static, D, D::Arguments>
where
    for<'t> Option<i64>: sqlx::Encode<'t, D> + Type<D>,
    for<'t> Option<f64>: sqlx::Encode<'t, D> + Type<D>,
    for<'t> Option<&'t str>: sqlx::Encode<'t, D> + Type<D>,
{
    sent(query.text.as_str());
    let statement = sqlx::query(query.text);
    query
        .values
        .into_iter()
        .fold(statement, |statement, value| match value {
            SqlValue::Integer(number) => statement.bind(number),
            SqlValue::Real(number) => statement.bind(number),
            SqlValue::Text(text) => statement.bind(text.as_deref()),
        })
}

impl<'q> Query<'q> {
    #[must_use]
    pub(super) fn bind(mut self, value: impl Bind<'q>) -> Self {
        self.values.push(value.value());
        self
    }

    /// Binds a value that was read from another row.
    #[must_use]
    pub(super) fn value(mut self, value: SqlValue<'q>) -> Self {
        self.values.push(value);
        self
    }

    /// Executes the statement and returns the number of rows changed.
    pub(super) fn execute<'a>(
        self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, Result<u64, sqlx::Error>>
    where
        'q: 'a,
    {
        Box::pin(async move {
            Ok(match connection {
                Connection::Sqlite(held) => {
                    (&mut **held).execute(prepare(self)).await?.rows_affected()
                }
                Connection::Postgres(held, server) => server
                    .answers((&mut **held).execute(prepare(self)))
                    .await?
                    .rows_affected(),
            })
        })
    }

    pub(super) fn fetch_all<'a>(
        self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, Result<Vec<Row>, sqlx::Error>>
    where
        'q: 'a,
    {
        Box::pin(async move {
            Ok(match connection {
                Connection::Sqlite(held) => {
                    let rows = (&mut **held).fetch_all(prepare(self)).await?;
                    rows.into_iter().map(Row::Sqlite).collect()
                }
                Connection::Postgres(held, server) => {
                    let rows = server
                        .answers((&mut **held).fetch_all(prepare(self)))
                        .await?;
                    rows.into_iter().map(Row::Postgres).collect()
                }
            })
        })
    }

    /// Returns a stream of the rows, for results larger than memory.
    pub(super) fn fetch(
        self,
        connection: &mut Connection,
    ) -> BoxStream<'_, Result<Row, sqlx::Error>> {
        match connection {
            Connection::Sqlite(held) => {
                let rows = (&mut **held).fetch(prepare(self));
                rows.map_ok(Row::Sqlite).boxed()
            }
            Connection::Postgres(held, _) => {
                let rows = (&mut **held).fetch(prepare(self));
                rows.map_ok(Row::Postgres).boxed()
            }
        }
    }

    pub(super) fn fetch_optional<'a>(
        self,
        connection: &'a mut Connection,
    ) -> BoxFuture<'a, Result<Option<Row>, sqlx::Error>>
    where
        'q: 'a,
    {
        Box::pin(async move {
            Ok(match connection {
                Connection::Sqlite(held) => {
                    let row = (&mut **held).fetch_optional(prepare(self)).await?;
                    row.map(Row::Sqlite)
                }
                Connection::Postgres(held, server) => {
                    let row = server
                        .answers((&mut **held).fetch_optional(prepare(self)))
                        .await?;
                    row.map(Row::Postgres)
                }
            })
        })
    }

    pub(super) async fn fetch_one(self, connection: &mut Connection) -> Result<Row, sqlx::Error> {
        let row = self.fetch_optional(connection).await?;
        row.ok_or(sqlx::Error::RowNotFound)
    }

    /// True if there is a row, whatever its contents.
    pub(super) async fn finds(self, connection: &mut Connection) -> Result<bool, sqlx::Error> {
        Ok(self.fetch_optional(connection).await?.is_some())
    }
}

/// A statement whose first column is wanted.
pub(super) struct Scalar<'q, T> {
    query: Query<'q>,
    wanted: PhantomData<T>,
}

pub(super) fn query_scalar<'q, T>(text: impl SqlSafeStr) -> Scalar<'q, T> {
    Scalar {
        query: query(text),
        wanted: PhantomData,
    }
}

impl<'q, T: Column> Scalar<'q, T> {
    #[must_use]
    pub(super) fn bind(self, value: impl Bind<'q>) -> Self {
        Scalar {
            query: self.query.bind(value),
            ..self
        }
    }

    pub(super) async fn fetch_all(
        self,
        connection: &mut Connection,
    ) -> Result<Vec<T>, sqlx::Error> {
        let rows = self.query.fetch_all(connection).await?;
        rows.iter().map(|row| row.at(0)).collect()
    }

    pub(super) async fn fetch_optional(
        self,
        connection: &mut Connection,
    ) -> Result<Option<T>, sqlx::Error> {
        let row = self.query.fetch_optional(connection).await?;
        row.map(|row| row.at(0)).transpose()
    }

    pub(super) async fn fetch_one(self, connection: &mut Connection) -> Result<T, sqlx::Error> {
        self.query.fetch_one(connection).await?.at(0)
    }
}

/// A type that can be read from a column of either database.
pub(super) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// A row of a result.
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub(super) fn try_get<T: Column>(&self, column: &str) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(super) fn at<T: Column>(&self, column: usize) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    /// Returns the name and the value of every column.
    pub(super) fn columns(&self) -> Result<Vec<(String, SqlValue<'static>)>, sqlx::Error> {
        let names: Vec<(String, String)> = match self {
            Row::Sqlite(row) => names(row)?,
            Row::Postgres(row) => names(row)?,
        };
        let mut columns = Vec::with_capacity(names.len());
        for (at, (name, kind)) in names.into_iter().enumerate() {
            let value = match kind.as_str() {
                "INTEGER" | "INT8" => SqlValue::Integer(self.at(at)?),
                "REAL" | "FLOAT8" => SqlValue::Real(self.at(at)?),
                _ => SqlValue::Text(self.at::<Option<String>>(at)?.map(Cow::Owned)),
            };
            columns.push((name, value));
        }
        Ok(columns)
    }

    /// Reads a column that is 0 or 1, or a boolean.
    pub(super) fn flag(&self, column: &str) -> Result<bool, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => match row.try_get_raw(column)?.type_info().name() {
                "BOOL" => row.try_get(column),
                "INT4" => Ok(row.try_get::<i32, _>(column)? != 0),
                _ => Ok(row.try_get::<i64, _>(column)? != 0),
            },
        }
    }
}

/// Returns the names of a row's columns and the types of their values.
fn names<R: sqlx::Row>(row: &R) -> Result<Vec<(String, String)>, sqlx::Error>
where
    usize: sqlx::ColumnIndex<R>,
{
    let named = row.columns().iter().map(|column| {
        let kind = row
            .try_get_raw(column.ordinal())?
            .type_info()
            .name()
            .to_owned();
        Ok((column.name().to_owned(), kind))
    });
    named.collect()
}
