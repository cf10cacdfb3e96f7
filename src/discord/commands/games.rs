//! `/games`: lists the user's games.

use super::{SlashCommand, anywhere};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "games",
    about: "Your games: whose turn it is, and since when",
    contexts: anywhere,
    options: |command, _| command,
    run: |handlers, asker, _| Box::pin(run(handlers, asker)),
    components: None,
};

async fn run(handlers: &Handlers, asker: Asker) -> Result<Answer, AppError> {
    handlers.games(asker, 0).await.map(Answer::say)
}
