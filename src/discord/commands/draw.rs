//! `/draw`: offers a draw or agrees to one, after a question, since a draw cannot be undone.

use serenity::model::application::{ButtonStyle, CommandDataOption};

use super::slash_command::{Components, match_of};
use super::{SlashCommand, anywhere, which};
use crate::app::{AppError, DrawQuestion, MatchRef, OfferKind};
use crate::discord::custom_id::{ASK_DRAW, CommandAction, CustomId};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};
use crate::discord::reply::{Reply, button, buttons};
use crate::discord::texts;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "draw",
    about: "Offer a draw, or agree to one that is offered; you are asked to confirm",
    contexts: anywhere,
    options: |command, _| command.add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
    components: Some(Components {
        names: &[ASK_DRAW, OFFER],
        handle: |handlers, asker, action, _| Box::pin(run_component(handlers, asker, action)),
    }),
};

/// The button that offers a draw, or agrees to one, after the question.
const OFFER: &str = "offerdraw";

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    ask(handlers, asker, match_of(options)?).await
}

async fn run_component(
    handlers: &Handlers,
    asker: Asker,
    action: CommandAction,
) -> Result<Answer, AppError> {
    let which = MatchRef::At(action.game, action.ply);
    if action.button == ASK_DRAW {
        return ask(handlers, asker, which).await;
    }
    let (kind, used) = (OfferKind::Draw, InvokedFrom::Question);
    handlers.offer(asker, which, kind, used).await
}

async fn ask(handlers: &Handlers, asker: Asker, which: MatchRef) -> Result<Answer, AppError> {
    let question = handlers.app.before_draw(asker.request, which).await?;
    let offer = CommandAction::new(OFFER, question.game, question.ply);
    let yes = match question.by {
        Some(_) => "Yes, agree to a draw",
        None => "Yes, offer a draw",
    };
    let row = buttons([
        button(&CustomId::Own(offer), yes, ButtonStyle::Success),
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
