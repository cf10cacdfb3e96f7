//! The outbox: what people are to be sent. It is written in the transaction of what it is about, so that neither can be
//! without the other, and stays until it has been sent.

use std::sync::atomic::Ordering;

use sqlx::AssertSqlSafe;

use super::claim::Release;
use super::insert::{ROWS, insert_rows};
use super::sql::{self, Connection, Query, list, query, query_scalar};
use super::{ATTEMPTS, ClaimKind, Posting, Store, StoreError, narrow, signed, unsigned};
use crate::match_state::{ChannelId, GameId, UserId};

/// How long what has been sent is remembered: 14 days, in seconds.
const KEPT: i64 = 14 * 86_400;

/// How many things one daily message has: ten lines of which each has its sentence.
const TOGETHER: u32 = 10;

/// Something that somebody is to be sent and has not been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsentNotice {
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
    /// The ways that have been refused, one bit each.
    pub refused: u8,
    /// The interaction whose answer shows the same.
    pub cover: Option<u64>,
    /// How often it has been tried in vain before, those tries included of which nobody knows the outcome.
    pub tries: u32,
}

/// What became of an attempt to tell something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// It was sent, or there is no need of it any more.
    Done,
    /// These ways have been refused, one bit each: it is to be sent by another at once.
    Refused(u8),
    /// It is to be sent at a later time, in seconds of the Unix epoch.
    Later(i64),
    /// It failed and is tried again at a later time, in seconds of the Unix epoch.
    Again(i64),
    /// Every way has been refused: all of them are tried again at a later time, in seconds of the Unix epoch.
    Nowhere(i64),
}

/// Those of which somebody can be sent them.
pub(super) fn reachable(postings: &[Posting]) -> impl Iterator<Item = &Posting> {
    let erased = |posting: &Posting| posting.user.is_some_and(UserId::is_erased);
    postings.iter().filter(move |posting| !erased(posting))
}

