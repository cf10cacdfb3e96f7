//! Which notice is sent next.

use sqlx::AssertSqlSafe;

use super::outbox::{UnsentNotice, read};
use super::sql::{Connection, Query, Row, list, query};
use super::{ATTEMPTS, ClaimKind, Store, StoreError, claim, signed};
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
    /// but `games`: first to whom it has become the turn or whose time is nearly over, and of what one person is sent
    /// the earliest. It is counted as tried. Where several processes share the database, its addressee is claimed for
    /// this one, which gives it back by [`Store::release`] when it is noted what became of it.
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
        for first in [true, false] {
            let row = if self.is_shared() {
                self.claim_next(first, now, &users, &games).await?
            } else {
                self.count_next(first, now, &users, &games).await?
            };
            let Some(row) = row else {
                continue;
            };
            return Ok(Some(match read(&row) {
                Ok(unsent) => NextUnsent::Notice(unsent),
                Err(_) => {
                    let (kind, id) = addressee(&row)?;
                    self.release(kind, id).await;
                    NextUnsent::Unreadable(row.try_get("id")?)
                }
            }));
        }
        Ok(None)
    }

    /// The next notice on a file, where no other process sends.
    async fn count_next(
        &self,
        first: bool,
        now: i64,
        users: &[i64],
        games: &[i64],
    ) -> Result<Option<Row>, StoreError> {
        let mut reading = self.read().await?;
        let found = next(query(NEXT), &mut reading, (first, now), users, games).await?;
        let Some(row) = found else {
            return Ok(None);
        };
        let row = earliest(&mut reading, row, now).await?;
        drop(reading);
        let id = row.try_get::<i64>("id")?;
        count(&mut self.write().await?, &[id]).await?;
        Ok(Some(row))
    }

    /// Counts notices as tried that are sent together with the one that [`Store::next_unsent`] has found.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_tries(&self, ids: &[i64]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        count(&mut self.write().await?, ids).await
    }

    /// The next notice to somebody, or to a home, that no process is sending anything to; the addressee is claimed.
    async fn claim_next(
        &self,
        first: bool,
        now: i64,
        users: &[i64],
        games: &[i64],
    ) -> Result<Option<Row>, StoreError> {
        for _ in 0..ATTEMPTS {
            let mut transaction = self.begin().await?;
            let connection = &mut transaction;
            let users = [
                users,
                &claim::held(connection, ClaimKind::Person, self.holder, now).await?,
            ]
            .concat();
            let games = [
                games,
                &claim::held(connection, ClaimKind::Home, self.holder, now).await?,
            ]
            .concat();
            let unlocked = query(AssertSqlSafe(format!("{NEXT} FOR UPDATE SKIP LOCKED")));
            let found = next(unlocked, connection, (first, now), &users, &games).await?;
            let Some(row) = found else {
                return Ok(None);
            };
            let (kind, id) = addressee(&row)?;
            let taken = claim::take(connection, self.holder, kind, vec![id], now).await?;
            if taken.is_empty() {
                // Somebody was quicker, with another notice to the same addressee.
                continue;
            }
            // What was found may have been sent just before it was claimed.
            let row = match kind {
                ClaimKind::Person => query(EARLIEST).bind(id).bind(now),
                _ => query("SELECT * FROM outbox WHERE id = $1 AND done IS NULL AND ready <= $2")
                    .bind(row.try_get::<i64>("id")?)
                    .bind(now),
            }
            .fetch_optional(connection)
            .await?;
            let Some(row) = row else {
                continue;
            };
            count(connection, &[row.try_get("id")?]).await?;
            transaction.commit().await?;
            return Ok(Some(row));
        }
        Ok(None)
    }
}

/// Counts notices as tried before they are: not only when that fails, so that one which ends each process that tries it
/// is given up, too.
async fn count(connection: &mut Connection, ids: &[i64]) -> Result<(), StoreError> {
    query("UPDATE outbox SET tries = tries + 1 WHERE id IN (SELECT value FROM json_each($1))")
        .bind(list(ids))
        .execute(connection)
        .await?;
    Ok(())
}

/// The notice of [`NEXT`].
async fn next(
    asked: Query<'_>,
    connection: &mut Connection,
    (first, now): (bool, i64),
    users: &[i64],
    games: &[i64],
) -> Result<Option<Row>, StoreError> {
    Ok(asked
        .bind(first)
        .bind(now)
        .bind(list(users))
        .bind(list(games))
        .fetch_optional(connection)
        .await?)
}

/// The earliest notice to the one whom a notice is to; itself, where it is to no single person.
async fn earliest(connection: &mut Connection, row: Row, now: i64) -> Result<Row, StoreError> {
    let Some(user) = row.try_get::<Option<i64>>("user")? else {
        return Ok(row);
    };
    let earliest = query(EARLIEST).bind(user).bind(now);
    Ok(earliest.fetch_optional(connection).await?.unwrap_or(row))
}

/// Whom a notice is to, as that is claimed.
fn addressee(row: &Row) -> Result<(ClaimKind, i64), StoreError> {
    Ok(match row.try_get::<Option<i64>>("user")? {
        Some(user) => (ClaimKind::Person, user),
        None => (ClaimKind::Home, row.try_get("game")?),
    })
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
