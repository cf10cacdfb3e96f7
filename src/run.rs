//! Long-running commands: the bot on Discord, or the sandbox with the bot in it. Also backup, move and erasure.

use std::convert::Infallible;
use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use futures_util::FutureExt as _;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, oneshot};

use crate::app::{App, Limits, Sources};
use crate::check;
use crate::config::{self, ApiBase, Config, Roles, Token, no_listener};
use crate::discord::{self, Connection, Dependencies, Endpoint};
use crate::match_state::UserId;
use crate::metrics;
use crate::sandbox::{Server, Setup};
use crate::store::{self, Database, Lease, LeaseTimes, Lock, Store, StoreError};

mod workers;

use workers::Workers;

/// Interval between checks that the database can be made smaller.
const UPKEEP: Duration = Duration::from_secs(3_600);

/// Pause between two pieces of that work, so that other writers come first.
const PIECES: Duration = Duration::from_millis(500);

/// The end of the bot's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Runs until a signal asks it to stop.
    Signal,
    /// Runs until a signal asks it to stop or standard input ends.
    SignalOrEof,
}

/// Runs the bot until a signal, or the end of input, stops it.
///
/// # Errors
/// No token is set, the database cannot be used, or Discord cannot be reached or refuses the token.
pub async fn bot(config: &Config, until: Until) -> anyhow::Result<()> {
    let token = config.token.clone().context(
        "no token is set: `rookery setup` asks for it and puts it into a file .env. `rookery sandbox` needs none.",
    )?;
    let begun = begin(config).await;
    let (guard, app) = explained(&config.database, begun).await?;
    let connection = Connection {
        token,
        api: config.api.clone(),
    };
    let mut dependencies = Dependencies {
        roles: config.roles,
        ..Dependencies::default()
    };
    if let (true, Some(key)) = (config.roles.http, config.public_key) {
        dependencies.endpoint = Some(Endpoint::bind(config.http, key).await?);
    }
    tracing::debug!(roles = %config.roles, "starting");
    if let Some(port) = config.metrics_port {
        metrics::serve(dependencies.metrics.clone(), app.clone(), port).await?;
    }
    let signals = stop_signals(until)?;
    let run = async {
        let ran = tokio::select! {
            ran = discord::run_with(app.clone(), connection, dependencies, signals.first) => ran,
            never = upkeep_of(config.roles, &app) => match never {},
            lost = guard.lost() => Err(lost.into()),
        };
        app.stop().await;
        guard.release().await;
        ran
    };
    unless(signals.second, run).await
}

/// Takes the database for the bot, and opens it.
async fn begin(config: &Config) -> anyhow::Result<(DatabaseGuard, App)> {
    let guard = DatabaseGuard::take(&config.database, config.roles).await?;
    // Nothing may show that the bot runs before it can.
    if let Some(sentence) = check::taken_port(config) {
        bail!(sentence);
    }
    let app = start(&config.database, config).await?;
    Ok((guard, app))
}

/// Lets an error say what `rookery check` says about the database, where that is wrong.
async fn explained<T>(database: &Database, begun: anyhow::Result<T>) -> anyhow::Result<T> {
    match begun {
        // Another bot's locks must not be taken for a fault of the database.
        Err(error) if !matches!(error.downcast_ref(), Some(StoreError::InUse { .. })) => {
            let wrong = check::wrong_with(database).await;
            Err(wrong.map_or(error, anyhow::Error::msg))
        }
        begun => begun,
    }
}

/// Runs a sandbox on this machine and the bot in it until a signal asks it to stop. Its channels, messages and games
/// are kept next to the bot's database, in a folder `sandbox`, and are there again at the next start.
///
/// # Errors
/// The port is taken, or the folder or the database in it cannot be used.
pub async fn sandbox(config: &Config) -> anyhow::Result<()> {
    let (server, folder) = sandbox_server(config).await?;
    let database = folder.join("rookery.db");
    let _lock = Lock::take(&database)?;
    let app = start(&database.into(), config).await?;
    let connection = Connection {
        token: Token::new(server.token())?,
        api: Some(ApiBase::new(&server.api_base())?),
    };
    print_address(&server);
    let signals = stop_signals(Until::Signal)?;
    let run = async {
        let ran = tokio::select! {
            ran = discord::run(app.clone(), connection, signals.first) => ran,
            never = upkeep(&app) => match never {},
        };
        app.stop().await;
        server.stop().await;
        ran
    };
    unless(signals.second, run).await
}

