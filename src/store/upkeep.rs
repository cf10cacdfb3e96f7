//! Dropping what nothing reads any more, in pieces so small that nobody who writes has to wait for them.

use super::sql::{Connection, query};
use super::{Store, StoreError};

/// How many matches or requests one piece looks at.
const PIECE: i64 = 1_000;

/// How long a request is remembered by its number, in seconds. Discord takes no answer to one that is older than 15
/// minutes, so that it cannot be delivered again.
const REMEMBERED: i64 = 86_400;

impl Store {
    /// Does a piece of the upkeep at `now` (seconds of the Unix epoch): checkpoints of matches that were over before
    /// checkpoints were dropped at the end, the numbers of old requests, which tables can be found, and the bytes of who
    /// was erased. Returns whether there is more to do.
    ///
    /// # Errors
    /// The database failed.
    pub async fn upkeep(&self, now: i64) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let dropped = drop_checkpoints(&mut transaction).await?;
        let mut forgotten = forget_requests(&mut transaction, now - REMEMBERED).await?;
        forgotten |= forget_handled(&mut transaction, now - REMEMBERED).await?;
        let sharing = super::tables::share_some(&mut transaction).await?;
        transaction.commit().await?;
        self.scrub().await?;
        Ok(dropped || forgotten || sharing)
    }
}

/// Drops the checkpoints of the next matches that are over. Returns whether there are more matches to look at.
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

/// Takes their requests' numbers, which grow with time, off the oldest events that bear one and happened before `at`
/// (seconds of the Unix epoch). Returns whether there may be more.
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

/// Forgets the oldest of the requests that have changed something besides matches before `at` (seconds of the Unix epoch).
/// Returns whether there may be more.
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
