//! Sending: every request to Discord that is not the gateway's, with its retries.
//!
//! What went wrong is logged by status, code and Discord's message only: addresses hold the interaction's token.

mod channel;
mod failure;
mod retry;

use std::sync::Arc;
use std::time::Duration;

use serenity::builder::{
    Builder as _, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateThread,
};
use serenity::http::Http;
use serenity::model::channel::AutoArchiveDuration;
use serenity::model::id::{ChannelId, InteractionId, MessageId};
use tokio::time::{Instant, sleep, timeout};

pub use failure::said;
use failure::{RetryDecision, code, verdict};

use super::answer_times::AnswerTimes;
use super::reply::Reply;
use super::request::AttachedFile;
use super::texts;
use crate::app::Delivery;
use crate::match_state;
use crate::metrics::RefusalNumbers;

/// How long a request other than a first answer may take, waiting for a rate limit included.
const LATER: Duration = Duration::from_secs(20);
/// How long to wait between the attempts at a first answer.
const FIRST_PAUSES: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(600)];

/// An interaction's number of "it has been answered already".
const ALREADY_ANSWERED: isize = 40060;
/// "A thread has already been created for this message": by an attempt whose answer was lost.
const ALREADY_THREADED: isize = 160_004;

/// An interaction, as answers need it.
#[derive(Clone)]
pub struct Interaction {
    /// Its snowflake.
    pub id: InteractionId,
    /// What answers are sent with. It is worth an answer as long as it is good, so it is never logged.
    pub token: String,
    arrived: Instant,
}

impl Interaction {
    /// An interaction that has arrived now.
    pub fn new(id: InteractionId, token: String) -> Self {
        Interaction {
            id,
            token,
            arrived: Instant::now(),
        }
    }
}

/// Why something could not be sent.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// Somebody has given the first answer to this interaction already.
    #[error("it was answered already")]
    Already,
    /// Discord refused it, by a number of its own.
    #[error("{1}")]
    Refused(isize, String),
    /// Discord refused it, or cannot be reached.
    #[error("{0}")]
    Failed(String),
}

/// "Cannot send messages to this user": they take no direct messages, or share no server with the bot.
const BLOCKED: [isize; 2] = [50007, 50278];
/// The channel is not there, or not for the bot: unknown channel, unknown message, unknown user, missing access, missing
/// permissions, a thread that is locked.
pub(super) const GONE: [isize; 7] = [10003, 10008, 10013, 50001, 50013, 50083, 160_005];

/// The way to Discord.
#[derive(Clone)]
pub struct DiscordHttp {
    http: Arc<Http>,
    /// Asks a server of our own how long it limits.
    asking: reqwest::Client,
    refusals: RefusalNumbers,
    answer_times: AnswerTimes,
}

impl DiscordHttp {
    /// Requests by `http`, whose refusals are counted.
    pub fn new(http: Arc<Http>, refusals: RefusalNumbers, answer_times: AnswerTimes) -> Self {
        DiscordHttp {
            http,
            asking: reqwest::Client::new(),
            refusals,
            answer_times,
        }
    }

    /// How much time is left for a first answer.
    fn left(&self, to: &Interaction) -> Duration {
        let given_up = to.arrived + self.answer_times.given_up;
        given_up.saturating_duration_since(Instant::now())
    }

    /// Counts an error where it is a refusal of the kind that Discord bans addresses for.
    pub fn note(&self, error: &serenity::Error) {
        if let serenity::Error::Http(error) = error
            && let Some(status) = error.status_code()
        {
            self.refusals.refused(status.as_u16());
        }
    }