/// Adds what is to be sent to the transaction of what it is about.
pub(super) async fn post(
    connection: &mut Connection,
    game: GameId,
    ply: u32,
    postings: &[Posting],
) -> Result<(), StoreError> {
    let postings: Vec<&Posting> = reachable(postings).collect();
    for together in postings.chunks(ROWS) {
        let insert = insert_rows(
            "INSERT INTO outbox (game, ply, \"user\", why, at, ready, cover, refused) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            together.len(),
        );
        let rows = together.iter().fold(insert, |insert, posting| {
            insert
                .bind(game.0)
                .bind(ply)
                .bind(posting.user.map(|user| signed(user.0)))
                .bind(&posting.why)
                .bind(posting.at)
                .bind(posting.ready)
                .bind(posting.cover.map(signed))
                .bind(posting.refused)
        });
        rows.execute(&mut *connection).await?;
    }
    for posting in postings {
        if let (true, Some(user)) = (posting.nags, posting.user) {
            query(
                "INSERT INTO nag (\"user\", count) VALUES ($1, 1) ON CONFLICT (\"user\") DO UPDATE SET count = nag.count + 1",
            )
            .bind(signed(user.0))
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}

/// Notes what became of notices that are not done: of all of them the same. What is claimed for `release` is given back with
/// it. Returns how many there were.
async fn note(
    connection: &mut Connection,
    ids: &[i64],
    outcome: SendOutcome,
    now: i64,
    release: Option<Release<'_>>,
) -> Result<u64, StoreError> {
    // The notices are `$1`, the values follow.
    let (change, values) = match outcome {
        SendOutcome::Done => (
            "UPDATE outbox SET done = $2 WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![now],
        ),
        SendOutcome::Refused(ways) => (
            "UPDATE outbox SET refused = $2, tries = 0, ready = $3 WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![i64::from(ways), now],
        ),
        // It was counted as tried when it was found, and was not.
        SendOutcome::Later(ready) => (
            "UPDATE outbox SET ready = $2, tries = max(0, tries - 1) WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![ready],
        ),
        SendOutcome::Again(ready) => (
            "UPDATE outbox SET ready = $2 WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![ready],
        ),
        SendOutcome::Nowhere(ready) => (
            "UPDATE outbox SET ready = $2, refused = 0, tries = 0 WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![ready],
        ),
    };
    let first = values.len() + 2;
    let given_back = match release {
        Some(_) => format!("WITH given_back AS ({}) ", Release::part(first)),
        None => String::new(),
    };
    let noted = query(AssertSqlSafe(format!("{given_back}{change}"))).bind(list(ids));
    let noted = values.into_iter().fold(noted, Query::bind);
    let noted = release
        .into_iter()
        .fold(noted, |noted, release| release.bind(noted));
    Ok(noted.execute(connection).await?)
}

pub(super) fn read(row: &sql::Row) -> Result<UnsentNotice, StoreError> {
    Ok(UnsentNotice {
        id: row.try_get("id")?,
        game: GameId(row.try_get("game")?),
        ply: narrow(row.try_get("ply")?, "a notice's ply")?,
        user: row
            .try_get::<Option<i64>>("user")?
            .map(|user| UserId(unsigned(user))),
        why: row.try_get("why")?,
        at: row.try_get("at")?,
        refused: narrow(row.try_get("refused")?, "a notice's refused ways")?,
        cover: row.try_get::<Option<i64>>("cover")?.map(unsigned),
        tries: narrow(row.try_get("tries")?, "a notice's tries")?,
    })
}

impl Store {
    /// The first of what one person is to be sent at `now` (seconds of the Unix epoch), in order: as much as fits into one
    /// message. A row that cannot be read is left out: [`Store::next_unsent`] names it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unsent_of(&self, user: UserId, now: i64) -> Result<Vec<UnsentNotice>, StoreError> {
        let rows = query(
            "SELECT * FROM outbox WHERE done IS NULL AND ready <= $1 AND \"user\" = $2 ORDER BY ready, id LIMIT $3",
        )
        .bind(now)
        .bind(signed(user.0))
        .bind(TOGETHER)
        .fetch_all(&mut self.read().await?)
        .await?;
        Ok(rows.iter().filter_map(|row| read(row).ok()).collect())
    }

    /// Notes what became of notices at `now` (seconds of the Unix epoch): of all of them the same.
    ///
    /// # Errors
    /// The database failed.
    pub async fn record_outcome(
        &self,
        ids: &[i64],
        outcome: SendOutcome,
        now: i64,
    ) -> Result<(), StoreError> {
        let outcomes: Vec<(i64, SendOutcome)> = ids.iter().map(|id| (*id, outcome)).collect();
        self.record_outcomes(&outcomes, now, None).await
    }

    /// Notes what became of each notice at `now` (seconds of the Unix epoch), in one transaction, and gives back with it
    /// what was claimed for them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn record_outcomes(
        &self,
        outcomes: &[(i64, SendOutcome)],
        now: i64,
        claimed: Option<(ClaimKind, &[i64])>,
    ) -> Result<(), StoreError> {
        if let (Some((kind, ids)), true) = (claimed, outcomes.is_empty()) {
            self.release(kind, ids).await;
            return Ok(());
        }
        let release = claimed.and_then(|(kind, ids)| self.to_release(kind, ids));
        for _ in 1..ATTEMPTS {
            match self.record_once(outcomes, now, release).await {
                // Another transaction got in the way.
                Err(StoreError::Changed) => {}
                done => return done,
            }
        }
        self.record_once(outcomes, now, release).await
    }

    async fn record_once(
        &self,
        outcomes: &[(i64, SendOutcome)],
        now: i64,
        mut release: Option<Release<'_>>,
    ) -> Result<(), StoreError> {
        let mut alike: Vec<(Vec<i64>, SendOutcome)> = Vec::new();
        for (id, outcome) in outcomes {
            match alike.last_mut() {
                Some((ids, same)) if same == outcome => ids.push(*id),
                _ => alike.push((vec![*id], *outcome)),
            }
        }
        if let [(ids, outcome)] = &alike[..] {
            // One statement is a transaction of its own.
            note(&mut self.write().await?, ids, *outcome, now, release).await?;
            return Ok(());
        }
        let mut transaction = self.begin().await?;
        for (ids, outcome) in alike {
            note(&mut transaction, &ids, outcome, now, release.take()).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Puts notices to single people in the place of one to everybody that cannot be sent, unless another process has done
    /// so.
    ///
    /// # Errors
    /// The database failed.
    pub async fn split(
        &self,
        unsent: &UnsentNotice,
        postings: &[Posting],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let ids = [unsent.id];
        if note(&mut transaction, &ids, SendOutcome::Done, now, None).await? == 0 {
            return Ok(());
        }
        post(&mut transaction, unsent.game, unsent.ply, postings).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Closes the fallbacks of the answers to these interactions: the answers have been given.
    ///
    /// # Errors
    /// The database failed.
    pub async fn close_fallbacks(&self, interactions: &[u64], now: i64) -> Result<(), StoreError> {
        let interactions: Vec<i64> = interactions.iter().copied().map(signed).collect();
        query(
            "UPDATE outbox SET done = $1 WHERE done IS NULL AND cover IS NOT NULL \
             AND cover IN (SELECT value FROM json_each($2))",
        )
        .bind(now)
        .bind(list(&interactions))
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }

    /// Has the fallback of the answer to an interaction sent at once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn make_fallback_ready(&self, interaction: u64, now: i64) -> Result<(), StoreError> {
        query("UPDATE outbox SET ready = $1 WHERE cover = $2 AND done IS NULL AND ready > $1")
            .bind(now)
            .bind(signed(interaction))
            .execute(&mut self.write().await?)
            .await?;
        self.note_outbox_changed();
        Ok(())
    }

    /// Notes that something that can be sent at once has come into the outbox other than by a transaction, which notes it
    /// itself.
    pub(super) fn note_outbox_changed(&self) {
        self.outbox_changed.store(true, Ordering::Release);
    }

    /// Whether this process may have put something into the outbox, since that was asked last, that can be sent at once:
    /// false only where it has written nothing else than moves of which nobody is sent anything yet.
    pub fn take_outbox_changed(&self) -> bool {
        self.outbox_changed.swap(false, Ordering::Acquire)
    }

    /// Forgets what was sent long before `now` (seconds of the Unix epoch), at most `limit` rows of it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prune_sent(&self, now: i64, limit: u32) -> Result<(), StoreError> {
        let mut connection = self.write().await?;
        query(
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE done < $1 ORDER BY done LIMIT $2)",
        )
        .bind(now - KEPT)
        .bind(limit)
        .execute(&mut connection)
        .await?;
        super::claim::drop_ended(&mut connection, now).await
    }

    /// Whether a match that is not over lives in a channel.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_home(&self, home: ChannelId) -> Result<bool, StoreError> {
        let living =
            query("SELECT 1 FROM game WHERE home = $1 AND phase IN ('open', 'playing') LIMIT 1");
        Ok(living
            .bind(signed(home.0))
            .finds(&mut self.read().await?)
            .await?)
    }

    /// How many reminders a player has been sent since they last moved anywhere.
    ///
    /// # Errors
    /// The database failed.
    pub async fn nagged(&self, user: UserId) -> Result<u32, StoreError> {
        let count = query_scalar::<i64>("SELECT count FROM nag WHERE \"user\" = $1")
            .bind(signed(user.0))
            .fetch_optional(&mut self.read().await?)
            .await?;
        narrow(count.unwrap_or(0), "the number of reminders")
    }

    /// Posts notices of a match and notes that it is due at another time now, provided that it is still
    /// at `ply` and due at `due`: they are sent once.
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
        // While an outage has not come to it, it is not known whether `due` has it in it.
        let moved = "UPDATE game SET due = $1 WHERE id = $2 AND ply = $3 AND due <= $4 \
             AND NOT EXISTS (SELECT 1 FROM outage WHERE moved IS NOT NULL)";
        let moved = query(moved)
            .bind(due.1)
            .bind(game.0)
            .bind(ply)
            .bind(due.0)
            .execute(&mut transaction)
            .await?;
        if moved != 1 {
            return Err(StoreError::Changed);
        }
        post(&mut transaction, game, ply, postings).await?;
        transaction.commit().await?;
        Ok(())
    }
}
