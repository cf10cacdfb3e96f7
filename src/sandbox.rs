//! A small Discord on loopback, and a chat page to use it with: `rookery sandbox`.
//!
//! To the bot it is Discord: a gateway, the REST routes that a slash-command bot uses, and Discord's demands, checked
//! strictly. The bot connects to it with the same client and the same code as to the real Discord. To people it is a
//! chat page with a few users to play as, channels, threads and direct messages.
//!
//! - [`state`]: the sandbox's state, behind one lock.
//! - `gateway`, `endpoint`, `rest`, `checks`: Discord's side.
//! - `people`, `page`: the people's side.
//!
//! The sandbox listens on 127.0.0.1 only and contacts nobody.

mod channel;
mod checks;
mod endpoint;
pub mod gateway;
mod interaction;
mod message;
mod options;
mod page;
pub mod payloads;
mod people;
mod rest;
mod setup;
mod snapshot;
pub mod state;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::serve::ListenerExt as _;
use futures_util::FutureExt as _;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use snapshot::SnapshotFolder;

pub use gateway::ConnectionFault;
pub use interaction::{Outcome, Raw};
pub use rest::fault::{FaultKind, OddBody};
pub use setup::{Limits, Setup, TOKEN};
pub use state::{Recorded, SharedState};

/// Longest wait at the end for answers under way.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// A running server.
pub struct Server {
    shared: SharedState,
    stop: Option<oneshot::Sender<()>>,
    running: tokio::task::JoinHandle<()>,
    snapshot_folder: Option<(SnapshotFolder, tokio::task::JoinHandle<()>)>,
}

impl std::fmt::Debug for SharedState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "World({})", self.inner.address)
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({})", self.address())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((_, watching)) = &self.snapshot_folder {
            watching.abort();
        }
    }
}

impl Server {
    /// Starts to listen on 127.0.0.1, with the world of [`Setup::keep`] if it names a folder.
    ///
    /// # Errors
    /// Fails if the port is taken, or the world's folder cannot be used.
    pub async fn start(setup: Setup) -> anyhow::Result<Server> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, setup.port));
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("the sandbox cannot listen on {address}"))?;
        let token = setup.token.unwrap_or_else(|| TOKEN.to_owned());
        let shared = SharedState::new(listener.local_addr()?, token, setup.limits);
        let snapshot_folder = match setup.keep {
            Some(folder) => {
                let snapshot_folder = SnapshotFolder::new(folder)?;
                snapshot_folder.load(&shared)?;
                let watching = tokio::spawn(snapshot_folder.clone().watch(shared.clone()).boxed());
                Some((snapshot_folder, watching))
            }
            None => None,
        };
        // Without TCP_NODELAY, small frames wait for each other.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY");
            }
        });
        let people =
            people::routes()
                .merge(page::routes())
                .layer(axum::middleware::from_fn_with_state(
                    shared.clone(),
                    people::same_origin,
                ));
        let router = Router::new()
            .route("/gateway", get(gateway::connect))
            .route("/gateway/", get(gateway::connect))
            .route("/api/{*path}", any(rest::serve))
            .layer(DefaultBodyLimit::disable())
            .merge(people)
            .with_state(shared.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = async move {
            let serving = axum::serve(listener, router).with_graceful_shutdown(async {
                // Dropping the sender stops it too.
                let _ = stopped.await;
            });
            if let Err(error) = serving.await {
                tracing::error!(%error, "the sandbox's server ended");
            }
        };
        Ok(Server {
            shared,
            stop: Some(stop),
            running: tokio::spawn(running.boxed()),
            snapshot_folder,
        })
    }

    /// Returns the address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.shared.inner.address
    }

    /// Returns the base address that replaces `https://discord.com`: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn api_base(&self) -> String {
        format!("http://{}", self.address())
    }

    /// Returns the token that the bot must use.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.shared.inner.token
    }

    /// Returns the sandbox's world.
    #[must_use]
    pub fn shared(&self) -> SharedState {
        self.shared.clone()
    }

    /// Closes all gateway sessions, stops listening and saves the world if [`Setup::keep`] names a folder.
    pub async fn stop(mut self) {
        self.shared.lock().hang_up();
        if let Some(stop) = self.stop.take() {
            // It may have ended already.
            let _ = stop.send(());
        }
        // A client waiting for an answer that never comes must not delay the end.
        if tokio::time::timeout(STOP_TIMEOUT, &mut self.running)
            .await
            .is_err()
        {
            self.running.abort();
        }
        if let Some((snapshot_folder, watching)) = self.snapshot_folder.take() {
            watching.abort();
            // Fails, since the task was aborted; only now is the folder free.
            let _ = watching.await;
            if let Err(error) = snapshot_folder.save(&self.shared) {
                tracing::warn!("the sandbox's world is not kept: {error:#}");
            }
        }
    }
}
