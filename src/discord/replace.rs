//! Decides whether an answer may replace the message that a button is on. Pure.
//!
//! The `custom_id` that a client sends is up to that client: it need not be one of the message's. An answer for a
//! message that only one person sees must not replace one that others see.

use serenity::model::application::{ActionRowComponent, ButtonKind, ComponentInteraction};

use super::custom_id::{CustomId, EventButton, LobbyAction, SeasonButton};
use super::reply;
use super::surroundings::Surroundings;
use crate::match_state::GameId;
use crate::tournament::TournamentId;

/// True if only the asker sees the message, or if it is the table, the event or the season that the button is about.
pub fn may_replace(component: &ComponentInteraction) -> bool {
    let surroundings = Surroundings::of_component(component);
    if reply::is_private(&component.message) || surroundings == Surroundings::Direct {
        return true;
    }
    let Some(subject) = subject(&component.data.custom_id) else {
        return false;
    };
    let rows = component.message.components.iter();
    rows.flat_map(|row| &row.components).any(|component| {
        matches!(
            component,
            ActionRowComponent::Button(button)
                if matches!(&button.data, ButtonKind::NonLink { custom_id, .. } if self::subject(custom_id) == Some(subject))
        )
    })
}

/// A subject of a message that everybody in the channel sees.
#[derive(Clone, Copy, PartialEq)]
enum Subject {
    Table(GameId),
    Event(TournamentId),
}

/// Returns the table, or the event or season that people can join, to whose message a button belongs.
fn subject(custom_id: &str) -> Option<Subject> {
    match CustomId::parse(custom_id)? {
        CustomId::Lobby(LobbyAction::Join { game, .. })
        | CustomId::Lobby(LobbyAction::JoinAs { game, .. })
        | CustomId::Lobby(LobbyAction::Leave { game, .. })
        | CustomId::Lobby(LobbyAction::Close(game))
        | CustomId::Lobby(LobbyAction::TableMenu { game, .. }) => Some(Subject::Table(game)),
        CustomId::Event {
            button: EventButton::Join | EventButton::Withdraw,
            event,
        }
        | CustomId::Season {
            button: SeasonButton::Join | SeasonButton::Leave,
            season: event,
        } => Some(Subject::Event(event)),
        _ => None,
    }
}
