//! Loading of a match: from its last good checkpoint, or from the beginning.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use super::due::last_outage;
use crate::match_state::{Audience, ChannelId, GameId, GuildId, Record, UserId};
use crate::rules::digest;
use crate::store::sql::{self, Connection, list, query, query_scalar};
use crate::store::{
    Checkpoint, EventRow, Outage, PhaseName, Row, Store, StoreError, narrow, signed, unsigned,
};

/// The outages since the event at a ply.
const OUTAGES: &str = "SELECT id, since, until FROM outage WHERE id > \
     coalesce((SELECT outage FROM event WHERE game = $1 AND ply = max(1, $2)), 0) ORDER BY id";

/// Longest time that a glance normally takes.
const QUICK: Duration = Duration::from_secs(1);

/// The statement of [`Store::glance`]. The ply is in a subquery, unknown to PostgreSQL's planner: with a known ply it
/// would expect fewer events, and plan the statement anew each time.
const GLANCE: &str = "SELECT game.*, (SELECT coalesce(max(id), 0) FROM outage) AS last, \
     CAST(unixepoch('subsec') * 1000 AS BIGINT) AS clock, \
     (SELECT at FROM heartbeat WHERE id = 1) AS beat, EXISTS (SELECT 1 FROM plan WHERE game = $1) AS planned, \
     EXISTS (SELECT 1 FROM event WHERE interaction = $2) OR EXISTS (SELECT 1 FROM answered WHERE interaction = $2) \
     AS repeated, since.ply AS event_ply, since.at AS event_at, since.outage AS event_outage, \
     since.kind AS event_kind, since.seat AS event_seat, since.\"user\" AS event_user, since.text AS event_text, \
     since.next AS event_next \
     FROM game LEFT JOIN event AS since ON since.game = $1 AND since.ply > (SELECT CAST($3 AS BIGINT)) \
     WHERE game.id = $1 ORDER BY since.ply";

/// A match's row, and everything else that must be known before something happens to the match.
#[derive(Clone, Debug)]
pub struct Glance {
    /// The match.
    pub row: Row,
    /// The number of the last outage of all; 0 if there was none.
    pub outage: i64,
    /// The time of the last heartbeat, in seconds of the Unix epoch.
    pub heartbeat: Option<i64>,
    /// A moment by this process's monotonic clock, and the time by the clock of the database's server shortly before
    /// it, in milliseconds of the Unix epoch.
    pub clock: (Instant, i64),
    /// The earliest possible moment of the last change of the position, the turn or the open table, by this process's
    /// clock. `None` if the moment is unknown or long ago.
    pub changed: Option<Instant>,
    /// True if the request has been carried out before.
    pub repeated: bool,
    /// The plans and offers of the match.
    pub beside: Beside,
    /// The events after the requested ply, in order.
    pub events: Vec<EventRow>,
}

/// The plans and offers of a match. A kind that is absent need not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    /// True if there may be plans.
    pub plans: bool,
    /// True if there may be offers.
    pub offers: bool,
}

impl Default for Beside {
    fn default() -> Self {
        Beside {
            plans: true,
            offers: true,
        }
    }
}

/// A stored match.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The match's row.
    pub row: Row,
    /// The checkpoint before `events`; `None` if these are all events.
    pub checkpoint: Option<Checkpoint>,
    /// The plies of damaged checkpoints.
    pub damaged: Vec<u32>,
    /// The events after the checkpoint, in order.
    pub events: Vec<EventRow>,
    /// The outages since the checkpoint, in the order of their numbers.
    pub outages: Vec<Outage>,
    /// The number of the last outage of all; 0 if there was none.
    pub outage: i64,
}

impl Checkpoint {
    /// Returns a digest of the contents, by which damage is found.
    pub(in crate::store) fn digest(&self, game: GameId) -> String {
        let (ply, standing, position) = (self.ply, &self.standing, &self.position);
        let whole = format!("{}\n{ply}\n{standing}\n{position}", game.0);
        format!("{:032x}", digest(&whole))
    }
}

