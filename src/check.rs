//! `rookery check`: says what is wrong with a configuration, a token, a database or permissions, before a start. It
//! changes nothing: no database is made or brought up to date, no command registered, no session begun.

use std::fmt;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use serenity::http::{Http, HttpBuilder, LightMethod, Request, Route};

mod permissions;
mod roles;

use crate::config::{Config, ConfigError};
use crate::discord::{ServerSettings, few};
use crate::store::{Database, Store, StoreError};

/// Longest wait for one answer of Discord's.
const PATIENCE: Duration = Duration::from_secs(10);

/// What must fit on the disk besides, in bytes: some hundred moves.
const ROOM: usize = 1_000_000;

/// After how many minutes without a heartbeat no bot runs. It is written every few seconds.
const STALE: i64 = 2;

/// For how many minutes a message may be due while a bot runs.
const LATE: i64 = 10;

/// How many minutes old a message may be: quiet hours and a daily message are over by then.
const OLD: i64 = 2 * 24 * 60;

/// How a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// As it should be.
    Good,
    /// The bot would run, but somebody should look at it.
    Doubtful,
    /// The bot would not start, or could not keep a game.
    Wrong,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it weighs.
    pub weight: Weight,
    /// What it is about: `configuration`, `token`, `database`, `messages`, `permissions`, `roles`.
    pub about: &'static str,
    /// One sentence, with what to do where something is to be done.
    pub sentence: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.weight {
            Weight::Good => "ok   ",
            Weight::Doubtful => "look ",
            Weight::Wrong => "WRONG",
        };
        write!(f, "{mark} {}: {}", self.about, self.sentence)
    }
}

fn found(weight: Weight, about: &'static str, sentence: impl Into<String>) -> Finding {
    Finding {
        weight,
        about,
        sentence: sentence.into(),
    }
}

/// Looks at everything.
pub async fn check(config: &Result<Config, ConfigError>) -> Vec<Finding> {
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
    for name in Config::strangers() {
        findings.push(found(
            Weight::Doubtful,
            "configuration",
            format!("{name} is set, but there is no such setting: .env.example lists them all."),
        ));
    }
    findings.extend(secrecy(Path::new(".env")));
    findings.extend(match &config.database {
        Database::File(path) => database(path).await,
        Database::Server(_) => server(&config.database).await,
    });
    findings.push(roles::own(config.roles));
    findings.extend(discord(config).await);
    findings
}

/// A file with a token that everybody on the machine can read.
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

async fn database(path: &Path) -> Vec<Finding> {
    let about = "database";
    if path.is_dir() {
        let sentence = format!(
            "{} is a folder: ROOKERY_DATABASE names the database's file.",
            path.display()
        );
        return vec![found(Weight::Wrong, about, sentence)];
    }
    if !path.exists() {
        return vec![match writable_folder(path) {
            Ok(folder) => found(
                Weight::Good,
                about,
                format!(
                    "{} does not exist yet; the first start makes it below {}.",
                    path.display(),
                    folder.display()
                ),
            ),
            Err(sentence) => found(Weight::Wrong, about, sentence),
        }];
    }
    let examined = match Store::examine(&path.into()).await {
        Ok(examined) => examined,
        Err(error @ StoreError::Newer { .. }) => {
            return vec![found(Weight::Wrong, about, error.to_string())];
        }
        Err(error @ StoreError::Unusable { .. }) => {
            let sentence = format!(
                "{error}. Give ROOKERY_DATABASE the right file, mend its permissions, or restore a backup."
            );
            return vec![found(Weight::Wrong, about, sentence)];
        }
        Err(error) => {
            let sentence = format!("{} cannot be examined: {error}.", path.display());
            return vec![found(Weight::Wrong, about, sentence)];
        }
    };
    let mut findings = readable(path);
    let private = findings.len();
    for line in &examined.damage {
        findings.push(found(
            Weight::Wrong,
            about,
            format!("{} is damaged ({line}): restore a backup.", path.display()),
        ));
    }
    if let Err(cause) = &examined.writable {
        let sentence = format!(
            "{} cannot be written to: {cause}. Check its owner and permissions, and whether something holds it.",
            path.display()
        );
        findings.push(found(Weight::Wrong, about, sentence));
    }
    // Write-ahead logging makes two more files beside it.
    if let Err(sentence) = writable_folder(path) {
        findings.push(found(Weight::Wrong, about, sentence));
    }
    if findings.len() == private {
        let news = match examined.outstanding {
            0 => String::new(),
            n => format!("; the next start brings it up to date ({n} migrations)"),
        };
        findings.push(found(
            Weight::Good,
            about,
            format!(
                "{} is whole and writable, with {} games{news}.",
                path.display(),
                examined.games
            ),
        ));
        if examined.outstanding == 0 {
            findings.extend(health(path).await);
        }
    }
    findings
}

