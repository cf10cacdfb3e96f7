//! Slash commands, each in its own file: how they are registered, read and answered, and their texts.

use std::future::Future;
use std::pin::Pin;

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{
    CommandData, CommandDataOption, CommandDataOptionValue, CommandOptionType, InstallationContext,
    InteractionContext,
};

use crate::app::{AppError, MatchRef};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::{name, request, texts};
use crate::rules::GameInfo;

/// The most choices of one option, Discord's limit.
pub(super) const CHOICES: usize = 25;
/// The largest whole number that an option can have: a double holds all numbers up to it exactly.
pub(super) const LARGEST: u64 = 1 << 53;

/// The future of a command's answer.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Result<Answer, AppError>> + Send + 'a>>;

/// A slash command.
#[derive(Debug)]
pub struct SlashCommand {
    /// The command's name.
    pub name: &'static str,
    /// A description, at most 100 characters.
    pub about: &'static str,
    /// Returns the places where the command can be used.
    pub contexts: fn() -> Vec<InteractionContext>,
    /// Adds its options; those that name a game offer these games.
    pub options: fn(CreateCommand, &[&'static GameInfo]) -> CreateCommand,
    /// Reads the given options, and answers.
    pub run: for<'a> fn(&'a Handlers, Asker, &'a CommandData) -> Answering<'a>,
}

/// Returns the match that the option `game` names, or else the match here.
pub(super) fn match_of(options: &[CommandDataOption]) -> Result<MatchRef, AppError> {
    request::which(options).map_err(AppError::Plain)
}

/// Returns the text of an option, without spaces around it; empty if the option was not given.
pub(super) fn text_of(options: &[CommandDataOption], name: &str) -> String {
    let text = request::string(options, name).unwrap_or_default();
    text.trim().to_owned()
}

/// Returns the subcommand that was used, and its options.
pub(super) fn used(
    options: &[CommandDataOption],
) -> Result<(&str, &[CommandDataOption]), AppError> {
    let unknown = || AppError::Plain(texts::UNKNOWN_COMMAND.to_owned());
    let given = options.first().ok_or_else(unknown)?;
    match &given.value {
        CommandDataOptionValue::SubCommand(inside) => Ok((&given.name, inside)),
        _ => Err(unknown()),
    }
}

/// Returns all contexts: servers, direct messages with the bot, groups and messages between friends.
pub fn anywhere() -> Vec<InteractionContext> {
    let mut contexts = among_others();
    contexts.insert(1, InteractionContext::BotDm);
    contexts
}

/// Returns the contexts in which there are others to play with.
pub(super) fn among_others() -> Vec<InteractionContext> {
    vec![
        InteractionContext::Guild,
        InteractionContext::PrivateChannel,
    ]
}

/// Returns the installations that offer a command: in a server, and for a person if it works outside servers.
pub(super) fn installed(contexts: &[InteractionContext]) -> Vec<InstallationContext> {
    if contexts.contains(&InteractionContext::PrivateChannel) {
        vec![InstallationContext::Guild, InstallationContext::User]
    } else {
        vec![InstallationContext::Guild]
    }
}

/// Returns the option that names a match.
pub(super) fn which() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::GAME,
        texts::OPTION_WHICH_GAME,
    )
    .set_autocomplete(true)
    .max_length(100)
}

/// Returns an option that takes one of the games.
pub(super) fn game_choice<'a>(
    games: impl IntoIterator<Item = &'a &'static GameInfo>,
    about: &str,
) -> CreateCommandOption {
    games.into_iter().take(CHOICES).fold(
        CreateCommandOption::new(CommandOptionType::String, name::GAME, about),
        |option, kind| option.add_string_choice(kind.name, kind.key),
    )
}
