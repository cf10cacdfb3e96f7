//! Addresses of PostgreSQL servers, and the options for connecting to them.

use std::fmt;

use sqlx::postgres::PgConnectOptions;

use super::connection_string;

/// The form of an address, shown to operators who have written something else.
pub(in crate::store) const FORM: &str =
    "postgres://USER:PASSWORD@HOST/DATABASE or postgres:///DATABASE?host=/var/run/postgresql";

/// The address of a PostgreSQL server. The address may contain a password and is as secret as a bot's token: `Debug`
/// and `Display` write only the machine and the name of the database.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// The address of each server, in the order in which they are named; at least one. One server is the primary.
    servers: Vec<String>,
    connections: u32,
}

impl Address {
    /// Default number of connections of a process.
    pub const CONNECTIONS: u32 = 8;

    /// Reads the rest of an address that begins with `postgres://`.
    pub(in crate::store) fn uri(rest: &str) -> Result<Self, String> {
        Address::new(connection_string::uri(rest, own_name())?)
    }

    /// Reads an address such as `host=... dbname=...`.
    pub(in crate::store) fn pairs(text: &str) -> Result<Self, String> {
        Address::new(connection_string::pairs(text, own_name())?)
    }

    fn new(servers: Vec<String>) -> Result<Self, String> {
        // The parser's own message could repeat a part of the address.
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

    pub(in crate::store) fn with_connections(self, connections: u32) -> Self {
        Address {
            connections,
            ..self
        }
    }

    /// Number of connections that this process may have.
    pub(in crate::store) fn connections(&self) -> u32 {
        self.connections
    }

    /// Returns the options for connecting to each of the servers.
    pub(in crate::store) fn options(&self) -> Result<Vec<PgConnectOptions>, sqlx::Error> {
        let options = self.servers.iter().map(|server| {
            let options = server.parse::<PgConnectOptions>()?;
            // Poolers refuse this parameter, and each session sets it.
            let options = options.extra_float_digits(None);
            Ok(options.application_name("rookery"))
        });
        options.collect()
    }
}

/// Returns the user whom this process runs as, who logs in by default (PostgreSQL's manual, 34.1.2). `None` if `PGUSER`
/// is set, which sqlx reads; sqlx's own default would be the user `anonymous`.
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
    // A user whom systemd makes for a service is not in the file; systemd sets `USER` instead.
    found.or_else(|| std::env::var("USER").ok())
}

/// Returns the place of a server, without the user's name.
pub(in crate::store) fn place(options: &PgConnectOptions) -> String {
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
    use crate::store::Database;

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

    /// PostgreSQL's manual, 34.1.1.3: each host has its own port, or one port serves all.
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

    /// PostgreSQL's manual, 34.1.2: by default the user is the owner of the process, known to a server from the socket.
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

    /// PostgreSQL's manual, 34.1.1: each form is read into these parts of sqlx's options.
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

    /// Encryption is never weaker than PostgreSQL's own reading of the same text (its manual, 34.19.1).
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
}
