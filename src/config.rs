//! Settings: all of them, read once at start, with every error about one.
//!
//! A setting is an environment variable; a file called `.env` in the working directory is read too, and the environment
//! has priority. Empty values count as not set.

use std::collections::BTreeMap;
use std::env::VarError;
use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::store::{Address, Database};

mod example;
mod file;
mod port;
mod public_key;
mod roles;
mod token;

pub use example::{EXAMPLE, Explained, explained};
pub use file::{parse_file, read_file};
pub use port::no_listener;
pub use public_key::PublicKey;
pub use roles::Roles;
pub use token::{PORTAL, Token};

/// File of settings, in the working directory.
pub const FILE: &str = ".env";
/// Default of `ROOKERY_DATABASE`.
pub const DATABASE: &str = "rookery-data/rookery.db";
/// Default of `ROOKERY_SANDBOX_PORT`, the port of the sandbox.
pub const SANDBOX_PORT: u16 = 8017;
/// Default of `ROOKERY_GAMES_PER_PERSON`: games that one person may have open or under way.
pub const GAMES_PER_PERSON: u32 = 100;
/// Default of `ROOKERY_HTTP`, the address for interactions by HTTP.
pub const HTTP: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8090);
/// Default of `ROOKERY_LOG`.
pub const LOG: &str = "info";

/// Least severe levels that these modules may log: below, they would write requests, and so tokens.
const QUIET: &[(&str, LevelFilter)] = &[
    ("serenity", LevelFilter::WARN),
    // Writes the address of a request with an unexpected answer.
    ("serenity::http", LevelFilter::ERROR),
    // Writes whole payloads, interaction tokens included, when one cannot be parsed.
    ("serenity::gateway::ws", LevelFilter::ERROR),
    ("hyper", LevelFilter::WARN),
    ("hyper_util", LevelFilter::WARN),
    ("reqwest", LevelFilter::WARN),
    ("rustls", LevelFilter::WARN),
    ("tungstenite", LevelFilter::ERROR),
    ("tokio_tungstenite", LevelFilter::ERROR),
    ("h2", LevelFilter::WARN),
    ("sqlx", LevelFilter::WARN),
];

/// Returns the filter of a setting, in which the [`QUIET`] modules, and those inside them, are no louder than there.
fn log_filter(setting: &str) -> Result<Targets, ParseError> {
    let chosen: Targets = setting.parse()?;
    let levels = chosen.iter().map(|(_, level)| level);
    let Some(most) = levels.chain(chosen.default_level()).max() else {
        return Ok(chosen);
    };
    let is_quiet = |target: &str| QUIET.iter().any(|(quiet, _)| target.starts_with(quiet));
    let others = chosen.iter().filter(|(target, _)| !is_quiet(target));
    // A setting of errors alone must not let the libraries' warnings through.
    let quiet = QUIET
        .iter()
        .map(|(target, level)| (*target, most.min(*level)));
    let default = chosen.default_level().unwrap_or(LevelFilter::OFF);
    Ok(Targets::new()
        .with_default(default)
        .with_targets(others)
        .with_targets(quiet))
}

/// Names of all settings, as `.env.example` lists them.
pub const SETTINGS: &[&str] = &[
    "DISCORD_TOKEN",
    "DISCORD_PUBLIC_KEY",
    "ROOKERY_DATABASE",
    "ROOKERY_DATABASE_CONNECTIONS",
    "ROOKERY_ROLES",
    "ROOKERY_HTTP",
    "ROOKERY_LOG",
    "ROOKERY_LOG_FORMAT",
    "ROOKERY_SANDBOX_PORT",
    "ROOKERY_DISCORD_API",
    "ROOKERY_METRICS_PORT",
    "ROOKERY_GAMES_PER_PERSON",
];

/// A setting that cannot be used, as one sentence for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// Format of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// JSON, an object on each line.
    Json,
}

/// A Discord-compatible server other than Discord. It is always on loopback, so that no token can leave the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiBase(String);

