//! The slash commands, made from the table of games, and whether the registered ones still are what they should be.

use serde_json::{Map, Value};
use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{
    CommandData, CommandOptionType, CommandType, InstallationContext, InteractionContext,
};

use super::texts;
use crate::rules::GameInfo;

mod board;
pub mod claim;
pub mod context_menu;
pub mod draw;
pub mod explore;
mod export;
pub mod game_options;
mod games;
mod gif;
mod help;
mod hint;
mod history;
mod import;
mod leaderboard;
mod learn;
mod make_move;
mod moderate;
pub mod new;
mod note;
mod offers;
pub mod plan;
pub mod play;
mod privacy;
mod profile;
mod puzzle;
mod resign;
mod rules;
mod server;
mod settings;
mod slash_command;
mod substitute;
mod tables;
mod terms;
pub mod vacation;

pub use slash_command::{ComponentHandler, SlashCommand};

/// The slash commands, each in a file of its own.
static COMMANDS: &[&SlashCommand] = &[
    &new::COMMAND,
    &tables::COMMAND,
    &make_move::COMMAND,
    &board::COMMAND,
    &games::COMMAND,
    &history::COMMAND,
    &gif::COMMAND,
    &rules::COMMAND,
    &resign::COMMAND,
    &server::COMMAND,
    &claim::COMMAND,
    &vacation::COMMAND,
    &draw::COMMAND,
    &offers::TAKEBACK,
    &offers::REMATCH,
    &substitute::COMMAND,
    &plan::COMMAND,
    &explore::COMMAND,
    &note::COMMAND,
    &settings::COMMAND,
    &profile::COMMAND,
    &leaderboard::COMMAND,
    &export::COMMAND,
    &import::COMMAND,
    &play::COMMAND,
    &hint::COMMAND,
    &privacy::COMMAND,
    &moderate::COMMAND,
    &learn::COMMAND,
    &puzzle::COMMAND,
    &help::COMMAND,
];

/// Choices of one option, Discord's limit.
const CHOICES: usize = 25;
/// The largest whole number an option can have: what a double holds exactly.
const LARGEST: u64 = 1 << 53;

/// The names of options, as commands are registered and read with.
pub mod name {
    /// Who is invited.
    pub const OPPONENT: &str = "opponent";
    /// One's own seat.
    pub const SIDE: &str = "side";
    /// A named set of options.
    pub const VARIANT: &str = "variant";
    /// A twist that is added to a game, or two.
    pub const TWIST: &str = "twist";
    /// Options of a game in one text, where it has many.
    pub const OPTIONS: &str = "options";
    /// Where the match is to live.
    pub const PLACE: &str = "place";
    /// Which match.
    pub const GAME: &str = "game";
    /// The move.
    pub const MOVE: &str = "move";
    /// The piece to look at.
    pub const PIECE: &str = "piece";
    /// The first move of a range.
    pub const FROM: &str = "from";
    /// The last move of a range.
    pub const TO: &str = "to";
    /// A page of rules.
    pub const TOPIC: &str = "topic";
    /// How long the players may think.
    pub const CLOCK: &str = "clock";
    /// What happens when a player has thought too long.
    pub const FLAG: &str = "flag";
    /// How many days a table waits.
    pub const WAIT: &str = "wait";
    /// Whether a match counts for the ratings.
    pub const RATED: &str = "rated";
    /// The value of `rated` by which a match counts.
    pub const YES: &str = "yes";
    /// The value of `rated` by which a match does not count.
    pub const NO: &str = "no";
    /// The value of `flag` that lets the opponents decide.
    pub const SOFT: &str = "soft";
    /// The value of `flag` that lets the clock alone decide.
    pub const HARD: &str = "hard";
    /// What is to be done.
    pub const ACTION: &str = "action";
    /// Lines of a plan, or moves to try.
    pub const LINE: &str = "line";
    /// Whether something is to be forgotten.
    pub const FORGET: &str = "forget";
    /// Whether lines are added to a plan.
    pub const ADD: &str = "add";
    /// The number of a note to take out.
    pub const REMOVE: &str = "remove";
    /// A file.
    pub const FILE: &str = "file";
    /// What is to be noted.
    pub const TEXT: &str = "text";
    /// Whether a note is opened at the end.
    pub const SEALED: &str = "sealed";
    /// A person.
    pub const PLAYER: &str = "player";
    /// How one is notified.
    pub const NOTIFY_BY: &str = "tell";
    /// Hours of peace.
    pub const QUIET: &str = "quiet";
    /// A time zone.
    pub const ZONE: &str = "zone";
    /// The hour of the daily message.
    pub const DIGEST: &str = "digest";
    /// Whether a move is shown before it is made.
    pub const PREVIEW: &str = "preview";
    /// Whether the only move is made automatically.
    pub const FORCED: &str = "forced";
    /// Whether one's games may bring puzzles.
    pub const PUZZLES: &str = "puzzles";
    /// Who may invite one.
    pub const INVITATIONS: &str = "invitations";
    /// Nobody.
    pub const NOBODY: &str = "nobody";
    /// Anyone.
    pub const ANYONE: &str = "anyone";
    /// Somebody who is not to invite one any more.
    pub const BLOCK: &str = "block";
    /// Somebody who may again.
    pub const UNBLOCK: &str = "unblock";
    /// On, in choices of three.
    pub const ON: &str = "on";
    /// Off, in choices of three.
    pub const OFF: &str = "off";
    /// As for everyone, in choices of three.
    pub const USUAL: &str = "usual";
    /// A role.
    pub const ROLE: &str = "role";
    /// A channel.
    pub const CHANNEL: &str = "channel";
    /// Whether tables are posted where they are opened.
    pub const ANYWHERE: &str = "anywhere";
    /// The value of `place` for the channel itself.
    pub const HERE: &str = "here";
    /// The value of `place` for a thread.
    pub const THREAD: &str = "thread";
    /// The level of the machine that takes over a seat which is left.
    pub const MACHINES: &str = "machines";
    /// How well the machine plays.
    pub const LEVEL: &str = "level";
    /// The subcommand of `/new` for several games at once.
    pub const ANY: &str = "any";
    /// Whether tables can be found from other servers.
    pub const SHARED: &str = "shared";
    /// The value of `side` that leaves it to chance.
    pub const RANDOM: &str = "random";
}

