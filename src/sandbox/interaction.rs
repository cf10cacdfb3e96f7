//! Interactions: a user's act with the bot, from the click to the answer.

use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::channel::Channel;
use super::payloads::{self, BOT, FILE_LIMIT, GUILD};
use super::state::{Interaction, Progress, SharedState, State};

/// Maximum number of interactions remembered. Discord's tokens expire only after 15 minutes.
const KEPT: usize = 5000;

/// Interaction types of Discord.
pub(crate) const COMMAND: u64 = 2;
pub(crate) const COMPONENT: u64 = 3;
pub(crate) const AUTOCOMPLETE: u64 = 4;
pub(crate) const MODAL: u64 = 5;

/// The type of option that is completed in a hand-made interaction: text.
const COMPLETING_TEXT: i64 = 3;

/// An interaction about to happen: the user, the place and the act.
pub(crate) struct Act {
    pub kind: u64,
    pub user: u64,
    pub channel: u64,
    pub name: String,
    pub message: Option<u64>,
    pub opener: Value,
    pub completing: i64,
    /// The payload's `data`.
    pub data: Value,
    /// The snowflake to use if a delivery is repeated.
    pub id: Option<u64>,
}

impl SharedState {
    /// Carries out a user's act: sends the bot an interaction, and checks that the answer comes in time.
    pub(crate) fn act(&self, state: &mut State, act: Act) -> (u64, watch::Receiver<Progress>) {
        self.act_as(state, act, &Value::Null)
    }

    fn act_as(
        &self,
        state: &mut State,
        act: Act,
        over: &Value,
    ) -> (u64, watch::Receiver<Progress>) {
        let id = act.id.unwrap_or_else(|| state.snowflake());
        if let Some(before) = state.interactions.get(&id)
            && before.answer.is_some()
        {
            let (payload, watched) = (before.payload.clone(), before.progress.subscribe());
            self.send_to_bot(state, &payload);
            return (id, watched);
        }
        while state.interactions.len() >= KEPT {
            state.interactions.pop_first();
        }
        let token = format!(
            "sandbox-interaction-{id}-{:016x}",
            id.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        );
        let mut payload = payload(state, id, &token, &act);
        cover(&mut payload, over);
        let (progress, watched) = watch::channel(Progress::Waiting);
        let interaction = Interaction {
            id,
            token,
            kind: act.kind,
            user: act.user,
            channel: act.channel,
            name: act.name,
            message: act.message,
            opener: act.opener,
            completing: act.completing,
            born: Instant::now(),
            payload: payload.clone(),
            answer: None,
            original: None,
            modal: None,
            choices: None,
            progress,
        };
        state.interactions.insert(id, interaction);
        let mut sent = payload;
        if let (Some(members), Some(payload)) = (state.spoilt.pop_front(), sent.as_object_mut()) {
            payload.retain(|name, _| !members.contains(name));
        }
        self.send_to_bot(state, &sent);
        let (shared, wait) = (self.clone(), self.limits().first_answer);
        let overdue = async move {
            tokio::time::sleep(wait).await;
            let mut state = shared.lock();
            let unanswered = state
                .interactions
                .get(&id)
                .is_some_and(|interaction| interaction.answer.is_none());
            if unanswered {
                state.progress(id, Progress::Failed);
            }
        };
        tokio::spawn(overdue.boxed());
        (id, watched)
    }
}

impl State {
    /// Records the progress of an interaction, and reports it to its user's pages.
    pub(crate) fn progress(&mut self, id: u64, progress: Progress) {
        let Some(interaction) = self.interactions.get(&id) else {
            return;
        };
        interaction.progress.send_replace(progress);
        let (user, kind) = (interaction.user, interaction.kind);
        if kind != AUTOCOMPLETE {
            let event = json!({"type": "interaction", "interaction": id.to_string(), "state": progress.name()});
            self.send_to_pages(Some(user), &event);
        }
    }
}

/// A hand-made interaction, true to Discord or not.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The type: 2 a command, 3 a button or menu, 4 autocomplete, 5 a modal.
    pub kind: u64,
    /// The user's snowflake, which need not be one of the sandbox's people.
    pub user: u64,
    /// The channel's snowflake.
    pub channel: u64,
    /// The payload's `data`, without any check.
    pub data: Value,
    /// Members that replace the payload's own; null removes one.
    pub over: Value,
}

