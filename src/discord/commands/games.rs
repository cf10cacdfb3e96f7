//! `/games`: lists the user's games.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::game_choice;
use super::{SlashCommand, anywhere, name};
use crate::app::{AppError, ListFilter};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "games",
    about: "Your games: whose turn it is, and until when; or those that are over",
    contexts: anywhere,
    options: |command, games| {
        command
            .add_option(show())
            .add_option(game_choice(games, "Only this game"))
            .add_option(player())
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn show() -> CreateCommandOption {
    let about = "Which of your games (the running ones if you don't say)";
    CreateCommandOption::new(CommandOptionType::String, name::SHOW, about)
        .add_string_choice("Running games and open tables", name::RUNNING)
        .add_string_choice("Finished games", name::FINISHED)
}

fn player() -> CreateCommandOption {
    let about = "Only games with this person";
    CreateCommandOption::new(CommandOptionType::User, name::PLAYER, about)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let filter = ListFilter {
        over: request::string(options, name::SHOW) == Some(name::FINISHED),
        key: request::string(options, name::GAME).map(str::to_owned),
        with: request::user(options, name::PLAYER),
    };
    handlers.games(asker, filter, 0).await.map(Answer::say)
}
