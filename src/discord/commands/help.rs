//! `/help`: explains how to play here.

use super::{SlashCommand, anywhere};
use crate::app::AppError;
use crate::discord::board;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::games;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "help",
    about: "How to play here, in a minute",
    contexts: anywhere,
    options: |command, _| command,
    run: |handlers, asker, _| Box::pin(run(handlers, asker)),
};

async fn run(handlers: &Handlers, asker: Asker) -> Result<Answer, AppError> {
    let all = handlers.app.tutorials(asker.request.user).await?;
    Ok(Answer::say(board::help(games::GAMES, &all)))
}