    /// Gives the first answer to an interaction.
    ///
    /// # Errors
    /// It was answered already, or it cannot be answered (any more).
    pub async fn answer(
        &self,
        to: &Interaction,
        response: &CreateInteractionResponse,
    ) -> Result<(), SendError> {
        let mut unsure = false;
        let mut pauses = FIRST_PAUSES.iter();
        let failed = loop {
            let request = response
                .clone()
                .execute(&*self.http, (to.id, to.token.as_str()));
            let (verdict, reason) =
                match timeout(self.left(to).min(self.answer_times.attempt), request).await {
                    Ok(Ok(())) => return Ok(()),
                    Ok(Err(error)) => {
                        self.note(&error);
                        if code(&error) == Some(ALREADY_ANSWERED) {
                            // After an attempt whose fate is unknown, it was that one.
                            return if unsure {
                                Ok(())
                            } else {
                                Err(SendError::Already)
                            };
                        }
                        (verdict(&error), said(&error))
                    }
                    Err(_) => (
                        RetryDecision::Again { unsure: true },
                        "no answer in time".to_owned(),
                    ),
                };
            match verdict {
                RetryDecision::Final => break reason,
                RetryDecision::Again { unsure: perhaps } => unsure |= perhaps,
                RetryDecision::Limited => {}
            }
            match pauses.next() {
                Some(pause) if *pause < self.left(to) => sleep(*pause).await,
                Some(_) | None => break reason,
            }
        };
        // An attempt may have been carried out and its receipt lost: then there is an answer to look at.
        if unsure && self.original(to).await.is_ok() {
            return Ok(());
        }
        Err(SendError::Failed(failed))
    }

    /// Says that the answer takes a while: to a command, privately; to a button, without a sign.
    ///
    /// # Errors
    /// As [`DiscordHttp::answer`].
    pub async fn defer(&self, to: &Interaction, button: bool) -> Result<(), SendError> {
        let response = if button {
            CreateInteractionResponse::Acknowledge
        } else {
            CreateInteractionResponse::Defer(
                CreateInteractionResponseMessage::new().ephemeral(true),
            )
        };
        self.answer(to, &response).await
    }

