//! The matches that wait for the machine's move, and the users who have beaten it.

use crate::match_state::{GameId, UserId};
use crate::store::sql::{Connection, list, query, query_scalar};
use crate::store::{ClaimKind, Store, StoreError, narrow, signed};

impl Store {
    /// Returns the matches in which the machine must move at `now` (seconds of the Unix epoch), at most `limit`, none
    /// of `except`. They are found by the seats to move, not by a separate list. If several processes share the
    /// database, the matches are claimed for this one, which gives each back with [`Store::release`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn owed_by_machine(
        &self,
        except: &[GameId],
        limit: u32,
        now: i64,
    ) -> Result<Vec<GameId>, StoreError> {
        let except: Vec<i64> = except.iter().map(|game| game.0).collect();
        let games = query_scalar::<i64>(
            "SELECT game FROM seat WHERE \"user\" IN (4000001, 4000002, 4000003, 4000004, 4000005, 4000006, 4000007, \
             4000008) AND awaited = 1 AND live = 1 AND game NOT IN (SELECT value FROM json_each($1)) LIMIT $2",
        )
        .bind(list(&except))
        .bind(limit)
        .fetch_all(&mut self.read().await?)
        .await?;
        let games = self.claim(ClaimKind::Machine, games, now).await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns true if a match began from a position of another one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_practice(&self, game: GameId) -> Result<bool, StoreError> {
        let found = query_scalar::<i64>("SELECT id FROM game WHERE id = $1 AND practice = 1")
            .bind(game.0)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(!found.is_empty())
    }

    /// Returns a user's wins against the machine, as `(key, level)` in this order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn beaten(&self, user: UserId) -> Result<Vec<(String, u8)>, StoreError> {
        let rows = query("SELECT key, level FROM beaten WHERE \"user\" = $1 ORDER BY key, level")
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter()
            .map(|row| {
                Ok((
                    row.try_get("key")?,
                    narrow(row.try_get("level")?, "a level")?,
                ))
            })
            .collect()
    }
}

/// Records a user's first win against each level of the machine. A match that began from a position of another one does
/// not count.
pub(in crate::store) async fn note_beaten(
    connection: &mut Connection,
    game: GameId,
    (user, key, level): &(UserId, String, u8),
    at: i64,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO beaten (\"user\", key, level, at) SELECT $1, $2, $3, $4 \
         WHERE EXISTS (SELECT 1 FROM game WHERE id = $5 AND practice = 0) ON CONFLICT DO NOTHING",
    )
    .bind(signed(user.0))
    .bind(key)
    .bind(*level)
    .bind(at)
    .bind(game.0)
    .execute(connection)
    .await?;
    Ok(())
}
