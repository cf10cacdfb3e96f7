//! `/profile`: shows a player's ratings, places and reliability.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::{SlashCommand, anywhere, name, vacation};
use crate::app::{AppError, ListFilter, Profile};
use crate::discord::board;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::reply::Reply;
use crate::discord::request;
use crate::discord::texts::{beaten, person, rated, season_place};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "profile",
    about: "Ratings, places and reliability of a player",
    contexts: anywhere,
    options: |command, _| command.add_option(player()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

/// Number of ended games below a profile.
const LAST: u32 = 3;

fn player() -> CreateCommandOption {
    let about = "Whose profile (yours if you don't say)";
    CreateCommandOption::new(CommandOptionType::User, name::PLAYER, about)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let user = request::user(options, name::PLAYER).unwrap_or(asker.request.user);
    let done = handlers.app.profile(user).await?;
    // Of somebody else's games only those that the asker has played in, too.
    let filter = ListFilter {
        over: true,
        key: None,
        with: Some(user).filter(|user| *user != asker.request.user),
    };
    let last = handlers.app.games_from(asker.request, &filter, (0, LAST));
    let mut text = profile(&done);
    let heading = match filter.with {
        Some(_) => "Last games with you:",
        None => "Last games:",
    };
    for (number, listed) in last.await?.iter().enumerate() {
        if number == 0 {
            text = format!("{text}\n{heading}");
        }
        text = format!("{text}\n{}", board::line(listed));
    }
    Ok(Answer::say(Reply::private(text)))
}

/// Returns the text of a player's profile.
fn profile(profile: &Profile) -> String {
    let mut lines = vec![format!("**{}**", person(profile.user))];
    lines.extend(
        profile
            .ratings
            .iter()
            .map(|(name, rating)| format!("{name}: {}", rated(rating))),
    );
    lines.extend(profile.placings.iter().map(|(name, places)| {
        let places: Vec<String> = places
            .iter()
            .map(|(place, times)| format!("{times} × place {place}"))
            .collect();
        format!("{name}: {}", places.join(", "))
    }));
    if let Some(rating) = &profile.puzzles {
        lines.push(format!(
            "Puzzles: {} ({} solved, {} missed)",
            rating.rating.round(),
            rating.won,
            rating.lost
        ));
    }
    let levels = profile.beaten.iter();
    lines.extend(levels.map(|(name, levels)| beaten(name, levels)));
    if lines.len() == 1 && profile.finished == 0 {
        lines.push("No finished game yet.".to_owned());
    }
    if let Some(percent) = profile.reliability() {
        lines.push(format!(
            "Reliability: {percent} % ({} finished, {} lost by running out of time).",
            profile.finished, profile.abandoned
        ));
    }
    lines.extend(profile.season.as_ref().map(season_place));
    let left = vacation::left(&profile.vacation);
    lines.push(match profile.vacation.until {
        Some(until) => format!("On vacation until <t:{until}:D>. {left}"),
        None => left,
    });
    lines.join("\n")
}
