//! What the admins of a server have set for its matches.

use super::{App, AppError};
use crate::games;
use crate::match_state::{GuildId, Terms};
use crate::store::StoreError;

/// What the usual terms are kept under.
const TERMS: &str = "terms";

impl App {
    /// The terms of a match for which none are chosen.
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

    /// Sets the terms of matches in a server for which none are chosen. Who may do that is for the caller to know.
    ///
    /// # Errors
    /// They are no terms.
    pub async fn set_usual_terms(&self, guild: GuildId, terms: Terms) -> Result<(), AppError> {
        terms.check().map_err(AppError::Plain)?;
        Ok(self.store.set(guild.0, TERMS, &terms.to_string()).await?)
    }

    /// The role (a snowflake) that a server mentions when a table of a game is opened to anyone.
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

    /// Sets that role; `None` mentions nobody. Who may do that is for the caller to know.
    ///
    /// # Errors
    /// There is no such game.
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
