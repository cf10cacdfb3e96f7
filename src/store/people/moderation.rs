//! Decisions of a server's moderators: users barred from its tables, and hidden matches.

use crate::match_state::{GameId, GuildId, UserId};
use crate::rules::digest;
use crate::store::sql::{query, query_scalar};
use crate::store::{Store, StoreError, signed, sql::postgres, unsigned};

/// The statement of [`Store::hidden`].
const HIDDEN: &str = "SELECT asked.value FROM json_each($1) AS asked WHERE 'hide' = \
    (SELECT text FROM event INDEXED BY event_moderated \
     WHERE game = asked.value AND kind = 'moderated' AND text IN ('hide', 'show') ORDER BY ply DESC LIMIT 1)";

/// A user who is barred from a server's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The user; `None` if their data was erased.
    pub user: Option<UserId>,
    /// The moderator; `None` if their data was erased.
    pub moderator: Option<UserId>,
    /// The time of the bar, in seconds of the Unix epoch.
    pub at: i64,
}

/// Returns a digest that identifies a user whose id is not kept. The digest is no secret: anybody who has the id can
/// compute it.
pub(in crate::store) fn person(user: UserId) -> String {
    format!("{:032x}", digest(&format!("person {}", user.0)))
}

impl Store {
    /// Bars a user from a server's tables; false if the user is barred already.
    ///
    /// # Errors
    /// The database failed.
    pub async fn bar(
        &self,
        guild: GuildId,
        user: UserId,
        moderator: UserId,
        at: i64,
    ) -> Result<bool, StoreError> {
        let done = self.write_once("bar", query(
            "INSERT INTO bar (guild, person, \"user\", moderator, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(signed(guild.0))
        .bind(person(user))
        .bind(signed(user.0))
        .bind(signed(moderator.0))
        .bind(at)).await?;
        Ok(done > 0)
    }

    /// Lifts a user's bar from a server's tables; false if there was none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn allow(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError> {
        let done = self
            .write_once(
                "bar",
                query("DELETE FROM bar WHERE guild = $1 AND person = $2")
                    .bind(signed(guild.0))
                    .bind(person(user)),
            )
            .await?;
        Ok(done > 0)
    }

    /// True if a user is barred from a server's tables.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_barred(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError> {
        Ok(query("SELECT 1 FROM bar WHERE guild = $1 AND person = $2")
            .bind(signed(guild.0))
            .bind(person(user))
            .finds(&mut self.read().await?)
            .await?)
    }

    /// Returns at most `most` users who are barred from a server's tables, the latest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn bars(&self, guild: GuildId, most: u32) -> Result<Vec<Bar>, StoreError> {
        let rows = query(
            "SELECT \"user\", moderator, at FROM bar WHERE guild = $1 ORDER BY at DESC, person LIMIT $2",
        )
        .bind(signed(guild.0))
        .bind(most)
        .fetch_all(&mut self.read().await?)
        .await?;
        let user = |user: Option<i64>| user.map(|user| UserId(unsigned(user)));
        rows.iter()
            .map(|row| {
                Ok(Bar {
                    user: user(row.try_get("user")?),
                    moderator: user(row.try_get("moderator")?),
                    at: row.try_get("at")?,
                })
            })
            .collect()
    }

    /// Returns those of these matches that moderators hide from everybody who does not play in them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn hidden(&self, games: &[GameId]) -> Result<Vec<GameId>, StoreError> {
        let games: Vec<i64> = games.iter().map(|game| game.0).collect();
        let mut connection = self.read().await?;
        let hidden = query_scalar::<i64>(connection.either(HIDDEN, postgres::HIDDEN))
            .bind(serde_json::json!(games).to_string())
            .fetch_all(&mut connection)
            .await?;
        Ok(hidden.into_iter().map(GameId).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of matches finds the hidden ones without reading all events.
    #[tokio::test]
    async fn hidden_matches_are_found_by_an_index() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sql::sqlite::steps(&store, HIDDEN).await;
        let by_index = plan.iter().any(|step| step.contains("event_moderated"));
        assert!(by_index, "{plan:#?}");
    }
}