impl ApiBase {
    /// Reads an address such as `http://127.0.0.1:8017`.
    ///
    /// # Errors
    /// The address is not plain http on a loopback address with a port.
    pub fn new(text: &str) -> Result<Self, ConfigError> {
        let refused = || {
            ConfigError(format!(
                "ROOKERY_DISCORD_API must be the address of a sandbox on this machine, such as \
                 http://127.0.0.1:{SANDBOX_PORT}; anything else is refused so that the token cannot leave it."
            ))
        };
        let host = text
            .trim()
            .trim_end_matches('/')
            .strip_prefix("http://")
            .ok_or_else(refused)?;
        let address: SocketAddr = host.parse().map_err(|_| refused())?;
        let loopback = match address.ip() {
            IpAddr::V4(ip) => ip.is_loopback(),
            IpAddr::V6(ip) => ip.is_loopback(),
        };
        if !loopback || address.port() == 0 {
            return Err(refused());
        }
        Ok(ApiBase(format!("http://{address}")))
    }

    /// Returns `http://ADDRESS:PORT`, without a slash at the end.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The settings of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `DISCORD_TOKEN`: the bot's token. Without it, `rookery` starts the sandbox.
    pub token: Option<Token>,
    /// `ROOKERY_DATABASE`: the database's file, or the address of a PostgreSQL server.
    pub database: Database,
    /// `ROOKERY_ROLES`: the parts of the bot that this process runs.
    pub roles: Roles,
    /// `ROOKERY_HTTP`: the address for interactions by HTTP, if that is one of its roles.
    pub http: SocketAddr,
    /// `DISCORD_PUBLIC_KEY`: the key that proves interactions are Discord's; always set with the role `http`.
    pub public_key: Option<PublicKey>,
    /// `ROOKERY_LOG`: levels of the log for each module, as [`Targets`] reads them.
    pub log: String,
    /// `ROOKERY_LOG_FORMAT`: format of the log.
    pub log_format: LogFormat,
    /// `ROOKERY_SANDBOX_PORT`: the sandbox's port on 127.0.0.1; 0 is any free one.
    pub sandbox_port: u16,
    /// `ROOKERY_METRICS_PORT`: the port on 127.0.0.1 at which Prometheus can fetch `/metrics`; `None` serves no
    /// metrics.
    pub metrics_port: Option<u16>,
    /// `ROOKERY_GAMES_PER_PERSON`: how many games one person may have open or under way, at least 1.
    pub games_per_person: u32,
    /// `ROOKERY_DISCORD_API`: a sandbox to connect to instead of Discord.
    pub api: Option<ApiBase>,
}

impl Config {
    /// Reads the environment, and a file for settings that the environment lacks: usually [`FILE`].
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn load(file: &Path) -> Result<Self, ConfigError> {
        let file = read_file(file)?;
        let mut set = BTreeMap::new();
        for name in SETTINGS {
            match std::env::var(name) {
                Ok(value) => set.insert(*name, value),
                Err(VarError::NotPresent) => None,
                Err(VarError::NotUnicode(_)) => {
                    return Err(ConfigError(format!(
                        "{name} is set to something that is no text."
                    )));
                }
            };
        }
        Self::read(|name| {
            set.get(name)
                .filter(|value| !value.trim().is_empty())
                .or_else(|| file.get(name))
                .cloned()
        })
    }

