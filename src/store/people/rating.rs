//! Ratings, placings and reliability of players.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::match_state::{GameId, GuildId, Rated, Rating, RatingChange, UserId};
use crate::store::sql::insert::{ROWS, insert_rows};
use crate::store::sql::{self, Connection, list, query, query_scalar};
use crate::store::{Store, StoreError, narrow, signed, unsigned};

/// Matches of two people that count for one rating in a month.
const COUNTED_A_MONTH: i64 = 4;

/// The statement of [`counted`].
const COUNTED: &str = "SELECT coalesce(max(matches), 0) FROM (SELECT count(*) AS matches \
     FROM seat AS mine CROSS JOIN seat AS other CROSS JOIN game \
     WHERE mine.\"user\" IN (SELECT value FROM json_each($1)) AND mine.stands >= $3 AND mine.rated IS NOT NULL \
     AND other.game = mine.game AND other.\"user\" IN (SELECT value FROM json_each($2)) AND other.rated IS NOT NULL \
     AND game.id = mine.game AND game.key = $4 GROUP BY mine.\"user\", other.\"user\") AS pairs";

/// Rates a match for its players, in the transaction that ends it at `at` (seconds of the Unix epoch), and stores each
/// change with its seat. Only the first matches of two people in a month count.
pub(in crate::store) async fn rate(
    connection: &mut Connection,
    (game, key): (GameId, &str),
    rated: &Rated,
    at: i64,
) -> Result<(), StoreError> {
    let held = hold(connection, key, rated.sides.iter().flatten()).await?;
    if counted(connection, key, rated, month(at)).await? >= COUNTED_A_MONTH {
        return Ok(());
    }
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
    for (user, rating) in after {
        let before = held.get(user).copied().unwrap_or_default();
        query("UPDATE seat SET rated_before = $1, rated = $2 WHERE game = $3 AND \"user\" = $4 AND until IS NULL")
            .bind(before.rating.round() as i64)
            .bind(rating.rating.round() as i64)
            .bind(game.0)
            .bind(signed(user.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Returns the largest number of matches counted since `since` (seconds of the Unix epoch) for any two opponents of this
/// one. Their ratings are locked, so that no other transaction counts a match meanwhile.
async fn counted(
    connection: &mut Connection,
    key: &str,
    rated: &Rated,
    since: i64,
) -> Result<i64, StoreError> {
    let [mine, others] = rated.sides.each_ref().map(|users| {
        let users: Vec<i64> = users.iter().map(|user| signed(user.0)).collect();
        list(&users)
    });
    let most = query_scalar::<i64>(COUNTED)
        .bind(mine)
        .bind(others)
        .bind(since)
        .bind(key)
        .fetch_one(connection)
        .await?;
    Ok(most)
}

/// Returns the beginning of the month of `at`, in UTC; both in seconds of the Unix epoch.
fn month(at: i64) -> i64 {
    let time = Timestamp::from_second(at).unwrap_or_default();
    let first = time.to_zoned(TimeZone::UTC).first_of_month();
    let first = first.and_then(|day| day.start_of_day());
    first.map_or(at, |day| day.timestamp().as_second())
}

/// Returns the ratings of these players, inserting missing ones. Other transactions that rate one of them wait until
/// this one ends. Rows are locked in the order of the players' ids, so that no two transactions wait for each other.
async fn hold(
    connection: &mut Connection,
    key: &str,
    users: impl Iterator<Item = &UserId>,
) -> Result<BTreeMap<UserId, Rating>, StoreError> {
    let users: Vec<i64> = users.map(|user| signed(user.0)).collect();
    let first = Rating::default();
    // Only a row that exists can be locked, and this write is what locks it.
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

/// Adds a match to the counts of its players' placings and reliability (`times` 1), or takes it back (-1) before a
/// change. Does nothing while the match is not over. Two views, `placed` and `finished`, define what counts.
pub(in crate::store) async fn count(
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

/// Records that a player has lost a match by running out of time.
pub(in crate::store) async fn abandon(
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
    /// Returns the changes of the players' ratings by a match, in turn order; empty if it did not count.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rating_changes(&self, game: GameId) -> Result<Vec<RatingChange>, StoreError> {
        let rows = query(
            "SELECT \"user\", rated_before, rated FROM seat WHERE game = $1 AND rated IS NOT NULL ORDER BY number",
        )
        .bind(game.0)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(RatingChange {
                    user: UserId(unsigned(row.try_get("user")?)),
                    before: narrow(row.try_get("rated_before")?, "a rating")?,
                    after: narrow(row.try_get("rated")?, "a rating")?,
                })
            })
            .collect()
    }

    /// Returns the ratings of a player with the games' keys.
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

    /// Returns the strongest players of a game among those who have played it in a server, by rating less two
    /// deviations.
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

    /// Returns the rank of a player in the order of [`Store::strongest`], from 1, with the player's rating; `None` if
    /// the player is not listed there.
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

    /// Returns how often a player was placed where, in ended matches of more than two: `(key, placing, count)`. Matches
    /// without another player do not count.
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

    /// Returns how many matches of a game a player has finished against others, with two moves of each or more, up to
    /// `most`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn finished_of_kind(
        &self,
        user: UserId,
        key: &str,
        most: u32,
    ) -> Result<u32, StoreError> {
        let count = query_scalar::<i64>(
            "SELECT count(*) FROM (SELECT 1 FROM finished JOIN game AS played ON played.id = finished.game \
             WHERE finished.\"user\" = $1 AND played.key = $2 AND played.moves >= 4 LIMIT $3) AS some",
        )
        .bind(signed(user.0))
        .bind(key)
        .bind(most)
        .fetch_one(&mut self.read().await?)
        .await?;
        narrow(count, "a count")
    }

    /// Returns how many matches a player has finished against others, and how many the player has lost by running out
    /// of time.
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

#[cfg(test)]
mod tests {
    use super::month;
    use crate::match_state::DAY;

    /// Months begin at midnight UTC of their first day, also after a leap day.
    #[test]
    fn a_month_begins_on_its_first_day() {
        for (at, begins) in [
            (0, 0),
            (31 * DAY - 1, 0),
            (31 * DAY, 31 * DAY),
            // 29 February 2024, 1 March 2024, 31 December 2026, 1 January 2027.
            (1_709_251_199, 1_706_745_600),
            (1_709_251_200, 1_709_251_200),
            (1_798_761_599, 1_796_083_200),
            (1_798_761_600, 1_798_761_600),
        ] {
            assert_eq!(month(at), begins, "{at}");
        }
    }
}
