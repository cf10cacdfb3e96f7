//! Matches in which something is due, and outages, which are given back to every clock.

use sqlx::AssertSqlSafe;

use crate::match_state::{GameId, Timer};
use crate::store::processes::claim::{self, Processes};
use crate::store::sql::{Connection, list, query, query_scalar};
use crate::store::{ClaimKind, Store, StoreError, sql::postgres};

/// The statement of [`Store::due`]; it leaves out matches claimed by another process.
fn due(processes: Processes) -> String {
    let others = claim::and_of_others(processes, ClaimKind::Deadline, "$4", "$1");
    let unlocked = match processes {
        Processes::One => "",
        Processes::Several { .. } => "FOR NO KEY UPDATE SKIP LOCKED",
    };
    format!(
        "SELECT id FROM game WHERE due <= $1 AND id NOT IN (SELECT value FROM json_each($2){others}) \
         AND NOT EXISTS (SELECT 1 FROM outage WHERE moved IS NOT NULL) ORDER BY due, id LIMIT $3 {unlocked}"
    )
}

/// The statement of [`Store::next_due`].
const NEXT_DUE: &str = "SELECT due FROM game WHERE due IS NOT NULL ORDER BY due LIMIT 1";

/// The statement for the time of the last heartbeat.
const HEARTBEAT: &str = "SELECT at FROM heartbeat WHERE id = 1";

/// The statement of [`Store::last_outage`].
const LAST_OUTAGE: &str = "SELECT coalesce(max(id), 0) FROM outage";

/// The first outage that has not been applied to all matches yet. Another process may be applying it.
const UNFINISHED: &str =
    "SELECT id, since, until, moved FROM outage WHERE moved IS NOT NULL ORDER BY id LIMIT 1";

/// Moves the times of a number of matches by an outage, as `Timer::given_back` does for clocks that never rest: forward,
/// or for a clock that was set back.
const MOVE: [&str; 2] = [
    "UPDATE game SET deadline = deadline + max(0, $2 - max($1, runs)), due = due + max(0, $2 - max($1, runs)), \
     runs = runs + max(0, $2 - max($1, runs)), outage = $3 \
     WHERE id > $4 AND id <= $5 AND due IS NOT NULL AND outage < $3 AND deadline > $1 AND rests = 0",
    "UPDATE game SET deadline = deadline + $2 - $1, due = due + $2 - $1, runs = runs + $2 - $1, outage = $3 \
     WHERE id > $4 AND id <= $5 AND due IS NOT NULL AND outage < $3 AND runs <= $1 AND rests = 0",
];

/// Lets the home of each match among a number of them be told that its clock goes on, if the time that its last message
/// names has passed during the outage.
const TELL: &str = "INSERT INTO outbox (game, ply, why, at, ready) \
     SELECT id, ply, $6, CAST($2 AS BIGINT), CAST($2 AS BIGINT) FROM game \
     WHERE id > $4 AND id <= $5 AND due IS NOT NULL AND outage < $3 AND deadline > $1 AND deadline <= $2 \
     AND phase = 'playing' AND home IS NOT NULL AND outside = 0";

/// The matches among a number of them whose clocks rest at weekends, and that an outage has not moved yet.
const RESTING: &str = "SELECT id, runs, deadline, due FROM game \
     WHERE id > $1 AND id <= $2 AND due IS NOT NULL AND outage < $3 AND rests = 1";

/// The most matches claimed at a time, so that other processes find some too.
const SHARE: u32 = 20;

/// Shortest time between two heartbeats, in seconds.
const HEARTBEAT_INTERVAL: i64 = 5;

/// A time in which the bot did not run, or by which the machine's clock leapt. `until` is before `since` if the clock
/// was set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The outage's number, from 1.
    pub id: i64,
    /// The beginning, in seconds of the Unix epoch.
    pub since: i64,
    /// The end, in seconds of the Unix epoch.
    pub until: i64,
}

