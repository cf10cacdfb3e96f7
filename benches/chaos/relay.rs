//! A socket through which a PostgreSQL server is reached, and which can stall or break.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

const SOCKET: &str = ".s.PGSQL.5432";

/// The state of the relay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// Data passes.
    Well,
    /// Data waits until the stall is over.
    Stalled,
}

/// The connection of one process to a server.
pub struct Relay {
    mood: watch::Sender<Mood>,
    /// Number of times that all connections were cut.
    cuts: Arc<watch::Sender<u64>>,
    /// Number of connections so far.
    pub connections: Arc<AtomicU64>,
}

impl Relay {
    /// Makes a socket in `folder` through which the server in `server` is reached.
    pub fn new(server: &Path, folder: &Path) -> Relay {
        let relay = Relay {
            mood: watch::Sender::new(Mood::Well),
            cuts: Arc::new(watch::Sender::new(0)),
            connections: Arc::default(),
        };
        let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
        let server: PathBuf = server.join(SOCKET);
        let (mood, cuts) = (relay.mood.subscribe(), relay.cuts.subscribe());
        let connections = Arc::clone(&relay.connections);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                connections.fetch_add(1, Ordering::Relaxed);
                let Ok(server) = UnixStream::connect(&server).await else {
                    continue;
                };
                let (asked, answered) = (client.into_split(), server.into_split());
                let one_way = pass_on(asked.0, answered.1, mood.clone());
                let back = pass_on(answered.0, asked.1, mood.clone());
                let mut cuts = cuts.clone();
                cuts.mark_unchanged();
                tokio::spawn(async move {
                    tokio::select! {
                        () = one_way => {}
                        () = back => {}
                        _ = cuts.changed() => {}
                    }
                });
            }
        });
        relay
    }

    /// Stalls the data, or lets it pass.
    pub fn stall(&self, stalled: bool) {
        let mood = if stalled { Mood::Stalled } else { Mood::Well };
        self.mood.send_replace(mood);
    }

    /// Cuts every open connection.
    pub fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}

async fn pass_on(
    mut from: tokio::net::unix::OwnedReadHalf,
    mut to: tokio::net::unix::OwnedWriteHalf,
    mut mood: watch::Receiver<Mood>,
) {
    let mut bytes = vec![0; 65_536];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let well = mood.wait_for(|mood| *mood == Mood::Well).await.is_ok();
        if !well || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
