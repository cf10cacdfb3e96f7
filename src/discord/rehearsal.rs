//! The bot without its wires: a payload of the gateway goes in, and what would be answered comes out. For tests that
//! try more of them than a socket carries.

use std::sync::Arc;

use serde_json::{Value, json};
use serenity::model::application::Interaction;

use super::desk::{Answer, Desk, First, Painter, Then, filmer};
use super::frame::{self, Frame, Received};
use super::reply;
use crate::app::App;
use crate::metrics::Metrics;
use crate::table::UserId;

/// A desk that nobody can reach.
pub struct Rehearsal {
    desk: Desk,
}

/// What would be done with a payload.
#[derive(Debug, PartialEq)]
pub enum Heard {
    /// It is no event that the bot looks at.
    Nothing,
    /// It is an interaction that cannot be read: a sentence says so, where anybody can be told.
    Unreadable,
    /// These would be suggested, as `(name, value)` pairs.
    Suggested(UserId, Vec<(String, String)>),
    /// This would be sent, to the one who asked and to everybody: bodies of requests.
    Answered(UserId, Vec<Value>),
}

impl Rehearsal {
    /// A bot whose pictures are all the same few bytes: the ones who draw are tried elsewhere.
    pub fn new(app: App) -> Self {
        let painter: Painter = Arc::new(|_| Ok(b"a picture".to_vec()));
        Rehearsal {
            desk: Desk::new(app, painter, filmer(), Metrics::default()),
        }
    }

    /// Takes a payload as the gateway would send it.
    pub async fn hear(&self, payload: &str) -> Heard {
        let received = Frame::read(payload).and_then(Frame::received);
        let Ok(Received::Interaction(data)) = received else {
            return Heard::Nothing;
        };
        let Ok(interaction) = frame::interaction(&data) else {
            return Heard::Unreadable;
        };
        let (user, answer) = match &interaction {
            Interaction::Command(command) => {
                (command.user.id, self.desk.hear_command(command).await)
            }
            Interaction::Component(component) => {
                (component.user.id, self.desk.hear_press(component).await)
            }
            Interaction::Modal(form) => (form.user.id, self.desk.hear_form(form).await),
            Interaction::Autocomplete(command) => {
                let choices = self.desk.hear_typing(command).await;
                return Heard::Suggested(UserId(command.user.id.get()), choices);
            }
            _ => return Heard::Nothing,
        };
        Heard::Answered(UserId(user.get()), bodies(&answer))
    }
}

fn bodies(answer: &Answer) -> Vec<Value> {
    let mut bodies = Vec::new();
    match &answer.first {
        First::Say(reply) => bodies.push(json!(reply.first())["data"].take()),
        First::Update(reply) => bodies.push(json!(reply.update())["data"].take()),
        First::Ask(question) => bodies.push(json!(question.form())["data"].take()),
        First::Form => bodies.push(json!(reply::form())["data"].take()),
        First::Wait | First::Nothing => {}
    }
    match &answer.then {
        Some(Then::Post { reply, .. } | Then::Table { reply, .. }) => {
            bodies.push(json!(reply.message("n")))
        }
        Some(Then::Begin { reply, thread, .. }) => {
            bodies.push(json!(reply.message("n")));
            bodies.extend(thread.as_ref().map(|name| json!({"name": name})));
        }
        Some(Then::Film { film, .. }) => bodies.push(json!({"content": film.alt})),
        Some(Then::Settle { reply, .. }) => bodies.push(json!(reply.change())),
        Some(Then::Sign { .. } | Then::Review { .. }) | None => {}
    }
    bodies
}
