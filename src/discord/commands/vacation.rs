//! `/vacation`: stops a user's clocks for some days.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::{SlashCommand, anywhere};
use crate::app::{AppError, BUDGET, Vacation};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::reply::Reply;
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "vacation",
    about: "Stop your clocks for some days, or come back early",
    contexts: anywhere,
    options: |command, _| command.add_option(days()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

const DAYS: &str = "days";

fn days() -> CreateCommandOption {
    let about = "How many days; 0 comes back early";
    CreateCommandOption::new(CommandOptionType::Integer, DAYS, about)
        .min_int_value(0)
        .max_int_value(BUDGET.unsigned_abs())
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let vacation = match request::integer(options, DAYS) {
        None => app.vacation(request.user).await?,
        Some(0) => app.end_vacation(request).await?,
        Some(days) => app.begin_vacation(request, days).await?,
    };
    Ok(Answer::say(Reply::private(standing(&vacation))))
}

/// Returns the remaining vacation in words.
pub fn left(vacation: &Vacation) -> String {
    let left = vacation.left;
    let verb = if left == 1 { "is" } else { "are" };
    format!("{left} of your {BUDGET} vacation days in any 365 days {verb} left.")
}

/// Returns the state of a user's vacation in words.
fn standing(vacation: &Vacation) -> String {
    let left = left(vacation);
    match vacation.until {
        Some(until) => format!(
            "You are on vacation until <t:{until}:f>: your clocks stop in every game, but for seasons whose league lets \
             them run on. `/vacation days:0` brings you back early. {left}"
        ),
        None => format!("You are not on vacation. {left}"),
    }
}
