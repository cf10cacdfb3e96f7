//! What is kept about one person: for them to see, and its erasure.
//!
//! Which tables name people is read off the schema, by a column `user`, so that a table that is added later is neither
//! forgotten in what somebody is shown nor in what is erased. Matches are what others have played too: there the
//! person's id is replaced by one that stands for nobody.

use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

use super::append::{add, insert_events};
use super::due::last_outage;
use super::moderation::person;
use super::rating::count;
use super::sql::{self, Connection, query, query_scalar};
use super::value::SqlValue;
use super::{Commit, Store, StoreError, narrow, postgres, scrub, signed, unsigned};
use crate::match_state::{Event, GameId, UserId};

/// The matches whose record names a person. The one who moved holds or held a seat.
const MATCHES: &str = "SELECT game FROM seat WHERE \"user\" = $1 UNION SELECT game FROM guest WHERE \"user\" = $1 \
    UNION SELECT game FROM event WHERE \"user\" = $1 AND \"user\" IS NOT NULL AND kind NOT IN ('moved', 'answered')";

/// The tables that have a column `user`.
const TABLES: &str = "SELECT found.name FROM sqlite_schema AS found JOIN pragma_table_info(found.name) AS field \
    WHERE found.type = 'table' AND field.name = 'user' ORDER BY found.name";

/// Takes a person out of what others have set, which names them where they may not invite those others.
const UNBLOCK: &str = "UPDATE setting SET value = json_set(value, '$.blocked', (SELECT json_group_array(one.value) \
    FROM json_each(setting.value, '$.blocked') AS one WHERE CAST(one.value AS TEXT) <> $1)) \
    WHERE key = 'preferences' AND json_valid(value) AND EXISTS (SELECT 1 \
    FROM json_each(setting.value, '$.blocked') AS one WHERE CAST(one.value AS TEXT) = $1)";

/// The largest whole number that every reader of JSON reads as it is; larger ones are written as text.
const EXACT: u64 = 1 << 53;

/// The id that stands for people who are gone where it does not matter how many they were.
const SOMEBODY: UserId = UserId(u64::MAX);

/// The rows of one table that are about a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The table.
    pub table: String,
    /// The rows: column by column, without the person's own id. Empty where they were only counted.
    pub rows: Vec<Value>,
    /// How many rows there are.
    pub count: u32,
}

/// What is kept of one table: `SELECT ... FROM` this, with the person's id or digest for `$1`.
struct Source {
    table: String,
    from: String,
    digest: bool,
}

