//! Responses: at once if quick, else deferred, and replaced by a message if they cannot be given.

use std::time::Instant;

use futures_util::future::BoxFuture;

use super::Bot;
use crate::discord::handlers::{Answer, FollowUp, Keep, Response};
use crate::discord::http::{AskedBy, Interaction, SendError};
use crate::discord::reply::{self, Reply};
use crate::discord::texts;
use crate::metrics::{FailureKind, InteractionKind};

/// The time of the first answer to an interaction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Timing {
    /// The answer is given at once.
    AtOnce,
    /// A sign that it comes has been given, privately for a command.
    Deferred,
}

impl Bot {
    /// Gives the answer that `work` returns: at once if it is quick, else deferred. `message` is the message that the
    /// button is on.
    pub(super) async fn respond_to(
        &self,
        kind: InteractionKind,
        to: Interaction,
        message: Option<u64>,
        work: BoxFuture<'static, Answer>,
    ) {
        // The work is a separate task, so that a crash becomes a sentence.
        let begun = Instant::now();
        let asked_by = match message {
            Some(_) => AskedBy::Button,
            None => AskedBy::Command,
        };
        let (answer, timing) = self.work_out(&to, asked_by, work).await;
        let Answer { first, then, keep } = answer;
        // The public part comes with the first answer, or with its follow-up.
        let (mut shown, follows) = (keep.is_some(), then.as_ref().is_some_and(FollowUp::shows));
        let sent = match timing {
            Timing::AtOnce => self.at_once(&to, &first).await.map(|()| None),
            Timing::Deferred => self.late(&to, asked_by, &first).await,
        };
        // The message that the answer is in: the button's if it was changed, a new one, or else the original answer.
        let mut place = message.filter(|_| !matches!(first, Response::Say(_)));
        // There may be notices of what has just happened.
        self.outbox_filled.notify_one();
        match sent {
            Ok(made) => {
                self.metrics.answered(kind, begun.elapsed());
                place = place.or(made);
            }
            Err(error) => match self.instead(&to, &first, keep, error).await {
                Some(made) => place = Some(made),
                None => shown = false,
            },
        }
        if let Some(then) = then {
            let posted = self.afterwards(&to, place, then, timing).await;
            shown = if follows { posted } else { shown };
        }
        self.handlers.app().answered(to.id.get(), shown).await;
        if !shown {
            self.outbox_filled.notify_one();
        }
    }

    /// Returns the result of `work`, deferring the answer meanwhile if it takes long.
    async fn work_out(
        &self,
        to: &Interaction,
        asked_by: AskedBy,
        work: BoxFuture<'static, Answer>,
    ) -> (Answer, Timing) {
        let mut work = tokio::spawn(work);
        let mut timing = Timing::AtOnce;
        let done = match tokio::time::timeout(self.defer_after, &mut work).await {
            Ok(done) => done,
            Err(_) => {
                match self.discord_http.defer(to, asked_by).await {
                    Ok(()) => timing = Timing::Deferred,
                    Err(error) => tracing::warn!(%error, "could not defer an answer"),
                }
                work.await
            }
        };
        let answer = done.unwrap_or_else(|error| {
            self.metrics.trouble(FailureKind::Crash);
            tracing::error!(task = %error.id(), "answering crashed");
            Answer::say(Reply::private(texts::CRASHED))
        });
        (answer, timing)
    }

    /// Gives an answer in time.
    async fn at_once(&self, to: &Interaction, first: &Response) -> Result<(), SendError> {
        match first {
            Response::Say(reply) => {
                self.discord_http
                    .answer(to, &reply.first(), &reply.files)
                    .await
            }
            Response::Update(reply) => {
                self.discord_http
                    .answer(to, &reply.update(), &reply.files)
                    .await
            }
            Response::Wait => self.discord_http.wait(to).await,
            Response::Form => self.discord_http.answer(to, &reply::form(), &[]).await,
            Response::Ask(question) => self.discord_http.answer(to, &question.form(), &[]).await,
            Response::Nothing => Ok(()),
        }
    }

    /// Posts an answer that could not be given, if it reports a change that everybody must see. Returns the snowflake
    /// of the posted message.
    async fn instead(
        &self,
        to: &Interaction,
        first: &Response,
        keep: Option<Keep>,
        error: SendError,
    ) -> Option<u64> {
        let must_be_seen = match (first, keep) {
            (Response::Say(reply), Some(Keep::Post(channel)))
                if !matches!(error, SendError::Already) =>
            {
                Some((reply, channel))
            }
            _ => None,
        };
        let Some((reply, channel)) = must_be_seen else {
            self.metrics.trouble(FailureKind::Unsent);
            tracing::warn!(%error, "an answer could not be given");
            return None;
        };
        tracing::warn!(%error, "an answer is posted as a message instead");
        let nonce = format!("{}k", to.id);
        match self.discord_http.post(channel, reply, &nonce).await {
            Ok(made) => Some(made),
            Err(error) => {
                self.metrics.trouble(FailureKind::Unsent);
                tracing::error!(%error, channel = channel.0, "an answer could not be given at all");
                None
            }
        }
    }

    /// Gives an answer after it was deferred. Returns the snowflake of a message that had to be made for it.
    pub(super) async fn late(
        &self,
        to: &Interaction,
        asked_by: AskedBy,
        first: &Response,
    ) -> Result<Option<u64>, SendError> {
        let edited = match (first, asked_by) {
            (Response::Update(reply), _) => self.discord_http.edit(to, reply).await,
            // The message of the button stays as it is.
            (Response::Say(reply), AskedBy::Button) => {
                return self.discord_http.follow(to, reply).await.map(Some);
            }
            (Response::Say(reply), AskedBy::Command) if reply.private => {
                self.discord_http.edit(to, reply).await
            }
            // A privately deferred answer stays private, and everybody gets a separate message.
            (Response::Say(reply), AskedBy::Command) => {
                let noted = self
                    .discord_http
                    .edit(to, &Reply::private(texts::DONE))
                    .await;
                if let Err(error) = noted {
                    tracing::warn!(%error, "a deferred answer could not be closed");
                }
                return self.discord_http.follow(to, reply).await.map(Some);
            }
            // The answer was deferred already.
            (Response::Wait, _) => Ok(()),
            // A form cannot come late.
            (Response::Form | Response::Ask(_), _) => {
                Err(SendError::Failed("a form came too late".to_owned()))
            }
            (Response::Nothing, AskedBy::Command) => {
                self.discord_http
                    .edit(to, &Reply::private(texts::DONE))
                    .await
            }
            (Response::Nothing, AskedBy::Button) => Ok(()),
        };
        edited.map(|()| None)
    }
}
