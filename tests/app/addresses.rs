//! Tests of database addresses: the program reads them as PostgreSQL's own programs do, and never as a file.

use std::path::Path;
use std::process::Command;

use sqlx::{Connection as _, PgConnection};

use crate::server::{self, Server};

/// Runs the program with these arguments and this database; returns its output, and true if it succeeds.
fn rookery(folder: &Path, arguments: &[&str], database: &str) -> (bool, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(arguments)
        .env_clear()
        .env("ROOKERY_DATABASE", database)
        .env("ROOKERY_LOG", "trace")
        .env("DISCORD_TOKEN", "a.b.c")
        .env("ROOKERY_DISCORD_API", "http://127.0.0.1:1")
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [ran.stdout, ran.stderr].concat();
    (ran.status.success(), String::from_utf8(said).unwrap())
}

/// No empty bot starts in a file of that name, and no password is shown, in whatever form it is written.
#[test]
fn an_address_that_is_misspelt_makes_no_file_and_is_not_shown() {
    let folder = crate::scratch::folder();
    for text in [
        "\"postgres://zoe:hushhush@db/x\"",
        "jdbc:postgresql://db/x?user=zoe&password=hushhush",
        "mysql://zoe:hushhush@db/x",
        "postgresql+asyncpg://zoe:hushhush@db/x",
        "psql 'postgres://zoe:hushhush@db/x'",
        "Host=db;Username=zoe;Password=hushhush",
        "zoe:hushhush@db/x",
        "postgres://zoe:hush/hush@db/x",
        "postgres://zoe:hushhush@db:port/x",
        "postgres://db/x?passwort=hushhush",
        "postgres:///x&password=hushhush",
        "host=/nowhere user=zoe passwort=hushhush",
        // These are valid addresses, of servers that do not exist.
        "postgres://zoe:hushhush@127.0.0.1:1/x",
        "POSTGRES:///x?host=/nowhere&user=zoe&password=hushhush",
        "host=/nowhere,127.0.0.1 port=1 user=zoe password=hush\\hush",
    ] {
        let runs = [
            rookery(folder.path(), &["check"], text),
            rookery(folder.path(), &["bot"], text),
            rookery(folder.path(), &["backup", "copy.db"], text),
            rookery(folder.path(), &["backup", text], "x.db"),
            rookery(folder.path(), &["move-store", text, "x.db"], ""),
            rookery(folder.path(), &["move-store", "x.db", text], ""),
        ];
        for (good, said) in runs {
            assert!(!good, "{text}: {said}");
            assert!(!said.contains("hushhush"), "{text}: {said}");
            assert!(!said.contains("panicked"), "{text}: {said}");
        }
        let made = std::fs::read_dir(folder.path()).unwrap();
        let made: Vec<_> = made
            .map(|file| file.unwrap().file_name())
            .filter(|name| name != "x.db.lock")
            .collect();
        assert!(made.is_empty(), "{text}: {made:?}");
    }
}

/// The forms in the chapter on connection strings of PostgreSQL's manual (34.1.1): where psql connects, so does the
/// bot, to the same database and as the same user.
#[tokio::test]
async fn what_psql_takes_connects() {
    let Some((server, port)) = Server::listening() else {
        return;
    };
    let socket = server.socket().display().to_string();
    let owner = format!("{}&port={port}", server::address(server.socket(), "public"));
    let mut connection = PgConnection::connect(&owner).await.unwrap();
    for statement in [
        "CREATE ROLE zoe LOGIN SUPERUSER PASSWORD 'h u:s@h/h%u?s#h+&=,'",
        "CREATE DATABASE \"a b\" OWNER zoe",
        "CREATE DATABASE zoe OWNER zoe",
    ] {
        sqlx::query(statement)
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
    let folder = crate::scratch::folder();
    let password = "h%20u%3As%40h%2Fh%25u%3Fs%23h%2B%26%3D%2C";
    let escaped = socket.replace('/', "%2F");
    for (text, expected) in [
        ("postgres://zoe:PW@127.0.0.1:PORT/a%20b", true),
        ("postgresql://zoe:PW@127.0.0.1:PORT", true),
        ("postgres://127.0.0.1:PORT/zoe?user=zoe&password=PW", true),
        ("postgres://zoe@localhost:1/zoe?port=PORT&password=PW", true),
        ("postgres://zoe:PW@/zoe?hostaddr=127.0.0.1&port=PORT", true),
        (
            "postgres://zoe:PW@nowhere.invalid/zoe?hostaddr=127.0.0.1&port=PORT",
            true,
        ),
        (
            "postgres://zoe:PW@127.0.0.1:1,127.0.0.1:PORT/zoe?target_session_attrs=read-write",
            true,
        ),
        (
            "postgres:///zoe?host=127.0.0.1,SOCKET&port=1,PORT&user=zoe&connect_timeout=2",
            true,
        ),
        ("postgres://zoe@ESCAPED:PORT/zoe", true),
        (
            "postgres://rookery@ESCAPED,127.0.0.1:PORT/zoe?port=PORT",
            true,
        ),
        (
            "postgres:///zoe?host=SOCKET&port=PORT&user=rookery&sslmode=require",
            true,
        ),
        ("host=SOCKET port=PORT user=rookery dbname=zoe", true),
        (
            "host = 127.0.0.1 port='PORT'  user=zoe dbname='a b' password='h u:s@h/h%u?s#h+&=,'",
            true,
        ),
        (
            "host=127.0.0.1 port=PORT user=zoe password=h\\ u:s@h/h%u?s#h+&=,",
            true,
        ),
        ("postgres://zoe:PW@127.0.0.1:PORT/zoe?sslmode=prefer", true),
        (
            "postgres://zoe:PW@127.0.0.1:PORT/zoe?options=-c%20geqo%3Doff",
            true,
        ),
        // If psql does not connect, nor does the bot.
        (
            "postgres://zoe:PW@127.0.0.1:PORT/zoe?sslmode=require",
            false,
        ),
        ("postgres://zoe:PW@127.0.0.1:PORT/zoe?nonsense=1", false),
        (
            "postgres://zoe:PW@127.0.0.1:PORT/zoe?options=-c%20geqo=off",
            false,
        ),
        ("postgres://zoe:wrong@127.0.0.1:PORT/zoe", false),
        (
            "postgres://zoe:PW@127.0.0.1:PORT,127.0.0.1/zoe?port=1,2,3",
            false,
        ),
        ("host=127.0.0.1 port=PORT user=zoe password='h u", false),
        ("jdbc:postgresql://zoe:PW@127.0.0.1:PORT/zoe", false),
    ] {
        let text = text
            .replace("PORT", &port.to_string())
            .replace("PW", password)
            .replace("ESCAPED", &escaped)
            .replace("SOCKET", &socket);
        let psql = Command::new("psql")
            .arg(&text)
            .args(["-w", "-X", "-A", "-t", "-c"])
            .arg("SELECT current_database()")
            .env("PGCONNECT_TIMEOUT", "5")
            .output()
            .unwrap();
        let database = String::from_utf8(psql.stdout).unwrap();
        assert_eq!(psql.status.success(), expected, "psql and {text}");
        let (_, said) = rookery(folder.path(), &["check"], &text);
        let database = format!("PostgreSQL's database {} at", database.trim());
        let good = said.contains("can be reached and written to") && said.contains(&database);
        assert_eq!(good, expected, "{text}: {said}");
        for secret in [password, "h u:s@h", "wrong@"] {
            assert!(!said.contains(secret), "{text}: {said}");
        }
    }
}