impl Store {
    /// How much is kept about a person, by table; tables without a row about them are left out.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_kept(&self, user: UserId) -> Result<Vec<Kept>, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let mut list = Vec::new();
        for source in sources(&mut snapshot).await? {
            let count = format!("SELECT count(*) FROM {}", source.from);
            let count = query_scalar::<i64>(AssertSqlSafe(count));
            let count = if source.digest {
                count.bind(person(user))
            } else {
                count.bind(signed(user.0))
            };
            let count = narrow(count.fetch_one(&mut snapshot).await?, "a count")?;
            list.push(Kept {
                table: source.table,
                rows: Vec::new(),
                count,
            });
        }
        list.retain(|kept| kept.count > 0);
        Ok(list)
    }

    /// All that is kept about a person, by table, as of one moment; tables without a row about them are left out.
    ///
    /// # Errors
    /// The database failed.
    pub async fn kept(&self, user: UserId) -> Result<Vec<Kept>, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let mut list = Vec::new();
        for source in sources(&mut snapshot).await? {
            let rows = format!("SELECT * FROM {}", source.from);
            let rows = query(AssertSqlSafe(rows));
            let rows = if source.digest {
                rows.bind(person(user))
            } else {
                rows.bind(signed(user.0))
            };
            let rows = rows.fetch_all(&mut snapshot).await?;
            let rows: Vec<Value> = rows.iter().map(to_json).collect::<Result<_, _>>()?;
            list.push(Kept {
                table: source.table,
                count: u32::try_from(rows.len()).unwrap_or(u32::MAX),
                rows,
            });
        }
        list.retain(|kept| kept.count > 0);
        Ok(list)
    }

    /// The matches whose record names a person.
    ///
    /// # Errors
    /// The database failed.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<GameId>, StoreError> {
        let games = query_scalar::<i64>(MATCHES)
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Erases a person from one match that is at `ply`, at the time `at` (seconds of the Unix epoch), in one transaction:
    /// they leave it first, if it is not over (`left`); another id takes the place of theirs in the events and the
    /// seats; what they wrote and wanted is gone; notices to others that have not been sent yet name "somebody". An
    /// event tells of it, so that nothing that was read before can be written after it.
    ///
    /// # Errors
    /// [`StoreError::Changed`], [`StoreError::NoGame`].
    pub async fn erase_from(
        &self,
        game: GameId,
        user: UserId,
        (ply, at): (u32, i64),
        left: Option<&Commit>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        postgres::hold(&mut transaction, game).await?;
        let now = query_scalar::<i64>("SELECT ply FROM game WHERE id = $1")
            .bind(game.0)
            .fetch_optional(&mut transaction)
            .await?
            .ok_or(StoreError::NoGame(game))?;
        if now != i64::from(ply) {
            return Err(StoreError::Changed);
        }
        let mut ply = ply;
        if let Some(left) = left {
            add(&mut transaction, game, left).await?;
            ply = left.summary.ply;
        }
        // Two who leave the same match stay two: a record in which one of them sits down twice would not be one.
        let lowest = query_scalar::<i64>(
            "SELECT coalesce(min(\"user\"), 0) FROM event WHERE game = $1 AND \"user\" < 0",
        )
        .bind(game.0)
        .fetch_one(&mut transaction)
        .await?;
        let nobody = UserId(unsigned(lowest.min(0) - 1));
        count(&mut transaction, game, -1).await?;
        for replaced in [
            "UPDATE event SET \"user\" = $1 WHERE game = $2 AND \"user\" = $3",
            "UPDATE seat SET \"user\" = $1, rated_before = NULL, rated = NULL WHERE game = $2 AND \"user\" = $3",
        ] {
            query(replaced)
                .bind(signed(nobody.0))
                .bind(game.0)
                .bind(signed(user.0))
                .execute(&mut transaction)
                .await?;
        }
        count(&mut transaction, game, 1).await?;
        for gone in [
            "DELETE FROM guest WHERE game = $1 AND \"user\" = $2",
            "DELETE FROM offer WHERE game = $1 AND \"user\" = $2",
            "DELETE FROM plan WHERE game = $1 AND \"user\" = $2",
            "DELETE FROM note WHERE game = $1 AND \"user\" = $2",
            "DELETE FROM remote WHERE game = $1 AND \"user\" = $2",
        ] {
            query(gone)
                .bind(game.0)
                .bind(signed(user.0))
                .execute(&mut transaction)
                .await?;
        }
        // Checkpoints hold the ids of everybody, and are made again from the events.
        query("DELETE FROM checkpoint WHERE game = $1")
            .bind(game.0)
            .execute(&mut transaction)
            .await?;
        let record = Event::Erased { user: nobody }.record();
        let when = (at, last_outage(&mut transaction).await?);
        insert_events(&mut transaction, game, ply, when, None, &[record]).await?;
        let ply = ply + 1;
        query("UPDATE game SET ply = $1 WHERE id = $2")
            .bind(ply)
            .bind(game.0)
            .execute(&mut transaction)
            .await?;
        anonymize(&mut transaction, user, false).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Erases what is kept about a person besides matches, in one transaction; false, and nothing is changed, where a
    /// match names them still.
    ///
    /// # Errors
    /// The database failed.
    pub async fn erase_rest(&self, user: UserId) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let id = signed(user.0);
        let left = query(MATCHES).bind(id).finds(&mut transaction).await?;
        if left {
            return Ok(false);
        }
        for table in tables(&mut transaction).await? {
            let gone = match table.as_str() {
                // A bar holds for the one who it concerns: only the id goes.
                "bar" => "UPDATE bar SET \"user\" = NULL WHERE \"user\" = $1".to_owned(),
                "usage" => "DELETE FROM usage WHERE \"user\" = $1 OR whom = $1".to_owned(),
                _ => format!("DELETE FROM \"{table}\" WHERE \"user\" = $1"),
            };
            query(AssertSqlSafe(gone))
                .bind(id)
                .execute(&mut transaction)
                .await?;
        }
        query("DELETE FROM setting WHERE owner = $1")
            .bind(id)
            .execute(&mut transaction)
            .await?;
        query(transaction.either(UNBLOCK, postgres::UNBLOCK))
            .bind(user.0.to_string())
            .execute(&mut transaction)
            .await?;
        query("UPDATE bar SET moderator = NULL WHERE moderator = $1")
            .bind(id)
            .execute(&mut transaction)
            .await?;
        anonymize(&mut transaction, user, true).await?;
        scrub::note(&mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Notices to others that name a person name "somebody" instead; `past` includes those that were sent.
async fn anonymize(
    connection: &mut Connection,
    user: UserId,
    past: bool,
) -> Result<(), StoreError> {
    let update = if past {
        "UPDATE outbox SET why = replace(why, $1, $2) WHERE instr(why, $1) > 0"
    } else {
        "UPDATE outbox SET why = replace(why, $1, $2) WHERE done IS NULL AND instr(why, $1) > 0"
    };
    query(update)
        .bind(user.0.to_string())
        .bind(SOMEBODY.0.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// The tables that name people.
async fn tables(connection: &mut Connection) -> Result<Vec<String>, StoreError> {
    let tables = query_scalar(connection.either(TABLES, postgres::TABLES));
    Ok(tables.fetch_all(connection).await?)
}

/// Where something is kept about a person.
async fn sources(connection: &mut Connection) -> Result<Vec<Source>, StoreError> {
    let tables = tables(connection).await?;
    let mut sources: Vec<Source> = tables
        .into_iter()
        .map(|table| match table.as_str() {
            "bar" => Source {
                from: "bar WHERE person = $1".to_owned(),
                digest: true,
                table,
            },
            "event" => Source {
                from: format!("event WHERE \"user\" = $1 AND game IN ({MATCHES})"),
                digest: false,
                table,
            },
            _ => Source {
                from: format!("\"{table}\" WHERE \"user\" = $1"),
                digest: false,
                table,
            },
        })
        .collect();
    sources.push(Source {
        table: "setting".to_owned(),
        from: "setting WHERE owner = $1".to_owned(),
        digest: false,
    });
    Ok(sources)
}

/// A row as JSON, without whom it is about and without what is empty.
fn to_json(row: &sql::Row) -> Result<Value, StoreError> {
    let mut members = Map::new();
    for (name, value) in row.columns()? {
        if ["user", "owner", "person"].contains(&name.as_str()) {
            continue;
        }
        let value = match value {
            SqlValue::Integer(Some(number)) if number.unsigned_abs() > EXACT => {
                Value::String(unsigned(number).to_string())
            }
            SqlValue::Integer(Some(number)) => Value::from(number),
            SqlValue::Real(Some(number)) => Value::from(number),
            SqlValue::Text(Some(text)) => Value::String(text.into_owned()),
            SqlValue::Integer(None) | SqlValue::Real(None) | SqlValue::Text(None) => {
                continue;
            }
        };
        members.insert(name, value);
    }
    Ok(Value::Object(members))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody who asks what is kept about them does not make the bot read every move ever made.
    #[tokio::test]
    async fn the_matches_of_a_person_are_found_by_indexes() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sqlite::steps(&store, MATCHES).await;
        for index in ["seat_user", "guest_user", "event_user"] {
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
        }
        assert!(
            plan.iter().all(|step| !step.starts_with("SCAN")),
            "{plan:#?}"
        );
        let mut reader = store.read().await.unwrap();
        for source in sources(&mut reader).await.unwrap() {
            let count = format!("SELECT count(*) FROM {}", source.from);
            for step in crate::store::sqlite::steps(&store, &count).await {
                assert!(!step.starts_with("SCAN"), "{}: {step}", source.table);
            }
        }
    }
}
