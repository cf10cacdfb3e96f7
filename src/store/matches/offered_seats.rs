//! Seats of matches being played that anyone may take over, for those who look for one. All that are offered anywhere
//! are read, which are few.

use super::open_tables::{SearchedPlaces, read_table};
use crate::match_state::UserId;
use crate::store::sql::query;
use crate::store::{Store, StoreError, TableRow, signed};

/// The statement of [`Store::offered_seats`]. A match that began before its server stopped sharing its tables is still
/// marked as shared, so the setting is read too.
const OFFERED: &str = "SELECT game.*, \
     CASE WHEN home = $2 OR (guild = $1 AND audience = 'server') THEN 0 ELSE 1 END AS far, \
     (SELECT seat.user FROM seat WHERE seat.game = game.id AND seat.user = $5 LIMIT 1) AS opener, \
     (SELECT text FROM event WHERE event.game = game.id AND kind = 'agreed' ORDER BY ply DESC LIMIT 1) AS terms \
    FROM game WHERE phase = 'playing' AND free > 0 AND coalesce(audience, '') <> 'players' \
     AND (coalesce(home = $2, false) OR coalesce(guild = $1 AND audience = 'server', false) \
      OR ($3 = 1 AND shared = 1 AND audience = 'server' AND EXISTS \
       (SELECT 1 FROM setting WHERE owner = game.guild AND setting.key = 'shared' AND value = '1'))) \
    ORDER BY far, game.id DESC LIMIT $4";

impl Store {
    /// Returns at most `most` matches with a seat that anyone may take over, the newest first, those of other servers
    /// last. The opener is `user` in those in which that user plays or has played.
    ///
    /// # Errors
    /// The database failed.
    pub async fn offered_seats(
        &self,
        user: UserId,
        places: SearchedPlaces,
        most: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        let rows = query(OFFERED)
            .bind(places.guild.map(|guild| signed(guild.0)))
            .bind(signed(places.channel.0))
            .bind(places.other_servers)
            .bind(most)
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter().map(read_table).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn offered_seats_are_found_by_their_index_alone() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sql::sqlite::steps(&store, OFFERED).await;
        let index = "INDEX game_offered (phase=?)";
        assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
    }
}
