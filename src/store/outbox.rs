//! What people are to be told. It is written in the transaction of what it tells of, so that neither can be without the
//! other, and stays until it has been told.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::{Store, StoreError, narrow, signed, unsigned};
use crate::table::{GameId, UserId};

/// How long what has been told is remembered: 14 days, in seconds.
const KEPT: i64 = 14 * 86_400;

/// See [`Store::untold`].
const UNTOLD: &str =
    "SELECT * FROM outbox WHERE done IS NULL AND ready <= ? ORDER BY ready, id LIMIT ?";

/// Something that somebody is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Whom; `None` tells everybody at the match's home.
    pub user: Option<UserId>,
    /// What, as JSON.
    pub why: String,
    /// When, in seconds of the Unix epoch.
    pub at: i64,
    /// Whether it is a reminder, which is counted until the player moves.
    pub nags: bool,
}

/// Something that somebody is to be told and has not been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold {
    /// Its number.
    pub id: i64,
    /// The match concerned.
    pub game: GameId,
    /// How many events it had.
    pub ply: u32,
    /// Whom; `None` tells everybody at the match's home.
    pub user: Option<UserId>,
    /// What, as JSON.
    pub why: String,
    /// When it happened, in seconds of the Unix epoch.
    pub at: i64,
    /// Whether a direct message was refused, so that it is told at the match's home.
    pub public: bool,
    /// How often it has been tried in vain.
    pub tries: u32,
}

/// What became of an attempt to tell something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It was told, or has lost its sense.
    Done,
    /// A direct message is not possible: it is to be told at the match's home.
    Public,
    /// It is to be told at a later time, in seconds of the Unix epoch.
    Later(i64),
    /// It failed and is tried again at a later time, in seconds of the Unix epoch.
    Again(i64),
}

/// Adds what is to be told to the transaction of what it tells of.
pub(super) async fn post(
    connection: &mut SqliteConnection,
    game: GameId,
    ply: u32,
    postings: &[Posting],
) -> Result<(), StoreError> {
    let told = |posting: &&Posting| !posting.user.is_some_and(UserId::is_erased);
    for posting in postings.iter().filter(told) {
        sqlx::query(
            "INSERT INTO outbox (game, ply, user, why, at, ready) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(game.0)
        .bind(ply)
        .bind(posting.user.map(|user| signed(user.0)))
        .bind(&posting.why)
        .bind(posting.at)
        .bind(posting.at)
        .execute(&mut *connection)
        .await?;
        if let (true, Some(user)) = (posting.nags, posting.user) {
            sqlx::query(
                "INSERT INTO nag (user, count) VALUES (?, 1) ON CONFLICT (user) DO UPDATE SET count = count + 1",
            )
            .bind(signed(user.0))
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}

fn read(row: &SqliteRow) -> Result<Untold, StoreError> {
    Ok(Untold {
        id: row.try_get("id")?,
        game: GameId(row.try_get("game")?),
        ply: narrow(row.try_get("ply")?, "a notice's ply")?,
        user: row
            .try_get::<Option<i64>, _>("user")?
            .map(|user| UserId(unsigned(user))),
        why: row.try_get("why")?,
        at: row.try_get("at")?,
        public: row.try_get("public")?,
        tries: narrow(row.try_get("tries")?, "a notice's tries")?,
    })
}

impl Store {
    /// What is to be told at `now` (seconds of the Unix epoch), in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn untold(&self, now: i64, limit: u32) -> Result<Vec<Untold>, StoreError> {
        let rows = sqlx::query(UNTOLD)
            .bind(now)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read).collect()
    }

    /// What one person is to be told at `now` (seconds of the Unix epoch), in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn untold_of(&self, user: UserId, now: i64) -> Result<Vec<Untold>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM outbox WHERE done IS NULL AND ready <= ? AND user = ? ORDER BY ready, id",
        )
        .bind(now)
        .bind(signed(user.0))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read).collect()
    }

    /// Notes what became of notices at `now` (seconds of the Unix epoch).
    ///
    /// # Errors
    /// The database failed.
    pub async fn told(&self, ids: &[i64], told: Told, now: i64) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for id in ids {
            let query = match told {
                Told::Done => sqlx::query("UPDATE outbox SET done = ?1 WHERE id = ?2").bind(now),
                Told::Public => {
                    sqlx::query("UPDATE outbox SET public = 1, ready = ?1 WHERE id = ?2").bind(now)
                }
                Told::Later(ready) => {
                    sqlx::query("UPDATE outbox SET ready = ?1 WHERE id = ?2").bind(ready)
                }
                Told::Again(ready) => {
                    sqlx::query("UPDATE outbox SET ready = ?1, tries = tries + 1 WHERE id = ?2")
                        .bind(ready)
                }
            };
            query.bind(id).execute(&mut *transaction).await?;
        }
        sqlx::query("DELETE FROM outbox WHERE done < ?")
            .bind(now - KEPT)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// How many reminders a player has been sent since they last moved anywhere.
    ///
    /// # Errors
    /// The database failed.
    pub async fn nagged(&self, user: UserId) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar::<_, i64>("SELECT count FROM nag WHERE user = ?")
            .bind(signed(user.0))
            .fetch_optional(&self.readers)
            .await?;
        narrow(count.unwrap_or(0), "the number of reminders")
    }

    /// Notes that something was told of a match which is due at another time now, provided that the match is still
    /// at `ply` and due at `due`: it is told once.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn remind(
        &self,
        game: GameId,
        ply: u32,
        due: (i64, i64),
        postings: &[Posting],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let moved =
            sqlx::query("UPDATE game SET due = ?1 WHERE id = ?2 AND ply = ?3 AND due <= ?4")
                .bind(due.1)
                .bind(game.0)
                .bind(ply)
                .bind(due.0)
                .execute(&mut *transaction)
                .await?;
        if moved.rows_affected() != 1 {
            return Err(StoreError::Changed);
        }
        post(&mut transaction, game, ply, postings).await?;
        transaction.commit().await?;
        Ok(())
    }
}
