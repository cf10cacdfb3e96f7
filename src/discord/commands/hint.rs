//! `/hint`: in a game against the machine, what to look at.

use serenity::model::application::CommandDataOption;

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, which};
use crate::app::{AppError, Purpose};
use crate::discord::handlers::{Answer, Asker, Handlers};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "hint",
    about: "In a game against the machine: what to look at, then a good move",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
    components: None,
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let suggestions = handlers
        .app
        .suggestions(asker.request, which, Purpose::Move);
    let (game, ply) = suggestions.await?;
    handlers.hint(asker, game, ply).await
}
