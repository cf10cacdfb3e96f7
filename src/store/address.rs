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
    text: String,
    connections: u32,
}

impl Address {
    /// How many connections a process has unless it is told otherwise.
    pub const CONNECTIONS: u32 = 8;

    const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

    fn read(text: &str) -> Result<Self, String> {
        // The parser's own words can repeat a part of the address.
        text.parse::<PgConnectOptions>()
            .map(|_| Address {
                text: text.to_owned(),
                connections: Address::CONNECTIONS,
            })
            .map_err(|_| {
                "it is no address of a PostgreSQL server, such as postgres://USER:PASSWORD@HOST/DATABASE \
                 or postgres:///DATABASE?host=/var/run/postgresql"
                    .to_owned()
            })
    }

    /// How many connections this process has to it.
    pub(super) fn connections(&self) -> u32 {
        self.connections
    }

    /// How to connect to it.
    pub(super) fn options(&self) -> Result<PgConnectOptions, sqlx::Error> {
        Ok(self
            .text
            .parse::<PgConnectOptions>()?
            .application_name("rookery"))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(options) = self.options() else {
            return f.write_str("a PostgreSQL server");
        };
        let name = options.get_database().unwrap_or(options.get_username());
        match options.get_socket() {
            Some(socket) => write!(f, "PostgreSQL's database {name} at {}", socket.display()),
            None => write!(
                f,
                "PostgreSQL's database {name} at {}:{}",
                options.get_host(),
                options.get_port()
            ),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
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
        let refused = Database::read("postgres://ann:secret@db:port/x").unwrap_err();
        assert!(!refused.contains("secret"), "{refused}");
    }

    #[test]
    fn all_else_is_a_file() {
        for text in ["rookery.db", "/srv/postgres/x", "a b.db"] {
            assert_eq!(Database::read(text), Ok(Database::File(text.into())));
        }
    }
}
