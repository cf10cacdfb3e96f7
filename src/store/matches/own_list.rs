//! The list of a person's matches, chosen by phase, game and opponent. The order of those that are not over is that of
//! the deadlines, which change with every move, so no index has it: they are sorted [`SORTED`] at a time.

use crate::match_state::{GameId, UserId};
use crate::store::sql::query_scalar;
use crate::store::{Store, StoreError, signed};

/// Number of matches that are sorted together: the default limit on matches per person, so that few have more.
const SORTED: u32 = crate::config::GAMES_PER_PERSON;

/// The statement of [`Store::own_list`] for matches that are not over. An index gives the matches that are sorted
/// together, and those before them: first those that wait for the user, then others, the longest unchanged first, then
/// tables. A user with several seats in a match may have it both among those that wait and among the others, so twice
/// as many of the others are read.
const RUNNING: &str = "SELECT game.id FROM (SELECT game, max(awaited) AS awaited FROM \
      (SELECT * FROM (SELECT game, 1 AS awaited, stands FROM seat WHERE \"user\" = $1 AND live = 1 AND awaited = 1 \
        GROUP BY stands, game ORDER BY stands, game LIMIT $7) AS waiting \
       UNION ALL SELECT * FROM (SELECT game, 0, stands FROM seat WHERE \"user\" = $1 AND live = 1 AND awaited = 0 \
        GROUP BY stands, game ORDER BY stands, game LIMIT 2 * $7) AS others \
       UNION ALL SELECT game, 0, 9223372036854775807 FROM guest WHERE \"user\" = $1) AS places \
     WHERE ($4 IS NULL OR $4 = (SELECT key FROM game WHERE id = places.game)) AND ($5 IS NULL OR $5 IN \
      (SELECT seat.user FROM seat WHERE seat.game = places.game AND seat.live = 1 \
       UNION ALL SELECT guest.user FROM guest WHERE guest.game = places.game)) \
     GROUP BY game ORDER BY max(awaited) DESC, min(stands), game LIMIT $6 OFFSET $3 / $6 * $6) AS mine \
    CROSS JOIN game WHERE game.id = mine.game \
    ORDER BY mine.awaited DESC, game.phase DESC, game.deadline IS NULL, game.deadline, game.since, game.id \
    LIMIT $2 OFFSET $3 % $6";

/// The statement of [`Store::own_list`] for matches that are over. A user may have held several seats of one.
const OVER: &str = "SELECT seat.game FROM seat CROSS JOIN game WHERE seat.user = $1 AND seat.live = 0 \
     AND game.id = seat.game AND game.phase = 'over' AND game.key = coalesce($4, game.key) \
     AND coalesce($5, $1) IN (SELECT other.user FROM seat AS other WHERE other.game = game.id) \
    GROUP BY seat.stands, seat.game ORDER BY seat.stands DESC, seat.game DESC LIMIT $2 OFFSET $3";

/// A choice among a user's matches; the default is all that are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// True for those that are over, false for the others.
    pub over: bool,
    /// The key of the only game wanted.
    pub key: Option<String>,
    /// A user who must have a place in each.
    pub with: Option<UserId>,
}

impl Store {
    /// Returns at most `most` of a user's matches, after the first `skip`. Of those that are not over, first those that
    /// wait for the user's move, the nearest deadline first, then those that wait for others, likewise, then open
    /// tables: of more than [`SORTED`] each so many by themselves. Of those that are over, the last to end first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own_list(
        &self,
        user: UserId,
        filter: &ListFilter,
        (skip, most): (u32, u32),
    ) -> Result<Vec<GameId>, StoreError> {
        let read = async |skip: u32, most: u32| {
            let statement = if filter.over { OVER } else { RUNNING };
            let mut list = query_scalar::<i64>(statement)
                .bind(signed(user.0))
                .bind(most)
                .bind(skip)
                .bind(filter.key.as_deref())
                .bind(filter.with.map(|with| signed(with.0)));
            if !filter.over {
                // A choice of game or opponent is made among all.
                let places = match (&filter.key, filter.with) {
                    (None, None) => skip / SORTED * SORTED + SORTED,
                    _ => u32::MAX,
                };
                list = list.bind(SORTED).bind(places);
            }
            list.fetch_all(&mut self.read().await?).await
        };
        let mut games = read(skip, most).await?;
        // Where matches that were sorted together end, the next ones follow.
        let next = skip + games.len() as u32;
        if !filter.over && next > skip && next.is_multiple_of(SORTED) && games.len() < most as usize
        {
            games.extend(read(next, most - games.len() as u32).await?);
        }
        Ok(games.into_iter().map(GameId).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sql::query;

    /// The games of others are not read, and of those that are over no more than are shown: they need no sorting.
    #[tokio::test]
    async fn lists_are_read_by_the_indexes_of_the_player() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let steps = async |query| crate::store::sql::sqlite::steps(&store, query).await;
        let (running, over) = (steps(RUNNING).await, steps(OVER).await);
        let reads = |plan: &[String], index: &str| plan.iter().any(|step| step.contains(index));
        for index in [
            "INDEX seat_list (user=? AND awaited=?)",
            "INDEX guest_user (user=?)",
            "INTEGER PRIMARY KEY (rowid=?)",
        ] {
            assert!(reads(&running, index), "{running:#?}");
        }
        assert!(reads(&over, "INDEX seat_over (user=?)"), "{over:#?}");
        assert!(!reads(&over, "TEMP B-TREE"), "{over:#?}");
    }

    /// Somebody may have more matches than are sorted together: each is on one page, those that wait come first, and
    /// among so many the nearest deadline.
    #[tokio::test]
    async fn the_pages_of_a_long_list_hold_each_match_once() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let mut transaction = store.begin().await.unwrap();
        for fill in [
            "CREATE TEMP TABLE number AS WITH RECURSIVE count (n) AS \
             (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 500) SELECT n FROM count",
            "INSERT INTO game (id, key, options, rules, guild, channel, home, opened, ply, phase, since, moves, changed, \
             audience, free, deadline) SELECT n, 'key' || (n % 2), '{}', 1, 500, 900, 900, 0, 1, 'playing', n, 1, 1, \
             'server', 0, 5000 - n FROM number",
            "INSERT INTO seat (game, number, tenure, user, since, live, awaited, stands) \
             SELECT n, 0, 1, 7, 0, 1, n > 250, n FROM number",
        ] {
            let filled = query(fill).execute(&mut transaction).await;
            filled.unwrap();
        }
        transaction.commit().await.unwrap();
        let pages = async |filter: &ListFilter| {
            let mut games = Vec::new();
            for page in 0..60 {
                let span = (page * 10, 11);
                let mut page = store.own_list(UserId(7), filter, span).await.unwrap();
                page.truncate(10);
                games.extend(page.into_iter().map(|game| game.0));
            }
            games
        };
        let parts = |ends: &[(i64, i64)], step: usize| -> Vec<i64> {
            let part = |&(first, last): &(i64, i64)| (first..=last).rev().step_by(step);
            ends.iter().flat_map(part).collect()
        };
        let waiting = [(251, 350), (351, 450), (451, 500)];
        let others = [(1, 50), (51, 150), (151, 250)];
        let all = parts(&[waiting, others].concat(), 1);
        assert_eq!(pages(&ListFilter::default()).await, all);
        let even = ListFilter {
            key: Some("key0".to_owned()),
            ..ListFilter::default()
        };
        let half = parts(&[(252, 450), (452, 500), (2, 150), (152, 250)], 2);
        assert_eq!(pages(&even).await, half);
    }
}
