//! The data stored about one user: showing and erasing it.
//!
//! Tables with users are found in the schema, by a column `user`, so that a table added later is neither missing from
//! what a user is shown nor left out of an erasure. Matches belong to the other players, too: there the user's id is
//! replaced by one of nobody.

use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

use super::moderation::person;
use super::rating::count;
use crate::match_state::{Event, GameId, UserId};
use crate::store::matches::append::{add, insert_events};
use crate::store::matches::due::last_outage;
use crate::store::sql::value::SqlValue;
use crate::store::sql::{self, Connection, query, query_scalar};
use crate::store::{
    Commit, Store, StoreError, database::scrub, narrow, signed, sql::postgres, unsigned,
};

/// The statement that finds the matches that name a user. Whoever moved holds or held a seat, so moves are left out.
const MATCHES: &str = "SELECT game FROM seat WHERE \"user\" = $1 UNION SELECT game FROM guest WHERE \"user\" = $1 \
    UNION SELECT game FROM event WHERE \"user\" = $1 AND \"user\" IS NOT NULL AND kind NOT IN ('moved', 'answered')";

/// The tables with a column `user`.
const TABLES: &str = "SELECT found.name FROM sqlite_schema AS found JOIN pragma_table_info(found.name) AS field \
    WHERE found.type = 'table' AND field.name = 'user' ORDER BY found.name";

/// Replaces a user's name in all notifications to others.
const ANONYMIZE: &str = "UPDATE outbox SET why = replace(why, $1, $2) WHERE instr(why, $1) > 0";

/// Replaces a user's name in notifications to others that have not been sent.
const ANONYMIZE_UNSENT: &str =
    "UPDATE outbox SET why = replace(why, $1, $2) WHERE done IS NULL AND instr(why, $1) > 0";

/// Removes a user from the lists of blocked users in others' preferences.
const UNBLOCK: &str = "UPDATE setting SET value = json_set(value, '$.blocked', (SELECT json_group_array(one.value) \
    FROM json_each(setting.value, '$.blocked') AS one WHERE CAST(one.value AS TEXT) <> $1)) \
    WHERE key = 'preferences' AND json_valid(value) AND EXISTS (SELECT 1 \
    FROM json_each(setting.value, '$.blocked') AS one WHERE CAST(one.value AS TEXT) = $1)";

/// The largest whole number that every JSON reader reads exactly; larger ones are written as text.
const EXACT: u64 = 1 << 53;

/// The id that replaces those of erased users where it need not tell them apart.
const SOMEBODY: UserId = UserId(u64::MAX);

/// The rows of one table about a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The table.
    pub table: String,
    /// The rows, column by column, without the user's own id. Empty if they were only counted.
    pub rows: Vec<Value>,
    /// Number of rows.
    pub count: u32,
}

/// The part of a statement after `SELECT ... FROM` for one table, with the user's id or digest as `$1`.
struct Source {
    table: String,
    from: String,
    digest: bool,
}

impl Store {
    /// Counts the rows stored about a user by table; tables without such rows are left out.
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

    /// Returns everything stored about a user by table, as of one moment; tables without such rows are left out.
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

    /// Returns the matches that name a user.
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

    /// Erases a user from one match with `ply` events, at the time `at` (seconds of the Unix epoch), in one
    /// transaction. The user first leaves a match that is not over (`left`); another id replaces the user's in the
    /// events and seats; the user's notes, offers and plans are deleted; unsent notifications to others name
    /// "somebody". An event records the erasure, so that nothing that was read before can be written after it.
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
        // Two users erased from the same match get two ids: a record in which one user joins twice would be invalid.
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
        // Checkpoints contain the ids of all players, and are made again from the events.
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
        anonymize(&mut transaction, user, ANONYMIZE_UNSENT).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Erases the data about a user besides matches, in one transaction. Returns false, with nothing changed, if a
    /// match still names the user.
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
        // A tournament keeps the row of an erased player; before it begins there is nothing to keep.
        query(
            "DELETE FROM entrant WHERE \"user\" = $1 AND EXISTS (SELECT 1 FROM tournament \
             WHERE tournament.id = entrant.tournament AND tournament.phase = 'open')",
        )
        .bind(id)
        .execute(&mut transaction)
        .await?;
        for table in tables(&mut transaction).await? {
            let gone = match table.as_str() {
                "entrant" | "tournament" => {
                    format!("UPDATE {table} SET \"user\" = NULL WHERE \"user\" = $1")
                }
                // A bar stays in force for the erased user: only the id is deleted.
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
        anonymize(&mut transaction, user, ANONYMIZE).await?;
        scrub::note(&mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Replaces a user's name by "somebody" in notifications to others: [`ANONYMIZE`] or [`ANONYMIZE_UNSENT`].
async fn anonymize(
    connection: &mut Connection,
    user: UserId,
    update: &'static str,
) -> Result<(), StoreError> {
    query(update)
        .bind(user.0.to_string())
        .bind(SOMEBODY.0.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the tables that name users.
async fn tables(connection: &mut Connection) -> Result<Vec<String>, StoreError> {
    let tables = query_scalar(connection.either(TABLES, postgres::TABLES));
    Ok(tables.fetch_all(connection).await?)
}

/// Returns the sources of everything stored about a user.
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

/// Returns a row as JSON, without the user's own id and without nulls.
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

    /// A request for a user's data does not read every event ever stored.
    #[tokio::test]
    async fn the_matches_of_a_person_are_found_by_indexes() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sql::sqlite::steps(&store, MATCHES).await;
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
            for step in crate::store::sql::sqlite::steps(&store, &count).await {
                assert!(!step.starts_with("SCAN"), "{}: {step}", source.table);
            }
        }
    }
}
