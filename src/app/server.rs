//! A server's settings for its matches, made by its admins; its moderation; its bulletins.

pub(super) mod bulletin;
pub(super) mod moderation;

use crate::app::{App, AppError};
use crate::games;
use crate::match_state::{GuildId, Terms};
use crate::store::StoreError;

/// The key under which the default terms are stored.
const TERMS: &str = "terms";

impl App {
    /// Returns the terms of a match for which none are chosen.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn usual_terms(&self, guild: Option<GuildId>) -> Result<Terms, AppError> {
        let Some(guild) = guild else {
            return Ok(Terms::default());
        };
        let set = self.store.setting(guild.0, TERMS).await?;
        Ok(set
            .and_then(|text| Terms::from_text(&text))
            .unwrap_or_default())
    }

    /// Sets the terms of matches in a server for which none are chosen. The caller checks who may do so.
    ///
    /// # Errors
    /// The terms are invalid.
    pub async fn set_usual_terms(&self, guild: GuildId, terms: Terms) -> Result<(), AppError> {
        terms.check().map_err(AppError::Plain)?;
        Ok(self.store.set(guild.0, TERMS, &terms.to_string()).await?)
    }

    /// Returns the role (a snowflake) that a server mentions when a table of a game is opened to anyone.
    ///
    /// # Errors
    /// The database failed.
    pub async fn role(&self, guild: Option<GuildId>, key: &str) -> Result<Option<u64>, StoreError> {
        let Some(guild) = guild else {
            return Ok(None);
        };
        let set = self.store.setting(guild.0, &format!("role:{key}")).await?;
        Ok(set.and_then(|text| text.parse().ok()))
    }

    /// Sets the role that a server mentions for new tables of a game; `None` mentions nobody. The caller checks who may
    /// do so.
    ///
    /// # Errors
    /// No such game.
    pub async fn set_role(
        &self,
        guild: GuildId,
        key: &str,
        role: Option<u64>,
    ) -> Result<(), AppError> {
        if games::find(key).is_none() {
            return Err(AppError::Plain("There is no such game.".to_owned()));
        }
        let role = role.map_or_else(String::new, |role| role.to_string());
        let key = format!("role:{key}");
        Ok(self.store.set(guild.0, &key, &role).await?)
    }
}
