//! When players are on vacation.

use sqlx::Row as _;

use super::append::add;
use super::{Addition, Store, StoreError, signed};
use crate::table::{GameId, UserId};

impl Store {
    /// A player's vacations that ended after `since`, as `(from, until)` in seconds of the Unix epoch, oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn vacations(&self, user: UserId, since: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT since, until FROM vacation WHERE user = ? AND until > ? ORDER BY since",
        )
        .bind(signed(user.0))
        .bind(since)
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("since")?, row.try_get("until")?)))
            .collect()
    }

    /// Notes a vacation, or that the one begun at `since` ends at another time, together with what it does to the
    /// player's matches: all of it or nothing.
    ///
    /// # Errors
    /// [`StoreError::Changed`] where one of the matches has gone on meanwhile.
    pub async fn vacation(
        &self,
        user: UserId,
        (since, until): (i64, i64),
        additions: &[(GameId, Addition)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO vacation (user, since, until) VALUES (?, ?, ?) \
             ON CONFLICT (user, since) DO UPDATE SET until = excluded.until",
        )
        .bind(signed(user.0))
        .bind(since)
        .bind(until)
        .execute(&mut *transaction)
        .await?;
        for (game, addition) in additions {
            add(&mut transaction, *game, addition).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
