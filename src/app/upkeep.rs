//! What keeps the database small while the bot runs.

use super::{App, AppError};

impl App {
    /// Does a small piece of what keeps the database small: drops what nothing reads any more. Returns whether there
    /// is more to be done.
    ///
    /// # Errors
    /// The database failed.
    pub async fn upkeep(&self) -> Result<bool, AppError> {
        Ok(self.store.upkeep(self.sources.clock.now()).await?)
    }
}
