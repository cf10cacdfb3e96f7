//! `/draw`: offers a draw or agrees to one, after a question, since a draw cannot be undone.

use serenity::model::application::{ButtonStyle, CommandDataOption};

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, which};
use crate::app::{AppError, DrawQuestion, MatchRef};
use crate::discord::custom_id::{At, CustomId};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::reply::{Reply, button, buttons};
use crate::discord::texts;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "draw",
    about: "Offer a draw, or agree to one that is offered; you are asked to confirm",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    ask(handlers, asker, match_of(options)?).await
}

/// Asks whether to offer a draw, or to agree to one.
pub(in crate::discord) async fn ask(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
) -> Result<Answer, AppError> {
    let question = handlers.app.before_draw(asker.request, which).await?;
    let offer = CustomId::OfferDraw(At {
        game: question.game,
        ply: question.ply,
    });
    let yes = match question.by {
        Some(_) => "Yes, agree to a draw",
        None => "Yes, offer a draw",
    };
    let row = buttons([
        button(&offer, yes, ButtonStyle::Success),
        button(
            &CustomId::Cancel,
            texts::BUTTON_CANCEL,
            ButtonStyle::Secondary,
        ),
    ]);
    Ok(Answer::say(Reply::private(sure(&question)).row(row)))
}

fn sure(question: &DrawQuestion) -> String {
    let (title, game) = (&question.title, question.game.0);
    match question.by {
        Some(by) => format!(
            "{} offers a draw in game {game}, {title}. Do you agree? Once everybody has agreed the game is over, and you \
             can't undo this.",
            texts::person(by)
        ),
        None => format!(
            "Do you want to offer a draw in game {game}, {title}? If everybody agrees, the game is over."
        ),
    }
}
