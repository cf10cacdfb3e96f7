//! Slash commands that stand in one file each: how they are registered, read and answered, their buttons and their texts.

use std::future::Future;
use std::pin::Pin;

use serenity::builder::CreateCommand;
use serenity::model::application::CommandDataOption;

use crate::app::AppError;
use crate::discord::custom_id::CommandPress;
use crate::discord::handlers::{Answer, Asker, Handlers};

/// An answer on its way.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Result<Answer, AppError>> + Send + 'a>>;

/// A slash command, usable everywhere.
#[derive(Debug)]
pub struct SlashCommand {
    /// What it is called.
    pub name: &'static str,
    /// What it does, at most 100 characters.
    pub about: &'static str,
    /// Adds its options.
    pub options: fn(CreateCommand) -> CreateCommand,
    /// Reads what was given with it, and answers.
    pub run: for<'a> fn(&'a Handlers, Asker, &'a [CommandDataOption]) -> Answering<'a>,
    /// What the `custom_id`s of its buttons begin with; the match and the ply of the message follow.
    pub buttons: &'static [&'static str],
    /// Answers a press of one of them.
    pub press: for<'a> fn(&'a Handlers, Asker, CommandPress) -> Answering<'a>,
}
