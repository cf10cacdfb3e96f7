//! Tests of ways to set up PostgreSQL: a set-up that `rookery check` calls good starts and keeps games, and one that
//! does not start is called wrong.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rookery::app::{App, Clock, MatchRef, NewGame, Place, Request, Sent, Sources};
use rookery::match_state::{ChannelId, GuildId, UserId};
use rookery::store::{Database, Lease, LeaseTimes};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::harness::{ANN, BOB, challenge, legal, on, per_move};
use crate::server::{self, Pooler, Server};

/// Returns the milliseconds of the Unix epoch.
fn time() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    u64::try_from(since.unwrap().as_millis()).unwrap()
}

/// Returns a user's request sent now, numbered as Discord does, which counts milliseconds since 2015.
fn by(user: UserId) -> Request {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::SeqCst);
    Request {
        user,
        place: Place {
            guild: Some(GuildId(500)),
            channel: ChannelId(900),
            outside: false,
        },
        interaction: ((time() - 1_420_070_400_000) << 22) + number,
        sent: Sent::now(),
    }
}

/// Returns the findings of `rookery check` about a database, and true if it finds nothing wrong.
fn check(address: &str) -> (bool, String) {
    check_with(&[], address)
}

fn check_with(options: &[&str], address: &str) -> (bool, String) {
    let folder = crate::scratch::folder();
    let ran = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("check")
        .args(options)
        .env_clear()
        .env("ROOKERY_DATABASE", address)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    (!said.contains("WRONG"), said)
}

/// Starts a bot as the program does, and plays a move by it.
async fn start_and_play(address: &str) -> Result<(), String> {
    let database = Database::read(address).unwrap();
    let Database::Server(server) = &database else {
        panic!("{address}");
    };
    let lease = Lease::wait(server, LeaseTimes::BOT).await;
    let lease = lease.map_err(|error| error.to_string())?;
    let started = App::start(&database, Sources::system()).await;
    let app = started.map_err(|error| error.to_string())?;
    let opened = app.open(by(ANN), challenge()).await;
    let game = opened.map_err(|error| error.to_string())?.game;
    let joined = app.join(by(BOB), game, None).await;
    joined.map_err(|error| error.to_string())?;
    let played = app.play(by(ANN), MatchRef::Game(game), "Ng1-f3");
    played.await.map_err(|error| error.to_string())?;
    app.stop().await;
    lease.release().await;
    Ok(())
}

/// Carries out statements one after the other.
async fn carry_out(address: &str, statements: &[&str]) {
    let mut connection = PgConnection::connect(address).await.unwrap();
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe((*statement).to_owned()))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
}

/// A name, the statements before a bot's first start and after it, and a part of the findings of `check` then: of
/// errors, or else of warnings.
type SetUp<'s> = (&'s str, &'s [&'s str], &'s [&'s str], &'s str);

const GOOD: &str = "can be reached and written to";

/// PostgreSQL's manual, chapter 20: settings of an administrator, a pooler or a provider.
const SET_UPS: [SetUp<'static>; 10] = [
    ("plain", &[], &[], GOOD),
    ("used", &[], &["SELECT 1"], GOOD),
    (
        "serializable",
        &["ALTER DATABASE serializable SET default_transaction_isolation = 'serializable'"],
        &[],
        GOOD,
    ),
    (
        "digits",
        &["ALTER DATABASE digits SET extra_float_digits = -15"],
        &[],
        GOOD,
    ),
    (
        "quick",
        &["ALTER DATABASE quick SET statement_timeout = '200ms'"],
        &[],
        GOOD,
    ),
    (
        "unsynced",
        &["ALTER DATABASE unsynced SET synchronous_commit = off"],
        &[],
        "does not wait for its disk",
    ),
    (
        "read_only",
        &["ALTER DATABASE read_only SET default_transaction_read_only = on"],
        &[],
        "default_transaction_read_only is on",
    ),
    (
        "changed",
        &[],
        &["UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 2"],
        "migration 2 was previously applied but has been modified",
    ),
    (
        "no_tables",
        &["REVOKE CREATE ON SCHEMA public FROM PUBLIC"],
        &[],
        "permission denied for schema public",
    ),
    (
        "closed",
        &[],
        &["ALTER TABLE game OWNER TO rookery"],
        "may not read and change its tables game",
    ),
];

/// Each set-up that `rookery check` calls good starts, and no other: with a bot that has never run on it, and with one
/// that has.
#[tokio::test(flavor = "multi_thread")]
async fn what_check_calls_good_starts_and_nothing_else_does() {
    let Some((server, port)) = Server::listening() else {
        return;
    };
    let owner = format!("{}&port={port}", server::address(server.socket(), "public"));
    carry_out(&owner, &["CREATE ROLE owner LOGIN"]).await;
    for (name, before, after, says) in SET_UPS {
        carry_out(&owner, &[&format!("CREATE DATABASE {name}")]).await;
        let within = owner.replace("///postgres", &format!("///{name}"));
        carry_out(&within, &["GRANT CREATE ON SCHEMA public TO PUBLIC"]).await;
        carry_out(&within, before).await;
        let address = within.replace("user=rookery", "user=owner");
        if !after.is_empty() {
            start_and_play(&address).await.unwrap();
            carry_out(&within, after).await;
        }
        let (good, said) = check(&address);
        assert!(said.contains(says), "{name}: {said}");
        let (again, _) = check(&address);
        assert_eq!(good, again, "{name}: nothing was changed");
        let started = start_and_play(&address).await;
        assert_eq!(good, started.is_ok(), "{name}: {said}{started:?}");
    }
}

