//! Notifications that later ones overtake, and the messages of reminders, which are deleted.

use super::outbox::UnsentNotice;
use crate::match_state::ChannelId;
use crate::store::sql::query;
use crate::store::{Store, StoreError, signed, unsigned};

/// Most messages of reminders deleted at a time.
const AT_ONCE: u32 = 20;

/// The message of a reminder that has been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownReminder {
    /// The notification's number.
    pub id: i64,
    /// The message's channel.
    pub channel: ChannelId,
    /// The message, a snowflake.
    pub message: u64,
}

impl Store {
    /// Returns the later notifications of a match to the same recipient that are ready at `now` (seconds of the Unix
    /// epoch) too, in order: their numbers and contents.
    ///
    /// # Errors
    /// The database failed.
    pub async fn later_unsent(
        &self,
        unsent: &UnsentNotice,
        now: i64,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let rows = query(
            "SELECT id, why FROM outbox WHERE done IS NULL AND game = $1 AND id > $2 AND ready <= $3 AND cover IS NULL \
             AND coalesce(\"user\", 0) = $4 ORDER BY id",
        )
        .bind(unsent.game.0)
        .bind(unsent.id)
        .bind(now)
        .bind(unsent.user.map_or(0, |user| signed(user.0)))
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("id")?, row.try_get("why")?)))
            .collect()
    }

    /// Replaces the contents of a notification that has not been sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rewrite_unsent(&self, notice: i64, why: &str) -> Result<(), StoreError> {
        query("UPDATE outbox SET why = $1 WHERE id = $2 AND done IS NULL")
            .bind(why)
            .bind(notice)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Keeps the message by which a reminder was sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_reminder(&self, shown: ShownReminder) -> Result<(), StoreError> {
        query("UPDATE outbox SET shown_channel = $1, shown_message = $2 WHERE id = $3")
            .bind(signed(shown.channel.0))
            .bind(signed(shown.message))
            .bind(shown.id)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Returns messages of reminders after which something happened in the match, which a post tells with the turn and
    /// its time, or whose recipient has been reminded again.
    ///
    /// # Errors
    /// The database failed.
    pub async fn overtaken_reminders(&self) -> Result<Vec<ShownReminder>, StoreError> {
        let rows = query(
            "SELECT id, shown_channel, shown_message FROM outbox AS shown WHERE shown_message IS NOT NULL \
             AND ((SELECT ply FROM game WHERE game.id = shown.game) > ply OR EXISTS \
             (SELECT 1 FROM outbox AS later WHERE later.shown_message IS NOT NULL AND later.game = shown.game \
             AND later.id > shown.id AND later.\"user\" = shown.\"user\")) LIMIT $1",
        )
        .bind(AT_ONCE)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(ShownReminder {
                    id: row.try_get("id")?,
                    channel: ChannelId(unsigned(row.try_get("shown_channel")?)),
                    message: unsigned(row.try_get("shown_message")?),
                })
            })
            .collect()
    }

    /// Forgets the message of a reminder, which is gone.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_reminder(&self, notice: i64) -> Result<(), StoreError> {
        query("UPDATE outbox SET shown_channel = NULL, shown_message = NULL WHERE id = $1")
            .bind(notice)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }
}
