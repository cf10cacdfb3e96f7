//! What each of several processes on one PostgreSQL database is at work on, so that no two begin with the same: whom a
//! notice is being sent to, which match is being looked at because something is due in it.
//!
//! A claim ends when it is given back, or some time after its process has died. Nothing that is right hangs on
//! it: two who do the same all the same find each other out when they store it, and a message that is sent twice bears
//! the same nonce. What is looked for to be claimed is locked with `SKIP LOCKED`, so that those who look at the same
//! moment find different rows and none waits for another.
//!
//! On a file one process works alone, and nothing is claimed.

use std::collections::BTreeSet;

use futures_util::future::BoxFuture;
use sqlx::AssertSqlSafe;

use super::sql::{Connection, Pool, Query, list, query};
use super::{Store, StoreError};

/// How long a claim lasts, in seconds: longer than one notice may take with all its attempts, and shorter than Discord
/// remembers a nonce.
pub(super) const LASTS: i64 = 60;

/// Takes these.
const TAKE: &str = "INSERT INTO claim (kind, id, holder, until) \
    SELECT $1, value, $3, $4 FROM json_each($2) AS asked ORDER BY value";

/// Takes those to whom the notices of `earliest` are sent, for `$4` until `$5`.
pub(super) const TAKE_EARLIEST: &str = "INSERT INTO claim (kind, id, holder, until) \
    SELECT CASE WHEN \"user\" IS NULL THEN 'home' ELSE 'person' END, coalesce(\"user\", game), $4, $5 \
    FROM earliest ORDER BY 1, 2";

/// What is to be given back.
#[derive(Clone, Copy)]
pub(super) struct Release<'a> {
    kind: ClaimKind,
    holder: i64,
    ids: &'a [i64],
}

impl Release<'_> {
    /// A statement that does it, whose parameters are numbered from `first` on, as a part of another.
    pub(super) fn part(first: usize) -> String {
        Release::statement("", first)
    }

    /// The same by itself. Nobody waits until it is on the disk: what is not given back runs out.
    fn alone() -> String {
        let unsynced = "SELECT set_config('synchronous_commit', 'off', true)";
        let delete = Release::statement("USING unsynced", 1);
        format!("WITH unsynced AS MATERIALIZED ({unsynced}) {delete}")
    }

    fn statement(using: &str, first: usize) -> String {
        let (holder, ids) = (first + 1, first + 2);
        format!(
            "DELETE FROM claim {using} WHERE kind = ${first} AND holder = ${holder} AND id IN (SELECT value FROM json_each(${ids}))"
        )
    }

    /// Binds its parameters.
    pub(super) fn bind<'q>(self, query: Query<'q>) -> Query<'q> {
        query
            .bind(self.kind.key())
            .bind(self.holder)
            .bind(list(self.ids))
    }
}

/// What can be worked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A person is being sent something: their snowflake.
    Person,
    /// So is the home of a match: its number.
    Home,
    /// Something is due in a match: its number.
    Deadline,
    /// The machine thinks about its move in a match: its number.
    Machine,
    /// A puzzle is being posted in a server: its snowflake.
    Puzzle,
    /// A match is being looked through for puzzles: its number.
    Source,
}

impl ClaimKind {
    /// As it is stored.
    fn key(self) -> &'static str {
        match self {
            ClaimKind::Person => "person",
            ClaimKind::Home => "home",
            ClaimKind::Deadline => "deadline",
            ClaimKind::Machine => "machine",
            ClaimKind::Puzzle => "puzzle",
            ClaimKind::Source => "source",
        }
    }
}

impl Store {
    /// Whether other processes may work on the same database at the same time.
    pub fn is_shared(&self) -> bool {
        matches!(self.writer, Pool::Postgres(_))
    }

    /// Claims those of `ids` that nobody else is at work on at `now` (seconds of the Unix epoch), and gives them back in
    /// their order; all of them on a file.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn claim(
        &self,
        kind: ClaimKind,
        ids: Vec<i64>,
        now: i64,
    ) -> Result<Vec<i64>, StoreError> {
        if !self.is_shared() {
            return Ok(ids);
        }
        take(&mut self.write().await?, self.holder, kind, ids, now).await
    }

    /// Gives back what this process has claimed. Where that fails the claims run out.
    pub fn release<'a>(&'a self, kind: ClaimKind, ids: &'a [i64]) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let Some(release) = self.to_release(kind, ids) else {
                return;
            };
            let given_back = async {
                let alone = release.bind(query(AssertSqlSafe(Release::alone())));
                alone.execute(&mut self.write().await?).await
            };
            if let Err(error) = given_back.await {
                tracing::warn!(%error, kind = kind.key(), ?ids, "what was claimed could not be given back: it runs out");
            }
        })
    }

    /// What is given back of these; nothing on a file.
    pub(super) fn to_release<'a>(&self, kind: ClaimKind, ids: &'a [i64]) -> Option<Release<'a>> {
        let holder = self.holder;
        self.is_shared().then_some(Release { kind, holder, ids })
    }
}

/// Gives back all that this process has claimed.
pub(super) async fn release_all(pool: &Pool, holder: i64) {
    if let Pool::Sqlite(_) = pool {
        return;
    }
    let given_back = async {
        query("DELETE FROM claim WHERE holder = $1")
            .bind(holder)
            .execute(&mut pool.acquire().await?)
            .await
    };
    if let Err(error) = given_back.await {
        tracing::warn!(%error, "what this process was at work on is free in a minute");
    }
}

/// Has a statement that claims for `holder` at `now`, both its parameters, take what nobody holds, or what was held for too
/// long, and return it. A process knows what it is at work on: what it holds besides is left over from a task that crashed.
pub(super) fn unless_held(take: &str, holder: &str, now: &str) -> String {
    format!(
        "{take} ON CONFLICT (kind, id) DO UPDATE SET holder = excluded.holder, until = excluded.until \
         WHERE claim.until <= {now} OR claim.holder = {holder} RETURNING kind, id"
    )
}

/// What other processes than `holder` have claimed of a kind at `now`, both parameters of the statement, as an addition to
/// a query of ids; nothing where the store is not `shared`.
pub(super) fn and_of_others(shared: bool, kind: ClaimKind, holder: &str, now: &str) -> String {
    if !shared {
        return String::new();
    }
    let kind = kind.key();
    format!(
        " UNION ALL SELECT id FROM claim WHERE kind = '{kind}' AND holder <> {holder} AND until > {now}"
    )
}

/// See [`Store::claim`]; within a transaction, or alone.
pub(super) async fn take(
    connection: &mut Connection,
    holder: i64,
    kind: ClaimKind,
    ids: Vec<i64>,
    now: i64,
) -> Result<Vec<i64>, StoreError> {
    if ids.is_empty() {
        return Ok(ids);
    }
    let taken = query(AssertSqlSafe(unless_held(TAKE, "$3", "$5")))
        .bind(kind.key())
        .bind(list(&ids))
        .bind(holder)
        .bind(now + LASTS)
        .bind(now)
        .fetch_all(connection)
        .await?;
    let taken = taken.iter().map(|row| row.try_get("id"));
    let taken: BTreeSet<i64> = taken.collect::<Result<_, _>>()?;
    Ok(ids.into_iter().filter(|id| taken.contains(id)).collect())
}

/// Drops the claims of processes that are no more.
pub(super) async fn drop_ended(connection: &mut Connection, now: i64) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = connection {
        query("DELETE FROM claim WHERE until <= $1")
            .bind(now - LASTS)
            .execute(connection)
            .await?;
    }
    Ok(())
}