impl Store {
    /// Returns a match from its last checkpoint, strictly before its last move (and, if `since` is given, not after
    /// that ply), with the events after the checkpoint; all as of one moment. No move was taken back after that
    /// checkpoint, since a takeback may lead to before it.
    ///
    /// # Errors
    /// [`StoreError::NoGame`].
    pub fn load(
        &self,
        game: GameId,
        since: Option<u32>,
    ) -> BoxFuture<'_, Result<Stored, StoreError>> {
        Box::pin(async move {
            let mut snapshot = self.snapshot().await?;
            let row = fetch_row(&mut snapshot, game).await?;
            let mut damaged = Vec::new();
            let mut checkpoint = None;
            for (candidate, sound) in fetch_checkpoints(&mut snapshot, game, since).await? {
                if sound {
                    checkpoint = Some(candidate);
                    break;
                }
                damaged.push(candidate.ply);
            }
            let after = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.ply);
            let events = fetch_events(&mut snapshot, game, after).await?;
            let outages = fetch_outages(&mut snapshot, game, after).await?;
            Ok(Stored {
                row,
                checkpoint,
                damaged,
                events,
                outages,
                outage: last_outage(&mut snapshot).await?,
            })
        })
    }

    /// Returns a match with all its events.
    ///
    /// # Errors
    /// [`StoreError::NoGame`].
    pub fn load_whole(&self, game: GameId) -> BoxFuture<'_, Result<Stored, StoreError>> {
        Box::pin(async move {
            let mut snapshot = self.snapshot().await?;
            Ok(Stored {
                row: fetch_row(&mut snapshot, game).await?,
                checkpoint: None,
                damaged: Vec::new(),
                events: fetch_events(&mut snapshot, game, 0).await?,
                outages: fetch_outages(&mut snapshot, game, 0).await?,
                outage: last_outage(&mut snapshot).await?,
            })
        })
    }

    /// Returns the row of a match.
    ///
    /// # Errors
    /// [`StoreError::NoGame`].
    pub fn row(&self, game: GameId) -> BoxFuture<'_, Result<Row, StoreError>> {
        Box::pin(async move {
            let mut connection = self.read().await?;
            fetch_row(&mut connection, game).await
        })
    }

    /// Returns everything that must be known of a match before a request changes it, with the events after ply `after`
    /// (with `None`, without events), by one statement.
    ///
    /// # Errors
    /// [`StoreError::NoGame`].
    pub async fn glance(
        &self,
        game: GameId,
        interaction: Option<u64>,
        after: Option<u32>,
    ) -> Result<Glance, StoreError> {
        let mut connection = self.read().await?;
        let asked = Instant::now();
        let rows = query(GLANCE)
            .bind(game.0)
            .bind(interaction.map(signed))
            .bind(after.map_or(i64::MAX, i64::from))
            .fetch_all(&mut connection)
            .await?;
        let answered = Instant::now();
        let row = rows.first().ok_or(StoreError::NoGame(game))?;
        let clock: i64 = row.try_get("clock")?;
        // The server's clock was read at some moment between the two. If that clock was set back since the change, the
        // time of the change is unknown.
        let looked = answered - (answered - asked).min(QUICK);
        let ago = u64::try_from(clock - row.try_get::<i64>("changed_at")?).ok();
        let changed = ago.and_then(|ago| looked.checked_sub(Duration::from_millis(ago + 1)));
        // A match without such events still has one row, with nulls in their place.
        let events = match row.try_get::<Option<i64>>("event_ply")? {
            Some(_) => rows.iter().map(read_event).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        Ok(Glance {
            row: read_row(row)?,
            outage: row.try_get("last")?,
            heartbeat: row.try_get("beat")?,
            clock: (answered, clock),
            changed,
            repeated: row.flag("repeated")?,
            beside: Beside {
                plans: row.flag("planned")?,
                offers: row.flag("offered")?,
            },
            events,
        })
    }
}

async fn fetch_row(connection: &mut Connection, game: GameId) -> Result<Row, StoreError> {
    let row = query("SELECT * FROM game WHERE id = $1")
        .bind(game.0)
        .fetch_optional(connection)
        .await?
        .ok_or(StoreError::NoGame(game))?;
    read_row(&row)
}

/// Reads a row of the table `game`.
pub(in crate::store) fn read_row(row: &sql::Row) -> Result<Row, StoreError> {
    Ok(Row {
        game: GameId(row.try_get("id")?),
        key: row.try_get("key")?,
        options: row.try_get("options")?,
        rules: narrow(row.try_get("rules")?, "the rules version")?,
        guild: row
            .try_get::<Option<i64>>("guild")?
            .map(|guild| GuildId(unsigned(guild))),
        channel: ChannelId(unsigned(row.try_get("channel")?)),
        home: row
            .try_get::<Option<i64>>("home")?
            .map(|home| ChannelId(unsigned(home))),
        opened: row.try_get("opened")?,
        ply: narrow(row.try_get("ply")?, "the number of events")?,
        phase: PhaseName::read(&row.try_get::<String>("phase")?)?,
        ending: row.try_get("ending")?,
        since: row.try_get("since")?,
        moves: narrow(row.try_get("moves")?, "the number of moves")?,
        changed: narrow(row.try_get("changed")?, "the last change")?,
        deadline: row.try_get("deadline")?,
        due: row.try_get("due")?,
        rematch: row.try_get::<Option<i64>>("rematch")?.map(GameId),
        table_message: row
            .try_get::<Option<i64>>("table_channel")?
            .zip(row.try_get::<Option<i64>>("table_message")?)
            .map(|(channel, message)| (ChannelId(unsigned(channel)), unsigned(message))),
        audience: row
            .try_get::<Option<String>>("audience")?
            .as_deref()
            .and_then(Audience::read),
        free: narrow(row.try_get("free")?, "the number of open seats")?,
        shared: row.flag("shared")?,
        outside: row.flag("outside")?,
        choices: row.try_get("choices")?,
    })
}

