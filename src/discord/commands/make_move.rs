//! `/move`: makes a move.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, name, which};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "move",
    about: "Make your move; the suggestions show what you can do",
    contexts: anywhere,
    options: |command, _| command.add_option(text()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn text() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::MOVE,
        "Your move, such as one of the suggestions",
    )
    .required(true)
    .set_autocomplete(true)
    .max_length(200)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let text = request::string(options, name::MOVE).unwrap_or_default();
    handlers.play(asker, which, text).await
}