impl Store {
    /// Returns the matches in which something is due at `now` (seconds of the Unix epoch), the longest due first, none
    /// of `except`; empty until the last outage has been applied to all matches ([`Store::give_back`]). If several
    /// processes share the database, the matches are claimed for this one, which gives each back with
    /// [`Store::release`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn due(
        &self,
        now: i64,
        except: &[GameId],
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let except: Vec<i64> = except.iter().map(|game| game.0).collect();
        let processes = self.processes();
        let asked = query_scalar(AssertSqlSafe(due(processes)))
            .bind(now)
            .bind(list(&except));
        let games: Vec<i64> = match processes {
            Processes::One => {
                let asked = asked.bind(limit);
                asked.fetch_all(&mut self.read().await?).await?
            }
            Processes::Several { holder } => {
                let mut transaction = self.begin_claiming().await?;
                let asked = asked.bind(limit.min(SHARE)).bind(holder);
                let games = asked.fetch_all(&mut transaction).await?;
                let kind = ClaimKind::Deadline;
                let games = claim::take(&mut transaction, holder, kind, games, now).await?;
                transaction.commit().await?;
                games
            }
        };
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the time at which something is due next in any match, in seconds of the Unix epoch.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> Result<Option<i64>, StoreError> {
        Ok(query_scalar(NEXT_DUE)
            .fetch_optional(&mut self.read().await?)
            .await?)
    }

    /// Returns the time of the last heartbeat, in seconds of the Unix epoch; `None` before the first start.
    ///
    /// # Errors
    /// The database failed.
    pub async fn heartbeat(&self) -> Result<Option<i64>, StoreError> {
        Ok(query_scalar(HEARTBEAT)
            .fetch_optional(&mut self.read().await?)
            .await?)
    }

    /// Returns the number of the last outage; 0 if there was none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_outage(&self) -> Result<i64, StoreError> {
        let mut connection = self.read().await?;
        last_outage(&mut connection).await
    }

    /// Writes a heartbeat: the bot is running. `now` (seconds of the Unix epoch) is called when nobody else can write.
    ///
    /// # Errors
    /// The database failed.
    pub async fn beat(&self, now: impl FnOnce() -> i64) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        beat(&mut transaction, now()).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Writes a heartbeat: the bot is running. After a gap of more than `grace` seconds, that time is given back to
    /// every clock; if the machine's clock was set back by more, the time is taken from every deadline: in both cases
    /// players keep the time they had left. The outage is a single row, which counts from then on wherever a match is
    /// loaded; stored deadlines follow by [`Store::give_back`]. `now` (seconds of the Unix epoch) is called the last
    /// time when nobody else can write.
    ///
    /// # Errors
    /// The database failed.
    pub async fn wake(
        &self,
        now: impl Fn() -> i64,
        grace: i64,
    ) -> Result<Option<Outage>, StoreError> {
        let last = self.heartbeat().await?;
        if last.is_some_and(|last| (0..HEARTBEAT_INTERVAL).contains(&(now() - last))) {
            return Ok(None);
        }
        let mut transaction = self.begin().await?;
        let connection = &mut transaction;
        postgres::hold_heartbeat(connection).await?;
        let now = now();
        let last: Option<i64> = query_scalar(HEARTBEAT)
            .fetch_optional(&mut *connection)
            .await?;
        let outage = match last {
            Some(since) if (now - since).abs() > grace => Some(note(connection, since, now).await?),
            _ => None,
        };
        beat(connection, now).await?;
        transaction.commit().await?;
        Ok(outage)
    }

    /// Moves the stored deadlines of up to `matches` matches by the earliest outage that has not been applied to all of
    /// them. Where a deadline had passed meanwhile, the match's home gets a notice of the kind `told`. Returns true if there may be more to do; an outage that another process is applying is left to it.
    ///
    /// Deadlines cannot be stored in a time that stops in outages, which would make this needless: vacations end at a
    /// date, so some deadlines would have to be rewritten even then.
    ///
    /// # Errors
    /// The database failed.
    pub async fn give_back(&self, matches: u32, told: &str) -> Result<bool, StoreError> {
        let mut reading = self.read().await?;
        if !query(UNFINISHED).finds(&mut reading).await? {
            return Ok(false);
        }
        drop(reading);
        let mut transaction = self.begin().await?;
        let connection = &mut transaction;
        let skipped = match &**connection {
            Connection::Sqlite(_) => "",
            Connection::Postgres(..) => " FOR UPDATE SKIP LOCKED",
        };
        let unfinished = query(AssertSqlSafe(format!("{UNFINISHED}{skipped}")));
        let Some(row) = unfinished.fetch_optional(connection).await? else {
            return Ok(false);
        };
        let id: i64 = row.try_get("id")?;
        let (since, until): (i64, i64) = (row.try_get("since")?, row.try_get("until")?);
        let from: i64 = row.try_get("moved")?;
        let to = from + i64::from(matches);
        let tell = query(TELL).bind(since).bind(until).bind(id);
        tell.bind(from)
            .bind(to)
            .bind(told)
            .execute(connection)
            .await?;
        query(MOVE[usize::from(until < since)])
            .bind(since)
            .bind(until)
            .bind(id)
            .bind(from)
            .bind(to)
            .execute(connection)
            .await?;
        let resting = query(RESTING).bind(from).bind(to).bind(id);
        for row in resting.fetch_all(connection).await? {
            let (runs, at): (i64, i64) = (row.try_get("runs")?, row.try_get("deadline")?);
            let moments = [runs, at, row.try_get("due")?];
            let [runs, at, due] = Timer::resting(runs, at).given_back(since, until, moments);
            query("UPDATE game SET runs = $1, deadline = $2, due = $3, outage = $4 WHERE id = $5")
                .bind(runs)
                .bind(at)
                .bind(due)
                .bind(id)
                .bind(row.try_get::<i64>("id")?)
                .execute(connection)
                .await?;
        }
        let more = query("SELECT 1 FROM game WHERE id > $1 LIMIT 1");
        let more = more.bind(to).finds(connection).await?;
        query("UPDATE outage SET moved = $1 WHERE id = $2")
            .bind(more.then_some(to))
            .bind(id)
            .execute(connection)
            .await?;
        transaction.commit().await?;
        self.note_outbox_changed();
        Ok(true)
    }
}

