//! Tests of `rookery check`: every problem before a start has a sentence that explains it, and nothing is changed.

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use rookery::sandbox::FaultKind;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{ALICE, GAMES, Harness};

/// The sandbox's one server, and a role that the bot can have there.
const GUILD: &str = "2000000000000000001";
const ROLE: &str = "6000000000000000001";

/// A run of the check in the sandbox's folder.
struct Check {
    command: Command,
}

impl Check {
    /// Prepares a run without problems.
    fn of(harness: &Harness) -> Check {
        Check::run_by(Command::new(env!("CARGO_BIN_EXE_rookery")), harness).argument("check")
    }

    /// Prepares a run under a shell that limits the size of files, as a full disk does.
    fn on_a_full_disk(harness: &Harness) -> Check {
        let script = "trap '' XFSZ; ulimit -f 400; exec \"$0\" check";
        let check = Check::run_by(Command::new("sh"), harness);
        check
            .argument("-c")
            .argument(script)
            .argument(env!("CARGO_BIN_EXE_rookery"))
    }

    fn run_by(mut command: Command, harness: &Harness) -> Check {
        command
            .env_clear()
            .env("DISCORD_TOKEN", harness.server.token())
            .env("ROOKERY_DISCORD_API", harness.server.api_base())
            .env("ROOKERY_DATABASE", harness.database())
            .current_dir(harness.folder.path());
        Check { command }
    }

    fn argument(mut self, argument: &str) -> Check {
        self.command.arg(argument);
        self
    }

