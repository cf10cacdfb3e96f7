//! Where the matches are kept: a file, or a server and how to reach it.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use sqlx::postgres::PgConnectOptions;

use super::connection_string;

/// Where the matches are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In this file, by SQLite.
    File(PathBuf),
    /// By a PostgreSQL server.
    Server(Address),
}

impl Database {
    /// Reads a server's address in any form that PostgreSQL's own programs take, or the path of a file. A text that looks
    /// like an address is never a path, unless it begins with `/` or `./`.
    ///
    /// # Errors
    /// Why it cannot be read, in words that leave out the text: it can hold a password.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let quotes =
            |sign: char| "\"'`<>\u{2018}\u{2019}\u{201c}\u{201d}\u{ab}\u{bb}".contains(sign);
        if text.is_empty() {
            return Err("it is empty".to_owned());
        }
        if text.contains(char::is_control) {
            return Err("there is a control character in it".to_owned());
        }
        if text.starts_with(quotes) {
            return Err("there are quotation marks round it: leave them out".to_owned());
        }
        if text
            .get(..5)
            .is_some_and(|start| start.eq_ignore_ascii_case("psql "))
        {
            return Err("it is a command: leave out psql and the quotation marks".to_owned());
        }
        if let Some((scheme, rest)) = text.split_once("://") {
            let server = ["postgres", "postgresql"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known));
            return if server {
                Address::new(connection_string::uri(rest, own_name())?).map(Database::Server)
            } else {
                Err(foreign(scheme))
            };
        }
        let first = text.split_once('=').map(|(name, _)| name.trim_end());
        if first.is_some_and(|name| name.chars().all(|sign| sign.is_alphabetic() || sign == '_')) {
            return Address::new(connection_string::pairs(text, own_name())?).map(Database::Server);
        }
        match not_a_path(text) {
            Some(why) => Err(why),
            None => Ok(Database::File(text.into())),
        }
    }

    /// The same with so many connections of this process to the server; nothing changes for a file.
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        match self {
            Database::File(path) => Database::File(path),
            Database::Server(address) => Database::Server(Address {
                connections,
                ..address
            }),
        }
    }

    /// The database's file, where it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Database::File(path) => Some(path),
            Database::Server(_) => None,
        }
    }
}

/// What people may read of it: no user and no password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => path.display().fmt(f),
            Database::Server(address) => address.fmt(f),
        }
    }
}

impl From<&Path> for Database {
    fn from(path: &Path) -> Self {
        Database::File(path.to_owned())
    }
}

impl From<&PathBuf> for Database {
    fn from(path: &PathBuf) -> Self {
        Database::File(path.clone())
    }
}

impl From<PathBuf> for Database {
    fn from(path: PathBuf) -> Self {
        Database::File(path)
    }
}

impl From<&Database> for Database {
    fn from(database: &Database) -> Self {
        database.clone()
    }
}

/// The address of a PostgreSQL server. It can hold a password, and is as secret as a bot's token: neither `Debug` nor
/// `Display` writes more than the machine and the name of the database.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// One for each server of which one is the primary, in the order in which they are named; at least one.
    servers: Vec<String>,
    connections: u32,
}

impl Address {
    /// How many connections a process has unless it is told otherwise.
    pub const CONNECTIONS: u32 = 8;

    fn new(servers: Vec<String>) -> Result<Self, String> {
        // The parser's own words can repeat a part of the address.
        let readable = servers
            .iter()
            .all(|server| server.parse::<PgConnectOptions>().is_ok());
        if !readable {
            return Err(format!(
                "it is no address of a PostgreSQL server, such as {FORM}"
            ));
        }
        Ok(Address {
            servers,
            connections: Address::CONNECTIONS,
        })
    }

    /// How many connections this process has to it.
    pub(super) fn connections(&self) -> u32 {
        self.connections
    }

