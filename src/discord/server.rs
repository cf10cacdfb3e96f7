//! What a server's admin has set for the tables opened there.

use serde::{Deserialize, Serialize};

use crate::app::{App, AppError};
use crate::match_state::{ChannelId, GuildId};

/// The settings of one server. Whatever is missing is as it is for everyone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// Whether matches are played in the channel itself; otherwise in a thread of their own.
    pub here: bool,
    /// Where every table is posted; otherwise where it is opened.
    pub channel: Option<u64>,
}

impl ServerSettings {
    /// What the settings are called in the store.
    pub const KEY: &str = "server";

    /// Reads settings as they are stored.
    ///
    /// # Errors
    /// They are none.
    pub fn read(stored: &str) -> serde_json::Result<Self> {
        serde_json::from_str(stored)
    }

    /// The settings of a server; nothing is set in direct messages.
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

    /// Keeps the settings.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn save(&self, app: &App, guild: GuildId) -> Result<(), AppError> {
        let text = serde_json::to_string(self).map_err(|_| AppError::Internal)?;
        Ok(app.store().set(guild.0, Self::KEY, &text).await?)
    }

    /// Where tables are posted that are opened in `here`.
    pub fn lobby(&self, here: ChannelId) -> ChannelId {
        self.channel.map_or(here, ChannelId)
    }
}
