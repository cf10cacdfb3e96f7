//! What users and servers have set, and what the bot notes for itself.

use super::{Store, StoreError, signed};

impl Store {
    /// What `owner` (a user's or server's snowflake, or 0 for the bot itself) has set `key` to.
    ///
    /// # Errors
    /// The database failed.
    pub async fn setting(&self, owner: u64, key: &str) -> Result<Option<String>, StoreError> {
        Ok(
            sqlx::query_scalar("SELECT value FROM setting WHERE owner = ? AND key = ?")
                .bind(signed(owner))
                .bind(key)
                .fetch_optional(&self.readers)
                .await?,
        )
    }

    /// Sets `key` to `value` for `owner`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set(&self, owner: u64, key: &str, value: &str) -> Result<(), StoreError> {
        sqlx::query("INSERT OR REPLACE INTO setting (owner, key, value) VALUES (?, ?, ?)")
            .bind(signed(owner))
            .bind(key)
            .bind(value)
            .execute(&self.writer)
            .await?;
        Ok(())
    }
}