    /// How to connect to each of the servers.
    pub(super) fn options(&self) -> Result<Vec<PgConnectOptions>, sqlx::Error> {
        let options = self.servers.iter().map(|server| {
            let options = server.parse::<PgConnectOptions>()?;
            Ok(options.application_name("rookery"))
        });
        options.collect()
    }
}

/// The form of an address, for those who have written something else.
const FORM: &str =
    "postgres://USER:PASSWORD@HOST/DATABASE or postgres:///DATABASE?host=/var/run/postgresql";

/// Why an address with such a scheme is not read. Only schemes that are known are repeated.
fn foreign(scheme: &str) -> String {
    const OTHERS: [&str; 14] = [
        "cockroachdb",
        "http",
        "https",
        "jdbc",
        "mariadb",
        "mongodb",
        "mssql",
        "mysql",
        "oracle",
        "pg",
        "pgsql",
        "redis",
        "sqlserver",
        "tcp",
    ];
    let scheme = scheme.to_ascii_lowercase();
    let scheme = scheme.split(':').next().unwrap_or_default();
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "+-_".contains(sign);
    match scheme {
        "file" | "sqlite" | "sqlite3" => {
            "a file is named by its path alone, such as rookery-data/rookery.db".to_owned()
        }
        "postgres" | "postgresql" => {
            format!("the address of a server is written {FORM}")
        }
        other if OTHERS.contains(&other) => format!(
            "games are kept in a file or by a PostgreSQL server, whose address is written {FORM}, without {other}"
        ),
        // Drivers' names, such as postgresql+asyncpg.
        other if other.starts_with("postgres") && other.chars().all(plain) => {
            format!("write postgresql:// in place of {other}://")
        }
        _ => format!(
            "it looks like an address and does not begin with postgres:// (a server is written {FORM}; a file in whose \
             path is an @, : or = with ./ before it)"
        ),
    }
}

/// Why a text is not taken for the path of a file; `None` where it can be one.
fn not_a_path(text: &str) -> Option<String> {
    let pair = |word: &str| {
        let pair = word.split_once('=');
        pair.is_some_and(|(name, _)| connection_string::is_keyword(&name.to_ascii_lowercase()))
    };
    if text.split([' ', '?', '&', ';']).any(pair) {
        return Some(foreign(""));
    }
    if text.ends_with(['"', '\'']) {
        return Some("there is a quotation mark at its end: leave it out".to_owned());
    }
    if text.starts_with('$') {
        return Some("there is a $ in it: write out what it is put for".to_owned());
    }
    let explicit = ["/", "./", "../"];
    if explicit.iter().any(|start| text.starts_with(start)) && !text.starts_with("//") {
        return None;
    }
    let first = text.split('/').next().unwrap_or_default();
    let lower = text.to_ascii_lowercase();
    let host = first == "localhost" || first.parse::<IpAddr>().is_ok();
    let slashes = ["//", "postgres//", "postgresql//"];
    if let Some((scheme, _)) = first.split_once(':') {
        return Some(match scheme {
            "" if lower == ":memory:" => "games cannot be kept in memory: name a file".to_owned(),
            scheme => foreign(scheme),
        });
    }
    let address =
        host || text.contains('@') || slashes.iter().any(|start| lower.starts_with(start));
    address.then(|| foreign(""))
}

/// The user whom this process runs as, who logs in where nobody else is named (PostgreSQL's manual, 34.1.2). `None` where `PGUSER`
/// names somebody, which sqlx reads; by itself it would take the user `anonymous`.
fn own_name() -> Option<String> {
    if std::env::var_os("PGUSER").is_some() {
        return None;
    }
    let id = rustix::process::geteuid().as_raw().to_string();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let found = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == id).then(|| name.to_owned())
    });
    // A user whom systemd makes for a service is not in the file; systemd says its name so.
    found.or_else(|| std::env::var("USER").ok())
}

