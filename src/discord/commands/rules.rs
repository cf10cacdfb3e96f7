//! `/rules`: explains how a game is played, page by page.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::text_of;
use super::{SlashCommand, anywhere, game_choice, name};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "rules",
    about: "How a game is played, page by page, with diagrams",
    contexts: anywhere,
    options: |command, games| {
        command
            .add_option(game_choice(games, "Which game's rules"))
            .add_option(topic())
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn topic() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::TOPIC,
        "A piece or a rule; leave it out for the overview",
    )
    .set_autocomplete(true)
    .max_length(100)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let game = request::string(options, name::GAME).map(str::to_owned);
    let topic = Some(text_of(options, name::TOPIC)).filter(|topic| !topic.is_empty());
    handlers.rules(asker, game, topic).await
}
