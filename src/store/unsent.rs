//! Which notices are sent next.

use sqlx::AssertSqlSafe;

use super::outbox::{UnsentNotice, read};
use super::sql::{Connection, Row, list, query};
use super::{ATTEMPTS, ClaimKind, Store, StoreError, claim, signed};
use crate::match_state::{GameId, UserId};

/// See [`Store::next_unsent`]: of whom, or of which match, nothing is on its way. What `first` is stands in the
/// migration that makes it.
const NEXT: &str = "SELECT * FROM outbox WHERE done IS NULL AND first = $1 AND ready <= $2 AND \
     CASE WHEN \"user\" IS NULL THEN game NOT IN (SELECT value FROM json_each($4)) \
     ELSE \"user\" NOT IN (SELECT value FROM json_each($3)) END ORDER BY ready, id LIMIT $5";

/// Of each of these people (`$3`) the earliest notice, and those to homes (`$2`).
const EARLIEST: &str = "SELECT id FROM outbox WHERE done IS NULL AND ready <= $1 AND id IN (\
     SELECT value FROM json_each($2) UNION ALL \
     SELECT (SELECT id FROM outbox WHERE done IS NULL AND \"user\" = person.value AND ready <= $1 \
     ORDER BY ready, id LIMIT 1) FROM json_each($3) AS person)";

/// Has a statement of PostgreSQL's find only what no other transaction holds.
const UNLOCKED: &str = "FOR UPDATE SKIP LOCKED";

/// What is to be sent next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextUnsent {
    /// This.
    Notice(UnsentNotice),
    /// A row that cannot be read, with its number.
    Unreadable(i64),
}

/// Somebody, or a home, to whom something is to be sent.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Found {
    kind: ClaimKind,
    /// Their snowflake, or the number of the match.
    id: i64,
    /// The number of a notice to them: a home's is the one to be sent, a person's may not be the earliest.
    notice: i64,
}

impl Found {
    fn new(row: &Row) -> Result<Self, StoreError> {
        let (kind, id) = match row.try_get::<Option<i64>>("user")? {
            Some(user) => (ClaimKind::Person, user),
            None => (ClaimKind::Home, row.try_get("game")?),
        };
        let notice = row.try_get("id")?;
        Ok(Found { kind, id, notice })
    }

    /// Whether both are to be sent to the same.
    fn is_to(&self, other: &Found) -> bool {
        (self.kind, self.id) == (other.kind, other.id)
    }
}

/// Of those found the ones of a kind.
fn of_kind<'a>(found: impl IntoIterator<Item = &'a Found>, kind: ClaimKind) -> Vec<i64> {
    let found = found.into_iter().filter(|found| found.kind == kind);
    found.map(|found| found.id).collect()
}

impl Store {
    /// What is to be sent next at `now` (seconds of the Unix epoch) to anybody but `users` and to the home of any match
    /// but `games`: first to whom it has become the turn or whose time is nearly over, and of what one person is sent
    /// the earliest. At most `limit` notices, each to somebody else; nothing where there is nothing more. They are counted
    /// as tried. Where several processes share the database, their addressees are claimed for this one, which gives them
    /// back by [`Store::release`] when it is noted what became of the notices.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_unsent(
        &self,
        now: i64,
        users: &[UserId],
        games: &[GameId],
        limit: usize,
    ) -> Result<Vec<NextUnsent>, StoreError> {
        let people: Vec<i64> = users.iter().map(|user| signed(user.0)).collect();
        let homes: Vec<i64> = games.iter().map(|game| game.0).collect();
        let rows = if self.is_shared() {
            self.claim_next(now, (people, homes), limit).await?
        } else {
            let found = {
                let mut reading = self.read().await?;
                find(&mut reading, NEXT, now, (people, homes), limit).await?
            };
            if found.is_empty() {
                return Ok(Vec::new());
            }
            try_earliest(&mut self.write().await?, "", now, &found).await?
        };
        let mut next = Vec::with_capacity(rows.len());
        for (Found { kind, id, notice }, row) in rows {
            next.push(match read(&row) {
                Ok(unsent) => NextUnsent::Notice(unsent),
                Err(_) => {
                    self.release(kind, &[id]).await;
                    NextUnsent::Unreadable(notice)
                }
            });
        }
        Ok(next)
    }

    /// Counts notices as tried before they are: not only when that fails, so that one which ends each process that tries
    /// it is given up, too.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_tries(&self, ids: &[i64]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        count(&mut self.write().await?, ids, 1).await
    }

    /// The next notices to those whom no process is sending anything to; they are claimed.
    async fn claim_next(
        &self,
        now: i64,
        (people, homes): (Vec<i64>, Vec<i64>),
        limit: usize,
    ) -> Result<Vec<(Found, Row)>, StoreError> {
        let next_unlocked = format!("{NEXT} {UNLOCKED}");
        for _ in 0..ATTEMPTS {
            let mut transaction = self.begin_claiming().await?;
            let connection = &mut transaction;
            let (mut people, mut homes) = (people.clone(), homes.clone());
            let kinds = [ClaimKind::Person, ClaimKind::Home];
            for (kind, id) in claim::held(connection, &kinds, self.holder, now).await? {
                match kind {
                    ClaimKind::Person => people.push(id),
                    _ => homes.push(id),
                }
            }
            let found = find(connection, &next_unlocked, now, (people, homes), limit).await?;
            if found.is_empty() {
                return Ok(Vec::new());
            }
            // Locked before they are claimed: those who claim at the same time have other people's, and never wait for
            // each other's rows.
            let rows = try_earliest(connection, UNLOCKED, now, &found).await?;
            let mut taken = Vec::new();
            for kind in kinds {
                let asked = of_kind(rows.iter().map(|(found, _)| found), kind);
                let ids = claim::take(connection, self.holder, kind, asked, now).await?;
                taken.extend(ids.into_iter().map(|id| (kind, id)));
            }
            let (rows, others): (Vec<_>, Vec<_>) = rows
                .into_iter()
                .partition(|(found, _)| taken.contains(&(found.kind, found.id)));
            if rows.is_empty() {
                continue;
            }
            if !others.is_empty() {
                // Somebody was quicker with them.
                let ids: Vec<i64> = others.iter().map(|(found, _)| found.notice).collect();
                count(connection, &ids, -1).await?;
            }
            transaction.commit().await?;
            return Ok(rows);
        }
        Ok(Vec::new())
    }
}