/// A server says its version by a function, which this database replaces: `check` and a start refuse it in the same
/// words.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_too_old_is_refused_with_its_version() {
    let Some((server, port)) = Server::listening() else {
        return;
    };
    let owner = format!("{}&port={port}", server::address(server.socket(), "public"));
    carry_out(&owner, &["CREATE DATABASE old"]).await;
    let old = owner.replace("///postgres", "///old");
    start_and_play(&old).await.unwrap();
    let (alive, said) = check_with(&["--health"], &old);
    assert!(alive && said.contains("s ago"), "{said}");
    let version = "CREATE FUNCTION public.current_setting(TEXT) RETURNS TEXT LANGUAGE sql AS \
        'SELECT CASE $1 WHEN ''server_version_num'' THEN ''140011'' ELSE pg_catalog.current_setting($1) END'";
    carry_out(&old, &[version]).await;
    // Unless it is named later, the server's own schema is searched first.
    let old = old.replace("search_path%3Dpublic", "search_path%3Dpublic%2Cpg_catalog");
    let sentence = "is on PostgreSQL 14, and Rookery needs 15 or newer: upgrade the server";
    let (good, said) = check(&old);
    assert!(!good && said.contains(sentence), "{said}");
    let refused = start_and_play(&old).await.unwrap_err();
    assert!(refused.contains(sentence), "{refused}");
}

/// PgBouncer's manual, `pool_mode`: in `session` a connection has a session of the server for as long as it lasts; in
/// `transaction` and `statement` anything prepared or set in it may belong to another client the next moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_pooler_of_sessions_will_do_and_others_are_refused_by_name() {
    let Some((server, port)) = Server::listening() else {
        return;
    };
    for (mode, will_do) in [
        ("session", true),
        ("transaction", false),
        ("statement", false),
    ] {
        let owner = format!("{}&port={port}", server::address(server.socket(), "public"));
        carry_out(&owner, &[&format!("CREATE DATABASE {mode}")]).await;
        let Some(pooler) = Pooler::start(&server, port, mode) else {
            return;
        };
        let address = format!("postgres://rookery@127.0.0.1:{}/{mode}", pooler.port);
        let (good, said) = check(&address);
        assert_eq!(good, will_do, "{mode}: {said}");
        let started = start_and_play(&address).await;
        assert_eq!(started.is_ok(), will_do, "{mode}: {started:?}");
        if let Err(why) = started {
            for said in [said, why] {
                assert!(
                    said.contains("set its pool_mode to session"),
                    "{mode}: {said}"
                );
            }
        }
    }
}

/// PostgreSQL's manual, 13.2.3: a server whose own level is SERIALIZABLE refuses transactions that it would accept at
/// another; many players still move at once there.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_move_on_a_server_that_isolates_more() {
    const GAMES: u64 = 24;
    let Some(server) = Server::start() else {
        return;
    };
    let address = server::address(server.socket(), "public");
    let isolates = "ALTER ROLE rookery SET default_transaction_isolation = 'serializable'";
    carry_out(&address, &[isolates]).await;
    let app = App::start(Database::read(&address).unwrap(), Sources::system()).await;
    let app = app.unwrap();
    let played = (0..GAMES).map(|number| {
        let app = app.clone();
        tokio::spawn(async move {
            let [white, black] = [1_000, 2_000].map(|first| UserId(first + number));
            let new = NewGame {
                opponents: vec![black],
                ..challenge()
            };
            let game = app.open(by(white), new).await.unwrap().game;
            app.join(by(black), game, None).await.unwrap();
            let which = MatchRef::Game(game);
            app.play(by(white), which, "Ng1-f3").await.unwrap();
            app.play(by(black), which, "Nb8-c6").await.unwrap();
            app.resign(by(white), which).await.unwrap();
        })
    });
    for one in played.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    app.stop().await;
}

/// Two machines whose clocks are two minutes before and after the database's, and one whose clock leaps by days, cause
/// no outage, and all players keep their time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn machines_with_wrong_clocks_go_by_the_database() {
    let Some(server) = Server::start() else {
        return;
    };
    let address = server::address(server.socket(), "public");
    let leap = Arc::new(AtomicI64::new(0));
    let mut apps = Vec::new();
    for wrong in [-120_000, 120_000, 0] {
        let leap = Arc::clone(&leap);
        let clock = Clock::machine(move || {
            let leap = if wrong == 0 {
                leap.load(Ordering::SeqCst)
            } else {
                wrong
            };
            i64::try_from(time()).unwrap() + leap
        });
        let sources = Sources {
            clock,
            ..Sources::system()
        };
        let app = App::start(Database::read(&address).unwrap(), sources).await;
        apps.push(app.unwrap());
    }
    let game = apps[0]
        .open(by(ANN), on(per_move(1, true)))
        .await
        .unwrap()
        .game;
    apps[1].join(by(BOB), game, None).await.unwrap();
    for (round, app) in apps.iter().cycle().take(8).enumerate() {
        leap.store([0, 3, -5, 400][round % 4] * 86_400_000, Ordering::SeqCst);
        for app in &apps {
            app.heartbeat().await.unwrap();
            app.run_due_timers().await.unwrap();
        }
        let text = legal(app, game).await.swap_remove(0);
        let user = [ANN, BOB][round % 2];
        let played = app
            .play(by(user), MatchRef::Game(game), &text)
            .await
            .unwrap();
        let left = played.clocks[(round + 1) % 2].left.unwrap();
        assert!((86_390..=86_400).contains(&left), "{round}: {left}");
    }
    let mut connection = PgConnection::connect(&address).await.unwrap();
    let outages: i64 = sqlx::query_scalar("SELECT count(*) FROM outage")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(outages, 0);
    let span: i64 = sqlx::query_scalar("SELECT max(at) - min(at) FROM event")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert!((0..60).contains(&span), "{span}");
}
