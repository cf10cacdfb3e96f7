//! `rookery check --health`: whether the bot that runs with these settings is alive, for service managers and
//! containers.

use std::time::Duration;

use futures_util::future::BoxFuture;

use super::finding::{Finding, Weight, found};
use crate::config::{Config, ConfigError};
use crate::store::{Database, Store};

const ABOUT: &str = "health";

/// Age of the last heartbeat, in seconds, up to which a bot counts as alive. A bot writes one every few seconds.
const ALIVE: i64 = 60;

/// Longest wait for the bot's answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The line of the metrics that has the age of the last heartbeat.
const AGE: &str = "rookery_heartbeat_age_seconds ";

/// Finds out if the bot is alive. With `ROOKERY_METRICS_PORT` this process is asked, otherwise the database, in which a
/// bot records that it runs.
pub fn health(config: &Result<Config, ConfigError>) -> BoxFuture<'_, Finding> {
    Box::pin(async move {
        let config = match config {
            Ok(config) => config,
            Err(mistake) => return found(Weight::Wrong, "configuration", mistake.to_string()),
        };
        let age = match config.metrics_port {
            Some(port) if port != 0 => of_process(port).await,
            _ => of_database(&config.database).await,
        };
        match age {
            Ok(age) if age.abs() <= ALIVE => {
                let sentence = format!("the bot recorded {age} s ago that it runs.");
                found(Weight::Good, ABOUT, sentence)
            }
            Ok(age) => {
                let sentence = format!(
                    "no bot has recorded for {age} s that it runs: it has ended, or its log says what holds it up."
                );
                found(Weight::Wrong, ABOUT, sentence)
            }
            Err(sentence) => found(Weight::Wrong, ABOUT, sentence),
        }
    })
}

/// True if a bot has lately recorded in the database that it runs.
pub(super) async fn is_running(database: &Database) -> bool {
    let age = of_database(database).await;
    age.is_ok_and(|age| age.abs() <= ALIVE)
}

/// Returns the age of the last heartbeat, in seconds, as the bot's own metrics tell it.
async fn of_process(port: u16) -> Result<i64, String> {
    let asked = async {
        // No proxy is asked for this machine.
        let client = reqwest::Client::builder().no_proxy().build()?;
        let address = format!("http://127.0.0.1:{port}/metrics");
        let answer = client.get(address).timeout(TIMEOUT).send().await?;
        answer.error_for_status()?.text().await
    };
    let text = asked.await.unwrap_or_default();
    let mut ages = text.lines().filter_map(|line| line.strip_prefix(AGE));
    let age = ages.next().and_then(|age| age.trim().parse().ok());
    age.ok_or_else(|| {
        format!(
            "no bot answers at 127.0.0.1:{port} (ROOKERY_METRICS_PORT): it has not started yet, has ended, or cannot use \
             its database; its log says which."
        )
    })
}

/// Returns the age of the last heartbeat, in seconds, in a database.
async fn of_database(database: &Database) -> Result<i64, String> {
    let is_missing = database.file().is_some_and(|file| !file.exists());
    let age = if is_missing {
        None
    } else {
        let age = Store::heartbeat_age(database).await;
        age.map_err(|error| {
            format!(
                "{database} cannot be asked if a bot runs ({error}): `rookery check` says more."
            )
        })?
    };
    age.ok_or_else(|| {
        format!(
            "no bot has run on {database} yet: look whether one has started with these settings."
        )
    })
}
