//! Open tables that others can find: in their own server, in their channel, and from other servers where the table's
//! server allows it.

use super::load::read_row;
use super::sql::{self, Connection, query, query_scalar};
use super::{Row, Store, StoreError, signed, unsigned};
use crate::match_state::{ChannelId, GameId, GuildId, UserId};

/// See [`Store::open_tables`]. Each of the three lists is as long as what is shown of all of them together, at most.
const OPEN: &str = "WITH found (id, far) AS ( \
     SELECT * FROM (SELECT id, 0 FROM game WHERE guild = $1 AND free > 0 AND audience = 'server' \
      ORDER BY id DESC LIMIT $4) AS own \
     UNION SELECT * FROM (SELECT id, 0 FROM game WHERE home = $2 AND phase = 'open' AND free > 0 \
      AND audience IS DISTINCT FROM 'players' ORDER BY id DESC LIMIT $4) AS near \
     UNION SELECT * FROM (SELECT id, 1 FROM game WHERE shared = 1 AND free > 0 AND audience = 'server' \
      AND guild IS DISTINCT FROM $1 AND $3 = 1 ORDER BY id DESC LIMIT $4) AS other) \
    SELECT game.*, found.far, \
     (SELECT \"user\" FROM guest WHERE guest.game = game.id AND invited = 0 ORDER BY number LIMIT 1) AS opener, \
     (SELECT text FROM event WHERE event.game = game.id AND kind = 'agreed' ORDER BY ply DESC LIMIT 1) AS terms \
    FROM found CROSS JOIN game WHERE game.id = found.id ORDER BY found.far, game.id DESC LIMIT $4 OFFSET $5";

/// An open table at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The match.
    pub row: Row,
    /// Whether it is in another server.
    pub far: bool,
    /// Who has waited there longest.
    pub opener: Option<UserId>,
    /// The terms, in machine notation.
    pub terms: Option<String>,
}

impl Store {
    /// The open tables at which anyone may take a seat, the newest first: those of a server that everyone in it may see,
    /// those of a channel, and then, if `far`, those of other servers that let them be found. At most `most` after the
    /// first `skip`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_tables(
        &self,
        guild: Option<GuildId>,
        channel: ChannelId,
        far: bool,
        (skip, most): (u32, u32),
    ) -> Result<Vec<TableRow>, StoreError> {
        let rows = query(OPEN)
            .bind(guild.map(|guild| signed(guild.0)))
            .bind(signed(channel.0))
            .bind(far)
            .bind(skip.saturating_add(most))
            .bind(skip)
            .fetch_all(&mut self.read().await?)
            .await?;
        let mut tables: Vec<TableRow> = rows.iter().map(read_table).collect::<Result<_, _>>()?;
        tables.truncate(most as usize);
        Ok(tables)
    }

    /// Lets the tables of a server be found from other servers, those that are open now included, or from none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn share_tables(&self, guild: GuildId, shared: bool) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        query(
            "INSERT INTO setting (owner, key, value) VALUES ($1, 'shared', $2) \
             ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value",
        )
        .bind(signed(guild.0))
        .bind(if shared { "1" } else { "0" })
        .execute(&mut transaction)
        .await?;
        // The condition of the index; a table of which it is not known yet who may see it is shared when it is opened.
        query("UPDATE game SET shared = $2 WHERE guild = $1 AND free > 0 AND audience = 'server'")
            .bind(signed(guild.0))
            .bind(shared)
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Who plays in a match without being where it is shown.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remote_players(&self, game: GameId) -> Result<Vec<UserId>, StoreError> {
        let users = query_scalar::<i64>("SELECT \"user\" FROM remote WHERE game = $1")
            .bind(game.0)
            .fetch_all(&mut self.read().await?)
            .await?;
        Ok(users
            .into_iter()
            .map(|user| UserId(unsigned(user)))
            .collect())
    }
}

/// Notes who has come to a match from where it is not shown.
pub(super) async fn note_remote(
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

fn read_table(row: &sql::Row) -> Result<TableRow, StoreError> {
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

    /// A list costs what it shows, however many games there are and however many tables are open.
    #[tokio::test]
    async fn open_tables_are_found_by_indexes() {
        let folder = crate::scratch::folder();
        let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
        let plan = crate::store::sqlite::steps(&store, OPEN).await;
        for index in ["game_free", "game_home", "game_shared"] {
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:#?}");
        }
    }
}
