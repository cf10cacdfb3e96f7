//! Notes of players about a match.

use crate::match_state::{GameId, UserId};
use crate::store::people::limit::keep_notes;
use crate::store::sql::query;
use crate::store::{Store, StoreError, narrow, signed, unsigned};

/// A note about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    /// The note's number.
    pub id: i64,
    /// The writer.
    pub user: UserId,
    /// Number of events of the match at that time.
    pub ply: u32,
    /// The time, in seconds of the Unix epoch.
    pub at: i64,
    /// True if everybody may read the note once the match is over.
    pub sealed: bool,
    /// The text.
    pub text: String,
}

impl Store {
    /// Returns a player's notes about a match and, once it is over, everybody's sealed ones; oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notes(&self, game: GameId, user: UserId) -> Result<Vec<NoteRow>, StoreError> {
        let rows = query(
            "SELECT id, \"user\", ply, at, sealed, text FROM note WHERE game = $1 AND \"user\" = $2 \
             UNION ALL SELECT note.id, note.user, note.ply, note.at, sealed, text FROM note \
             JOIN game ON game.id = note.game AND phase = 'over' \
             WHERE note.game = $1 AND note.user <> $2 AND sealed = 1 ORDER BY id",
        )
        .bind(game.0)
        .bind(signed(user.0))
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(NoteRow {
                    id: row.try_get("id")?,
                    user: UserId(unsigned(row.try_get("user")?)),
                    ply: narrow(row.try_get("ply")?, "a note's ply")?,
                    at: row.try_get("at")?,
                    sealed: row.flag("sealed")?,
                    text: row.try_get("text")?,
                })
            })
            .collect()
    }

    /// Adds a note, unless its writer has `most` already; the store assigns the note's number.
    ///
    /// # Errors
    /// [`StoreError::Bound`].
    pub async fn note(&self, game: GameId, note: &NoteRow, most: u32) -> Result<(), StoreError> {
        let mut transaction = self.begin_once("note").await?;
        keep_notes(&mut transaction, note.user, most).await?;
        query(
            "INSERT INTO note (game, \"user\", ply, at, sealed, text) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(game.0)
        .bind(signed(note.user.0))
        .bind(note.ply)
        .bind(note.at)
        .bind(note.sealed)
        .bind(&note.text)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Deletes a player's own note; false if there is no such note.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_note(
        &self,
        game: GameId,
        user: UserId,
        id: i64,
    ) -> Result<bool, StoreError> {
        let gone = self
            .write_once(
                "forget note",
                query("DELETE FROM note WHERE id = $1 AND game = $2 AND \"user\" = $3")
                    .bind(id)
                    .bind(game.0)
                    .bind(signed(user.0)),
            )
            .await?;
        Ok(gone > 0)
    }

    /// Deletes a player's sealed notes about a match, and returns their number.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_sealed_notes(&self, game: GameId, user: UserId) -> Result<u64, StoreError> {
        self.write_once(
            "forget sealed notes",
            query("DELETE FROM note WHERE game = $1 AND \"user\" = $2 AND sealed = 1")
                .bind(game.0)
                .bind(signed(user.0)),
        )
        .await
    }
}