/// The outcome of a hand-made interaction.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The interaction's snowflake.
    pub interaction: u64,
    /// True if an answer other than a deferral came in time.
    pub answered: bool,
    /// True if the answer was deferred first.
    pub deferred: bool,
    /// The answer, if it is a message.
    pub message: Option<Value>,
    /// The answer, if it is a list of suggestions.
    pub choices: Option<Value>,
}

/// Longest wait for the answer after a deferral.
const TIMEOUT: Duration = Duration::from_secs(30);

impl SharedState {
    /// Sends the bot an old interaction once more, unchanged: later, and perhaps to another process.
    pub fn redeliver(&self, interaction: u64) {
        let mut state = self.lock();
        let before = state.interactions.get(&interaction);
        if let Some(payload) = before.map(|before| before.payload.clone()) {
            self.send_to_bot(&mut state, &payload);
        }
    }

    /// Sends the bot an interaction that no client of Discord's would send, and waits for the answer.
    pub fn deliver(&self, raw: Raw) -> BoxFuture<'_, Outcome> {
        Box::pin(async move {
            let act = Act {
                kind: raw.kind,
                user: raw.user,
                channel: raw.channel,
                name: raw.data["name"].as_str().unwrap_or_default().to_owned(),
                message: payloads::snowflake(&raw.over["message"]["id"]),
                opener: Value::Null,
                completing: COMPLETING_TEXT,
                data: raw.data,
                id: None,
            };
            let (id, mut watched) = {
                let mut state = self.lock();
                self.act_as(&mut state, act, &raw.over)
            };
            let settled =
                |progress: &Progress| matches!(progress, Progress::Answered | Progress::Failed);
            let _ = tokio::time::timeout(TIMEOUT, watched.wait_for(settled)).await;
            let progress = *watched.borrow();
            let state = self.lock();
            let interaction = state.interactions.get(&id);
            Outcome {
                interaction: id,
                answered: progress == Progress::Answered,
                deferred: interaction.is_some_and(Interaction::deferred),
                message: interaction.and_then(|interaction| {
                    let channel = state.channels.get(&interaction.channel)?;
                    Some(channel.message(interaction.original?)?.body.clone())
                }),
                choices: interaction.and_then(|interaction| interaction.choices.clone()),
            }
        })
    }
}

/// Replaces members of a payload by those of `over`; null removes one.
fn cover(payload: &mut Value, over: &Value) {
    let (Some(payload), Some(over)) = (payload.as_object_mut(), over.as_object()) else {
        return;
    };
    for (key, value) in over {
        if value.is_null() {
            payload.remove(key);
        } else {
            payload.insert(key.clone(), value.clone());
        }
    }
}

/// Returns the payload of `INTERACTION_CREATE`.
fn payload(state: &State, id: u64, token: &str, act: &Act) -> Value {
    let user = act.user;
    let permissions = payloads::permissions(BOT).to_string();
    let mut payload = json!({
        "version": 1, "id": id.to_string(), "application_id": BOT.to_string(), "token": token, "type": act.kind,
        "app_permissions": permissions, "attachment_size_limit": FILE_LIMIT, "channel_id": act.channel.to_string(),
        "data": act.data, "entitlements": [], "locale": "en-US",
    });
    let channel = state.channels.get(&act.channel);
    if let Some(channel) = channel {
        payload["channel"] = channel.partial(user);
    }
    let context = channel.map_or(1, Channel::context);
    let owners = match channel {
        // The person who has installed the bot is the owner.
        Some(channel) if channel.is_outside() => json!({"1": user.to_string()}),
        _ if context == 0 => json!({"0": GUILD.to_string()}),
        _ => json!({"0": "0"}),
    };
    let guild = channel.and_then(Channel::guild);
    let more = match guild.map(|guild| guild.to_string()) {
        Some(guild) => json!({
            "guild": {"features": [], "id": guild, "locale": "en-US"},
            "guild_id": guild, "guild_locale": "en-US", "member": payloads::member(user),
        }),
        None => json!({"user": payloads::user(user)}),
    };
    payloads::extend(&mut payload, more);
    let more = json!({"authorizing_integration_owners": owners, "context": context});
    payloads::extend(&mut payload, more);
    let message = act
        .message
        .and_then(|message| Some(channel?.message(message)?.body.clone()));
    if let Some(message) = message {
        payload["message"] = message;
    }
    payload
}
