//! Until when a change that somebody has asked for may be begun. Whoever asks is told after a few seconds that nothing
//! came of it, and asks again: what is begun later would be done twice, or in a position that nobody has seen.

use std::time::Instant;

use super::error::StoreError;

/// The last moment at which a change may be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// By the clock of this process that nobody sets.
    pub here: Instant,
    /// By the clock of the database's server, in milliseconds of the Unix epoch, where it is known. A statement that is
    /// held up on the way to the server is then not carried out when it comes there.
    pub there: Option<i64>,
}

impl Until {
    /// The last moment by the clock of the server; the end of time where there is no bound, or the clock is not known.
    pub(super) fn there(until: Option<Until>) -> i64 {
        until.and_then(|until| until.there).unwrap_or(i64::MAX)
    }

    /// Refuses what would begin too late.
    ///
    /// # Errors
    /// [`StoreError::Late`].
    pub(super) fn in_time(until: Option<Until>) -> Result<(), StoreError> {
        match until {
            Some(until) if until.here < Instant::now() => Err(StoreError::Late),
            _ => Ok(()),
        }
    }

    /// What `waiting` gives, unless it takes so long that it would be too late to begin with it.
    ///
    /// # Errors
    /// [`StoreError::Late`], and those of `waiting`.
    pub(super) async fn wait<T, E: Into<StoreError>>(
        until: Option<Until>,
        waiting: impl Future<Output = Result<T, E>>,
    ) -> Result<T, StoreError> {
        let Some(Until { here, .. }) = until else {
            return waiting.await.map_err(Into::into);
        };
        let waited = tokio::time::timeout_at(here.into(), waiting).await;
        let waited = waited.map_err(|_| StoreError::Late)?.map_err(Into::into)?;
        Until::in_time(until)?;
        Ok(waited)
    }
}

/// A request by which something is to be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The request's snowflake.
    pub interaction: u64,
    /// When, in seconds of the Unix epoch.
    pub at: i64,
    /// Until when it may be begun.
    pub until: Until,
}
