//! Who may see matches, as far as it has been looked up.

use super::sql::query;
use super::{Store, StoreError, signed, unsigned};
use crate::match_state::{Audience, ChannelId, GameId, GuildId};

/// See [`Store::without_audience`].
pub(super) const UNKNOWN: &str = "SELECT id, coalesce(home, channel) AS channel FROM game \
    WHERE guild = $1 AND audience IS NULL AND guild IS NOT NULL ORDER BY id DESC LIMIT $2";

impl Store {
    /// The newest matches of a server of which it is not known who may see them, at most `most`, with the channel or
    /// thread that shows each.
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

    /// Notes who may see a match, where that is not known yet.
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
