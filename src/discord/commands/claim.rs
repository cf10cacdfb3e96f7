//! `/claim`: when the player to move has run out of time, their opponents may claim the win, after a question, or give a
//! day. Below the board that says so, one action of the button claims.

use serenity::builder::{CreateButton, CreateCommandOption};
use serenity::model::application::{ButtonStyle, CommandDataOption, CommandOptionType};

use super::slash_command::{Components, match_of};
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, ClaimQuestion, MatchRef};
use crate::discord::custom_id::{CommandAction, CustomId};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};
use crate::discord::reply::{Reply, button, buttons as row_of};
use crate::discord::{request, texts};
use crate::match_state::GameId;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "claim",
    about: "When an opponent has run out of time: claim the win, or give a day",
    contexts: anywhere,
    options: |command, _| command.add_option(action()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
    components: Some(Components {
        names: &[CLAIM, CLAIM_YES, GIFT],
        handle: |handlers, asker, action, _| Box::pin(run_component(handlers, asker, action)),
    }),
};

const CLAIM: &str = "claim";
/// Claims, after the question.
const CLAIM_YES: &str = "yesclaim";
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

async fn run_component(
    handlers: &Handlers,
    asker: Asker,
    action: CommandAction,
) -> Result<Answer, AppError> {
    let which = MatchRef::At(action.game, action.ply);
    match action.button {
        GIFT => give(handlers, asker, which, InvokedFrom::Board).await,
        CLAIM_YES => claim(handlers, asker, which, InvokedFrom::Question).await,
        _ => claim(handlers, asker, which, InvokedFrom::Board).await,
    }
}

async fn claim(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
    used: InvokedFrom,
) -> Result<Answer, AppError> {
    let match_view = handlers.app.claim(asker.request, which).await?;
    Ok(handlers.announce_change(asker, &match_view, used).await)
}

async fn give(
    handlers: &Handlers,
    asker: Asker,
    which: MatchRef,
    used: InvokedFrom,
) -> Result<Answer, AppError> {
    let match_view = handlers.app.gift(asker.request, which).await?;
    Ok(handlers.announce_change(asker, &match_view, used).await)
}

/// Asks what is to be done about it that a player has run out of time.
fn ask(question: &ClaimQuestion) -> Answer {
    let (game, ply) = (question.game, question.ply);
    let action = |button| CustomId::Own(CommandAction::new(button, game, ply));
    let yes = match question.ends {
        true => "Yes, claim the win",
        false => "Yes, claim",
    };
    let row = row_of([
        button(&action(CLAIM_YES), yes, ButtonStyle::Danger),
        button(&action(GIFT), "Give a day", ButtonStyle::Secondary),
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

/// The buttons below a board whose player to move has run out of time; `ends` says whether a claim ends the game.
pub fn buttons(game: GameId, ply: u32, ends: bool) -> [Option<CreateButton>; 2] {
    let action = |button| CustomId::Own(CommandAction::new(button, game, ply));
    [
        button(&action(CLAIM), button_claim(ends), ButtonStyle::Danger),
        button(&action(GIFT), "Give a day", ButtonStyle::Secondary),
    ]
}

fn button_claim(ends: bool) -> &'static str {
    match ends {
        true => "Claim the win",
        false => "Claim",
    }
}

/// The time of the player to move is over, and the opponents may claim. Says what the button does, for it does so
/// without a question; `ends` is whether a claim ends the game. At `until` the same happens without one.
pub fn claimable(seat_name: &str, ends: bool, until: i64) -> String {
    let (seat, claim) = (texts::seat(seat_name), button_claim(ends));
    let until = texts::ago(until);
    match ends {
        true => format!(
            "⌛ {seat} has run out of time and can still move. The opponent may press **{claim}**, which ends the game \
             at once, give a day more, or wait: the win is given {until} without a claim."
        ),
        false => format!(
            "⌛ {seat} has run out of time and can still move. Each opponent may press **{claim}**, which puts {seat} out of the game at \
             once, give a day more, or wait: {seat} drops out {until} without a claim."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::claimable;

    /// The button is not asked about, so that its sentence says all that it does: of several seats, one drops out.
    #[test]
    fn the_sentence_above_the_button_says_what_a_claim_does() {
        let two = claimable("white", true, 0);
        assert!(
            two.contains("**Claim the win**, which ends the game at once"),
            "{two}"
        );
        let four = claimable("white", false, 0);
        assert!(
            four.contains("puts White out of the game at once"),
            "{four}"
        );
        assert!(
            !four.contains("the win") && !four.contains("ends"),
            "{four}"
        );
    }
}
