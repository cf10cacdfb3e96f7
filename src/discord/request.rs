//! From what Discord delivers to what somebody asks for. Pure: nothing is looked up and nothing is sent.

use serenity::model::application::{
    ActionRowComponent, CommandData, CommandDataOption, CommandDataOptionValue,
    ComponentInteractionDataKind, ModalInteractionData,
};
use serenity::model::channel::ChannelType;

mod duration;
mod file;
mod hours;
mod terms;

use super::custom_id::{self, CustomId};
use super::{name, reply, texts};
use crate::app::{MatchRef, SoloTask};
use crate::match_state::{GameId, UserId};
use crate::notation::excerpt;

pub use file::{AttachedFile, file};
pub(super) use hours::{quiet, zone};
pub(super) use terms::integer;
pub use terms::{pace, terms};

/// What autocomplete asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Autocomplete {
    /// Moves.
    Move {
        /// In which match.
        which: MatchRef,
        /// What was typed so far.
        typed: String,
    },
    /// Pieces to look at.
    Piece {
        /// In which match.
        which: MatchRef,
        /// What was typed so far.
        typed: String,
    },
    /// One's matches.
    Game {
        /// What was typed so far.
        typed: String,
    },
    /// Clocks.
    Clock {
        /// What was typed so far.
        typed: String,
    },
    /// Values of an option of a game that is being opened.
    Option {
        /// The game's subcommand.
        game: String,
        /// The option's name.
        option: String,
        /// What was typed so far.
        typed: String,
    },
    /// Time zones.
    Zone {
        /// What was typed so far.
        typed: String,
    },
    /// Variants, twists or sides of a game to play against the machine.
    Play {
        /// The game's key, if it is chosen already.
        game: Option<String>,
        /// The name of the option: one of [`name`].
        option: String,
        /// What was typed so far.
        typed: String,
    },
    /// Pages of a game's rules.
    Topic {
        /// The game's key, if it is chosen already.
        game: Option<String>,
        /// What was typed so far.
        typed: String,
    },
}

/// Reads what is being typed; `None` where nothing can be suggested.
pub fn typing(data: &CommandData) -> Option<Autocomplete> {
    let focused = data.autocomplete()?;
    let typed = focused.value.to_owned();
    // The `game` option may be half typed or nonsense while another option is being typed.
    let which = which(&data.options).unwrap_or(MatchRef::Here);
    match (data.name.as_str(), focused.name) {
        ("rules", name::TOPIC) => Some(Autocomplete::Topic {
            game: string(&data.options, name::GAME).map(str::to_owned),
            typed,
        }),
        ("play", name::VARIANT | name::TWIST | name::SIDE) => Some(Autocomplete::Play {
            game: string(&data.options, name::GAME).map(str::to_owned),
            option: focused.name.to_owned(),
            typed,
        }),
        (_, name::CLOCK) => Some(Autocomplete::Clock { typed }),
        ("new", option) => Some(Autocomplete::Option {
            game: data.options.first()?.name.clone(),
            option: option.to_owned(),
            typed,
        }),
        (_, name::ZONE) => Some(Autocomplete::Zone { typed }),
        (_, name::MOVE) => Some(Autocomplete::Move { which, typed }),
        (_, name::PIECE) => Some(Autocomplete::Piece { which, typed }),
        (_, name::GAME) => Some(Autocomplete::Game { typed }),
        _ => None,
    }
}

/// Reads a click on a button, or a choice from a menu; `None` where it is not one of ours.
pub fn component(custom_id: &str, kind: &ComponentInteractionDataKind) -> Option<CustomId> {
    let custom_id = CustomId::parse(custom_id)?;
    match kind {
        ComponentInteractionDataKind::Button => (!custom_id.is_of_menu()).then_some(custom_id),
        ComponentInteractionDataKind::StringSelect { values } => custom_id.chosen(values),
        _ => None,
    }
}

/// The text of a match in the form for it.
pub fn form(data: &ModalInteractionData) -> Option<String> {
    (data.custom_id == reply::IMPORT)
        .then(|| field(data))
        .flatten()
}

/// The task that a form answers, and the move in it.
pub fn task_form(data: &ModalInteractionData) -> Option<(SoloTask, String)> {
    Some((custom_id::typed(&data.custom_id)?, field(data)?))
}

/// What was written into a form.
fn field(data: &ModalInteractionData) -> Option<String> {
    let fields = data.components.iter().flat_map(|row| &row.components);
    fields.into_iter().find_map(|field| match field {
        ActionRowComponent::InputText(field) => field.value.clone(),
        _ => None,
    })
}

/// Whether a match begun from this kind of channel can have a thread of its own there.
pub fn can_thread(channel: Option<ChannelType>) -> bool {
    matches!(channel, Some(ChannelType::Text | ChannelType::News))
}

/// Which match a `game` option names; the one here where there is not one.
pub(super) fn which(options: &[CommandDataOption]) -> Result<MatchRef, String> {
    match string(options, name::GAME) {
        None => Ok(MatchRef::Here),
        Some(text) => game_number(text).map(MatchRef::Game).ok_or_else(|| {
            format!(
                "{} (I read “{}”.)",
                texts::WHICH_GAME_UNREADABLE,
                excerpt(text)
            )
        }),
    }
}

/// The number of a match: `12`, `#12`, `game 12`, or a suggestion that was typed on, `12: Chess with Bob`.
fn game_number(text: &str) -> Option<GameId> {
    let text = text.trim();
    let word = text
        .get(..5)
        .filter(|word| word.eq_ignore_ascii_case("game "));
    let text = text[word.map_or(0, str::len)..].trim_start();
    let text = text.strip_prefix('#').unwrap_or(text).trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if !rest.is_empty() && !rest.starts_with(':') {
        return None;
    }
    digits.parse().ok().filter(|id| *id > 0).map(GameId)
}

pub(super) fn value<'a>(
    options: &'a [CommandDataOption],
    name: &str,
) -> Option<&'a CommandDataOptionValue> {
    options
        .iter()
        .find(|option| option.name == name)
        .map(|option| &option.value)
}

pub(super) fn string<'a>(options: &'a [CommandDataOption], name: &str) -> Option<&'a str> {
    match value(options, name)? {
        CommandDataOptionValue::String(text) => Some(text),
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value),
        _ => None,
    }
}

pub(super) fn boolean(options: &[CommandDataOption], name: &str) -> Option<bool> {
    match value(options, name)? {
        CommandDataOptionValue::Boolean(set) => Some(*set),
        _ => None,
    }
}

/// A whole number; what is too large or negative is no number of ours.
pub(super) fn number(options: &[CommandDataOption], name: &str) -> Option<u32> {
    match value(options, name)? {
        CommandDataOptionValue::Integer(number) => u32::try_from(*number).ok(),
        _ => None,
    }
}

pub(super) fn user(options: &[CommandDataOption], name: &str) -> Option<UserId> {
    match value(options, name)? {
        CommandDataOptionValue::User(user) => Some(UserId(user.get())),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
