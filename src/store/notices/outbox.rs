//! The outbox: notifications to send. Each is written in the transaction of its cause, so that neither can exist
//! without the other, and stays until it has been sent.

use std::sync::atomic::Ordering;

use sqlx::AssertSqlSafe;

use crate::match_state::{ChannelId, GameId, UserId};
use crate::store::processes::claim::Release;
use crate::store::sql::insert::{ROWS, insert_rows};
use crate::store::sql::{self, Connection, Query, list, query, query_scalar};
use crate::store::{ATTEMPTS, ClaimKind, Posting, Store, StoreError, narrow, signed, unsigned};

/// Time for which sent notifications are remembered: 14 days, in seconds.
const KEPT: i64 = 14 * 86_400;

/// Most notifications in one message to a user: ten lines of one sentence each.
pub const TOGETHER: u32 = 10;

/// A notification that has not been sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsentNotice {
    /// The notification's number.
    pub id: i64,
    /// The match concerned.
    pub game: GameId,
    /// Number of events of the match at that time.
    pub ply: u32,
    /// The recipient; `None` to notify everybody at the match's home.
    pub user: Option<UserId>,
    /// The contents, as JSON.
    pub why: String,
    /// The time of the cause, in seconds of the Unix epoch.
    pub at: i64,
    /// The routes that have been refused, one bit each.
    pub refused: u8,
    /// The interaction whose answer shows the same as this notification.
    pub cover: Option<u64>,
    /// Number of failed attempts, including those with an unknown outcome.
    pub tries: u32,
}

/// The result of an attempt to send a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// The notification was sent, or is not needed any more.
    Done,
    /// Routes that have been refused, one bit each: another route must be tried at once.
    Refused(u8),
    /// The time from which to try again, in seconds of the Unix epoch: nothing was sent, and this does not count as
    /// tried.
    Later(i64),
    /// The time of the next attempt after a failure, in seconds of the Unix epoch.
    Again(i64),
    /// The time of the next attempt after every route was refused, in seconds of the Unix epoch; all are tried again.
    Nowhere(i64),
}

/// Returns the postings whose recipient has not been erased.
pub(in crate::store) fn reachable(postings: &[Posting]) -> impl Iterator<Item = &Posting> {
    let erased = |posting: &Posting| posting.user.is_some_and(UserId::is_erased);
    postings.iter().filter(move |posting| !erased(posting))
}

/// Adds notifications to the outbox, in the transaction of their cause.
pub(in crate::store) async fn post(
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

/// Stores one outcome for several notifications that are not done, and gives up the claims of `release` in the same
/// statement. Returns the number of notifications found.
async fn note(
    connection: &mut Connection,
    ids: &[i64],
    outcome: SendOutcome,
    now: i64,
    release: Option<Release<'_>>,
) -> Result<u64, StoreError> {
    // The notifications are `$1`, the values follow.
    let (change, values) = match outcome {
        SendOutcome::Done => (
            "UPDATE outbox SET done = $2 WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![now],
        ),
        SendOutcome::Refused(ways) => (
            "UPDATE outbox SET refused = $2, tries = 0, ready = $3 WHERE done IS NULL AND id IN (SELECT value FROM json_each($1))",
            vec![i64::from(ways), now],
        ),
        // Finding the notification counted it as tried, but nothing was tried.
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

pub(in crate::store) fn read(row: &sql::Row) -> Result<UnsentNotice, StoreError> {
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
    /// Returns the first notifications for a user at `now` (seconds of the Unix epoch), in order: as many as fit into
    /// one message. Unreadable rows are left out: [`Store::next_unsent`] names them.
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

    /// Stores one outcome for several notifications at `now` (seconds of the Unix epoch).
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

    /// Stores the outcome of each notification at `now` (seconds of the Unix epoch), in one transaction that also gives
    /// up the claims `claimed`.
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
            // A single statement needs no transaction around it.
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

    /// Replaces a notification to everybody that cannot be sent with one to each user, unless another process has done
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

    /// Closes the fallbacks of these interactions, since their answers have arrived.
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

    /// Makes the fallback of an interaction's answer ready to be sent at once.
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

    /// Flags the outbox after a write without a transaction, which would set the flag itself.
    pub(in crate::store) fn note_outbox_changed(&self) {
        self.outbox_changed.store(true, Ordering::Release);
    }

    /// Returns the flag of the outbox and clears it: true if this process may have added a notification that can be
    /// sent at once. False only if it has written nothing but moves without such notifications.
    pub fn take_outbox_changed(&self) -> bool {
        self.outbox_changed.swap(false, Ordering::Acquire)
    }

    /// Deletes notifications that were sent long before `now` (seconds of the Unix epoch), at most `limit` rows, and
    /// claims that have ended.
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
        crate::store::processes::claim::drop_ended(&mut connection, now).await
    }

    /// True if a channel is the home of a match that is not over.
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

    /// Number of reminders that a player has been sent since their last move in any match.
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

    /// Posts reminders of a match and changes the time at which it is due from `due` to `next`, if it is still at `ply`
    /// and due at `due`: reminders are sent once.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn remind(
        &self,
        game: GameId,
        ply: u32,
        due: i64,
        next: i64,
        postings: &[Posting],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        // Until an outage has been applied to the match, `due` may or may not include it.
        let moved = "UPDATE game SET due = $1 WHERE id = $2 AND ply = $3 AND due <= $4 \
             AND NOT EXISTS (SELECT 1 FROM outage WHERE moved IS NOT NULL)";
        let moved = query(moved)
            .bind(next)
            .bind(game.0)
            .bind(ply)
            .bind(due)
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
