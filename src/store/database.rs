//! The place of the matches: a file, or a server's database.

pub(super) mod address;
pub(super) mod backup;
pub(super) mod connection_string;
pub(super) mod examine;
pub(super) mod lock;
pub(super) mod move_store;
pub(super) mod scrub;

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use address::{Address, FORM};

/// Number of statements that a connection keeps prepared: more than there are.
pub(super) const STATEMENTS: usize = 512;

/// Longest wait of a connection for another process that holds the database, and of a request for a connection. An
/// overloaded bot should refuse a request soon rather than late.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// Number of attempts at a transaction that collides with others.
pub(super) const ATTEMPTS: usize = 8;

/// The place of the matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file, read and written by SQLite.
    File(PathBuf),
    /// A database of a PostgreSQL server.
    Server(Address),
}

impl Database {
    /// Reads a server's address in any form that PostgreSQL's own programs take, or the path of a file. A text that
    /// looks like an address is never a path, unless it begins with `/`, `./` or `../`.
    ///
    /// # Errors
    /// The reason, without the text itself, which may contain a password.
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
                Address::uri(rest).map(Database::Server)
            } else {
                Err(foreign(scheme))
            };
        }
        let first = text.split_once('=').map(|(name, _)| name.trim_end());
        if first.is_some_and(|name| name.chars().all(|sign| sign.is_alphabetic() || sign == '_')) {
            return Address::pairs(text).map(Database::Server);
        }
        match not_a_path(text) {
            Some(why) => Err(why),
            None => Ok(Database::File(text.into())),
        }
    }

    /// Sets the number of connections of this process to the server; changes nothing for a file.
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        match self {
            Database::File(path) => Database::File(path),
            Database::Server(address) => Database::Server(address.with_connections(connections)),
        }
    }

    /// The database's file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Database::File(path) => Some(path),
            Database::Server(_) => None,
        }
    }
}

/// Writes the place without user and password.
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

/// The result of examining a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// Number of matches.
    pub games: u32,
    /// Number of this version's migrations that the next start will carry out.
    pub outstanding: usize,
    /// Complaints of `PRAGMA quick_check` and of the search for lost references, one line each; empty if there are
    /// none.
    pub damage: Vec<String>,
    /// The servers, of several, that could not be reached, a clause each.
    pub unreachable: Vec<String>,
    /// Problems that do not prevent a start but that the operator should look at, a clause each.
    pub doubts: Vec<String>,
    /// The result of a trial of writing; the error says why it failed.
    pub writable: Result<(), String>,
}

impl Default for Examined {
    fn default() -> Self {
        Examined {
            games: 0,
            outstanding: 0,
            damage: Vec::new(),
            unreachable: Vec::new(),
            doubts: Vec::new(),
            writable: Ok(()),
        }
    }
}

impl Examined {
    /// A result for a database that cannot be written to.
    pub(super) fn refused(why: String) -> Self {
        Examined {
            writable: Err(why),
            ..Examined::default()
        }
    }
}

/// Explains why an address with such a scheme is refused. Only known schemes are repeated.
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
        // Schemes with a driver's name, such as postgresql+asyncpg.
        other if other.starts_with("postgres") && other.chars().all(plain) => {
            format!("write postgresql:// in place of {other}://")
        }
        _ => format!(
            "it looks like an address and does not begin with postgres:// (a server is written {FORM}; a file in whose \
             path is an @, : or = with ./ before it)"
        ),
    }
}

/// Explains why a text is not taken for the path of a file; `None` if it can be one.
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

#[cfg(test)]
mod tests {
    use super::*;

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

    /// A text that looks like an address, or like a command or a setting with one, is neither a file nor shown.
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
