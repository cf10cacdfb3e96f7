//! Requests to Discord, all but the gateway's, with their retries.
//!
//! Failures are logged in the words of [`said`], since addresses hold the interaction's token. Of Discord's answers
//! only a few fields matter, so they are read as plain JSON.

mod channel;
mod failure;
mod retry;

use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use serenity::builder::{
    Builder as _, CreateAttachment, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage,
};
use serenity::http::{Http, LightMethod, Multipart, MultipartUpload, Request, Route};
use serenity::model::id::{ChannelId, InteractionId, MessageId};
use tokio::time::{Instant, sleep, timeout};

pub use failure::said;
use failure::{NOT_DISCORDS, RetryDecision, code, verdict};

use super::answer_times::AnswerTimes;
use super::reply::{File, Reply, body};
use super::request::AttachedFile;
use super::suggestion::Suggestion;
use super::texts;
use crate::app::Delivery;
use crate::match_state;
use crate::metrics::RefusalNumbers;

/// The longest time for a request other than a first answer, waiting for a rate limit included.
const LATER: Duration = Duration::from_secs(20);
/// The pauses between the attempts at a first answer.
const FIRST_PAUSES: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(600)];

/// The longest search for an answer whose fate is unknown: the other players' notifications wait meanwhile.
const LOOKING: Duration = Duration::from_secs(5);
/// The time after its last message at which a thread leaves the list, in minutes: a week.
const A_WEEK: u32 = 10_080;

/// The reason why a message with several files is not sent.
const SEVERAL_FILES: &str = "several files in one request";

/// Discord's code of "Interaction has already been acknowledged".
const ALREADY_ANSWERED: isize = 40060;
/// Discord's code of "A thread has already been created for this message": by an attempt whose answer was lost.
const ALREADY_THREADED: isize = 160_004;

/// The source of an interaction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AskedBy {
    /// A slash command, whose answer is a new message.
    Command,
    /// A button, menu or form of a message.
    Button,
}

/// The fields of an interaction that its answers need.
#[derive(Clone)]
pub struct Interaction {
    /// The interaction's snowflake.
    pub id: InteractionId,
    /// The token with which answers are sent. While it is valid, anybody who has it can answer, so it is never logged.
    pub token: String,
    arrived: Instant,
}

impl Interaction {
    /// Creates an interaction that has arrived now.
    pub fn new(id: InteractionId, token: String) -> Self {
        Interaction {
            id,
            token,
            arrived: Instant::now(),
        }
    }
}

/// The reason why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The interaction has a first answer already.
    #[error("it was answered already")]
    Already,
    /// Discord refused the request, with one of its codes.
    #[error("{1}")]
    Refused(isize, String),
    /// Discord refused the request without a code, or cannot be reached.
    #[error("{0}")]
    Failed(String),
}

/// Discord's codes of "Cannot send messages to this user": the user takes no direct messages, or shares no server with
/// the bot.
const BLOCKED: [isize; 2] = [50007, 50278];
/// Discord's codes for a channel that is missing or closed to the bot: unknown channel, unknown message, unknown user,
/// missing access, missing permissions, a locked thread.
pub(super) const GONE: [isize; 7] = [10003, 10008, 10013, 50001, 50013, 50083, 160_005];

/// Discord's code of "Unknown Channel".
pub(super) const UNKNOWN_CHANNEL: isize = 10003;
/// Discord's code of "Unknown Message".
pub(super) const UNKNOWN_MESSAGE: isize = 10008;

/// Returns a client with the bot's settings. It follows no redirection, which is none of Discord's answers: it would
/// show the address, and so the token, to another server.
///
/// # Panics
/// The system has no random numbers, or its encryption cannot be started.
pub fn client() -> reqwest::Client {
    let builder = reqwest::Client::builder().use_rustls_tls();
    builder.redirect(Policy::none()).build().unwrap_or_default()
}

