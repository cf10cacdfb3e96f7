//! The primary among several PostgreSQL servers, and connections that follow it.
//!
//! If the setting names one server, no search is needed. If it names several (a primary and standbys that may take
//! over), every process asks all of them once a second if they can be written to, and moves to another one with new
//! connections when that has become the primary. Of two that both claim to be primary (a former one may come back
//! without knowing what happened), the one on the later timeline is right: each promotion begins a new timeline.
//!
//! This module promotes no server. The operator does that, or a program such as Patroni.

use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection as _, Postgres};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::presence::Presence;
use crate::store::database::address::place;
use crate::store::error::is_cut;
use crate::store::{ATTEMPTS, Address, Database, STATEMENTS, StoreError};

/// Time between two requests to the servers.
const ASK_INTERVAL: Duration = Duration::from_secs(1);

/// Time between two requests while no server can be written to.
const ASK_INTERVAL_WITHOUT_PRIMARY: Duration = Duration::from_millis(250);

/// Longest wait for a server's answer.
const ASK_TIMEOUT: Duration = Duration::from_secs(2);

/// Returns whether a server can be written to, and its timeline: the first eight digits of a log file's name.
const ASK: &str = "SELECT current_setting('transaction_read_only') = 'off', CASE WHEN pg_is_in_recovery() THEN 0 \
    ELSE CAST(CAST('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS BIT(32)) AS BIGINT) END";

/// A reason why a server is not the primary.
#[derive(Debug)]
pub(in crate::store) enum NotPrimary {
    /// The server is a standby.
    OnlyReads,
    Unreachable(String),
}

impl NotPrimary {
    fn silent() -> Self {
        NotPrimary::Unreachable("it does not answer".to_owned())
    }
}

/// The timeline of a server that can be written to.
type Answer = Result<i64, NotPrimary>;

/// The servers, with a connection to each that has answered.
struct Candidates {
    options: Vec<PgConnectOptions>,
    connections: Vec<Option<PgConnection>>,
}

impl Candidates {
    fn new(options: Vec<PgConnectOptions>) -> Self {
        let connections = options.iter().map(|_| None).collect();
        Candidates {
            options,
            connections,
        }
    }

    /// Asks all servers at the same time; see [`collect`].
    async fn ask(&mut self, known: Option<i64>) -> Vec<Answer> {
        let asked = self.options.iter().zip(&mut self.connections);
        let asked = asked.map(|(options, connection)| async move {
            match timeout(ASK_TIMEOUT, ask(options, connection)).await {
                Ok(Ok((true, timeline))) => Ok(timeline),
                Ok(Ok((false, _))) => Err(NotPrimary::OnlyReads),
                Ok(Err(error)) => Err(NotPrimary::Unreachable(error.to_string())),
                Err(_) => Err(NotPrimary::silent()),
            }
        });
        let answers = collect(asked, known).await;
        for (answer, connection) in answers.iter().zip(&mut self.connections) {
            if matches!(answer, Err(NotPrimary::Unreachable(_))) {
                *connection = None;
            }
        }
        answers
    }
}

/// Returns the answers of all servers. Once one reports a promotion after the timeline `known`, no other is awaited:
/// the former primary may be a dead machine that never answers.
async fn collect(
    asked: impl Iterator<Item = impl Future<Output = Answer>>,
    known: Option<i64>,
) -> Vec<Answer> {
    let mut asked: FuturesUnordered<_> = (0_usize..)
        .zip(asked)
        .map(|(number, asked)| async move { (number, asked.await) })
        .collect();
    let mut answers = Vec::new();
    answers.resize_with(asked.len(), || Err(NotPrimary::silent()));
    while let Some((number, answer)) = asked.next().await {
        let promoted = known.is_some_and(|known| answer.as_ref().is_ok_and(|at| *at > known));
        answers[number] = answer;
        if promoted {
            break;
        }
    }
    answers
}

async fn ask(
    options: &PgConnectOptions,
    connection: &mut Option<PgConnection>,
) -> Result<(bool, i64), sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(PgConnection::connect_with(options).await?),
    };
    sqlx::query_as(ASK).fetch_one(connection).await
}

/// Returns the index of the primary: of the servers that can be written to, the first on the latest timeline.
fn primary(answers: &[Answer]) -> Option<usize> {
    let writable = (0..).zip(answers).filter_map(|(number, answer)| {
        let timeline = *answer.as_ref().ok()?;
        Some((timeline, std::cmp::Reverse(number)))
    });
    writable.max().map(|(_, number)| number.0)
}

