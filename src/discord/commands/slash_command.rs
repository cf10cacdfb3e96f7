//! Slash commands that stand in one file each: how they are registered, read and answered, their buttons and their texts.

use std::future::Future;
use std::pin::Pin;

use serenity::builder::CreateCommand;
use serenity::model::application::{
    CommandData, CommandDataOption, CommandDataOptionValue, InteractionContext,
};

use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::CommandAction;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::{request, texts};
use crate::rules::GameInfo;

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
