//! Vacations of players.

use crate::match_state::{DAY, GameId, UserId};
use crate::store::matches::append::add;
use crate::store::sql::postgres::hold_people;
use crate::store::sql::query;
use crate::store::{Commit, Store, StoreError, signed};

/// The statement for a player's last vacation.
const LAST: &str =
    "SELECT since, until FROM vacation WHERE \"user\" = $1 ORDER BY since DESC LIMIT 1";

/// A year, in seconds.
const YEAR: i64 = 365 * DAY;

impl Store {
    /// Returns a player's vacations that ended after `since`, as `(from, until)` in seconds of the Unix epoch, oldest
    /// first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn vacations(&self, user: UserId, since: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        let rows = query(
            "SELECT since, until FROM vacation WHERE \"user\" = $1 AND until > $2 ORDER BY since",
        )
        .bind(signed(user.0))
        .bind(since)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("since")?, row.try_get("until")?)))
            .collect()
    }

    /// Stores a vacation, or a new end of the one begun at `since`, with the commits to the player's matches, in one
    /// transaction. `seen` is the player's last vacation, `(from, until)`, as far as the caller knows.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if the player's last vacation is a different one by now, or one of the matches has gone
    /// on.
    pub async fn vacation(
        &self,
        user: UserId,
        (since, until): (i64, i64),
        seen: Option<(i64, i64)>,
        additions: &[(GameId, Commit)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_once("vacation").await?;
        hold_people(&mut transaction, [user]).await?;
        let last = query(LAST)
            .bind(signed(user.0))
            .fetch_optional(&mut transaction)
            .await?;
        let last = match last {
            Some(row) => Some((row.try_get("since")?, row.try_get("until")?)),
            None => None,
        };
        // Callers that saw no vacation have not looked for one that ended over a year before.
        if last != seen && (seen.is_some() || last.is_some_and(|(_, until)| until > since - YEAR)) {
            return Err(StoreError::Changed);
        }
        query(
            "INSERT INTO vacation (\"user\", since, until) VALUES ($1, $2, $3) \
             ON CONFLICT (\"user\", since) DO UPDATE SET until = excluded.until",
        )
        .bind(signed(user.0))
        .bind(since)
        .bind(until)
        .execute(&mut transaction)
        .await?;
        let mut additions: Vec<_> = additions.iter().collect();
        additions.sort_unstable_by_key(|(game, _)| game.0);
        for (game, commit) in additions {
            add(&mut transaction, *game, commit).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two requests at once are both judged by the same budget, so the second must be judged again.
    #[tokio::test]
    async fn a_vacation_that_was_judged_before_another_began_is_not_noted() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let user = UserId(101);
        let first = (DAY, 21 * DAY);
        store.vacation(user, first, None, &[]).await.unwrap();
        let second = (DAY + 1, 16 * DAY);
        let noted = store.vacation(user, second, None, &[]).await;
        assert!(matches!(noted, Err(StoreError::Changed)), "{noted:?}");
        // An early return is refused, too, if the player has returned already.
        let back = (DAY, 2 * DAY);
        store.vacation(user, back, Some(first), &[]).await.unwrap();
        let again = store.vacation(user, (DAY, 3 * DAY), Some(first), &[]).await;
        assert!(matches!(again, Err(StoreError::Changed)), "{again:?}");
        assert_eq!(store.vacations(user, 0).await.unwrap(), [back]);
    }
}