    fn with(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Check {
        self.command.env(name, value);
        self
    }

    async fn run(mut self) -> (bool, String) {
        let output: Output = tokio::task::spawn_blocking(move || self.command.output().unwrap())
            .await
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        for line in said.lines() {
            let marks = ["ok    ", "look  ", "WRONG "];
            assert!(marks.iter().any(|mark| line.starts_with(mark)), "{line}");
            assert!(line.ends_with('.') && !line.contains("panicked"), "{line}");
        }
        (output.status.success(), said)
    }

    /// Asserts that it fails, with all of these parts in one line.
    async fn must_fail(self, parts: &[&str]) {
        let (well, said) = self.run().await;
        assert!(!well && has(&said, "WRONG", parts), "{parts:?}: {said}");
    }

    /// Asserts that it does not fail, but warns with all of these parts in one line.
    async fn must_doubt(self, parts: &[&str]) {
        let (well, said) = self.run().await;
        assert!(well && has(&said, "look", parts), "{parts:?}: {said}");
    }
}

fn has(said: &str, mark: &str, parts: &[&str]) -> bool {
    said.lines()
        .any(|line| line.starts_with(mark) && parts.iter().all(|part| line.contains(part)))
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_is_well_it_says_so_and_changes_nothing() {
    let harness = Harness::empty().await;
    let (well, said) = Check::of(&harness).run().await;
    assert!(
        well && !said.contains("WRONG") && !said.contains("look"),
        "{said}"
    );
    for part in [
        "every setting can be read",
        "does not exist yet",
        "no intents are needed",
        "rookery's",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(
        std::fs::read_dir(harness.folder.path()).unwrap().count(),
        0,
        "nothing was made"
    );
    let shared = harness.server.shared();
    assert!(!shared.bot_online() && shared.commands().is_empty());
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_setting_that_cannot_be_used_is_named() {
    let harness = Harness::empty().await;
    let check = || Check::of(&harness);
    for (name, value) in [
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_TOKEN", "schlüssel"),
        ("ROOKERY_LOG", "rookery=loud"),
        ("ROOKERY_LOG_FORMAT", "xml"),
        ("ROOKERY_SANDBOX_PORT", "70000"),
        ("ROOKERY_METRICS_PORT", "none"),
        ("ROOKERY_DISCORD_API", "https://discord.com"),
    ] {
        check()
            .with(name, value)
            .must_fail(&["configuration", name])
            .await;
        let (_, said) = check().with(name, value).run().await;
        assert!(
            !said.contains("two words") && !said.contains("schlüssel"),
            "{said}"
        );
    }
    let no_text = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    check()
        .with("ROOKERY_LOG", no_text)
        .must_fail(&["ROOKERY_LOG", "no text"])
        .await;
    let misspelt = check().with("ROOKERY_LOGFORMAT", "json");
    misspelt
        .must_doubt(&["ROOKERY_LOGFORMAT", "no such setting"])
        .await;

    let env = harness.folder.path().join(".env");
    std::fs::write(&env, "ROOKERY_LOG=info\n").unwrap();
    std::fs::set_permissions(&env, std::fs::Permissions::from_mode(0o644)).unwrap();
    check().must_doubt(&["chmod 600"]).await;
    std::fs::write(&env, "ROOKERY_LOG info\n").unwrap();
    check().must_fail(&["Line 1 of .env"]).await;
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_missing_or_refused_and_a_server_that_is_not_there_are_told_apart() {
    let harness = Harness::empty().await;
    let check = || Check::of(&harness);
    check()
        .with("DISCORD_TOKEN", "")
        .must_doubt(&["DISCORD_TOKEN is not set"])
        .await;
    let refused = check().with("DISCORD_TOKEN", "another-token-than-ours");
    refused
        .must_fail(&["token", "does not know the token", "make a new one"])
        .await;
    let (_, said) = check()
        .with("DISCORD_TOKEN", "another-token-than-ours")
        .run()
        .await;
    assert!(!said.contains("another-token"), "{said}");
    let nobody = check().with("ROOKERY_DISCORD_API", "http://127.0.0.1:9");
    nobody
        .must_fail(&["token", "no connection", "check the network"])
        .await;
    harness
        .server
        .shared()
        .fault("GET /users/@me", FaultKind::Status(503), 9);
    check().must_fail(&["token", "HTTP 503"]).await;
    harness.server.stop().await;
}

/// The sessions left, the number that a start needs, and the verdict are reported.
#[tokio::test(flavor = "multi_thread")]
async fn the_sessions_that_are_left_are_reported_and_too_few_are_wrong() {
    let harness = Harness::empty().await;
    let shared = harness.server.shared();
    let (_, said) = Check::of(&harness).run().await;
    assert!(
        has(&said, "ok", &["1000 of 1000 sessions", "24 h"]),
        "{said}"
    );
    shared.demand_shards(3);
    shared.limit_sessions(150);
    let (well, said) = Check::of(&harness).run().await;
    let parts = ["150 of 1000 sessions", "needs 3", "few"];
    assert!(well && has(&said, "look", &parts), "{said}");
    shared.limit_sessions(2);
    Check::of(&harness)
        .must_fail(&["2 of 1000 sessions", "needs 3"])
        .await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_used_is_reported_and_why() {
    let harness = Harness::empty().await;
    let check = || Check::of(&harness);
    let database = harness.database();
    let path = database.to_str().unwrap();

    std::fs::write(
        &database,
        "This is no database, but a text that is long enough.",
    )
    .unwrap();
    check().must_fail(&["database", path]).await;
    std::fs::remove_file(&database).unwrap();
    let folder = harness.folder.path();
    check()
        .with("ROOKERY_DATABASE", folder)
        .must_fail(&["database", "is a folder"])
        .await;
    // Where not even root can make a file.
    let nowhere = check().with("ROOKERY_DATABASE", "/proc/rookery/rookery.db");
    nowhere
        .must_fail(&["database", "no file can be made in /proc", "permissions"])
        .await;
    Check::on_a_full_disk(&harness)
        .must_fail(&["database", "no room"])
        .await;
    assert!(!database.exists(), "nothing was made");

    // A database of another program.
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(&database)
        .create_if_missing(true);
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("CREATE TABLE recipe (id INTEGER)")
        .execute(&mut other)
        .await
        .unwrap();
    other.close().await.unwrap();
    check().must_fail(&["database", "something else"]).await;
    std::fs::remove_file(&database).unwrap();

    // The bot's, but damaged: the pages in the middle are noise.
    harness.prepare().await;
    let (well, said) = check().run().await;
    assert!(well && said.contains("whole and writable"), "{said}");
    Check::on_a_full_disk(&harness)
        .must_fail(&["database", "no room"])
        .await;
    let good = std::fs::read(&database).unwrap();
    let mut bad = good.clone();
    let middle = good.len() / 4096 / 2 * 4096;
    bad[middle..middle + 8192].fill(0xa5);
    std::fs::write(&database, bad).unwrap();
    check().must_fail(&["database", path]).await;
    std::fs::write(&database, good).unwrap();

    // Held by another process.
    let url = format!("sqlite://{path}");
    let mut holder = SqliteConnection::connect(&url).await.unwrap();
    let begun = sqlx::query("BEGIN EXCLUSIVE").execute(&mut holder).await;
    begun.unwrap();
    check()
        .must_fail(&["database", "cannot be written to", "holds it"])
        .await;
    sqlx::query("ROLLBACK").execute(&mut holder).await.unwrap();

    // Written by a newer version.
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of tomorrow', 1, x'00', 0)",
    )
    .execute(&mut holder)
    .await
    .unwrap();
    check()
        .must_fail(&["database", "newer version", "9999"])
        .await;
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_looks_into_a_database_that_a_bot_is_using() {
    let harness = Harness::new().await;
    harness.begin().await;
    let (well, said) = Check::of(&harness).run().await;
    assert!(well && said.contains("with 1 games"), "{said}");
    harness.end().await;
}

/// Unsent messages and unreachable players of a running bot are reported.
#[tokio::test(flavor = "multi_thread")]
async fn messages_that_do_not_go_out_and_players_whom_none_reaches_are_reported() {
    let mut harness = Harness::new().await;
    harness.begin().await;
    harness.stop_bot().await;
    let (well, said) = Check::of(&harness).run().await;
    assert!(well && !said.contains("messages:"), "{said}");
    let options = SqliteConnectOptions::new().filename(harness.database());
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    let mut run = async |statement: &'static str| {
        let done = sqlx::query(statement).execute(&mut database).await;
        done.unwrap();
    };
    run(
        "INSERT INTO outbox (game, ply, user, why, at, ready) VALUES (1, 1, 1, '\"turn\"', \
         unixepoch() - 3 * 86400, unixepoch() - 1200)",
    )
    .await;
    run("UPDATE heartbeat SET at = unixepoch() - 3 * 3600").await;
    let oldest = ["oldest message", "3 days"];
    Check::of(&harness).must_doubt(&oldest).await;
    let (_, said) = Check::of(&harness).run().await;
    assert!(said.contains("no bot has run on it for 3 h"), "{said}");
    assert!(!said.contains("although a bot runs"), "{said}");
    run("UPDATE heartbeat SET at = unixepoch()").await;
    let due = ["to players not sent yet", "20 min", "although a bot runs"];
    Check::of(&harness).must_doubt(&due).await;
    run("INSERT INTO unreachable (game, user, since) VALUES (1, 1, unixepoch() - 5 * 3600)").await;
    let unreachable = ["1 player whose turn", "5 h"];
    Check::of(&harness).must_doubt(&unreachable).await;
    harness.server.stop().await;
}

/// Permission Send Messages, as a number.
const SEND: u64 = 1 << 11;

#[tokio::test(flavor = "multi_thread")]
async fn permissions_that_a_server_or_a_channel_takes_are_named() {
    let harness = Harness::new().await;
    let shared = harness.server.shared();
    // An admin chooses a channel for tables.
    let chosen = json!([{"name": "channel", "type": 7, "value": GAMES}]);
    harness
        .subcommand(ALICE, GAMES, "server", "tables", chosen)
        .await;
    let (well, said) = Check::of(&harness).run().await;
    assert!(well && said.contains("chosen for tables (1)"), "{said}");

    // The channel denies everyone, and allows a role that the bot first lacks, then has.
    let channel = |overwrites: serde_json::Value| {
        json!({"id": GAMES, "type": 0, "guild_id": GUILD, "name": "chess-tables",
               "permission_overwrites": overwrites})
    };
    let everyone = json!({"id": GUILD, "type": 0, "allow": "0", "deny": SEND.to_string()});
    let role = json!({"id": ROLE, "type": 0, "allow": SEND.to_string(), "deny": "0"});
    shared.pretend(
        &format!("/channels/{GAMES}"),
        channel(json!([everyone, role])),
    );
    Check::of(&harness)
        .must_doubt(&["permissions", "#chess-tables", "Send Messages"])
        .await;
    let user = json!({"id": "1", "username": "rookery", "discriminator": "0", "avatar": null});
    let bot = harness.bot_id().await;
    let member = json!({"user": user, "roles": [ROLE]});
    shared.pretend(&format!("/guilds/{GUILD}/members/{bot}"), member);
    let (well, said) = Check::of(&harness).run().await;
    assert!(well && said.contains("chosen for tables (1)"), "{said}");

    // The whole server denies.
    let guilds = json!([{"id": GUILD, "name": "The Rookery", "permissions": "2048"}]);
    shared.pretend("/users/@me/guilds", guilds);
    Check::of(&harness)
        .must_doubt(&[
            "\"The Rookery\"",
            "Attach Files",
            "Read Message History",
            "Create Public Threads",
        ])
        .await;
    shared.pretend("/users/@me/guilds", json!([]));
    Check::of(&harness)
        .must_doubt(&["permissions", "in no server yet"])
        .await;
    harness.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_for_tables_that_is_gone_is_reported() {
    let harness = Harness::new().await;
    let gone = json!([{"name": "channel", "type": 7, "value": GAMES}]);
    harness
        .subcommand(ALICE, GAMES, "server", "tables", gone)
        .await;
    harness
        .server
        .shared()
        .fault(&format!("GET /channels/{GAMES}"), FaultKind::Status(404), 1);
    Check::of(&harness)
        .must_doubt(&["permissions", GAMES, "not there any more"])
        .await;
    assert!(Path::new(&harness.database()).exists());
    harness.stop_with_faults().await;
}

/// New files of the program are private. Existing ones are checked.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_others_on_the_machine_can_read_is_reported() {
    let harness = Harness::empty().await;
    let folder = harness.folder.path().join("data");
    let database = folder.join("rookery.db");
    let store = rookery::store::Store::open(&database).await.unwrap();
    store.close().await;
    let check = || Check::of(&harness).with("ROOKERY_DATABASE", &database);
    let (well, said) = check().run().await;
    assert!(well && !said.contains("chmod"), "{said}");
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    open(&database, 0o644);
    let file = format!("chmod 600 {}", database.display());
    check().must_doubt(&["database", &file]).await;
    open(&database, 0o600);
    open(&folder, 0o755);
    let above = format!("chmod 700 {}", folder.display());
    check().must_doubt(&["database", &above]).await;
    harness.server.stop().await;
}

/// The check reports if interactions are not sent where they are taken.
#[tokio::test(flavor = "multi_thread")]
async fn it_says_whether_interactions_arrive_where_they_are_taken() {
    let harness = Harness::empty().await;
    let shared = harness.server.shared();
    let by_http = |key: &str| {
        Check::of(&harness)
            .with("ROOKERY_ROLES", "http,scheduler,notifier")
            .with("DISCORD_PUBLIC_KEY", key)
    };
    let key = shared.public_key();
    by_http(&key)
        .must_doubt(&[
            "roles",
            "nothing arrives here",
            "http://127.0.0.1:8090/interactions",
        ])
        .await;
    by_http(&"0".repeat(64))
        .must_fail(&["roles", "DISCORD_PUBLIC_KEY"])
        .await;
    shared.post_to(vec!["https://rookery.example/interactions".to_owned()]);
    let (well, said) = by_http(&key).run().await;
    assert!(
        well && !said.contains("look") && !said.contains("WRONG"),
        "{said}"
    );
    Check::of(&harness)
        .must_fail(&["roles", "none over the gateway", "rookery.example"])
        .await;
    Check::of(&harness)
        .with("ROOKERY_ROLES", "gateway,scheduler")
        .must_fail(&[
            "configuration",
            "ROOKERY_ROLES",
            "one process works on alone",
        ])
        .await;
    harness.server.stop().await;
}
