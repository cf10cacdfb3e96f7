//! `/learn` and `/puzzle`.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{CommandOptionType, InteractionContext};

use super::{CHOICES, anywhere, name};
use crate::discord::texts;
use crate::rules::GameInfo;

/// Both commands, as far as there are games to learn.
pub fn all(
    games: &[&'static GameInfo],
    command: impl Fn(&str, &str, Vec<InteractionContext>) -> CreateCommand,
) -> Vec<CreateCommand> {
    let game = |about: &str, has: fn(&GameInfo) -> bool| {
        let option = CreateCommandOption::new(CommandOptionType::String, name::GAME, about);
        let kinds = games.iter().filter(|kind| has(kind)).take(CHOICES);
        kinds.fold(option, |option, kind| {
            option.add_string_choice(kind.name, kind.key)
        })
    };
    let mut commands = Vec::new();
    if games.iter().any(|kind| !kind.tutorial.is_empty()) {
        commands.push(
            command("learn", texts::COMMAND_LEARN, anywhere())
                .add_option(game(texts::OPTION_LEARN_GAME, |kind| {
                    !kind.tutorial.is_empty()
                }))
                .add_option(
                    CreateCommandOption::new(
                        CommandOptionType::String,
                        name::MOVE,
                        texts::OPTION_LEARN_MOVE,
                    )
                    .max_length(200),
                ),
        );
    }
    if games.iter().any(|kind| !kind.puzzles.is_empty()) {
        commands.push(
            command("puzzle", texts::COMMAND_PUZZLE, anywhere())
                .add_option(game(texts::OPTION_PUZZLE_GAME, |kind| {
                    !kind.puzzles.is_empty()
                })),
        );
    }
    commands
}
