//! Detection of a server that has gone silent. A dead machine or network sends no error, and a request would wait until
//! the operating system gives up, many minutes later.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::timeout;

use crate::store::BUSY;

/// Longest wait for a server's answer. The server itself ends each statement after five seconds.
const ANSWERED: Duration = Duration::from_secs(7);

/// The state of a server, as far as it is known.
#[derive(Debug)]
pub(in crate::store) struct Presence(Mutex<Known>);

#[derive(Debug)]
struct Known {
    /// The time of its last answer.
    last_answer: Instant,
    /// True if the server has not answered in time and nothing has been done about it yet.
    silent: bool,
    /// The time at which new connections were last made for that reason; requests on the older ones end a little later.
    renewed: Option<Instant>,
}

impl Presence {
    pub(in crate::store) fn new() -> Presence {
        Presence(Mutex::new(Known {
            last_answer: Instant::now(),
            silent: false,
            renewed: None,
        }))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Known) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the server's answer.
    ///
    /// # Errors
    /// [`sqlx::Error::Io`] if the server does not answer in time; the request may or may not have been carried out.
    pub(in crate::store) async fn answers<T>(
        &self,
        asked: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        match timeout(ANSWERED, asked).await {
            Ok(Err(sqlx::Error::PoolTimedOut)) => {
                self.had_no_connection();
                Err(sqlx::Error::PoolTimedOut)
            }
            Ok(answer) => {
                self.with(|known| known.last_answer = Instant::now());
                answer
            }
            Err(_) => {
                self.with(|known| known.silent = true);
                Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()))
            }
        }
    }

    /// Records that no connection became free in time. Either there are too many requests, or the server has gone
    /// silent.
    pub(in crate::store) fn had_no_connection(&self) {
        self.with(|known| known.silent |= known.last_answer.elapsed() >= BUSY);
    }

    /// True, once, if new connections must replace those that have gone silent.
    pub(in crate::store) fn is_to_be_renewed(&self) -> bool {
        self.with(|known| {
            let lately = known.renewed.is_some_and(|at| at.elapsed() < 2 * ANSWERED);
            let renewed = std::mem::take(&mut known.silent) && !lately;
            if renewed {
                known.renewed = Some(Instant::now());
            }
            renewed
        })
    }
}
