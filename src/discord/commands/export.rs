//! `/export`: returns the text of a game, to keep or to import again.

use serenity::model::application::CommandDataOption;

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, which};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::reply::{File, Reply};
use crate::discord::texts;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "export",
    about: "The text of a game, to keep or to import again",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

const EXPORTED: &str = "The text of the game. `/import` opens it again.";

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let history = handlers.app.history(asker.request, which).await?;
    let heading = texts::heading(&history.title, history.game);
    let mut reply = Reply::private(format!("{heading}\n{EXPORTED}"));
    reply.files.push(File {
        name: "game.txt",
        bytes: history.file.into_bytes(),
        alt: String::new(),
    });
    Ok(Answer::say(reply))
}
