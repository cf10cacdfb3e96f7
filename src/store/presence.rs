//! Whether a server still answers. One whose machine is gone, or the network on the way, says nothing of it: what was
//! asked for would be waited for until the operating system gives up, a quarter of an hour.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::timeout;

use super::BUSY;

/// How long a server may take to answer. It ends each statement by itself after five seconds.
const ANSWERED: Duration = Duration::from_secs(7);

/// What is known of a server.
#[derive(Debug)]
pub(super) struct Presence(Mutex<Known>);

#[derive(Debug)]
struct Known {
    /// When it last answered anything.
    last_answer: Instant,
    /// Whether it has not answered in time, and nothing was done about it yet.
    silent: bool,
    /// When new connections were last made because of that: what was asked for before ends a little later.
    renewed: Option<Instant>,
}

impl Presence {
    pub(super) fn new() -> Presence {
        Presence(Mutex::new(Known {
            last_answer: Instant::now(),
            silent: false,
            renewed: None,
        }))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Known) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What the server answers.
    ///
    /// # Errors
    /// [`sqlx::Error::Io`] where it does not answer in time: it is not known whether it did what it was asked for.
    pub(super) async fn answers<T>(
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

    /// Notes that a connection was waited for in vain: too much is asked for at once, or none has come back since the
    /// server fell silent.
    pub(super) fn had_no_connection(&self) {
        self.with(|known| known.silent |= known.last_answer.elapsed() >= BUSY);
    }

    /// Whether new connections are to be made in the place of those on which nothing is heard any more; once.
    pub(super) fn is_to_be_renewed(&self) -> bool {
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
