//! Lookup of whether everyone in a server may read the channel of a match. An interaction carries the permissions of
//! its user and of the bot in a channel, but not everyone's: they follow from the server's roles and the channel's
//! overwrites.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use serde_json::Value;
use serenity::http::{LightMethod, Request, Route};

use super::Bot;
use crate::app::AppError;
use crate::discord::permissions::{of_roles, snowflake, within};
use crate::match_state::{Audience, ChannelId, GuildId};

/// The time for which a channel's audience is remembered.
const FRESH: Duration = Duration::from_secs(600);
/// The most channels that are remembered.
const CHANNELS: usize = 10_000;
/// The most matches looked up at a time: the new one, and some whose audience is still unknown because Discord did not
/// answer.
const BATCH: u32 = 20;
/// The longest time for one response of Discord. Nobody waits for it.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The types of channel that are threads: below an announcement, public, private.
const THREADS: [u64; 3] = [10, 11, 12];
const PRIVATE_THREAD: u64 = 12;

impl Bot {
    /// Finds and stores who may see the newest matches of a server. A match whose audience stays unknown is visible to
    /// its players and in its channel, until the next lookup.
    pub(super) async fn note_audiences(&self, guild: GuildId) {
        if let Err(error) = self.try_audiences(guild).await {
            tracing::warn!(%error, guild = guild.0, "could not note who may see a match");
        }
    }

    async fn try_audiences(&self, guild: GuildId) -> Result<(), AppError> {
        let store = self.handlers.app().store();
        for (game, channel) in store.without_audience(guild, BATCH).await? {
            match self.audience(guild, channel).await {
                Some(audience) => store.note_audience(game, audience).await?,
                // Discord does not answer: nor will it for the next match.
                None => break,
            }
        }
        Ok(())
    }

    /// Returns who may see a channel or thread; `None` if Discord does not answer.
    async fn audience(&self, guild: GuildId, channel: ChannelId) -> Option<Audience> {
        let fresh = |at: &Instant| at.elapsed() < FRESH;
        {
            let known = self
                .audiences
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if let Some((audience, _)) = known.get(&channel).filter(|(_, at)| fresh(at)) {
                return Some(*audience);
            }
        }
        let audience = match self.everyone_reads(guild, channel).await {
            Ok(true) => Audience::Server,
            // The channel is deleted, or closed to the bot.
            Ok(false) | Err(Some(403 | 404)) => Audience::Channel,
            Err(_) => return None,
        };
        let mut known = self
            .audiences
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CHANNELS {
            known.retain(|_, (_, at)| fresh(at));
        }
        if known.len() < CHANNELS {
            known.insert(channel, (audience, Instant::now()));
        }
        Some(audience)
    }

    async fn everyone_reads(
        &self,
        guild: GuildId,
        channel: ChannelId,
    ) -> Result<bool, Option<u16>> {
        let mut shape = self.shape(channel.0).await?;
        let kind = shape["type"].as_u64();
        if kind == Some(PRIVATE_THREAD) {
            return Ok(false);
        }
        // A thread can be read by whoever may read its channel.
        if kind.is_some_and(|kind| THREADS.contains(&kind)) {
            let Some(parent) = snowflake(&shape["parent_id"]) else {
                return Ok(false);
            };
            shape = self.shape(parent).await?;
        }
        let route = Route::GuildRoles {
            guild_id: guild.0.max(1).into(),
        };
        let roles = self.get(route).await?;
        Ok(may_everyone_read(guild, &roles, &shape))
    }

    /// Returns a channel as Discord sends it.
    pub(super) async fn shape(&self, channel: u64) -> Result<Value, Option<u16>> {
        let route = Route::Channel {
            channel_id: channel.max(1).into(),
        };
        self.get(route).await
    }

    /// Sends a `GET` request; fails with Discord's status, or `None` without a response.
    pub(super) async fn get(&self, route: Route<'_>) -> Result<Value, Option<u16>> {
        let request = self
            .http
            .fire::<Value>(Request::new(route, LightMethod::Get));
        match tokio::time::timeout(TIMEOUT, request).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(serenity::Error::Http(error))) => {
                Err(error.status_code().map(|status| status.as_u16()))
            }
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }
}

/// True if a member without any role may see a channel.
fn may_everyone_read(guild: GuildId, roles: &Value, channel: &Value) -> bool {
    let held = of_roles(roles, guild.0, &[]);
    // Without the list nothing is known of the channel.
    let overwrites = channel["permission_overwrites"].as_array();
    held.administrator()
        || overwrites.is_some_and(|list| within(held, list, guild.0, &[], 0).view_channel())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use serenity::model::Permissions;

    #[test]
    fn a_channel_is_read_by_everyone_unless_it_or_the_server_says_no() {
        let guild = GuildId(7);
        let view = Permissions::VIEW_CHANNEL.bits().to_string();
        let roles =
            |held: &str| json!([{"id": "7", "permissions": held}, {"id": "8", "permissions": "8"}]);
        let channel = |overwrites: Value| json!({"type": 0, "permission_overwrites": overwrites});
        let over = |id: &str, allow: &str, deny: &str| json!({"id": id, "type": 0, "allow": allow, "deny": deny});
        let open = channel(json!([]));
        assert!(may_everyone_read(guild, &roles(&view), &open));
        assert!(!may_everyone_read(guild, &roles("0"), &open));
        let closed = channel(json!([over("7", "0", &view), over("8", &view, "0")]));
        assert!(!may_everyone_read(guild, &roles(&view), &closed));
        let opened = channel(json!([over("7", &view, "0")]));
        assert!(may_everyone_read(guild, &roles("0"), &opened));
        let of_others = channel(json!([over("8", "0", &view)]));
        assert!(may_everyone_read(guild, &roles(&view), &of_others));
        // An administrator reads everywhere; an unknown channel is not read.
        assert!(may_everyone_read(guild, &roles("8"), &closed));
        for nothing in [
            json!(null),
            json!({}),
            json!({"permission_overwrites": null}),
        ] {
            assert!(!may_everyone_read(guild, &roles(&view), &nothing));
            assert!(!may_everyone_read(guild, &nothing, &open));
        }
    }
}
