//! Lists of matches: by player, by home, by the player they wait for. Lists of matches that are not over use indexes
//! without ended ones, so that none becomes slower with the number of matches ever played. Lists of a limited length
//! read few more rows than they show, however many matches a user plays; [`Store::own_games_at`] is the exception.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use serde_json::json;

use super::load::read_row;
use crate::match_state::{ChannelId, GameId, GuildId, UserId};
use crate::store::sql::{self, query, query_scalar};
use crate::store::{Row, Store, StoreError, narrow, signed, unsigned};

/// The statement of [`Store::games_of`].
const GAMES_OF: &str = "SELECT game.*, max(mine.awaited) AS awaited FROM \
    (SELECT game, awaited FROM seat WHERE \"user\" = $1 AND live = 1 \
     UNION ALL SELECT game, 0 FROM guest WHERE \"user\" = $1) AS mine \
    JOIN game ON game.id = mine.game \
    GROUP BY game.id ORDER BY max(mine.awaited) DESC, game.since, game.id";

/// The statement of [`Store::own_games`]. A user with several seats in a match may have it both among those that wait
/// and among the others, so twice as many of the others are read.
const OWN_GAMES: &str = "SELECT game FROM \
    (SELECT * FROM (SELECT game, 1 AS awaited, stands FROM seat WHERE \"user\" = $1 AND live = 1 AND awaited = 1 \
      ORDER BY stands, game LIMIT $2) AS waiting \
     UNION ALL SELECT * FROM (SELECT game, 0, stands FROM seat WHERE \"user\" = $1 AND live = 1 AND awaited = 0 \
      GROUP BY stands, game ORDER BY stands, game LIMIT 2 * $2) AS others \
     UNION ALL SELECT * FROM (SELECT game, 0, (SELECT since FROM game WHERE id = guest.game) FROM guest \
      WHERE \"user\" = $1 ORDER BY game LIMIT $2) AS tables) AS mine \
    GROUP BY game ORDER BY max(awaited) DESC, min(stands), game LIMIT $2";

/// The statement of [`Store::own_numbered`] for one span of numbers, with the limit of the whole list.
const OWN_NUMBERED: &str = "SELECT game FROM \
     (SELECT * FROM (SELECT DISTINCT game FROM seat WHERE \"user\" = $1 AND live = 1 AND game BETWEEN $2 AND $3 \
      ORDER BY game LIMIT $4) AS played \
     UNION SELECT game FROM guest WHERE \"user\" = $1 AND game BETWEEN $2 AND $3) AS mine \
    ORDER BY game LIMIT $4";

/// The statement of [`Store::over_numbered`] for one span of numbers.
const OVER_NUMBERED: &str = "SELECT DISTINCT game FROM seat WHERE \"user\" = $1 AND live = 0 \
    AND game BETWEEN $2 AND $3 ORDER BY game LIMIT $4";

/// The statement of [`Store::own_games_at`].
const OWN_GAMES_AT: &str = "SELECT game.id FROM \
    (SELECT game FROM seat WHERE \"user\" = $1 AND live = 1 UNION SELECT game FROM guest WHERE \"user\" = $1) AS mine \
    CROSS JOIN game WHERE game.id = mine.game \
    AND (game.home = $2 OR (game.channel = $2 AND game.audience = 'players')) LIMIT $3";

/// The statement of [`Store::awaiting`].
const AWAITING: &str = "SELECT game FROM seat WHERE \"user\" = $1 AND live = 1 AND awaited = 1 \
    GROUP BY stands, game ORDER BY stands, game";

/// The statement of [`Store::games_at`].
const GAMES_AT: &str =
    "SELECT id FROM game WHERE home = $1 AND phase IN ('open', 'playing') ORDER BY id LIMIT $2";

/// The statement of [`Store::games_here`].
const GAMES_HERE: &str = "SELECT id FROM (SELECT id FROM game WHERE home = $1 AND phase IN ('open', 'playing') \
    ORDER BY id LIMIT $2) AS shown UNION SELECT game.id FROM (SELECT game FROM seat \
    WHERE \"user\" = $3 AND live = 1 AND awaited = 1 ORDER BY stands, game LIMIT $2) AS mine \
    CROSS JOIN game WHERE game.id = mine.game AND game.channel = $1 AND game.audience = 'players' ORDER BY id";

/// The statement of [`Store::last_over_at`].
const LAST_OVER_AT: &str =
    "SELECT id FROM game WHERE home = $1 AND phase = 'over' ORDER BY id DESC LIMIT 1";

/// The statement of [`Store::games_of_server`].
const GAMES_OF_SERVER: &str = "SELECT id FROM game WHERE guild = $1 AND audience IS DISTINCT FROM 'players' \
    ORDER BY id DESC LIMIT $2";

/// The statement of [`Store::listed`].
const LISTED: &str = "SELECT game.*, seat.number AS seat_number, seat.user AS seat_user, \
    seat.awaited AS seat_awaited, guest.number AS guest_number, guest.user AS guest_user, \
    guest.invited AS guest_invited FROM json_each($1) AS wanted CROSS JOIN game \
    LEFT JOIN seat ON seat.game = game.id AND seat.until IS NULL LEFT JOIN guest ON guest.game = game.id \
    WHERE game.id = wanted.value ORDER BY wanted.key, seat.number, guest.number";

