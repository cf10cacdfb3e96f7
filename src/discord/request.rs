//! Requests: reads what a person asks for from what Discord delivers. Pure: nothing is looked up or sent.

use serenity::model::application::{
    ActionRowComponent, CommandData, CommandDataOption, CommandDataOptionValue,
    ComponentInteractionDataKind, ModalInteractionData,
};
use serenity::model::channel::ChannelType;

mod duration;
mod file;
mod hours;
mod terms;

use super::custom_id::{At, CustomId, GuideAction, Home, TaskAction};
use super::{name, reply, texts};
use crate::app::{MatchRef, SoloTask};
use crate::match_state::{GameId, Moderation, UserId};
use crate::notation::excerpt;

pub use file::{AttachedFile, IMPORT, file};
pub(super) use hours::{quiet, zone};
pub(super) use terms::integer;
pub use terms::{pace, terms};

/// A request for suggestions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Autocomplete {
    /// Moves.
    Move {
        /// The match.
        which: MatchRef,
        /// The text typed so far.
        typed: String,
    },
    /// Pieces to look at.
    Piece {
        /// The match.
        which: MatchRef,
        /// The text typed so far.
        typed: String,
    },
    /// The asker's matches.
    Game {
        /// The text typed so far.
        typed: String,
        /// True if the command can be about a match that is over.
        over: bool,
    },
    /// Matches for a moderator's action.
    Moderated {
        /// The action.
        action: Option<Moderation>,
        /// The text typed so far.
        typed: String,
    },
    /// Clocks.
    Clock {
        /// The text typed so far.
        typed: String,
    },
    /// Values of an option of a game that is being opened.
    Option {
        /// The game's subcommand.
        game: String,
        /// The option's name.
        option: String,
        /// The text typed so far.
        typed: String,
    },
    /// Time zones.
    Zone {
        /// The text typed so far.
        typed: String,
    },
    /// Variants, twists or sides of a game to play against the machine.
    Play {
        /// The game's key, if it is chosen already.
        game: Option<String>,
        /// The name of the option: one of [`name`].
        option: String,
        /// The text typed so far.
        typed: String,
    },
    /// Pages of a game's rules.
    Topic {
        /// The game's key, if it is chosen already.
        game: Option<String>,
        /// The text typed so far.
        typed: String,
    },
}

/// Commands whose match is never over.
const RUNNING_ONLY: [&str; 8] = [
    "move",
    "draw",
    "resign",
    "takeback",
    "claim",
    "hint",
    "plan",
    "substitute",
];

/// Reads what is being typed; `None` if nothing can be suggested.
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
        ("moderate", name::GAME) => Some(Autocomplete::Moderated {
            action: Moderation::from_key(&data.options.first()?.name),
            typed,
        }),
        ("event" | "season", name::OPTIONS) => Some(Autocomplete::Play {
            game: inside(data).and_then(|inside| string(inside, name::GAME).map(str::to_owned)),
            option: name::VARIANT.to_owned(),
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
        (command, name::GAME) => Some(Autocomplete::Game {
            typed,
            over: !RUNNING_ONLY.contains(&command),
        }),
        _ => None,
    }
}

/// Returns the options of the subcommand that is being typed.
fn inside(data: &CommandData) -> Option<&[CommandDataOption]> {
    match &data.options.first()?.value {
        CommandDataOptionValue::SubCommand(inside) => Some(inside),
        _ => None,
    }
}

/// Reads a click on a button, or a choice from a menu; `None` if it is none of the bot's.
pub fn component(custom_id: &str, kind: &ComponentInteractionDataKind) -> Option<CustomId> {
    let custom_id = CustomId::parse(custom_id)?;
    match kind {
        ComponentInteractionDataKind::Button => (!custom_id.is_of_menu()).then_some(custom_id),
        ComponentInteractionDataKind::StringSelect { values } => custom_id.chosen(values),
        _ => None,
    }
}

/// Returns the text of a match in the form for it.
pub fn form(data: &ModalInteractionData) -> Option<String> {
    (data.custom_id == reply::IMPORT)
        .then(|| field(data))
        .flatten()
}

/// Returns the match and ply that a form for a move was opened for, and the move in it.
pub fn move_form(data: &ModalInteractionData) -> Option<((GameId, u32), String)> {
    match CustomId::parse(&data.custom_id)? {
        CustomId::Guide(GuideAction::Type(At { game, ply })) => Some(((game, ply), field(data)?)),
        _ => None,
    }
}

/// Returns the task that a form answers, and the move in it.
pub fn task_form(data: &ModalInteractionData) -> Option<(SoloTask, String)> {
    match CustomId::parse(&data.custom_id)? {
        CustomId::Task(TaskAction::Type(task)) => Some((task, field(data)?)),
        _ => None,
    }
}

/// Returns the text in a form.
fn field(data: &ModalInteractionData) -> Option<String> {
    let fields = data.components.iter().flat_map(|row| &row.components);
    fields.into_iter().find_map(|field| match field {
        ActionRowComponent::InputText(field) => field.value.clone(),
        _ => None,
    })
}

/// True if a match begun in this kind of channel can have a separate thread there.
pub fn can_thread(channel: Option<ChannelType>) -> bool {
    matches!(channel, Some(ChannelType::Text | ChannelType::News))
}

/// Returns the home that a `place` option asks for; `None` without the option, or for a value that it does not have.
pub fn home(options: &[CommandDataOption]) -> Option<Home> {
    match string(options, name::PLACE)? {
        name::HERE => Some(Home::Here),
        name::THREAD => Some(Home::Thread),
        _ => None,
    }
}

/// Returns the match that a `game` option names; the one in this channel without the option.
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

/// Reads the number of a match: `12`, `#12`, `game 12`, or an edited suggestion, `12: Chess with Bob`.
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

/// Returns a whole number; `None` if it is negative or too large.
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