/// What a bot that runs on the database does not get done.
async fn health(path: &Path) -> Vec<Finding> {
    let about = "messages";
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| i64::try_from(now.as_secs()).unwrap_or(i64::MAX));
    let health = match Store::examine_health(path, now).await {
        Ok(health) => health,
        Err(error) => {
            let sentence = format!("what waits to be sent cannot be read: {error}.");
            return vec![found(Weight::Doubtful, about, sentence)];
        }
    };
    let minutes = |since: i64| (now - since) / 60;
    let mut findings = Vec::new();
    let runs = health.heartbeat.filter(|at| minutes(*at) < STALE);
    match (health.heartbeat, runs) {
        (Some(at), None) => findings.push(found(
            Weight::Good,
            "database",
            format!(
                "no bot has run on it for {}; no clock runs until one does.",
                span(minutes(at))
            ),
        )),
        // What waits while none runs is sent by the next start.
        (None, _) => {}
        (Some(_), Some(_)) => {
            let due = health.backlog.ready.map_or(0, minutes);
            if due >= LATE {
                findings.push(found(
                    Weight::Doubtful,
                    about,
                    format!(
                        "{} to players not sent yet, one of them due for {} although a bot runs: its log says what \
                         Discord answers.",
                        counted(health.backlog.waiting, "message"),
                        span(due)
                    ),
                ));
            }
        }
    }
    let oldest = health.backlog.oldest.map_or(0, minutes);
    if oldest >= OLD {
        findings.push(found(
            Weight::Doubtful,
            about,
            format!(
                "the oldest message to a player that has not been sent is {} old.",
                span(oldest)
            ),
        ));
    }
    if let Some(since) = health.backlog.since {
        findings.push(found(
            Weight::Doubtful,
            about,
            format!(
                "{} whose turn it is cannot be told, the first for {}: their thread and channel are gone or closed to \
                 the bot, and they take no direct messages. Their clocks stop after a day.",
                counted(health.backlog.unreachable, "player"),
                span(minutes(since))
            ),
        ));
    }
    findings
}

/// So many things.
fn counted(number: u32, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// A span of time, in the largest unit that fits.
fn span(minutes: i64) -> String {
    if minutes < 120 {
        format!("{minutes} min")
    } else if minutes < 48 * 60 {
        format!("{} h", minutes / 60)
    } else {
        format!("{} days", minutes / (24 * 60))
    }
}

/// A database that a PostgreSQL server keeps.
async fn server(database: &Database) -> Vec<Finding> {
    let about = "database";
    let examined = match Store::examine(database).await {
        Ok(examined) => examined,
        Err(error @ StoreError::Newer { .. }) => {
            return vec![found(Weight::Wrong, about, error.to_string())];
        }
        Err(error) => {
            let sentence = format!(
                "{error}. Look whether the server runs, and whether ROOKERY_DATABASE names it, its database and its user."
            );
            return vec![found(Weight::Wrong, about, sentence)];
        }
    };
    if let Err(cause) = &examined.writable {
        let sentence = format!("{database} cannot be written to: {cause}.");
        return vec![found(Weight::Wrong, about, sentence)];
    }
    let news = match examined.outstanding {
        0 => String::new(),
        n => format!("; the next start brings it up to date ({n} migrations)"),
    };
    let games = examined.games;
    let sentence = format!("{database} can be reached and written to, with {games} games{news}.");
    vec![found(Weight::Good, about, sentence)]
}

/// What other users of the machine can read or change of the database: its files, and the folder it is in where it
/// has one of its own.
fn readable(path: &Path) -> Vec<Finding> {
    let mode = |path: &Path| fs::metadata(path).map_or(0, |file| file.permissions().mode());
    let beside = ["", "-wal", "-shm"].map(|end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    });
    let open: Vec<String> = beside
        .iter()
        .filter(|file| mode(file) & 0o077 != 0)
        .map(|file| file.display().to_string())
        .collect();
    let mut findings = Vec::new();
    if !open.is_empty() {
        let files = open.join(" ");
        findings.push(found(
            Weight::Doubtful,
            "database",
            format!("other users of this machine can read it: chmod 600 {files}."),
        ));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() && mode(folder) & 0o077 != 0 {
        findings.push(found(
            Weight::Doubtful,
            "database",
            format!(
                "other users of this machine can look into its folder, where backups may be too: chmod 700 {}.",
                folder.display()
            ),
        ));
    }
    findings
}

/// The nearest folder above a file that exists, if files can be made in it.
fn writable_folder(path: &Path) -> Result<PathBuf, String> {
    let folder = path
        .ancestors()
        .skip(1)
        .map(|folder| {
            if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            }
        })
        .find(|folder| folder.exists())
        .unwrap_or(Path::new("."));
    let probe = folder.join(format!(".rookery-check-{}", std::process::id()));
    let made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&probe);
    let mut file = made.map_err(|error| {
        format!(
            "no file can be made in {} ({error}), but the database needs that: check the folder and its permissions.",
            folder.display()
        )
    })?;
    let filled = file
        .write_all(&vec![0x55; ROOM])
        .and_then(|()| file.sync_all());
    // Its name is nobody else's.
    let _ = fs::remove_file(&probe);
    filled.map_err(|error| {
        format!(
            "there is no room in {} for as much as {} kB ({error}): make room, or moves will be refused.",
            folder.display(),
            ROOM / 1000
        )
    })?;
    Ok(folder.to_owned())
}