/// Returns a request with a body; `None` with more than one file: serenity numbers several only where it builds the
/// body itself.
fn request<'a>(
    route: Route<'a>,
    method: LightMethod,
    body: &Value,
    files: &[File],
) -> Option<Request<'a>> {
    let request = Request::new(route, method);
    let body = body.to_string();
    match files {
        [] => Some(request.body(Some(body.into_bytes()))),
        [file] => Some(request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(
                file.bytes.clone(),
                file.name,
            )]),
            fields: Vec::new(),
            payload_json: Some(body),
        }))),
        _ => None,
    }
}

/// The connection to Discord's REST routes.
#[derive(Clone)]
pub struct DiscordHttp {
    http: Arc<Http>,
    /// The client that asks a local server how long it limits requests.
    asking: reqwest::Client,
    refusals: RefusalNumbers,
    answer_times: AnswerTimes,
}

impl DiscordHttp {
    /// Creates a connection that sends requests by `http` and counts refusals.
    pub fn new(http: Arc<Http>, refusals: RefusalNumbers, answer_times: AnswerTimes) -> Self {
        DiscordHttp {
            http,
            asking: client(),
            refusals,
            answer_times,
        }
    }

    /// Returns the time left for a first answer.
    fn left(&self, to: &Interaction) -> Duration {
        let given_up = to.arrived + self.answer_times.given_up;
        given_up.saturating_duration_since(Instant::now())
    }

