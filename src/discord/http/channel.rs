//! What a channel holds, and what becomes of a thread.

use serde_json::Value;
use serenity::builder::{Builder as _, EditThread};
use serenity::http::{LightMethod, Request, Route};
use serenity::model::channel::{Channel, ChannelType};
use serenity::model::id::{ChannelId, MessageId};

use super::{DiscordHttp, GONE, SendError};
use crate::app::Delivery;
use crate::match_state;

impl DiscordHttp {
    /// The last `most` messages of a channel (at most 100), the newest first, as Discord sends them.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
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

    /// A message, as Discord sends it.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn message(
        &self,
        channel: match_state::ChannelId,
        message: u64,
    ) -> Result<Value, SendError> {
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel.0.max(1)),
            message_id: MessageId::new(message.max(1)),
        };
        self.attempts(|| self.http.fire(Request::new(route, LightMethod::Get)))
            .await
    }

    /// The bot's own snowflake.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn me(&self) -> Result<u64, SendError> {
        let me = self.attempts(|| self.http.get_current_user()).await?;
        Ok(me.id.get())
    }

    /// Archives a thread, which anybody's message wakes again. A channel of another kind stays as it is.
    pub async fn archive(&self, channel: match_state::ChannelId) -> Delivery {
        let channel = ChannelId::new(channel.0.max(1));
        let archived = async {
            let found = self.attempts(|| self.http.get_channel(channel)).await?;
            let threads = [ChannelType::PublicThread, ChannelType::PrivateThread];
            let open = match found {
                Channel::Guild(found) => {
                    threads.contains(&found.kind)
                        && found.thread_metadata.is_some_and(|thread| !thread.archived)
                }
                _ => false,
            };
            if open {
                self.attempts(|| {
                    EditThread::new()
                        .archived(true)
                        .execute(&*self.http, channel)
                })
                .await?;
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
