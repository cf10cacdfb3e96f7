//! Limits on what one user may have or do. They are counted in the transaction that adds to them, so that two requests
//! at the same moment cannot both take the last place.

use crate::match_state::{DAY, GameId, GuildId, UserId};
use crate::store::sql::postgres::hold_people;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Bound, Bounds, Store, StoreError, narrow, signed};

/// Counts a user's matches that are open or being played, without those against the machine.
const GAMES: &str = "SELECT count(*) FROM (SELECT game FROM seat WHERE \"user\" = $1 AND live = 1 \
    AND NOT EXISTS (SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.live = 1 \
    AND other.user BETWEEN 4000001 AND 4000008) \
    UNION SELECT game FROM guest WHERE \"user\" = $1 AND invited = 0) AS mine";

/// Counts the matches against the machine that a user plays and in which somebody has moved since a time.
const MACHINES: &str = "SELECT count(DISTINCT game) FROM seat WHERE \"user\" = $1 AND live = 1 AND stands > $2 \
    AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.live = 1 \
    AND other.user BETWEEN 4000001 AND 4000008)";

/// Counts the open tables that a user opened and sits at.
const TABLES: &str = "SELECT count(DISTINCT guest.game) FROM guest \
    JOIN event ON event.game = guest.game AND event.kind = 'opened' \
    WHERE guest.user = $1 AND guest.invited = 0 AND event.user = $1";

/// Counts the unanswered invitations of a user.
const INVITED: &str = "SELECT count(*) FROM guest WHERE \"user\" = $1 AND invited = 1";

/// Counts the unanswered invitations of a user to tables that one other user opened.
const INVITED_BY: &str = "SELECT count(DISTINCT guest.game) FROM guest \
    JOIN event ON event.game = guest.game AND event.kind = 'opened' \
    WHERE guest.user = $1 AND guest.invited = 1 AND event.user = $2";

/// Counts the notes of a user.
const NOTES: &str = "SELECT count(*) FROM note WHERE \"user\" = $1";

/// Counts a user's uses of something since a time.
const USED: &str = "SELECT count(*) FROM usage WHERE \"user\" = $1 AND what = $2 AND whom IS NOT DISTINCT FROM $3 AND at > $4";

/// A new match, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The match's number.
    pub game: GameId,
    /// True if the role may be mentioned with the match, or if no mention was requested.
    pub mention: bool,
}

impl Store {
    /// Number of a user's matches that are open or being played, without those against the machine.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_under_way(&self, user: UserId) -> Result<u32, StoreError> {
        let games = query_scalar(GAMES).bind(signed(user.0));
        let games = games.fetch_one(&mut self.read().await?).await?;
        narrow(games, "a number of matches")
    }
}

impl Store {
    /// Number of matches against the machine that a user plays and in which somebody has moved since a time, in seconds
    /// of the Unix epoch.
    ///
    /// # Errors
    /// The database failed.
    pub async fn machine_games(&self, user: UserId, since: i64) -> Result<u32, StoreError> {
        let games = query_scalar(MACHINES).bind(signed(user.0)).bind(since);
        let games = games.fetch_one(&mut self.read().await?).await?;
        narrow(games, "a number of matches")
    }
}

