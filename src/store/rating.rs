//! How strong players are, and what they have done with the matches they began.

use std::collections::BTreeMap;

use super::insert::{ROWS, insert_rows};
use super::sql::{self, Connection, list, query};
use super::{Store, StoreError, narrow, signed, unsigned};
use crate::match_state::{GameId, GuildId, Rated, Rating, UserId};

/// Counts a match for its players, in the transaction that ends it.
pub(super) async fn rate(
    connection: &mut Connection,
    key: &str,
    rated: &Rated,
) -> Result<(), StoreError> {
    let held = hold(connection, key, rated.sides.iter().flatten()).await?;
    let before = rated.sides.each_ref().map(|users| {
        let ratings = users.iter().map(|user| held.get(user).copied());
        ratings.map(Option::unwrap_or_default).collect::<Vec<_>>()
    });
    let after = Rating::played_by(before.each_ref().map(Vec::as_slice), rated.quarters);
    let users = rated.sides.iter().flatten();
    let after: Vec<(&UserId, Rating)> = users.zip(after.into_iter().flatten()).collect();
    for together in after.chunks(ROWS) {
        let insert = insert_rows(
            "INSERT INTO rating (\"user\", key, rating, deviation, volatility, won, drawn, lost) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (\"user\", key) DO UPDATE SET \
             rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
             won = excluded.won, drawn = excluded.drawn, lost = excluded.lost",
            together.len(),
        );
        let rows = together.iter().fold(insert, |insert, (user, rating)| {
            insert
                .bind(signed(user.0))
                .bind(key)
                .bind(rating.rating)
                .bind(rating.deviation)
                .bind(rating.volatility)
                .bind(rating.won)
                .bind(rating.drawn)
                .bind(rating.lost)
        });
        rows.execute(&mut *connection).await?;
    }
    Ok(())
}

/// The ratings of these players, made where they have none. Everybody else who rates one of them waits until this
/// transaction ends; in the order of the players' numbers, so that no two wait for each other.
async fn hold(
    connection: &mut Connection,
    key: &str,
    users: impl Iterator<Item = &UserId>,
) -> Result<BTreeMap<UserId, Rating>, StoreError> {
    let users: Vec<i64> = users.map(|user| signed(user.0)).collect();
    let first = Rating::default();
    // Only a row that is there can be held, and only one that is written is held by this.
    let rows = query(
        "INSERT INTO rating (\"user\", key, rating, deviation, volatility, won, drawn, lost) \
         SELECT value, $2, $3, $4, $5, 0, 0, 0 FROM json_each($1) AS asked ORDER BY value \
         ON CONFLICT (\"user\", key) DO UPDATE SET won = rating.won RETURNING *",
    )
    .bind(list(&users))
    .bind(key)
    .bind(first.rating)
    .bind(first.deviation)
    .bind(first.volatility)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok((UserId(unsigned(row.try_get("user")?)), read_rating(row)?)))
        .collect()
}

/// Adds what a match counts for its players' placings and reliability (`times` 1), or takes it back (-1) before
/// something is changed in it; nothing while it is not over. The views say what counts.
pub(super) async fn count(
    connection: &mut Connection,
    game: GameId,
    times: i64,
) -> Result<(), StoreError> {
    for counted in [
        "INSERT INTO placing_count (\"user\", key, \"placing\", times) \
         SELECT \"user\", key, \"placing\", $2 * count(*) FROM placed WHERE game = $1 GROUP BY \"user\", key, \"placing\" \
         ON CONFLICT (\"user\", key, \"placing\") DO UPDATE SET times = placing_count.times + excluded.times",
        "INSERT INTO reliability (\"user\", finished, abandoned) SELECT \"user\", $2, 0 FROM finished WHERE game = $1 \
         ON CONFLICT (\"user\") DO UPDATE SET finished = reliability.finished + excluded.finished",
    ] {
        query(counted)
            .bind(game.0)
            .bind(times)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Notes that somebody has lost a match by running out of time.
pub(super) async fn abandon(
    connection: &mut Connection,
    game: GameId,
    user: UserId,
) -> Result<(), StoreError> {
    let first =
        query("INSERT INTO abandoned (\"user\", game) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(signed(user.0))
            .bind(game.0)
            .execute(&mut *connection)
            .await?;
    if first == 1 {
        query(
            "INSERT INTO reliability (\"user\", finished, abandoned) VALUES ($1, 0, 1) \
             ON CONFLICT (\"user\") DO UPDATE SET abandoned = reliability.abandoned + 1",
        )
        .bind(signed(user.0))
        .execute(connection)
        .await?;
    }
    Ok(())
}

fn read_rating(row: &sql::Row) -> Result<Rating, StoreError> {
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
        let rows = query("SELECT * FROM rating WHERE \"user\" = $1 ORDER BY key")
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
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
        let rows = query(
            "SELECT rating.* FROM member CROSS JOIN rating WHERE rating.user = member.user AND rating.key = member.key \
             AND member.guild = $1 AND member.key = $2 AND member.rating IS NOT NULL \
             ORDER BY member.rating DESC, member.user LIMIT $3",
        )
        .bind(signed(guild.0))
        .bind(key)
        .bind(limit)
        .fetch_all(&mut self.read().await?)
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
        let row = query(
            "SELECT rating.*, 1 \
             + (SELECT CAST(coalesce(sum(members), 0) AS BIGINT) FROM rating_band AS above \
                WHERE above.guild = $1 AND above.key = $2 AND above.band > member.band) \
             + (SELECT count(*) FROM member AS other WHERE other.guild = $1 AND other.key = $2 \
                AND other.rating > member.rating AND other.rating < 8.0 * (member.band + 1) \
                AND other.band = member.band) \
             + (SELECT count(*) FROM member AS other WHERE other.guild = $1 AND other.key = $2 \
                AND other.rating = member.rating AND other.user < $3) AS place \
             FROM member CROSS JOIN rating WHERE rating.user = member.user AND rating.key = member.key \
             AND member.guild = $1 AND member.key = $2 AND member.user = $3 AND member.rating IS NOT NULL",
        )
        .bind(signed(guild.0))
        .bind(key)
        .bind(signed(user.0))
        .fetch_optional(&mut self.read().await?)
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
        let rows = query(
            "SELECT key, \"placing\", times FROM placing_count WHERE \"user\" = $1 AND times > 0 ORDER BY key, \"placing\"",
        )
        .bind(signed(user.0))
        .fetch_all(&mut self.read().await?)
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

    /// How many matches a player has played to their end against others, and how many they have lost by running out of
    /// time.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reliability(&self, user: UserId) -> Result<(u32, u32), StoreError> {
        let counted = query("SELECT finished, abandoned FROM reliability WHERE \"user\" = $1")
            .bind(signed(user.0))
            .fetch_optional(&mut self.read().await?)
            .await?;
        let Some(row) = counted else {
            return Ok((0, 0));
        };
        Ok((
            narrow(row.try_get("finished")?, "a count")?,
            narrow(row.try_get("abandoned")?, "a count")?,
        ))
    }
}