    /// Says to everybody that the answer to a command takes a while.
    ///
    /// # Errors
    /// As [`DiscordHttp::answer`].
    pub async fn wait(&self, to: &Interaction) -> Result<(), SendError> {
        let response = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new());
        self.answer(to, &response).await
    }

    /// Suggests `(name, value)` pairs to somebody who is typing. It cannot be late: there is one attempt.
    pub async fn suggest(&self, to: &Interaction, choices: Vec<(String, String)>) {
        let choices = choices.into_iter().fold(
            CreateAutocompleteResponse::new(),
            |answer, (name, value)| answer.add_string_choice(name, value),
        );
        let request = CreateInteractionResponse::Autocomplete(choices)
            .execute(&*self.http, (to.id, to.token.as_str()));
        match timeout(self.left(to), request).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                self.note(&error);
                tracing::debug!(reason = said(&error), "suggestions were not taken");
            }
            Err(_) => tracing::debug!("suggestions were not taken in time"),
        }
    }

    /// Puts an answer in the place of a deferred one, or of the message of an acknowledged button.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn edit(&self, to: &Interaction, reply: &Reply) -> Result<(), SendError> {
        self.attempts(|| reply.edit().execute(&*self.http, to.token.as_str()))
            .await
            .map(drop)
    }

    /// Sends a further message of an interaction, and returns its snowflake.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn follow(&self, to: &Interaction, reply: &Reply) -> Result<u64, SendError> {
        self.attempts(|| {
            reply
                .followup()
                .execute(&*self.http, (None, to.token.as_str()))
        })
        .await
        .map(|message| message.id.get())
    }

    /// The snowflake of the message that is the first answer to an interaction.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn original(&self, to: &Interaction) -> Result<u64, SendError> {
        self.attempts(|| self.http.get_original_interaction_response(&to.token))
            .await
            .map(|message| message.id.get())
    }

    /// Sends a message to a channel, and returns its snowflake. The same `nonce` makes no second one, so that retries
    /// are safe.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn post(
        &self,
        channel: match_state::ChannelId,
        reply: &Reply,
        nonce: &str,
    ) -> Result<u64, SendError> {
        let channel = ChannelId::new(channel.0.max(1));
        self.attempts(|| reply.message(nonce).execute(&*self.http, (channel, None)))
            .await
            .map(|message| message.id.get())
    }

    /// Changes what a message of ours says and offers.
    pub async fn change(
        &self,
        channel: match_state::ChannelId,
        message: u64,
        reply: &Reply,
    ) -> Delivery {
        let channel = ChannelId::new(channel.0.max(1));
        let message = MessageId::new(message.max(1));
        let changed = self
            .attempts(|| {
                reply
                    .change()
                    .execute(&*self.http, (channel, message, None))
            })
            .await;
        delivery(changed.map(drop))
    }

    /// Sends a notice to somebody's direct messages or to a channel, once for a `nonce`. A thread that is archived is
    /// woken by the message.
    pub async fn send(
        &self,
        to: Option<match_state::UserId>,
        channel: Option<match_state::ChannelId>,
        reply: &Reply,
        nonce: &str,
    ) -> Delivery {
        let sent = match (to, channel) {
            (_, Some(channel)) => self.post(channel, reply, nonce).await,
            (Some(user), None) => match self.direct(user).await {
                Ok(channel) => self.post(channel, reply, nonce).await,
                Err(error) => Err(error),
            },
            (None, None) => return Delivery::Gone,
        };
        delivery(sent.map(drop))
    }

    /// The channel of somebody's direct messages.
    async fn direct(&self, user: match_state::UserId) -> Result<match_state::ChannelId, SendError> {
        let recipient = serde_json::json!({"recipient_id": user.0.to_string()});
        let channel = self
            .attempts(|| self.http.create_private_channel(&recipient))
            .await?;
        Ok(match_state::ChannelId(channel.id.get()))
    }

    /// The text of a file that came with a command, of at most `most` bytes.
    ///
    /// # Errors
    /// One sentence for the one who attached it: it is too large, is no text, or cannot be fetched.
    pub async fn fetch(&self, file: &AttachedFile, most: usize) -> Result<String, String> {
        if file.size as usize > most {
            return Err(texts::file_too_large(u64::from(file.size), most));
        }
        let unreachable = |error: reqwest::Error| {
            // An address bears a signature that is good for a while.
            tracing::warn!(error = %error.without_url(), "a file could not be fetched");
            texts::FILE_UNREACHABLE.to_owned()
        };
        let client = reqwest::Client::builder()
            .timeout(LATER)
            .redirect(reqwest::redirect::Policy::none())
            .build();
        let request = client.map_err(unreachable)?.get(&file.url);
        let sent = request.send().await.and_then(|response| {
            // A redirection is not followed: it is no file.
            response.error_for_status()
        });
        let mut response = sent.map_err(unreachable)?;
        let mut bytes = Vec::new();
        while let Some(part) = response.chunk().await.map_err(unreachable)? {
            bytes.extend_from_slice(&part);
            if bytes.len() > most {
                return Err(texts::file_too_large(bytes.len() as u64, most));
            }
        }
        String::from_utf8(bytes).map_err(|_| texts::FILE_NOT_TEXT.to_owned())
    }

    /// Makes a public thread below a message.
    ///
    /// # Errors
    /// Discord refused it, or cannot be reached.
    pub async fn thread(
        &self,
        channel: match_state::ChannelId,
        message: u64,
        name: &str,
    ) -> Result<match_state::ChannelId, SendError> {
        let channel = ChannelId::new(channel.0.max(1));
        let message = MessageId::new(message.max(1));
        self.attempts(|| async {
            let thread =
                CreateThread::new(name).auto_archive_duration(AutoArchiveDuration::OneWeek);
            match thread.execute(&*self.http, (channel, Some(message))).await {
                Ok(thread) => Ok(match_state::ChannelId(thread.id.get())),
                // The thread of a message has the message's snowflake.
                Err(error) if code(&error) == Some(ALREADY_THREADED) => {
                    Ok(match_state::ChannelId(message.get()))
                }
                Err(error) => Err(error),
            }
        })
        .await
    }
}

/// What became of a notice.
fn delivery(sent: Result<(), SendError>) -> Delivery {
    match sent {
        Ok(()) => Delivery::Done,
        Err(SendError::Refused(code, _)) if BLOCKED.contains(&code) => Delivery::Blocked,
        Err(error) => {
            tracing::warn!(%error, "a notice could not be sent");
            match error {
                SendError::Refused(code, _) if GONE.contains(&code) => Delivery::Gone,
                _ => Delivery::Failed,
            }
        }
    }
}
