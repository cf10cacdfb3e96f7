//! Claims: the work that each of several processes on one PostgreSQL database is doing, so that no other begins with
//! it, such as sending notifications to a user or looking at a match in which something is due.
//!
//! A claim ends when it is given back, or some time after its process has died. Correctness does not depend on claims:
//! two processes that do the same work collide when they store it, and a message that is sent twice has the same nonce.
//! Work is looked for with `SKIP LOCKED`, so that processes that look at the same moment find different rows and none
//! waits for another.
//!
//! On a file one process works alone, and nothing is claimed.

use std::collections::BTreeSet;

use futures_util::future::BoxFuture;
use sqlx::AssertSqlSafe;

use crate::store::sql::{Connection, Pool, Query, list, query};
use crate::store::{Store, StoreError};

/// Lifetime of a claim, in seconds: longer than a notification may take with all its attempts, and shorter than Discord
/// remembers a nonce.
pub(in crate::store) const LASTS: i64 = 60;

/// Claims these ids.
const TAKE: &str = "INSERT INTO claim (kind, id, holder, until) \
    SELECT $1, value, $3, $4 FROM json_each($2) AS asked ORDER BY value";

/// Claims the recipients of the notifications in `earliest`, for `$4` until `$5`.
pub(in crate::store) const TAKE_EARLIEST: &str = "INSERT INTO claim (kind, id, holder, until) \
    SELECT CASE WHEN \"user\" IS NULL THEN 'home' ELSE 'person' END, coalesce(\"user\", game), $4, $5 \
    FROM earliest ORDER BY 1, 2";

/// The processes that may work on the database at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Processes {
    /// This process alone, which claims nothing.
    One,
    /// Several, each of which claims its work; `holder` is this one.
    Several { holder: i64 },
}

/// Claims to give back.
#[derive(Clone, Copy)]
pub(in crate::store) struct Release<'a> {
    kind: ClaimKind,
    holder: i64,
    ids: &'a [i64],
}

impl Release<'_> {
    /// Returns the statement as a part of another, with its parameters numbered from `first` on.
    pub(in crate::store) fn part(first: usize) -> String {
        Release::statement("", first)
    }

    /// Returns the statement by itself. It does not wait for the disk: a claim that is not given back runs out.
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

    /// Binds the statement's parameters.
    pub(in crate::store) fn bind<'q>(self, query: Query<'q>) -> Query<'q> {
        query
            .bind(self.kind.key())
            .bind(self.holder)
            .bind(list(self.ids))
    }
}

/// The kind of the work that is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// Sending notifications to a user; the id is the user's snowflake.
    Person,
    /// Sending notifications to the home of a match; the id is the match's number.
    Home,
    /// Something due in a match; the id is the match's number.
    Deadline,
    /// The machine's search for a move in a match; the id is the match's number.
    Machine,
    /// Posting a puzzle in a server; the id is the server's snowflake.
    Puzzle,
    /// The search for puzzles in a match; the id is the match's number.
    Source,
    /// The rounds and posts of a tournament; the id is the tournament's number.
    Tournament,
}

impl ClaimKind {
    /// Returns the stored form.
    fn key(self) -> &'static str {
        match self {
            ClaimKind::Person => "person",
            ClaimKind::Home => "home",
            ClaimKind::Deadline => "deadline",
            ClaimKind::Machine => "machine",
            ClaimKind::Puzzle => "puzzle",
            ClaimKind::Source => "source",
            ClaimKind::Tournament => "tournament",
        }
    }
}

impl Store {
    /// True if other processes may work on the same database at the same time.
    pub fn is_shared(&self) -> bool {
        self.processes() != Processes::One
    }

    /// Returns the processes that may work on the database.
    pub(in crate::store) fn processes(&self) -> Processes {
        let holder = self.holder;
        match self.writer {
            Pool::Sqlite(_) => Processes::One,
            Pool::Postgres(_) => Processes::Several { holder },
        }
    }

    /// Claims those of `ids` that no other process has claimed at `now` (seconds of the Unix epoch), and returns them
    /// in their order; on a file, all of them.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::store) async fn claim(
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

    /// Gives back claims of this process. If that fails, they run out.
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

    /// Returns the claims to give back; `None` on a file.
    pub(in crate::store) fn to_release<'a>(
        &self,
        kind: ClaimKind,
        ids: &'a [i64],
    ) -> Option<Release<'a>> {
        let holder = self.holder;
        self.is_shared().then_some(Release { kind, holder, ids })
    }
}

/// Gives back all claims of this process.
pub(in crate::store) async fn release_all(pool: &Pool, holder: i64) {
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

/// Completes a statement that claims for `holder` at `now`, both its parameters: it takes and returns what nobody holds
/// or a claim held for too long. It also takes claims of `holder` itself, which a crashed task has left over, since a
/// process knows its own work.
pub(in crate::store) fn unless_held(take: &str, holder: &str, now: &str) -> String {
    format!(
        "{take} ON CONFLICT (kind, id) DO UPDATE SET holder = excluded.holder, until = excluded.until \
         WHERE claim.until <= {now} OR claim.holder = {holder} RETURNING kind, id"
    )
}

/// An addition to a query of ids: the claims of a kind by other processes than `holder` at `now`, both parameters of
/// the statement. Empty for a single process.
pub(in crate::store) fn and_of_others(
    processes: Processes,
    kind: ClaimKind,
    holder: &str,
    now: &str,
) -> String {
    if processes == Processes::One {
        return String::new();
    }
    let kind = kind.key();
    format!(
        " UNION ALL SELECT id FROM claim WHERE kind = '{kind}' AND holder <> {holder} AND until > {now}"
    )
}

/// Claims ids as [`Store::claim`] does, within a transaction or alone.
pub(in crate::store) async fn take(
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

/// Deletes the claims of processes that have ended.
pub(in crate::store) async fn drop_ended(
    connection: &mut Connection,
    now: i64,
) -> Result<(), StoreError> {
    if let Connection::Postgres(..) = connection {
        query("DELETE FROM claim WHERE until <= $1")
            .bind(now - LASTS)
            .execute(connection)
            .await?;
    }
    Ok(())
}