/// Stores an outage.
async fn note(connection: &mut Connection, since: i64, until: i64) -> Result<Outage, StoreError> {
    postgres::hold_outages(connection).await?;
    let insert = "INSERT INTO outage (since, until, moved) VALUES ($1, $2, 0) RETURNING id";
    let id = query_scalar::<i64>(insert)
        .bind(since)
        .bind(until)
        .fetch_one(connection)
        .await?;
    Ok(Outage { id, since, until })
}

/// Returns the number of the last outage; 0 if there was none.
pub(in crate::store) async fn last_outage(connection: &mut Connection) -> Result<i64, StoreError> {
    Ok(query_scalar(LAST_OUTAGE).fetch_one(connection).await?)
}

async fn beat(connection: &mut Connection, now: i64) -> Result<(), StoreError> {
    query(
        "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
    )
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Among 100,000 matches, due ones are found by an index that holds only matches with a timer; a heartbeat reads no
    /// match.
    #[tokio::test]
    async fn what_is_due_is_found_by_an_index() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let seeks = [
            (due(Processes::One).leak() as &str, "INDEX game_due"),
            (NEXT_DUE, "INDEX game_due"),
            (HEARTBEAT, "PRIMARY KEY"),
            (LAST_OUTAGE, "SEARCH outage"),
        ];
        for (query, how) in seeks {
            let plan = crate::store::sql::sqlite::steps(&store, query).await;
            assert!(plan[0].contains(how), "{plan:#?}");
        }
        sqlx::query(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) \
             INSERT INTO game (key, options, rules, channel, opened, ply, phase, since, moves, deadline, runs, due) \
             SELECT 'x', '{}', 1, 1, 0, 9, 'playing', 0, 0, 1000 + i, 0, 1000 + i FROM n",
        )
        .execute(store.pools().0)
        .await
        .unwrap();
        let begun = std::time::Instant::now();
        let due = store.due(1_003, &[GameId(2)], 10).await.unwrap();
        assert_eq!(due, vec![GameId(1), GameId(3)]);
        assert_eq!(store.next_due().await.unwrap(), Some(1_001));
        assert!(begun.elapsed() < std::time::Duration::from_millis(200));
        // An outage moves every deadline once, by the time that was lost.
        store.beat(|| 500).await.unwrap();
        let outage = store.wake(|| 800, 30).await.unwrap().unwrap();
        assert_eq!((outage.since, outage.until), (500, 800));
        assert_eq!(store.due(2_000, &[], 10).await.unwrap(), vec![]);
        while store.give_back(30_000, "{}").await.unwrap() {}
        assert_eq!(store.next_due().await.unwrap(), Some(1_301));
        assert_eq!(store.wake(|| 800, 30).await.unwrap(), None);
        // A clock that is set back moves them all back, and is believed.
        store.wake(|| 500, 30).await.unwrap().unwrap();
        while store.give_back(30_000, "{}").await.unwrap() {}
        assert_eq!(store.next_due().await.unwrap(), Some(1_001));
        assert_eq!(store.heartbeat().await.unwrap(), Some(500));
        assert_eq!(store.last_outage().await.unwrap(), 2);
    }
}
