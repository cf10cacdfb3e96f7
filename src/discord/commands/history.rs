//! `/history`: lists the moves of a game so far.

use serenity::model::application::CommandDataOption;

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, which};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "history",
    about: "The moves of a game so far, also as a text file",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    handlers.history(asker, match_of(options)?).await
}