/// Runs a sandbox without a bot until a signal stops it, and prints the settings of a bot for it.
///
/// # Errors
/// The port is taken, or the folder cannot be used.
pub async fn sandbox_without_bot(config: &Config) -> anyhow::Result<()> {
    let signals = stop_signals(Until::Signal)?;
    let (server, _) = sandbox_server(config).await?;
    print_address(&server);
    println!(
        "A bot for it has the settings ROOKERY_DISCORD_API={} and DISCORD_TOKEN={}",
        server.api_base(),
        server.token()
    );
    let run = async {
        signals.first.await;
        server.stop().await;
        Ok(())
    };
    unless(signals.second, run).await
}

/// Starts the sandbox's server; returns it with the folder that keeps its state.
async fn sandbox_server(config: &Config) -> anyhow::Result<(Server, PathBuf)> {
    let file = config
        .database
        .file()
        .unwrap_or(Path::new(config::DATABASE));
    let folder = file.parent().unwrap_or(Path::new("")).join("sandbox");
    let started = Server::start(Setup {
        port: config.sandbox_port,
        keep: Some(folder.clone()),
        ..Setup::default()
    });
    let started = started.await.map_err(|error| {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, config.sandbox_port));
        match error.downcast_ref::<io::Error>() {
            Some(cause) if cause.kind() == io::ErrorKind::AddrInUse => {
                anyhow!(no_listener("ROOKERY_SANDBOX_PORT", address, cause))
            }
            _ => error.context("the sandbox cannot start"),
        }
    });
    let server = explained(&folder.join("rookery.db").into(), started).await?;
    Ok((server, folder))
}

fn print_address(server: &Server) {
    println!(
        "Rookery's sandbox is at {} - open it in a browser. Ctrl+C stops it.",
        server.api_base()
    );
}

/// Runs a sandbox with `count` processes of the bot, which share the database's server and take interactions by HTTP in
/// turn. A process that ends is restarted.
///
/// # Errors
/// The database is a file, the port is taken, or a process cannot be started.
pub async fn sandbox_with_workers(config: &Config, count: u8) -> anyhow::Result<()> {
    if config.database.file().is_some() {
        bail!(
            "several processes need a PostgreSQL server: set ROOKERY_DATABASE to its address, such as \
             postgres:///DATABASE?host=/var/run/postgresql"
        );
    }
    let signals = stop_signals(Until::Signal)?;
    let (server, _) = sandbox_server(config).await?;
    // The schema is upgraded before the workers begin.
    Store::open(&config.database).await?.close().await;
    let workers = Workers::start(&server, count)?;
    print_address(&server);
    let run = async {
        signals.first.await;
        workers.stop().await;
        server.stop().await;
        Ok(())
    };
    unless(signals.second, run).await
}

/// Copies the database to a new file, also while a bot is using it.
///
/// # Errors
/// There is no database, or the copy exists already or cannot be written.
pub async fn backup(config: &Config, file: &Path) -> anyhow::Result<()> {
    // The address of a server is not taken for a file name here either.
    let copy = file
        .to_str()
        .map_or_else(|| Ok(file.into()), Database::read);
    if copy.as_ref().ok().and_then(Database::file).is_none() {
        bail!("no backup was made: FILE must be the path of a file");
    }
    store::backup(&config.database, file).await?;
    println!("{} is a copy of {}.", file.display(), config.database);
    Ok(())
}

/// Moves everything from one database to another, while no bot uses either.
///
/// # Errors
/// A bot uses one of them, the destination is not empty, or one of them cannot be used. Nothing is changed then.
pub async fn move_store(from: &str, to: &str) -> anyhow::Result<()> {
    let database = |name: &str, text: &str| {
        Database::read(text).map_err(|cause| anyhow!("{name} cannot be read: {cause}"))
    };
    let (from, to) = (database("FROM", from)?, database("TO", to)?);
    if from == to {
        bail!("FROM and TO are the same");
    }
    let source = DatabaseGuard::alone(&from).await?;
    let target = DatabaseGuard::alone(&to).await?;
    let moved = tokio::select! {
        moved = store::move_store(&from, &to) => moved,
        lost = source.lost() => Err(lost),
        lost = target.lost() => Err(lost),
    };
    source.release().await;
    target.release().await;
    let moved = moved?;
    println!(
        "{} games with {} moves and other events are now in {to} ({} rows, read again and compared). Set \
         ROOKERY_DATABASE to it. {from} is as it was.",
        moved.games, moved.events, moved.rows
    );
    Ok(())
}

/// Erases a person's data, also while a bot is using the database: the other players are notified that the person has
/// resigned.
///
/// # Errors
/// There is no database, or it cannot be used. Data erased by then stays erased; running it again finishes the rest.
pub async fn forget(config: &Config, user: u64) -> anyhow::Result<()> {
    let user = UserId(user);
    if user.0 == 0 || user.is_erased() {
        bail!("{} is nobody's id on Discord", user.0);
    }
    let app = App::beside(&config.database, Sources::system()).await?;
    let erased = app.erase(user).await;
    app.stop().await;
    println!(
        "What was kept about {} is erased, from {} games. Backups still have it.",
        user.0, erased?
    );
    Ok(())
}

