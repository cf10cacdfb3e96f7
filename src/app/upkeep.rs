//! Upkeep that keeps the database small while the bot runs.

use crate::app::{App, AppError};

impl App {
    /// Deletes some rows that nothing reads any more. Returns true if more are left.
    ///
    /// # Errors
    /// The database failed.
    pub async fn upkeep(&self) -> Result<bool, AppError> {
        Ok(self.store.upkeep(self.sources.clock.now()).await?)
    }
}
