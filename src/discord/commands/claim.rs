//! `/claim`: when the player to move has run out of time, lets their opponents claim the win, after a question, or
//! give a day. Below a board that offers the claim, the button claims without a question.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{ButtonStyle, CommandDataOption, CommandOptionType};

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, ClaimQuestion, MatchRef};
use crate::discord::custom_id::{At, CustomId};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};
use crate::discord::reply::{Reply, button, buttons as row_of};
use crate::discord::{request, texts};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "claim",
    about: "When an opponent has run out of time: claim the win, or give a day",
    contexts: anywhere,
    options: |command, _| command.add_option(action()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

/// Claims the win.
const CLAIM: &str = "claim";
/// Gives a day.
const GIFT: &str = "gift";

fn action() -> CreateCommandOption {
    let about = "What to do (you are asked if you don't say)";
    CreateCommandOption::new(CommandOptionType::String, name::ACTION, about)
        .add_string_choice("Claim the win", CLAIM)
        .add_string_choice("Give a day", GIFT)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    if request::string(options, name::ACTION) == Some(GIFT) {
        return give(handlers, asker, which, InvokedFrom::Words).await;
    }
    match handlers.app.before_claim(asker.request, which).await? {
        Some(question) => Ok(ask(&question)),
        None => claim(handlers, asker, which, InvokedFrom::Words).await,
    }
}

/// Claims against the player who has run out of time.
pub(in crate::discord) async fn claim(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
    used: InvokedFrom,
) -> Result<Answer, AppError> {
    let match_view = handlers.app.claim(asker.request, which).await?;
    Ok(handlers.announce_change(asker, &match_view, used).await)
}

/// Gives a day to the player who has run out of time.
pub(in crate::discord) async fn give(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
    used: InvokedFrom,
) -> Result<Answer, AppError> {
    let match_view = handlers.app.gift(asker.request, which).await?;
    Ok(handlers.announce_change(asker, &match_view, used).await)
}

/// Asks whether to claim against a player who has run out of time, to give a day, or to wait.
fn ask(question: &ClaimQuestion) -> Answer {
    let (game, ply) = (question.game, question.ply);
    let at = At { game, ply };
    let yes = match question.ends {
        true => "Yes, claim the win",
        false => "Yes, claim",
    };
    let row = row_of([
        button(&CustomId::ClaimConfirmed(at), yes, ButtonStyle::Danger),
        button(&CustomId::Gift(at), "Give a day", ButtonStyle::Secondary),
        button(&CustomId::Cancel, "No, wait", ButtonStyle::Secondary),
    ]);
    Answer::say(Reply::private(sure(question)).row(row))
}

fn sure(question: &ClaimQuestion) -> String {
    let (seat, title) = (texts::seat(&question.seat), &question.title);
    let what = match question.ends {
        true => "Do you want to claim the win? The game is over then",
        false => "Do you want to claim? The seat drops out of the game then",
    };
    let game = question.game.0;
    format!(
        "{seat} has run out of time in game {game}, {title}. {what}, and you can't undo this. You can give a day more \
         instead, or wait."
    )
}