/// Where a server is, without the name by which one logs in.
pub(super) fn place(options: &PgConnectOptions) -> String {
    let (host, port) = (options.get_host(), options.get_port());
    match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None if host.contains(':') => format!("[{host}]:{port}"),
        None => format!("{host}:{port}"),
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options().unwrap_or_default();
        let Some(first) = options.first() else {
            return f.write_str("a PostgreSQL server");
        };
        let name = first.get_database().unwrap_or(first.get_username());
        let places: Vec<String> = options.iter().map(place).collect();
        write!(f, "PostgreSQL's database {name} at {}", places.join(" or "))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn an_address_shows_neither_user_nor_password() {
        for text in [
            "postgres://ann:secret@db.example:5433/rookery",
            "postgresql:///rookery?host=/run/pg&user=ann&password=secret",
        ] {
            let database = Database::read(text).unwrap();
            for shown in [format!("{database}"), format!("{database:?}")] {
                assert!(shown.contains("rookery"), "{shown}");
                assert!(
                    !shown.contains("secret") && !shown.contains("ann"),
                    "{shown}"
                );
            }
        }
        for wrong in [
            "postgres://ann:secret@db:port/x",
            "postgres://ann:secret@a,b:port/x",
        ] {
            let refused = Database::read(wrong).unwrap_err();
            assert!(!refused.contains("secret"), "{refused}");
        }
    }

    /// PostgreSQL's manual, 34.1.1.3: a host and a port for each, or one port for all.
    #[test]
    fn several_servers_are_read_as_libpq_reads_them() {
        let servers = |text: &str| match Database::read(text).unwrap() {
            Database::Server(address) => {
                let options = address.options().unwrap();
                let places: Vec<String> = options.iter().map(place).collect();
                let database = options[0].get_database().map(str::to_owned);
                assert!(options.iter().all(|one| one.get_username() == "ann"));
                assert_eq!(database.as_deref(), Some("rookery"));
                places
            }
            Database::File(path) => panic!("{path:?}"),
        };
        for (text, places) in [
            (
                "postgres://ann:p,w@a:1,b/rookery?target_session_attrs=read-write",
                ["a:1", "b:5432"],
            ),
            (
                "postgres:///rookery?user=ann&host=a,b&port=1,2",
                ["a:1", "b:2"],
            ),
            (
                "postgres:///rookery?user=ann&host=a,b&port=3&sslmode=require",
                ["a:3", "b:3"],
            ),
            (
                "postgres:///rookery?user=ann&host=/run/1,/run/2",
                ["/run/1", "/run/2"],
            ),
            (
                "postgres://ann@[::1]:4,[::1]:5/rookery",
                ["[::1]:4", "[::1]:5"],
            ),
        ] {
            assert_eq!(servers(text), places, "{text}");
        }
        for wrong in [
            "postgres:///x?host=a,b,c&port=1,2",
            "postgres://a,b,c/x?port=1,2",
            "postgres://a/x?port=1,2",
            "postgres://a,b/x?target_session_attrs=any",
        ] {
            assert!(Database::read(wrong).is_err(), "{wrong}");
        }
    }

    /// PostgreSQL's manual, 34.1.2: by default the user is the owner of the process, which a server learns from its socket.
    #[test]
    fn an_address_without_a_user_logs_in_as_the_owner_of_the_process() {
        let users = |text: &str| match Database::read(text).unwrap() {
            Database::Server(address) => {
                let options = address.options().unwrap();
                let users = options.iter().map(|one| one.get_username().to_owned());
                users.collect::<Vec<_>>()
            }
            Database::File(path) => panic!("{path:?}"),
        };
        let own = Command::new("id").arg("-un").output().unwrap().stdout;
        let own = String::from_utf8(own).unwrap().trim().to_owned();
        let both = [own.clone(), own.clone()];
        assert_eq!(users("postgres:///rookery?host=/run/1,/run/2"), both);
        assert_eq!(users("postgres://db.example/rookery"), [own]);
        for named in ["postgres://ann@db/x", "postgres:///x?host=/run&user=ann"] {
            assert_eq!(users(named), ["ann"]);
        }
    }

    /// PostgreSQL's manual, 34.1.1: what each form means, by the parts of what sqlx is given.
    #[test]
    fn every_form_of_a_connection_string_is_read_as_libpq_reads_it() {
        for (text, expected) in [
            ("postgres://ann@db/x", "ann db:5432 x"),
            ("POSTGRES://ann@db/x", "ann db:5432 x"),
            (" postgresql://ann@db:7/x ", "ann db:7 x"),
            (
                "postgresql://a%20n%40:p%2Fw@db/%C3%A4",
                "a n@ db:5432 \u{e4}",
            ),
            ("postgres://ann:p@w@db/x", "ann db:5432 x"),
            ("postgres://ann:p?w#@db/x", ""),
            ("postgres://ann:p#w+@db/x", "ann db:5432 x"),
            ("postgres://ann@%2Frun%2Fpg/x", "ann /run/pg x"),
            (
                "postgres://ann@[::1]:7/x?connect_timeout=3",
                "ann [::1]:7 x",
            ),
            ("postgres://ann@db?dbname=x", "ann db:5432 x"),
            (
                "postgres://bob@a/y?user=ann&host=db&dbname=x&port=7",
                "ann db:7 x",
            ),
            (
                "postgres:///x?host=/run/pg&user=ann&port=7&",
                "ann /run/pg x",
            ),
            (
                "postgres:///x?hostaddr=127.0.0.1&user=ann",
                "ann 127.0.0.1:5432 x",
            ),
            ("host=db user=ann dbname=x", "ann db:5432 x"),
            (
                "user = 'a\\'nn' host='/run/pg'  dbname=x\\ y port=7",
                "a'nn /run/pg x y",
            ),
            (
                "dbname=x user=ann host=db sslmode=verify-full password='a b'",
                "ann db:5432 x",
            ),
        ] {
            match Database::read(text) {
                Ok(Database::Server(address)) => {
                    let options = address.options().unwrap().remove(0);
                    let database = options.get_database().unwrap_or_default();
                    let read = format!("{} {} {database}", options.get_username(), place(&options));
                    assert_eq!(read, expected, "{text}");
                }
                read => assert!(expected.is_empty() && read.is_err(), "{text}: {read:?}"),
            }
        }
    }

    /// Encryption is never less than what PostgreSQL would make of the same text (its manual, 34.19.1).
    #[test]
    fn a_certificate_that_is_named_is_looked_at() {
        use sqlx::postgres::PgSslMode;
        for (text, expected) in [
            ("postgres://db/x?sslmode=require", "Require"),
            ("postgres://db/x?ssl=true", "Require"),
            (
                "postgres://db/x?sslmode=require&sslrootcert=ca.pem",
                "VerifyCa",
            ),
            ("postgres://db/x?sslrootcert=system", "VerifyFull"),
            ("postgres:///x?host=/run&sslmode=verify-full", "Disable"),
        ] {
            let Ok(Database::Server(address)) = Database::read(text) else {
                panic!("{text}");
            };
            let mode: PgSslMode = address.options().unwrap()[0].get_ssl_mode();
            assert_eq!(format!("{mode:?}"), expected, "{text}");
        }
        for refused in [
            "postgres://db/x?sslmode=require&sslrootcert=system",
            "postgres://db/x?sslmode=Require",
            "postgres://db/x?channel_binding=require",
            "postgres://db/x?host=db&hostaddr=127.0.0.1&sslmode=verify-full",
            "postgres://db/x?sslcrl=a.pem",
        ] {
            assert!(Database::read(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_plain_path_is_a_file() {
        for text in [
            "rookery.db",
            "/srv/postgres/x",
            "a b.db",
            "data//x.db",
            "/srv/rookery@1/a=b:c.db",
            "./ann@db",
            "../x:y.db",
            "data/a=b.db",
        ] {
            assert_eq!(
                Database::read(text),
                Ok(Database::File(text.into())),
                "{text}"
            );
        }
    }

    /// What looks like an address, or like what is written around one, is neither a file nor shown.
    #[test]
    fn what_looks_like_an_address_is_never_a_file() {
        for text in [
            "",
            "\"postgres://ann:hush@db/x\"",
            "'postgres://ann:hush@db/x'",
            "\u{201c}postgres://ann:hush@db/x\u{201d}",
            "<postgres://ann:hush@db/x>",
            "\"rookery.db\"",
            "psql 'postgres://ann:hush@db/x'",
            "psql postgres://ann:hush@db/x",
            "psql -h db -U ann x",
            "ROOKERY_DATABASE=postgres://ann:hush@db/x",
            "export DATABASE_URL=postgres://ann:hush@db/x",
            "jdbc:postgresql://db/x?user=ann&password=hush",
            "jdbc:sqlite:x.db",
            "postgresql+asyncpg://ann:hush@db/x",
            "mysql://ann:hush@db/x",
            "pgsql://ann:hush@db/x",
            "postgres:/ann:hush@db/x",
            "postgres:ann:hush@db/x",
            "postgres//ann:hush@db/x",
            "postgresql//db/x",
            "//ann:hush@db/x",
            "//db/x",
            "ann:hush@db/x",
            "ann@db/x",
            "db:5432/x",
            "10.0.0.1:5432/x",
            "10.0.0.1/x",
            "localhost/x",
            "[::1]/x",
            "Host=db;Username=ann;Password=hush;Database=x",
            "Server=db;User Id=ann;Password=hush",
            "db/x?password=hush",
            "db password=hush",
            "/run/pg user=ann password=hush",
            "postgres.example/x?user=ann&password=hush",
            "host=db user=ann password=hush dbname",
            "host=db user=ann password='hush",
            "host=db user=ann pass=hush",
            "host=db;password=hush",
            "host=db hush=1",
            "dbname=postgres://ann:hush@db/x",
            "service=hush",
            "postgres://ann:hu/sh@db/x",
            "postgres://ann:12/hush@db/x",
            "postgres://ann:hu?hush@db/x",
            "postgres://ann:hush@db/x&password=hush",
            "postgres://db/x;password=hush",
            "postgres://db/x%3Bpassword%3Dhush",
            "postgres://ann:hush@db/x\"",
            "postgres://ann:hush@db/x'",
            "rookery.db\"",
            "postgres://ann:hush@db/x # hush",
            "postgres://ann:hush%@db/x",
            "postgres://ann:hush%zz@db/x",
            "postgres://ann:hush%00@db/x",
            "postgres://ann:hush%ff@db/x",
            "postgres://ann@db:hush/x",
            "postgres://ann@db:0/x",
            "postgres://[::1/hush",
            "postgres://@hush/x?host=@hush",
            "postgres://db/x?password=a&hush=b",
            "postgres://db/x?password=a=hush",
            "postgres://db/x?hush",
            "postgres://db/x?host=hush;b",
            "postgres://db/x?hostaddr=hush",
            "postgres://db/x?sslmode=hush",
            "postgres://db/x?sslpassword=hush",
            "postgres://db/x?options[search_path]=hush",
            "postgres://db/x?pgbouncer=true",
            "file:x.db",
            "file:///srv/x.db",
            "sqlite:x.db",
            "sqlite:///srv/x.db",
            ":memory:",
            "file::memory:?cache=shared",
            "$DATABASE_URL",
            "${DATABASE_URL}",
            "x.db\ny",
            "x\u{0}.db",
        ] {
            let why = Database::read(text).expect_err(text);
            assert!(!why.contains("hush"), "{text}: {why}");
        }
    }
}
