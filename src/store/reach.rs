//! Who cannot be reached: those who take no direct messages, and players whom no message reaches.

use super::sql::{Row, query};
use super::{Store, StoreError, signed, unsigned};
use crate::match_state::{GameId, UserId};

/// A player who cannot be notified that it is their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// In which match.
    pub game: GameId,
    /// Who.
    pub user: UserId,
    /// Since when, in seconds of the Unix epoch.
    pub since: i64,
    /// Whether their clock has been stopped for it.
    pub stopped: bool,
}

/// How much waits to be sent, at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// How many notices wait, those that are not ready included; counted up to [`Backlog::MOST`].
    pub waiting: u32,
    /// Since when the oldest of those that are ready is, in seconds of the Unix epoch.
    pub ready: Option<i64>,
    /// When the oldest of all of them was written, in seconds of the Unix epoch.
    pub oldest: Option<i64>,
    /// How many players cannot be notified that it is their turn; counted up to [`Backlog::MOST`].
    pub unreachable: u32,
    /// Since when the first of them cannot, in seconds of the Unix epoch.
    pub since: Option<i64>,
}

/// See [`Store::backlog`].
pub(super) const BACKLOG: &str = "SELECT \
     (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE done IS NULL AND ready > 0 LIMIT $2) AS unsent) AS waiting, \
     (SELECT ready FROM outbox WHERE done IS NULL AND ready <= $1 ORDER BY ready LIMIT 1) AS ready, \
     (SELECT at FROM outbox WHERE done IS NULL AND ready > 0 ORDER BY at LIMIT 1) AS oldest, \
     (SELECT count(*) FROM (SELECT 1 FROM unreachable LIMIT $2) AS untold) AS unreachable, \
     (SELECT since FROM unreachable ORDER BY since LIMIT 1) AS since";

impl Backlog {
    pub(super) fn read(row: &Row) -> Result<Backlog, StoreError> {
        Ok(Backlog {
            waiting: super::narrow(row.try_get("waiting")?, "the number of notices")?,
            ready: row.try_get("ready")?,
            oldest: row.try_get("oldest")?,
            unreachable: super::narrow(row.try_get("unreachable")?, "the number of players")?,
            since: row.try_get("since")?,
        })
    }

    /// How far is counted, so that a look costs little however much waits.
    pub const MOST: u32 = 10_000;
}

impl Store {
    /// Whether somebody is known to take no direct messages at `now` (seconds of the Unix epoch).
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

    /// Notes that somebody takes no direct messages, which is believed `until` then (seconds of the Unix epoch).
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

    /// Forgets that somebody takes no direct messages, and has what could not be sent to them tried at `now` (seconds of
    /// the Unix epoch).
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

    /// Notes that a player could not be notified at `now` that it is their turn. Returns since when that is so.
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

    /// Notes that the clock of a player who cannot be notified has been stopped.
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

    /// Whether a player of a match cannot be notified that it is their turn, and if so whether their clock has been stopped.
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

    /// Notes that a player of a match has been notified, or has come.
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

    /// The matches in which players cannot be notified that it is their turn: those of one of them, or all.
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

    /// How much waits to be sent at `now` (seconds of the Unix epoch). What it costs does not grow with what was sent.
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
