//! Follow-ups of an answer: a board at the match's home, a thread, a moving picture.

use super::Bot;
use super::respond::Timing;
use crate::app::FallbackFor;
use crate::discord::handlers::{FollowUp, Response};
use crate::discord::http::{AskedBy, Interaction, SendError};
use crate::discord::reply::Reply;
use crate::discord::texts;
use crate::match_state::{ChannelId, GameId};

impl Bot {
    /// Carries out an answer's follow-up. Returns true if everything public is shown at its place.
    pub(super) async fn afterwards(
        &self,
        to: &Interaction,
        message: Option<u64>,
        then: FollowUp,
        timing: Timing,
    ) -> bool {
        match then {
            FollowUp::Post { home, reply } => self.post(to, home, reply).await.is_some(),
            FollowUp::Table { game, lobby, reply } => {
                let made = self.post(to, lobby, reply).await;
                if let Some(made) = made {
                    self.handlers.set_lobby_message(game, lobby, made).await;
                }
                made.is_some()
            }
            FollowUp::SetLobbyMessage { game, channel } => {
                self.note_table(to, message, game, channel).await;
                true
            }
            FollowUp::ReplaceTable {
                channel,
                message,
                reply,
            } => {
                self.discord_http.change(channel, message, &reply).await;
                true
            }
            FollowUp::Here { reply } => {
                let sent = self.discord_http.follow(to, &reply).await;
                let sent = sent.inspect_err(|error| {
                    tracing::warn!(%error, "a board could not follow an answer");
                });
                sent.is_ok()
            }
            FollowUp::BeginThere {
                game,
                channel,
                table,
                thread,
                mut reply,
            } => {
                let home = self
                    .settle_table((game, channel), table, &thread, &mut reply)
                    .await;
                self.post(to, home, reply).await.is_some()
            }
            FollowUp::Begin {
                game,
                channel,
                table,
                thread,
                mut reply,
            } => {
                let mut home = channel;
                if let Some(name) = thread {
                    let message = self.message_of(to, message).await;
                    let shown = message.as_ref().ok().copied();
                    let made = self.give_thread(game, channel, message, &name).await;
                    if made.is_none() {
                        add_no_thread(&mut reply);
                    }
                    home = made.unwrap_or(channel);
                    if let (Some(table), Some(shown)) = (table, shown) {
                        self.discord_http.change(channel, shown, &table).await;
                    }
                }
                self.post(to, home, reply).await.is_some()
            }
            FollowUp::Review { request, game } => {
                for reply in self.handlers.review(request, game).await {
                    if let Err(error) = self.discord_http.follow_with_files(to, &reply).await {
                        tracing::warn!(%error, "a look back at a game could not be shown");
                    }
                }
                true
            }
            FollowUp::MachineMove {
                asker,
                changed,
                in_place,
            } => {
                // A new message of a button that was deferred is not the original answer.
                let made = message.filter(|_| timing == Timing::Deferred && !in_place);
                let (bot, to) = (self.clone(), to.clone());
                tokio::spawn(async move {
                    let Some(reply) = bot.handlers.machine_answer(asker, &changed).await else {
                        return;
                    };
                    let shown = match made {
                        Some(made) => bot.discord_http.edit_further(&to, made, &reply).await,
                        None => bot.discord_http.edit(&to, &reply).await,
                    };
                    if let Err(error) = shown {
                        tracing::warn!(%error, "the machine's move could not be shown to its player");
                    }
                });
                true
            }
            FollowUp::Gif { frames, ticket } => {
                let reply = self.handlers.render_gif(*frames, &ticket).await;
                let shown = match timing {
                    Timing::AtOnce => self.discord_http.edit(to, &reply).await,
                    Timing::Deferred => {
                        let late = Response::Say(reply);
                        self.late(to, AskedBy::Command, &late).await.map(drop)
                    }
                };
                if let Err(error) = shown {
                    tracing::warn!(%error, "a moving picture could not be shown");
                }
                drop(ticket);
                true
            }
        }
    }

    /// Stores which message shows a table.
    async fn note_table(
        &self,
        to: &Interaction,
        message: Option<u64>,
        game: GameId,
        channel: ChannelId,
    ) {
        match self.message_of(to, message).await {
            Ok(message) => {
                self.handlers
                    .set_lobby_message(game, channel, message)
                    .await;
            }
            Err(error) => {
                tracing::warn!(%error, "it is not known which message shows a table");
            }
        }
    }

    /// Returns the snowflake of the message that an answer is in: `message` if known, else the original answer.
    async fn message_of(&self, to: &Interaction, message: Option<u64>) -> Result<u64, SendError> {
        match message {
            Some(message) => Ok(message),
            None => self.discord_http.original(to).await,
        }
    }

    /// Changes the message of a table whose game has begun, and gives the game the thread that the message asks for; if
    /// it cannot be made, the board says so. Returns the match's home.
    async fn settle_table(
        &self,
        (game, channel): (GameId, ChannelId),
        table: Option<(u64, Reply)>,
        thread: &str,
        board: &mut Reply,
    ) -> ChannelId {
        let Some((message, settled)) = table else {
            return channel;
        };
        // The thread is made before the buttons that ask for it are removed: a restart between the two still finds
        // them.
        let mut made = None;
        if self.wants_thread(channel, message).await {
            made = self.give_thread(game, channel, Ok(message), thread).await;
            if made.is_none() {
                add_no_thread(board);
            }
        }
        self.discord_http.change(channel, message, &settled).await;
        made.unwrap_or(channel)
    }

    /// Makes a thread below a message and stores it as the match's home. `None` if it cannot be made, or the message
    /// was not found: the match stays in the channel.
    pub(super) async fn give_thread(
        &self,
        game: GameId,
        channel: ChannelId,
        message: Result<u64, SendError>,
        name: &str,
    ) -> Option<ChannelId> {
        let made = match message {
            Ok(message) => self.discord_http.thread(channel, message, name).await,
            Err(error) => Err(error),
        };
        match made {
            Ok(made) => {
                self.handlers.set_home(game, made).await;
                Some(made)
            }
            Err(error) => {
                tracing::warn!(%error, channel = channel.0, "no thread could be made: the match stays in the channel");
                None
            }
        }
    }

    /// Posts a follow-up and returns its snowflake. If it cannot be posted, the asker gets it privately with the
    /// reason, and a notice goes to the others.
    async fn post(&self, to: &Interaction, home: ChannelId, mut reply: Reply) -> Option<u64> {
        let answer = FallbackFor {
            interaction: to.id.get(),
            ply: 0,
        };
        let nonce = answer.nonce();
        let error = match self.discord_http.post(home, &reply, &nonce).await {
            Ok(made) => return Some(made),
            Err(error) => error,
        };
        tracing::warn!(%error, channel = home.0, "a board could not be posted at its home");
        (reply.private, reply.silent) = (true, false);
        reply.pings.clear();
        reply.roles.clear();
        reply.content = format!("{}\n{}", texts::home_unreachable(home), reply.content);
        if let Err(error) = self.discord_http.follow(to, &reply).await {
            tracing::error!(%error, "a board could not be shown at all");
        }
        None
    }
}

/// Adds to a first board that the game has no thread, though its table asked for one.
fn add_no_thread(board: &mut Reply) {
    board.content = format!("{}\n{}", board.content, texts::NO_THREAD);
}
