//! Users who take no direct messages, and players whom no message reaches.

use crate::match_state::{GameId, UserId};
use crate::store::sql::{Row, query};
use crate::store::{Store, StoreError, signed, unsigned};

/// A player who cannot be notified of their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// The match.
    pub game: GameId,
    /// The player.
    pub user: UserId,
    /// The time of the first failure, in seconds of the Unix epoch.
    pub since: i64,
    /// True if the player's clock has been stopped for it.
    pub stopped: bool,
}

/// The notifications that wait to be sent, counted at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Number of waiting notifications, including those that are not ready; counted up to [`Backlog::MOST`].
    pub waiting: u32,
    /// The time at which the first of them became ready, in seconds of the Unix epoch; `None` if none is ready.
    pub ready: Option<i64>,
    /// The time of the cause of the oldest, ready or not, in seconds of the Unix epoch.
    pub oldest: Option<i64>,
    /// Number of players who cannot be notified of their turn; counted up to [`Backlog::MOST`].
    pub unreachable: u32,
    /// The time from which the first of these players could not be notified, in seconds of the Unix epoch.
    pub since: Option<i64>,
}

/// The statement of [`Store::backlog`].
pub(in crate::store) const BACKLOG: &str = "SELECT \
     (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE done IS NULL AND ready > 0 LIMIT $2) AS unsent) AS waiting, \
     (SELECT ready FROM outbox WHERE done IS NULL AND ready <= $1 ORDER BY ready LIMIT 1) AS ready, \
     (SELECT at FROM outbox WHERE done IS NULL AND ready > 0 ORDER BY at LIMIT 1) AS oldest, \
     (SELECT count(*) FROM (SELECT 1 FROM unreachable LIMIT $2) AS untold) AS unreachable, \
     (SELECT since FROM unreachable ORDER BY since LIMIT 1) AS since";

impl Backlog {
    pub(in crate::store) fn read(row: &Row) -> Result<Backlog, StoreError> {
        Ok(Backlog {
            waiting: crate::store::narrow(row.try_get("waiting")?, "the number of notices")?,
            ready: row.try_get("ready")?,
            oldest: row.try_get("oldest")?,
            unreachable: crate::store::narrow(
                row.try_get("unreachable")?,
                "the number of players",
            )?,
            since: row.try_get("since")?,
        })
    }

    /// Upper bound of each count, so that counting stays cheap however much waits.
    pub const MOST: u32 = 10_000;
}

impl Store {
    /// True if a user is known to take no direct messages at `now` (seconds of the Unix epoch).
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_direct_closed(&self, user: UserId, now: i64) -> Result<bool, StoreError> {
        let known = query("SELECT 1 FROM direct_closed WHERE \"user\" = $1 AND until > $2");
        Ok(known
            .bind(signed(user.0))
            .bind(now)
            .finds(&mut self.read().await?)
            .await?)
    }

    /// Records that a user takes no direct messages, valid `until` then (seconds of the Unix epoch).
    ///
    /// # Errors
    /// The database failed.
    pub async fn close_direct(&self, user: UserId, until: i64) -> Result<(), StoreError> {
        query(
            "INSERT INTO direct_closed (\"user\", until) VALUES ($1, $2) \
             ON CONFLICT (\"user\") DO UPDATE SET until = excluded.until",
        )
        .bind(signed(user.0))
        .bind(until)
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }

    /// Deletes the record that a user takes no direct messages, and makes failed notifications to that user ready at
    /// `now` (seconds of the Unix epoch).
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_direct(&self, user: UserId, now: i64) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        query("DELETE FROM direct_closed WHERE \"user\" = $1")
            .bind(signed(user.0))
            .execute(&mut transaction)
            .await?;
        query(
            "UPDATE outbox SET ready = $1, refused = 0 WHERE done IS NULL AND ready > $1 AND \"user\" = $2 \
             AND EXISTS (SELECT 1 FROM unreachable WHERE unreachable.game = outbox.game AND unreachable.user = $2)",
        )
        .bind(now)
        .bind(signed(user.0))
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Records that a player could not be notified of their turn at `now` (seconds of the Unix epoch). Returns the
    /// record, with the time of the first failure.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unreached(
        &self,
        game: GameId,
        user: UserId,
        now: i64,
    ) -> Result<Unreachable, StoreError> {
        let row = query(
            "INSERT INTO unreachable (game, \"user\", since) VALUES ($1, $2, $3) \
             ON CONFLICT (game, \"user\") DO UPDATE SET since = unreachable.since RETURNING since, stopped",
        )
        .bind(game.0)
        .bind(signed(user.0))
        .bind(now)
        .fetch_one(&mut self.write().await?)
        .await?;
        Ok(Unreachable {
            game,
            user,
            since: row.try_get("since")?,
            stopped: row.flag("stopped")?,
        })
    }

    /// Records that the clock of a player who cannot be notified has been stopped.
    ///
    /// # Errors
    /// The database failed.
    pub async fn stopped(&self, game: GameId, user: UserId) -> Result<(), StoreError> {
        query("UPDATE unreachable SET stopped = 1 WHERE game = $1 AND \"user\" = $2")
            .bind(game.0)
            .bind(signed(user.0))
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Returns `Some` if a player of a match cannot be notified of their turn: `Some(true)` if the player's clock has
    /// been stopped for it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_unreachable(
        &self,
        game: GameId,
        user: UserId,
    ) -> Result<Option<bool>, StoreError> {
        let known = query("SELECT stopped FROM unreachable WHERE game = $1 AND \"user\" = $2")
            .bind(game.0)
            .bind(signed(user.0))
            .fetch_optional(&mut self.read().await?)
            .await?;
        Ok(known.map(|row| row.flag("stopped")).transpose()?)
    }

    /// Records that a player of a match has been notified, or has used the bot since.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reached(&self, game: GameId, user: UserId) -> Result<(), StoreError> {
        query("DELETE FROM unreachable WHERE game = $1 AND \"user\" = $2")
            .bind(game.0)
            .bind(signed(user.0))
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Returns the matches in which players cannot be notified of their turn: all, or those of one player.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unreachable(&self, user: Option<UserId>) -> Result<Vec<Unreachable>, StoreError> {
        let query = match user {
            Some(user) => {
                query("SELECT game, \"user\", since, stopped FROM unreachable WHERE \"user\" = $1")
                    .bind(signed(user.0))
            }
            None => query("SELECT game, \"user\", since, stopped FROM unreachable"),
        };
        let rows = query.fetch_all(&mut self.read().await?).await?;
        rows.iter()
            .map(|row| {
                Ok(Unreachable {
                    game: GameId(row.try_get("game")?),
                    user: UserId(unsigned(row.try_get("user")?)),
                    since: row.try_get("since")?,
                    stopped: row.flag("stopped")?,
                })
            })
            .collect()
    }

    /// Counts the notifications that wait to be sent at `now` (seconds of the Unix epoch). The cost does not depend on
    /// the number of those already sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn backlog(&self, now: i64) -> Result<Backlog, StoreError> {
        let row = query(BACKLOG)
            .bind(now)
            .bind(Backlog::MOST)
            .fetch_one(&mut self.read().await?)
            .await?;
        Backlog::read(&row)
    }
}