/// Everywhere: in servers, in direct messages with the bot, and in groups and messages between friends.
pub fn anywhere() -> Vec<InteractionContext> {
    let mut contexts = among_others();
    contexts.insert(1, InteractionContext::BotDm);
    contexts
}

/// Where there are others to play with.
fn among_others() -> Vec<InteractionContext> {
    vec![
        InteractionContext::Guild,
        InteractionContext::PrivateChannel,
    ]
}

/// Who installs the bot for a command that can be used there: people too, unless it is about a server that has the bot.
fn installed(contexts: &[InteractionContext]) -> Vec<InstallationContext> {
    if contexts.contains(&InteractionContext::PrivateChannel) {
        vec![InstallationContext::Guild, InstallationContext::User]
    } else {
        vec![InstallationContext::Guild]
    }
}

/// The option that names a match.
fn which() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::GAME,
        texts::OPTION_WHICH_GAME,
    )
    .set_autocomplete(true)
    .max_length(100)
}

/// An option that takes one of the games.
fn game_choice<'a>(
    games: impl IntoIterator<Item = &'a &'static GameInfo>,
    about: &str,
) -> CreateCommandOption {
    games.into_iter().take(CHOICES).fold(
        CreateCommandOption::new(CommandOptionType::String, name::GAME, about),
        |option, kind| option.add_string_choice(kind.name, kind.key),
    )
}

/// The slash command that was given.
pub fn given(data: &CommandData) -> Option<&'static SlashCommand> {
    let is_typed = data.kind == CommandType::ChatInput;
    COMMANDS
        .iter()
        .copied()
        .find(|command| is_typed && command.name == data.name)
}

/// What answers the buttons and menus of a command's own file.
pub fn component_handler(button: &str) -> Option<ComponentHandler> {
    let mut components = COMMANDS
        .iter()
        .filter_map(|command| command.components.as_ref());
    let of = components.find(|components| components.names.contains(&button))?;
    Some(of.handle)
}

/// Every command, as it is registered.
pub fn all(games: &[&'static GameInfo]) -> Vec<CreateCommand> {
    let registered = |command: &&SlashCommand| {
        let contexts = (command.contexts)();
        let made = CreateCommand::new(command.name)
            .kind(CommandType::ChatInput)
            .description(command.about)
            .integration_types(installed(&contexts))
            .contexts(contexts);
        (command.options)(made, games)
    };
    let typed = COMMANDS.iter().map(registered);
    typed.chain(context_menu::all()).collect()
}

/// Whether what is registered differs from what should be. `registered` is Discord's answer, with its own additions.
pub fn changed(registered: &[Value], wanted: &[CreateCommand]) -> bool {
    let sorted = |commands: Vec<Value>| {
        let mut commands: Vec<String> = commands
            .iter()
            .map(|command| without_defaults(command).to_string())
            .collect();
        commands.sort();
        commands
    };
    let wanted = wanted
        .iter()
        .filter_map(|command| serde_json::to_value(command).ok())
        .collect();
    sorted(registered.to_vec()) != sorted(wanted)
}

/// What a command says, without what Discord adds and without whatever equals its default.
fn without_defaults(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept: Map<String, Value> = members
                .iter()
                .filter(|(key, _)| {
                    !matches!(
                        key.as_str(),
                        "id" | "application_id"
                            | "version"
                            | "guild_id"
                            | "name_localized"
                            | "description_localized"
                            | "dm_permission"
                    )
                })
                .map(|(key, value)| (key.clone(), without_defaults(value)))
                .filter(|(key, value)| match value {
                    Value::Null | Value::Bool(false) => false,
                    // Context menus have no description; Discord gives them an empty one.
                    Value::String(text) => !text.is_empty(),
                    Value::Array(items) => !items.is_empty(),
                    Value::Object(members) => !members.is_empty(),
                    // A chat command is what a command is when it does not say.
                    Value::Number(number) => {
                        !(key == "type" && number.as_u64() == Some(1) && is_command(members))
                    }
                    _ => true,
                })
                .collect();
            Value::Object(kept)
        }
        Value::Array(items) => Value::Array(items.iter().map(without_defaults).collect()),
        Value::Number(number) => number
            .as_f64()
            .filter(|number| number.fract() == 0.0 && number.abs() <= LARGEST as f64)
            .map_or_else(|| value.clone(), |number| Value::from(number as i64)),
        other => other.clone(),
    }
}

/// Whether these are the members of a command, not of an option.
fn is_command(members: &Map<String, Value>) -> bool {
    members.contains_key("contexts") || members.contains_key("integration_types")
}

#[cfg(test)]
mod tests;
