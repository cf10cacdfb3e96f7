//! How strong players are, and what they have done with the matches they began.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::{Store, StoreError, narrow, signed, unsigned};
use crate::table::{GuildId, Rated, Rating, UserId};

/// Counts a match for both players, in the transaction that ends it.
pub(super) async fn rate(
    connection: &mut SqliteConnection,
    key: &str,
    rated: &Rated,
) -> Result<(), StoreError> {
    let first = fetch(connection, rated.first, key).await?;
    let second = fetch(connection, rated.second, key).await?;
    let (first, second) = Rating::played(first, second, rated.quarters);
    for (user, rating) in [(rated.first, first), (rated.second, second)] {
        sqlx::query(
            "INSERT OR REPLACE INTO rating (user, key, rating, deviation, volatility, won, drawn, lost) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(signed(user.0))
        .bind(key)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(rating.won)
        .bind(rating.drawn)
        .bind(rating.lost)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn fetch(
    connection: &mut SqliteConnection,
    user: UserId,
    key: &str,
) -> Result<Rating, StoreError> {
    let row = sqlx::query("SELECT * FROM rating WHERE user = ? AND key = ?")
        .bind(signed(user.0))
        .bind(key)
        .fetch_optional(connection)
        .await?;
    row.as_ref()
        .map_or_else(|| Ok(Rating::default()), read_rating)
}

fn read_rating(row: &SqliteRow) -> Result<Rating, StoreError> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        won: narrow(row.try_get("won")?, "matches won")?,
        drawn: narrow(row.try_get("drawn")?, "matches drawn")?,
        lost: narrow(row.try_get("lost")?, "matches lost")?,
    })
}

impl Store {
    /// How strong a player is, by the games' keys.
    ///
    /// # Errors
    /// The database failed.
    pub async fn ratings(&self, user: UserId) -> Result<Vec<(String, Rating)>, StoreError> {
        let rows = sqlx::query("SELECT * FROM rating WHERE user = ? ORDER BY key")
            .bind(signed(user.0))
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("key")?, read_rating(row)?)))
            .collect()
    }

    /// The strongest players of a game among those who have played it in a server, the strongest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn strongest(
        &self,
        key: &str,
        guild: GuildId,
        limit: u32,
    ) -> Result<Vec<(UserId, Rating)>, StoreError> {
        let rows = sqlx::query(
            "SELECT rating.* FROM member CROSS JOIN rating ON rating.user = member.user AND rating.key = member.key \
             WHERE member.guild = ?1 AND member.key = ?2 AND member.rating IS NOT NULL \
             ORDER BY member.rating DESC, member.user LIMIT ?3",
        )
        .bind(signed(guild.0))
        .bind(key)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| Ok((UserId(unsigned(row.try_get("user")?)), read_rating(row)?)))
            .collect()
    }

    /// The place of a player among those whom [`Store::strongest`] lists, from 1, with their rating; `None` where they
    /// are not among them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rank(
        &self,
        key: &str,
        guild: GuildId,
        user: UserId,
    ) -> Result<Option<(u32, Rating)>, StoreError> {
        let row = sqlx::query(
            "SELECT rating.*, 1 + (SELECT count(*) FROM member AS other WHERE other.guild = ?1 AND other.key = ?2 \
             AND other.rating > member.rating) + (SELECT count(*) FROM member AS other WHERE other.guild = ?1 \
             AND other.key = ?2 AND other.rating = member.rating AND other.user < ?3) AS place \
             FROM member CROSS JOIN rating ON rating.user = member.user AND rating.key = member.key \
             WHERE member.guild = ?1 AND member.key = ?2 AND member.user = ?3 AND member.rating IS NOT NULL",
        )
        .bind(signed(guild.0))
        .bind(key)
        .bind(signed(user.0))
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| {
            let place = narrow(row.try_get("place")?, "a place")?;
            Ok((place, read_rating(&row)?))
        })
        .transpose()
    }

    /// How often a player came in at each place in ended matches of more than two, by the games' keys. Matches against
    /// nobody but oneself do not count.
    ///
    /// # Errors
    /// The database failed.
    pub async fn placings(&self, user: UserId) -> Result<Vec<(String, u8, u32)>, StoreError> {
        let rows = sqlx::query(
            "SELECT game.key, seat.placing, count(*) AS times FROM seat JOIN game ON game.id = seat.game \
             WHERE seat.user = ?1 AND seat.placing IS NOT NULL AND seat.until IS NULL AND game.phase = 'over' \
             AND (SELECT count(DISTINCT number) FROM seat AS other WHERE other.game = seat.game) > 2 \
             AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.user <> seat.user \
             AND other.user NOT BETWEEN 4000001 AND 4000008) GROUP BY game.key, seat.placing ORDER BY game.key, seat.placing",
        )
        .bind(signed(user.0))
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok((
                    row.try_get("key")?,
                    narrow(row.try_get("placing")?, "a placing")?,
                    narrow(row.try_get("times")?, "a count")?,
                ))
            })
            .collect()
    }

    /// How many matches a player has played to their end against others, and how many they have left by thinking too long.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reliability(&self, user: UserId) -> Result<(u32, u32), StoreError> {
        let finished = sqlx::query_scalar::<_, i64>(
            "SELECT count(DISTINCT seat.game) FROM seat JOIN game ON game.id = seat.game \
             WHERE seat.user = ?1 AND seat.until IS NULL AND game.phase = 'over' AND game.moves > 0 \
             AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.user <> ?1 \
             AND other.user NOT BETWEEN 4000001 AND 4000008) \
             AND NOT EXISTS (SELECT 1 FROM abandoned WHERE abandoned.user = ?1 AND abandoned.game = seat.game)",
        )
        .bind(signed(user.0))
        .fetch_one(&self.readers)
        .await?;
        let abandoned =
            sqlx::query_scalar::<_, i64>("SELECT count(*) FROM abandoned WHERE user = ?")
                .bind(signed(user.0))
                .fetch_one(&self.readers)
                .await?;
        Ok((narrow(finished, "a count")?, narrow(abandoned, "a count")?))
    }
}
