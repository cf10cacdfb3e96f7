//! `/gif`: makes an animation of a game.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, Rounds};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "gif",
    about: "An animation of a game so far",
    contexts: anywhere,
    options: |command, _| {
        command
            .add_option(number(
                name::FROM,
                "The number of the first move to show (1 if you don't say)",
            ))
            .add_option(number(
                name::TO,
                "The number of the last move to show (the latest if you don't say)",
            ))
            .add_option(which())
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn number(name: &str, about: &str) -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::Integer, name, about)
        .min_int_value(1)
        .max_int_value(99_999)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let rounds = Rounds {
        from: request::number(options, name::FROM),
        to: request::number(options, name::TO),
    };
    handlers.gif(asker, which, rounds).await
}
