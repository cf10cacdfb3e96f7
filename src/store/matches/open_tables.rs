//! Open tables that others can find: in the same server, in the same channel, and from other servers if the table's
//! server allows that.

use super::load::read_row;
use crate::match_state::{ChannelId, GameId, GuildId, UserId};
use crate::store::sql::{self, Connection, query, query_scalar};
use crate::store::{Row, Store, StoreError, signed, unsigned, user_ids};

/// The statement of [`Store::open_tables`]. Each of its three lists is limited to the length of the whole.
const OPEN: &str = "WITH found (id, far) AS ( \
     SELECT * FROM (SELECT id, 0 FROM game WHERE guild = $1 AND phase = 'open' AND free > 0 \
      AND audience = 'server' ORDER BY id DESC LIMIT $4) AS own \
     UNION SELECT * FROM (SELECT id, 0 FROM game WHERE home = $2 AND phase = 'open' AND free > 0 \
      AND audience IS DISTINCT FROM 'players' ORDER BY id DESC LIMIT $4) AS near \
     UNION SELECT * FROM (SELECT id, 1 FROM game WHERE shared = 1 AND phase = 'open' AND free > 0 AND audience = 'server' \
      AND guild IS DISTINCT FROM $1 AND $3 = 1 ORDER BY id DESC LIMIT $4) AS other) \
    SELECT game.*, found.far, \
     (SELECT \"user\" FROM guest WHERE guest.game = game.id AND invited = 0 \
      AND guest.user NOT BETWEEN 4000001 AND 4000008 ORDER BY number LIMIT 1) AS opener, \
     (SELECT text FROM event WHERE event.game = game.id AND kind = 'agreed' ORDER BY ply DESC LIMIT 1) AS terms \
    FROM found CROSS JOIN game WHERE game.id = found.id ORDER BY found.far, game.id DESC LIMIT $4 OFFSET $5";

/// The places in which a user looks for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedPlaces {
    /// The server: its tables that all its members may see.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
    /// True for other servers too: the tables that they share.
    pub other_servers: bool,
}

/// An open table, or a match being played with a seat that anyone may take over, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The match.
    pub row: Row,
    /// True if the table is in another server.
    pub far: bool,
    /// The guest who has waited longest; of a match being played, the user who asks, if that user plays in it.
    pub opener: Option<UserId>,
    /// The terms, in machine notation.
    pub terms: Option<String>,
}

impl Store {
    /// Returns the open tables at which anyone may take a seat, the newest first, those of other servers last. At most
    /// `most`, after the first `skip`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_tables(
        &self,
        places: SearchedPlaces,
        (skip, most): (u32, u32),
    ) -> Result<Vec<TableRow>, StoreError> {
        let rows = query(OPEN)
            .bind(places.guild.map(|guild| signed(guild.0)))
            .bind(signed(places.channel.0))
            .bind(places.other_servers)
            .bind(skip.saturating_add(most))
            .bind(skip)
            .fetch_all(&mut self.read().await?)
            .await?;
        let mut tables: Vec<TableRow> = rows.iter().map(read_table).collect::<Result<_, _>>()?;
        tables.truncate(most as usize);
        Ok(tables)
    }

    /// Shares the tables of a server with other servers, or ends that; tables that are open now are included. Thousands
    /// of open tables are changed in pieces, so that other writers wait for one piece at most, and the upkeep completes
    /// an interrupted change.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_tables_shared(&self, guild: GuildId, shared: bool) -> Result<(), StoreError> {
        let mut transaction = self.begin_once("shared").await?;
        query(
            "INSERT INTO setting (owner, key, value) VALUES ($1, 'shared', $2) \
             ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value",
        )
        .bind(signed(guild.0))
        .bind(if shared { "1" } else { "0" })
        .execute(&mut transaction)
        .await?;
        query(
            "INSERT INTO upkeep (job, next, last) VALUES ($1, 0, $2) \
             ON CONFLICT (job) DO UPDATE SET next = excluded.next, last = excluded.last",
        )
        .bind(format!("{SHARING}{}", signed(guild.0)))
        .bind(shared)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        loop {
            let mut transaction = self.begin().await?;
            let more = share_some(&mut transaction).await?;
            transaction.commit().await?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Returns the players of a match who joined from a place in which the match is not shown.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remote_players(&self, game: GameId) -> Result<Vec<UserId>, StoreError> {
        let users = query_scalar::<i64>("SELECT \"user\" FROM remote WHERE game = $1")
            .bind(game.0)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(user_ids(users))
    }
}

/// Prefix of the upkeep jobs that share a server's tables or end that; the server's id follows. `last` is 1 to share.
const SHARING: &str = "share ";

/// Number of open tables changed in one piece.
const PIECE: i64 = 500;

