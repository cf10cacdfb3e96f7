//! Bulletins of channels, and the contents of a digest.

use super::outbox::post;
use crate::match_state::{ChannelId, GameId, GuildId, UserId};
use crate::store::sql::{self, Connection, query, query_scalar};
use crate::store::{Posting, Store, StoreError, narrow, signed, unsigned};

/// The statement of [`Store::week`].
const WEEK: &str = "SELECT ended.id, ended.key, ended.options, ended.ending, ended.moves, seat.number, seat.user, \
     seat.placing, rating.rating, (SELECT count(*) FROM seat AS other WHERE other.game = ended.id AND other.until IS NULL) \
     AS seats, NOT EXISTS (SELECT 1 FROM seat AS earlier CROSS JOIN game AS former \
      WHERE former.id = earlier.game AND earlier.user = seat.user AND earlier.game < ended.id AND former.guild = $1 AND former.opened < $2) AS new \
     FROM (SELECT * FROM game WHERE guild = $1 AND phase = 'over' AND audience = 'server' AND since >= $2 AND since < $3 \
      AND moves > 0 ORDER BY since DESC LIMIT $4) AS ended \
     CROSS JOIN seat \
     LEFT JOIN rating ON rating.user = seat.user AND rating.key = ended.key \
     WHERE seat.game = ended.id AND seat.until IS NULL AND NOT EXISTS (SELECT 1 FROM event WHERE event.game = ended.id AND event.kind = 'moderated') \
     ORDER BY ended.id, seat.number";

/// The statement of [`Store::free_tables`].
const FREE: &str = "SELECT count(*) FROM (SELECT 1 FROM game WHERE guild = $1 AND free > 0 AND audience = 'server' LIMIT $2) AS found";

/// The kind of a bulletin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulletinKind {
    /// Each result, as soon as there is one.
    Results,
    /// A digest once a week.
    Digest,
}

impl BulletinKind {
    /// Returns the kind in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            BulletinKind::Results => "results",
            BulletinKind::Digest => "digest",
        }
    }
}

/// A recurring post of a channel, a digest or a puzzle: the next one of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecurringPost {
    /// The server.
    pub guild: GuildId,
    /// The channel.
    pub channel: ChannelId,
    /// The time at which the post is due, in seconds of the Unix epoch.
    pub next: i64,
}

impl RecurringPost {
    pub(in crate::store) fn read(row: &sql::Row) -> Result<Self, StoreError> {
        Ok(RecurringPost {
            guild: GuildId(unsigned(row.try_get("guild")?)),
            channel: ChannelId(unsigned(row.try_get("channel")?)),
            next: row.try_get("next")?,
        })
    }
}

/// A seat of a match that ended in a week.
#[derive(Clone, Debug, PartialEq)]
pub struct WeekRow {
    /// The match.
    pub game: GameId,
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// Number of moves made.
    pub moves: u32,
    /// Number of the match's seats.
    pub seats: u8,
    /// The player of the seat.
    pub user: UserId,
    /// The player's placing, from 1; `None` if the match counts for nobody.
    pub placing: Option<u8>,
    /// The player's present rating at the game.
    pub rating: Option<f64>,
    /// True if the player had no match in this server before that week.
    pub new: bool,
}

impl Store {
    /// Returns the channel of a server's bulletin; `None` if the server has none of that kind.
    ///
    /// # Errors
    /// The database failed.
    pub async fn bulletin(
        &self,
        guild: GuildId,
        kind: BulletinKind,
    ) -> Result<Option<ChannelId>, StoreError> {
        let channel =
            query_scalar::<i64>("SELECT channel FROM bulletin WHERE guild = $1 AND kind = $2")
                .bind(signed(guild.0))
                .bind(kind.key())
                .fetch_optional(&mut self.read().await?)
                .await?;
        Ok(channel.map(|channel| ChannelId(unsigned(channel))))
    }

