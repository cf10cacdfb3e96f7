//! The bot without its wires: takes a payload of the gateway and returns the answer. For tests that try more payloads
//! than a socket carries.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use serenity::model::event::GatewayEvent;

use super::handlers::{Answer, BoardRenderer, FollowUp, Handlers, Response, gif_renderer};
use super::rate_limit::RateLimit;
use super::received::{Unreadable, read, received};
use super::reply;
use super::suggestion::Suggestion;
use super::surroundings::OutsideChannels;
use crate::app::{App, Sent};
use crate::match_state::UserId;
use crate::metrics::Metrics;

/// A bot without a connection.
pub struct DryRun {
    handlers: Handlers,
}

/// Returns every command as it is registered.
pub fn commands() -> Vec<Value> {
    let commands = super::commands::all(crate::games::GAMES);
    commands.iter().map(|command| json!(command)).collect()
}

/// The outcome of a payload.
#[derive(Debug, PartialEq)]
pub enum DryRunOutcome {
    /// The payload is no event that the bot looks at.
    Nothing,
    /// The payload is an unreadable interaction; a sentence would say so if it can be answered.
    Unreadable,
    /// Suggestions for a person who is typing.
    Suggested(UserId, Vec<Suggestion>),
    /// The messages to the asker and to everybody: bodies of requests.
    Answered(UserId, Vec<Value>),
}

impl DryRun {
    /// Creates a bot with the same few bytes for every picture: drawing is tested elsewhere.
    pub fn new(app: App) -> Self {
        let board_renderer: BoardRenderer = Arc::new(|_| Ok(b"a picture".to_vec()));
        DryRun {
            handlers: Handlers::new(
                app,
                board_renderer,
                gif_renderer(),
                RateLimit::UNLIMITED,
                Metrics::default(),
            ),
        }
    }

    /// Handles a payload of the gateway, read like one that arrives by HTTP.
    pub fn handle<'a>(&'a self, payload: &'a str) -> BoxFuture<'a, DryRunOutcome> {
        let payload = serde_json::from_str::<Value>(payload).unwrap_or_default();
        let is_interaction = payload["op"] == 0 && payload["t"] == "INTERACTION_CREATE";
        self.answer(is_interaction.then(|| read(&payload["d"])))
    }

    /// Handles a payload as the gateway sends it, read by serenity where it can.
    pub fn handle_event<'a>(&'a self, payload: &'a str) -> BoxFuture<'a, DryRunOutcome> {
        self.answer(match serde_json::from_str(payload) {
            Ok(GatewayEvent::Dispatch(_, event)) => received(event),
            _ => None,
        })
    }

    fn answer(
        &self,
        read: Option<Result<Interaction, Unreadable>>,
    ) -> BoxFuture<'_, DryRunOutcome> {
        Box::pin(async move {
            let interaction = match read {
                Some(Ok(interaction)) => interaction,
                Some(Err(_)) => return DryRunOutcome::Unreadable,
                None => return DryRunOutcome::Nothing,
            };
            let sent = Sent::now();
            let (user, answer) = match &interaction {
                Interaction::Command(command) => (
                    command.user.id,
                    self.handlers.handle_command(command, sent).await,
                ),
                Interaction::Component(component) => (
                    component.user.id,
                    self.handlers.handle_component(component, sent).await,
                ),
                Interaction::Modal(form) => {
                    let there = OutsideChannels::default().surroundings(&interaction);
                    (
                        form.user.id,
                        self.handlers.handle_modal(form, sent, there).await,
                    )
                }
                Interaction::Autocomplete(command) => {
                    let choices = self.handlers.handle_autocomplete(command, sent).await;
                    return DryRunOutcome::Suggested(UserId(command.user.id.get()), choices);
                }
                _ => return DryRunOutcome::Nothing,
            };
            DryRunOutcome::Answered(UserId(user.get()), bodies(&answer))
        })
    }
}

fn bodies(answer: &Answer) -> Vec<Value> {
    let mut bodies = Vec::new();
    match &answer.first {
        Response::Say(reply) => bodies.push(json!(reply.first())["data"].take()),
        Response::Update(reply) => bodies.push(json!(reply.update())["data"].take()),
        Response::Ask(question) => bodies.push(json!(question.form())["data"].take()),
        Response::Form => bodies.push(json!(reply::form())["data"].take()),
        Response::Wait | Response::Nothing => {}
    }
    match &answer.then {
        Some(
            FollowUp::Post { reply, .. } | FollowUp::Table { reply, .. } | FollowUp::Here { reply },
        ) => bodies.push(json!(reply.message("n"))),
        Some(FollowUp::Begin {
            reply,
            thread,
            table,
            ..
        }) => {
            bodies.push(json!(reply.message("n")));
            bodies.extend(table.as_ref().map(|reply| json!(reply.change())));
            bodies.extend(thread.as_ref().map(|name| json!({"name": name})));
        }
        Some(FollowUp::BeginThere {
            reply,
            thread,
            table,
            ..
        }) => {
            bodies.push(json!(reply.message("n")));
            bodies.push(json!({"name": thread}));
            bodies.extend(table.as_ref().map(|(_, reply)| json!(reply.change())));
        }
        Some(FollowUp::Gif { frames, .. }) => bodies.push(json!({"content": frames.alt})),
        Some(FollowUp::ReplaceTable { reply, .. }) => bodies.push(json!(reply.change())),
        Some(
            FollowUp::SetLobbyMessage { .. }
            | FollowUp::Review { .. }
            | FollowUp::MachineMove { .. },
        )
        | None => {}
    }
    bodies
}
