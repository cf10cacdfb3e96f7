//! `/leaderboard`: shows the strongest players of a game in a server.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType, InteractionContext};

use super::slash_command::text_of;
use super::{CHOICES, SlashCommand, name};
use crate::app::{AppError, Leaderboard};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::reply::Reply;
use crate::discord::texts::{person, rated};
use crate::match_state::UserId;
use crate::rules::GameInfo;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "leaderboard",
    about: "The strongest players of a game in this server",
    contexts: || vec![InteractionContext::Guild],
    options: |command, games| command.add_option(game(games)),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

/// Returns the option that takes a game with ratings.
fn game(games: &[&'static GameInfo]) -> CreateCommandOption {
    let about = "Which game's players";
    let option = CreateCommandOption::new(CommandOptionType::String, name::GAME, about);
    let rated = games.iter().filter(|kind| kind.seats.len() == 2);
    rated
        .take(CHOICES)
        .fold(option.required(true), |option, kind| {
            option.add_string_choice(kind.name, kind.key)
        })
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let key = text_of(options, name::GAME);
    let found = handlers.app.ladder(asker.request, &key).await?;
    let text = ladder(&found, asker.request.user);
    Ok(Answer::say(Reply::private(text)))
}

/// The line below a leaderboard that explains its order.
const ORDER: &str =
    "-# In the order of what each rating is at least. Provisional: from too few games to say much.";

/// Lists the strongest players of a game, and the place of `asker`.
fn ladder(ladder: &Leaderboard, asker: UserId) -> String {
    let name = &ladder.name;
    if ladder.players.is_empty() {
        return format!("Nobody here has finished a rated game of {name} yet.");
    }
    let own = match &ladder.asker {
        Some((place, rating)) => format!("You are number {place}: {}", rated(rating)),
        None => format!("You have not finished a rated game of {name} here yet."),
    };
    let mut lines = vec![format!("**{name}**")];
    // The asker's own line must not be cut off.
    let mut room = 1800 - own.encode_utf16().count();
    let mut listed = false;
    for (place, (user, rating)) in (1..).zip(&ladder.players) {
        let mark = if *user == asker { " ← you" } else { "" };
        let line = format!("{place}. {} {}{mark}", person(*user), rated(rating));
        let size = line.encode_utf16().count() + 1;
        if size > room {
            break;
        }
        room -= size;
        listed |= *user == asker;
        lines.push(line);
    }
    // An asker on the list is marked there.
    if !listed {
        lines.push(own);
    }
    lines.push(ORDER.to_owned());
    lines.join("\n")
}
