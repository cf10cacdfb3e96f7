//! `/resign`: gives up a game, after a question.

use serenity::model::application::CommandDataOption;

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, which};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "resign",
    about: "Give up a game; you are asked to confirm",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    handlers.resign(asker, match_of(options)?).await
}
