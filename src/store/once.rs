//! What a request changes besides matches, where each event bears the request's number: once for each request, however
//! often it is delivered, and to which process.

use super::sql::{Query, Transaction, query};
use super::{Asked, Store, StoreError, signed};

impl Store {
    /// The same for what a request asks for: each thing is changed once for it, and only if that is begun in time.
    #[must_use]
    pub fn asked(&self, asked: Asked) -> Store {
        Store {
            asked: Some(asked),
            ..self.clone()
        }
    }

    /// Begins to change something, named by `part`. What nobody asks for is not counted.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub(super) async fn begin_once(&self, part: &str) -> Result<Transaction, StoreError> {
        let Some(asked) = self.asked else {
            return self.begin().await;
        };
        let mut transaction = self.begin_until(Some(asked.until)).await?;
        let first = query(
            "INSERT INTO handled (interaction, part, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(signed(asked.interaction))
        .bind(part)
        .bind(asked.at)
        .execute(&mut transaction)
        .await?;
        match first {
            0 => Err(StoreError::Repeated),
            _ => Ok(transaction),
        }
    }

    /// Changes something by one statement, and returns how many rows were changed.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub(super) async fn write_once(
        &self,
        part: &str,
        statement: Query<'_>,
    ) -> Result<u64, StoreError> {
        let mut transaction = self.begin_once(part).await?;
        let changed = statement.execute(&mut transaction).await?;
        transaction.commit().await?;
        Ok(changed)
    }
}
