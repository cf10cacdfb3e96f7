//! What runs out: finding it, and giving back the time in which the bot did not run.

use sqlx::SqliteConnection;

use super::{Store, StoreError};
use crate::table::GameId;

/// See [`Store::due`].
const DUE: &str = "SELECT id FROM game WHERE due <= ? ORDER BY due, id LIMIT ?";

/// See [`Store::next_due`].
const NEXT_DUE: &str = "SELECT due FROM game WHERE due IS NOT NULL ORDER BY due LIMIT 1";

/// A time in which the bot did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Its number, from 1.
    pub id: i64,
    /// Since when, in seconds of the Unix epoch.
    pub since: i64,
    /// Until when, in seconds of the Unix epoch.
    pub until: i64,
}

impl Store {
    /// The matches in which something is to be done at `now` (seconds of the Unix epoch), the longest due first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn due(&self, now: i64, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let games = sqlx::query_scalar::<_, i64>(DUE)
            .bind(now)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// When something is to be done next in any match, in seconds of the Unix epoch.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar(NEXT_DUE)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Puts off a match that cannot be dealt with, so that it holds up no other.
    ///
    /// # Errors
    /// The database failed.
    pub async fn put_off(&self, game: GameId, until: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE game SET due = ?1 WHERE id = ?2 AND due < ?1")
            .bind(until)
            .bind(game.0)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Notes that the bot runs at `now` (seconds of the Unix epoch).
    ///
    /// # Errors
    /// The database failed.
    pub async fn beat(&self, now: i64) -> Result<(), StoreError> {
        let mut connection = self.writer.acquire().await?;
        beat(&mut connection, now).await
    }

    /// Notes that the bot runs again at `now`, and gives back to every clock the time since it was last known to run,
    /// if that is more than `grace` seconds. One transaction: it happens once or not at all.
    ///
    /// # Errors
    /// The database failed.
    pub async fn wake(&self, now: i64, grace: i64) -> Result<Option<Outage>, StoreError> {
        let mut transaction = self.begin().await?;
        let connection = &mut *transaction;
        // What happened after the last beat shows that the bot ran.
        let last: Option<i64> = sqlx::query_scalar(
            "SELECT max(at, coalesce((SELECT max(since) FROM game WHERE phase = 'playing' AND since <= ?1), at)) \
             FROM heartbeat",
        )
        .bind(now)
        .fetch_optional(&mut *connection)
        .await?;
        let outage = match last {
            Some(since) if now - since > grace => {
                let id = sqlx::query_scalar::<_, i64>(
                    "INSERT INTO outage (since, until) VALUES (?, ?) RETURNING id",
                )
                .bind(since)
                .bind(now)
                .fetch_one(&mut *connection)
                .await?;
                // As `Timer::given_back` has it.
                sqlx::query(
                    "UPDATE game SET deadline = deadline + max(0, ?2 - max(?1, runs)), \
                     due = due + max(0, ?2 - max(?1, runs)), runs = runs + max(0, ?2 - max(?1, runs)) \
                     WHERE due IS NOT NULL AND deadline > ?1",
                )
                .bind(since)
                .bind(now)
                .execute(&mut *connection)
                .await?;
                Some(Outage {
                    id,
                    since,
                    until: now,
                })
            }
            _ => None,
        };
        beat(connection, now).await?;
        transaction.commit().await?;
        Ok(outage)
    }
}

async fn beat(connection: &mut SqliteConnection, now: i64) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = max(at, excluded.at)",
    )
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row as _;

    /// Among 100,000 matches, those that are due are found by an index that holds only what has a timer.
    #[tokio::test]
    async fn what_is_due_is_found_by_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("rookery.db"))
            .await
            .unwrap();
        for query in [DUE, NEXT_DUE] {
            let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
            let rows = sqlx::query(explain)
                .fetch_all(&store.readers)
                .await
                .unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            assert!(
                plan.iter().all(|step| step.contains("INDEX game_due")),
                "{plan:#?}"
            );
        }
        sqlx::query(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) \
             INSERT INTO game (key, options, rules, channel, opened, ply, phase, since, moves, deadline, runs, due) \
             SELECT 'x', '{}', 1, 1, 0, 9, 'playing', 0, 0, 1000 + i, 0, 1000 + i FROM n",
        )
        .execute(&store.writer)
        .await
        .unwrap();
        let begun = std::time::Instant::now();
        let due = store.due(1_003, 10).await.unwrap();
        assert_eq!(due, vec![GameId(1), GameId(2), GameId(3)]);
        assert_eq!(store.next_due().await.unwrap(), Some(1_001));
        assert!(begun.elapsed() < std::time::Duration::from_millis(200));
        // An outage moves all of them by the time that was lost, and once.
        store.beat(500).await.unwrap();
        let outage = store.wake(800, 30).await.unwrap().unwrap();
        assert_eq!((outage.since, outage.until), (500, 800));
        assert_eq!(store.next_due().await.unwrap(), Some(1_301));
        assert_eq!(store.wake(800, 30).await.unwrap(), None);
    }
}
