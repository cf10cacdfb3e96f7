//! What the program does for long: the bot on Discord, or the sandbox with the same bot in it; and the backup.

use std::path::Path;

use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::{App, Sources};
use crate::config::{ApiBase, Config, Token};
use crate::discord::{self, Connection};
use crate::sandbox::{Server, Setup};
use crate::store;

/// Runs the bot until it is told to stop.
///
/// # Errors
/// No token is set, the database cannot be used, or Discord cannot be reached or refuses the token.
pub async fn bot(config: &Config) -> anyhow::Result<()> {
    let token = config.token.clone().context(
        "no token is set: put DISCORD_TOKEN into the environment or into a file .env, as .env.example shows. \
         `rookery sandbox` needs none.",
    )?;
    let app = start(&config.database).await?;
    let connection = Connection {
        token,
        api: config.api.clone(),
    };
    let ran = discord::run(app.clone(), connection, told_to_stop()?).await;
    app.stop().await;
    ran
}

/// Runs a Discord of its own on this machine and the bot in it until it is told to stop. Its games last as long.
///
/// # Errors
/// The port is taken, or the database cannot be used.
pub async fn sandbox(config: &Config) -> anyhow::Result<()> {
    let server = Server::start(Setup {
        port: config.sandbox_port,
        ..Setup::default()
    })
    .await
    .context("another ROOKERY_SANDBOX_PORT can be set, 0 for any that is free")?;
    // The sandbox forgets its channels when it stops, so its games would have nowhere to live afterwards.
    let folder = Folder::new(server.address().port())?;
    let app = start(&folder.0.join("sandbox.db")).await?;
    let connection = Connection {
        token: Token::new(server.token())?,
        api: Some(ApiBase::new(&server.api_base())?),
    };
    println!(
        "Rookery's sandbox is at {} - open it in a browser. Ctrl+C stops it.",
        server.api_base()
    );
    let ran = discord::run(app.clone(), connection, told_to_stop()?).await;
    app.stop().await;
    server.stop().await;
    ran
}

/// Copies the database to a new file, also while a bot is using it.
///
/// # Errors
/// There is no database, or the copy exists already or cannot be written.
pub async fn backup(config: &Config, file: &Path) -> anyhow::Result<()> {
    store::backup(&config.database, file).await?;
    println!(
        "{} is a copy of {}.",
        file.display(),
        config.database.display()
    );
    Ok(())
}

async fn start(database: &Path) -> anyhow::Result<App> {
    App::start(database, Sources::system())
        .await
        .with_context(|| format!("the database {} cannot be used", database.display()))
}

/// Completes when the process is asked to end, by Ctrl+C or by a service manager.
fn told_to_stop() -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// A folder that goes when it is dropped.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(port: u16) -> anyhow::Result<Self> {
        let name = format!("rookery-sandbox-{}-{port}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)
            .with_context(|| format!("the folder {} cannot be made", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system clears its temporary files anyway.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
