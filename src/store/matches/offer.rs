//! Offers between players. An offer lasts until it is answered or lapses.

use futures_util::future::BoxFuture;

use crate::match_state::{DAY, GameId, UserId};
use crate::rules::Seat;
use crate::store::notices::outbox::post;
use crate::store::sql::{Connection, list, query};
use crate::store::{
    KeptOffers, OfferRow, Posting, Store, StoreError, Until, narrow, signed, unsigned,
};

/// A change of the offers of a match, made by one request.
#[derive(Clone, Debug, Default)]
pub struct OfferChange {
    /// The request's snowflake.
    pub interaction: u64,
    /// The last moment at which the change may begin.
    pub until: Option<Until>,
    /// The time, in seconds of the Unix epoch.
    pub at: i64,
    /// Number of events of the match.
    pub ply: u32,
    /// The offers on which the change was decided.
    pub seen: Vec<OfferRow>,
    /// The kind whose offers are all removed.
    pub gone: Option<String>,
    /// Offers added, including records of declined ones.
    pub added: Vec<OfferRow>,
    /// Notifications of the change.
    pub postings: Vec<Posting>,
}

impl Store {
    /// Returns the offers of a match.
    ///
    /// # Errors
    /// The database failed.
    pub fn offers(&self, game: GameId) -> BoxFuture<'_, Result<Vec<OfferRow>, StoreError>> {
        Box::pin(async move {
            let mut connection = self.read().await?;
            fetch(&mut connection, game).await
        })
    }

    /// Changes the offers of a match.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if the position or the offers have changed since; [`StoreError::Repeated`].
    pub async fn change_offers(
        &self,
        game: GameId,
        change: &OfferChange,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_until(change.until).await?;
        // The row is locked until the end, and flagged for the next move: see [`lapse`].
        let unchanged =
            query("UPDATE game SET offered = 1 WHERE id = $1 AND changed <= $2 AND ply >= $2")
                .bind(game.0)
                .bind(change.ply)
                .execute(&mut transaction)
                .await?;
        must_be_new(&mut transaction, change.interaction).await?;
        if unchanged == 0 {
            return Err(StoreError::Changed);
        }
        query("INSERT INTO answered (interaction, at) VALUES ($1, $2)")
            .bind(signed(change.interaction))
            .bind(change.at)
            .execute(&mut transaction)
            .await?;
        query("DELETE FROM answered WHERE at < $1")
            .bind(change.at - DAY)
            .execute(&mut transaction)
            .await?;
        must_be(&mut transaction, game, &change.seen).await?;
        if let Some(kind) = &change.gone {
            query("DELETE FROM offer WHERE game = $1 AND kind = $2")
                .bind(game.0)
                .bind(kind)
                .execute(&mut transaction)
                .await?;
        }
        for offer in &change.added {
            query(
                "INSERT INTO offer (game, kind, seat, ply, \"user\", at, place) VALUES ($1, $2, $3, $4, $5, $6, $7) \
                 ON CONFLICT (game, kind, seat) DO UPDATE SET ply = excluded.ply, \"user\" = excluded.user, \
                 at = excluded.at, place = excluded.place",
            )
            .bind(game.0)
            .bind(&offer.kind)
            .bind(offer.seat.0)
            .bind(offer.ply)
            .bind(signed(offer.user.0))
            .bind(offer.at)
            .bind(offer.place)
            .execute(&mut transaction)
            .await?;
        }
        post(&mut transaction, game, change.ply, &change.postings).await?;
        transaction.commit().await?;
        Ok(())
    }
}

async fn fetch(connection: &mut Connection, game: GameId) -> Result<Vec<OfferRow>, StoreError> {
    let rows = query(
        "SELECT kind, seat, ply, \"user\", at, place FROM offer WHERE game = $1 ORDER BY kind, place, seat",
    )
    .bind(game.0)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(OfferRow {
                kind: row.try_get("kind")?,
                seat: Seat(narrow(row.try_get("seat")?, "an offer's seat")?),
                ply: narrow(row.try_get("ply")?, "an offer's ply")?,
                user: UserId(unsigned(row.try_get("user")?)),
                at: row.try_get("at")?,
                place: narrow(row.try_get("place")?, "an offer's place")?,
            })
        })
        .collect()
}

/// Refuses a change that was decided on other offers than the stored ones.
pub(in crate::store) async fn must_be(
    connection: &mut Connection,
    game: GameId,
    seen: &[OfferRow],
) -> Result<(), StoreError> {
    if fetch(connection, game).await? == seen {
        Ok(())
    } else {
        Err(StoreError::Changed)
    }
}

/// Refuses a request that has been carried out before.
pub(in crate::store) async fn must_be_new(
    connection: &mut Connection,
    interaction: u64,
) -> Result<(), StoreError> {
    let before = query(
        "SELECT 1 FROM event WHERE interaction = $1 UNION ALL SELECT 1 FROM answered WHERE interaction = $1",
    )
    .bind(signed(interaction))
    .finds(connection)
    .await?;
    if before {
        return Err(StoreError::Repeated);
    }
    Ok(())
}

/// Deletes the offers of a match that lapsed with the event `changed`, and sets `game.offered` to 0 if none is left, so
/// that a move need not look for any. Offers are written together with that row, so none can slip in between the two.
pub(in crate::store) async fn lapse(
    connection: &mut Connection,
    game: GameId,
    changed: u32,
    kept: Option<&KeptOffers>,
) -> Result<(), StoreError> {
    let kind = kept.map(|kept| &kept.kind);
    // For each seat: the ply before which its offers of the kept kind have lapsed.
    let mut lapsed = Vec::new();
    for (seat, before) in kept.iter().flat_map(|kept| &kept.lapsed) {
        if lapsed.len() <= seat.index() {
            lapsed.resize(seat.index() + 1, 0);
        }
        lapsed[seat.index()] = i64::from(*before).max(lapsed[seat.index()]);
    }
    query(
        "DELETE FROM offer WHERE game = $1 AND ((ply < $2 AND kind IS DISTINCT FROM $3) \
         OR (kind = $3 AND ply < (SELECT value FROM json_each($4) AS lapsed WHERE lapsed.key = offer.seat)))",
    )
    .bind(game.0)
    .bind(changed)
    .bind(kind)
    .bind(list(&lapsed))
    .execute(&mut *connection)
    .await?;
    query(
        "UPDATE game SET offered = 0 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM offer WHERE game = $1)",
    )
    .bind(game.0)
    .execute(connection)
    .await?;
    Ok(())
}
