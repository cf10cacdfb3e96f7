//! `/substitute`: takes over a seat that is offered, offers the user's own, or keeps it after all.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, Entries, MatchRef, Purpose};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};
use crate::discord::request;
use crate::match_state::GameId;
use crate::store::PhaseName;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "substitute",
    about: "Take over a seat that is offered, or offer your own",
    contexts: anywhere,
    options: |command, _| command.add_option(action()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

const TAKE: &str = "take";
const OFFER: &str = "offer";
const KEEP: &str = "keep";

fn action() -> CreateCommandOption {
    let about = "What to do (take over a seat if you don't say)";
    CreateCommandOption::new(CommandOptionType::String, name::ACTION, about)
        .add_string_choice("Take over a seat", TAKE)
        .add_string_choice("Offer my seat", OFFER)
        .add_string_choice("Keep my seat after all", KEEP)
}

/// Returns the named match, or else the match being played here, in which to take a seat; `None` without either.
async fn seat_of(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
) -> Result<Option<GameId>, AppError> {
    let app = &handlers.app;
    let found = app.find_match(asker.request, which, Purpose::Look).await;
    if which != MatchRef::Here {
        return found.map(Some);
    }
    let Ok(game) = found else { return Ok(None) };
    let row = app.store().row(game).await?;
    let here = row.home == Some(asker.request.place.channel) && row.phase == PhaseName::Playing;
    Ok(here.then_some(game))
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let which = match_of(options)?;
    let match_view = match request::string(options, name::ACTION) {
        Some(OFFER) => app.offer_seat(request, which).await?,
        Some(KEEP) => app.keep_seat(request, which).await?,
        _ => {
            return match seat_of(handlers, asker, which).await? {
                Some(game) => handlers.take_seat(asker, game, None).await,
                None => handlers
                    .tables(asker, Entries::Seats, 0)
                    .await
                    .map(Answer::say),
            };
        }
    };
    Ok(handlers
        .announce_change(asker, &match_view, InvokedFrom::Words)
        .await)
}