/// Changes the next piece of the open tables of a server whose setting has changed. Returns true if more may follow.
pub(in crate::store) async fn share_some(connection: &mut Connection) -> Result<bool, StoreError> {
    let job =
        query("SELECT job, next, last FROM upkeep WHERE job > 'share ' AND job < 'share!' LIMIT 1");
    let Some(row) = job.fetch_optional(connection).await? else {
        return Ok(false);
    };
    let (job, next): (String, i64) = (row.try_get("job")?, row.try_get("next")?);
    let shared = row.flag("last")?;
    let guild: i64 = job
        .strip_prefix(SHARING)
        .and_then(|guild| guild.parse().ok())
        .unwrap_or_default();
    // The condition is that of the index. A table whose audience is not known yet is skipped: it was shared, or not,
    // when it was opened.
    let last = query_scalar::<Option<i64>>(
        "SELECT max(id) FROM (SELECT id FROM game WHERE guild = $1 AND phase = 'open' AND free > 0 AND audience = 'server' \
         AND id > $2 ORDER BY id LIMIT $3) AS piece",
    )
    .bind(guild)
    .bind(next)
    .bind(PIECE)
    .fetch_one(connection)
    .await?;
    let Some(last) = last else {
        let done = query("DELETE FROM upkeep WHERE job = $1").bind(&job);
        done.execute(connection).await?;
        return Ok(true);
    };
    query(
        "UPDATE game SET shared = $2 WHERE guild = $1 AND phase = 'open' AND free > 0 AND audience = 'server' \
         AND id > $3 AND id <= $4 \
         AND shared <> $2",
    )
    .bind(guild)
    .bind(shared)
    .bind(next)
    .bind(last)
    .execute(connection)
    .await?;
    query("UPDATE upkeep SET next = $1 WHERE job = $2")
        .bind(last)
        .bind(&job)
        .execute(connection)
        .await?;
    Ok(true)
}

/// Stores the players who have joined a match from a place in which it is not shown.
pub(in crate::store) async fn note_remote(
    connection: &mut Connection,
    game: GameId,
    users: &[UserId],
) -> Result<(), StoreError> {
    for user in users {
        query("INSERT INTO remote (\"user\", game) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(signed(user.0))
            .bind(game.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub(super) fn read_table(row: &sql::Row) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        row: read_row(row)?,
        far: row.flag("far")?,
        opener: row
            .try_get::<Option<i64>>("opener")?
            .map(|user| UserId(unsigned(user))),
        terms: row.try_get("terms")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost of a list depends on its length, not on the number of matches or of open tables.
    #[tokio::test]
    async fn open_tables_are_found_by_indexes() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sql::sqlite::steps(&store, OPEN).await;
        for index in ["game_free", "game_home", "game_shared"] {
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
        }
    }

    /// More tables change than one piece holds, the rest of them after a kill, and no table is found that must not be.
    #[tokio::test]
    async fn that_tables_can_be_found_is_noted_in_pieces_and_completed_by_the_upkeep() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        query(
            "WITH RECURSIVE count (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n + 1 < $1) \
             INSERT INTO game (key, options, rules, guild, channel, opened, ply, phase, since, moves, audience, free) \
             SELECT 'key', '{}', 1, 500 + n % 2, 900, 0, 1, 'open', 0, 0, 'server', 1 FROM count",
        )
        .bind(4 * PIECE + 2)
        .execute(&mut store.write().await.unwrap())
        .await
        .unwrap();
        let shared = async || {
            let count = "SELECT count(*) FROM game WHERE guild = 500 AND shared = 1";
            let connection = &mut store.read().await.unwrap();
            query_scalar::<i64>(count)
                .fetch_one(connection)
                .await
                .unwrap()
        };
        let here = GuildId(500);
        store.set_tables_shared(here, true).await.unwrap();
        assert_eq!(shared().await, 2 * PIECE + 1);
        // As left by a kill after the first piece.
        query("INSERT INTO upkeep (job, next, last) VALUES ('share 500', $1, 0)")
            .bind(2 * PIECE)
            .execute(&mut store.write().await.unwrap())
            .await
            .unwrap();
        while store.upkeep(0).await.unwrap() {}
        assert_eq!(shared().await, PIECE);
        let places = SearchedPlaces {
            guild: None,
            channel: ChannelId(1),
            other_servers: true,
        };
        let found = store.open_tables(places, (0, 1)).await;
        assert_eq!(found.unwrap()[0].row.guild, Some(here));
        store.set_tables_shared(here, false).await.unwrap();
        assert_eq!(shared().await, 0);
        let found = store.open_tables(places, (0, 1)).await;
        assert_eq!(found.unwrap(), []);
        assert_eq!(store.census().await.unwrap()[0], ("open", 2_002));
    }
}