/// Returns the checkpoints from which the match can be loaded, newest first, and whether each is sound. At most two are
/// kept.
async fn fetch_checkpoints(
    connection: &mut Connection,
    game: GameId,
    since: Option<u32>,
) -> Result<Vec<(Checkpoint, bool)>, StoreError> {
    let rows = query(
        "SELECT ply, standing, position, digest FROM checkpoint WHERE game = $1 AND ply <= $2 \
         AND ply < (SELECT ply FROM event WHERE game = $1 AND kind = 'moved' ORDER BY ply DESC LIMIT 1) \
         AND NOT EXISTS (SELECT 1 FROM event WHERE game = $1 AND event.ply > checkpoint.ply AND kind = 'undone') \
         ORDER BY ply DESC",
    )
    .bind(game.0)
    .bind(since.unwrap_or(u32::MAX))
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let checkpoint = Checkpoint {
                ply: narrow(row.try_get("ply")?, "a checkpoint's ply")?,
                standing: row.try_get("standing")?,
                position: row.try_get("position")?,
            };
            let sound = row.try_get::<String>("digest")? == checkpoint.digest(game);
            Ok((checkpoint, sound))
        })
        .collect()
}

async fn fetch_events(
    connection: &mut Connection,
    game: GameId,
    after: u32,
) -> Result<Vec<EventRow>, StoreError> {
    let rows = query(
        "SELECT ply AS event_ply, at AS event_at, outage AS event_outage, kind AS event_kind, seat AS event_seat, \
         \"user\" AS event_user, text AS event_text, next AS event_next \
         FROM event WHERE game = $1 AND ply > $2 ORDER BY ply",
    )
    .bind(game.0)
    .bind(after)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read_event).collect()
}

/// Reads an event from columns named `event_ply` and so on, since plain names would collide with those of `game`.
fn read_event(row: &sql::Row) -> Result<EventRow, StoreError> {
    let number = |column: &str| -> Result<Option<u8>, StoreError> {
        row.try_get::<Option<i64>>(column)?
            .map(|number| narrow(number, column))
            .transpose()
    };
    Ok(EventRow {
        ply: narrow(row.try_get("event_ply")?, "an event's ply")?,
        at: row.try_get("event_at")?,
        outage: row.try_get("event_outage")?,
        record: Record {
            kind: row.try_get("event_kind")?,
            seat: number("event_seat")?,
            user: row
                .try_get::<Option<i64>>("event_user")?
                .map(|user| UserId(unsigned(user))),
            text: row.try_get("event_text")?,
            next: number("event_next")?,
        },
    })
}

/// Returns the outages since the event at ply `after`.
async fn fetch_outages(
    connection: &mut Connection,
    game: GameId,
    after: u32,
) -> Result<Vec<Outage>, StoreError> {
    let rows = query(OUTAGES)
        .bind(game.0)
        .bind(after)
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Outage {
                id: row.try_get("id")?,
                since: row.try_get("since")?,
                until: row.try_get("until")?,
            })
        })
        .collect()
}

impl Store {
    /// Returns how many takebacks a match had.
    ///
    /// # Errors
    /// The database failed.
    pub async fn takebacks(&self, game: GameId) -> Result<u32, StoreError> {
        let count =
            query_scalar::<i64>("SELECT count(*) FROM event WHERE game = $1 AND kind = 'undone'");
        let mut connection = self.read().await?;
        let count = count.bind(game.0).fetch_one(&mut connection).await?;
        narrow(count, "the number of moves taken back")
    }

    /// Returns the rules that these users have been shown.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lessons(&self, users: &[UserId]) -> Result<HashSet<(UserId, String)>, StoreError> {
        let users: Vec<i64> = users.iter().map(|user| signed(user.0)).collect();
        let rows = query(
            "SELECT \"user\", topic FROM lesson WHERE \"user\" IN (SELECT value FROM json_each($1))",
        )
        .bind(list(&users))
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok((
                    UserId(unsigned(row.try_get("user")?)),
                    row.try_get("topic")?,
                ))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only outages since the match's checkpoint are read, however many there were.
    #[tokio::test]
    async fn outages_are_found_by_their_number() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sql::sqlite::steps(&store, OUTAGES).await;
        assert!(plan.iter().all(|step| !step.contains("SCAN")), "{plan:#?}");
    }
}
