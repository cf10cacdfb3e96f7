//! Slash commands that stand in one file each: how they are registered, read and answered, their buttons and their texts.

use std::future::Future;
use std::pin::Pin;

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{
    CommandData, CommandDataOption, CommandDataOptionValue, CommandOptionType, InstallationContext,
    InteractionContext,
};

use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::CommandAction;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::{name, request, texts};
use crate::rules::GameInfo;

/// Choices of one option, Discord's limit.
pub(super) const CHOICES: usize = 25;
/// The largest whole number an option can have: what a double holds exactly.
pub(super) const LARGEST: u64 = 1 << 53;

/// An answer on its way.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Result<Answer, AppError>> + Send + 'a>>;

/// A slash command.
#[derive(Debug)]
pub struct SlashCommand {
    /// What it is called.
    pub name: &'static str,
    /// What it does, at most 100 characters.
    pub about: &'static str,
    /// Where it can be used.
    pub contexts: fn() -> Vec<InteractionContext>,
    /// Adds its options, where these are the games.
    pub options: fn(CreateCommand, &[&'static GameInfo]) -> CreateCommand,
    /// Reads what was given with it, and answers.
    pub run: for<'a> fn(&'a Handlers, Asker, &'a CommandData) -> Answering<'a>,
    /// Its buttons and menus, if it has any.
    pub components: Option<Components>,
}

/// The buttons and menus of a command.
#[derive(Debug)]
pub struct Components {
    /// What their `custom_id`s begin with; the match and the ply of the message follow.
    pub names: &'static [&'static str],
    /// Answers one of them being used.
    pub handle: ComponentHandler,
}

/// Answers a button or a menu; the text is that of the message it is on.
pub type ComponentHandler =
    for<'a> fn(&'a Handlers, Asker, CommandAction, &'a str) -> Answering<'a>;

/// The match that the option `game` names, or the one here.
pub(super) fn match_of(options: &[CommandDataOption]) -> Result<MatchRef, AppError> {
    request::which(options).map_err(AppError::Plain)
}

/// A text that was given, without spaces around it; empty where none was.
pub(super) fn text_of(options: &[CommandDataOption], name: &str) -> String {
    let text = request::string(options, name).unwrap_or_default();
    text.trim().to_owned()
}

/// The subcommand that was used, and its options.
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

/// Everywhere: in servers, in direct messages with the bot, and in groups and messages between friends.
pub fn anywhere() -> Vec<InteractionContext> {
    let mut contexts = among_others();
    contexts.insert(1, InteractionContext::BotDm);
    contexts
}

/// Where there are others to play with.
pub(super) fn among_others() -> Vec<InteractionContext> {
    vec![
        InteractionContext::Guild,
        InteractionContext::PrivateChannel,
    ]
}

/// Who installs the bot for a command that can be used there: people too, unless it is about a server that has the bot.
pub(super) fn installed(contexts: &[InteractionContext]) -> Vec<InstallationContext> {
    if contexts.contains(&InteractionContext::PrivateChannel) {
        vec![InstallationContext::Guild, InstallationContext::User]
    } else {
        vec![InstallationContext::Guild]
    }
}

/// The option that names a match.
pub(super) fn which() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::GAME,
        texts::OPTION_WHICH_GAME,
    )
    .set_autocomplete(true)
    .max_length(100)
}

/// An option that takes one of the games.
pub(super) fn game_choice<'a>(
    games: impl IntoIterator<Item = &'a &'static GameInfo>,
    about: &str,
) -> CreateCommandOption {
    games.into_iter().take(CHOICES).fold(
        CreateCommandOption::new(CommandOptionType::String, name::GAME, about),
        |option, kind| option.add_string_choice(kind.name, kind.key),
    )
}
