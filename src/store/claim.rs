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

use super::sql::{Connection, Pool, list, query, query_scalar};
use super::{Store, StoreError};

/// How long a claim lasts, in seconds: longer than one notice may take with all its attempts, and shorter than Discord
/// remembers a nonce.
const LASTS: i64 = 60;

/// Takes what nobody holds, or what was held for too long. A process knows what it is at work on: what it holds
/// besides is left over from a task that crashed.
const TAKE: &str = "INSERT INTO claim (kind, id, holder, until) \
    SELECT $1, value, $3, $4 FROM json_each($2) AS asked ORDER BY value \
    ON CONFLICT (kind, id) DO UPDATE SET holder = excluded.holder, until = excluded.until \
    WHERE claim.until <= $5 OR claim.holder = $3 \
    RETURNING id";

/// Nobody waits until it is on the disk: what is not given back runs out.
const GIVE_BACK: &str = "WITH unsynced AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)) \
    DELETE FROM claim USING unsynced \
    WHERE kind = $1 AND holder = $2 AND id IN (SELECT value FROM json_each($3))";

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
    pub async fn release(&self, kind: ClaimKind, ids: &[i64]) {
        if !self.is_shared() {
            return;
        }
        let given_back = async {
            query(GIVE_BACK)
                .bind(kind.key())
                .bind(self.holder)
                .bind(list(ids))
                .execute(&mut self.write().await?)
                .await
        };
        if let Err(error) = given_back.await {
            tracing::warn!(%error, kind = kind.key(), ?ids, "what was claimed could not be given back: it runs out");
        }
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

/// What other processes have claimed at `now` (seconds of the Unix epoch).
pub(super) async fn held(
    connection: &mut Connection,
    kinds: &[ClaimKind],
    holder: i64,
    now: i64,
) -> Result<Vec<(ClaimKind, i64)>, StoreError> {
    let rows = query("SELECT kind, id FROM claim WHERE holder <> $1 AND until > $2")
        .bind(holder)
        .bind(now)
        .fetch_all(connection)
        .await?;
    let mut held = Vec::new();
    for row in rows {
        let key: String = row.try_get("kind")?;
        if let Some(kind) = kinds.iter().find(|kind| kind.key() == key) {
            held.push((*kind, row.try_get("id")?));
        }
    }
    Ok(held)
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
    let taken: Vec<i64> = query_scalar(TAKE)
        .bind(kind.key())
        .bind(list(&ids))
        .bind(holder)
        .bind(now + LASTS)
        .bind(now)
        .fetch_all(connection)
        .await?;
    let taken: BTreeSet<i64> = taken.into_iter().collect();
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
