//! Which notice is sent next.

use super::outbox::{UnsentNotice, read};
use super::sql::query;
use super::{Store, StoreError, signed};
use crate::match_state::{GameId, UserId};

/// See [`Store::next_unsent`]: of whom, or of which match, nothing is on its way. What `first` is stands in the
/// migration that makes it.
const NEXT: &str = "SELECT * FROM outbox WHERE done IS NULL AND first = $1 AND ready <= $2 AND \
     CASE WHEN \"user\" IS NULL THEN game NOT IN (SELECT value FROM json_each($4)) \
     ELSE \"user\" NOT IN (SELECT value FROM json_each($3)) END ORDER BY ready, id LIMIT 1";

/// The earliest of somebody's.
const EARLIEST: &str = "SELECT * FROM outbox WHERE done IS NULL AND \"user\" = $1 AND ready <= $2 \
     ORDER BY ready, id LIMIT 1";

/// What is to be sent next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextUnsent {
    /// This.
    Notice(UnsentNotice),
    /// A row that cannot be read, with its number.
    Unreadable(i64),
}

impl Store {
    /// What is to be sent next at `now` (seconds of the Unix epoch) to anybody but `users` and to the home of any match
    /// but `games`: first to whom it has become the turn or whose time is nearly over, and of what one person is told
    /// the earliest.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_unsent(
        &self,
        now: i64,
        users: &[UserId],
        games: &[GameId],
    ) -> Result<Option<NextUnsent>, StoreError> {
        let users: Vec<i64> = users.iter().map(|user| signed(user.0)).collect();
        let games: Vec<i64> = games.iter().map(|game| game.0).collect();
        // Numbers alone are valid JSON as Rust writes them.
        let (users, games) = (format!("{users:?}"), format!("{games:?}"));
        for first in [true, false] {
            let row = query(NEXT)
                .bind(first)
                .bind(now)
                .bind(&users)
                .bind(&games)
                .fetch_optional(&mut self.read().await?)
                .await?;
            let Some(mut row) = row else {
                continue;
            };
            if let Some(user) = row.try_get::<Option<i64>>("user")? {
                let earliest = query(EARLIEST)
                    .bind(user)
                    .bind(now)
                    .fetch_optional(&mut self.read().await?)
                    .await?;
                row = earliest.unwrap_or(row);
            }
            return Ok(Some(match read(&row) {
                Ok(unsent) => NextUnsent::Notice(unsent),
                Err(_) => NextUnsent::Unreadable(row.try_get("id")?),
            }));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However much waits, what is next is found by an index.
    #[tokio::test]
    async fn the_next_notice_is_found_by_an_index() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for (query, index) in [(NEXT, "outbox_first"), (EARLIEST, "outbox_user")] {
            let plan = crate::store::sqlite::steps(&store, query).await;
            assert!(plan[0].contains(&format!("INDEX {index}")), "{plan:#?}");
            assert!(
                !plan.iter().any(|step| step.contains("TEMP B-TREE")),
                "{plan:#?}"
            );
        }
    }
}
