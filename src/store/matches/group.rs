//! Grouped additions: those that arrive at the same moment share one transaction and one wait for the disk, so that a
//! hundred players who move at once do not wait for one another.
//!
//! Each addition of several has a savepoint. A failing one leaves no trace and does not affect the others; no addition
//! is acknowledged before all of them are on the disk.
//!
//! Only SQLite needs this, since one connection writes there. PostgreSQL groups the commits of many connections by
//! itself.

use std::io;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::append::add;
use crate::match_state::GameId;
use crate::store::error::is_cut;
use crate::store::handle::{Queue, Wanted};
use crate::store::sql::primary::Primary;
use crate::store::sql::{Connection, Pool, Transaction, query};
use crate::store::{
    Commit, Store, StoreError, Until, matches::one_statement, signed, sql::postgres,
};

/// The most additions in one group: the first of them waits for the last.
const MOST: usize = 32;

/// The task that writes the waiting additions. If it ends in any other way than by finding the list empty, those that
/// wait get an error, and the next addition begins again.
struct Writing {
    queue: Queue,
    done: bool,
}

impl Drop for Writing {
    fn drop(&mut self) {
        if !self.done {
            let mut waiting = self.queue.lock();
            waiting.writing = false;
            waiting.list.clear();
        }
    }
}

/// Returns the result of work on a connection to the primary, or an error if another server takes the primary's place:
/// the former primary may be gone without a word, and never answer.
async fn unless_replaced<T>(
    primary: &Primary,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::select! {
        biased;
        done = work => done,
        () = primary.replaced() => Err(sqlx::Error::Io(io::ErrorKind::ConnectionAborted.into())),
    }
}

impl Store {
    /// Adds events to a match: all of them with everything that follows, or nothing. Once begun, the addition is
    /// completed even if its caller has stopped waiting.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if another event has taken the ply, [`StoreError::Repeated`], [`StoreError::Late`].
    pub fn append<'a>(
        &'a self,
        game: GameId,
        commit: &'a Commit,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            if let Pool::Postgres(primary) = &self.writer {
                let alone = self
                    .clone()
                    .write_alone(primary.clone(), game, commit.clone());
                let alone = tokio::spawn(alone);
                return alone
                    .await
                    .unwrap_or_else(|_| Err(sqlx::Error::WorkerCrashed.into()));
            }
            let (reply, answer) = oneshot::channel();
            let idle = {
                let mut waiting = self.queue.lock();
                waiting.list.push_back(Wanted {
                    game,
                    commit: commit.clone(),
                    reply,
                });
                !std::mem::replace(&mut waiting.writing, true)
            };
            if idle {
                tokio::spawn(self.clone().write_waiting().boxed());
            }
            answer
                .await
                .unwrap_or_else(|_| Err(sqlx::Error::WorkerCrashed.into()))
        })
    }

    /// Number of additions that wait to be written as a group. For tests.
    #[doc(hidden)]
    pub fn queued(&self) -> usize {
        self.queue.lock().list.len()
    }

    /// Writes one addition by itself, for PostgreSQL: in one statement if that is enough, else in a transaction.
    async fn write_alone(
        self,
        primary: Primary,
        game: GameId,
        commit: Commit,
    ) -> Result<(), StoreError> {
        let mut under_way = None;
        if one_statement::fits(&commit) {
            match self.make(&primary, game, &commit).await? {
                Made::Yes => {
                    if commit.posts_at_once() {
                        self.note_outbox_changed();
                    }
                    return Ok(());
                }
                Made::No => {}
                Made::NotYet(cut) => under_way = Some(cut),
            }
        }
        let written = self.write_in_transaction(&primary, game, &commit).await;
        match (written, under_way) {
            // The statement has arrived meanwhile.
            (Err(StoreError::Repeated), Some(_)) => Ok(()),
            // Whoever comes first at a ply, the other finds that the match has gone on.
            (written @ (Ok(()) | Err(StoreError::Changed)), _) => written,
            // The statement may still arrive and be carried out.
            (Err(_), Some(cut)) => Err(StoreError::Unsure(Arc::new(cut))),
            (written, None) => written,
        }
    }

    async fn write_in_transaction(
        &self,
        primary: &Primary,
        game: GameId,
        commit: &Commit,
    ) -> Result<(), StoreError> {
        // The transaction begins on the server that is the primary by then.
        let mut transaction = self.begin_until(commit.until).await?;
        if !commit.posts_at_once() {
            transaction.then_set(None);
        }
        let writing = async {
            if let Err(error) = add(&mut transaction, game, commit).await {
                return Ok(Err(error));
            }
            // Nothing is visible to others before the commit.
            if let Err(late) = Until::in_time(commit.until) {
                return Ok(Err(late));
            }
            transaction.commit().await.map(Ok)
        };
        match unless_replaced(primary, writing).await {
            Err(cut) if is_cut(&cut) => Ok(self.look_whether(game, commit, cut).await??),
            written => written?,
        }
    }

    /// Makes a move in one statement.
    async fn make(
        &self,
        primary: &Primary,
        game: GameId,
        commit: &Commit,
    ) -> Result<Made, StoreError> {
        let made = {
            let mut connection = Until::wait(commit.until, self.write()).await?;
            unless_replaced(primary, one_statement::make(&mut connection, game, commit)).await
        };
        match made {
            // The connection may date from before a restart of the server, so that the statement never arrived. If it
            // does arrive later, it finds that the match has gone on, if it has.
            Err(cut) if is_cut(&cut) => {
                let looked = self.look_whether(game, commit, cut).await?;
                Ok(looked.map_or_else(Made::NotYet, |()| Made::Yes))
            }
            made => Ok(if made? { Made::Yes } else { Made::No }),
        }
    }

    /// Finds out if an addition was made although the connection was cut before the answer. Returns the error of the
    /// cut if it was not made.
    ///
    /// # Errors
    /// [`StoreError::Unsure`] if that cannot be found out.
    async fn look_whether(
        &self,
        game: GameId,
        commit: &Commit,
        cut: sqlx::Error,
    ) -> Result<Result<(), sqlx::Error>, StoreError> {
        match self.is_written(game, commit).await {
            Ok(true) => Ok(Ok(())),
            Ok(false) => Ok(Err(cut)),
            Err(_) => Err(StoreError::Unsure(Arc::new(cut))),
        }
    }

    async fn is_written(&self, game: GameId, commit: &Commit) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        // The cut transaction may still be under way at the server: it holds the match until it ends.
        postgres::hold(&mut transaction, game).await?;
        let ply = commit.summary.ply;
        let last = commit.events.last().map(|record| record.kind.as_str());
        // A request's snowflake is in the first of its events; events without a request are found by their time and
        // kind.
        let found = match commit.interaction {
            Some(interaction) => query("SELECT 1 FROM event WHERE game = $1 AND interaction = $2")
                .bind(game.0)
                .bind(signed(interaction)),
            None => {
                query("SELECT 1 FROM event WHERE game = $1 AND ply = $2 AND at = $3 AND kind = $4")
                    .bind(game.0)
                    .bind(ply)
                    .bind(commit.at)
                    .bind(last.unwrap_or_default())
            }
        };
        Ok(found.finds(&mut transaction).await?)
    }

    /// Writes groups of additions until none waits.
    async fn write_waiting(self) {
        let mut writing = Writing {
            queue: self.queue.clone(),
            done: false,
        };
        while !self.is_idle() {
            // Additions that arrive during the wait for the connection join the group.
            let begun = self.begin().await;
            let group: Vec<Wanted> = {
                let mut waiting = self.queue.lock();
                let count = waiting.list.len().min(MOST);
                waiting.list.drain(..count).collect()
            };
            match begun {
                Ok(transaction) => write(transaction, group).await,
                Err(error) => fail_all(group.into_iter().map(|wanted| wanted.reply), &error),
            }
        }
        // Another task may be writing by now.
        writing.done = true;
    }

    /// True if nothing waits; then the writing task is marked as ended.
    fn is_idle(&self) -> bool {
        let mut waiting = self.queue.lock();
        let idle = waiting.list.is_empty();
        waiting.writing = !idle;
        idle
    }
}