/// The channels that admins have chosen for the tables of their servers: `(server, channel)`. None where the database
/// cannot be looked into, which is told elsewhere.
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

async fn discord(config: &Config) -> Vec<Finding> {
    let Some(token) = &config.token else {
        return vec![found(
            Weight::Doubtful,
            "token",
            "DISCORD_TOKEN is not set: `rookery` would start the sandbox, and `rookery bot` would not start.",
        )];
    };
    let builder = HttpBuilder::new(token.expose());
    let http = match &config.api {
        Some(base) => builder.proxy(base.as_str()).ratelimiter_disabled(true),
        None => builder,
    }
    .build();
    let server = config
        .api
        .as_ref()
        .map_or("Discord", |base| base.as_str())
        .to_owned();
    let me = match ask(&http, Route::UserMe).await {
        Ok(me) => me,
        Err(Some(401)) => {
            return vec![found(
                Weight::Wrong,
                "token",
                format!(
                    "{server} does not know the token: make a new one on the page \"Bot\" of your application at \
                     https://discord.com/developers/applications and put it into DISCORD_TOKEN."
                ),
            )];
        }
        Err(status) => {
            let why = status.map_or("no connection".to_owned(), |status| {
                format!("HTTP {status}")
            });
            return vec![found(
                Weight::Wrong,
                "token",
                format!(
                    "{server} cannot be asked whether the token is good ({why}): check the network."
                ),
            )];
        }
    };
    let name = me["username"].as_str().unwrap_or("a bot");
    let mut findings = vec![found(
        Weight::Good,
        "token",
        format!("{server} knows it: it is {name}'s."),
    )];
    if config.roles.gateway {
        findings.extend(sessions(&http).await);
    }
    findings.extend(roles::of_application(&http, config).await);
    // What it needs none of cannot be missing: said, since people look for the switch.
    findings.push(found(
        Weight::Good,
        "token",
        "no intents are needed: leave the privileged ones on the page \"Bot\" off.",
    ));
    let me = me["id"].as_str().and_then(|id| id.parse().ok());
    findings
        .extend(permissions::look(&http, me.unwrap_or(0), &channels(&config.database).await).await);
    findings
}

/// Whether the sessions can be begun that a start needs: one for each shard.
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

/// What Discord answers, or the status it refused with; `None` where there was no answer. The error itself is not
/// kept, since it can hold an address.
async fn ask(http: &Http, route: Route<'_>) -> Result<Value, Option<u16>> {
    let request = http.fire::<Value>(Request::new(route, LightMethod::Get));
    match tokio::time::timeout(PATIENCE, request).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(serenity::Error::Http(error))) => {
            Err(error.status_code().map(|status| status.as_u16()))
        }
        Ok(Err(_)) | Err(_) => Err(None),
    }
}
