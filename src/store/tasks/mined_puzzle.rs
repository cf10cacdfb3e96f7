//! Mined puzzles, and the matches that wait to be searched for puzzles.

use super::progress::{hex, unhex};
use crate::match_state::{GameId, UserId};
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{ClaimKind, Store, StoreError, user_ids};

/// A puzzle found in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinedPuzzle {
    /// The puzzle's id.
    pub id: u64,
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The puzzle in the format of the program's puzzle files.
    pub line: String,
}

impl Store {
    /// Returns a match to search for puzzles at `now` (seconds of the Unix epoch), none of `except`; `None` if no match
    /// waits. If several processes share the database, the match is claimed for this one, which gives it back with
    /// [`Store::release`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn puzzle_source(
        &self,
        except: &[GameId],
        now: i64,
    ) -> Result<Option<GameId>, StoreError> {
        let except: Vec<i64> = except.iter().map(|game| game.0).collect();
        let found = query_scalar::<i64>(
            "SELECT game FROM puzzle_source WHERE game > 0 AND game NOT IN (SELECT value FROM json_each($1)) \
             ORDER BY game LIMIT 8",
        )
        .bind(crate::store::sql::list(&except))
        .fetch_all(&mut self.read().await?)
        .await?;
        for game in found {
            if self
                .claim(ClaimKind::Source, vec![game], now)
                .await?
                .is_empty()
            {
                continue;
            }
            // Another process may have finished the search just before this claim.
            let still = query_scalar::<i64>("SELECT game FROM puzzle_source WHERE game = $1")
                .bind(game)
                .fetch_optional(&mut self.read().await?)
                .await?;
            if still.is_some() {
                return Ok(Some(GameId(game)));
            }
            self.release(ClaimKind::Source, &[game]).await;
        }
        Ok(None)
    }

    /// Stores the puzzles found in a match and ends the search of that match. Puzzles that are already stored stay
    /// unchanged.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_mined(&self, game: GameId, mined: &[MinedPuzzle]) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for puzzle in mined {
            query(
                "INSERT INTO mined_puzzle (id, key, options, line) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
            )
            .bind(hex(puzzle.id))
            .bind(&puzzle.key)
            .bind(&puzzle.options)
            .bind(&puzzle.line)
            .execute(&mut transaction)
            .await?;
        }
        query("DELETE FROM puzzle_source WHERE game = $1")
            .bind(game.0)
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns everybody who has held a seat of a match, machines included.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seat_holders(&self, game: GameId) -> Result<Vec<UserId>, StoreError> {
        let users = query_scalar::<i64>("SELECT DISTINCT \"user\" FROM seat WHERE game = $1")
            .bind(game.0)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(user_ids(users))
    }

    /// Returns the mined puzzles of a game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn mined_puzzles(&self, key: &str) -> Result<Vec<MinedPuzzle>, StoreError> {
        let rows = query("SELECT id, key, options, line FROM mined_puzzle WHERE key = $1")
            .bind(key)
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter().map(read).collect()
    }

    /// Returns a mined puzzle; `None` if no puzzle has that id.
    ///
    /// # Errors
    /// The database failed.
    pub async fn mined_puzzle(&self, id: u64) -> Result<Option<MinedPuzzle>, StoreError> {
        let row = query("SELECT id, key, options, line FROM mined_puzzle WHERE id = $1")
            .bind(hex(id))
            .fetch_optional(&mut self.read().await?)
            .await?;
        row.as_ref().map(read).transpose()
    }
}

fn read(row: &crate::store::sql::Row) -> Result<MinedPuzzle, StoreError> {
    Ok(MinedPuzzle {
        id: unhex(&row.try_get::<String>("id")?)?,
        key: row.try_get("key")?,
        options: row.try_get("options")?,
        line: row.try_get("line")?,
    })
}

/// Lists a match that has just ended for the search for puzzles.
pub(in crate::store) async fn note_source(
    connection: &mut Connection,
    game: GameId,
) -> Result<(), StoreError> {
    query("INSERT INTO puzzle_source (game) VALUES ($1) ON CONFLICT (game) DO NOTHING")
        .bind(game.0)
        .execute(connection)
        .await?;
    Ok(())
}
