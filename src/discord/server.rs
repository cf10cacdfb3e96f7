//! Settings of a server for the tables opened there, made by its admin.

use serde::{Deserialize, Serialize};

use super::custom_id::Home;
use crate::app::{App, AppError};
use crate::match_state::{ChannelId, GuildId};

/// The settings of one server. A missing one has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// True if matches are played in the channel itself, not in separate threads.
    pub here: bool,
    /// The channel where every table is posted; `None` for the one where it is opened.
    pub channel: Option<u64>,
}

impl ServerSettings {
    /// The key of the settings in the store.
    pub const KEY: &str = "server";

    /// Reads stored settings.
    ///
    /// # Errors
    /// The text is no settings.
    pub fn read(stored: &str) -> serde_json::Result<Self> {
        serde_json::from_str(stored)
    }

    /// Loads the settings of a server; the defaults in direct messages.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn load(app: &App, guild: Option<GuildId>) -> Result<Self, AppError> {
        let Some(guild) = guild else {
            return Ok(ServerSettings::default());
        };
        let stored = app.store().setting(guild.0, Self::KEY).await?;
        Ok(stored
            .and_then(|text| {
                Self::read(&text)
                    .inspect_err(|error| tracing::warn!(%error, guild = guild.0, "a server's settings are unreadable"))
                    .ok()
            })
            .unwrap_or_default())
    }

    /// Stores the settings.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn save(&self, app: &App, guild: GuildId) -> Result<(), AppError> {
        let text = serde_json::to_string(self).map_err(|_| AppError::Internal)?;
        Ok(app.store().set(guild.0, Self::KEY, &text).await?)
    }

    /// Returns the home of matches whose opener names none.
    pub(super) fn home(&self) -> Home {
        if self.here { Home::Here } else { Home::Thread }
    }

    /// Returns the channel for tables that are opened in `here`.
    pub fn lobby(&self, here: ChannelId) -> ChannelId {
        self.channel.map_or(here, ChannelId)
    }
}
