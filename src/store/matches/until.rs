//! The deadline for beginning a requested change. After a few seconds Discord tells the sender that the request failed,
//! who sends it again: a change that began later would be made twice, or in a position that nobody has seen.

use std::time::Instant;

use crate::store::error::StoreError;

/// The last moment at which a change may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// The moment by this process's monotonic clock.
    pub here: Instant,
    /// The moment by the clock of the database's server, in milliseconds of the Unix epoch, if that clock is known. A
    /// statement that is held up on its way to the server is refused there.
    pub there: Option<i64>,
}

impl Until {
    /// Returns the last moment by the server's clock; the end of time if there is no bound or the clock is not known.
    pub(in crate::store) fn there(until: Option<Until>) -> i64 {
        until.and_then(|until| until.there).unwrap_or(i64::MAX)
    }

    /// Refuses a change that would begin too late.
    ///
    /// # Errors
    /// [`StoreError::Late`].
    pub(in crate::store) fn in_time(until: Option<Until>) -> Result<(), StoreError> {
        match until {
            Some(until) if until.here < Instant::now() => Err(StoreError::Late),
            _ => Ok(()),
        }
    }

    /// Returns the result of `waiting`, unless it arrives too late to begin the change.
    ///
    /// # Errors
    /// [`StoreError::Late`], and those of `waiting`.
    pub(in crate::store) async fn wait<T, E: Into<StoreError>>(
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

/// A request that changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The request's snowflake.
    pub interaction: u64,
    /// The time, in seconds of the Unix epoch.
    pub at: i64,
    /// The last moment at which the change may begin.
    pub until: Until,
}