/// Returns the options for connecting to the primary, and the problems of the other servers, a clause each.
///
/// # Errors
/// [`StoreError::Unusable`] if no server can be written to. A single server is not asked.
pub(in crate::store) async fn find(
    address: &Address,
) -> Result<(PgConnectOptions, Vec<String>), StoreError> {
    let unusable = |cause: String| StoreError::Unusable {
        place: Database::Server(address.clone()),
        cause,
    };
    let options = address
        .options()
        .map_err(|error| unusable(error.to_string()))?;
    if let [only] = &options[..] {
        return Ok((only.clone(), Vec::new()));
    }
    let mut candidates = Candidates::new(options);
    let answers = candidates.ask(None).await;
    let others = || candidates.options.iter().zip(&answers);
    match primary(&answers) {
        Some(number) => {
            let wrong = others().filter_map(|(options, answer)| match answer {
                Err(NotPrimary::Unreachable(cause)) => {
                    Some(format!("{} cannot be reached ({cause})", place(options)))
                }
                _ => None,
            });
            Ok((candidates.options[number].clone(), wrong.collect()))
        }
        None => {
            let why = others().map(|(options, answer)| match answer {
                Err(NotPrimary::Unreachable(cause)) => format!("{}: {cause}", place(options)),
                _ => format!("{} only reads", place(options)),
            });
            let why: Vec<String> = why.collect();
            Err(unusable(format!(
                "none of its servers can be written to ({})",
                why.join("; ")
            )))
        }
    }
}

/// Connections to the primary.
#[derive(Clone, Debug)]
pub(in crate::store) struct Primary(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The pool of the present primary.
    pool: watch::Sender<PgPool>,
    how: PgPoolOptions,
    presence: Arc<Presence>,
    /// The task that follows the primary; `None` if there is one server.
    following: Mutex<Option<AbortHandle>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.end();
    }
}

impl Inner {
    fn end(&self) {
        let mut following = self
            .following
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(following) = following.take() {
            following.abort();
        }
    }

    /// Moves to another server. Connections to the former are closed when they are given back, if ever.
    fn go_over(&self, options: PgConnectOptions) {
        let pool = self.how.clone().connect_lazy_with(options);
        let former = self.pool.send_replace(pool);
        tokio::spawn(async move { former.close().await }.boxed());
    }
}

impl Primary {
    /// Connects to the primary that was found, and follows the primary from then on.
    pub(in crate::store) async fn connect(
        address: &Address,
        present: PgConnectOptions,
        how: PgPoolOptions,
    ) -> Result<Primary, sqlx::Error> {
        let with_settings =
            |options: PgConnectOptions| options.statement_cache_capacity(STATEMENTS);
        let candidates = address.options()?;
        let number = candidates
            .iter()
            .position(|one| place(one) == place(&present));
        let pool = how.clone().connect_with(with_settings(present)).await?;
        let inner = Arc::new(Inner {
            pool: watch::Sender::new(pool),
            how,
            presence: Arc::new(Presence::new()),
            following: Mutex::new(None),
        });
        if candidates.len() > 1 {
            let candidates = candidates.into_iter().map(with_settings).collect();
            let candidates = Candidates::new(candidates);
            let following = follow(candidates, number.unwrap_or(0), Arc::downgrade(&inner));
            let following = tokio::spawn(following.boxed()).abort_handle();
            *inner
                .following
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some(following);
        }
        Ok(Primary(inner))
    }

    /// Runs `what` with connections to the primary, and again from the beginning if another server becomes the primary
    /// before it is done. It must not write anything.
    async fn begin_with<'f, T>(
        &self,
        what: impl Fn(PgPool) -> BoxFuture<'f, Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        let mut pools = self.0.pool.subscribe();
        loop {
            let pool = pools.borrow_and_update().clone();
            tokio::select! {
                done = what(pool) => match done {
                    Err(sqlx::Error::PoolClosed) if pools.has_changed().unwrap_or(false) => {}
                    done => return done,
                },
                Ok(()) = pools.changed() => {}
            }
        }
    }

    pub(in crate::store) async fn acquire(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        self.renew();
        let acquire = self.begin_with(|pool| Box::pin(async move { pool.acquire().await }));
        let acquired = acquire.await;
        if let Err(sqlx::Error::PoolTimedOut) = acquired {
            self.0.presence.had_no_connection();
        }
        acquired
    }

    /// Begins a transaction. The future may be dropped at any moment.
    pub(in crate::store) async fn begin(
        &self,
        statement: &'static str,
    ) -> Result<sqlx::Transaction<'static, Postgres>, sqlx::Error> {
        let presence = self.presence();
        let begin =
            || presence.answers(self.begin_with(|pool| Box::pin(begin_whole(pool, statement))));
        for _ in 1..ATTEMPTS {
            self.renew();
            match begin().await {
                // The connection dates from before a restart of the server. Nothing has been sent on it yet.
                Err(error) if is_cut(&error) && !is_silent(&error) => {}
                begun => return begun,
            }
        }
        begin().await
    }

    pub(in crate::store) fn presence(&self) -> Arc<Presence> {
        Arc::clone(&self.0.presence)
    }

    /// Makes new connections if the present ones have gone silent: sqlx pings each that is given back, and waits for
    /// the answer as long as the operating system does.
    fn renew(&self) {
        if self.0.presence.is_to_be_renewed() {
            let pool = self.0.pool.borrow().clone();
            let options = PgConnectOptions::clone(&pool.connect_options());
            tracing::warn!(
                server = place(&options),
                "nothing is heard from it, and it is connected to again"
            );
            self.0.go_over(options);
        }
    }

    /// Completes when another server becomes the primary; never, if there is only one server.
    pub(in crate::store) async fn replaced(&self) {
        let mut pools = self.0.pool.subscribe();
        // The sender lives as long as `self`.
        let _ = pools.changed().await;
    }

    pub(in crate::store) async fn close(&self) {
        self.0.end();
        let pool = self.0.pool.borrow().clone();
        pool.close().await;
    }
}

