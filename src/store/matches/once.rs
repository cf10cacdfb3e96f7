//! Changes besides matches that a request makes once, however often and to whichever process it is delivered. (Events
//! carry the request's snowflake themselves.)

use crate::store::sql::{Query, Transaction, query};
use crate::store::{Asked, Store, StoreError, signed};

impl Store {
    /// A copy of the store for a request: it makes each change only once for that request, and only if it begins in
    /// time.
    #[must_use]
    pub fn asked(&self, asked: Asked) -> Store {
        Store {
            asked: Some(asked),
            ..self.clone()
        }
    }

    /// Begins a change, named by `part`. Without a request, changes are not counted.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub(in crate::store) async fn begin_once(&self, part: &str) -> Result<Transaction, StoreError> {
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

    /// Makes a change with one statement, and returns the number of rows changed.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub(in crate::store) async fn write_once(
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
