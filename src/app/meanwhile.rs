//! Work that does not let other futures of the same task stop.

use std::future::Future;
use std::pin::pin;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

/// Does `work` while the futures in `places` go on; adds the results of those that end to `ended`.
///
/// A place may hold the connection that `work` waits for, and only makes progress and returns it when polled.
pub(super) async fn meanwhile<T, Place: Future>(
    work: impl Future<Output = T>,
    places: &mut FuturesUnordered<Place>,
    ended: &mut Vec<Place::Output>,
) -> T {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            Some(result) = places.next(), if !places.is_empty() => ended.push(result),
        }
    }
}
