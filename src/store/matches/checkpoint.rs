//! Checkpoints of a match, from which it is loaded without all its events.

use crate::match_state::GameId;
use crate::store::sql::{Connection, query};
use crate::store::{Checkpoint, Store, StoreError, sql::postgres};

/// Writes a checkpoint and keeps the last of the earlier ones: the newest may be later than the move that must be shown
/// again when the match is loaded.
pub(in crate::store) async fn write(
    connection: &mut Connection,
    game: GameId,
    checkpoint: &Checkpoint,
) -> Result<(), StoreError> {
    query(
        "DELETE FROM checkpoint WHERE game = $1 AND ply < \
         (SELECT max(ply) FROM checkpoint WHERE game = $1 AND ply < $2)",
    )
    .bind(game.0)
    .bind(checkpoint.ply)
    .execute(&mut *connection)
    .await?;
    query(
        "INSERT INTO checkpoint (game, ply, standing, position, digest) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (game, ply) DO UPDATE SET standing = excluded.standing, position = excluded.position, \
         digest = excluded.digest",
    )
    .bind(game.0)
    .bind(checkpoint.ply)
    .bind(&checkpoint.standing)
    .bind(&checkpoint.position)
    .bind(checkpoint.digest(game))
    .execute(&mut *connection)
    .await?;
    Ok(())
}

impl Store {
    /// Replaces a damaged checkpoint.
    ///
    /// # Errors
    /// The database failed.
    pub async fn replace_damaged_checkpoint(
        &self,
        game: GameId,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        postgres::hold(&mut transaction, game).await?;
        // A checkpoint that was computed before a user was erased still names the user.
        let erased =
            query("SELECT 1 FROM event WHERE game = $1 AND ply > $2 AND kind = 'erased' LIMIT 1")
                .bind(game.0)
                .bind(checkpoint.ply)
                .finds(&mut transaction)
                .await?;
        if !erased {
            write(&mut transaction, game, checkpoint).await?;
            transaction.commit().await?;
        }
        Ok(())
    }
}
