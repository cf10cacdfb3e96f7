//! The lease of the one process, of several on one PostgreSQL database, that is connected to the gateway. The others
//! wait, and one of them takes over when it ends, in any way.

use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use tokio::time::{Instant, sleep, timeout_at};

use crate::store::sql::primary::Primary;
use crate::store::{Address, Database, StoreError, sql::postgres};

/// Takes the lease or renews it, by the database's clock, since the clocks of two machines differ.
const TAKE: &str = "INSERT INTO lease (name, holder, until) \
    SELECT 'bot', $1, now.at + $2 FROM (SELECT CAST(1000 * extract(epoch FROM clock_timestamp()) AS BIGINT) AS at) AS now \
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until \
    WHERE lease.holder = excluded.holder OR lease.until <= excluded.until - $2";

/// The time limits of a lease.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTimes {
    /// Time after its last renewal at which the lease is free for another process.
    pub lasts: Duration,
    /// Time between two renewals. A process that could not renew the lease this long before its end has lost it.
    pub renewed: Duration,
    /// Time between two attempts of a waiting process to take the lease.
    pub asked: Duration,
}

impl LeaseTimes {
    /// The bot's own limits.
    pub const BOT: LeaseTimes = LeaseTimes {
        lasts: Duration::from_secs(15),
        renewed: Duration::from_secs(4),
        asked: Duration::from_secs(1),
    };
}

/// Seconds since the last heartbeat for which a bot may still be running: one is written every few seconds.
const QUIET: i64 = 30;

/// A lease that makes this process the bot on a database, as long as it is kept.
#[derive(Debug)]
pub struct Lease {
    primary: Primary,
    holder: String,
    times: LeaseTimes,
    place: Database,
}

impl Lease {
    /// Waits until no other process holds the lease, and takes it. The schema is migrated first.
    ///
    /// # Errors
    /// [`StoreError::Newer`], [`StoreError::Unusable`].
    pub async fn wait(address: &Address, times: LeaseTimes) -> Result<Lease, StoreError> {
        let lease = Lease::connect(address, times).await?;
        let mut warned = false;
        loop {
            match lease.take().await {
                Ok(true) => return Ok(lease),
                Ok(false) if !warned => {
                    tracing::info!(
                        database = %lease.place,
                        "another process is the bot: this one waits until that one ends"
                    );
                    warned = true;
                }
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, "the database cannot be asked; it is tried again")
                }
            }
            sleep(times.asked).await;
        }
    }

    async fn connect(address: &Address, times: LeaseTimes) -> Result<Lease, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(times.renewed);
        Ok(Lease {
            primary: postgres::connect(address, pool).await?,
            holder: format!("{}-{:016x}", std::process::id(), rand::random::<u64>()),
            times,
            place: Database::Server(address.clone()),
        })
    }

    /// Takes the lease if no process is the bot, and no heartbeat was written lately.
    ///
    /// # Errors
    /// [`StoreError::InUse`], and the errors of [`Lease::wait`].
    pub async fn take_free(address: &Address, times: LeaseTimes) -> Result<Lease, StoreError> {
        let lease = Lease::connect(address, times).await?;
        let lately =
            sqlx::query("SELECT 1 FROM heartbeat WHERE at > extract(epoch FROM now()) - $1")
                .bind(QUIET)
                .fetch_optional(&mut *lease.primary.acquire().await?)
                .await?;
        if lately.is_some() || !lease.take().await? {
            return Err(StoreError::InUse {
                place: lease.place,
                process: None,
            });
        }
        Ok(lease)
    }

    /// Renews the lease until it is lost. Then another process is the bot, or soon will be, and this one must stop.
    pub async fn keep(&self) -> StoreError {
        let mut renewed = Instant::now();
        loop {
            sleep(self.times.renewed).await;
            let begun = Instant::now();
            // The work in progress must end before another process begins.
            let latest = renewed + self.times.lasts.saturating_sub(self.times.renewed);
            // A server whose place another one has taken may never answer.
            let taken = async {
                tokio::select! {
                    taken = self.take() => taken,
                    () = self.primary.replaced() => self.take().await,
                }
            };
            match timeout_at(latest, taken).await {
                Ok(Ok(true)) => renewed = begun,
                Ok(Ok(false)) | Err(_) => return self.lost(),
                Ok(Err(error)) => tracing::warn!(%error, "the lease could not be renewed"),
            }
        }
    }

    /// Gives the lease back, so that another process can be the bot at once.
    pub async fn release(self) {
        let gone = async {
            sqlx::query("DELETE FROM lease WHERE name = 'bot' AND holder = $1")
                .bind(&self.holder)
                .execute(&mut *self.primary.acquire().await?)
                .await
        };
        if let Err(error) = gone.await {
            tracing::warn!(%error, "the lease could not be given back: it runs out");
        }
        self.primary.close().await;
    }

    async fn take(&self) -> Result<bool, sqlx::Error> {
        let milliseconds = i64::try_from(self.times.lasts.as_millis()).unwrap_or(i64::MAX);
        let taken = sqlx::query(TAKE)
            .bind(&self.holder)
            .bind(milliseconds)
            .execute(&mut *self.primary.acquire().await?)
            .await?;
        Ok(taken.rows_affected() == 1)
    }

    fn lost(&self) -> StoreError {
        StoreError::Superseded {
            place: self.place.clone(),
        }
    }
}
