//! Channels with a daily puzzle.

use crate::match_state::{ChannelId, GuildId};
use crate::store::sql::{query, query_scalar};
use crate::store::{ClaimKind, RecurringPost, Store, StoreError, signed, unsigned};

impl Store {
    /// Returns the channel of a server's daily puzzle; `None` if the server has none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn daily_puzzle(&self, guild: GuildId) -> Result<Option<ChannelId>, StoreError> {
        let channel = query_scalar::<i64>("SELECT channel FROM daily_puzzle WHERE guild = $1")
            .bind(signed(guild.0))
            .fetch_optional(&mut self.read().await?)
            .await?;
        Ok(channel.map(|channel| ChannelId(unsigned(channel))))
    }

    /// Sets the channel of a server's daily puzzle and the time of the first one. If the server has one already, the
    /// new channel gets its next puzzle.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_daily_puzzle(&self, first: &RecurringPost) -> Result<(), StoreError> {
        self.write_once(
            "daily puzzle",
            query(
                "INSERT INTO daily_puzzle (guild, channel, next, ready) VALUES ($1, $2, $3, $3) \
             ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel",
            )
            .bind(signed(first.guild.0))
            .bind(signed(first.channel.0))
            .bind(first.next),
        )
        .await?;
        Ok(())
    }

    /// Ends the daily puzzle of a server; with `channel` only if it is posted there. False if there was nothing to end.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_daily_puzzle(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
    ) -> Result<bool, StoreError> {
        let ended = self
            .write_once(
                "daily puzzle",
                query("DELETE FROM daily_puzzle WHERE guild = $1 AND ($2 IS NULL OR channel = $2)")
                    .bind(signed(guild.0))
                    .bind(channel.map(|channel| signed(channel.0))),
            )
            .await?;
        Ok(ended > 0)
    }

    /// Returns the puzzles due at `now` (seconds of the Unix epoch), the longest due first, at most `most`. If several
    /// processes share the database, the puzzles are claimed for this one, which gives each back with
    /// [`Store::release`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn due_puzzles(&self, now: i64, most: u32) -> Result<Vec<RecurringPost>, StoreError> {
        let due = self.fetch_due_puzzles(now, most).await?;
        if !self.is_shared() || due.is_empty() {
            return Ok(due);
        }
        let guilds = due.iter().map(|due| signed(due.guild.0)).collect();
        let own = self.claim(ClaimKind::Puzzle, guilds, now).await?;
        // A puzzle may have been posted just before it was claimed.
        let still_due = self.fetch_due_puzzles(now, most).await?;
        let is_own =
            |due: &RecurringPost| own.contains(&signed(due.guild.0)) && still_due.contains(due);
        Ok(due.into_iter().filter(is_own).collect())
    }

    async fn fetch_due_puzzles(
        &self,
        now: i64,
        most: u32,
    ) -> Result<Vec<RecurringPost>, StoreError> {
        let rows = query(
            "SELECT guild, channel, next FROM daily_puzzle WHERE ready <= $1 ORDER BY ready LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter().map(RecurringPost::read).collect()
    }

    /// Schedules the next puzzle of a server for `next`, tried from `ready` on (seconds of the Unix epoch). If `next`
    /// is that of `due`, the same puzzle is tried again. Does nothing if another process was quicker.
    ///
    /// # Errors
    /// The database failed.
    pub async fn follow_puzzle(
        &self,
        due: &RecurringPost,
        next: i64,
        ready: i64,
    ) -> Result<(), StoreError> {
        query("UPDATE daily_puzzle SET next = $1, ready = $2 WHERE guild = $3 AND next = $4")
            .bind(next)
            .bind(ready)
            .bind(signed(due.guild.0))
            .bind(due.next)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }
}
