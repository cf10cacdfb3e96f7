//! `/season`: starts and stops a channel's league, and shows its seasons.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{CommandDataOption, CommandOptionType, InteractionContext};

use super::slash_command::{text_of, used};
use super::{SlashCommand, game_choice, game_options, name};
use crate::app::{AppError, NewLeague, Vacations};
use crate::discord::handlers::{Answer, Asker, Handlers, must_manage};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::rules::GameInfo;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "season",
    about: "A league in this channel: a season every month, in divisions",
    contexts: || vec![InteractionContext::Guild],
    options: |command, games| subcommands(command, games),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

const START: &str = "start";
const STOP: &str = "stop";
const SHOW: &str = "show";
const PAST: &str = "past";

/// The effects of vacations to choose from, each with its words.
const VACATIONS: [(&str, &str, Vacations); 2] = [
    (
        "stops",
        "A vacation stops the clocks (the usual)",
        Vacations::Stop,
    ),
    ("runs", "The clocks run on in vacations", Vacations::Run),
];

fn subcommands(command: CreateCommand, games: &[&'static GameInfo]) -> CreateCommand {
    let sub = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
    };
    let vacations = VACATIONS.into_iter().fold(
        CreateCommandOption::new(
            CommandOptionType::String,
            name::VACATION,
            "What a player's vacation does to the clocks",
        ),
        |option, (key, words, _)| option.add_string_choice(words, key),
    );
    let start = sub(
        START,
        "For admins: start a league, with a season from the 1st of every month",
    )
    .add_sub_option(game_choice(games, "Which game").required(true))
    .add_sub_option(game_options::whole())
    .add_sub_option(vacations);
    command.set_options(vec![
        start,
        sub(
            STOP,
            "For admins: let no further season open; a running one is played to its end",
        ),
        sub(
            SHOW,
            "This channel's season: its table, your games, joining the next",
        ),
        sub(PAST, "The earlier months of this channel's league"),
    ])
}

/// True if the command starts a league, for which the bot posts in its channel.
pub fn opens(options: &[CommandDataOption]) -> bool {
    options.first().is_some_and(|sub| sub.name == START)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (sub, inside) = used(options)?;
    let (app, request) = (&handlers.app, asker.request);
    let reply = match sub {
        START => {
            must_manage(asker)?;
            handlers.must_be_seen(asker)?;
            let (game, options) = game_options::chosen(inside)?;
            let league = NewLeague {
                game,
                options,
                vacations: vacations(&text_of(inside, name::VACATION))?,
            };
            app.start_league(request, league).await?;
            Reply::private(texts::LEAGUE_STARTED)
        }
        STOP => {
            must_manage(asker)?;
            app.stop_league(request).await?;
            Reply::private(texts::LEAGUE_STOPPED)
        }
        SHOW => {
            let seasons = app.seasons_here(request).await?;
            handlers.own_season(&seasons).await
        }
        PAST => board::past_seasons(&app.past_seasons(request).await?),
        _ => return Err(AppError::Plain(texts::UNKNOWN_COMMAND.to_owned())),
    };
    Ok(Answer::say(reply))
}

/// Reads the effect of vacations; they stop the clocks if nothing is chosen.
///
/// # Errors
/// A text that is none of the choices.
fn vacations(chosen: &str) -> Result<Vacations, AppError> {
    if chosen.is_empty() {
        return Ok(Vacations::Stop);
    }
    let mut choices = VACATIONS.into_iter();
    let known = choices.find(|(key, ..)| *key == chosen);
    let known = known.ok_or_else(|| AppError::Plain(texts::not_a_choice(name::VACATION)))?;
    Ok(known.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vacations_stop_or_run_and_nothing_else() {
        assert_eq!(vacations("").ok(), Some(Vacations::Stop));
        assert_eq!(vacations("stops").ok(), Some(Vacations::Stop));
        assert_eq!(vacations("runs").ok(), Some(Vacations::Run));
        for forged in ["forever", "Stops", "run", "runs stops"] {
            assert!(vacations(forged).is_err(), "{forged}");
        }
    }
}
