//! `/takeback` and `/rematch`: make an offer or agree to one. `/draw`, which can end a game, asks first.

use serenity::model::application::CommandData;

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, which};
use crate::app::{AppError, OfferKind};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};

/// The command `/takeback`.
pub static TAKEBACK: SlashCommand = SlashCommand {
    name: "takeback",
    about: "Take back your last move: free within a minute, then your opponent must agree",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, data, OfferKind::Takeback)),
};

/// The command `/rematch`.
pub static REMATCH: SlashCommand = SlashCommand {
    name: "rematch",
    about: "Propose another game with the same people and options",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, data, OfferKind::Rematch)),
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    data: &CommandData,
    kind: OfferKind,
) -> Result<Answer, AppError> {
    let which = match_of(&data.options)?;
    handlers.offer(asker, which, kind, InvokedFrom::Words).await
}