    /// Sets the channel of a server's bulletin and, for a digest, the time of the first one (seconds of the Unix
    /// epoch). An existing bulletin keeps its time.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_bulletin(
        &self,
        guild: GuildId,
        kind: BulletinKind,
        channel: ChannelId,
        next: Option<i64>,
    ) -> Result<(), StoreError> {
        self.write_once(
            kind.key(),
            query(
                "INSERT INTO bulletin (guild, kind, channel, next) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (guild, kind) DO UPDATE SET channel = excluded.channel",
            )
            .bind(signed(guild.0))
            .bind(kind.key())
            .bind(signed(channel.0))
            .bind(next),
        )
        .await?;
        Ok(())
    }

    /// Ends a bulletin of a server; with `channel` only if it is posted there. False if there was nothing to end.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_bulletin(
        &self,
        guild: GuildId,
        kind: BulletinKind,
        channel: Option<ChannelId>,
    ) -> Result<bool, StoreError> {
        let ended = self.write_once(kind.key(), query(
            "DELETE FROM bulletin WHERE guild = $1 AND kind = $2 AND ($3 IS NULL OR channel = $3)",
        )
        .bind(signed(guild.0))
        .bind(kind.key())
        .bind(channel.map(|channel| signed(channel.0)))).await?;
        Ok(ended > 0)
    }

    /// Returns the digests that are due at `now` (seconds of the Unix epoch), the longest due first, at most `most`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn due_digests(&self, now: i64, most: u32) -> Result<Vec<RecurringPost>, StoreError> {
        let rows = query(
            "SELECT guild, channel, next FROM bulletin WHERE next IS NOT NULL AND next <= $1 ORDER BY next LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter().map(RecurringPost::read).collect()
    }

    /// Postpones a digest to `next` (seconds of the Unix epoch) and posts it, both or neither: it is sent once a week.
    /// `posting` is the digest and the match under which it is stored; `None` sends nothing. False if another process
    /// was quicker.
    ///
    /// # Errors
    /// The database failed.
    pub async fn post_digest(
        &self,
        due: &RecurringPost,
        next: i64,
        posting: Option<(GameId, &Posting)>,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let taken = query(
            "UPDATE bulletin SET next = $1 WHERE guild = $2 AND kind = 'digest' AND next = $3",
        )
        .bind(next)
        .bind(signed(due.guild.0))
        .bind(due.next)
        .execute(&mut transaction)
        .await?;
        if taken != 1 {
            return Ok(false);
        }
        if let Some((game, posting)) = posting {
            let ply = ply(&mut transaction, game).await?;
            post(&mut transaction, game, ply, std::slice::from_ref(posting)).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns the seats of the last `most` matches of a server that ended in a period (seconds of the Unix epoch) and
    /// that every member may see. Matches in which moderators intervened are left out.
    ///
    /// # Errors
    /// The database failed.
    pub async fn week(
        &self,
        guild: GuildId,
        (since, until): (i64, i64),
        most: u32,
    ) -> Result<Vec<WeekRow>, StoreError> {
        let rows = query(WEEK)
            .bind(signed(guild.0))
            .bind(since)
            .bind(until)
            .bind(most)
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter().map(read_week).collect()
    }

    /// Returns the number of a server's tables that anyone may join, at most `most`, and the newest of them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn free_tables(
        &self,
        guild: GuildId,
        most: u32,
    ) -> Result<(u32, Option<GameId>), StoreError> {
        let count: i64 = query_scalar(FREE)
            .bind(signed(guild.0))
            .bind(most)
            .fetch_one(&mut self.read().await?)
            .await?;
        let newest = query_scalar::<i64>(
            "SELECT id FROM game WHERE guild = $1 AND free > 0 AND audience = 'server' ORDER BY id DESC LIMIT 1",
        )
        .bind(signed(guild.0))
        .fetch_optional(&mut self.read().await?)
        .await?;
        Ok((narrow(count, "a number of tables")?, newest.map(GameId)))
    }
}

async fn ply(connection: &mut Connection, game: GameId) -> Result<u32, StoreError> {
    let ply = query_scalar::<i64>("SELECT ply FROM game WHERE id = $1")
        .bind(game.0)
        .fetch_optional(connection)
        .await?
        .ok_or(StoreError::NoGame(game))?;
    narrow(ply, "the number of events")
}

fn read_week(row: &sql::Row) -> Result<WeekRow, StoreError> {
    Ok(WeekRow {
        game: GameId(row.try_get("id")?),
        key: row.try_get("key")?,
        options: row.try_get("options")?,
        moves: narrow(row.try_get("moves")?, "the number of moves")?,
        seats: narrow(row.try_get("seats")?, "the number of seats")?,
        user: UserId(unsigned(row.try_get("user")?)),
        placing: row
            .try_get::<Option<i64>>("placing")?
            .map(|placing| narrow(placing, "a place"))
            .transpose()?,
        rating: row.try_get("rating")?,
        new: row.flag("new")?,
    })
}