/// Refuses a match that would break a limit, and records the uses that are limited by the day.
///
/// # Errors
/// [`StoreError::Bound`].
pub(in crate::store) async fn keep(
    connection: &mut Connection,
    bounds: &Bounds,
    now: i64,
) -> Result<(), StoreError> {
    let counted = bounds.invited.iter().copied().chain([bounds.user]);
    hold_people(connection, counted).await?;
    let user = signed(bounds.user.0);
    let games: i64 = query_scalar(GAMES)
        .bind(user)
        .fetch_one(&mut *connection)
        .await?;
    must_be_below(games, bounds.games, Bound::Games(bounds.games))?;
    if let Some((most, since)) = bounds.machines {
        let machines: i64 = query_scalar(MACHINES)
            .bind(user)
            .bind(since)
            .fetch_one(&mut *connection)
            .await?;
        must_be_below(machines, most, Bound::Machines(most))?;
    }
    if let Some(most) = bounds.tables {
        let tables: i64 = query_scalar(TABLES)
            .bind(user)
            .fetch_one(&mut *connection)
            .await?;
        must_be_below(tables, most, Bound::Tables(most))?;
    }
    query("DELETE FROM usage WHERE at <= $1")
        .bind(now - DAY)
        .execute(&mut *connection)
        .await?;
    for whom in &bounds.invited {
        let mine: i64 = query_scalar(INVITED_BY)
            .bind(signed(whom.0))
            .bind(user)
            .fetch_one(&mut *connection)
            .await?;
        let most = bounds.invitations;
        must_be_below(mine, most, Bound::Invitations(*whom, most))?;
        let all: i64 = query_scalar(INVITED)
            .bind(signed(whom.0))
            .fetch_one(&mut *connection)
            .await?;
        must_be_below(all, bounds.pending, Bound::Pending(*whom))?;
        let most = bounds.invitations_a_day;
        let bound = Bound::InvitationsADay(*whom, most);
        spend(
            connection,
            bounds.user,
            "invite",
            Some(*whom),
            (most, bound),
            now,
        )
        .await?;
    }
    if let Some(most) = bounds.imports_a_day {
        let bound = Bound::ImportsADay(most);
        spend(connection, bounds.user, "import", None, (most, bound), now).await?;
    }
    let most = bounds.begun_a_day;
    let bound = Bound::BegunADay(most);
    spend(connection, bounds.user, "begin", None, (most, bound), now).await
}

/// Refuses a note of a user who has the most allowed.
///
/// # Errors
/// [`StoreError::Bound`].
pub(in crate::store) async fn keep_notes(
    connection: &mut Connection,
    user: UserId,
    most: u32,
) -> Result<(), StoreError> {
    hold_people(connection, [user]).await?;
    let notes: i64 = query_scalar(NOTES)
        .bind(signed(user.0))
        .fetch_one(connection)
        .await?;
    must_be_below(notes, most, Bound::Notes(most))
}

/// Records a use of something that is limited by the day, or refuses it.
async fn spend(
    connection: &mut Connection,
    user: UserId,
    what: &str,
    whom: Option<UserId>,
    (most, bound): (u32, Bound),
    now: i64,
) -> Result<(), StoreError> {
    let whom = whom.map(|whom| signed(whom.0));
    let used: i64 = query_scalar(USED)
        .bind(signed(user.0))
        .bind(what)
        .bind(whom)
        .bind(now - DAY)
        .fetch_one(&mut *connection)
        .await?;
    must_be_below(used, most, bound)?;
    query("INSERT INTO usage (\"user\", what, whom, at) VALUES ($1, $2, $3, $4)")
        .bind(signed(user.0))
        .bind(what)
        .bind(whom)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

/// Takes the one mention of a role that a game has in a server per period: true if it was free.
pub(in crate::store) async fn take_mention(
    connection: &mut Connection,
    (guild, key, every): &(GuildId, String, i64),
    now: i64,
) -> Result<bool, StoreError> {
    let taken = query(
        "INSERT INTO setting (owner, key, value) VALUES ($1, $2, $3) ON CONFLICT (owner, key) DO UPDATE \
         SET value = excluded.value WHERE CAST(setting.value AS BIGINT) NOT BETWEEN $4 + 1 AND $5",
    )
    .bind(signed(guild.0))
    .bind(format!("mentioned:{key}"))
    .bind(now.to_string())
    .bind(now - every)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(taken == 1)
}

fn must_be_below(count: i64, most: u32, bound: Bound) -> Result<(), StoreError> {
    if count < i64::from(most) {
        return Ok(());
    }
    Err(StoreError::Bound(bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A count takes the same time however many matches there are.
    #[tokio::test]
    async fn every_count_goes_by_an_index() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        for query in [
            GAMES,
            MACHINES,
            TABLES,
            INVITED,
            INVITED_BY,
            USED,
            NOTES,
            "DELETE FROM usage WHERE at <= 5",
            crate::store::people::audience::UNKNOWN,
        ] {
            for step in crate::store::sql::sqlite::steps(&store, query).await {
                let whole = step.starts_with("SCAN") && step != "SCAN mine";
                assert!(!whole, "{query}: {step}");
            }
        }
    }
}
