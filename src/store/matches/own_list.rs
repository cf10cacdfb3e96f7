//! The list that a person asks for of their own matches. All their matches of that kind are read, since the order is
//! that of the deadlines, which change with every move; the limit on matches per person bounds them.

use crate::match_state::{GameId, UserId};
use crate::store::sql::query_scalar;
use crate::store::{Store, StoreError, signed};

/// The statement of [`Store::own_by_urgency`].
const RUNNING: &str = "SELECT game.id FROM (SELECT game, max(awaited) AS awaited FROM \
      (SELECT game, awaited FROM seat WHERE \"user\" = $1 AND live = 1 \
       UNION ALL SELECT game, 0 FROM guest WHERE \"user\" = $1) AS places GROUP BY game) AS mine \
    CROSS JOIN game WHERE game.id = mine.game \
    ORDER BY mine.awaited DESC, game.phase DESC, game.deadline IS NULL, game.deadline, game.since, game.id \
    LIMIT $2 OFFSET $3";

impl Store {
    /// Returns at most `most` of a user's matches that are not over, after the first `skip`: those that wait for the
    /// user's move, the nearest deadline first; those that wait for others, likewise; then open tables.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own_by_urgency(
        &self,
        user: UserId,
        (skip, most): (u32, u32),
    ) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(RUNNING)
            .bind(signed(user.0))
            .bind(most)
            .bind(skip)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_list_reads_the_games_of_others() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for (query, index) in [
            (RUNNING, "INDEX seat_list (user=?)"),
            (RUNNING, "INDEX guest_user (user=?)"),
            (RUNNING, "INTEGER PRIMARY KEY (rowid=?)"),
        ] {
            let plan = crate::store::sql::sqlite::steps(&store, query).await;
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
        }
    }
}
