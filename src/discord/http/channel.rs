//! Requests for the messages of a channel, and for archiving a thread.

use serde_json::{Value, json};
use serenity::http::{LightMethod, Request, Route};
use serenity::model::id::{ChannelId, MessageId};

use super::{DiscordHttp, GONE, SendError, delivery, id};
use crate::app::Delivery;
use crate::match_state;

/// The types of channel that are threads, as Discord numbers them: below an announcement, public, private.
const THREADS: [u64; 3] = [10, 11, 12];

impl DiscordHttp {
    /// Returns the last `most` messages of a channel (at most 100), the newest first, as Discord sends them.
    ///
    /// # Errors
    /// Discord refuses the request, or cannot be reached.
    pub async fn latest(
        &self,
        channel: match_state::ChannelId,
        most: u8,
    ) -> Result<Vec<Value>, SendError> {
        let channel_id = ChannelId::new(channel.0.max(1));
        self.attempts(|| {
            let route = Route::ChannelMessages { channel_id };
            let limit = vec![("limit", most.to_string())];
            self.http
                .fire(Request::new(route, LightMethod::Get).params(Some(limit)))
        })
        .await
    }

    /// Returns a message, as Discord sends it.
    ///
    /// # Errors
    /// Discord refuses the request, or cannot be reached.
    pub async fn message(
        &self,
        channel: match_state::ChannelId,
        message: u64,
    ) -> Result<Value, SendError> {
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel.0.max(1)),
            message_id: MessageId::new(message.max(1)),
        };
        self.get(route).await
    }

    /// Returns the bot's own snowflake.
    ///
    /// # Errors
    /// Discord refuses the request, or cannot be reached.
    pub async fn me(&self) -> Result<u64, SendError> {
        id(&self.get(Route::UserMe).await?)
    }

    /// Deletes a message of the bot.
    pub async fn delete(&self, channel: match_state::ChannelId, message: u64) -> Delivery {
        let channel = ChannelId::new(channel.0.max(1));
        let message = MessageId::new(message.max(1));
        let deleted = self.attempts(|| self.http.delete_message(channel, message, None));
        delivery(deleted.await)
    }

    /// Archives a thread, which any message wakes again. A channel of another kind stays as it is.
    pub async fn archive(&self, channel: match_state::ChannelId) -> Delivery {
        let route = Route::Channel {
            channel_id: ChannelId::new(channel.0.max(1)),
        };
        let archived = async {
            let found = self.get(route).await?;
            let is_thread = found["type"]
                .as_u64()
                .is_some_and(|kind| THREADS.contains(&kind));
            if is_thread && found["thread_metadata"]["archived"] == false {
                let body = json!({"archived": true});
                self.request(LightMethod::Patch, route, &body, &[]).await?;
            }
            Ok(())
        };
        match archived.await {
            Ok(()) => Delivery::Done,
            Err(SendError::Refused(code, _)) if GONE.contains(&code) => Delivery::Gone,
            Err(_) => Delivery::Failed,
        }
    }
}
