//! The choice of the notifications to send next.

use sqlx::AssertSqlSafe;

use super::outbox::{UnsentNotice, read};
use crate::match_state::{GameId, UserId};
use crate::store::processes::claim::{self, Processes};
use crate::store::sql::{Connection, Row, list, query};
use crate::store::{ATTEMPTS, ClaimKind, Store, StoreError, signed};

/// A clause that makes a statement of PostgreSQL's skip rows locked by other transactions.
const UNLOCKED: &str = "FOR UPDATE SKIP LOCKED";

/// The statement that finds the earliest notification to each of these users (`$3`), and those to homes (`$2`).
fn earliest(processes: Processes) -> String {
    let ids = "SELECT value FROM json_each($2) UNION ALL \
         SELECT (SELECT id FROM outbox WHERE done IS NULL AND \"user\" = person.value AND ready <= $1 \
         ORDER BY ready, id LIMIT 1) FROM json_each($3) AS person";
    // PostgreSQL expects an array to be short, and so never reads the whole outbox for it.
    let (among, unlocked) = match processes {
        Processes::One => (format!("IN ({ids})"), ""),
        Processes::Several { .. } => (format!("= ANY (ARRAY({ids}))"), UNLOCKED),
    };
    format!(
        "SELECT id, game, \"user\" FROM outbox WHERE done IS NULL AND ready <= $1 AND id {among} {unlocked}"
    )
}

/// The statement of [`Store::next_unsent`]: finds notifications to users and homes that are not being served by any
/// process. The migration that adds the column `first` defines it. The limit is written into the text: with a
/// parameter, PostgreSQL would plan the statement each time.
fn next(processes: Processes, limit: usize) -> String {
    let of_others = |kind| claim::and_of_others(processes, kind, "$5", "$2");
    let (homes, people) = (of_others(ClaimKind::Home), of_others(ClaimKind::Person));
    let unlocked = match processes {
        Processes::One => "",
        Processes::Several { .. } => UNLOCKED,
    };
    format!(
        "SELECT id, game, \"user\" FROM outbox WHERE done IS NULL AND first = $1 AND ready <= $2 AND \
         CASE WHEN \"user\" IS NULL THEN game NOT IN (SELECT value FROM json_each($4){homes}) \
         ELSE \"user\" NOT IN (SELECT value FROM json_each($3){people}) END \
         ORDER BY ready, id LIMIT {limit} {unlocked}"
    )
}

/// The statement that counts the earliest notifications as tried and returns them with their former counts; of
/// several processes, only those whose recipients could be claimed. Notifications are locked before their recipients are
/// claimed: processes that claim at the same time have other recipients, and never wait for each other's rows.
fn count_tried(processes: Processes) -> String {
    let (claimed, taken) = match processes {
        Processes::One => (String::new(), ""),
        Processes::Several { .. } => (
            format!(
                ", taken AS ({})",
                claim::unless_held(claim::TAKE_EARLIEST, "$4", "$1")
            ),
            "JOIN taken ON (taken.kind, taken.id) IN (('home', game), ('person', \"user\"))",
        ),
    };
    let earliest = earliest(processes);
    format!(
        "WITH earliest AS ({earliest}){claimed} UPDATE outbox SET tries = tries + 1 FROM earliest {taken} \
         WHERE outbox.id = earliest.id \
         RETURNING outbox.id, outbox.game, ply, outbox.\"user\", why, at, refused, cover, tries - 1 AS tries"
    )
}

/// The next notification to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextUnsent {
    /// A readable notification.
    Notice(UnsentNotice),
    /// The number of a row that cannot be read.
    Unreadable(i64),
}

/// A recipient of notifications: a user or a home.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Found {
    kind: ClaimKind,
    /// The user's snowflake, or the match's number.
    id: i64,
    /// The number of a notification: for a home the one to send, for a user not necessarily the earliest.
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

    /// True if both have the same recipient.
    fn is_to(&self, other: &Found) -> bool {
        (self.kind, self.id) == (other.kind, other.id)
    }
}

