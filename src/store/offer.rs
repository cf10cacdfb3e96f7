//! What players propose to each other. An offer lives until it is answered or the position changes.

use sqlx::Row as _;

use super::outbox::post;
use super::{Posting, Store, StoreError, narrow, signed, unsigned};
use crate::rules::Seat;
use crate::table::{GameId, UserId};

/// An offer that has not been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRow {
    /// What is offered, in one lower-case word.
    pub kind: String,
    /// For which seat.
    pub seat: Seat,
    /// How many events the match had.
    pub ply: u32,
    /// By whom.
    pub user: UserId,
    /// When, in seconds of the Unix epoch.
    pub at: i64,
}

impl Store {
    /// What is offered in a match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn offers(&self, game: GameId) -> Result<Vec<OfferRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT kind, seat, ply, user, at FROM offer WHERE game = ? ORDER BY at, seat",
        )
        .bind(game.0)
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(OfferRow {
                    kind: row.try_get("kind")?,
                    seat: Seat(narrow(row.try_get("seat")?, "an offer's seat")?),
                    ply: narrow(row.try_get("ply")?, "an offer's ply")?,
                    user: UserId(unsigned(row.try_get("user")?)),
                    at: row.try_get("at")?,
                })
            })
            .collect()
    }

    /// Adds offers to a match in which the position is what it was at the offers' ply, and tells people of them. One
    /// that is there already changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn offer(
        &self,
        game: GameId,
        offers: &[OfferRow],
        postings: &[Posting],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let mut new = false;
        for offer in offers {
            let added = sqlx::query(
                "INSERT OR IGNORE INTO offer (game, kind, seat, ply, user, at) \
                 SELECT id, ?2, ?3, ?4, ?5, ?6 FROM game WHERE id = ?1 AND changed <= ?4 AND ply >= ?4",
            )
            .bind(game.0)
            .bind(&offer.kind)
            .bind(offer.seat.0)
            .bind(offer.ply)
            .bind(signed(offer.user.0))
            .bind(offer.at)
            .execute(&mut *transaction)
            .await?;
            new |= added.rows_affected() == 1;
            if !new {
                let fresh = sqlx::query_scalar::<_, i64>(
                    "SELECT 1 FROM game WHERE id = ? AND changed <= ?",
                )
                .bind(game.0)
                .bind(offer.ply)
                .fetch_optional(&mut *transaction)
                .await?;
                fresh.ok_or(StoreError::Changed)?;
            }
        }
        if new {
            let ply = offers.first().map_or(0, |offer| offer.ply);
            post(&mut transaction, game, ply, postings).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Takes back every offer of that kind, because somebody has declined; they are not made again until the position
    /// changes.
    ///
    /// # Errors
    /// The database failed.
    pub async fn decline(
        &self,
        game: GameId,
        kind: &str,
        declined: &OfferRow,
        postings: &[Posting],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let gone = sqlx::query("DELETE FROM offer WHERE game = ? AND kind = ?")
            .bind(game.0)
            .bind(kind)
            .execute(&mut *transaction)
            .await?;
        if gone.rows_affected() > 0 {
            sqlx::query(
                "INSERT OR REPLACE INTO offer (game, kind, seat, ply, user, at) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(game.0)
            .bind(&declined.kind)
            .bind(declined.seat.0)
            .bind(declined.ply)
            .bind(signed(declined.user.0))
            .bind(declined.at)
            .execute(&mut *transaction)
            .await?;
            post(&mut transaction, game, declined.ply, postings).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