/// Begins a transaction in a separate task, so that it has begun or failed even if the caller is dropped. sqlx counts a
/// transaction once the server has answered: dropped before, it returns the connection to the pool with a transaction
/// open on the server, and later single statements on it would never be committed.
async fn begin_whole(
    pool: PgPool,
    statement: &'static str,
) -> Result<sqlx::Transaction<'static, Postgres>, sqlx::Error> {
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    // The task is never aborted, so it fails only by a panic or with the runtime.
    begun.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}

/// True if a server has not answered in time.
fn is_silent(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// Asks the servers as long as anybody uses the primary, and moves to another one when that has become the primary.
async fn follow(mut candidates: Candidates, mut present: usize, inner: Weak<Inner>) {
    let mut lost = false;
    // The timeline of the present primary.
    let mut known = None;
    loop {
        sleep(if lost {
            ASK_INTERVAL_WITHOUT_PRIMARY
        } else {
            ASK_INTERVAL
        })
        .await;
        let answers = candidates.ask(known).await;
        let Some(inner) = inner.upgrade() else {
            return;
        };
        let found = primary(&answers);
        let at = |number: usize| place(&candidates.options[number]);
        match found {
            None if !lost => {
                tracing::warn!(server = at(present), "no server can be written to");
            }
            Some(number) if number != present => {
                // A second server on the same timeline is a copy that should not exist: the first is kept while it
                // answers.
                let stays = answers[present].as_ref().ok() == answers[number].as_ref().ok();
                if !stays {
                    tracing::warn!(
                        from = at(present),
                        to = at(number),
                        "another server is the primary"
                    );
                    inner.go_over(candidates.options[number].clone());
                    present = number;
                }
            }
            Some(_) if lost => tracing::info!(server = at(present), "it can be written to again"),
            _ => {}
        }
        lost = found.is_none();
        if let Ok(timeline) = answers[present] {
            known = Some(timeline);
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// PostgreSQL's manual, 27.3.5 and 26.3.5: each promotion begins a timeline with a higher number.
    #[test]
    fn the_primary_is_the_one_that_was_promoted_last() {
        let reads = || Err(NotPrimary::OnlyReads);
        let gone = || Err(NotPrimary::Unreachable("gone".to_owned()));
        for (answers, expected) in [
            (vec![reads(), gone()], None),
            (vec![gone(), Ok(2), reads()], Some(1)),
            (vec![Ok(1), Ok(2), gone()], Some(1)),
            (vec![Ok(3), Ok(2)], Some(0)),
            (vec![Ok(2), Ok(2)], Some(0)),
        ] {
            assert_eq!(primary(&answers), expected, "{answers:?}");
        }
    }
    /// A dead machine does not even refuse a connection: it is not awaited once another server is promoted. A former
    /// primary that comes back does not count as promoted.
    #[test]
    fn a_silent_server_is_waited_for_until_another_is_promoted() {
        let asked = |answers: [Option<i64>; 2], known| {
            let asked = answers.into_iter().map(|answer| async move {
                match answer {
                    Some(timeline) => Ok(timeline),
                    None => std::future::pending().await,
                }
            });
            collect(asked, known)
                .now_or_never()
                .map(|answers| primary(&answers))
        };
        assert_eq!(asked([None, Some(2)], Some(1)), Some(Some(1)));
        for known in [None, Some(2), Some(3)] {
            assert_eq!(asked([None, Some(2)], known), None, "{known:?}");
        }
        assert_eq!(asked([Some(3), Some(2)], Some(3)), Some(Some(0)));
    }
}