/// Returns the ids of the recipients of a kind.
fn of_kind<'a>(found: impl IntoIterator<Item = &'a Found>, kind: ClaimKind) -> Vec<i64> {
    let found = found.into_iter().filter(|found| found.kind == kind);
    found.map(|found| found.id).collect()
}

impl Store {
    /// Returns the notifications to send next at `now` (seconds of the Unix epoch), except to `users` and to the homes
    /// of `games`: first those to players whose turn has come or whose time is nearly over; for each user the earliest.
    /// At most `limit`, each to another recipient; empty if nothing is left. They are counted as tried. If several
    /// processes share the database, the recipients are claimed for this one, which gives them back with
    /// [`Store::release`] when the outcomes are recorded.
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
        let except = (people, homes);
        let rows = if self.is_shared() {
            self.claim_next(now, except, limit).await?
        } else {
            let alone = Processes::One;
            let found = find(&mut self.read().await?, alone, now, except, limit).await?;
            if found.is_empty() {
                return Ok(Vec::new());
            }
            try_earliest(&mut self.write().await?, alone, now, &found).await?
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

    /// Counts notifications as tried before the attempt. A count after a failure would miss a notification that ends
    /// every process that tries it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_tries(&self, ids: &[i64]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        query("UPDATE outbox SET tries = tries + 1 WHERE id IN (SELECT value FROM json_each($1))")
            .bind(list(ids))
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Claims recipients whom no process is serving, and returns their next notifications.
    async fn claim_next(
        &self,
        now: i64,
        except: (Vec<i64>, Vec<i64>),
        limit: usize,
    ) -> Result<Vec<(Found, Row)>, StoreError> {
        let processes = self.processes();
        for _ in 0..ATTEMPTS {
            let mut transaction = self.begin_claiming().await?;
            let found = find(&mut transaction, processes, now, except.clone(), limit).await?;
            if found.is_empty() {
                break;
            }
            let rows = try_earliest(&mut transaction, processes, now, &found).await?;
            transaction.commit().await?;
            // If no row is left, another process was quicker with all of them.
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }
}

/// Finds at most `limit` recipients with [`next`], except these users and homes, and except those claimed by another
/// process.
async fn find(
    connection: &mut Connection,
    processes: Processes,
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
        let asked = query(AssertSqlSafe(next(processes, wanted)))
            .bind(first)
            .bind(now)
            .bind(list(&people))
            .bind(list(&homes));
        let asked = match processes {
            Processes::One => asked,
            Processes::Several { holder } => asked.bind(holder),
        };
        for row in &asked.fetch_all(&mut *connection).await? {
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

/// Counts the notifications that [`earliest`] finds for these recipients as tried, and returns them with their former
/// counts, in the order of `found`. Of several processes, this one claims the recipients, and those that another has
/// claimed meanwhile are left out.
async fn try_earliest(
    connection: &mut Connection,
    processes: Processes,
    now: i64,
    found: &[Found],
) -> Result<Vec<(Found, Row)>, StoreError> {
    let homes = found.iter().filter(|found| found.kind == ClaimKind::Home);
    let homes: Vec<i64> = homes.map(|found| found.notice).collect();
    let counted = query(AssertSqlSafe(count_tried(processes)))
        .bind(now)
        .bind(list(&homes))
        .bind(list(&of_kind(found, ClaimKind::Person)));
    let counted = match processes {
        Processes::One => counted,
        Processes::Several { holder } => counted.bind(holder).bind(now + claim::LASTS),
    };
    let rows = counted.fetch_all(connection).await?.into_iter();
    let rows = rows.map(|row| Ok((Found::new(&row)?, row)));
    let mut rows = rows.collect::<Result<Vec<_>, StoreError>>()?;
    rows.sort_by_key(|(row, _)| found.iter().position(|found| found.is_to(row)));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next notification is found by an index, however many wait.
    #[tokio::test]
    async fn the_next_notice_is_found_by_an_index() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for (query, index) in [
            (next(Processes::One, 16), "outbox_first"),
            (earliest(Processes::One), "outbox_user"),
        ] {
            let plan = crate::store::sql::sqlite::steps(&store, &query).await;
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
