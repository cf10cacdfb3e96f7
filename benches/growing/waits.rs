//! Waits of the server's sessions during a measurement, and its processor time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};
use tokio::task::JoinHandle;

use super::driver::{processor_of, processor_with_ended};
use super::server::{self, Server};

/// Interval between two looks at the sessions.
const LOOK: Duration = Duration::from_millis(20);

/// Query for sessions at work, and what they wait for. A session in a transaction that waits for its client is named
/// so.
const SESSIONS: &str = "SELECT CASE WHEN state = 'active' AND wait_event IS NULL THEN 'processor' \
    WHEN state = 'active' THEN wait_event_type || ' ' || wait_event ELSE 'client, in a transaction' END \
    FROM pg_stat_activity WHERE application_name = 'rookery' AND state <> 'idle'";

impl Server {
    /// Returns the processor time of all its processes so far, in seconds.
    pub fn processor(&self) -> f64 {
        self.processes().into_iter().map(processor_with_ended).sum()
    }
}

/// Looks at the sessions until the summary is taken.
pub struct Waits {
    looking: JoinHandle<()>,
    found: tokio::sync::watch::Receiver<(u32, BTreeMap<String, u32>)>,
    begun: Instant,
    server: f64,
    own: f64,
}

impl Waits {
    pub fn watch(server: &Server) -> Waits {
        let address = server::address(server.socket(), "public");
        let (sender, found) = tokio::sync::watch::channel((0, BTreeMap::new()));
        let looking = tokio::spawn(async move {
            let mut connection = PgConnection::connect(&address).await.unwrap();
            loop {
                let sessions: Vec<String> = sqlx::query_scalar(SESSIONS)
                    .fetch_all(&mut connection)
                    .await
                    .unwrap();
                sender.send_modify(|(looks, counts)| {
                    *looks += 1;
                    for session in sessions {
                        *counts.entry(session).or_insert(0) += 1;
                    }
                });
                tokio::time::sleep(LOOK).await;
            }
        });
        Waits {
            looking,
            found,
            begun: Instant::now(),
            server: server.processor(),
            own: processor_of(std::process::id()),
        }
    }

    /// Returns the waits in two lines.
    pub fn summary(self, server: &Server) -> String {
        self.looking.abort();
        let took = self.begun.elapsed().as_secs_f64();
        let (looks, counts) = self.found.borrow().clone();
        let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shown = counts.iter().take(6).map(|(event, count)| {
            let sessions = f64::from(*count) / f64::from(looks.max(1));
            format!("{event} {sessions:.2}")
        });
        let shown: Vec<String> = shown.collect();
        format!(
            "  the server's sessions on average: {}\n  of {took:.1} s: {:.1} s of processor in the server, {:.1} s in \
             this process",
            shown.join(", "),
            server.processor() - self.server,
            processor_of(std::process::id()) - self.own
        )
    }
}