    /// Counts an error if it is a refusal of the kind for which Discord bans addresses.
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
    /// The interaction was answered already, or cannot be answered (any more).
    pub async fn answer(
        &self,
        to: &Interaction,
        response: &CreateInteractionResponse,
        files: &[File],
    ) -> Result<(), SendError> {
        let body = body(response);
        let mut unsure = false;
        let mut pauses = FIRST_PAUSES.iter();
        let failed = loop {
            let request = self.call_back(to, &body, files);
            let (verdict, reason) =
                match timeout(self.left(to).min(self.answer_times.attempt), request).await {
                    Ok(Ok(())) => return Ok(()),
                    Ok(Err(error)) => {
                        self.note(&error);
                        if code(&error) == Some(ALREADY_ANSWERED) {
                            // An attempt whose fate was unknown has answered it.
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
        // An attempt may have been carried out and its receipt lost: then there is an answer to find.
        if unsure && matches!(timeout(LOOKING, self.original(to)).await, Ok(Ok(_))) {
            return Ok(());
        }
        Err(SendError::Failed(failed))
    }

    /// Sends a first answer once. Discord accepts with an empty response (204): any other success comes from another
    /// server.
    async fn call_back(
        &self,
        to: &Interaction,
        body: &Value,
        files: &[File],
    ) -> serenity::Result<()> {
        let route = Route::InteractionResponse {
            interaction_id: to.id,
            token: &to.token,
        };
        let request = request(route, LightMethod::Post, body, files);
        let request = request.ok_or(serenity::Error::Other(SEVERAL_FILES))?;
        match self.http.request(request).await?.status() {
            StatusCode::NO_CONTENT => Ok(()),
            _ => Err(serenity::Error::Other(NOT_DISCORDS)),
        }
    }

    /// Sends a request with a body until it succeeds or cannot.
    async fn request(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: &Value,
        files: &[File],
    ) -> Result<Value, SendError> {
        self.attempts(|| async {
            let request = request(route, method, body, files);
            let request = request.ok_or(serenity::Error::Other(SEVERAL_FILES))?;
            self.http.fire(request).await
        })
        .await
    }

    /// Returns the application's id, with which an interaction's messages are sent and changed.
    fn application(&self) -> Result<serenity::model::id::ApplicationId, SendError> {
        let unknown = || SendError::Failed("the application is not known yet".to_owned());
        self.http.application_id().ok_or_else(unknown)
    }

    /// Defers an answer: of a command, privately; of a button, without a sign.
    ///
    /// # Errors
    /// As [`DiscordHttp::answer`].
    pub async fn defer(&self, to: &Interaction, asked_by: AskedBy) -> Result<(), SendError> {
        let response = match asked_by {
            AskedBy::Button => CreateInteractionResponse::Acknowledge,
            AskedBy::Command => CreateInteractionResponse::Defer(
                CreateInteractionResponseMessage::new().ephemeral(true),
            ),
        };
        self.answer(to, &response, &[]).await
    }

    /// Defers the answer to a command publicly.
    ///
    /// # Errors
    /// As [`DiscordHttp::answer`].
    pub async fn wait(&self, to: &Interaction) -> Result<(), SendError> {
        let response = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new());
        self.answer(to, &response, &[]).await
    }

    /// Sends suggestions to a person who is typing. They cannot be late: there is one attempt.
    pub async fn suggest(&self, to: &Interaction, suggestions: Vec<Suggestion>) {
        let choices = suggestions
            .into_iter()
            .fold(CreateAutocompleteResponse::new(), |answer, suggestion| {
                answer.add_string_choice(suggestion.name, suggestion.value)
            });
        let body = body(CreateInteractionResponse::Autocomplete(choices));
        match timeout(self.left(to), self.call_back(to, &body, &[])).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                self.note(&error);
                tracing::debug!(reason = said(&error), "suggestions were not taken");
            }
            Err(_) => tracing::debug!("suggestions were not taken in time"),
        }
    }

    /// Replaces a deferred answer, or the message of an acknowledged button.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn edit(&self, to: &Interaction, reply: &Reply) -> Result<(), SendError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token: &to.token,
        };
        let body = body(reply.edit());
        self.request(LightMethod::Patch, route, &body, &reply.files)
            .await
            .map(drop)
    }

    /// Changes a further message of an interaction.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn edit_further(
        &self,
        to: &Interaction,
        message: u64,
        reply: &Reply,
    ) -> Result<(), SendError> {
        let route = Route::WebhookFollowupMessage {
            application_id: self.application()?,
            token: &to.token,
            message_id: MessageId::new(message.max(1)),
        };
        let body = body(reply.edit());
        self.request(LightMethod::Patch, route, &body, &reply.files)
            .await
            .map(drop)
    }

    /// Sends a further message of an interaction, and returns its snowflake.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn follow(&self, to: &Interaction, reply: &Reply) -> Result<u64, SendError> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.application()?,
            token: &to.token,
        };
        let body = body(reply.followup());
        id(&self
            .request(LightMethod::Post, route, &body, &reply.files)
            .await?)
    }

    /// Sends a further message of an interaction, with any number of files.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn follow_with_files(
        &self,
        to: &Interaction,
        reply: &Reply,
    ) -> Result<(), SendError> {
        self.attempts(|| async {
            let sent = reply
                .followup()
                .execute(&*self.http, (None, to.token.as_str()));
            match sent.await {
                // The message was sent, and something of the response is unreadable.
                Ok(_) | Err(serenity::Error::Json(_)) => Ok(()),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Returns the snowflake of the message that is the first answer to an interaction.
    ///
    /// # Errors
    /// Discord refuses the request, or cannot be reached.
    pub async fn original(&self, to: &Interaction) -> Result<u64, SendError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token: &to.token,
        };
        id(&self.get(route).await?)
    }

    /// Sends a `GET` request, with retries, and returns the response.
    async fn get(&self, route: Route<'_>) -> Result<Value, SendError> {
        self.attempts(|| self.http.fire(Request::new(route, LightMethod::Get)))
            .await
    }

    /// Sends a message to a channel, and returns its snowflake. The same `nonce` makes no second one, so that retries
    /// are safe.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn post(
        &self,
        channel: match_state::ChannelId,
        reply: &Reply,
        nonce: &str,
    ) -> Result<u64, SendError> {
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(channel.0.max(1)),
        };
        let body = body(reply.message(nonce));
        id(&self
            .request(LightMethod::Post, route, &body, &reply.files)
            .await?)
    }

    /// Changes the text, buttons and menus of a message of the bot.
    pub async fn change(
        &self,
        channel: match_state::ChannelId,
        message: u64,
        reply: &Reply,
    ) -> Delivery {
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel.0.max(1)),
            message_id: MessageId::new(message.max(1)),
        };
        let body = body(reply.change());
        let changed = self.request(LightMethod::Patch, route, &body, &[]).await;
        delivery(changed.map(drop))
    }

    /// Changes a message of the bot with its files.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn replace(
        &self,
        channel: match_state::ChannelId,
        message: u64,
        reply: &Reply,
    ) -> Result<(), SendError> {
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel.0.max(1)),
            message_id: MessageId::new(message.max(1)),
        };
        let body = body(reply.edit());
        let changed = self.request(LightMethod::Patch, route, &body, &reply.files);
        changed.await.map(drop)
    }

    /// Sends a notice to a person's direct messages or to a channel, once for a `nonce`. The message wakes an archived
    /// thread.
    pub async fn send(
        &self,
        to: Option<match_state::UserId>,
        channel: Option<match_state::ChannelId>,
        reply: &Reply,
        nonce: &str,
    ) -> Delivery {
        if (to, channel) == (None, None) {
            return Delivery::Gone;
        }
        delivery(self.sent(to, channel, reply, nonce).await.map(drop))
    }

    /// Sends a notice as [`DiscordHttp::send`] does, and returns the channel and the snowflake of its message.
    ///
    /// # Errors
    /// Discord refuses it, or cannot be reached.
    pub async fn sent(
        &self,
        to: Option<match_state::UserId>,
        channel: Option<match_state::ChannelId>,
        reply: &Reply,
        nonce: &str,
    ) -> Result<(match_state::ChannelId, u64), SendError> {
        let channel = match (channel, to) {
            (Some(channel), _) => channel,
            (None, Some(user)) => self.direct(user).await?,
            (None, None) => return Err(SendError::Failed("nobody to send it to".to_owned())),
        };
        Ok((channel, self.post(channel, reply, nonce).await?))
    }

    /// Returns the channel of a person's direct messages.
    async fn direct(&self, user: match_state::UserId) -> Result<match_state::ChannelId, SendError> {
        let recipient = json!({"recipient_id": user.0.to_string()});
        let route = Route::UserMeDmChannels;
        let channel = self
            .request(LightMethod::Post, route, &recipient, &[])
            .await?;
        id(&channel).map(match_state::ChannelId)
    }

    /// Fetches the text of a file that came with a command, of at most `most` bytes.
    ///
    /// # Errors
    /// One sentence for the sender of the file: it is too large, is no text, or cannot be fetched.
    pub async fn fetch(&self, file: &AttachedFile, most: usize) -> Result<String, String> {
        if file.size as usize > most {
            return Err(texts::file_too_large(u64::from(file.size), most));
        }
        let unreachable = |error: reqwest::Error| {
            // The address bears a signature that is valid for a while.
            tracing::warn!(error = %error.without_url(), "a file could not be fetched");
            texts::FILE_UNREACHABLE.to_owned()
        };
        let request = self.asking.get(&file.url).timeout(LATER);
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
    /// Discord refuses it, or cannot be reached.
    pub async fn thread(
        &self,
        channel: match_state::ChannelId,
        message: u64,
        name: &str,
    ) -> Result<match_state::ChannelId, SendError> {
        let route = Route::ChannelMessageThreads {
            channel_id: ChannelId::new(channel.0.max(1)),
            message_id: MessageId::new(message.max(1)),
        };
        let body = json!({"name": name, "auto_archive_duration": A_WEEK});
        match self.request(LightMethod::Post, route, &body, &[]).await {
            Ok(thread) => id(&thread).map(match_state::ChannelId),
            // The thread of a message has the message's snowflake.
            Err(SendError::Refused(ALREADY_THREADED, _)) => Ok(match_state::ChannelId(message)),
            Err(error) => Err(error),
        }
    }
}

/// Returns the snowflake of an object in a response.
fn id(made: &Value) -> Result<u64, SendError> {
    let id = made["id"].as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| SendError::Failed("an answer without a snowflake".to_owned()))
}

/// Returns the outcome of sending a notice.
pub fn delivery(sent: Result<(), SendError>) -> Delivery {
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
