//! The list of a person's matches, chosen by phase, game and opponent. Of those that are not over all are read, since
//! the order is that of the deadlines, which change with every move; the limit on matches per person bounds them.

use crate::match_state::{GameId, UserId};
use crate::store::sql::query_scalar;
use crate::store::{Store, StoreError, signed};

/// The statement of [`Store::own_list`] for matches that are not over.
const RUNNING: &str = "SELECT game.id FROM (SELECT game, max(awaited) AS awaited FROM \
      (SELECT game, awaited FROM seat WHERE \"user\" = $1 AND live = 1 \
       UNION ALL SELECT game, 0 FROM guest WHERE \"user\" = $1) AS places GROUP BY game) AS mine \
    CROSS JOIN game WHERE game.id = mine.game AND game.key = coalesce($4, game.key) AND coalesce($5, $1) IN \
     (SELECT seat.user FROM seat WHERE seat.game = game.id AND seat.live = 1 \
      UNION ALL SELECT guest.user FROM guest WHERE guest.game = game.id) \
    ORDER BY mine.awaited DESC, game.phase DESC, game.deadline IS NULL, game.deadline, game.since, game.id \
    LIMIT $2 OFFSET $3";

/// The statement of [`Store::own_list`] for matches that are over. A user may have held several seats of one.
const OVER: &str = "SELECT seat.game FROM seat CROSS JOIN game WHERE seat.user = $1 AND seat.live = 0 \
     AND game.id = seat.game AND game.phase = 'over' AND game.key = coalesce($4, game.key) \
     AND coalesce($5, $1) IN (SELECT other.user FROM seat AS other WHERE other.game = game.id) \
    GROUP BY seat.stands, seat.game ORDER BY seat.stands DESC, seat.game DESC LIMIT $2 OFFSET $3";

/// A choice among a user's matches; the default is all that are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// True for those that are over, false for the others.
    pub over: bool,
    /// The key of the only game wanted.
    pub key: Option<String>,
    /// A user who must have a place in each.
    pub with: Option<UserId>,
}

impl Store {
    /// Returns at most `most` of a user's matches, after the first `skip`. Of those that are not over, first those that
    /// wait for the user's move, the nearest deadline first, then those that wait for others, likewise, then open
    /// tables; of those that are over, the last to end first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own_list(
        &self,
        user: UserId,
        filter: &ListFilter,
        (skip, most): (u32, u32),
    ) -> Result<Vec<GameId>, StoreError> {
        let statement = if filter.over { OVER } else { RUNNING };
        let games = query_scalar::<i64>(statement)
            .bind(signed(user.0))
            .bind(most)
            .bind(skip)
            .bind(filter.key.as_deref())
            .bind(filter.with.map(|with| signed(with.0)))
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of others are not read, and of those that are over no more than are shown: they need no sorting.
    #[tokio::test]
    async fn lists_are_read_by_the_indexes_of_the_player() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let steps = async |query| crate::store::sql::sqlite::steps(&store, query).await;
        let (running, over) = (steps(RUNNING).await, steps(OVER).await);
        let reads = |plan: &[String], index: &str| plan.iter().any(|step| step.contains(index));
        for index in [
            "INDEX seat_list (user=?)",
            "INDEX guest_user (user=?)",
            "INTEGER PRIMARY KEY (rowid=?)",
        ] {
            assert!(reads(&running, index), "{running:#?}");
        }
        assert!(reads(&over, "INDEX seat_over (user=?)"), "{over:#?}");
        assert!(!reads(&over, "TEMP B-TREE"), "{over:#?}");
    }
}
