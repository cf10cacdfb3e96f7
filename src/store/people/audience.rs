//! The audience of each match, as far as it is known.

use crate::match_state::{Audience, ChannelId, GameId, GuildId};
use crate::store::sql::query;
use crate::store::{Store, StoreError, signed, unsigned};

/// The statement of [`Store::without_audience`].
pub(in crate::store) const UNKNOWN: &str = "SELECT id, coalesce(home, channel) AS channel FROM game \
    WHERE guild = $1 AND audience IS NULL AND guild IS NOT NULL ORDER BY id DESC LIMIT $2";

impl Store {
    /// Returns the newest matches of a server whose audience is not known, at most `most`, each with the channel or
    /// thread that shows it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn without_audience(
        &self,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<(GameId, ChannelId)>, StoreError> {
        let rows = query(UNKNOWN)
            .bind(signed(guild.0))
            .bind(most)
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter()
            .map(|row| {
                let channel = ChannelId(unsigned(row.try_get("channel")?));
                Ok((GameId(row.try_get("id")?), channel))
            })
            .collect()
    }

    /// Stores the audience of a match if it is not known yet.
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_audience(&self, game: GameId, audience: Audience) -> Result<(), StoreError> {
        query("UPDATE game SET audience = $1 WHERE id = $2 AND audience IS NULL")
            .bind(audience.key())
            .bind(game.0)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }
}
