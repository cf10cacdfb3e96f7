//! The commands about the machine: `/play` and `/hint`.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{CommandOptionType, InteractionContext};

use super::{CHOICES, anywhere, name};
use crate::discord::texts;
use crate::engine::LEVELS;
use crate::rules::GameInfo;

/// An option that takes one of the machine's levels.
pub fn level(name: &str, about: &str) -> CreateCommandOption {
    LEVELS.iter().fold(
        CreateCommandOption::new(CommandOptionType::Integer, name, about),
        |option, level| option.add_int_choice(texts::level(level), i32::from(level.number)),
    )
}

/// Both commands; `command` makes one, `which` the option that names a match.
pub fn all(
    games: &[&'static GameInfo],
    command: impl Fn(&str, &str, Vec<InteractionContext>) -> CreateCommand,
    which: impl Fn() -> CreateCommandOption,
) -> Vec<CreateCommand> {
    let typed = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::String, name, about)
            .set_autocomplete(true)
            .max_length(100)
    };
    let game = games.iter().take(CHOICES).fold(
        CreateCommandOption::new(
            CommandOptionType::String,
            name::GAME,
            texts::OPTION_PLAY_GAME,
        )
        .required(true),
        |option, kind| option.add_string_choice(kind.name, kind.key),
    );
    let level = level(name::LEVEL, texts::OPTION_LEVEL).required(true);
    let mut commands = Vec::new();
    if !games.is_empty() {
        commands.push(
            command("play", texts::COMMAND_PLAY, anywhere())
                .add_option(game)
                .add_option(level)
                .add_option(typed(name::VARIANT, texts::OPTION_PLAY_VARIANT))
                .add_option(typed(name::SIDE, texts::OPTION_PLAY_SIDE)),
        );
    }
    commands.push(command("hint", texts::COMMAND_HINT, anywhere()).add_option(which()));
    commands
}
