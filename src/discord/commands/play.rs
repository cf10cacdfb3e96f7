//! `/play`: begins a game against the machine.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::{SlashCommand, anywhere, game_choice, game_options, name};
use crate::app::{AppError, MachineGame};
use crate::discord::custom_id::Home;
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom, Response};
use crate::discord::suggestion::Suggestion;
use crate::discord::{board, request, texts};
use crate::engine::{LEVELS, Level};
use crate::games;
use crate::rules::{GameInfo, Options};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "play",
    about: "Play against the machine, right now and right here",
    contexts: anywhere,
    options: |command, games| {
        command
            .add_option(game_choice(games, "Which game").required(true))
            .add_option(
                level(
                    name::LEVEL,
                    "How well the machine plays: 1 for your first games, 8 is the strongest (1 if you don't say)",
                ),
            )
            .add_option(typed(
                name::VARIANT,
                "A variant of the game (the best to begin with if you don't say)",
            ))
            .add_option(typed(
                name::TWIST,
                "A twist, or two joined by a plus, where the game has any (none if you don't say)",
            ))
            .add_option(typed(
                name::SIDE,
                "Your side (the first to move if you don't say)",
            ))
            .add_option(
                CreateCommandOption::new(
                    CommandOptionType::String,
                    name::PLACE,
                    "Where others can watch (nowhere if you don't say: the game is in a message for you alone)",
                )
                .add_string_choice("Right here", name::HERE)
                .add_string_choice("A new thread", name::THREAD),
            )
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

/// Returns an option that takes one of the machine's levels.
pub fn level(name: &str, about: &str) -> CreateCommandOption {
    LEVELS.iter().fold(
        CreateCommandOption::new(CommandOptionType::Integer, name, about),
        |option, level| option.add_int_choice(texts::level(level), i32::from(level.number)),
    )
}

fn typed(name: &str, about: &str) -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::String, name, about)
        .set_autocomplete(true)
        .max_length(100)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let new = read(options, games::GAMES).map_err(AppError::Plain)?;
    let in_thread = request::home(options) == Some(Home::Thread);
    if in_thread && !asker.can_thread {
        return Err(AppError::Plain(texts::NO_THREAD_HERE.to_owned()));
    }
    let mut match_view = handlers.app.play_machine(asker.request, new).await?;
    if match_view.private {
        let answer = handlers.privately(asker, &match_view, &[], InvokedFrom::Words);
        return Ok(answer.await);
    }
    handlers.set_home(match_view.game, asker.here()).await;
    match_view.home = Some(asker.here());
    let drawn = handlers.draw(&match_view).await;
    if in_thread {
        return Ok(handlers.begun_in_thread(asker, &match_view, drawn));
    }
    Ok(Answer {
        first: Response::Say(board::board(&match_view, drawn)),
        then: None,
        keep: asker.keep(asker.here()),
    })
}

fn read(options: &[CommandDataOption], games: &[&'static GameInfo]) -> Result<MachineGame, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let key = request::string(options, name::GAME).ok_or_else(unknown)?;
    let kind = games.iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(unknown)?;
    let level = match request::number(options, name::LEVEL) {
        Some(number) => u8::try_from(number).ok().and_then(Level::numbered),
        None => LEVELS.first(),
    };
    let level = level.ok_or_else(unknown)?;
    let mut chosen = Options::new();
    let twist = request::string(options, name::TWIST);
    let variant = match request::string(options, name::VARIANT).map(str::trim) {
        Some(typed) => {
            let named = kind.variants.iter().find(|variant| {
                variant.key.eq_ignore_ascii_case(typed) || variant.name.eq_ignore_ascii_case(typed)
            });
            Some(named.ok_or_else(|| texts::no_variant(kind, typed))?)
        }
        // The first variant is the best one to begin with.
        None => kind.variants.first().filter(|_| twist.is_none()),
    };
    for (key, value) in variant.into_iter().flat_map(|variant| variant.options) {
        chosen.set(*key, *value);
    }
    if let Some(typed) = twist {
        let (key, _) = kind.twist_option().ok_or_else(|| texts::no_twist(kind))?;
        let spec = kind.options.iter().find(|spec| spec.key == key);
        let spec = spec.ok_or_else(|| texts::no_twist(kind))?;
        chosen.set(key, game_options::typed(spec, typed));
    }
    let seat = match request::string(options, name::SIDE).map(str::trim) {
        None => None,
        Some(side) => {
            let seat = kind.seat_named(side);
            Some(seat.ok_or_else(|| texts::no_side(kind, side))?)
        }
    };
    Ok(MachineGame {
        game: kind.key.to_owned(),
        options: chosen,
        seat,
        level,
        private: request::home(options).is_none(),
    })
}

/// Returns suggestions for an option, given the game's key: the sides, or otherwise the variants.
pub fn suggestions(key: Option<&str>, option: &str) -> Vec<Suggestion> {
    let Some(kind) = key.and_then(games::find) else {
        return Vec::new();
    };
    if option == name::SIDE {
        let seats = kind.seats.iter();
        return seats
            .map(|seat| Suggestion::new(texts::seat(seat), *seat))
            .collect();
    }
    let variants = kind.variants.iter();
    variants
        .map(|variant| Suggestion::new(variant.name, variant.key))
        .collect()
}