    /// Returns names in the environment and in a file that look like settings but are unknown, perhaps misspelt.
    pub fn strangers(file: &Path) -> Vec<String> {
        let file = read_file(file).unwrap_or_default();
        let environment = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let mut names: Vec<String> = environment
            .filter(|name| name.starts_with("ROOKERY_"))
            .chain(file.into_keys())
            .filter(|name| !SETTINGS.contains(&name.as_str()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Reads the settings by calling `get` for each name.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let get = |name: &str| {
            get(name)
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
        };
        let log = get("ROOKERY_LOG").unwrap_or_else(|| LOG.to_owned());
        if let Err(error) = log_filter(&log) {
            return Err(ConfigError(format!(
                "ROOKERY_LOG cannot be read ({error}): use error, warn, info, debug or trace, or a list such as \
                 info,rookery::store=debug."
            )));
        }
        let database = match get("ROOKERY_DATABASE") {
            None => Database::File(DATABASE.into()),
            Some(text) => Database::read(&text).map_err(|cause| {
                ConfigError(format!("ROOKERY_DATABASE cannot be read: {cause}."))
            })?,
        };
        let connections = match get("ROOKERY_DATABASE_CONNECTIONS") {
            None => Address::CONNECTIONS,
            Some(text) => text.parse().ok().filter(|most| *most > 0).ok_or_else(|| {
                ConfigError(
                    "ROOKERY_DATABASE_CONNECTIONS must be a number of connections: 1 or more."
                        .to_owned(),
                )
            })?,
        };
        let database = database.with_connections(connections);
        let public_key = get("DISCORD_PUBLIC_KEY").as_deref().map(PublicKey::setting);
        let public_key = public_key.transpose()?;
        Ok(Config {
            token: get("DISCORD_TOKEN").as_deref().map(Token::new).transpose()?,
            roles: Roles::setting(get("ROOKERY_ROLES").as_deref(), &database, public_key)?,
            database,
            http: match get("ROOKERY_HTTP") {
                None => HTTP,
                Some(text) => text.parse().map_err(|_| {
                    ConfigError(format!("ROOKERY_HTTP must be an address and a port of this machine, such as {HTTP}."))
                })?,
            },
            public_key,
            log,
            log_format: match get("ROOKERY_LOG_FORMAT").as_deref() {
                None | Some("text") => LogFormat::Text,
                Some("json") => LogFormat::Json,
                Some(_) => {
                    return Err(ConfigError(
                        "ROOKERY_LOG_FORMAT must be text or json.".to_owned(),
                    ));
                }
            },
            sandbox_port: match get("ROOKERY_SANDBOX_PORT") {
                None => SANDBOX_PORT,
                Some(text) => text.parse().map_err(|_| {
                    ConfigError("ROOKERY_SANDBOX_PORT must be a port: a number from 0 to 65535, where 0 takes any free one.".to_owned())
                })?,
            },
            metrics_port: get("ROOKERY_METRICS_PORT")
                .map(|text| {
                    text.parse().map_err(|_| {
                        ConfigError("ROOKERY_METRICS_PORT must be a port: a number from 0 to 65535, where 0 takes any free one.".to_owned())
                    })
                })
                .transpose()?,
            games_per_person: match get("ROOKERY_GAMES_PER_PERSON") {
                None => GAMES_PER_PERSON,
                Some(text) => text.parse().ok().filter(|most| *most > 0).ok_or_else(|| {
                    ConfigError("ROOKERY_GAMES_PER_PERSON must be a number of games: 1 or more.".to_owned())
                })?,
            },
            api: get("ROOKERY_DISCORD_API")
                .as_deref()
                .map(ApiBase::new)
                .transpose()?,
        })
    }

    /// Starts logging to the error stream. Panics become lines of the log.
    pub fn start_logging(&self) {
        let filter = log_filter(&self.log).or_else(|_| log_filter(LOG));
        let filter = filter.unwrap_or_default();
        let lines = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::TRACE)
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr);
        // A second start in one process, as in tests, keeps the first.
        let _ = match self.log_format {
            LogFormat::Text => lines.finish().with(filter).try_init(),
            LogFormat::Json => lines.json().finish().with(filter).try_init(),
        };
        std::panic::set_hook(Box::new(|crash| {
            // A formatted message may contain text that a person wrote; a static one cannot.
            let said = crash.payload().downcast_ref::<&'static str>();
            let place = crash.location().map(ToString::to_string);
            tracing::error!(
                place = place.unwrap_or_default(),
                "crashed: {}",
                said.unwrap_or(&"(the message is left out, since it can hold what somebody wrote)")
            );
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| {
            pairs
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_set_gives_the_defaults() {
        let config = read(&[]).unwrap();
        assert_eq!(config.token, None);
        assert_eq!(
            config.database,
            Database::File("rookery-data/rookery.db".into())
        );
        assert_eq!(config.sandbox_port, 8017);
        assert_eq!(config.log, "info");
        assert_eq!(config.api, None);
        assert_eq!(config.metrics_port, None);
    }

    #[test]
    fn the_token_is_never_shown() {
        let config = read(&[("DISCORD_TOKEN", "Bot secret.token")]).unwrap();
        assert_eq!(config.token.as_ref().unwrap().expose(), "secret.token");
        assert!(!format!("{config:?}").contains("secret"));
        let error = read(&[("DISCORD_TOKEN", "secret token")]).unwrap_err();
        assert!(!error.to_string().contains("secret"));
    }

    #[test]
    fn the_address_of_a_database_is_never_shown() {
        let address = "postgres://ann:secret@db.example/rookery";
        let config = read(&[("ROOKERY_DATABASE", address)]).unwrap();
        assert!(!format!("{config:?}").contains("secret"));
        let error = read(&[("ROOKERY_DATABASE", "postgres://ann:secret@db:x/")]).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn an_api_off_this_machine_is_refused() {
        for good in ["http://127.0.0.1:8017", "http://[::1]:80/"] {
            assert!(read(&[("ROOKERY_DISCORD_API", good)]).is_ok(), "{good}");
        }
        for bad in [
            "https://127.0.0.1:8017",
            "http://discord.com:80",
            "http://localhost:80",
            "http://10.0.0.1:8017",
            "http://127.0.0.1:8017.evil.example:80",
            "http://127.0.0.1:0",
            "http://127.0.0.1",
        ] {
            let error = read(&[("ROOKERY_DISCORD_API", bad)]).unwrap_err();
            assert!(error.to_string().contains("ROOKERY_DISCORD_API"), "{bad}");
        }
    }

    #[test]
    fn each_bad_setting_is_named_in_a_sentence() {
        for (name, value) in [
            ("ROOKERY_LOG", "rookery=loud"),
            ("ROOKERY_LOG_FORMAT", "xml"),
            ("ROOKERY_SANDBOX_PORT", "70000"),
            ("ROOKERY_METRICS_PORT", "-1"),
            ("ROOKERY_GAMES_PER_PERSON", "0"),
            ("ROOKERY_DATABASE_CONNECTIONS", "0"),
            ("ROOKERY_ROLES", "gateway,worker"),
            ("ROOKERY_ROLES", "http,scheduler,notifier"),
            ("ROOKERY_ROLES", "gateway"),
            ("ROOKERY_HTTP", "8090"),
            ("DISCORD_PUBLIC_KEY", "abc"),
            ("DISCORD_TOKEN", "a b"),
        ] {
            let error = read(&[(name, value)]).unwrap_err().to_string();
            assert!(error.starts_with(name) && error.ends_with('.'), "{error}");
        }
    }

    /// Libraries write no request into the log, whatever the setting, and the program's own modules what it allows.
    #[test]
    fn libraries_log_no_requests() {
        use tracing::Level;
        for setting in [
            "trace",
            "serenity=trace",
            "info,serenity::http=debug",
            "hyper_util::client=trace",
        ] {
            let filter = log_filter(setting).unwrap();
            for library in [
                "serenity::http::request",
                "hyper::proto",
                "hyper_util::client",
                "sqlx::query",
            ] {
                assert!(
                    !filter.would_enable(library, &Level::INFO),
                    "{setting}: {library}"
                );
            }
            for target in [
                "serenity::gateway::ws",
                "serenity::http::client",
                "tungstenite::protocol",
            ] {
                let payloads = filter.would_enable(target, &Level::WARN);
                assert!(!payloads, "{setting}: {target}");
            }
        }
        let filter = log_filter("warn,rookery::store=debug").unwrap();
        assert!(filter.would_enable("rookery::store::append", &Level::DEBUG));
        assert!(!filter.would_enable("rookery::app", &Level::INFO));
        assert!(filter.would_enable("serenity::gateway", &Level::WARN));
        // Nor do they write more than the whole program.
        let filter = log_filter("error").unwrap();
        assert!(!filter.would_enable("serenity::gateway", &Level::WARN));
        assert!(filter.would_enable("serenity::gateway", &Level::ERROR));
        for unreadable in ["rookery=loud", "rookery=info=debug"] {
            assert!(log_filter(unreadable).is_err(), "{unreadable}");
        }
    }

    #[test]
    fn the_example_lists_every_setting_and_reads_as_the_defaults() {
        let text = EXAMPLE;
        for name in SETTINGS {
            assert!(text.contains(&format!("{name}=")), "{name} is missing");
        }
        let plain: String = text
            .lines()
            .map(|line| {
                line.strip_prefix('#')
                    .filter(|rest| SETTINGS.iter().any(|name| rest.starts_with(name)))
                    .unwrap_or(line)
            })
            .flat_map(|line| [line, "\n"])
            .collect();
        let settings = parse_file(Path::new(".env.example"), &plain).unwrap();
        let config = Config::read(|name| settings.get(name).cloned()).unwrap();
        assert_eq!(config, read(&[]).unwrap());
    }
}