async fn start(database: &Database, config: &Config) -> anyhow::Result<App> {
    let started = if config.roles.answers() {
        App::start(database, Sources::system()).await
    } else {
        // This process's run does not mean that players can move.
        let app = App::beside(database, Sources::system()).await;
        app.map(App::without_answers)
    };
    let app = match started {
        // It names the database already.
        Err(error @ StoreError::Unusable { .. }) => return Err(error.into()),
        started => started.with_context(|| format!("the database {database} cannot be used"))?,
    };
    Ok(app.with_limits(Limits {
        games: config.games_per_person,
        ..Limits::default()
    }))
}

/// The right of this process to do what its roles say. A second process on a file is refused. On a server only one may
/// be connected to the gateway, since Discord would send every event to both: the second waits, and takes over when the
/// first ends.
struct DatabaseGuard {
    _lock: Option<Lock>,
    lease: Option<Lease>,
}

impl DatabaseGuard {
    async fn take(database: &Database, roles: Roles) -> Result<DatabaseGuard, StoreError> {
        let (mut lock, mut lease) = (None, None);
        match database {
            Database::File(path) => lock = Some(Lock::take(path)?),
            Database::Server(address) if roles.gateway => {
                lease = Some(Lease::wait(address, LeaseTimes::BOT).await?);
            }
            Database::Server(_) => {}
        }
        Ok(DatabaseGuard { _lock: lock, lease })
    }

    /// Makes sure that no bot runs on a database, and none begins before this is released.
    async fn alone(database: &Database) -> anyhow::Result<DatabaseGuard> {
        let (mut lock, mut lease) = (None, None);
        match database {
            // The file is created if it is missing.
            Database::File(path) => lock = Some(Lock::take(path)?),
            Database::Server(address) => {
                lease = Some(Lease::take_free(address, LeaseTimes::BOT).await?);
            }
        }
        Ok(DatabaseGuard { _lock: lock, lease })
    }

    /// Completes if this process may not go on.
    async fn lost(&self) -> StoreError {
        match &self.lease {
            Some(lease) => lease.keep().await,
            None => pending().await,
        }
    }

    async fn release(self) {
        if let Some(lease) = self.lease {
            lease.release().await;
        }
    }
}

/// Runs the upkeep, if this process has that role.
async fn upkeep_of(roles: Roles, app: &App) -> Infallible {
    if !roles.scheduler {
        return pending().await;
    }
    upkeep(app).await
}

/// Keeps the database small, a piece at a time, without end.
async fn upkeep(app: &App) -> Infallible {
    loop {
        let more = app.upkeep().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the upkeep of the database is put off");
            false
        });
        tokio::time::sleep(if more { PIECES } else { UPKEEP }).await;
    }
}

/// The signals that ask the process to end: Ctrl+C, or a service manager's.
struct StopSignals<F> {
    /// Completes at the first signal: current work is finished.
    first: F,
    /// Completes at the second signal: current work is abandoned.
    second: F,
}

fn stop_signals(until: Until) -> anyhow::Result<StopSignals<impl Future<Output = ()>>> {
    let (eof_sender, mut eof) = mpsc::channel(2);
    if until == Until::SignalOrEof {
        std::thread::spawn(move || wait_for_eof(&eof_sender));
    }
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let (first_sender, first) = oneshot::channel();
    let (second_sender, second) = oneshot::channel();
    let listening = async move {
        for sender in [first_sender, second_sender] {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                Some(()) = eof.recv() => {}
            }
            // The receiver is gone if the process is already ending.
            let _ = sender.send(());
        }
    };
    tokio::spawn(listening.boxed());
    let arrived = |receiver: oneshot::Receiver<()>| async move {
        let _ = receiver.await;
    };
    Ok(StopSignals {
        first: arrived(first),
        second: arrived(second),
    })
}

/// Sends when standard input ends, and again after the time allowed for current work, since no process is left that
/// would send a second signal.
fn wait_for_eof(eof: &mpsc::Sender<()>) {
    // An input that cannot be read has ended.
    let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
    for _ in 0..2 {
        // The receiver is gone if the process is already ending.
        let _ = eof.blocking_send(());
        std::thread::sleep(workers::STOP_TIMEOUT);
    }
}

/// Runs to the end, or until the second signal.
async fn unless(
    second: impl Future<Output = ()>,
    run: impl Future<Output = anyhow::Result<()>>,
) -> anyhow::Result<()> {
    tokio::select! {
        ran = run => ran,
        () = second => bail!(
            "stopped at once, as asked for by a second signal: some answers were not given, but no move that was \
             answered is lost"
        ),
    }
}
