//! Where the matches are kept: a file, or a server and how to reach it.

use std::fmt;
use std::path::{Path, PathBuf};

use sqlx::postgres::PgConnectOptions;

/// Where the matches are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In this file, by SQLite.
    File(PathBuf),
    /// By a PostgreSQL server.
    Server(Address),
}

impl Database {
    /// Reads `postgres://...` as a server's address and all else as a file's path.
    ///
    /// # Errors
    /// Why an address cannot be read, in words that leave out the address.
    pub fn read(text: &str) -> Result<Self, String> {
        if Address::SCHEMES
            .iter()
            .any(|scheme| text.starts_with(scheme))
        {
            Address::read(text).map(Database::Server)
        } else {
            Ok(Database::File(text.into()))
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
    /// Who logs in where they do not say so.
    user: Option<String>,
    connections: u32,
}

impl Address {
    /// How many connections a process has unless it is told otherwise.
    pub const CONNECTIONS: u32 = 8;

    const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

    fn read(text: &str) -> Result<Self, String> {
        let servers = each_server(text)?;
        // The parser's own words can repeat a part of the address.
        let readable = servers
            .iter()
            .all(|server| server.parse::<PgConnectOptions>().is_ok());
        if !readable {
            return Err(
                "it is no address of a PostgreSQL server, such as postgres://USER:PASSWORD@HOST/DATABASE \
                 or postgres:///DATABASE?host=/var/run/postgresql"
                    .to_owned(),
            );
        }
        Ok(Address {
            user: if names_user(text) { None } else { own_name() },
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
            let options = options.application_name("rookery");
            Ok(match &self.user {
                Some(user) => options.username(user),
                None => options,
            })
        });
        options.collect()
    }
}

/// The addresses of single servers that make up one, as libpq has it (PostgreSQL's manual, 34.1.1.3): hosts with commas
/// between them before the database's name, or in the parameter `host`, and a port for each of them or one for all.
fn each_server(text: &str) -> Result<Vec<String>, String> {
    let (scheme, rest) = text.split_once("://").unwrap_or(("postgres", text));
    let (rest, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let (user, hosts) = authority
        .rfind('@')
        .map_or(("", authority), |at| authority.split_at(at + 1));
    let hosts: Vec<&str> = hosts.split(',').collect();
    let mut lists = Vec::new();
    for parameter in parameters.split('&').filter(|one| !one.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name {
            "host" | "hostaddr" | "port" => lists.push((name, value.split(',').collect())),
            // Nothing else is ever taken.
            "target_session_attrs" if ["read-write", "primary"].contains(&value) => {}
            "target_session_attrs" => {
                return Err("its target_session_attrs must be read-write".to_owned());
            }
            _ => lists.push((name, vec![value])),
        }
    }
    let counts = lists.iter().map(|(_, values)| values.len());
    let count = counts.chain([hosts.len()]).max().unwrap_or(1);
    // One that is named once is that of all.
    let at = |values: &[&str], number: usize| -> Result<String, String> {
        match values {
            [one] => Ok((*one).to_owned()),
            values => values
                .get(number)
                .map(|one| (*one).to_owned())
                .ok_or_else(|| {
                    "it names several servers, and not as many ports or hosts as servers".to_owned()
                }),
        }
    };
    (0..count)
        .map(|number| {
            let mut server = format!("{scheme}://{user}{}{path}", at(&hosts, number)?);
            for (place, (name, values)) in lists.iter().enumerate() {
                let sign = if place == 0 { '?' } else { '&' };
                server.push_str(&format!("{sign}{name}={}", at(values, number)?));
            }
            Ok(server)
        })
        .collect()
}

/// Whether an address says who logs in.
fn names_user(text: &str) -> bool {
    let (rest, parameters) = text.split_once('?').unwrap_or((text, ""));
    rest.contains('@') || parameters.split('&').any(|one| one.starts_with("user="))
}

/// Whom this process runs as, who logs in where nobody else is named (PostgreSQL's manual, 34.1.2). `None` where `PGUSER`
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
    match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
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

    #[test]
    fn all_else_is_a_file() {
        for text in ["rookery.db", "/srv/postgres/x", "a b.db"] {
            assert_eq!(Database::read(text), Ok(Database::File(text.into())));
        }
    }
}
