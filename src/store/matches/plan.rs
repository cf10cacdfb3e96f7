//! Plans of players: answers prepared for expected moves. Only their owner and the bot can read them.

use futures_util::future::BoxFuture;

use crate::match_state::{GameId, UserId};
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{
    FormerPlans, PlanChange, PlanRow, Store, StoreError, signed, sql::postgres, unsigned, user_ids,
};

/// Changes plans, in the transaction of the move that changes them.
pub(in crate::store) async fn change(
    connection: &mut Connection,
    changes: &[PlanChange],
) -> Result<(), StoreError> {
    for change in changes {
        match change {
            PlanChange::Kept { id, line } => {
                query("UPDATE plan SET line = $1 WHERE id = $2")
                    .bind(line)
                    .bind(*id)
                    .execute(&mut *connection)
                    .await?
            }
            PlanChange::Gone { id } => {
                query("DELETE FROM plan WHERE id = $1")
                    .bind(*id)
                    .execute(&mut *connection)
                    .await?
            }
        };
    }
    Ok(())
}

/// Stores a copy of plans, or restores it, in the transaction of the move or takeback.
pub(in crate::store) async fn former(
    connection: &mut Connection,
    game: GameId,
    former: &FormerPlans,
) -> Result<(), StoreError> {
    match former {
        FormerPlans::Keep { ply, rows } => {
            forget_former(connection, game).await?;
            for (number, row) in (1_i64..).zip(rows) {
                query("INSERT INTO former_plan (game, number, ply, \"user\", line, text) VALUES ($1, $2, $3, $4, $5, $6)")
                    .bind(game.0)
                    .bind(number)
                    .bind(*ply)
                    .bind(signed(row.user.0))
                    .bind(&row.line)
                    .bind(&row.text)
                    .execute(&mut *connection)
                    .await?;
            }
        }
        FormerPlans::PutBack { ply } => {
            for statement in [
                "DELETE FROM plan WHERE game = $1 AND \"user\" IN (SELECT \"user\" FROM former_plan WHERE game = $1 AND ply = $2)",
                "INSERT INTO plan (game, \"user\", line, text) SELECT game, \"user\", line, text FROM former_plan \
                 WHERE game = $1 AND ply = $2 ORDER BY number",
            ] {
                query(statement)
                    .bind(game.0)
                    .bind(*ply)
                    .execute(&mut *connection)
                    .await?;
            }
            forget_former(connection, game).await?;
        }
    }
    Ok(())
}

async fn forget_former(connection: &mut Connection, game: GameId) -> Result<(), StoreError> {
    query("DELETE FROM former_plan WHERE game = $1")
        .bind(game.0)
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    /// Returns the players whose plans were copied after `ply` events of a match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn former_planners(&self, game: GameId, ply: u32) -> Result<Vec<UserId>, StoreError> {
        let users = query_scalar::<i64>(
            "SELECT DISTINCT \"user\" FROM former_plan WHERE game = $1 AND ply = $2 ORDER BY \"user\"",
        )
        .bind(game.0)
        .bind(ply)
        .fetch_all(&mut self.read().await?)
        .await?;
        Ok(user_ids(users))
    }

    /// Returns every line that players have planned in a match, in the order of entry.
    ///
    /// # Errors
    /// The database failed.
    pub fn plans(&self, game: GameId) -> BoxFuture<'_, Result<Vec<PlanRow>, StoreError>> {
        Box::pin(async move {
            let rows =
                query("SELECT id, \"user\", line, text FROM plan WHERE game = $1 ORDER BY id")
                    .bind(game.0)
                    .fetch_all(&mut self.read().await?)
                    .await?;
            rows.iter()
                .map(|row| {
                    Ok(PlanRow {
                        id: row.try_get("id")?,
                        user: UserId(unsigned(row.try_get("user")?)),
                        line: row.try_get("line")?,
                        text: row.try_get("text")?,
                    })
                })
                .collect()
        })
    }

    /// Replaces a player's plan with these lines, if the position has not changed since `ply`.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn plan(
        &self,
        game: GameId,
        ply: u32,
        user: UserId,
        lines: &[PlanRow],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_once("plan").await?;
        postgres::hold(&mut transaction, game).await?;
        let unchanged = query("SELECT 1 FROM game WHERE id = $1 AND changed <= $2")
            .bind(game.0)
            .bind(ply)
            .finds(&mut transaction)
            .await?;
        if !unchanged {
            return Err(StoreError::Changed);
        }
        query("DELETE FROM plan WHERE game = $1 AND \"user\" = $2")
            .bind(game.0)
            .bind(signed(user.0))
            .execute(&mut transaction)
            .await?;
        // A newer plan must not be replaced by the copy.
        query("DELETE FROM former_plan WHERE game = $1 AND \"user\" = $2")
            .bind(game.0)
            .bind(signed(user.0))
            .execute(&mut transaction)
            .await?;
        for line in lines {
            query("INSERT INTO plan (game, \"user\", line, text) VALUES ($1, $2, $3, $4)")
                .bind(game.0)
                .bind(signed(user.0))
                .bind(&line.line)
                .bind(&line.text)
                .execute(&mut transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
