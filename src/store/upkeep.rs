//! Deletion of rows that nothing reads any more, in pieces so small that other writers hardly wait.

use crate::store::sql::{Connection, query};
use crate::store::{Store, StoreError};

/// The most matches or requests in one piece.
const PIECE: i64 = 1_000;

/// Time for which a request's snowflake is remembered, in seconds. Discord accepts no answer to a request older than 15
/// minutes, so such a request cannot be delivered again.
const REMEMBERED: i64 = 86_400;

impl Store {
    /// Does a piece of the upkeep at `now` (seconds of the Unix epoch): deletes leftover checkpoints of matches that
    /// are over and the snowflakes of old requests, applies changes of shared tables, and rewrites SQLite's file after
    /// erasures. Returns true if there may be more to do.
    ///
    /// # Errors
    /// The database failed.
    pub async fn upkeep(&self, now: i64) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let dropped = drop_checkpoints(&mut transaction).await?;
        let mut forgotten = forget_requests(&mut transaction, now - REMEMBERED).await?;
        forgotten |= forget_handled(&mut transaction, now - REMEMBERED).await?;
        let sharing = crate::store::matches::open_tables::share_some(&mut transaction).await?;
        transaction.commit().await?;
        self.scrub().await?;
        Ok(dropped || forgotten || sharing)
    }
}

/// Deletes the checkpoints of the next matches that are over. Returns true if more matches must be looked at.
async fn drop_checkpoints(connection: &mut Connection) -> Result<bool, StoreError> {
    let job = query("SELECT next, last FROM upkeep WHERE job = 'checkpoints'")
        .fetch_optional(&mut *connection)
        .await?;
    let Some(job) = job else {
        return Ok(false);
    };
    let (next, last) = (job.try_get::<i64>("next")?, job.try_get::<i64>("last")?);
    let until = last.min(next.saturating_add(PIECE));
    query(
        "DELETE FROM checkpoint WHERE game > $1 AND game <= $2 \
         AND (SELECT phase FROM game WHERE game.id = checkpoint.game) = 'over'",
    )
    .bind(next)
    .bind(until)
    .execute(&mut *connection)
    .await?;
    let query = if until < last {
        query("UPDATE upkeep SET next = $1 WHERE job = 'checkpoints'").bind(until)
    } else {
        query("DELETE FROM upkeep WHERE job = 'checkpoints'")
    };
    query.execute(connection).await?;
    Ok(until < last)
}

/// Deletes the snowflakes of the oldest requests, those before `at` (seconds of the Unix epoch), from their events.
/// Snowflakes grow with time. Returns true if there may be more.
async fn forget_requests(connection: &mut Connection, at: i64) -> Result<bool, StoreError> {
    let forgotten = query(
        "UPDATE event SET interaction = NULL WHERE (game, ply) IN (SELECT game, ply FROM \
         (SELECT game, ply, at FROM event WHERE interaction IS NOT NULL ORDER BY interaction LIMIT $2) AS oldest WHERE at < $1)",
    )
    .bind(at)
    .bind(PIECE)
    .execute(connection)
    .await?;
    Ok(forgotten == PIECE.unsigned_abs())
}

/// Deletes the records of the oldest requests that changed something besides matches before `at` (seconds of the Unix
/// epoch). Returns true if there may be more.
async fn forget_handled(connection: &mut Connection, at: i64) -> Result<bool, StoreError> {
    let forgotten = query(
        "DELETE FROM handled WHERE (interaction, part) IN \
         (SELECT interaction, part FROM handled WHERE at < $1 ORDER BY at LIMIT $2)",
    )
    .bind(at)
    .bind(PIECE)
    .execute(connection)
    .await?;
    Ok(forgotten == PIECE.unsigned_abs())
}
