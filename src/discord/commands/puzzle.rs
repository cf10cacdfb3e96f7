//! `/puzzle`: sets a puzzle to solve.

use serenity::model::application::CommandDataOption;

use super::{SlashCommand, anywhere, game_choice, name};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "puzzle",
    about: "Solve a puzzle: find the best move, on your own board",
    contexts: anywhere,
    options: |command, games| {
        let task_view = games.iter().filter(|kind| !kind.puzzles.is_empty());
        command.add_option(game_choice(
            task_view,
            "Which game's puzzles (any, if you don't say)",
        ))
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let key = request::string(options, name::GAME);
    let task_view = handlers.app.next_puzzle(asker.request, key).await?;
    Ok(Answer::say(handlers.pictured(&task_view).await))
}
