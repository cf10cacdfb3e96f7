//! `rookery check`: looks for mistakes in the configuration, the token, the database and the permissions before a
//! start. A check changes nothing: it makes or migrates no database, registers no command and begins no session.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serenity::http::{Http, Route};

mod database;
mod finding;
mod health;
mod permissions;
mod ports;
mod roles;

use crate::config::{Config, ConfigError};
use crate::discord::{Connection, ServerSettings, ask, ask_with_time, few};
use crate::store::{Database, Store};
use finding::found;

pub use finding::{Finding, Weight};
pub use health::health;
pub use ports::taken_port;

/// Difference between this machine's clock and Discord's that is reported, in seconds.
const APART: i64 = 120;

/// Checks everything. `file` is the file that settings were read from.
pub fn check<'c>(
    config: &'c Result<Config, ConfigError>,
    file: &'c Path,
) -> BoxFuture<'c, Vec<Finding>> {
    Box::pin(async move {
        let config = match config {
            Ok(config) => config,
            Err(mistake) => {
                return vec![found(Weight::Wrong, "configuration", mistake.to_string())];
            }
        };
        let mut findings = vec![found(
            Weight::Good,
            "configuration",
            "every setting can be read.",
        )];
        for name in Config::strangers(file) {
            findings.push(found(
                Weight::Doubtful,
                "configuration",
                format!(
                    "{name} is set, but there is no such setting: .env.example lists them all."
                ),
            ));
        }
        findings.extend(secrecy(file));
        findings.extend(database::look(&config.database).await);
        findings.extend(ports::look(config).await);
        findings.push(roles::own(config.roles));
        findings.extend(discord(config).await);
        findings
    })
}

/// Returns what is wrong with a database, as [`check`] says it; `None` if nothing is.
pub async fn wrong_with(database: &Database) -> Option<String> {
    let findings = database::look(database).await.into_iter();
    let mut wrong = findings.filter(|finding| finding.weight == Weight::Wrong);
    wrong.next().map(|finding| finding.sentence)
}

/// Finds a file that may hold the token and that other users of the machine can access.
fn secrecy(file: &Path) -> Option<Finding> {
    let mode = fs::metadata(file).ok()?.permissions().mode();
    (mode & 0o077 != 0).then(|| {
        found(
            Weight::Doubtful,
            "configuration",
            format!(
                "{} can be read by other users of this machine; if the token is in it: chmod 600 {}.",
                file.display(),
                file.display()
            ),
        )
    })
}

/// Returns the channels that admins have chosen for the tables of their servers, as `(server, channel)`; none if the
/// database cannot be read, which another finding reports.
async fn channels(database: &Database) -> Vec<(u64, u64)> {
    if database.file().is_some_and(|file| !file.exists()) {
        return Vec::new();
    }
    let set = Store::examine_setting(database, ServerSettings::KEY).await;
    set.unwrap_or_default()
        .into_iter()
        .filter_map(|(guild, value)| Some((guild, ServerSettings::read(&value).ok()?.channel?)))
        .collect()
}

fn discord(config: &Config) -> BoxFuture<'_, Vec<Finding>> {
    Box::pin(async move {
        let Some(token) = &config.token else {
            return vec![found(
                Weight::Doubtful,
                "token",
                "DISCORD_TOKEN is not set: `rookery` would start the sandbox, and `rookery bot` would not start.",
            )];
        };
        let connection = Connection {
            token: token.clone(),
            api: config.api.clone(),
        };
        let (http, server) = (connection.single_requests(), connection.server());
        let (me, time) = match ask_with_time(&http, Route::UserMe).await {
            Ok(answered) => answered,
            Err(obstacle) => {
                let sentence = format!("{}.", obstacle.sentence(server));
                return vec![found(Weight::Wrong, "token", sentence)];
            }
        };
        let name = me["username"].as_str().unwrap_or("a bot");
        let mut findings = vec![found(
            Weight::Good,
            "token",
            format!("{server} knows it: it is {name}'s."),
        )];
        findings.extend(time.and_then(|time| clock(Timestamp::now(), time, server)));
        if config.roles.gateway {
            findings.extend(sessions(&http).await);
        }
        findings.extend(roles::of_application(&http, config, server).await);
        // Users look for the intents switch, so the check says that none is needed.
        findings.push(found(
            Weight::Good,
            "token",
            "no intents are needed: leave the privileged ones on the page \"Bot\" off.",
        ));
        let me = me["id"].as_str().and_then(|id| id.parse().ok());
        findings.extend(
            permissions::look(&http, me.unwrap_or(0), &channels(&config.database).await).await,
        );
        findings
    })
}

/// Compares this machine's clock with Discord's.
fn clock(here: Timestamp, there: Timestamp, server: &str) -> Option<Finding> {
    let seconds = here.as_second() - there.as_second();
    let direction = if seconds < 0 { "behind" } else { "ahead of" };
    (seconds.abs() > APART).then(|| {
        found(
            Weight::Doubtful,
            "clock",
            format!(
                "this machine's clock is {} min {direction} {server}'s: set it, or deadlines fall at wrong times and \
                 requests are taken for late ones.",
                (seconds.abs() + 30) / 60
            ),
        )
    })
}

/// Checks that Discord still allows the sessions that a start needs: one for each shard.
async fn sessions(http: &Http) -> Option<Finding> {
    let gateway = ask(http, Route::GatewayBot).await.ok()?;
    let limit = &gateway["session_start_limit"];
    let left = limit["remaining"].as_u64()?;
    let total = limit["total"].as_u64().unwrap_or(left);
    let hours = limit["reset_after"]
        .as_u64()
        .unwrap_or(0)
        .div_ceil(3_600_000);
    let shards = gateway["shards"].as_u64().unwrap_or(1).max(1);
    let counted = format!(
        "{left} of {total} sessions are left for the next {hours} h, and a start needs {shards} (shards: {shards})"
    );
    Some(if left < shards {
        found(
            Weight::Wrong,
            "token",
            format!("{counted}: the bot was started too often. Look why it ends, and wait."),
        )
    } else if few(left, total) {
        found(
            Weight::Doubtful,
            "token",
            format!("{counted}: few are left. Look why the bot was started so often."),
        )
    } else {
        found(Weight::Good, "token", format!("{counted}."))
    })
}
