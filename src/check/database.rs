//! Checks of the database: it can be used, and a running bot keeps up with its messages.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::finding::{Finding, Weight, found};
use crate::store::{Database, Store, StoreError, real_file};

/// Free space that the disk must have, in bytes: enough for a few hundred moves.
const ROOM: usize = 1_000_000;

/// Age of the last heartbeat, in minutes, from which no bot counts as running. A bot writes one every few seconds.
const STALE: i64 = 2;

/// Minutes that a message may be overdue while a bot runs.
const LATE: i64 = 10;

/// Age of a message, in minutes, that is suspicious: quiet hours and daily messages delay one by less.
const OLD: i64 = 2 * 24 * 60;

/// Checks a database.
pub(super) async fn look(database: &Database) -> Vec<Finding> {
    match database {
        Database::File(path) => file(path).await,
        Database::Server(_) => server(database).await,
    }
}

/// Checks a database that is a file.
async fn file(path: &Path) -> Vec<Finding> {
    let about = "database";
    if path.is_dir() {
        let sentence = format!(
            "{} is a folder: ROOKERY_DATABASE names the database's file.",
            path.display()
        );
        return vec![found(Weight::Wrong, about, sentence)];
    }
    // The first start makes a missing folder.
    if path.symlink_metadata().is_ok()
        && let Err(error) = real_file(path)
    {
        return vec![found(Weight::Wrong, about, format!("{error}."))];
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
                "{error}. Give ROOKERY_DATABASE the right file, correct its permissions, or restore a backup."
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
    // Write-ahead logging makes two more files next to the database.
    if let Err(sentence) = writable_folder(path) {
        findings.push(found(Weight::Wrong, about, sentence));
    }
    if findings.len() == private {
        let news = outstanding(examined.outstanding);
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

/// Reports messages that a running bot does not deliver.
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
        // Messages that wait while no bot runs are sent by the next start.
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
                "{} whose turn it is cannot be reached, the first for {}: their thread and channel are gone or closed \
                 to the bot, and they take no direct messages. Their clocks stop after a day.",
                counted(health.backlog.unreachable, "player"),
                span(minutes(since))
            ),
        ));
    }
    findings
}

/// Returns a count with its noun, such as "2 messages".
fn counted(number: u32, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Returns a span of time in the largest unit that fits.
fn span(minutes: i64) -> String {
    if minutes < 120 {
        format!("{minutes} min")
    } else if minutes < 48 * 60 {
        format!("{} h", minutes / 60)
    } else {
        format!("{} days", minutes / (24 * 60))
    }
}

/// Checks a database on a PostgreSQL server.
async fn server(database: &Database) -> Vec<Finding> {
    let about = "database";
    let examined = match Store::examine(database).await {
        Ok(examined) => examined,
        Err(error @ (StoreError::Newer { .. } | StoreError::Old { .. })) => {
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
    let news = outstanding(examined.outstanding);
    let games = examined.games;
    let sentence = format!("{database} can be reached and written to, with {games} games{news}.");
    let mut findings = vec![found(Weight::Good, about, sentence)];
    for clause in &examined.doubts {
        findings.push(found(Weight::Doubtful, about, format!("{clause}.")));
    }
    // Standbys are tried now, before they are needed.
    for clause in &examined.unreachable {
        let sentence =
            format!("Of the servers in ROOKERY_DATABASE, {clause}: nothing takes over there.");
        findings.push(found(Weight::Doubtful, about, sentence));
    }
    findings
}

/// Finds files of the database, and its folder, if other users of the machine can access them. The current folder is
/// not examined.
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

/// Returns the nearest folder above a file that exists, if files can be made in it.
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
    // No other program uses this name.
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

/// Returns the end of a sentence that announces the migrations of the next start; empty if there are none.
fn outstanding(migrations: usize) -> String {
    match migrations {
        0 => String::new(),
        n => format!("; the next start brings it up to date ({n} migrations)"),
    }
}
