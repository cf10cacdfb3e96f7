//! Settings of users, of servers and of the bot itself.

use futures_util::future::BoxFuture;

use crate::match_state::UserId;
use crate::store::sql::{list, query, query_scalar};
use crate::store::{Store, StoreError, signed, unsigned};

/// A player's setting and reminders, read before a match goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The player.
    pub user: UserId,
    /// The value of the requested key, if the player has set it.
    pub setting: Option<String>,
    /// True if the player has been reminded since their last move in any match.
    pub nagged: bool,
}

impl Store {
    /// Returns the value of `key` that `owner` (a user's or server's snowflake, or 0 for the bot itself) has set.
    ///
    /// # Errors
    /// The database failed.
    pub fn setting<'a>(
        &'a self,
        owner: u64,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        Box::pin(async move {
            Ok(
                query_scalar("SELECT value FROM setting WHERE owner = $1 AND key = $2")
                    .bind(signed(owner))
                    .bind(key)
                    .fetch_optional(&mut self.read().await?)
                    .await?,
            )
        })
    }

    /// Returns the values of `key` that these users have set, and whether they have been reminded, with one statement.
    ///
    /// # Errors
    /// The database failed.
    pub async fn players(&self, users: &[UserId], key: &str) -> Result<Vec<PlayerRow>, StoreError> {
        let users: Vec<i64> = users.iter().map(|user| signed(user.0)).collect();
        let rows = query(
            "SELECT asked.value AS id, setting.value AS chosen, nag.\"user\" IS NOT NULL AS nagged \
             FROM json_each($1) AS asked LEFT JOIN setting ON setting.owner = asked.value AND setting.key = $2 \
             LEFT JOIN nag ON nag.\"user\" = asked.value",
        )
        .bind(list(&users))
        .bind(key)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(PlayerRow {
                    user: UserId(unsigned(row.try_get("id")?)),
                    setting: row.try_get("chosen")?,
                    nagged: row.flag("nagged")?,
                })
            })
            .collect()
    }

    /// Sets `key` to `value` for `owner` (a user's or server's snowflake, or 0 for the bot itself).
    ///
    /// # Errors
    /// The database failed.
    pub async fn set(&self, owner: u64, key: &str, value: &str) -> Result<(), StoreError> {
        self.write_once(
            key,
            query(
                "INSERT INTO setting (owner, key, value) VALUES ($1, $2, $3) \
             ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value",
            )
            .bind(signed(owner))
            .bind(key)
            .bind(value),
        )
        .await?;
        Ok(())
    }
}
