//! `/claim`: when the player to move has run out of time, their opponents may claim the win or give a day.

use serenity::builder::{CreateButton, CreateCommandOption};
use serenity::model::application::{ButtonStyle, CommandDataOption, CommandOptionType};

use super::slash_command::{Buttons, match_of};
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::{CommandPress, CustomId};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};
use crate::discord::reply::button;
use crate::discord::{request, texts};
use crate::match_state::GameId;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "claim",
    about: "When an opponent has run out of time: claim the win, or give a day",
    contexts: anywhere,
    options: |command, _| command.add_option(action()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
    buttons: Some(Buttons {
        names: &[CLAIM, GIFT],
        press: |handlers, asker, press, _| Box::pin(pressed(handlers, asker, press)),
    }),
};

const CLAIM: &str = "claim";
const GIFT: &str = "gift";

fn action() -> CreateCommandOption {
    let about = "What to do (claim if you don't say)";
    CreateCommandOption::new(CommandOptionType::String, name::ACTION, about)
        .add_string_choice("claim the win", CLAIM)
        .add_string_choice("give a day", GIFT)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let gift = request::string(options, name::ACTION) == Some(GIFT);
    answer(handlers, asker, which, gift, InvokedFrom::Words).await
}

async fn pressed(
    handlers: &Handlers,
    asker: Asker,
    press: CommandPress,
) -> Result<Answer, AppError> {
    let which = MatchRef::At(press.game, press.ply);
    let gift = press.button == GIFT;
    answer(handlers, asker, which, gift, InvokedFrom::Board).await
}

async fn answer(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
    gift: bool,
    used: InvokedFrom,
) -> Result<Answer, AppError> {
    let match_view = if gift {
        handlers.app.gift(asker.request, which).await?
    } else {
        handlers.app.claim(asker.request, which).await?
    };
    Ok(handlers.announce_change(asker, &match_view, used).await)
}

/// The buttons below a board whose player to move has run out of time.
pub fn buttons(game: GameId, ply: u32) -> [Option<CreateButton>; 2] {
    let press = |button| CustomId::Own(CommandPress::new(button, game, ply));
    [
        button(&press(CLAIM), "Claim the win", ButtonStyle::Danger),
        button(&press(GIFT), "Give a day", ButtonStyle::Secondary),
    ]
}

/// The time of the player to move is over, and the opponents may claim.
pub fn claimable(seat_name: &str) -> String {
    format!(
        "⌛ {} has run out of time. Opponents can claim the win, give a day, or wait.",
        texts::seat(seat_name)
    )
}