/// The participants of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participants {
    /// The number and player of each seat.
    pub seats: Vec<(u8, UserId)>,
    /// The seats to move.
    pub awaited: Vec<u8>,
    /// The guests of the open table who have joined.
    pub guests: Vec<UserId>,
    /// The guests who were invited and have not answered.
    pub invited: Vec<UserId>,
}

impl Participants {
    /// True if a user has a seat, is a guest of the open table or is invited to it.
    pub fn includes(&self, user: UserId) -> bool {
        let seated = self.seats.iter().map(|(_, seated)| seated);
        let mut all = seated.chain(&self.guests).chain(&self.invited);
        all.any(|other| *other == user)
    }

    /// True if it is a user's turn.
    pub fn awaits(&self, user: UserId) -> bool {
        let mut seats = self.seats.iter();
        seats.any(|(number, seated)| *seated == user && self.awaited.contains(number))
    }
}

/// A match's row with its participants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The row of the match.
    pub row: Row,
    /// The present participants.
    pub participants: Participants,
}

impl Store {
    /// Returns the matches that are not over and that a user plays in, is a guest of or is invited to: those that wait
    /// for the user's move first, the longest waiting first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of(&self, user: UserId) -> Result<Vec<Row>, StoreError> {
        let rows = query(GAMES_OF)
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter().map(read_row).collect()
    }

    /// Returns the numbers of the first `limit` matches that are not over and that a user plays in, is a guest of or is
    /// invited to: those that wait for the user's move first. Of open tables the oldest are found.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own_games(&self, user: UserId, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(OWN_GAMES)
            .bind(signed(user.0))
            .bind(limit)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the first `limit` of a user's matches that are not over and whose numbers begin with the digits of
    /// `prefix`, the lowest first; `prefix` is above 0.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own_numbered(
        &self,
        user: UserId,
        prefix: u32,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.numbered(OWN_NUMBERED, user, prefix, limit).await
    }

    /// Returns the first `limit` of the matches in which a user has no seat any more, or which are over, and whose
    /// numbers begin with the digits of `prefix`, the lowest first; `prefix` is above 0.
    ///
    /// # Errors
    /// The database failed.
    pub async fn over_numbered(
        &self,
        user: UserId,
        prefix: u32,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.numbered(OVER_NUMBERED, user, prefix, limit).await
    }

    async fn numbered(
        &self,
        statement: &'static str,
        user: UserId,
        prefix: u32,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let connection = &mut self.read().await?;
        let newest = query_scalar::<Option<i64>>("SELECT max(id) FROM game");
        let newest = newest.fetch_one(connection).await?.unwrap_or_default();
        let mut games: Vec<i64> = Vec::new();
        // For example, the numbers that begin with 12 are 12, 120 to 129, 1200 to 1299, and so on.
        let (mut low, mut high) = (i64::from(prefix.max(1)), i64::from(prefix.max(1)));
        while low <= newest && games.len() < limit as usize {
            let span = query_scalar::<i64>(statement)
                .bind(signed(user.0))
                .bind(low)
                .bind(high)
                .bind(limit);
            games.extend(span.fetch_all(connection).await?);
            (low, high) = (low * 10, high * 10 + 9);
        }
        games.truncate(limit as usize);
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns at most `limit` of a user's matches that are not over, in a thread or channel, or begun there for the
    /// user alone. All matches of the user
    /// are read: this is for places with more matches than [`Store::games_at`] returns.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own_games_at(
        &self,
        user: UserId,
        home: ChannelId,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(OWN_GAMES_AT)
            .bind(signed(user.0))
            .bind(signed(home.0))
            .bind(limit)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns matches with their participants, in the order of `games`; those that do not exist are left out.
    ///
    /// # Errors
    /// The database failed.
    pub fn listed<'a>(
        &'a self,
        games: &'a [GameId],
    ) -> BoxFuture<'a, Result<Vec<Listing>, StoreError>> {
        Box::pin(async move {
            if games.is_empty() {
                return Ok(Vec::new());
            }
            let numbers: Vec<i64> = games.iter().map(|game| game.0).collect();
            let rows = query(LISTED)
                .bind(json!(numbers).to_string())
                .fetch_all(&mut self.read().await?)
                .await?;
            // A match has a row for each seat, or for each guest of its table.
            let mut listings: Vec<Listing> = Vec::with_capacity(games.len());
            let mut parties: BTreeMap<i64, Party> = BTreeMap::new();
            for row in &rows {
                let game: i64 = row.try_get("id")?;
                let party = match parties.entry(game) {
                    std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
                    std::collections::btree_map::Entry::Vacant(entry) => {
                        listings.push(Listing {
                            row: read_row(row)?,
                            participants: Participants::default(),
                        });
                        entry.insert(Party::default())
                    }
                };
                party.take(row)?;
            }
            for listing in &mut listings {
                if let Some(party) = parties.remove(&listing.row.game.0) {
                    listing.participants = party.participants();
                }
            }
            Ok(listings)
        })
    }

    /// Returns the matches that wait for a user's move, the longest waiting first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn awaiting(&self, user: UserId) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(AWAITING)
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the first `limit` matches of a thread or channel that are not over, oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_at(&self, home: ChannelId, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(GAMES_AT)
            .bind(signed(home.0))
            .bind(limit)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the first `limit` matches of a thread or channel that are not over, and the matches that a user began
    /// there for themselves alone and that wait for them; of these `limit` at most.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_here(
        &self,
        user: UserId,
        place: ChannelId,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(GAMES_HERE)
            .bind(signed(place.0))
            .bind(limit)
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the newest of the matches of a thread or channel that are over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_over_at(&self, home: ChannelId) -> Result<Option<GameId>, StoreError> {
        let game = query_scalar::<i64>(LAST_OVER_AT)
            .bind(signed(home.0))
            .fetch_optional(&mut self.read().await?)
            .await?;
        Ok(game.map(GameId))
    }

    /// Returns the newest `limit` matches of a server in any phase, without private ones, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of_server(
        &self,
        guild: GuildId,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(GAMES_OF_SERVER)
            .bind(signed(guild.0))
            .bind(limit)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the number of matches in each phase. Triggers of the database keep these counts.
    ///
    /// # Errors
    /// The database failed.
    pub async fn census(&self) -> Result<[(&'static str, u32); 3], StoreError> {
        let mut census = [("open", 0), ("playing", 0), ("over", 0)];
        let rows =
            query("SELECT phase, CAST(sum(games) AS BIGINT) AS games FROM census GROUP BY phase")
                .fetch_all(&mut self.read().await?)
                .await?;
        for row in &rows {
            let phase: String = row.try_get("phase")?;
            if let Some((_, count)) = census.iter_mut().find(|(name, _)| *name == phase) {
                *count = narrow(row.try_get("games")?, "a number of matches")?;
            }
        }
        Ok(census)
    }

    /// Returns the present participants of a match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn participants(&self, game: GameId) -> Result<Participants, StoreError> {
        let listing = self.listed(&[game]).await?.pop();
        Ok(listing
            .map(|listing| listing.participants)
            .unwrap_or_default())
    }
}

