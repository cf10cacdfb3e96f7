//! Roles of a process: the parts of the bot that it runs.

use std::fmt;

use super::{ConfigError, PublicKey};
use crate::store::Database;

/// The parts of the bot that a process runs: all, unless `ROOKERY_ROLES` says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    /// Receives interactions over Discord's gateway, and answers them.
    pub gateway: bool,
    /// Receives interactions as Discord's HTTP requests, and answers them.
    pub http: bool,
    /// Judges deadlines, and does other scheduled work.
    pub scheduler: bool,
    /// Sends notifications.
    pub notifier: bool,
}

impl Default for Roles {
    fn default() -> Self {
        Roles {
            gateway: true,
            http: false,
            scheduler: true,
            notifier: true,
        }
    }
}

impl Roles {
    /// Reads a list such as `http,scheduler`; spaces do not matter.
    ///
    /// # Errors
    /// A name is no role, or the list is empty.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut roles = Roles {
            gateway: false,
            http: false,
            scheduler: false,
            notifier: false,
        };
        for name in text.split(',').map(str::trim) {
            *match name {
                "gateway" => &mut roles.gateway,
                "http" => &mut roles.http,
                "scheduler" => &mut roles.scheduler,
                "notifier" => &mut roles.notifier,
                other => return Err(format!("\"{other}\" is no role")),
            } = true;
        }
        Ok(roles)
    }

    /// Reads the setting, which must be consistent with the others.
    pub(super) fn setting(
        text: Option<&str>,
        database: &Database,
        public_key: Option<PublicKey>,
    ) -> Result<Self, ConfigError> {
        let wrong = |why: String| Err(ConfigError(format!("ROOKERY_ROLES {why}.")));
        let roles = match text.map_or(Ok(Roles::default()), Roles::read) {
            Ok(roles) => roles,
            Err(why) => {
                return wrong(format!(
                    "cannot be read ({why}): list gateway or http, scheduler and notifier, with commas between them"
                ));
            }
        };
        if roles.http && public_key.is_none() {
            return wrong(
                "names http, which needs DISCORD_PUBLIC_KEY: \"Public Key\" on the application's page \"General \
                 Information\""
                    .to_owned(),
            );
        }
        if database.file().is_some() && !roles.is_whole() {
            return wrong(format!(
                "is {roles}, but the database is a file, which one process works on alone: name gateway or http, \
                 and scheduler and notifier, or set ROOKERY_DATABASE to a PostgreSQL server"
            ));
        }
        Ok(roles)
    }

    /// True if the process answers interactions.
    pub fn answers(self) -> bool {
        self.gateway || self.http
    }

    /// True if the process needs no other process.
    pub fn is_whole(self) -> bool {
        self.answers() && self.scheduler && self.notifier
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            (self.gateway, "gateway"),
            (self.http, "http"),
            (self.scheduler, "scheduler"),
            (self.notifier, "notifier"),
        ];
        let names: Vec<&str> = named
            .into_iter()
            .filter_map(|(on, name)| on.then_some(name))
            .collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_as_they_are_written() {
        for text in [
            "gateway",
            "http,scheduler",
            "gateway,http,scheduler,notifier",
        ] {
            assert_eq!(Roles::read(text).unwrap().to_string(), text);
        }
        assert_eq!(
            Roles::read(" notifier , http ").unwrap().to_string(),
            "http,notifier"
        );
        for wrong in ["", "http,", "worker", "HTTP"] {
            assert!(Roles::read(wrong).is_err(), "{wrong}");
        }
        let default = Roles::default();
        assert!(default.is_whole() && Roles::read(&default.to_string()) == Ok(default));
    }
}
