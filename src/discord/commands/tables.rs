//! `/tables`: lists open tables that can be joined.

use super::{SlashCommand, anywhere};
use crate::app::{AppError, Entries};
use crate::discord::handlers::{Answer, Asker, Handlers};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "tables",
    about: "Open tables that you can join, and a search for any opponent",
    contexts: anywhere,
    options: |command, _| command,
    run: |handlers, asker, _| Box::pin(run(handlers, asker)),
};

async fn run(handlers: &Handlers, asker: Asker) -> Result<Answer, AppError> {
    handlers
        .tables(asker, Entries::SeatsAndTables, 0)
        .await
        .map(Answer::say)
}
