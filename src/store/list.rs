//! Finding matches: by who plays, by where they live, by whom they wait for. Every search goes by an index that holds
//! no ended match, so that none of them grows with the number of games ever played.

use sqlx::Row as _;

use super::load::read_row;
use super::{Row, Store, StoreError, narrow, signed, unsigned};
use crate::table::{ChannelId, GameId, UserId};

/// See [`Store::games_of`].
const GAMES_OF: &str = "SELECT game.*, max(mine.awaited) AS awaited FROM \
    (SELECT game, awaited FROM seat WHERE user = ?1 AND live = 1 \
     UNION ALL SELECT game, 0 FROM guest WHERE user = ?1) AS mine \
    JOIN game ON game.id = mine.game \
    GROUP BY game.id ORDER BY max(mine.awaited) DESC, game.since, game.id";

/// See [`Store::awaiting`].
const AWAITING: &str = "SELECT DISTINCT game.id FROM seat JOIN game ON game.id = seat.game \
    WHERE seat.user = ? AND seat.awaited = 1 ORDER BY game.since, game.id";

/// See [`Store::games_at`].
const GAMES_AT: &str =
    "SELECT * FROM game WHERE home = ? AND phase IN ('open', 'playing') ORDER BY id";

/// See [`Store::last_over_at`].
const LAST_OVER_AT: &str =
    "SELECT id FROM game WHERE home = ? AND phase = 'over' ORDER BY id DESC LIMIT 1";

/// Who takes part in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// Who holds each seat, by its number.
    pub seats: Vec<(u8, UserId)>,
    /// The seats whose turn it is.
    pub awaited: Vec<u8>,
    /// Who has a place at the open table.
    pub guests: Vec<UserId>,
    /// Who has been invited to it and has not answered.
    pub invited: Vec<UserId>,
}

impl Store {
    /// The matches that a user plays, is at the open table of or is invited to, and that are not over: those that
    /// wait for their move first, the longest waiting first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of(&self, user: UserId) -> Result<Vec<Row>, StoreError> {
        let rows = sqlx::query(GAMES_OF)
            .bind(signed(user.0))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read_row).collect()
    }

    /// The matches that wait for a user's move, the longest waiting first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn awaiting(&self, user: UserId) -> Result<Vec<GameId>, StoreError> {
        let games = sqlx::query_scalar::<_, i64>(AWAITING)
            .bind(signed(user.0))
            .fetch_all(&self.readers)
            .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// The matches of a thread or channel that are not over, oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_at(&self, home: ChannelId) -> Result<Vec<Row>, StoreError> {
        let rows = sqlx::query(GAMES_AT)
            .bind(signed(home.0))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read_row).collect()
    }

    /// The match of a thread or channel that began last of those that are over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_over_at(&self, home: ChannelId) -> Result<Option<GameId>, StoreError> {
        let game = sqlx::query_scalar::<_, i64>(LAST_OVER_AT)
            .bind(signed(home.0))
            .fetch_optional(&self.readers)
            .await?;
        Ok(game.map(GameId))
    }

    /// How many matches are in each phase. It grows with the number of matches ever played: for numbers to look at.
    ///
    /// # Errors
    /// The database failed.
    pub async fn census(&self) -> Result<[(&'static str, u32); 3], StoreError> {
        let mut census = [("open", 0), ("playing", 0), ("over", 0)];
        let rows = sqlx::query("SELECT phase, count(*) AS count FROM game GROUP BY phase")
            .fetch_all(&self.readers)
            .await?;
        for row in &rows {
            let phase: String = row.try_get("phase")?;
            if let Some((_, count)) = census.iter_mut().find(|(name, _)| *name == phase) {
                *count = narrow(row.try_get("count")?, "a number of matches")?;
            }
        }
        Ok(census)
    }

    /// Who takes part in a match now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn company(&self, game: GameId) -> Result<Company, StoreError> {
        let mut snapshot = self.readers.begin().await?;
        let mut company = Company::default();
        let seats = sqlx::query(
            "SELECT number, user, awaited FROM seat WHERE game = ? AND until IS NULL ORDER BY number",
        )
        .bind(game.0)
        .fetch_all(&mut *snapshot)
        .await?;
        for row in &seats {
            let number = narrow(row.try_get("number")?, "a seat's number")?;
            company
                .seats
                .push((number, UserId(unsigned(row.try_get("user")?))));
            if row.try_get::<bool, _>("awaited")? {
                company.awaited.push(number);
            }
        }
        let guests = sqlx::query("SELECT user, invited FROM guest WHERE game = ? ORDER BY number")
            .bind(game.0)
            .fetch_all(&mut *snapshot)
            .await?;
        for row in &guests {
            let user = UserId(unsigned(row.try_get("user")?));
            if row.try_get::<bool, _>("invited")? {
                company.invited.push(user);
            } else {
                company.guests.push(user);
            }
        }
        Ok(company)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of SQLite's plan for a query.
    async fn plan(store: &Store, query: &str) -> Vec<String> {
        let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
        let rows = sqlx::query(explain)
            .fetch_all(&store.readers)
            .await
            .unwrap();
        rows.iter().map(|row| row.get("detail")).collect()
    }

    #[tokio::test]
    async fn no_list_reads_games_that_are_over() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("rookery.db"))
            .await
            .unwrap();
        for (query, index) in [
            (GAMES_OF, "INDEX seat_live (user=?)"),
            (GAMES_OF, "INDEX guest_user (user=?)"),
            (AWAITING, "INDEX seat_awaited (user=?)"),
            (GAMES_AT, "INDEX game_home (home=? AND phase=?)"),
            (LAST_OVER_AT, "INDEX game_home (home=? AND phase=?)"),
        ] {
            let plan = plan(&store, query).await;
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
            for step in &plan {
                let subquery = step.starts_with("SCAN mine");
                assert!(subquery || !step.starts_with("SCAN"), "{plan:#?}");
            }
        }
    }
}
