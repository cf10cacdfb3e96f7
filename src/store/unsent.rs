//! Which notices are sent next.

use sqlx::AssertSqlSafe;

use super::outbox::{UnsentNotice, read};
use super::sql::{Connection, Query, Row, list, query};
use super::{ATTEMPTS, ClaimKind, Store, StoreError, claim, signed};
use crate::match_state::{GameId, UserId};

/// Has a statement of PostgreSQL's find only what no other transaction holds.
const UNLOCKED: &str = "FOR UPDATE SKIP LOCKED";

/// Of each of these people (`$3`) the earliest notice, and those to homes (`$2`).
fn earliest(shared: bool) -> String {
    let ids = "SELECT value FROM json_each($2) UNION ALL \
         SELECT (SELECT id FROM outbox WHERE done IS NULL AND \"user\" = person.value AND ready <= $1 \
         ORDER BY ready, id LIMIT 1) FROM json_each($3) AS person";
    // Of an array PostgreSQL expects that it is short, and never reads the whole outbox for it.
    let (among, unlocked) = match shared {
        true => (format!("= ANY (ARRAY({ids}))"), UNLOCKED),
        false => (format!("IN ({ids})"), ""),
    };
    format!(
        "SELECT id, game, \"user\" FROM outbox WHERE done IS NULL AND ready <= $1 AND id {among} {unlocked}"
    )
}

/// See [`Store::next_unsent`]: of whom, or of which match, nothing is on its way, where the store is `shared` by any
/// process. What `first` is stands in the migration that makes it. How many are wanted is written out: with a parameter
/// PostgreSQL plans each time, which takes longer than to find them.
fn next(shared: bool, limit: usize) -> String {
    let of_others = |kind| claim::and_of_others(shared, kind, "$5", "$2");
    let (homes, people) = (of_others(ClaimKind::Home), of_others(ClaimKind::Person));
    let unlocked = if shared { UNLOCKED } else { "" };
    format!(
        "SELECT id, game, \"user\" FROM outbox WHERE done IS NULL AND first = $1 AND ready <= $2 AND \
         CASE WHEN \"user\" IS NULL THEN game NOT IN (SELECT value FROM json_each($4){homes}) \
         ELSE \"user\" NOT IN (SELECT value FROM json_each($3){people}) END \
         ORDER BY ready, id LIMIT {limit} {unlocked}"
    )
}

/// Counts as tried what is the earliest, and reads it as it was before; where the store is `shared` only what is sent to
/// those who could be claimed. What is sent is locked before they are: those who claim at the same time have other
/// people's, and never wait for each other's rows.
fn count_tried(shared: bool) -> String {
    let (claimed, taken) = match shared {
        true => (
            format!(
                ", taken AS ({})",
                claim::unless_held(claim::TAKE_EARLIEST, "$4", "$1")
            ),
            "JOIN taken ON (taken.kind, taken.id) IN (('home', game), ('person', \"user\"))",
        ),
        false => (String::new(), ""),
    };
    let earliest = earliest(shared);
    format!(
        "WITH earliest AS ({earliest}){claimed} UPDATE outbox SET tries = tries + 1 FROM earliest {taken} \
         WHERE outbox.id = earliest.id \
         RETURNING outbox.id, outbox.game, ply, outbox.\"user\", why, at, refused, cover, tries - 1 AS tries"
    )
}

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
        let except = (people, homes);
        let rows = if self.is_shared() {
            self.claim_next(now, except, limit).await?
        } else {
            let found = find(&mut self.read().await?, None, now, except, limit).await?;
            if found.is_empty() {
                return Ok(Vec::new());
            }
            try_earliest(&mut self.write().await?, None, now, &found).await?
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
        query("UPDATE outbox SET tries = tries + 1 WHERE id IN (SELECT value FROM json_each($1))")
            .bind(list(ids))
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// The next notices to those whom no process is sending anything to; they are claimed.
    async fn claim_next(
        &self,
        now: i64,
        except: (Vec<i64>, Vec<i64>),
        limit: usize,
    ) -> Result<Vec<(Found, Row)>, StoreError> {
        let holder = Some(self.holder);
        for _ in 0..ATTEMPTS {
            let mut transaction = self.begin_claiming().await?;
            let found = find(&mut transaction, holder, now, except.clone(), limit).await?;
            if found.is_empty() {
                break;
            }
            let rows = try_earliest(&mut transaction, holder, now, &found).await?;
            transaction.commit().await?;
            // Else somebody was quicker with all of them.
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }
}

/// To whom something is to be sent, by [`next`], but for these people and homes, and for those whom another process than
/// the `holder` has claimed: at most `limit`.
async fn find(
    connection: &mut Connection,
    holder: Option<i64>,
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
        let asked = query(AssertSqlSafe(next(holder.is_some(), wanted)))
            .bind(first)
            .bind(now)
            .bind(list(&people))
            .bind(list(&homes));
        let asked = holder.into_iter().fold(asked, Query::bind);
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

/// What is to be sent to those who were found, by [`earliest`], in the order in which they were. It is counted as tried,
/// and read as it was before. With a `holder`, for whom they are claimed: to those whom nobody else has claimed meanwhile.
async fn try_earliest(
    connection: &mut Connection,
    holder: Option<i64>,
    now: i64,
    found: &[Found],
) -> Result<Vec<(Found, Row)>, StoreError> {
    let homes = found.iter().filter(|found| found.kind == ClaimKind::Home);
    let homes: Vec<i64> = homes.map(|found| found.notice).collect();
    let counted = query(AssertSqlSafe(count_tried(holder.is_some())))
        .bind(now)
        .bind(list(&homes))
        .bind(list(&of_kind(found, ClaimKind::Person)));
    let counted = match holder {
        Some(holder) => counted.bind(holder).bind(now + claim::LASTS),
        None => counted,
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

    /// However much waits, what is next is found by an index.
    #[tokio::test]
    async fn the_next_notice_is_found_by_an_index() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for (query, index) in [
            (next(false, 16), "outbox_first"),
            (earliest(false), "outbox_user"),
        ] {
            let plan = crate::store::sqlite::steps(&store, &query).await;
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
