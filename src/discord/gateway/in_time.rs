//! Work that is useless when late.

use std::time::Duration;

use tokio::task::JoinError;

/// Runs `work` in a separate task and returns its result; `None` if it takes longer than `defer_after`, and then it is
/// aborted rather than finished for nobody.
pub(super) async fn in_time<T: Send + 'static>(
    defer_after: Duration,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<Option<T>, JoinError> {
    let mut task = tokio::spawn(work);
    match tokio::time::timeout(defer_after, &mut task).await {
        Ok(done) => done.map(Some),
        Err(_) => {
            task.abort();
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_takes_too_long_is_given_up() {
        // Dropped with the work that holds it.
        let (held, dropped) = tokio::sync::oneshot::channel::<()>();
        let work = async move {
            std::future::pending::<()>().await;
            drop(held);
        };
        let done = in_time(Duration::from_millis(1), work).await;
        assert_eq!(done.unwrap(), None);
        let dropped = tokio::time::timeout(Duration::from_secs(10), dropped).await;
        assert!(dropped.expect("it goes on for nobody").is_err());
        let quick = in_time(Duration::from_secs(60), async { 7 }).await;
        assert_eq!(quick.unwrap(), Some(7));
    }
}
