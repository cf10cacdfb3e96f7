//! What users and servers have set, and what the bot notes for itself.

use super::sql::{query, query_scalar};
use super::{Store, StoreError, signed};

impl Store {
    /// What `owner` (a user's or server's snowflake, or 0 for the bot itself) has set `key` to.
    ///
    /// # Errors
    /// The database failed.
    pub async fn setting(&self, owner: u64, key: &str) -> Result<Option<String>, StoreError> {
        Ok(
            query_scalar("SELECT value FROM setting WHERE owner = $1 AND key = $2")
                .bind(signed(owner))
                .bind(key)
                .fetch_optional(&mut self.read().await?)
                .await?,
        )
    }

    /// Sets `key` to `value` for `owner`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set(&self, owner: u64, key: &str, value: &str) -> Result<(), StoreError> {
        query(
            "INSERT INTO setting (owner, key, value) VALUES ($1, $2, $3) \
             ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value",
        )
        .bind(signed(owner))
        .bind(key)
        .bind(value)
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }
}