/// The seats and guests of a match, by their numbers.
#[derive(Default)]
struct Party {
    seats: BTreeMap<u8, (UserId, bool)>,
    guests: BTreeMap<i64, (UserId, bool)>,
}

impl Party {
    /// Adds the seat and the guest in a row of [`LISTED`].
    fn take(&mut self, row: &sql::Row) -> Result<(), StoreError> {
        let user = |column| -> Result<UserId, sqlx::Error> {
            Ok(UserId(unsigned(row.try_get::<i64>(column)?)))
        };
        if let Some(number) = row.try_get::<Option<i64>>("seat_number")? {
            let seat = (user("seat_user")?, row.flag("seat_awaited")?);
            self.seats.insert(narrow(number, "a seat's number")?, seat);
        }
        if let Some(number) = row.try_get::<Option<i64>>("guest_number")? {
            let guest = (user("guest_user")?, row.flag("guest_invited")?);
            self.guests.insert(number, guest);
        }
        Ok(())
    }

    fn participants(self) -> Participants {
        let mut participants = Participants::default();
        for (number, (user, awaited)) in self.seats {
            participants.seats.push((number, user));
            if awaited {
                participants.awaited.push(number);
            }
        }
        for (user, invited) in self.guests.into_values() {
            if invited {
                participants.invited.push(user);
            } else {
                participants.guests.push(user);
            }
        }
        participants
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_list_reads_games_that_are_over() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for (query, index) in [
            (GAMES_OF, "INDEX seat_list (user=?)"),
            (GAMES_OF, "INDEX guest_user (user=?)"),
            (AWAITING, "INDEX seat_list (user=? AND awaited=?)"),
            (OWN_GAMES, "INDEX seat_list (user=? AND awaited=?)"),
            (OWN_GAMES, "INDEX guest_user (user=?)"),
            (
                OWN_NUMBERED,
                "INDEX seat_live (user=? AND game>? AND game<?)",
            ),
            (OWN_GAMES_AT, "INDEX seat_live (user=?)"),
            (LISTED, "INTEGER PRIMARY KEY (rowid=?)"),
            (
                OVER_NUMBERED,
                "INDEX seat_user (user=? AND game>? AND game<?)",
            ),
            (GAMES_AT, "INDEX game_home (home=? AND phase=?)"),
            (GAMES_HERE, "INDEX seat_list (user=? AND awaited=?)"),
            (LAST_OVER_AT, "INDEX game_home (home=? AND phase=?)"),
            (GAMES_OF_SERVER, "INDEX game_server (guild=?)"),
        ] {
            let plan = crate::store::sql::sqlite::steps(&store, query).await;
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
            for step in &plan {
                let scans = ["game", "seat", "guest"].map(|table| format!("SCAN {table}"));
                assert!(
                    !scans.iter().any(|scan| step.starts_with(scan)),
                    "{plan:#?}"
                );
            }
        }
    }
}
