//! Notices that need no message: a fallback whose board an answer has shown after all, and a thread to archive.

use serde_json::Value;

use super::super::custom_id::{At, CustomId, Home, LobbyAction};
use super::super::http::{GONE, SendError};
use super::Bot;
use crate::app::{Delivery, FallbackFor, Item, Notice, NotificationKind};
use crate::match_state::{ChannelId, GameId};

/// The number of a channel's last messages to look at.
const LOOKED_AT: u8 = 50;

impl Bot {
    /// Handles a notice that needs no message; `None` if one must be sent.
    pub(super) async fn without_message(&self, notice: &Notice) -> Option<Delivery> {
        let (item, channel) = (notice.items.first()?, notice.channel?);
        if item.why == NotificationKind::Archive {
            return Some(self.discord_http.archive(channel).await);
        }
        let answer = notice.fallback_for?;
        let (messages, me) = match (
            self.discord_http.latest(channel, LOOKED_AT).await,
            self.discord_http.me().await,
        ) {
            (Ok(messages), Ok(me)) => (messages, me),
            (Err(SendError::Refused(code, _)), _) if GONE.contains(&code) => {
                return Some(Delivery::Gone);
            }
            (Err(error), _) | (_, Err(error)) => {
                tracing::warn!(%error, "it is not known whether an answer was given");
                return Some(Delivery::Failed);
            }
        };
        let found = messages
            .iter()
            .any(|message| is_answer(message, me, item.game, answer));
        if found {
            return Some(Delivery::Done);
        }
        self.given_thread(item).await.then_some(Delivery::Moved)
    }

    /// True if a table's message has a thread or asks for one; false if it cannot be looked at.
    pub(super) async fn wants_thread(&self, channel: ChannelId, message: u64) -> bool {
        let table = self.discord_http.message(channel, message).await;
        table.is_ok_and(|table| asks_for_thread(&table))
    }

    /// Gives a match that has just begun the thread that its table's message asks for, if the bot stopped before it was
    /// made, or before it was stored.
    async fn given_thread(&self, item: &Item) -> bool {
        let Some((channel, message)) = item.table.filter(|(table, _)| item.home == Some(*table))
        else {
            return false;
        };
        if !self.wants_thread(channel, message).await {
            return false;
        }
        let name = self.handlers.thread_name_of(item).await;
        let made = self.give_thread(item.game, channel, Ok(message), &name);
        if made.await.is_none() {
            return false;
        }
        // The message may have lost its buttons before the restart, or not.
        match self.handlers.settled(item).await {
            Ok(settled) => drop(self.discord_http.change(channel, message, &settled).await),
            Err(error) => tracing::warn!(%error, "a table's message could not be settled"),
        }
        true
    }
}

/// True if a table's message has a thread, or its buttons ask for one.
fn asks_for_thread(table: &Value) -> bool {
    let asks = |custom_id| match custom_id {
        CustomId::Lobby(LobbyAction::Join { home, .. } | LobbyAction::JoinAs { home, .. }) => {
            home == Home::Thread
        }
        _ => false,
    };
    !table["thread"].is_null() || buttons(table).any(asks)
}

/// Returns the custom ids of the buttons of one of the bot's messages.
fn buttons(message: &Value) -> impl Iterator<Item = CustomId> + '_ {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter_map(|button| CustomId::parse(button["custom_id"].as_str()?))
}

/// True if a message is the answer: the bot sent it, and it comes from that interaction, bears the nonce of its
/// follow-up, or its buttons are those of the match at that time or later.
fn is_answer(message: &Value, me: u64, game: GameId, answer: FallbackFor) -> bool {
    if message["author"]["id"].as_str() != Some(me.to_string().as_str()) {
        return false;
    }
    let interaction = answer.interaction.to_string();
    if message["interaction_metadata"]["id"].as_str() == Some(&interaction)
        || message["nonce"].as_str() == Some(&answer.nonce())
    {
        return true;
    }
    buttons(message).any(|custom_id| match custom_id {
        CustomId::View(At { game: shown, ply }) => shown == game && ply >= answer.ply,
        _ => false,
    })
}