async fn count(connection: &mut Connection, ids: &[i64], more: i64) -> Result<(), StoreError> {
    query("UPDATE outbox SET tries = tries + $2 WHERE id IN (SELECT value FROM json_each($1))")
        .bind(list(ids))
        .bind(more)
        .execute(connection)
        .await?;
    Ok(())
}

/// To whom something is to be sent, by [`NEXT`], but for these people and homes: at most `limit`.
async fn find(
    connection: &mut Connection,
    next: &str,
    now: i64,
    (mut people, mut homes): (Vec<i64>, Vec<i64>),
    limit: usize,
) -> Result<Vec<Found>, StoreError> {
    let mut all: Vec<Found> = Vec::new();
    for first in [true, false] {
        let wanted = limit - all.len();
        if wanted == 0 {
            break;
        }
        let rows = query(AssertSqlSafe(next.to_owned()))
            .bind(first)
            .bind(now)
            .bind(list(&people))
            .bind(list(&homes))
            .bind(i64::try_from(wanted).unwrap_or(i64::MAX))
            .fetch_all(&mut *connection)
            .await?;
        for row in &rows {
            let found = Found::new(row)?;
            if !all.iter().any(|other| other.is_to(&found)) {
                all.push(found);
            }
        }
        people.extend(of_kind(&all, ClaimKind::Person));
        homes.extend(of_kind(&all, ClaimKind::Home));
    }
    Ok(all)
}

/// What is to be sent to those who were found, by [`EARLIEST`], in the order in which they were. It is counted as tried,
/// and read as it was before.
async fn try_earliest(
    connection: &mut Connection,
    unlocked: &str,
    now: i64,
    found: &[Found],
) -> Result<Vec<(Found, Row)>, StoreError> {
    let statement = format!(
        "WITH earliest AS ({EARLIEST} {unlocked}) UPDATE outbox SET tries = tries + 1 FROM earliest \
         WHERE outbox.id = earliest.id \
         RETURNING outbox.id, game, ply, \"user\", why, at, refused, cover, tries - 1 AS tries"
    );
    let homes = found.iter().filter(|found| found.kind == ClaimKind::Home);
    let homes: Vec<i64> = homes.map(|found| found.notice).collect();
    let rows = query(AssertSqlSafe(statement))
        .bind(now)
        .bind(list(&homes))
        .bind(list(&of_kind(found, ClaimKind::Person)))
        .fetch_all(connection)
        .await?;
    let rows = rows.into_iter().map(|row| Ok((Found::new(&row)?, row)));
    let mut rows = rows.collect::<Result<Vec<_>, StoreError>>()?;
    rows.sort_by_key(|(row, _)| found.iter().position(|found| found.is_to(row)));
    Ok(rows)
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
            let index = format!("SEARCH outbox USING INDEX {index} ");
            assert!(
                plan.iter().any(|step| step.starts_with(&index)),
                "{plan:#?}"
            );
            assert!(
                !plan.iter().any(|step| step.starts_with("SCAN outbox")),
                "{plan:#?}"
            );
            assert!(
                !plan.iter().any(|step| step.contains("TEMP B-TREE")),
                "{plan:#?}"
            );
        }
    }
}
