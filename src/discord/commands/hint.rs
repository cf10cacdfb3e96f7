//! `/hint`: in a game against the machine, shows what there is to see.

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
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let app = &handlers.app;
    let (game, ply) = app
        .game_and_ply(asker.request, which, Purpose::Move)
        .await?;
    handlers.hint(asker, game, ply).await
}
