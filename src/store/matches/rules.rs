//! The rules version of a match.

use crate::match_state::GameId;
use crate::store::sql::{query, query_scalar};
use crate::store::{Store, StoreError};

impl Store {
    /// Returns the matches of a game that are being played under an earlier version of its rules than `rules`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn older(&self, key: &str, rules: u32) -> Result<Vec<GameId>, StoreError> {
        let ids = query_scalar::<i64>(
            "SELECT id FROM game WHERE key = $1 AND rules < $2 AND phase = 'playing' ORDER BY id",
        )
        .bind(key)
        .bind(rules)
        .fetch_all(&mut self.read().await?)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Changes the rules version of a match of `ply` events (from, to) and deletes its checkpoints, which were made
    /// under the former version.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if the match has more events by now, or another version.
    pub async fn set_rules_version(
        &self,
        game: GameId,
        ply: u32,
        (from, to): (u32, u32),
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let done = query("UPDATE game SET rules = $1 WHERE id = $2 AND ply = $3 AND rules = $4")
            .bind(to)
            .bind(game.0)
            .bind(ply)
            .bind(from)
            .execute(&mut transaction)
            .await?;
        if done != 1 {
            return Err(StoreError::Changed);
        }
        query("DELETE FROM checkpoint WHERE game = $1")
            .bind(game.0)
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