/// The result of a statement that makes a move.
enum Made {
    Yes,
    /// Refused: the statement changed nothing, and will not.
    No,
    /// Cut off: it has changed nothing yet.
    NotYet(sqlx::Error),
}

type Reply = oneshot::Sender<Result<(), StoreError>>;

fn fail_all(replies: impl IntoIterator<Item = Reply>, error: &StoreError) {
    for reply in replies {
        // The receiver may have stopped waiting.
        let _ = reply.send(Err(error.clone()));
    }
}

/// A failed addition.
enum Unwritten {
    /// Only this addition failed, and left no trace.
    Alone(StoreError),
    /// SQLite has rolled back everything by itself.
    WithAll(StoreError),
}

/// Makes the only addition of a transaction, which undoes it if it fails.
async fn write_only(
    transaction: &mut Connection,
    (game, commit): (GameId, &Commit),
) -> Result<(), Unwritten> {
    Until::in_time(commit.until).map_err(Unwritten::Alone)?;
    let added = add(transaction, game, commit).await;
    added.map_err(Unwritten::WithAll)
}

/// Makes an addition that is undone without the others of its transaction if it fails.
async fn write_among_others(
    transaction: &mut Connection,
    (game, commit): (GameId, &Commit),
) -> Result<(), Unwritten> {
    let all = |error: sqlx::Error| Unwritten::WithAll(error.into());
    Until::in_time(commit.until).map_err(Unwritten::Alone)?;
    transaction.savepoint().await.map_err(all)?;
    match add(transaction, game, commit).await {
        Ok(()) => transaction.release().await.map_err(all),
        Err(error) => Err(match transaction.undo().await {
            Ok(()) => Unwritten::Alone(error),
            Err(_) => Unwritten::WithAll(error),
        }),
    }
}

async fn write(mut transaction: Transaction, group: Vec<Wanted>) {
    if !group.iter().any(|wanted| wanted.commit.posts_at_once()) {
        transaction.then_set(None);
    }
    let mut made: Vec<Reply> = Vec::with_capacity(group.len());
    let is_only = group.len() == 1;
    let mut rest = group.into_iter();
    while let Some(wanted) = rest.next() {
        let addition = (wanted.game, &wanted.commit);
        let written = match is_only {
            true => write_only(&mut transaction, addition).await,
            false => write_among_others(&mut transaction, addition).await,
        };
        match written {
            Ok(()) => made.push(wanted.reply),
            Err(Unwritten::Alone(error)) => fail_all([wanted.reply], &error),
            Err(Unwritten::WithAll(error)) => {
                let others = rest.map(|wanted| wanted.reply);
                fail_all(made.into_iter().chain([wanted.reply]).chain(others), &error);
                return;
            }
        }
    }
    match transaction.commit().await {
        Ok(()) => {
            for reply in made {
                let _ = reply.send(Ok(()));
            }
        }
        Err(error) => fail_all(made, &error.into()),
    }
}
